"""Which names look alike: no two accounts have such.

A name is folded to what remains of it at a glance: compatible forms, letters without marks, no case, and letters of
other scripts as the Latin ones that they look like.
"""

from __future__ import annotations

import unicodedata
from typing import Final

SOMEBODY: Final = "somebody"
"""What people are called who have had everything deleted."""

_ALIKE: Final = {
    # Cyrillic
    **dict(zip("авсԁеһіјкӏмноԛрѕтѵԝхуԍзѡьбпгʟ", "abcdehijklmhoqpstvwxyg3wb6nrl", strict=True)),
    # Greek
    **dict(zip("αβγδεζηικμνορτυχωϲϳ", "abyoezhikuvoptuxwcj", strict=True)),
    # Armenian, Georgian and others that pass for Latin
    **dict(zip("օոսհցզգɡıƖǀøłđħŧæœ", "onuhgqqgiiioldhtao", strict=True)),
    # Figures and signs
    **dict(zip("0135!|$@", "olesiisa", strict=True)),
    # What one cannot tell apart in many a typeface
    "l": "i",
}
_SEVERAL: Final = (("rn", "m"), ("vv", "w"))


def folded(name: str) -> str:
    """What a name looks like. Names that fold to the same are taken for each other."""
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    shown = [letter for letter in spread if unicodedata.category(letter)[0] in "LNS" or letter in "!@"]
    text = "".join([_ALIKE.get(letter, letter) for letter in shown])
    for letters, one in _SEVERAL:
        text = text.replace(letters, one)
    text = "".join([_ALIKE.get(letter, letter) for letter in text])
    return text or unicodedata.normalize("NFKC", name).casefold()
