"""What a table was made with, who sits there and how its game stands: events like all else. The rows about it are a
cache of them.

Lists are made from rows. They are brought up to date in the transaction that stores the events, so that no crash comes
in between, and `menagerie check` compares them. A table whose facts are not what its first event tells is not shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol, Self

import msgspec

from menagerie.server.store.event_content import Erasure, EventContent, Sentence
from menagerie.server.store.events import Change, Damaged, TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts

_UNASKED: Final = {"research": False, "pace": None, "overtime": "bot", "rated": False, "deal": None, "imported": None}
"""What tables were not asked when they were made, and what holds for them since."""
_SEAT: Final = "UPDATE seats SET kind = ?, guest = ?, name = ?, bot = ? WHERE table_id = ? AND seat = ?"
_OWNER: Final = "UPDATE tables SET owner = ? WHERE id = ?"
_STATUS: Final = "UPDATE tables SET status = ?, result = ? WHERE id = ?"
_RESULT: Final = "UPDATE tables SET result = ? WHERE id = ?"
_read_seats: Final = msgspec.json.Decoder(list[Seat]).decode


class LiveTable(Protocol):
    """What these events change of a table in memory."""

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Let people sit down, leave, or be called otherwise."""

    def set_status(self, status: str) -> None:
        """Begin or end the game."""

    def set_owner(self, guest: str) -> None:
        """Give the table to someone."""


class RowClocks(Protocol):
    """What these events change of its clocks."""

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Let other people sit at some seats."""

    def set_status(self, status: str) -> None:
        """Begin or end the game."""


class Rows:
    """What the rows of a table should say."""

    def __init__(self) -> None:
        self._seats: dict[int, Seat] = {}
        self.status = "open"
        self.result: str | None = None
        """How the game ended, in a sentence."""

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Let other people sit at some seats."""
        self._seats |= {seat.seat: seat for seat in seats}

    @property
    def seats(self) -> list[Seat]:
        """All seats, in order."""
        return [self._seats[number] for number in sorted(self._seats)]


class RowContent(EventContent, frozen=True, gc=False):
    """What an event says that changes rows."""

    def change_rows(self, rows: Rows) -> None:
        """Let the rows be as they should after the event."""

    def changes(self, table: str) -> Iterator[Change]:
        """Yield the statements that bring stored rows up to date."""
        return iter(())


class Made(RowContent, frozen=True, gc=False):
    """A table's first event, but for old tables: what it was made with, seed and options too."""

    kind: ClassVar[str] = "made"
    facts: dict[str, Any]
    """All facts but the table's id, its status and how the game ended."""

    @classmethod
    def of(cls, facts: TableFacts) -> Self:
        """Return what the first event of a table says."""
        values: dict[str, Any] = msgspec.structs.asdict(facts)
        for later in ("id", "status", "result"):
            del values[later]
        return cls(values | {"seed": str(facts.seed)})

    @classmethod
    def read(cls, data: str) -> Self:
        """Return the facts; old tables were not asked all of them."""
        return cls(json.loads(data))

    def data(self) -> str:
        """Return the facts as JSON, in the order of their names."""
        return json.dumps(self.facts, sort_keys=True)


class Seated(RowContent, frozen=True, gc=False):
    """Who sits at some seats; the first of a table's events of this kind says it of all."""

    kind: ClassVar[str] = "seated"
    says_names: ClassVar[bool] = True
    seats: list[Seat]

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(_read_seats(data))

    def data(self) -> str:
        return msgspec.json.encode(self.seats).decode()

    def apply(self, table: LiveTable, event: TableEvent) -> None:
        table.take_seats(self.seats)

    def apply_to_clocks(self, clocks: RowClocks, event: TableEvent) -> None:
        clocks.take_seats(self.seats)

    def change_rows(self, rows: Rows) -> None:
        rows.take_seats(self.seats)

    def changes(self, table: str) -> Iterator[Change]:
        for seat in self.seats:
            yield _SEAT, (seat.kind, seat.guest, seat.name, seat.bot, table, seat.seat)

    def named(self) -> list[tuple[str, str]]:
        return [(seat.guest, seat.name) for seat in self.seats if seat.guest is not None]

    def without_names(self, erasure: Erasure) -> Self:
        return msgspec.structs.replace(self, seats=erasure.seats(self.seats))


