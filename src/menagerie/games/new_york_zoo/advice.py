"""What bots may ask about a table of New York Zoo: a few cheap numbers about a zoo, and one for how good it is."""

from __future__ import annotations

from typing import Final, final

from menagerie.games.new_york_zoo.phases.acquiring import ACQUIRE_FIRST, ACQUIRE_SECOND
from menagerie.games.new_york_zoo.phases.completing import TAKE_ATTRACTION
from menagerie.games.new_york_zoo.phases.laying import PLACE_ENCLOSURE
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.scoring import animals
from menagerie.games.new_york_zoo.state import Table

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


def features(state: Table, seat: int) -> Features:
    """The numbers about that seat's zoo."""
    return Features(
        state.open[seat],
        gaps(state, seat),
        breeding_soon(state, seat),
        completion_soon(state, seat),
        animals(state, seat),
    )


def evaluate(state: Table, seat: int) -> float:
    """How far ahead that seat is, in spaces: about 0 when all are equal."""
    own = worth(state, seat)
    best = 0.0 if state.players == 1 else -1000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, worth(state, other))
    return own - best


def worth(state: Table, seat: int) -> float:
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


def pending(state: Table) -> float:
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


def gaps(state: Table, seat: int) -> int:
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


def breeding_soon(state: Table, seat: int) -> float:
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


def completion_soon(state: Table, seat: int) -> float:
    """The best attraction that is left, for every enclosure, less where more animals are missing."""
    best = best_attraction(state, seat)
    if best is None:
        return 0.0
    expected = 0.0
    for place in state.zoos[seat]:
        missing = place.tile.size - state.animals[place.tile.index]
        expected += best.size / (1.0 + missing)
    return expected


def best_attraction(state: Table, seat: int) -> Tile | None:
    """The largest attraction that the market has and that still fits."""
    found: Tile | None = None
    for number, tile in enumerate(state.pieces.attractions):
        if state.market[number] and (found is None or tile.size > found.size) and state.can_lay(seat, tile):
            found = tile
    return found
