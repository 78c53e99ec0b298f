"""Define the content of events: the base of one class for each kind of event.

A stored event has two texts, its `kind` and its `data` (`events.TableEvent`). The class of its kind reads and writes
the data, and defines everything else particular to it. The kinds that rows are a cache of are in `table_rows`, the
others above, with the list of all: `table.event_kinds`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, NamedTuple, Self

import msgspec

from menagerie.server.base.names import ERASED_NAME
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat


class Erasure(NamedTuple):
    """The deleted people of a table, and every name that they had there."""

    guests: AbstractSet[str]
    names: AbstractSet[str]

    def sentence(self, text: str) -> str:
        """Return a sentence without their names."""
        for name in sorted(self.names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", ERASED_NAME, text)
        return text

    def seats(self, seats: Sequence[Seat]) -> list[Seat]:
        """Return seats without their names."""
        return [
            msgspec.structs.replace(seat, name=ERASED_NAME) if seat.guest in self.guests else seat for seat in seats
        ]


class EventContent(msgspec.Struct, frozen=True, gc=False):
    """The content of an event of one kind. A subclass defines a kind: its name and its fields."""

    kind: ClassVar[str]
    """The kind's name in storage."""
    is_decision: ClassVar[bool] = False
    """Whether it is a decision in the game."""
    is_private: ClassVar[bool] = False
    """Whether only the event's own seat may see it."""
    is_timed: ClassVar[bool] = True
    """Whether running clocks count time up to it."""
    is_early_end: ClassVar[bool] = False
    """Whether after it a player, or everyone, doesn't finish the game."""
    says_names: ClassVar[bool] = False
    """Whether it contains guests' names: see `named`."""

    @classmethod
    def read(cls, data: str) -> Self:
        """Return an event's content. By default a JSON object, or an array if the class is `array_like`."""
        return msgspec.convert(json.loads(data), cls)

    def data(self) -> str:
        """Return the event's data."""
        return json.dumps(msgspec.to_builtins(self))

    def apply(self, table: Any, event: TableEvent) -> None:
        """Apply the event to a table in memory. By default it has no effect there."""

    def apply_to_clocks(self, clocks: Any, event: TableEvent) -> None:
        """Apply the event to a table's clocks, after time has been counted."""

    def named(self) -> list[tuple[str, str]]:
        """Return the guests it names, with those names."""
        return []

    def without_names(self, erasure: Erasure) -> EventContent:
        """Return what remains of it when people are deleted."""
        return self


class Sentence(EventContent, frozen=True, gc=False):
    """Content that is a single sentence."""

    sentence: str

    @classmethod
    def read(cls, data: str) -> Self:
        """Return the sentence."""
        return cls(data)

    def data(self) -> str:
        """Return the sentence."""
        return self.sentence

    def without_names(self, erasure: Erasure) -> Self:
        """Replace erased names."""
        return msgspec.structs.replace(self, sentence=erasure.sentence(self.sentence))
