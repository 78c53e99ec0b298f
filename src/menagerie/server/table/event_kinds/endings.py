"""Events that end a game early, and the rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from menagerie.core.seats import LETTERS, listed
from menagerie.server.base.names import ERASED_NAME
from menagerie.server.protocol.outgoing.table import RematchQuestion
from menagerie.server.store.event_content import Erasure, EventContent, Sentence
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.table import timeout_outcome

if TYPE_CHECKING:
    from menagerie.server.table.table import Table


class Forfeited(EventContent, frozen=True, gc=False):
    """A player left for good or never came, and has lost."""

    kind: ClassVar[str] = "forfeit"
    is_early_end: ClassVar[bool] = True
    why: str
    """`left` or `absent`."""

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(data)

    def data(self) -> str:
        return self.why

    def apply(self, table: Table, event: TableEvent) -> None:
        assert event.seat is not None
        name = table.names[event.seat]
        table.questions.overdue.pop(event.seat, None)
        table.questions.ask = None
        table.lost[event.seat] = self.why
        is_end = timeout_outcome.ends_at_once(table.state, table.seats, table.lost)
        told = timeout_outcome.loss_text(self.why, name, table.stand_in, is_end=is_end)
        table.add_log_line(event, told, in_record=True)


class Aborted(Sentence, frozen=True, gc=False):
    """The game ends without a result. The sentence gives the reason."""

    kind: ClassVar[str] = "aborted"
    is_early_end: ClassVar[bool] = True

    def apply(self, table: Table, event: TableEvent) -> None:
        table.aborted = self.sentence
        table.add_log_line(event, self.sentence)


class Rematch(EventContent, frozen=True, gc=False):
    """A new table where the same players can play again."""

    kind: ClassVar[str] = "again"
    says_names: ClassVar[bool] = True
    table: str
    link: str
    guests: tuple[str, ...]
    """The guests who already have a seat there. The others are invited by the link."""
    by: str = ""
    """The name of the player who asked for it."""
    seats: tuple[Seat, ...] = ()
    """The people who are invited, and their seats there."""
    rotates: bool = False
    """Whether the player who sat first sits last."""
    without: tuple[str, ...] = ()
    """The guests who sat here and aren't invited. They don't learn of it."""

    def data(self) -> str:
        return msgspec.json.encode(self).decode()

    def apply(self, table: Table, event: TableEvent) -> None:
        table.rematch = self

    def address_for(self, guest: str) -> str | None:
        """Return where a player of this table goes."""
        if guest in self.without:
            return None
        return f"/table/{self.table}" if guest in self.guests else f"/join/{self.link}"

    def question_for(self, guest: str) -> RematchQuestion | None:
        """Return the invitation of a player, and its table; None for players who aren't invited."""
        mine = [seat.seat for seat in self.seats if seat.guest == guest]
        if not mine:
            return None
        letters = listed(mine, LETTERS)
        same = f"{self.by} wants a rematch. You'd be in seat {letters}."
        rotated = f"{self.by} wants a rematch with rotated seats. You'd be in seat {letters}."
        return RematchQuestion(sentence=rotated if self.rotates else same, table=self.table)

    def named(self) -> list[tuple[str, str]]:
        return [(seat.guest, seat.name) for seat in self.seats if seat.guest is not None]

    def without_names(self, erasure: Erasure) -> Rematch:
        """Replace the erased names of the host and the invited players."""
        by = ERASED_NAME if self.by in erasure.names else self.by
        return msgspec.structs.replace(self, by=by, seats=tuple(erasure.seats(self.seats)))
