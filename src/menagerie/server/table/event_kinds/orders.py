"""Events of standing orders. Only the seat that gave an order may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from menagerie.server.store.event_content import EventContent
from menagerie.server.store.events import TableEvent

if TYPE_CHECKING:
    from menagerie.server.table.table import Table


class OrderGiven(EventContent, frozen=True, gc=False):
    """A seat gives an order."""

    kind: ClassVar[str] = "order"
    is_private: ClassVar[bool] = True
    order: str
    by: str
    """The guest who gives it, since seats change hands."""

    def apply(self, table: Table, event: TableEvent) -> None:
        assert event.seat is not None
        order = table.game.order(self.order)
        if order is not None:  # otherwise only an older version of the title had it
            table.orders.give(order, event.seat, table.state, self.by)


class OrderWithdrawn(EventContent, frozen=True, gc=False):
    """A seat withdraws an order."""

    kind: ClassVar[str] = "withdraw"
    is_private: ClassVar[bool] = True
    order: str

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(data)

    def data(self) -> str:
        return self.order

    def apply(self, table: Table, event: TableEvent) -> None:
        assert event.seat is not None
        table.orders.withdraw(event.seat, self.order)


class OrderEnded(EventContent, frozen=True, gc=False):
    """An order ends because it no longer applies."""

    kind: ClassVar[str] = "ended"
    is_private: ClassVar[bool] = True
    order: str
    why: str
    """The reason, as a sentence."""

    def apply(self, table: Table, event: TableEvent) -> None:
        """Drop the order, and keep the reason for its seat."""
        assert event.seat is not None
        table.orders.end(event.seat, self.order, table.state.ply, self.why)
