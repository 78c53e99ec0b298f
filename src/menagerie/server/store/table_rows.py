"""Keep rows about a table's facts, seats and status as a cache of its events.

Lists are made from rows. They are updated in the transaction that stores the events, so that no crash comes in between,
and `menagerie check` compares them. A table whose facts differ from its first event isn't shown."""

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
"""The defaults of facts that older tables lack."""
_SEAT: Final = "UPDATE seats SET kind = ?, guest = ?, name = ?, bot = ? WHERE table_id = ? AND seat = ?"
_OWNER: Final = "UPDATE tables SET owner = ? WHERE id = ?"
_STATUS: Final = "UPDATE tables SET status = ?, result = ? WHERE id = ?"
_RESULT: Final = "UPDATE tables SET result = ? WHERE id = ?"
_read_seats: Final = msgspec.json.Decoder(list[Seat]).decode


class LiveTable(Protocol):
    """The parts of a table in memory that these events change."""

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Change who sits where, or their names."""

    def set_status(self, status: str) -> None:
        """Start or end the game."""

    def set_owner(self, guest: str) -> None:
        """Give the table to a guest."""


class RowClocks(Protocol):
    """The parts of its clocks that these events change."""

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Change who sits at some seats."""

    def set_status(self, status: str) -> None:
        """Start or end the game."""


class Rows:
    """What a table's rows should contain."""

    def __init__(self) -> None:
        self._seats: dict[int, Seat] = {}
        self.status = "open"
        self.result: str | None = None
        """How the game ended, as a sentence."""

    def take_seats(self, seats: Sequence[Seat]) -> None:
        """Change who sits at some seats."""
        self._seats |= {seat.seat: seat for seat in seats}

    @property
    def seats(self) -> list[Seat]:
        """Return all seats, in order."""
        return [self._seats[number] for number in sorted(self._seats)]


class RowContent(EventContent, frozen=True, gc=False):
    """The content of an event that changes rows."""

    def change_rows(self, rows: Rows) -> None:
        """Apply the event to the rows."""

    def changes(self, table: str) -> Iterator[Change]:
        """Yield the statements that update the stored rows."""
        return iter(())


class Made(RowContent, frozen=True, gc=False):
    """The first event of a table, except for old tables: how it was made, with seed and options."""

    kind: ClassVar[str] = "made"
    facts: dict[str, Any]
    """All facts except the table's id, its status and how the game ended."""

    @classmethod
    def of(cls, facts: TableFacts) -> Self:
        """Return the content of a table's first event."""
        values: dict[str, Any] = msgspec.structs.asdict(facts)
        for later in ("id", "status", "result"):
            del values[later]
        return cls(values | {"seed": str(facts.seed)})

    @classmethod
    def read(cls, data: str) -> Self:
        """Return the facts, with defaults for those that old tables lack."""
        return cls(json.loads(data))

    def data(self) -> str:
        """Return the facts as JSON, in the order of their names."""
        return json.dumps(self.facts, sort_keys=True)


class Seated(RowContent, frozen=True, gc=False):
    """Who sits at some seats. The first such event of a table covers all of them."""

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
    """The owner of a table, after a guest who made it got an account."""

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
    """The status of a game: `playing`, `over`, `replay`, or `removed`. Before that it is `open`."""

    kind: ClassVar[str] = "status"
    status: str
    result: str | None = None
    """How it ended, as a sentence."""

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


class ResultReworded(RowContent, Sentence, frozen=True, gc=False):
    """A new sentence about how a finished game ended, for example without a deleted name."""

    kind: ClassVar[str] = "retold"

    def change_rows(self, rows: Rows) -> None:
        rows.result = self.sentence

    def changes(self, table: str) -> Iterator[Change]:
        yield _RESULT, (self.sentence, table)


KINDS: Final[tuple[type[RowContent], ...]] = (Made, Seated, Owner, Status, ResultReworded)
"""The kinds of events that rows are a cache of."""
_BY_NAME: Final = {kind.kind: kind for kind in KINDS}


class RowEvent(NamedTuple):
    """An event of one of these kinds, with its content."""

    event: TableEvent
    content: RowContent


def row_events(events: Iterable[TableEvent]) -> list[RowEvent]:
    """Return those of these events that change rows, with their content."""
    known = _BY_NAME
    return [RowEvent(event, kind.read(event.data)) for event in events if (kind := known.get(event.kind)) is not None]


def check_made(facts: TableFacts, events: Iterable[TableEvent]) -> None:
    """Raise Damaged if a table's facts or owner differ from its first events."""
    made, owner = None, {}
    for _, content in row_events(events):
        if isinstance(content, Made) and made is None:
            made = _UNASKED | content.facts
        elif isinstance(content, Owner):
            owner = {"owner": content.guest}
    if made is None or made | owner != Made.of(facts).facts:
        raise Damaged(facts.id, "its facts differ from its events")


def first_seats(events: Iterable[TableEvent]) -> list[Seat]:
    """Return who sat at a table at the start, as far as is known: old tables have one event that was written in an
    upgrade."""
    return next((content.seats for _, content in row_events(events) if isinstance(content, Seated)), [])


def seats_in(events: Iterable[TableEvent]) -> list[Seat]:
    """Return the seats in events about seats."""
    return [seat for _, content in row_events(events) if isinstance(content, Seated) for seat in content.seats]


def end_among(events: Iterable[TableEvent]) -> TableEvent | None:
    """Return the first of these events that ends a game, if any."""
    for event, content in row_events(events):
        if isinstance(content, Status) and content.status == "over":
            return event
    return None


def ended(events: Iterable[TableEvent]) -> float:
    """Return when a game ended. The first such event counts, since older servers wrote another one when a name was
    removed from the result."""
    end = end_among(events)
    assert end is not None
    return end.at


def expected_rows(events: Iterable[TableEvent]) -> Rows:
    """Return what a table's rows should contain."""
    rows = Rows()
    for _, content in row_events(events):
        content.change_rows(rows)
    return rows


def changes(events: Iterable[TableEvent]) -> Iterator[Change]:
    """Return the statements that update the rows."""
    for event, content in row_events(events):
        yield from content.changes(event.table)