class Owner(RowContent, frozen=True, gc=False):
    """To whom a table belongs now: a guest who made it may have an account since."""

    kind: ClassVar[str] = "owner"
    guest: str

    @classmethod
    def read(cls, data: str) -> Self:
        return cls(data)

    def data(self) -> str:
        return self.guest

    def apply(self, table: LiveTable, event: TableEvent) -> None:
        table.set_owner(self.guest)

    def changes(self, table: str) -> Iterator[Change]:
        yield _OWNER, (self.guest, table)


class Status(RowContent, frozen=True, gc=False, array_like=True):
    """How a game stands: playing, over, replay, or removed. Until then it is open."""

    kind: ClassVar[str] = "status"
    status: str
    result: str | None = None
    """How it ended, in a sentence."""

    def apply(self, table: LiveTable, event: TableEvent) -> None:
        table.set_status(self.status)

    def apply_to_clocks(self, clocks: RowClocks, event: TableEvent) -> None:
        clocks.set_status(self.status)

    def change_rows(self, rows: Rows) -> None:
        rows.status, rows.result = self.status, self.result

    def changes(self, table: str) -> Iterator[Change]:
        yield _STATUS, (self.status, self.result, table)

    def without_names(self, erasure: Erasure) -> Self:
        result = None if self.result is None else erasure.sentence(self.result)
        return msgspec.structs.replace(self, result=result)


class Retold(RowContent, Sentence, frozen=True, gc=False):
    """How a game that is over ended, in another sentence: without a name, say."""

    kind: ClassVar[str] = "retold"

    def change_rows(self, rows: Rows) -> None:
        rows.result = self.sentence

    def changes(self, table: str) -> Iterator[Change]:
        yield _RESULT, (self.sentence, table)


KINDS: Final[tuple[type[RowContent], ...]] = (Made, Seated, Owner, Status, Retold)
"""The kinds of events that rows are a cache of."""
_BY_NAME: Final = {kind.kind: kind for kind in KINDS}


class RowEvent(NamedTuple):
    """An event of one of these kinds, and what it says."""

    event: TableEvent
    content: RowContent


def row_events(events: Iterable[TableEvent]) -> Iterator[RowEvent]:
    """Yield those of these events that change rows, read."""
    for event in events:
        kind = _BY_NAME.get(event.kind)
        if kind is not None:
            yield RowEvent(event, kind.read(event.data))


def check_made(facts: TableFacts, events: Iterable[TableEvent]) -> None:
    """Raises Damaged if a table was made with something else than its facts say, or belongs to somebody else."""
    made, owner = None, {}
    for _, content in row_events(events):
        if isinstance(content, Made) and made is None:
            made = _UNASKED | content.facts
        elif isinstance(content, Owner):
            owner = {"owner": content.guest}
    if made is None or made | owner != Made.of(facts).facts:
        raise Damaged(facts.id, "its facts are not what its events tell")


def first_seats(events: Iterable[TableEvent]) -> list[Seat]:
    """Who sat at a table in the beginning, as far as is known: tables from before there were such events have one that
    was written when the database was brought up to date."""
    return next((content.seats for _, content in row_events(events) if isinstance(content, Seated)), [])


def seats_in(events: Iterable[TableEvent]) -> list[Seat]:
    """Return the seats about which events say who sits there."""
    return [seat for _, content in row_events(events) if isinstance(content, Seated) for seat in content.seats]


def end_among(events: Iterable[TableEvent]) -> TableEvent | None:
    """Return the first of these events with which a game is over, if one is."""
    ends = (event for event, said in row_events(events) if isinstance(said, Status) and said.status == "over")
    return next(ends, None)


def ended(events: Iterable[TableEvent]) -> float:
    """When a game was over. The first such event counts: older servers wrote another one when a name was taken out of
    the result."""
    end = end_among(events)
    assert end is not None
    return end.at


def told(events: Iterable[TableEvent]) -> Rows:
    """What the rows of a table should say."""
    rows = Rows()
    for _, content in row_events(events):
        content.change_rows(rows)
    return rows


def changes(events: Iterable[TableEvent]) -> Iterator[Change]:
    """The statements that bring the rows up to date."""
    for event, content in row_events(events):
        yield from content.changes(event.table)
