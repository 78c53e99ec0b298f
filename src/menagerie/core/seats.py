"""Seats: numbers for programs, letters for people."""

from collections.abc import Sequence
from typing import Final

LETTERS: Final = ("A", "B", "C", "D", "E")
"""The seats' letters in seat order."""

SEATS: Final = tuple((seat,) for seat in range(len(LETTERS)))
"""For every seat, the tuple meaning that only this seat may act."""


def listed(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return seats as a list in a sentence: `Lisa, Tom and C`."""
    return joined([names[seat] for seat in seats])


def joined(words: Sequence[str]) -> str:
    """Return the words as a list in a sentence: `a rhino, a pond and a wolf`; empty if there are none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def either(words: Sequence[str]) -> str:
    """Return the words as alternatives in a sentence: `2, 3 or 5`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its unit: `1 point`, `2 points`."""
    return f"{number} {one if number == 1 else many}"


def a(thing: object) -> str:
    """Return the words with their article: `a rhino`, `an impala`, `an 8-space attraction`."""
    words = str(thing)
    return f"{'an' if words[0] in 'aeiou8' else 'a'} {words}"


def change(number: int, one: str, many: str) -> str:
    """Return a signed number with its unit: `+1 point`, `-2 points`."""
    return f"{number:+d} {one if abs(number) == 1 else many}"
