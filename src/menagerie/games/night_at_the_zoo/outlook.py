"""What a board will still bring, in points.

Most of it is one question: which animals can still come home with the movements that are left? Each has a price, its
movements and the tiles missing on its way; the cheapest ones for what they bring are bought first, and the more has
been spent before, the less likely it is that there is time for one. Every figure is in `advice.toml`.
"""

from __future__ import annotations

import math
from typing import Final, final

from menagerie.core.advice import Weights
from menagerie.games.night_at_the_zoo.actions import Move, Movement, Turn
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    BONUS,
    BUTTERFLY,
    CHEETAH,
    DISCOVER,
    DOUBLE_BONUS,
    DOUBLE_MOVE,
    MOST_POLLEN,
    MOVE,
    SLOTH,
    SNAKE,
    Pieces,
    Tile,
    points_in,
)
from menagerie.games.night_at_the_zoo.places import FIGURES_IN, FIRST_ENTRANCE, NOWHERE, SPACES
from menagerie.games.night_at_the_zoo.ways_home import WaysHome

MOST_SETS: Final = 50_000
"""How many sets of free spaces keep their value in memory before it is cleared."""


@final
class Outlook:
    """Judges boards; `drafts` is everywhere how many tiles their player will still draft."""

    def __init__(self, pieces: Pieces, weights: Weights) -> None:
        self._read_shapes(weights)
        self._ways: Final = WaysHome(pieces, weights.of("price_missing_tile"))
        self._symbol: Final = {
            MOVE: weights.of("symbol_move"),
            DOUBLE_MOVE: weights.of("symbol_double_move"),
            DISCOVER: weights.of("symbol_discover"),
            BONUS: weights.of("symbol_bonus"),
            DOUBLE_BONUS: weights.of("symbol_double_bonus"),
        }
        self._offer: Final[dict[int, float]] = {}
        """What offers are worth, found when first asked."""
        self._of_space: Final = self._worth_of_spaces(pieces)
        self._of_free: Final[dict[int, float]] = {}
        """What sets of free spaces hold, pairs apart."""
        self._pairs: Final = [
            (space, space_.partner, self._of_gain(space_.gain.points, space_.gain.offers))
            for space, space_ in enumerate(pieces.spaces)
            if space < space_.partner
        ]
        self._of_animal: Final = self._worth_of_animals(pieces)
        self._of_butterfly: Final = [
            points + self._pollen_to_come * (pieces.by_pollen[MOST_POLLEN] - points) for points in pieces.by_pollen
        ]

    def _read_shapes(self, weights: Weights) -> None:
        self._price_discovery: float = weights.of("price_discovery")
        self._price_cheetah: float = weights.of("price_cheetah")
        self._order: float = weights.of("order")
        self._budget: float = weights.of("budget")
        self._budget_per_draft: float = weights.of("budget_per_draft")
        self._doubt: float = weights.of("doubt")
        self._doubt_per_draft: float = weights.of("doubt_per_draft")
        self._pollen_to_come: float = weights.of("pollen_to_come")
        self._food_stored: float = weights.of("food_stored")
        self._food_per_draft: float = weights.of("food_per_draft")
        self._spaces_per_draft: float = weights.of("spaces_per_draft")
        self._pairs_per_draft: float = weights.of("pairs_per_draft")
        self._pair_half: float = weights.of("pair_half")
        self._pair_empty: float = weights.of("pair_empty")
        self._condition: float = weights.of("condition")
        self._tile_symbol: float = weights.of("tile_symbol")
        self._tile_mover: float = weights.of("tile_mover")

    # What does not change in a game.

    def of_offer(self, offer: int) -> float:
        """The best that an offer holds."""
        worth = self._offer.get(offer)
        if worth is None:
            worth = float(points_in(offer))
            for symbol, its_worth in self._symbol.items():
                if offer & symbol:
                    worth = max(worth, its_worth)
            self._offer[offer] = worth
        return worth

    def _of_gain(self, points: int, offers: tuple[int, ...]) -> float:
        worth = float(points)
        for offer in offers:
            worth += self.of_offer(offer)
        return worth

    def _worth_of_spaces(self, pieces: Pieces) -> list[float]:
        """By space: what it gives, less where there is a condition; pairs apart."""
        worths: list[float] = []
        for space in pieces.spaces:
            worth = 0.0
            if space.partner == NOWHERE:
                worth = self._of_gain(space.gain.points, space.gain.offers)
                if space.needs:
                    worth *= self._condition
            worths.append(worth)
        return worths

    def _worth_of_animals(self, pieces: Pieces) -> list[list[float]]:
        """By animal and number at home: what each of the others brings on average."""
        worths: list[list[float]] = []
        for points in pieces.by_home:
            most = len(points) - 1
            worths.append([(points[most] - points[count]) / (most - count) for count in range(most)])
        return worths

    # What counts.

    def animals(self, board: Board, drafts: int) -> float:
        """What the animals that are not home will still bring, those first that bring most for their price."""
        pieces, out = board.pieces, board.out
        at_home = [0] * len(ANIMALS)
        for figure in FIGURES_IN[board.home]:
            at_home[board.animals[figure]] += 1
        ratios: list[float] = []
        worths: list[float] = []
        prices: list[float] = []
        for figure in FIGURES_IN[board.hidden | out]:
            animal = board.animals[figure]
            if animal == BUTTERFLY:
                worth = self._of_butterfly[board.pollen[figure]]
            else:
                worth = self._of_animal[animal][at_home[animal]]
            price = self.price(board, figure)
            if out >> figure & 1:
                worth -= pieces.for_discovered
            ratio = worth / (price + self._order)
            at = 0
            while at < len(ratios) and ratios[at] >= ratio:
                at += 1
            ratios.insert(at, ratio)
            worths.insert(at, worth)
            prices.insert(at, price)
        budget = self._budget + self._budget_per_draft * drafts
        doubt = self._doubt + self._doubt_per_draft * drafts
        spent = total = 0.0
        for number, price in enumerate(prices):
            spent += price
            total += worths[number] / (1 + math.exp(min(50.0, (spent - budget) / doubt)))
        return total

    def price(self, board: Board, figure: int) -> float:
        """What it takes to bring a figure home: movements, missing tiles, and discovering it first."""
        animal = board.animals[figure]
        if board.hidden >> figure & 1:
            posture = board.pieces.inward[figure] if animal == SNAKE else 0
            cost = self._ways.cost(animal, board.free, FIRST_ENTRANCE + figure, posture)
            price = self._price_discovery
        else:
            cost = self._ways.cost(animal, board.free, board.places[figure], board.posture[figure])
            price = 0.0
        return price + (cost * self._price_cheetah if animal == CHEETAH else cost)

    def foods(self, board: Board, drafts: int) -> float:
        """The foods that there are, those in store, and those to come: between two numbers in the table of points."""
        in_store = 0
        for tile in board.stored:
            if tile.food >= 0:
                in_store |= 1 << tile.food
        for tile in board.kept:
            if tile.food >= 0:
                in_store |= 1 << tile.food
        if board.drafted is not None and board.drafted.food >= 0:
            in_store |= 1 << board.drafted.food
        count = (
            board.foods.bit_count()
            + self._food_stored * (in_store & ~board.foods).bit_count()
            + self._food_per_draft * drafts
        )
        by_foods = board.pieces.by_foods
        whole = int(count)
        if whole >= len(by_foods) - 1:
            return float(by_foods[-1])
        return by_foods[whole] + (count - whole) * (by_foods[whole + 1] - by_foods[whole])

    def spaces(self, board: Board, drafts: int) -> float:
        """What the free spaces will still give."""
        free = board.free
        if not free or not drafts:
            return 0.0
        held = self._of_free.get(free)
        if held is None:
            if len(self._of_free) >= MOST_SETS:
                self._of_free.clear()
            held = 0.0
            for space in range(SPACES):
                if free >> space & 1:
                    held += self._of_space[space]
            self._of_free[free] = held
        return held * min(1.0, self._spaces_per_draft * drafts / free.bit_count())

    def pairs(self, board: Board, drafts: int) -> float:
        """What pairs may still give of which at most half is covered."""
        if not drafts:
            return 0.0
        free, total = board.free, 0.0
        for first, second, worth in self._pairs:
            empty = (free >> first & 1) + (free >> second & 1)
            if empty == 2:
                total += worth * self._pair_empty
            elif empty == 1:
                total += worth * self._pair_half
        return total * min(1.0, self._pairs_per_draft * drafts)

    def company(self, board: Board, drafts: int) -> float:
        """Two animals on one terrain, counted for each such two: a discarded tile moves both."""
        if not drafts:
            return 0.0
        count = 0
        for terrain in range(len(board.ground)):
            standing = board.on_terrain(terrain).bit_count()
            count += standing * (standing - 1) // 2
        return float(count)

    def of_tile(self, board: Board, tile: Tile) -> float:
        """Laid for what it shows, or discarded for those who stand on its terrain."""
        shows = self._tile_symbol * (tile.points + self.of_offer(tile.offer))
        return max(shows, self._tile_mover * board.on_terrain(tile.terrain).bit_count())

    def brings_nearer(self, board: Board, action: Movement) -> bool:
        figure, free = action.figure, board.free
        place, posture = board.places[figure], board.posture[figure]
        before = self._ways.cost(action.animal, free, place, posture)
        if isinstance(action, Move):
            place = board.end_of_move(action.animal, place, action.direction)
            posture = ASLEEP if action.animal == SLOTH else posture
        elif isinstance(action, Turn):
            posture = action.direction
        else:
            return True  # it wakes
        return self._ways.cost(action.animal, free, place, posture) < before
