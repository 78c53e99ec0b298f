"""What a table holds beside its game: lines of the log, new deals, questions to the others, the game that follows."""

from __future__ import annotations

import json
from typing import NamedTuple

import msgspec

from menagerie.core.event import Event
from menagerie.core.seats import LETTERS, listed
from menagerie.server.protocol.outgoing.table import Rematch
from menagerie.server.store.seats import Seat


class Told(NamedTuple):
    """An event, and the part of the game in which it happened."""

    event: Event
    chapter: str


class Deal(msgspec.Struct, frozen=True):
    """A new deal: from there on all that an onlooker did not know, and chance, comes from a seed of its own."""

    n: int
    """After so many decisions."""
    seed: int
    tables: tuple[str, ...] = ()
    """The table that was continued, and those before it that were not over. Until all are, their seeds are secret."""

    def data(self) -> str:
        """What its event holds."""
        return json.dumps({"seed": self.seed, "tables": self.tables})


class Successor(msgspec.Struct, frozen=True):
    """The table at which those who sat here play again."""

    table: str
    link: str
    guests: tuple[str, ...]
    """Who has a seat there already; the others are invited by the link."""
    by: str = ""
    """Who asked for it."""
    seats: tuple[Seat, ...] = ()
    """Who is asked to come, and to which seats there."""
    rotates: bool = False
    """Whether who sat first sits last."""
    without: tuple[str, ...] = ()
    """Who sat here and is not meant: they do not hear of it."""

    def address_for(self, guest: str) -> str | None:
        """Where somebody who sat here goes."""
        if guest in self.without:
            return None
        return f"/table/{self.table}" if guest in self.guests else f"/join/{self.link}"

    def question_for(self, guest: str) -> Rematch | None:
        """Return what somebody is asked who sat here, and about which table; None if nobody asks them."""
        mine = [seat.seat for seat in self.seats if seat.guest == guest]
        if not mine:
            return None
        where = f"you sit at {listed(mine, LETTERS)}"
        sentence = f"{self.by} wants a rematch: {'seats rotate, ' if self.rotates else ''}{where}. Join or not?"
        return Rematch(sentence=sentence, table=self.table)


class Imported(msgspec.Struct, frozen=True):
    """What the record of a game that was played elsewhere says of that: this server has promised nothing about it."""

    source: str = ""
    """The program, and the game's id there."""
    started: str = ""
    commitment: str = ""
    salt: str = ""


class Ask(msgspec.Struct):
    """Something that needs the agreement of the other people at the table."""

    number: int
    """What the table's `number` was when it was asked: what answers name it by."""
    what: str
    """undo, takeover, or sit: to play on where a bot goes on for somebody who has left."""
    by: str
    """The guest who asks."""
    name: str
    to: int | None = None
    seat: int | None = None
    agreed: list[str] = []
    """The guests who have agreed, or need not: about a bot, who is away."""


class Overdue(msgspec.Struct):
    """Somebody's time ran out, and the others are asked what is to become of it."""

    number: int
    """What the table's `number` was when it ran out: what answers name it by."""
    votes: dict[str, str] = {}
    """What each guest has answered: wait, bot or lost."""
