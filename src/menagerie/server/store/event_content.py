"""What an event says: the base of one class for each kind of event.

A stored event holds two texts, its `kind` and its `data` (`events.TableEvent`). The class of its kind reads and writes
the data, and says all else that is particular to the kind. The kinds that rows are a cache of are in `table_rows`, the
others in the room above, with the list of them all: `table.event_kinds`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, NamedTuple, Self

import msgspec

from menagerie.server.base.names import SOMEBODY
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat


class Erasure(NamedTuple):
    """The people of a table who are gone, and every name that they had there."""

    guests: AbstractSet[str]
    names: AbstractSet[str]

    def sentence(self, text: str) -> str:
        """Return a sentence without their names."""
        for name in sorted(self.names, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)
        return text

    def seats(self, seats: Sequence[Seat]) -> list[Seat]:
        """Return seats without their names."""
        return [msgspec.structs.replace(seat, name=SOMEBODY) if seat.guest in self.guests else seat for seat in seats]


class EventContent(msgspec.Struct, frozen=True, gc=False):
    """What an event of one kind says. A subclass is a kind: it gives it a name and its fields."""

    kind: ClassVar[str]
    """What the kind is called where it is stored."""
    is_decision: ClassVar[bool] = False
    """Whether it is a decision in the game."""
    is_private: ClassVar[bool] = False
    """Whether only the event's own seat may learn of it."""
    is_timed: ClassVar[bool] = True
    """Whether clocks that run are brought up to date with it."""
    is_early_end: ClassVar[bool] = False
    """Whether someone, or everyone, does not play the game to its end."""
    says_names: ClassVar[bool] = False
    """Whether it says which guest has which name: see `named`."""

    @classmethod
    def read(cls, data: str) -> Self:
        """Return what an event's data says. By default a JSON object, or an array if the class is `array_like`."""
        return msgspec.convert(json.loads(data), cls)

    def data(self) -> str:
        """Return the data of an event that says this."""
        return json.dumps(msgspec.to_builtins(self))

    def apply(self, table: Any, event: TableEvent) -> None:
        """Let a table in memory be as it is after the event. By default it has no effect there."""

    def apply_to_clocks(self, clocks: Any, event: TableEvent) -> None:
        """Let the clocks of a table be as they are after the event; time is counted already."""

    def named(self) -> list[tuple[str, str]]:
        """Return the guests whose names it says, with those names."""
        return []

    def without_names(self, erasure: Erasure) -> EventContent:
        """Return what is left of it when people are deleted."""
        return self


class Sentence(EventContent, frozen=True, gc=False):
    """What is told in a sentence, which is all of the data."""

    sentence: str

    @classmethod
    def read(cls, data: str) -> Self:
        """Return the sentence."""
        return cls(data)

    def data(self) -> str:
        """Return the sentence."""
        return self.sentence

    def without_names(self, erasure: Erasure) -> Self:
        """Replace the names."""
        return msgspec.structs.replace(self, sentence=erasure.sentence(self.sentence))
