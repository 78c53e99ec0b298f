"""Events of people who come and go. `table_rows.Seated` has the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from menagerie.server.base.names import ERASED_NAME
from menagerie.server.store.event_content import Erasure, EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.table.event_kinds.talk import Noted

if TYPE_CHECKING:
    from menagerie.server.table.table import Table


class Sat(Noted, frozen=True, gc=False):
    """Someone sits down, or a bot does, during the game."""

    kind: ClassVar[str] = "sit"

    def apply(self, table: Table, event: TableEvent) -> None:
        """Log it, and drop open requests, which were put to other people."""
        super().apply(table, event)
        table.questions.ask = None


class Left(Noted, frozen=True, gc=False):
    """Someone leaves."""

    kind: ClassVar[str] = "leave"

    def apply(self, table: Table, event: TableEvent) -> None:
        """Log it, and drop open requests, which were put to other people."""
        super().apply(table, event)
        table.questions.ask = None


class Declined(EventContent, frozen=True, gc=False, array_like=True):
    """Someone declines an invitation."""

    kind: ClassVar[str] = "declined"
    says_names: ClassVar[bool] = True
    guest: str
    name: str

    def apply(self, table: Table, event: TableEvent) -> None:
        table.add_log_line(event, f"{self.name} declines the invitation.")

    def named(self) -> list[tuple[str, str]]:
        return [(self.guest, self.name)]

    def without_names(self, erasure: Erasure) -> Declined:
        return msgspec.structs.replace(self, name=ERASED_NAME) if self.guest in erasure.guests else self


class NamesErased(EventContent, frozen=True, gc=False):
    """The names of deleted people were removed from earlier events: see `name_erasure`."""

    kind: ClassVar[str] = "erased"

    @classmethod
    def read(cls, data: str) -> NamesErased:
        """Return the event, which has no data."""
        return cls()

    def data(self) -> str:
        return ""
