"""A title in numbers, for programs that learn: every decision has a code, and what a seat sees is a row of numbers.

A title offers a module `encoding` with a class `TitleEncoding(Encoding)`; `game.encoding()` makes it, once. Codes and
layout are frozen for a version of the rules: `encoding.toml` in the title's folder holds their digest, so that what was
learned can be used as long as the digest is the same (docs/encoding.md).

Observations and masks are written into a `memoryview` that the caller brings: `memoryview(array)` of a numpy array is
one, and nothing is copied. Measured with mypyc 2.4, for 600 numbers of which 60 are not 0: to clear all with one
assignment of a slice and to set the 60 takes 1.3 us, to make a list of 600 numbers and bytes of that 5.1 us.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from operator import index
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction, MenagerieError
from menagerie.core.state import State

if TYPE_CHECKING:
    from menagerie.core.game import Game

TYPES: Final = ("uint8", "int16")
"""What numbers an observation may be made of, as numpy calls them."""


@final
class Slice:
    """A part of an observation that has a name: numbers of one meaning, in one or more dimensions."""

    __slots__ = ("high", "labels", "low", "name", "shape", "size", "start", "words")

    def __init__(
        self,
        name: str,
        start: int,
        shape: tuple[int, ...],
        low: int,
        high: int,
        words: str,
        labels: tuple[tuple[str, ...], ...],
    ) -> None:
        self.name: Final = name
        self.start: Final = start
        """Where its first number stands."""
        self.shape: Final = shape
        """How many there are along each axis, the last one fastest; () for a single number."""
        self.low: Final = low
        self.high: Final = high
        """No number of it is smaller or greater than these."""
        self.words: Final = words
        """What it means, in a sentence."""
        self.labels: Final = labels
        """For each axis the names of its places; () where they are only counted."""
        size = 1
        for length in shape:
            size *= length
        self.size: Final = size

    def decode(self, values: Sequence[Any]) -> Any:
        """Its numbers, taken from a whole observation: by label where an axis has labels, else as a list."""
        return self._nested(values, self.start, 0)

    def _nested(self, values: Sequence[Any], at: int, axis: int) -> Any:
        if axis == len(self.shape):
            return int(values[at])
        step = 1
        for length in self.shape[axis + 1 :]:
            step *= length
        parts = [self._nested(values, at + step * place, axis + 1) for place in range(self.shape[axis])]
        names = self.labels[axis]
        return dict(zip(names, parts, strict=True)) if names else parts

    def data(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "name": self.name,
            "start": self.start,
            "shape": list(self.shape),
            "low": self.low,
            "high": self.high,
            "words": self.words,
            "labels": [list(names) for names in self.labels],
        }

    def __repr__(self) -> str:
        return f"<{self.name} {self.shape} at {self.start}, {self.low} to {self.high}>"


@final
class Layout:
    """How to read an observation: `game.observation`. The same for every number of players and all options."""

    __slots__ = ("dtype", "left_out", "size", "slices", "title", "version")

    def __init__(self, game: Game, dtype: str = "uint8") -> None:
        self.title: Final = game.id
        self.version: Final = game.rules_version
        """The version of the rules for which it is frozen."""
        self.dtype: Final = dtype
        """What the numbers are, as numpy calls it: one of `TYPES`."""
        self.slices: list[Slice] = []
        self.size: int = 0
        """How many numbers an observation has."""
        self.left_out: tuple[str, ...] = ()
        """What a seat can see and the observation does not tell, a sentence each."""

    # For the title that makes it.

    def add(
        self,
        name: str,
        shape: tuple[int, ...],
        low: int,
        high: int,
        words: str,
        labels: tuple[tuple[str, ...], ...] = (),
    ) -> int:
        """Append a slice; where it begins. Axes at the end need not be given labels."""
        missing = ((),) * (len(shape) - len(labels))
        added = Slice(name, self.size, shape, low, high, words, (*labels, *missing))
        self.slices.append(added)
        self.size += added.size
        return added.start

    def leave_out(self, *sentences: str) -> None:
        """Say what the observation does not tell though the seat can see it."""
        self.left_out += sentences

    # For everybody.

    def __getitem__(self, name: str) -> Slice:
        """The slice of this name."""
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(name)

    def decode(self, values: Sequence[Any]) -> dict[str, Any]:
        """An observation as named numbers, for a person to read."""
        if len(values) != self.size:
            raise MenagerieError(f"An observation of {self.title} has {self.size} numbers, not {len(values)}.")
        return {part.name: part.decode(values) for part in self.slices}

    def buffer(self) -> memoryview:
        """Room for an observation."""
        if self.dtype == "uint8":
            return memoryview(bytearray(self.size))
        return memoryview(bytearray(2 * self.size)).cast("h")

    def data(self) -> dict[str, Any]:
        """All of it as plain data, for JSON."""
        return {
            "title": self.title,
            "version": self.version,
            "dtype": self.dtype,
            "size": self.size,
            "slices": [part.data() for part in self.slices],
            "left_out": list(self.left_out),
        }

    def __repr__(self) -> str:
        return f"<observation of {self.title}, version {self.version}: {self.size} of {self.dtype}>"


def by_code(actions: Iterable[Action]) -> list[Action]:
    """Decisions in the order of their codes, without those that have none; raises MenagerieError where a code is
    missing or is that of two."""
    found = sorted([action for action in actions if action.code >= 0], key=lambda action: action.code)
    for code, action in enumerate(found):
        if action.code != code:
            raise MenagerieError(f"Codes must be 0, 1, 2 and so on: after {code - 1} comes {action.code}, {action}.")
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding:
    """The decisions and observations of one title as numbers.

    A title's class makes the layout, gathers the ready-made decisions, and adds `encode`. Only where a decision's code
    depends on the position (18ZOO's runs) it says more.
    """

    def __init__(self, game: Game, layout: Layout, ready_made: Iterable[Action]) -> None:
        self.game = game
        self.layout = layout
        self.catalogue = by_code(ready_made)
        """Ready-made decisions by code: those that `legal` picks."""
        self.decisions = len(self.catalogue)
        """How many codes there are, whatever the number of players and the options."""
        self.blank = layout.buffer().toreadonly()
        """An observation of nothing but 0, to begin with: `out[:] = self.blank`."""
        self._no_decisions = bytes(self.decisions)

    # What a title adds.

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        """Write all that the seat sees, its own things first, into `out`: `layout.size` numbers of `layout.dtype`."""
        raise NotImplementedError

    # What a title may know better.

    def code(self, state: State, seat: int, action: Action) -> int:
        """The code of a decision that is listed for the seat now."""
        return action.code

    def action(self, state: State, seat: int, code: SupportsIndex) -> Action:
        """The decision with this code, of Python or of numpy, if it is legal now; else raises IllegalAction."""
        number = index(code)
        if not 0 <= number < self.decisions:
            raise IllegalAction(f"Codes of {self.game.name} are 0 to {self.decisions - 1}, not {number}.")
        phase = state.phase(seat)
        if phase is None:
            raise state.not_to_act(seat)
        action = self.catalogue[number]
        refusal = phase.refuse(state, seat, action)
        if refusal is not None:
            raise IllegalAction(refusal.reason, refusal.rule)
        return action

    def listed(self, state: State, seat: int, code: int) -> Action:
        """The decision with this code, for who has seen in the mask that it is listed now: nothing is checked again."""
        return self.catalogue[code]

    def codes(self, state: State, seat: int) -> list[int]:
        """The codes of all that is listed for the seat now, in the order of the listing."""
        phase = state.phase(seat)
        return [] if phase is None else [action.code for action in state.listing(phase, seat)]

    def encode_again(self, state: State, seat: int, out: memoryview, shown: object) -> object:
        """The same as `encode`, for room that nobody else writes into: `shown` is what the last call for this room has
        returned, None the first time. A title with large observations need not write again what the room shows."""
        self.encode(state, seat, out)
        return None

    def name(self, code: SupportsIndex) -> str:
        """A code for people: the decision's notation."""
        return str(self.catalogue[index(code)])

    # What every title has.

    def mask(self, state: State, seat: int, out: memoryview) -> None:
        """Write 1 for every decision that is listed for the seat now and 0 for all others: `decisions` bytes."""
        out[:] = self._no_decisions
        for code in self.codes(state, seat):
            out[code] = 1

    def observe(self, state: State, seat: int) -> memoryview:
        """What the seat sees, in room of its own."""
        room = self.layout.buffer()
        self.encode(state, seat, room)
        return room

    def mask_of(self, state: State, seat: int) -> memoryview:
        """What the seat may decide, in room of its own."""
        room = memoryview(bytearray(self.decisions))
        self.mask(state, seat, room)
        return room

    def digest(self) -> str:
        """Names all that is frozen: what each code means, and each number of an observation. What a checkpoint writes
        down, beside the version: as long as it is the same, what was learned can be used."""
        names = [self.name(code) for code in range(self.decisions)]
        layout = self.layout
        parts = [[part.name, part.shape, part.low, part.high, part.labels] for part in layout.slices]
        frozen = json.dumps([layout.title, names, layout.dtype, parts])
        return sha256(frozen.encode()).hexdigest()[:16]
