"""Seats: numbers for programs, letters for people."""

from typing import Final

LETTERS: Final = ("A", "B", "C", "D", "E")
"""The seats' letters, in the order of the seats."""

SEATS: Final = tuple((seat,) for seat in range(len(LETTERS)))
"""For every seat the tuple that says: this seat alone may act."""


def letters_of(seats: tuple[int, ...]) -> str:
    """`A, B and C`."""
    names = [LETTERS[seat] for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
