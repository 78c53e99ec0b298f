"""Ways through games: where walks begin, and how they continue.

Random play sees openings, and hardly what comes late or seldom. So walks begin at the opening and also at cut points of
whole games and at positions that were set up by hand. From a whole game one position is taken for every kind of phase
that is asked in it, one for every kind of decision that is offered, and some at equal distances.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from menagerie.core.action import Action
from menagerie.core.event import Event
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.state import Listener, State

OPENINGS = 6
"""Walks from the opening of a game."""
FROM_THE_OPENING = 30
"""Decisions of such a walk."""
FROM_WITHIN = 6
"""Decisions of a walk that begins within a game: of these there are many."""
APART = 6
"""Cut points at equal distances."""
_PICKS = 1 << 40


@dataclass(frozen=True)
class Way:
    """A way through a game: a position, and numbers that pick a decision each."""

    start: State
    picks: tuple[int, ...]
    by_hand: bool = False
    """Whether the position was set up by hand: no decisions lead to it, and it has no record."""

    @property
    def seed(self) -> int:
        """A number for the chance that a property needs: always the same for the same way."""
        return self.picks[0] if self.picks else 0

    def positions(self, log: list[Event] | Listener | None = None) -> Iterator[State]:
        """The same state again and again, at first and after each decision; `log` hears what happens."""
        state = self.start.copy()
        yield state
        for pick in self.picks:
            if state.is_over:
                return
            seat, action = picked(state, pick)
            state.play(action, seat, log)
            yield state

    def end(self) -> State:
        """The position that it leads to."""
        return list(self.positions())[-1]


def picked(state: State, pick: int) -> tuple[int, Action]:
    """The decision that a number stands for. Odd numbers choose a kind first, so that what is seldom offered among much
    else (one "pass" beside a hundred tiles) is decided as well.
    """
    acting = state.to_act
    pick, by_kind = divmod(pick, 2)
    pick, seat = divmod(pick, len(acting))
    actions = state.legal(acting[seat])
    if by_kind:
        kinds = _by_kind(actions)
        pick, kind = divmod(pick, len(kinds))
        actions = list(kinds.values())[kind]
    return acting[seat], actions[pick % len(actions)]


def pick_for(state: State, seat: int, kind: type[Action]) -> int:
    """A number that stands for the first decision of that kind."""
    acting = state.to_act
    kinds = list(_by_kind(state.legal(seat)))
    return (kinds.index(kind) * len(acting) + acting.index(seat)) * 2 + 1


def _by_kind(actions: list[Action]) -> dict[type[Action], list[Action]]:
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    return kinds


def _picks(chance: Random, count: int) -> tuple[int, ...]:
    return tuple([chance.randrange(_PICKS) for _ in range(count)])


class Beginning:
    """Where walks begin; `str()` says it."""

    label: str

    @cached_property
    def ways(self) -> list[Way]:
        """The walks, the same each time."""
        return self.find(Random(self.label))

    def find(self, chance: Random) -> list[Way]:
        """Make them."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.label


class Opening(Beginning):
    """New games."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.label = " ".join([f"{players}p", *(f"{name}={value}" for name, value in options.items())])

    def new(self, chance: Random) -> State:
        """Another new game."""
        return self.game.new(players=self.players, seed=chance.getrandbits(64), **self.options)

    def find(self, chance: Random) -> list[Way]:
        return [Way(self.new(chance), _picks(chance, FROM_THE_OPENING)) for _ in range(OPENINGS)]


class GameByChance(Opening):
    """Positions of a whole game that was walked to its end."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        super().__init__(game, players, options)
        self.label = f"within {self.label}"

    def find(self, chance: Random) -> list[Way]:
        whole = Way(self.new(chance), _picks(chance, self.game.longest))
        return ways_within((state.copy() for state in whole.positions()), chance)


class Recorded(Beginning):
    """Positions of a recorded game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.label = f"in {path.stem}"

    def find(self, chance: Random) -> list[Way]:
        return ways_within(Record.load(self.path).replay(), chance)


class ByHand(Beginning):
    """Positions set up by hand."""

    def __init__(self, starts: Sequence[tuple[str, State]]) -> None:
        self.starts = starts
        self.label = "by hand"

    def find(self, chance: Random) -> list[Way]:
        for _, state in self.starts:
            state.changed_by_hand()
        ways = [way for _, state in self.starts for way in ways_within([state], chance)]
        return [replace(way, by_hand=True) for way in ways]


def ways_within(game: Iterable[State], chance: Random) -> list[Way]:
    """Ways from the cut points of a whole game: from every kind of phase, and with every kind of decision first."""
    asked: dict[type, State] = {}
    offered: dict[type[Action], tuple[State, int]] = {}
    times: dict[type, int] = {}
    moments: list[State] = []
    for state in game:
        moments.append(state)
        for seat in state.to_act:
            phase = type(state.phase(seat))
            if _is_kept(times, phase, chance):
                asked[phase] = state
            for kind in _by_kind(state.legal(seat)):
                if _is_kept(times, kind, chance):
                    offered[kind] = (state, seat)
    starts = {state.ply: state for state in [*moments[:: max(1, len(moments) // APART)], *asked.values()]}
    ways = [Way(state, _picks(chance, FROM_WITHIN)) for state in starts.values()]
    for kind, (state, seat) in offered.items():
        ways.append(Way(state, (pick_for(state, seat, kind), *_picks(chance, FROM_WITHIN - 1))))
    return ways


def _is_kept(times: dict[type, int], kind: type, chance: Random) -> bool:
    """Whether this occurrence is to be kept instead of the one before: each of them with the same chance."""
    times[kind] = times.get(kind, 0) + 1
    return chance.randrange(times[kind]) == 0
