"""Events of the game itself: decisions, undo, and redeals of hidden information."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from menagerie.core.seats import counted
from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent

if TYPE_CHECKING:
    from menagerie.server.table.clocks import Clocks
    from menagerie.server.table.table import Table


class Decision(EventContent, frozen=True, gc=False):
    """A decision in the game. `Table.apply` plays it before it applies this content."""

    is_decision: ClassVar[bool] = True
    decision: str
    """Its notation."""

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        clocks.decided(event)


class Played(Decision, frozen=True, gc=False):
    """A seat decides."""

    kind: ClassVar[str] = "play"

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(data)

    def data(self) -> str:
        return self.decision


class OrderPlayed(Decision, frozen=True, gc=False):
    """A standing order decides for the seat that gave it."""

    kind: ClassVar[str] = "ordered"
    order: str

    @classmethod
    def read(cls, data: str) -> Self:
        """Return the decision and the order: its id stands first, then the decision."""
        order, _, decision = data.partition(" ")
        return cls(decision, order)

    def data(self) -> str:
        return f"{self.order} {self.decision}"

    def apply(self, table: Table, event: TableEvent) -> None:
        assert event.seat is not None
        given = table.orders.find(event.seat, self.order)
        if given is not None:
            table.orders.played[table.n] = given


class Undone(EventContent, frozen=True, gc=False):
    """The table goes back to an earlier moment."""

    kind: ClassVar[str] = "undo"
    to: int
    """The number of decisions that remain."""

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(int(data))

    def data(self) -> str:
        return str(self.to)

    def apply(self, table: Table, event: TableEvent) -> None:
        count = table.n - self.to
        table.go_back(self.to, event)
        undone = counted(count, "decision", "decisions")
        by_all = f"{counted(count, 'decision is', 'decisions are')} undone."
        table.add_log_line(event, by_all if event.seat is None else f"{table.names[event.seat]} undoes {undone}.")

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        clocks.go_back(self.to)


class Redealt(EventContent, frozen=True, gc=False):
    """Hidden information is dealt again, and chance comes from another seed from then on."""

    kind: ClassVar[str] = "anew"
    seed: int
    tables: tuple[str, ...] = ()
    """The continued table and its unfinished predecessors."""

    def apply(self, table: Table, event: TableEvent) -> None:
        table.redeal(self.seed, self.tables)
        table.add_log_line(event, "Hidden information is redealt.")
