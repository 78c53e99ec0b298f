"""For terminals with plain letters only: small drawings spelled out, or left out where that is no help."""

from __future__ import annotations

import re
from typing import Final

_DRAWINGS: Final = "↓│⠙"
"""One of each kind: arrows, lines and Braille letters."""
_SPELLED: Final = {
    "↑": "n", "↗": "ne", "→": "e", "↘": "se", "↓": "s", "↙": "sw", "←": "w", "↖": "nw",
    "╵": "N", "╶": "E", "╷": "S", "╴": "W", "└": "NE", "│": "NS", "┘": "NW", "┌": "ES", "─": "EW", "┐": "SW",
    "├": "NES", "┴": "NEW", "┤": "NSW", "┬": "ESW", "┼": "NESW",
}  # fmt: skip
_SHAPE: Final = re.compile(" ?[\u2800-\u28ff]+")
_TOKEN: Final = re.compile(f"[{''.join(_SPELLED)}]|  +")


def can_draw(encoding: str) -> bool:
    """Return whether a terminal with this encoding can show our drawings."""
    try:
        _DRAWINGS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def spelled(text: str) -> str:
    """Return the text in plain letters, with sides as compass points. Text after wide gaps stays in its column."""
    return "\n".join([_spelled(_SHAPE.sub("", line)) for line in text.split("\n")])


def _spelled(line: str) -> str:
    longer = 0

    def replaced(found: re.Match[str]) -> str:
        nonlocal longer
        word = found.group()
        if word in _SPELLED:
            longer += len(_SPELLED[word]) - 1
            return _SPELLED[word]
        eaten = min(longer, len(word) - 1)
        longer -= eaten
        return word[eaten:]

    return _TOKEN.sub(replaced, line)
