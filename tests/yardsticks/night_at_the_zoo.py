"""A yardstick: how Night at the Zoo was judged before there were levels, and a greedy bot that judges so.

`menagerie arena night-at-the-zoo director tests/yardsticks/night_at_the_zoo.py:Yesterday`
"""

from __future__ import annotations

from typing import Final

from menagerie.bots.bot import Bot, Clock
from menagerie.bots.turns import best_decision
from menagerie.core.action import Action
from menagerie.core.advice import Advice, Weights
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.actions import Move, Turn
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.pieces import (
    BUTTERFLY,
    MOST_POLLEN,
    SLOTH,
)
from menagerie.games.night_at_the_zoo.places import FIGURES_IN, NOWHERE, ZOO
from menagerie.games.night_at_the_zoo.state import Position

NO_WAY: Final = 99

PER_MOVEMENT: Final = 0.86
"""How much of an animal's points is left for each movement that it still needs."""
PER_MISSING_TILE: Final = 0.75
"""The same for each tile that must still be laid."""


def movements_home(board: Board, figure: int) -> int:
    """The fewest movements that bring a discovered figure home over the tiles laid so far; NO_WAY if none do.

    Counted as by arrows: a sloth needs two for each step but the last, a snake one for each turn.
    """
    animal = board.animals[figure]
    layer = [(board.places[figure], board.posture[figure])]
    seen = {layer[0]}
    movements = 0
    while layer:
        movements += 1
        after: list[tuple[int, int]] = []
        for place, posture in layer:
            for action in board.moves[figure][posture << 4 | board.ways[place]]:
                there, faces = place, 0
                if isinstance(action, Move):
                    there = board.end_of_move(animal, place, action.direction)
                    faces = ASLEEP if animal == SLOTH else posture
                elif isinstance(action, Turn):
                    faces = action.direction
                if there == ZOO:
                    return movements
                if (there, faces) not in seen:
                    seen.add((there, faces))
                    after.append((there, faces))
        layer = after
    return NO_WAY


def tiles_missing(board: Board, figure: int) -> int:
    """The fewest empty spaces on any way of single steps from this figure to the Zoo."""
    best = [NO_WAY] * len(board.ways)
    best[board.places[figure]] = 0
    cheap, dear = [board.places[figure]], list[int]()
    cost = 0
    while cheap or dear:
        if not cheap:
            cheap, dear = dear, []
            cost += 1
        place = cheap.pop()
        if best[place] < cost:
            continue
        for there in board.pieces.next[place]:
            if there == NOWHERE:
                continue
            more = board.free >> there & 1
            if cost + more < best[there]:
                best[there] = cost + more
                (dear if more else cheap).append(there)
    return best[ZOO]


def worth_at_home(board: Board, figure: int) -> int:
    """How many points more there would be if this figure were home."""
    animal = board.animals[figure]
    if animal == BUTTERFLY:
        worth = board.pieces.by_pollen[board.pollen[figure]]
    else:
        others = sum([1 for other in FIGURES_IN[board.home] if board.animals[other] == animal])
        worth = board.pieces.by_home[animal][others + 1] - board.pieces.by_home[animal][others]
    return worth - (board.pieces.for_discovered if board.out >> figure & 1 else 0)


def evaluate(state: Position, seat: int) -> float:
    """A guess at the seat's final points: what it has, and what its animals on the way may still bring."""
    board = state.boards[seat]
    value = float(scoring.points(board))
    for figure in FIGURES_IN[board.out]:
        worth = worth_at_home(board, figure)
        if board.animals[figure] == BUTTERFLY:
            worth = max(worth, board.pieces.by_pollen[min(MOST_POLLEN, board.pollen[figure] + 1)] - 1)
        movements = movements_home(board, figure)
        if movements < NO_WAY:
            value += worth * PER_MOVEMENT**movements
        else:
            missing = tiles_missing(board, figure)
            steps = 4 if board.animals[figure] != SLOTH else 7
            value += worth * PER_MOVEMENT**steps * PER_MISSING_TILE**missing
    return value


class YesterdaysAdvice(Advice):
    """The guess above as a value."""

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        return {"guess": evaluate(state, seat)}

    def shown(self, state: State) -> int:
        assert isinstance(state, Position)
        return state.dealt


class Yesterday(Bot):
    """Chooses the decision after which that guess is highest."""

    kind = "yesterday"

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        advice = YesterdaysAdvice(state.game, Weights({"guess": 1.0}, {"guess": "the guess"}, "by hand", (8.0, 8.0)))
        return best_decision(advice, state, seat, clock)
