"""What happened, told in sentences: the log of the table, the terminal and the analysis."""

from collections.abc import Sequence

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
