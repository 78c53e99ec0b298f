"""What comes of a decision, told before it is made: from the engine, on copies, and only what its seat can know."""

from __future__ import annotations

from typing import Final, Protocol

from menagerie.core.action import Action
from menagerie.core.state import State

WORLDS: Final = 3
"""Consequences that differ between so many imagined worlds hang on chance or on something hidden: they are not told."""


class Foretelling(Protocol):
    """What a title's module `display.wording` adds to words."""

    def is_foretold(self, state: State, seat: int, action: Action) -> bool:
        """Whether the title has something to say about what comes of this decision; it is asked often."""

    def outcome(self, before: State, after: State, seat: int, action: Action) -> str:
        """What a decision has changed for that seat, in a few words without codes; empty: nothing worth a word."""


def consequence(state: State, seat: int, action: Action) -> str:
    """What comes of one legal decision (`you 8 $N, Lions stay at 7`), as far as that seat can know it; else empty."""
    return Foretold(state, seat, state.game.wording()).of(action)


def is_open(before: State, after: State) -> bool:
    """Whether nothing hidden has come to light in between, and nothing was left to chance."""
    return before.rng.used == after.rng.used and before.secrets() == after.secrets()


class Foretold:
    """What comes of each decision that a seat has now.

    They are played in worlds that the seat imagines, never in the real one: nothing hidden can come to light by it.
    """

    def __init__(self, state: State, seat: int, title: Foretelling) -> None:
        self._state = state
        self._seat = seat
        self._title = title
        self._worlds: list[State] = []

    def of(self, action: Action) -> str:
        """In a few words; empty if there is nothing to say, or it hangs on chance or on something hidden."""
        if not self._title.is_foretold(self._state, self._seat, action):
            return ""
        told = ""
        for seed in range(WORLDS):
            before = self._world(seed)
            after = before.copy()
            after.play(action, self._seat)
            outcome = self._title.outcome(before, after, self._seat, action)
            if seed == 0 and is_open(before, after):
                return outcome  # nothing came to light, and nothing was left to chance: all worlds agree
            if seed and outcome != told:
                return ""
            told = outcome
        return told

    def _world(self, seed: int) -> State:
        """One of the worlds; mostly one is enough."""
        if seed == len(self._worlds):
            self._worlds.append(self._state.imagine(self._seat, seed))
        return self._worlds[seed]
