"""What a table was made with, who sits there and how its game stands: events like all else. The rows about it are a
cache of them.

Lists are made from rows. They are brought up to date in the transaction that stores the events, so that no crash comes
in between, and `menagerie check` compares them. A table whose facts are not what its first event tells is not shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from menagerie.server.store.events import Change, Damaged, TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts

MADE: Final = "made"
"""The kind of event that says what a table was made with, seed and options too: its first, but for old tables."""
SEATED: Final = "seated"
"""The kind of event that says who sits at some seats; the first of a table names them all."""
OWNER: Final = "owner"
"""The kind of event that says to whom a table belongs now: who made it as a guest may have an account since."""
STATUS: Final = "status"
"""The kind of event that says how a game stands: playing, over, replay, or removed. Until then it is open."""
DECLINED: Final = "declined"
"""The kind of event that says that somebody does not come to whom a seat was offered: the guest and the name."""
RETOLD: Final = "retold"
"""The kind of event that says how a game that is over ended, in another sentence: without a name, say."""
ERASED: Final = "erased"
"""The kind of event that says that names of people who are gone were taken out of those before: see `name_erasure`."""

_UNASKED: Final = {"research": False, "pace": None, "overtime": "bot", "rated": False, "deal": None, "imported": None}
"""What tables were not asked when they were made, and what holds for them since."""
_SEAT: Final = "UPDATE seats SET kind = ?, guest = ?, name = ?, bot = ? WHERE table_id = ? AND seat = ?"
_OWNER: Final = "UPDATE tables SET owner = ? WHERE id = ?"
_STATUS: Final = "UPDATE tables SET status = ?, result = ? WHERE id = ?"
_RESULT: Final = "UPDATE tables SET result = ? WHERE id = ?"
_OVER: Final = "INSERT INTO uncounted (table_id) VALUES (?) ON CONFLICT DO NOTHING"
"""A game that is over is to be counted: see `ratings`."""
_read_seats: Final = msgspec.json.Decoder(list[Seat]).decode


def made_data(facts: TableFacts) -> str:
    """What the event about the making of a table holds: all facts but its status and how the game ended."""
    return json.dumps(_made_with(facts), sort_keys=True)


def check_made(facts: TableFacts, events: Iterable[TableEvent]) -> None:
    """Raises Damaged if a table was made with something else than its facts say, or belongs to somebody else."""
    made, later = None, {}
    for event in events:
        if event.kind == MADE and made is None:
            made = event.data
        elif event.kind == OWNER:
            later = {"owner": event.data}
    if made is None or _UNASKED | json.loads(made) | later != _made_with(facts):
        raise Damaged(facts.id, "its facts are not what its events tell")


def _made_with(facts: TableFacts) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.structs.asdict(facts)
    for later in ("id", "status", "result"):
        del values[later]
    return values | {"seed": str(facts.seed)}


def seated_data(seats: Sequence[Seat]) -> str:
    """What an event about seats holds."""
    return msgspec.json.encode(seats).decode()


def status_data(status: str, result: str | None = None) -> str:
    """What an event about the status holds: also how the game ended, in a sentence."""
    return json.dumps([status, result])


def read_seats(event: TableEvent) -> list[Seat]:
    """The seats that an event is about."""
    return _read_seats(event.data)


def read_status(event: TableEvent) -> tuple[str, str | None]:
    """The status that an event tells of, and how the game ended."""
    status, result = json.loads(event.data)
    return status, result


def is_end(event: TableEvent) -> bool:
    """Whether a game is over with this event. The first of them counts: older servers wrote another one when a name was
    taken out of the result."""
    return event.kind == STATUS and read_status(event)[0] == "over"


def first_seats(events: Iterable[TableEvent]) -> list[Seat]:
    """Who sat at a table in the beginning, as far as is known: tables from before there were such events have one that
    was written when the database was brought up to date."""
    return next((read_seats(event) for event in events if event.kind == SEATED), [])


def told(events: Iterable[TableEvent]) -> tuple[list[Seat], str, str | None]:
    """What the rows of a table should say: its seats, its status, and how the game ended."""
    seats: dict[int, Seat] = {}
    standing: tuple[str, str | None] = ("open", None)
    for event in events:
        if event.kind == SEATED:
            seats |= {seat.seat: seat for seat in read_seats(event)}
        elif event.kind == STATUS:
            standing = read_status(event)
        elif event.kind == RETOLD:
            standing = (standing[0], event.data)
    return [seats[number] for number in sorted(seats)], *standing


def changes(events: Iterable[TableEvent]) -> Iterator[Change]:
    """The statements that bring the rows up to date."""
    for event in events:
        if event.kind == SEATED:
            for seat in read_seats(event):
                yield _SEAT, (seat.kind, seat.guest, seat.name, seat.bot, event.table, seat.seat)
        elif event.kind == STATUS:
            status, result = read_status(event)
            yield _STATUS, (status, result, event.table)
            if status == "over":
                yield _OVER, (event.table,)
        elif event.kind == RETOLD:
            yield _RESULT, (event.data, event.table)
        elif event.kind == OWNER:
            yield _OWNER, (event.data, event.table)
