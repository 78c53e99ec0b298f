"""Events: what happened, in sentences for the log at the table, in the terminal and in analysis."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from menagerie.core.seats import LETTERS


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """Something that happened in a game, as a typed value."""

    __slots__ = ()

    def tell(self, names: Sequence[str]) -> str:
        """Return a sentence about it. `names` are the players' names by seat."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.tell(LETTERS)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatEvent(Event):
    """Something that a seat did, without further details."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class GameEnded(Event):
    """The game is over, with these points by seat. A title whose games end differently has its own class."""

    __slots__ = ("remark", "scores")

    def __init__(self, scores: tuple[int, ...], remark: str = "") -> None:
        self.scores: Final = scores
        self.remark: Final = remark
        """A remark about the points, or empty."""

    def tell(self, names: Sequence[str]) -> str:
        points = ", ".join([f"{names[seat]} {score}" for seat, score in enumerate(self.scores)])
        return f"Game over: {points}{f' ({self.remark})' if self.remark else ''}."
