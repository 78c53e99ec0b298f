"""A table without the names of people who are gone: as it is told, and as it is stored.

Whoever reads a table leaves them out. Whoever owns it also stores its events anew without them, with new links, and an
event that says so (`event_kinds.people.NamesErased`): then no name is left, and the chain is whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from sqlalchemy import select

from menagerie.server.base.names import SOMEBODY
from menagerie.server.store import hash_chain
from menagerie.server.store.database import Database
from menagerie.server.store.event_content import Erasure
from menagerie.server.store.events import Change, TableEvent
from menagerie.server.store.guests import Standing, people_now
from menagerie.server.store.schema.tables import EVENT_ROWS
from menagerie.server.table import event_kinds

_NO_REVIEW: Final = "DELETE FROM reviews WHERE table_id = ?"
_WRITE: Final = "UPDATE events SET data = ?, link = ? WHERE table_id = ? AND seq = ?"


def named_at(database: Database, guest: str) -> list[str]:
    """The tables whose events say what somebody is called, or did before the name was taken out: all are looked at."""
    named = EVENT_ROWS.c.kind.in_(event_kinds.naming()) & EVENT_ROWS.c.data.contains(guest, autoescape=True)
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
    return [_without(event, Erasure(gone, names)) for event in events] if names else events


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
        for guest, name in event_kinds.read(event).named():
            called[guest].add(name)
    return called


def _without(event: TableEvent, erasure: Erasure) -> TableEvent:
    """An event with `somebody` where a name of theirs was; one that names none of them stays as it is written."""
    content = event_kinds.read(event)
    left = content.without_names(erasure)
    return event if left == content else msgspec.structs.replace(event, data=left.data())
