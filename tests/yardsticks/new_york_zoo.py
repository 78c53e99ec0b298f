"""A yardstick for New York Zoo: a few cheap numbers about a zoo, weighed by hand, and a player with a beam of six over
its turn. The figures of docs/strength.md are measured against it: `tests/yardsticks/new_york_zoo.py:Beam` in an arena.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.bots import TurnBot
from menagerie.bots.turn_bot import Manner, Mind
from menagerie.core.advice import Advice, Weights
from menagerie.core.content import Entry
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.new_york_zoo.phases.acquiring import ACQUIRE_FIRST, ACQUIRE_SECOND
from menagerie.games.new_york_zoo.phases.completing import TAKE_ATTRACTION
from menagerie.games.new_york_zoo.phases.laying import PLACE_ENCLOSURE
from menagerie.games.new_york_zoo.phases.walking import TURN
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.scoring import animals
from menagerie.games.new_york_zoo.state import Position

_GAP: Final = 0.4
_BREEDING: Final = 0.4
_COMPLETION: Final = 0.5
_ANIMAL: Final = 0.1
_ACQUISITION: Final = 0.8
_WAY: Final = 1.5
_WON: Final = 30.0


@final
class Features:
    """Numbers about one zoo."""

    __slots__ = ("animals", "breeding", "completion", "gaps", "open")

    def __init__(self, open: int, gaps: int, breeding: float, completion: float, animals: int) -> None:
        self.open: Final = open
        """Construction spaces that are still uncovered."""
        self.gaps: Final = gaps
        """Those of them that lie in parts too small for any enclosure: only attractions can cover them."""
        self.breeding: Final = breeding
        """Offspring to expect from the lines ahead; near lines count more."""
        self.completion: Final = completion
        """Spaces to expect from attractions; enclosures that are nearly full count more."""
        self.animals: Final = animals


def features(state: Position, seat: int) -> Features:
    """The numbers about that seat's zoo."""
    return Features(
        state.open[seat],
        gaps(state, seat),
        breeding_soon(state, seat),
        completion_soon(state, seat),
        animals(state, seat),
    )


def evaluate(state: Position, seat: int) -> float:
    """How far ahead that seat is, in spaces: about 0 when all are equal."""
    own = worth(state, seat)
    best = 0.0 if state.players == 1 else -1000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, worth(state, other))
    return own - best


def worth(state: Position, seat: int) -> float:
    """How good a zoo is by itself, in spaces: 0 is a full board and nothing else."""
    if state.open[seat] == 0:
        return _WON + state.score(seat)
    found = features(state, seat)
    value = pending(state) if state.active == seat else 0.0
    if state.mode.steps == 0:
        value += _WAY * (len(state.pieces.strip) * (state.pieces.laps - state.laps) - state.elephant)
    return (
        value
        + _BREEDING * found.breeding
        + _COMPLETION * found.completion
        + _ANIMAL * found.animals
        - found.open
        - _GAP * found.gaps
    )


def pending(state: Position) -> float:
    """What the active seat is about to get: tiles and animals that it has earned, but not placed yet."""
    value = 0.0
    for phase in state.stack:
        if phase is PLACE_ENCLOSURE and state.new is not None:
            value += state.new.size
        elif phase is TAKE_ATTRACTION:
            best = best_attraction(state, state.active)
            value += 0.0 if best is None else best.size
        elif phase is ACQUIRE_FIRST or phase is ACQUIRE_SECOND:
            value += _ACQUISITION
    return value


def gaps(state: Position, seat: int) -> int:
    """Open spaces in parts that are too small for the smallest enclosure."""
    pieces = state.pieces
    smallest = min([tile.size for tile in pieces.enclosures])
    seen = pieces.split(state.taken_low[seat], state.taken_high[seat])
    lost = 0
    for start in range(len(seen)):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        done = 0
        while done < len(part):
            for near in pieces.neighbours[part[done]]:
                if not seen[near]:
                    seen[near] = True
                    part.append(near)
            done += 1
        if len(part) < smallest:
            lost += len(part)
    return lost


def breeding_soon(state: Position, seat: int) -> float:
    """Up to two offspring a line, less for lines that the elephant reaches later."""
    strip = state.pieces.strip
    pairs = [0] * len(state.pieces.species)
    for place in state.zoos[seat]:
        index = place.tile.index
        if state.animals[index] >= 2:
            pairs[state.residents[index]] += 1
    expected = 0.0
    for step in range(1, len(strip)):
        line = strip[(state.elephant + step) % len(strip)].line
        if line != NONE and pairs[line]:
            expected += min(2, pairs[line]) / (1.0 + step / 8.0)
    return expected


def completion_soon(state: Position, seat: int) -> float:
    """The best attraction that is left, for every enclosure, less where more animals are missing."""
    best = best_attraction(state, seat)
    if best is None:
        return 0.0
    expected = 0.0
    for place in state.zoos[seat]:
        missing = place.tile.size - state.animals[place.tile.index]
        expected += best.size / (1.0 + missing)
    return expected


def best_attraction(state: Position, seat: int) -> Tile | None:
    """The largest attraction that the market has and that still fits."""
    found: Tile | None = None
    for number, tile in enumerate(state.pieces.attractions):
        if state.market[number] and (found is None or tile.size > found.size) and state.can_lay(seat, tile):
            found = tile
    return found


class Judge(Advice):
    """These numbers, asked as bots ask a title's own advice."""

    def worth(self, state: State, seat: int) -> float:
        assert isinstance(state, Position)
        return worth(state, seat)

    def is_quiet(self, state: State, seat: int) -> bool:
        assert isinstance(state, Position)
        if state.lanes:
            return not state.lanes[seat]
        return not state.stack or state.active != seat or state.stack[-1] is TURN

    def shown(self, state: State) -> int:
        return 0


MANNER: Final = {
    "seconds": 30.0,
    "share": 1.0,
    "worlds": 1,
    "width": 6,
    "spread": 6,
    "finalists": 1,
    "horizon": 0,
    "pace": 1,
    "slack": 0.0,
    "overlooks": [],
}


class Beam(TurnBot):
    """Six ways for each walk, then the best end of the turn by these numbers; it takes its time."""

    kind = "yardstick"

    def mind(self, game: Game) -> Mind:
        if self._mind is None or self._mind.advice.game is not game:
            self.use(Mind(Judge(game, Weights({}, {}, "by hand", (1.0, 1.0))), Manner(Entry(MANNER, "yardstick"))))
        assert self._mind is not None
        return self._mind
