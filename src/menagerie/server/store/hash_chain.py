"""The chain over a table's events: each is stored with a link, made of the link before it and of the event itself.

Whoever changes, removes, adds or swaps events leaves links that do not fit. How a link is made never changes: it is the
BLAKE2b hash, 16 bytes in hexadecimal, of the link before (nothing for the first event) and a line feed, followed by the
JSON array of the event's table, seq, kind, seat, data, at, to_act and key, without spaces and in ASCII.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, Final

from menagerie.server.store.events import Conflict, Damaged, TableEvent

BEGINNING: Final = (0, "")
"""The number and the link before the first event."""
REMEMBERED: Final = 20_000

Head = tuple[int, str]
"""The number and the link of a table's last event."""


def link(previous: str, event: TableEvent) -> str:
    """The link of an event."""
    e = event
    seat, key = "null" if e.seat is None else repr(e.seat), "null" if e.key is None else quoted(e.key)
    # As the JSON encoder writes it, at a third of the price: it is made anew for every call.
    told = f"[{quoted(e.table)},{e.seq!r},{quoted(e.kind)},{seat},{quoted(e.data)},{e.at!r},{quoted(e.to_act)},{key}]"
    return blake2b(f"{previous}\n{told}".encode(), digest_size=16).hexdigest()


def verified(table: str, rows: Iterable[Sequence[Any]]) -> list[TableEvent]:
    """The events in rows that end with their links; raises Damaged at the first that is not as it was written."""
    events: list[TableEvent] = []
    previous = ""
    for number, (*values, stored) in enumerate(rows, start=1):
        event = TableEvent(*values)
        try:
            previous = link(previous, event)
        except (TypeError, ValueError):  # not even text and numbers
            previous = ""
        if event.seq != number or stored != previous:
            raise Damaged(table, f"event {number} is not as it was written")
        events.append(event)
    return events


class Heads:
    """The last links of the tables that were written to lately; others are looked up."""

    def __init__(self, look_up: Callable[[str], Head]) -> None:
        self._look_up = look_up
        self._heads: dict[str, tuple[int, Head]] = {}
        """With the epoch in which each was written: another process may have gone on since."""

    def lengthen(self, events: Sequence[TableEvent], epoch: int = 0) -> list[str]:
        """The links of events that come next at a table; raises Conflict if their numbers are not the next ones."""
        table = events[0].table
        written, head = self._heads.pop(table, (epoch - 1, BEGINNING))
        seq, previous = head if written == epoch else self._look_up(table)
        links: list[str] = []
        for event in events:
            seq += 1
            if event.seq != seq:
                raise Conflict
            previous = link(previous, event)
            links.append(previous)
        self._heads[table] = epoch, (seq, previous)
        if len(self._heads) > REMEMBERED:
            del self._heads[next(iter(self._heads))]
        return links

    def forget(self, table: str) -> None:
        """What was to come next at a table was not stored after all."""
        self._heads.pop(table, None)
