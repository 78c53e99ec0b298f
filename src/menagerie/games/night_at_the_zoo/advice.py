"""What a bot may want to know about a board without playing on: ways home, worth of spaces, missing foods."""

from __future__ import annotations

from typing import Final

from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.actions import Move, Turn
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.pieces import (
    BONUS,
    BUTTERFLY,
    DISCOVER,
    DOUBLE_BONUS,
    DOUBLE_MOVE,
    MOST_POLLEN,
    MOVE,
    PENGUIN,
    SLOTH,
    Tile,
    points_in,
)
from menagerie.games.night_at_the_zoo.places import FIGURES_IN, NOWHERE, SPACES, ZOO
from menagerie.games.night_at_the_zoo.state import Table

NO_WAY: Final = 99

# What we think a symbol is worth in points, from games of better and worse programs; a judgement, not a rule.
WORTH: Final = {MOVE: 1.5, DOUBLE_MOVE: 2.8, DISCOVER: 2.5, BONUS: 2.0, DOUBLE_BONUS: 3.6}
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
                    there = end_of_move(board, animal, place, action.direction)
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


def end_of_move(board: Board, animal: int, place: int, direction: int) -> int:
    """Where a step in an open direction takes an animal; a penguin slides on (rule 7.1)."""
    there = board.pieces.next[place][direction]
    if animal == PENGUIN:
        while board.ways[there] >> direction & 1:
            there = board.pieces.next[there][direction]
    return there


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


def missing_foods(board: Board) -> list[str]:
    """The kinds of food that the Neighborhood does not have yet."""
    return [food for number, food in enumerate(board.pieces.foods) if not board.foods >> number & 1]


def space_value(board: Board, tile: Tile, space: int) -> float:
    """What covering this space with this tile gives at once, in points and guesses: space, pair, symbols and food."""
    pieces = board.pieces
    gain = pieces.gain_for[space][tile.sort]
    partner = pieces.partner[space]
    if partner != NOWHERE:
        other = board.tiles[partner]
        if other is not None and other.terrain == tile.terrain:
            gain = pieces.spaces[space].gain
    value = float(gain.points + tile.points) + sum([offer_value(offer) for offer in gain.offers])
    if tile.offer:
        value += offer_value(tile.offer)
    if tile.food >= 0 and not board.foods >> tile.food & 1:
        kinds = board.foods.bit_count()
        value += (pieces.by_foods[-1] - pieces.by_foods[kinds]) / (len(pieces.by_foods) - 1 - kinds)
    return value


def offer_value(offer: int) -> float:
    """The best that an offer holds, in points."""
    return max([float(points_in(offer)), *[worth for symbol, worth in WORTH.items() if offer & symbol]])


def evaluate(table: Table, seat: int) -> float:
    """A guess at the seat's final points: what it has, and what its animals on the way may still bring."""
    board = table.boards[seat]
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


def features(table: Table, seat: int) -> dict[str, float]:
    """The same in parts, for learners and explanations."""
    board = table.boards[seat]
    ways = [movements_home(board, figure) for figure in FIGURES_IN[board.out]]
    return {
        "points": float(scoring.points(board)),
        "home": float(board.home.bit_count()),
        "discovered": float(board.out.bit_count()),
        "with_a_way": float(sum([1 for way in ways if way < NO_WAY])),
        "nearest": float(min(ways, default=NO_WAY)),
        "foods": float(board.foods.bit_count()),
        "covered": float(SPACES - 1 - board.free.bit_count()),
        "stored": float(len(board.stored) + len(board.kept)),
    }
