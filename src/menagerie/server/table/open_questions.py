"""What the people at a table are asked, and who wants to talk before the team's turn ends."""

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
    """Something that needs the agreement of the others."""

    number: int
    """What the table's `number` was when it was asked: answers refer to it."""
    asked: Asked
    agreed: list[str]
    """The guests who have agreed, or need not."""


class OverdueSeat(msgspec.Struct):
    """A player's time ran out, and the others are asked what is to become of the seat."""

    number: int
    """What the table's `number` was when it ran out: votes refer to it."""
    votes: dict[str, str] = {}
    """What each guest has answered: wait, bot or lost."""


class OpenQuestions:
    """What waits for people's answers at one table."""

    def __init__(self) -> None:
        self.ask: OpenQuestion | None = None
        self.overdue: dict[int, OverdueSeat] = {}
        """The seats whose time ran out, and about which the others are asked."""
        self.hands: list[str] = []
        """The guests who want to talk, the first one first; see `raised`."""

    def decided(self, seat: int) -> None:
        """Drop what was asked before a seat decided."""
        self.overdue.pop(seat, None)
        self.ask = None

    def forget_past(self) -> None:
        """Drop what was asked about decisions that were undone."""
        self.ask = None
        self.overdue.clear()

    def forget(self) -> None:
        """Drop everything: the game is over."""
        self.forget_past()
        self.hands = []

    def silent(self, table: Table) -> set[str]:
        """Return the guests who are asked something and have not answered. All to whom a seat belongs are asked about
        what was played; whether a bot sits down is up to those who sit here."""
        if self.ask is None:
            return set()
        # Those whose bot plays to the end have no say in it any more.
        owners = {guest for guest in table.owners() if table.held_by(guest) or table.claims(guest)}
        asked = owners if self.ask.asked.what == UNDO else table.people()
        return asked - {self.ask.asked.by} - set(self.ask.agreed)

    def waiting(self, table: Table) -> list[int]:
        """Return the seats of the people whose answer is awaited: one for each, their own if they have one."""
        owned = [[seat for seat in table.seats if seat.guest == guest] for guest in self.silent(table)]
        return sorted([min(seats, key=lambda seat: (seat.kind != "person", seat.seat)).seat for seats in owned])

    def raised(self, table: Table) -> dict[str, int]:
        """Return the guests who want to talk, and a seat of each; a hand counts only while its guest sits here."""
        return {guest: held[0] for guest in self.hands if table.talks and (held := table.held_by(guest))}
