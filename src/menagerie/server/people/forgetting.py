"""A table as it is told since somebody there is gone: without the name, in its log and record too.

Events are a chain in which nothing can be changed without a trace, so the name is taken out where they are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

import msgspec

from menagerie.server import rows
from menagerie.server.database import Database
from menagerie.server.people.names import SOMEBODY
from menagerie.server.store import TableEvent

_TOLD: Final = ("sit", "leave", "note", "hand", "ask")
"""The kinds of events that hold sentences with names."""


def without_names(events: list[TableEvent], database: Database) -> list[TableEvent]:
    """The same events without the names of people who are gone."""
    seated = [event for event in events if event.kind == rows.SEATED]
    held = {seat.guest for event in seated for seat in rows.read_seats(event)} - {None}
    people = database.people_now([str(guest) for guest in held])
    gone = {guest for guest, now in people.items() if now.gone}
    if not gone:
        return events
    names = {seat.name for event in seated for seat in rows.read_seats(event) if seat.guest in gone}
    return [_without(event, gone, names - {SOMEBODY, ""}) for event in events]


def _without(event: TableEvent, gone: set[str], names: Iterable[str]) -> TableEvent:
    if event.kind == rows.SEATED:
        seats = [
            msgspec.structs.replace(seat, name=SOMEBODY) if seat.guest in gone else seat
            for seat in rows.read_seats(event)
        ]
        return msgspec.structs.replace(event, data=rows.seated_data(seats))
    if event.kind not in _TOLD:
        return event
    data = event.data
    for name in sorted(names, key=len, reverse=True):
        # In sentences as they are, in JSON as that writes them.
        for written in {name, json.dumps(name)[1:-1]}:
            data = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", SOMEBODY, data)
    return msgspec.structs.replace(event, data=data)
