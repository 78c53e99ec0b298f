"""Events of requests to the players, and of their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from menagerie.server.base.names import ERASED_NAME
from menagerie.server.store.event_content import Erasure, EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.table.open_questions import UNDO, OpenQuestion

if TYPE_CHECKING:
    from menagerie.server.table.clocks import Clocks
    from menagerie.server.table.table import Table


class Asked(EventContent, frozen=True, gc=False):
    """A player asks for something that needs the agreement of the others."""

    kind: ClassVar[str] = "ask"
    says_names: ClassVar[bool] = True
    what: str
    """`undo`, `takeover`, or `sit`: to take a seat where a bot stands in for a player who left."""
    by: str
    """The guest who asks."""
    name: str
    to: int | None = None
    """The moment to go back to."""
    seat: int | None = None
    """The seat in question."""
    agreed: tuple[str, ...] = ()
    """The guests who need not answer: for a bot, those who are away."""

    def apply(self, table: Table, event: TableEvent) -> None:
        table.questions.ask = OpenQuestion(table.number, self, list(self.agreed))

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        """Remember which undo was asked for: if all agree, it gives time back."""
        clocks.undo_asked = self.to if self.what == UNDO else None

    def named(self) -> list[tuple[str, str]]:
        return [(self.by, self.name)]

    def without_names(self, erasure: Erasure) -> Asked:
        return msgspec.structs.replace(self, name=ERASED_NAME) if self.by in erasure.guests else self


class Answered(EventContent, frozen=True, gc=False, array_like=True):
    """A player agrees to a request, or declines it."""

    kind: ClassVar[str] = "answer"
    guest: str
    agrees: bool

    def apply(self, table: Table, event: TableEvent) -> None:
        """Count the agreement; a refusal closes the request."""
        if table.questions.ask is None:
            return
        if self.agrees:
            table.questions.ask.agreed.append(self.guest)
            return
        who = "Someone" if event.seat is None else table.names[event.seat]
        table.add_log_line(event, f"{who} declines.")
        table.questions.ask = None

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        if not self.agrees:
            clocks.undo_asked = None


class Voted(EventContent, frozen=True, gc=False, array_like=True):
    """A player votes on a seat whose time ran out."""

    kind: ClassVar[str] = "vote"
    guest: str
    seat: int
    choice: str
    """`wait`, `bot` or `lost`."""

    def apply(self, table: Table, event: TableEvent) -> None:
        if self.seat in table.questions.overdue:
            table.questions.overdue[self.seat].votes[self.guest] = self.choice
