"""The consequences of a decision before it is made: computed on copies, and only what its seat can know."""

from __future__ import annotations

from typing import Final, Protocol

from menagerie.core.action import Action
from menagerie.core.state import State

WORLDS: Final = 3
"""In how many imagined worlds to compare consequences. Any that differ depend on chance or hidden information."""


class Foretelling(Protocol):
    """What a title's module `display.wording` adds to words."""

    def is_foretold(self, state: State, seat: int, action: Action) -> bool:
        """Return whether the title describes this decision's consequences. Called often."""

    def outcome(self, before: State, after: State, seat: int, action: Action) -> str:
        """Return what a decision changed for that seat, in a few words without codes, or empty."""


def consequence(state: State, seat: int, action: Action) -> str:
    """Return a legal decision's consequences (`you 8 $N, Lions stay at 7`), as far as that seat can know them."""
    return Foretold(state, seat, state.game.wording()).of(action)


def is_open(before: State, after: State) -> bool:
    """Return whether nothing hidden was revealed and no chance was involved."""
    return before.rng.used == after.rng.used and before.secrets() == after.secrets()


class Foretold:
    """The consequences of each decision that a seat has now.

    Decisions are played in worlds that the seat imagines, never in the real one, so nothing hidden can be revealed.
    """

    def __init__(self, state: State, seat: int, title: Foretelling) -> None:
        self._state = state
        self._seat = seat
        self._title = title
        self._worlds: list[State] = []

    def of(self, action: Action) -> str:
        """Return them in a few words; empty if there are none, or they depend on chance or hidden information."""
        if not self._title.is_foretold(self._state, self._seat, action):
            return ""
        told = ""
        for seed in range(WORLDS):
            before = self._world(seed)
            after = before.copy()
            after.play(action, self._seat)
            outcome = self._title.outcome(before, after, self._seat, action)
            if seed == 0 and is_open(before, after):
                return outcome  # nothing was revealed and no chance involved, so all worlds agree
            if seed and outcome != told:
                return ""
            told = outcome
        return told

    def _world(self, seed: int) -> State:
        """Return one of the worlds; usually one is enough."""
        if seed == len(self._worlds):
            self._worlds.append(self._state.imagine(self._seat, seed))
        return self._worlds[seed]
