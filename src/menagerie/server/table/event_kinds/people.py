"""What is told about people who come and go. Who sits where is said by `table_rows.Seated`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from menagerie.server.base.names import SOMEBODY
from menagerie.server.store.event_content import Erasure, EventContent
from menagerie.server.store.events import TableEvent
from menagerie.server.table.event_kinds.talk import Noted

if TYPE_CHECKING:
    from menagerie.server.table.table import Table


class Sat(Noted, frozen=True, gc=False):
    """Someone sits down, or a bot does, while the game goes on."""

    kind: ClassVar[str] = "sit"

    def apply(self, table: Table, event: TableEvent) -> None:
        """Say so; what was asked was asked of others."""
        super().apply(table, event)
        table.questions.ask = None


class Left(Noted, frozen=True, gc=False):
    """Someone leaves."""

    kind: ClassVar[str] = "leave"

    def apply(self, table: Table, event: TableEvent) -> None:
        """Say so; what was asked was asked of others."""
        super().apply(table, event)
        table.questions.ask = None


class Declined(EventContent, frozen=True, gc=False, array_like=True):
    """Someone to whom a seat was offered does not come."""

    kind: ClassVar[str] = "declined"
    says_names: ClassVar[bool] = True
    guest: str
    name: str

    def apply(self, table: Table, event: TableEvent) -> None:
        table.tell(event, f"{self.name} does not come this time.")

    def named(self) -> list[tuple[str, str]]:
        return [(self.guest, self.name)]

    def without_names(self, erasure: Erasure) -> Declined:
        return msgspec.structs.replace(self, name=SOMEBODY) if self.guest in erasure.guests else self


class NamesErased(EventContent, frozen=True, gc=False):
    """The names of people who are gone were taken out of the events before: see `name_erasure`."""

    kind: ClassVar[str] = "erased"

    @classmethod
    def read(cls, data: str) -> NamesErased:
        """Return it; there is nothing more to it."""
        return cls()

    def data(self) -> str:
        return ""
