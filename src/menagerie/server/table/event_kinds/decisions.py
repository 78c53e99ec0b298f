"""What happens to the game itself: decisions, undo, and a new deal of what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent

if TYPE_CHECKING:
    from menagerie.server.table.clocks import Clocks
    from menagerie.server.table.table import Table


class Decision(EventContent, frozen=True, gc=False):
    """A decision in the game. The table carries it out itself (`Table.apply`), before it applies what is said here."""

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
    """After how many decisions that is."""

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(int(data))

    def data(self) -> str:
        return str(self.to)

    def apply(self, table: Table, event: TableEvent) -> None:
        count = table.n - self.to
        table.go_back(self.to, event)
        who = "Somebody" if event.seat is None else table.names[event.seat]
        what = "a decision" if count == 1 else f"{count} decisions"
        table.tell(event, f"{who} takes back {what}.")

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        clocks.go_back(self.to)


class Redealt(EventContent, frozen=True, gc=False):
    """All that is hidden is dealt again, and chance comes from another seed from then on."""

    kind: ClassVar[str] = "anew"
    seed: int
    tables: tuple[str, ...] = ()
    """The table that was continued, and those before it that were not over."""

    def apply(self, table: Table, event: TableEvent) -> None:
        table.redeal(self.seed, self.tables)
        table.tell(event, "What is hidden is dealt anew.")
