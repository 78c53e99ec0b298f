"""Events of talk at a table, by people and by the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from menagerie.server.store.event_content import Erasure, EventContent, Sentence
from menagerie.server.store.events import TableEvent

if TYPE_CHECKING:
    from menagerie.server.table.table import Table


class Noted(Sentence, frozen=True, gc=False):
    """A note for the log."""

    kind: ClassVar[str] = "note"

    def apply(self, table: Table, event: TableEvent) -> None:
        table.add_log_line(event, self.sentence)
        if table.n == 0:
            table.since = event.at


class HandMoved(EventContent, frozen=True, gc=False, array_like=True):
    """A player wants the team to talk before its turn ends, or no longer does."""

    kind: ClassVar[str] = "hand"
    guest: str
    is_up: bool
    sentence: str

    def apply(self, table: Table, event: TableEvent) -> None:
        hands = [other for other in table.questions.hands if other != self.guest]
        table.questions.hands = [*hands, self.guest] if self.is_up else hands
        table.add_log_line(event, self.sentence)

    def without_names(self, erasure: Erasure) -> Self:
        return msgspec.structs.replace(self, sentence=erasure.sentence(self.sentence))


class CoachRead(EventContent, frozen=True, gc=False):
    """The learner has read what the coach says."""

    kind: ClassVar[str] = "read"
    step: int

    @classmethod
    def read(cls, data: str) -> Self:
        """Return the number of the step, which is all of the data."""
        return cls(int(data))

    def data(self) -> str:
        return str(self.step)

    def apply(self, table: Table, event: TableEvent) -> None:
        if table.coach is not None:
            table.coach.read(self.step)
