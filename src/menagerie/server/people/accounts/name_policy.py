"""Check the spelling of names: visible letters, one alphabet per word, and none of our own names.

The ideas are those of Unicode's UTS 39. Names in any language pass; whatever only imitates others or disturbs the page
does not. Tables tell apart names that merely look alike: see `seats.names`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from menagerie import bots
from menagerie.server.base.errors import Refused
from menagerie.server.base.names import ERASED_NAME, folded
from menagerie.server.protocol.incoming import clean

RESERVED: Final = ("Menagerie", "moderator", "moderators", "admin", "administrator", "operator", "server", "system")
"""Names that speak for the server. Names of bots and of deleted people are reserved, too."""
OFFICES: Final = ("moderator", "moderators", "admin", "admins", "administrator", "administrators")
"""Words that no name may contain, such as "Lisa (moderator)"."""
MARKS: Final = 2
"""The most marks above and below a letter after composition, enough for every written language."""
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters, marks or signs but show nothing."""
_ALPHABETS: Final = frozenset(("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "GEORGIAN"))
"""Alphabets with letters that look like each other's."""
_FANCY: Final = re.compile("(MATHEMATICAL|FULLWIDTH|CIRCLED|NEGATIVE|SQUARED|PARENTHESIZED|OUTLINED|REGIONAL) ")
_JOINERS: Final = "\u200c\u200d"


def proper(text: str, what: str = "A name") -> str:
    """Return a name as people may see it; raise Refused with the reason."""
    # Joiners belong to some scripts and are checked separately.
    name = unicodedata.normalize("NFC", text)
    bare = clean(re.sub(f"[{_JOINERS}]", "", name), what)
    if any(letter in _UNSEEN or "\ufe00" <= letter <= "\ufe0e" for letter in bare):
        raise Refused("bad", f"{what} can't contain invisible characters. Remove them.")
    if not any(unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "So" for letter in bare):
        raise Refused("bad", f"{what} needs at least one letter or digit.")
    check_marks(bare, what)
    _check_letters(bare, what)
    if folded(bare) in _reserved():
        raise Refused("bad", f"The name {bare} is reserved. Choose another one.")
    words = [word for word in re.split(r"[\W_]+", bare) if word]
    if _offices() & {folded(one) for word in words for one in (word, word.strip("0123456789"))} or _titled(bare):
        raise Refused("bad", f"{what} can't contain words like moderator or admin. Choose another one.")
    return _joined(name, bare)


def check_marks(text: str, what: str) -> None:
    """Refuse stacks of marks, and marks without a letter."""
    marks = MARKS  # as if there were no room before the first letter
    for letter in unicodedata.normalize("NFC", text):
        is_mark = unicodedata.category(letter) in ("Mn", "Me") and letter != "\ufe0f"
        marks = marks + 1 if is_mark else 0
        if marks > MARKS:
            raise Refused("bad", f"{what} has too many marks on one letter. Use at most {MARKS}.")


def _check_letters(name: str, what: str) -> None:
    """Refuse words in several alphabets, and decorative letters."""
    for word in re.split(r"[\W\d_]+", name):
        found = {unicodedata.name(letter, "").partition(" ")[0] for letter in word} & _ALPHABETS
        if len(found) > 1:
            mixed = " and ".join(sorted([script.capitalize() for script in found]))
            raise Refused("bad", f"{what} mixes {mixed} letters in one word. Use one alphabet per word.")
    if any(_FANCY.match(unicodedata.name(letter, "")) for letter in name):
        raise Refused("bad", f"{what} contains decorative letters. Use ordinary ones.")


def _joined(name: str, bare: str) -> str:
    """Return the name with the joiners that matter: between joining letters, and between emoji."""
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
    return frozenset(
        [folded(name) for name in (*RESERVED, ERASED_NAME, *bots.kinds(), *map(bots.name_of, bots.kinds()))]
    )
