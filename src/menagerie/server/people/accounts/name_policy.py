"""How a name may be written: in letters that everybody sees, of one alphabet a word, and not as one of ours.

The ideas are those of Unicode's UTS 39. Names of any language pass; what only serves to imitate others or to disturb
the page does not. Names that merely look alike are told apart at a table: see `seats.names`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from menagerie import bots
from menagerie.server.base.errors import Refused
from menagerie.server.base.names import SOMEBODY, folded
from menagerie.server.protocol.incoming import clean

RESERVED: Final = ("Menagerie", "moderator", "moderators", "admin", "administrator", "operator", "server", "system")
"""Who speaks for the server; beside these nobody can be called like a bot, or `somebody`."""
OFFICES: Final = ("moderator", "moderators", "admin", "admins", "administrator", "administrators")
"""Words that are part of no name, or Lisa could be called "Lisa (moderator)"."""
MARKS: Final = 2
"""The most marks above and below one letter, after composition: enough for every written language."""
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters, marks or signs and show nothing."""
_ALPHABETS: Final = frozenset(("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "GEORGIAN"))
"""Alphabets whose letters pass for each other's."""
_FANCY: Final = re.compile("(MATHEMATICAL|FULLWIDTH|CIRCLED|NEGATIVE|SQUARED|PARENTHESIZED|OUTLINED|REGIONAL) ")
_JOINERS: Final = "\u200c\u200d"


def proper(text: str, what: str = "A name") -> str:
    """A name as people may see it; raises Refused with what is wrong."""
    # Joiners belong to some scripts, and are looked at apart.
    name = unicodedata.normalize("NFC", text)
    bare = clean(re.sub(f"[{_JOINERS}]", "", name), what)
    if any(letter in _UNSEEN or "\ufe00" <= letter <= "\ufe0e" for letter in bare):
        raise Refused("bad", f"{what} must not contain characters that nobody sees.")
    if not any(unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "So" for letter in bare):
        raise Refused("bad", f"{what} needs a letter or a figure.")
    check_marks(bare, what)
    _check_letters(bare, what)
    if folded(bare) in _reserved():
        raise Refused("bad", f"{bare} is a name that only the server uses; choose another one.")
    words = [word for word in re.split(r"[\W_]+", bare) if word]
    if _offices() & {folded(one) for word in words for one in (word, word.strip("0123456789"))} or _titled(bare):
        raise Refused("bad", f"{what} must not say that someone is a moderator or administrator.")
    return _joined(name, bare)


def check_marks(text: str, what: str) -> None:
    """Refuse piles of marks, and marks that stand on nothing."""
    marks = MARKS  # as if there were no room before the first letter
    for letter in unicodedata.normalize("NFC", text):
        is_mark = unicodedata.category(letter) in ("Mn", "Me") and letter != "\ufe0f"
        marks = marks + 1 if is_mark else 0
        if marks > MARKS:
            raise Refused("bad", f"{what} must not have more than {MARKS} marks on a letter.")


def _check_letters(name: str, what: str) -> None:
    """Refuse words of several alphabets, and letters that are pictures of letters."""
    for word in re.split(r"[\W\d_]+", name):
        found = {unicodedata.name(letter, "").partition(" ")[0] for letter in word} & _ALPHABETS
        if len(found) > 1:
            mixed = " and ".join(sorted([script.capitalize() for script in found]))
            raise Refused("bad", f"{what} must not mix {mixed} letters in one word.")
    if any(_FANCY.match(unicodedata.name(letter, "")) for letter in name):
        raise Refused("bad", f"{what} must be written in ordinary letters.")


def _joined(name: str, bare: str) -> str:
    """The name with its joiners where they mean something: between letters that join, and between pictures."""
    if name == bare or not any(joiner in name for joiner in _JOINERS):
        return bare
    spaced = " ".join(name.split())
    kept = [letter for at, letter in enumerate(spaced) if letter not in _JOINERS or _means_something(spaced, at)]
    return "".join(kept)


def _means_something(name: str, at: int) -> bool:
    if at == 0 or at == len(name) - 1:
        return False
    before, after = name[at - 1], name[at + 1]
    if unicodedata.category(after) == "So":
        return unicodedata.category(before) == "So" or before == "\ufe0f"
    joins = unicodedata.category(before) in ("Mn", "Mc") or unicodedata.name(before, "").startswith(
        ("ARABIC", "SYRIAC")
    )
    return joins and unicodedata.category(after)[0] == "L"


def _titled(name: str) -> bool:
    """Whether one of the longer words stands anywhere in a name."""
    return any(office in folded(name) for office in _offices() if len(office) > len("admins"))


@cache
def _offices() -> frozenset[str]:
    return frozenset([folded(word) for word in OFFICES])


@cache
def _reserved() -> frozenset[str]:
    return frozenset([folded(name) for name in (*RESERVED, SOMEBODY, *bots.kinds(), *map(bots.name_of, bots.kinds()))])
