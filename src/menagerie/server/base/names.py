"""Compare names by their looks, since no two accounts may have names that look alike.

A name is folded to its visible essence: compatible forms, letters without marks, no case, and letters of other scripts
as the Latin ones they resemble."""

from __future__ import annotations

import unicodedata
from typing import Final

ERASED_NAME: Final = "somebody"
"""The stored name of deleted people. It stays as it is, because old databases contain it."""

_ALIKE: Final = {
    # Cyrillic
    **dict(zip("авсԁеһіјкӏмноԛрѕтѵԝхуԍзѡьбпгʟ", "abcdehijklmhoqpstvwxyg3wb6nrl", strict=True)),
    # Greek
    **dict(zip("αβγδεζηικμνορτυχωϲϳ", "abyoezhikuvoptuxwcj", strict=True)),
    # Armenian, Georgian and others that resemble Latin
    **dict(zip("օոսհցզգɡıƖǀøłđħŧæœ", "onuhgqqgiiioldhtao", strict=True)),
    # Digits and signs
    **dict(zip("0135!|$@", "olesiisa", strict=True)),
    # Indistinguishable in many fonts
    "l": "i",
}
_SEVERAL: Final = (("rn", "m"), ("vv", "w"))


def folded(name: str) -> str:
    """Return a name's looks. Names that fold to the same text count as alike."""
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    shown = [letter for letter in spread if unicodedata.category(letter)[0] in "LNS" or letter in "!@"]
    text = "".join([_ALIKE.get(letter, letter) for letter in shown])
    for letters, one in _SEVERAL:
        text = text.replace(letters, one)
    text = "".join([_ALIKE.get(letter, letter) for letter in text])
    return text or unicodedata.normalize("NFKC", name).casefold()
