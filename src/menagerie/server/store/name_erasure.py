"""A table without the names of people who are gone: as it is told, and as it is stored.

Whoever reads a table leaves them out. Whoever owns it also stores its events anew without them, with new links, and an
event that says so (`rows.ERASED`): then no name is left, and the chain is whole.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import select

from menagerie.server.base.names import SOMEBODY
from menagerie.server.store import hash_chain, table_rows
from menagerie.server.store.database import Database
from menagerie.server.store.events import Change, TableEvent
from menagerie.server.store.guests import Standing, people_now
from menagerie.server.store.schema.tables import EVENT_ROWS
from menagerie.server.store.seats import Seat

NAMING: Final = (table_rows.SEATED, "ask", "again", table_rows.DECLINED)
"""The kinds of events that say who is called how; what others tell was said of these people."""
_SENTENCES: Final = ("sit", "leave", "note", table_rows.RETOLD)
_NO_REVIEW: Final = "DELETE FROM reviews WHERE table_id = ?"
_WRITE: Final = "UPDATE events SET data = ?, link = ? WHERE table_id = ? AND seq = ?"


def named_at(database: Database, guest: str) -> list[str]:
    """The tables whose events say what somebody is called, or did before the name was taken out: all are looked at."""
    named = EVENT_ROWS.c.kind.in_(NAMING) & EVENT_ROWS.c.data.contains(guest, autoescape=True)
    with database.engine.connect() as connection:
        return list(connection.execute(select(EVENT_ROWS.c.table_id).where(named).distinct()).scalars())


def named(events: Iterable[TableEvent]) -> set[str]:
    """Everybody who is named at a table, or was."""
    return set(_called(events))


def without_names(events: list[TableEvent], people: dict[str, Standing]) -> list[TableEvent]:
    """The same events without the names of those of these people who are gone; the very same if there are none."""
    called = _called(events)
    gone = {guest for guest in called if guest in people and people[guest].gone}
    names = {name for guest in gone for name in called[guest]} - {SOMEBODY, ""}
    return [_without(event, gone, names) for event in events] if names else events


def erased(events: list[TableEvent], database: Database, last: TableEvent) -> list[Change]:
    """The statements by which the names are gone from what is stored, together with the event that comes `last`. A
    review is made anew when somebody wants it."""
    people = people_now(database, named(events))
    return [(_NO_REVIEW, (last.table,)), *_rewritten(events, [*without_names(events, people), last])]


def _rewritten(before: Sequence[TableEvent], after: Sequence[TableEvent]) -> Iterator[Change]:
    link, is_other = "", False
    for number, event in enumerate(after):
        link = hash_chain.link(link, event)
        is_other = is_other or number == len(before) or event is not before[number]
        if is_other:
            yield _WRITE, (event.data, link, event.table, event.seq)


def _called(events: Iterable[TableEvent]) -> dict[str, set[str]]:
    """What everybody was called who is named at a table."""
    called: dict[str, set[str]] = defaultdict(set)
    for event in events:
        for guest, name in _named(event) if event.kind in NAMING else ():
            called[guest].add(name)
    return called


def _named(event: TableEvent) -> list[tuple[str, str]]:
    if event.kind == table_rows.DECLINED:
        guest, name = json.loads(event.data)
        return [(guest, name)]
    if event.kind == "ask":
        asked = json.loads(event.data)
        return [(asked["by"], asked["name"])]
    seats = table_rows.read_seats(event) if event.kind == table_rows.SEATED else _seats_again(event)
    return [(seat.guest, seat.name) for seat in seats if seat.guest is not None]


def _seats_again(event: TableEvent) -> list[Seat]:
    """Who is asked to play again."""
    return msgspec.convert(json.loads(event.data).get("seats", []), list[Seat])


def _without(event: TableEvent, gone: set[str], names: set[str]) -> TableEvent:
    data = _data_without(event, gone, names)
    return event if data == event.data else msgspec.structs.replace(event, data=data)


def _data_without(event: TableEvent, gone: set[str], names: set[str]) -> str:
    """What an event holds, with `somebody` where a name of theirs was; all else stays as it is written."""
    if event.kind == table_rows.SEATED:
        return table_rows.seated_data(_seats_without(table_rows.read_seats(event), gone))
    if event.kind in _SENTENCES:
        return _sentence(event.data, names)
    if event.kind == table_rows.STATUS:
        status, result = table_rows.read_status(event)
        return event.data if result is None else table_rows.status_data(status, _sentence(result, names))
    if event.kind not in ("ask", "hand", "again", table_rows.DECLINED):
        return event.data
    held: Any = json.loads(event.data)
    if event.kind == "ask" and held["by"] in gone:
        held["name"] = SOMEBODY
    elif event.kind == "hand":
        held[2] = _sentence(held[2], names)
    elif event.kind == table_rows.DECLINED and held[0] in gone:
        held[1] = SOMEBODY
    elif event.kind == "again":
        held["by"] = SOMEBODY if held.get("by") in names else held.get("by", "")
        held["seats"] = msgspec.to_builtins(_seats_without(_seats_again(event), gone))
    return event.data if held == json.loads(event.data) else json.dumps(held)


def _seats_without(seats: Sequence[Seat], gone: set[str]) -> list[Seat]:
    return [msgspec.structs.replace(seat, name=SOMEBODY) if seat.guest in gone else seat for seat in seats]


def _sentence(told: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        told = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, told)
    return told
