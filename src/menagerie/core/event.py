"""What happened, told in sentences: the log of the table, the terminal and the analysis."""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from menagerie.core.seats import LETTERS


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """Something that happened at the table, as a typed value."""

    __slots__ = ()

    def tell(self, names: Sequence[str]) -> str:
        """One sentence about it; `names` are the players' names by seat."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.tell(LETTERS)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatEvent(Event):
    """Something that a seat did, with nothing more to know about it."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


@final
class GameEnded(Event):
    """The game is over, with these points by seat. A title whose games end otherwise has a class of its own."""

    __slots__ = ("remark", "scores")

    def __init__(self, scores: tuple[int, ...], remark: str = "") -> None:
        self.scores: Final = scores
        self.remark: Final = remark
        """What the points are called, if they are called something."""

    def tell(self, names: Sequence[str]) -> str:
        points = ", ".join([f"{names[seat]} {score}" for seat, score in enumerate(self.scores)])
        return f"The game is over: {points}{f' ({self.remark})' if self.remark else ''}."
