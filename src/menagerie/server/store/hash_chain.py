"""Chain a table's events: each is stored with a link, made of the previous link and the event itself.

Changing, removing, adding or swapping events breaks the chain. How a link is made never changes: it is the BLAKE2b
hash, 16 bytes in hexadecimal, of the previous link (nothing for the first event) and a line feed, followed by the JSON
array of the event's table, seq, kind, seat, data, at, to_act and key, without spaces and in ASCII."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from json.encoder import encode_basestring_ascii as quoted
from typing import Any, Final

from menagerie.server.store.events import Conflict, Damaged, TableEvent

BEGINNING: Final = (0, "")
"""The number and link before the first event."""
REMEMBERED: Final = 20_000

Head = tuple[int, str]
"""The number and link of a table's last event."""


def link(previous: str, event: TableEvent) -> str:
    """Return the link of an event."""
    e = event
    seat, key = "null" if e.seat is None else repr(e.seat), "null" if e.key is None else quoted(e.key)
    # The same text as from the JSON encoder, which takes three times as long because it is rebuilt for every call.
    told = f"[{quoted(e.table)},{e.seq!r},{quoted(e.kind)},{seat},{quoted(e.data)},{e.at!r},{quoted(e.to_act)},{key}]"
    return blake2b(f"{previous}\n{told}".encode(), digest_size=16).hexdigest()


def verified(table: str, rows: Iterable[Sequence[Any]]) -> list[TableEvent]:
    """Return the events in rows that end with their links; raise Damaged at the first that isn't as written."""
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
    """The last links of recently written tables. Others are looked up."""

    def __init__(self, look_up: Callable[[str], Head]) -> None:
        self._look_up = look_up
        self._heads: dict[str, tuple[int, Head]] = {}
        """With the epoch in which each was written, since another process may have continued."""

    def lengthen(self, events: Sequence[TableEvent], epoch: int = 0) -> list[str]:
        """Return the links of a table's next events; raise Conflict if their numbers aren't the next ones."""
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
        """Forget the last link after a failed write."""
        self._heads.pop(table, None)
