"""Remove the names of deleted people from a table, both as shown and as stored.

Every reader of the table leaves them out. Its owner also rewrites the stored events with new links and adds an event
about it (`event_kinds.people.NamesErased`). Then no name remains and the chain is intact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from sqlalchemy import select

from menagerie.server.base.names import ERASED_NAME
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
    """Return the tables whose events name a guest, or did before the name was erased. It reads all of them."""
    named = EVENT_ROWS.c.kind.in_(event_kinds.naming()) & EVENT_ROWS.c.data.contains(guest, autoescape=True)
    with database.engine.connect() as connection:
        return list(connection.execute(select(EVENT_ROWS.c.table_id).where(named).distinct()).scalars())


def named(events: Iterable[TableEvent]) -> set[str]:
    """Return all guests who are or were named at a table."""
    return set(_called(events))


def without_names(events: list[TableEvent], people: dict[str, Standing]) -> list[TableEvent]:
    """Return the events without the names of deleted people; the same list if there are none."""
    called = _called(events)
    gone = {guest for guest in called if guest in people and people[guest].gone}
    names = {name for guest in gone for name in called[guest]} - {ERASED_NAME, ""}
    return [_without(event, Erasure(gone, names)) for event in events] if names else events


def erased(events: list[TableEvent], database: Database, last: TableEvent) -> list[Change]:
    """Return the statements that erase the names from storage, together with the event that comes `last`. Reviews are
    rebuilt on demand."""
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
    """Return every name of each guest named at a table."""
    called: dict[str, set[str]] = defaultdict(set)
    for event in events:
        for guest, name in event_kinds.read(event).named():
            called[guest].add(name)
    return called


def _without(event: TableEvent, erasure: Erasure) -> TableEvent:
    """Return an event with the erased names replaced; unchanged if it has none."""
    content = event_kinds.read(event)
    left = content.without_names(erasure)
    return event if left == content else msgspec.structs.replace(event, data=left.data())
