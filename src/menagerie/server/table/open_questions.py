"""Keep the open requests of a table, and who wants to talk before the team's turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from menagerie.server.table.event_kinds.questions import Asked
    from menagerie.server.table.table import Table

UNDO: Final = "undo"
TAKEOVER: Final = "takeover"
SIT: Final = "sit"


class OpenQuestion(msgspec.Struct):
    """A request that needs the agreement of the others."""

    number: int
    """The table's `number` when it was made, which answers refer to."""
    asked: Asked
    agreed: list[str]
    """The guests who have agreed, or need not."""


class OverdueSeat(msgspec.Struct):
    """A seat whose time ran out and that the others vote on."""

    number: int
    """The table's `number` when time ran out, which votes refer to."""
    votes: dict[str, str] = {}
    """Each guest's vote: `wait`, `bot` or `lost`."""


class OpenQuestions:
    """Everything at one table that waits for people's answers."""

    def __init__(self) -> None:
        self.ask: OpenQuestion | None = None
        self.overdue: dict[int, OverdueSeat] = {}
        """The seats whose time ran out and that the others vote on."""
        self.hands: list[str] = []
        """The guests who want to talk, in order; see `raised`."""

    def decided(self, seat: int) -> None:
        """Drop requests from before a seat's decision."""
        self.overdue.pop(seat, None)
        self.ask = None

    def forget_past(self) -> None:
        """Drop requests about undone decisions."""
        self.ask = None
        self.overdue.clear()

    def forget(self) -> None:
        """Drop everything when the game ends."""
        self.forget_past()
        self.hands = []

    def silent(self, table: Table) -> set[str]:
        """Return the guests who haven't answered yet. All owners of seats answer about undo; only those who sit here
        answer about bots."""
        if self.ask is None:
            return set()
        # Players whose bot finishes the game have no say in it.
        owners = {guest for guest in table.owners() if table.held_by(guest) or table.claims(guest)}
        asked = owners if self.ask.asked.what == UNDO else table.people()
        return asked - {self.ask.asked.by} - set(self.ask.agreed)

    def waiting(self, table: Table) -> list[int]:
        """Return the seats of the people whose answer is awaited: one each, their own if they have one."""
        owned = [[seat for seat in table.seats if seat.guest == guest] for guest in self.silent(table)]
        return sorted([min(seats, key=lambda seat: (seat.kind != "person", seat.seat)).seat for seats in owned])

    def raised(self, table: Table) -> dict[str, int]:
        """Return the guests who want to talk, each with a seat. A hand counts only while its guest sits here."""
        return {guest: held[0] for guest in self.hands if table.talks and (held := table.held_by(guest))}
