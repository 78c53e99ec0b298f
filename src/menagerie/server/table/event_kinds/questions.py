"""What people are asked at a table, and what they answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from menagerie.server.base.names import SOMEBODY
from menagerie.server.store.event_content import Erasure, EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.table.open_questions import UNDO, OpenQuestion

if TYPE_CHECKING:
    from menagerie.server.table.clocks import Clocks
    from menagerie.server.table.table import Table


class Asked(EventContent, frozen=True, gc=False):
    """Someone asks for what needs the agreement of the other people at the table."""

    kind: ClassVar[str] = "ask"
    says_names: ClassVar[bool] = True
    what: str
    """undo, takeover, or sit: to play at a seat where a bot stands in for someone who has left."""
    by: str
    """The guest who asks."""
    name: str
    to: int | None = None
    """The moment to go back to."""
    seat: int | None = None
    """The seat that it is about."""
    agreed: tuple[str, ...] = ()
    """The guests who need not be asked: about a bot, those who are away."""

    def apply(self, table: Table, event: TableEvent) -> None:
        table.questions.ask = OpenQuestion(table.number, self, list(self.agreed))

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        """Remember which undo was asked for: if all agree, it gives time back."""
        clocks.undo_asked = self.to if self.what == UNDO else None

    def named(self) -> list[tuple[str, str]]:
        return [(self.by, self.name)]

    def without_names(self, erasure: Erasure) -> Asked:
        return msgspec.structs.replace(self, name=SOMEBODY) if self.by in erasure.guests else self


class Answered(EventContent, frozen=True, gc=False, array_like=True):
    """Someone agrees to what is asked, or does not."""

    kind: ClassVar[str] = "answer"
    guest: str
    agrees: bool

    def apply(self, table: Table, event: TableEvent) -> None:
        """Count the agreement; a refusal ends the question."""
        if table.questions.ask is None:
            return
        if self.agrees:
            table.questions.ask.agreed.append(self.guest)
            return
        who = "Somebody" if event.seat is None else table.names[event.seat]
        table.tell(event, f"{who} does not agree.")
        table.questions.ask = None

    def apply_to_clocks(self, clocks: Clocks, event: TableEvent) -> None:
        if not self.agrees:
            clocks.undo_asked = None


class Voted(EventContent, frozen=True, gc=False, array_like=True):
    """Someone says what is to become of a seat whose time ran out."""

    kind: ClassVar[str] = "vote"
    guest: str
    seat: int
    choice: str
    """wait, bot or lost."""

    def apply(self, table: Table, event: TableEvent) -> None:
        if self.seat in table.questions.overdue:
            table.questions.overdue[self.seat].votes[self.guest] = self.choice
