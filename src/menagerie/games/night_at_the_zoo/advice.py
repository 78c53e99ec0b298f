"""What Night at the Zoo knows about playing it well: what counts, where a turn ends, what is worth a thought.

A seat is judged by its own board (`outlook`), for boards hardly touch each other.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.advice import Advice, Weights
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.actions import Done, Movement, Wait
from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.outlook import Outlook
from menagerie.games.night_at_the_zoo.phases.drafting import DRAFTING
from menagerie.games.night_at_the_zoo.phases.moving import MoveAll
from menagerie.games.night_at_the_zoo.phases.using import Resolve, UseBonusTile
from menagerie.games.night_at_the_zoo.pieces import (
    BONUS,
    BUTTERFLY,
)
from menagerie.games.night_at_the_zoo.state import Position
from menagerie.games.night_at_the_zoo.title import NightAtTheZoo


@final
class TitleAdvice(Advice):
    """Judges a seat by its own board: boards hardly touch each other."""

    def __init__(self, game: Game, weights: Weights) -> None:
        super().__init__(game, weights)
        assert isinstance(game, NightAtTheZoo)
        pieces = game.pieces
        self._best_rank: Final[int] = pieces.ranks[0][0]
        self._drafts: Final[int] = pieces.rounds * pieces.drafts_in_a_round
        self._read_weights(weights)
        self.outlook: Final = Outlook(pieces, weights)

    def _read_weights(self, weights: Weights) -> None:
        self._points: float = weights.of("points")
        self._home: float = weights.of("home")
        self._out: float = weights.of("out")
        self._animals: float = weights.of("animals")
        self._foods: float = weights.of("foods")
        self._spaces: float = weights.of("spaces")
        self._pairs: float = weights.of("pairs")
        self._company: float = weights.of("company")
        self._symbols: float = weights.of("symbols")
        self._tiles: float = weights.of("tiles")
        self._won: float = weights.of("won")
        self._mover: float = weights.of("mover")
        self._tile_drafted: float = weights.of("tile_drafted")
        self._tile_stored: float = weights.of("tile_stored")

    # What counts.

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        board = state.boards[seat]
        found = {
            "points": float(board.points),
            "home": float(scoring.animals_at_home(board)),
            "out": float(scoring.discovered(board)),
        }
        if state.is_over:
            found["foods"] = float(scoring.foods(board))
            found["won"] = self._share_of_win(state, seat)
        else:
            outlook, drafts = self.outlook, self.drafts_left(state, seat)
            found["animals"] = outlook.animals(board, drafts)
            found["foods"] = outlook.foods(board, drafts)
            found["spaces"] = outlook.spaces(board, drafts)
            found["pairs"] = outlook.pairs(board, drafts)
            found["company"] = outlook.company(board, drafts)
            found["symbols"] = self.symbols(state, seat)
            found["tiles"] = self.tiles(state, seat, drafts)
        return {name: amount for name, amount in found.items() if amount}

    def worth(self, state: State, seat: int) -> float:
        assert isinstance(state, Position)
        board = state.boards[seat]
        scored = (
            self._points * board.points
            + self._home * scoring.animals_at_home(board)
            + self._out * scoring.discovered(board)
        )
        if state.is_over:
            return scored + self._foods * scoring.foods(board) + self._won * self._share_of_win(state, seat)
        outlook, drafts = self.outlook, self.drafts_left(state, seat)
        return (
            scored
            + self._animals * outlook.animals(board, drafts)
            + self._foods * outlook.foods(board, drafts)
            + self._spaces * outlook.spaces(board, drafts)
            + self._pairs * outlook.pairs(board, drafts)
            + self._company * outlook.company(board, drafts)
            + self._symbols * self.symbols(state, seat)
            + self._tiles * self.tiles(state, seat, drafts)
        )

    def value(self, state: State, seat: int) -> float:
        """Return the seat's own worth: players can do little about the others, and looking at them costs time."""
        return self.worth(state, seat)

    def _share_of_win(self, state: Position, seat: int) -> float:
        return self.result(state)[seat]

    def drafts_left(self, state: Position, seat: int) -> int:
        """How many tiles this seat will still draft."""
        left = self._drafts - state.draft
        if state.stack[-1] is DRAFTING and state.boards[seat].drafted is None:
            left += 1
        return left

    def symbols(self, state: Position, seat: int) -> float:
        """What is offered and not yet used, a Bonus tile in hand, and animals that may still move."""
        total = self._mover * state.boards[seat].movers.bit_count()
        lane = state.lane(seat)
        if state.lanes and not lane:
            lane = state.waiting[seat]
        for phase in lane:
            if isinstance(phase, Resolve):
                for offer in phase.offers:
                    total += self.outlook.of_offer(offer)
            elif isinstance(phase, UseBonusTile):
                total += self.outlook.of_offer(BONUS)
        return total

    def tiles(self, state: Position, seat: int, drafts: int) -> float:
        """The drafted tile, and those in the Warehouse: after the last draft they are of use only while tiles are."""
        board = state.boards[seat]
        total = 0.0
        if board.drafted is not None:
            total += self._tile_drafted + self.outlook.of_tile(board, board.drafted)
        if drafts:
            for tile in board.kept:
                total += self._tile_stored + self.outlook.of_tile(board, tile)
        if board.stored and (drafts or not self.is_quiet(state, seat)):
            for tile in board.stored:
                total += self._tile_stored + self.outlook.of_tile(board, tile)
        return total

    # Turns.

    @property
    def target(self) -> int:
        return self._best_rank

    def is_quiet(self, state: State, seat: int) -> bool:
        """A turn goes from the draft to the last use of a tile; the movement that ends a round is one of its own."""
        assert isinstance(state, Position)
        if state.lanes:
            return not state.lanes[seat] and not state.waiting[seat]
        return not state.stack or (state.stack[-1] is DRAFTING and state.boards[seat].drafted is None)

    def shown(self, state: State) -> int:
        """Refill the market; Leo, who drafts after the only player, takes a tile."""
        assert isinstance(state, Position)
        leo_is_next = state.players == 1 and state.in_market.bit_count() > state.players + 1
        return state.dealt * 2 + leo_is_next

    def progress(self, state: State) -> float:
        assert isinstance(state, Position)
        return min(1.0, (state.draft - 1) / self._drafts)

    # What is worth a thought.

    def candidates(self, state: State, seat: int) -> list[Action]:
        """Movements that bring an animal nearer, one animal after the other where all may move; nothing is declined
        that does no harm."""
        assert isinstance(state, Position)
        phase = state.lane(seat)[-1]
        listing = state.listing(phase, seat)
        if isinstance(phase, MoveAll):
            return self._movements(state.boards[seat], listing, in_turn=True, pollen=phase.special)
        if isinstance(phase, Resolve):
            return self._movements(state.boards[seat], listing, in_turn=False, pollen=False)
        return listing

    def _movements(self, board: Board, listing: list[Action], in_turn: bool, pollen: bool) -> list[Action]:
        """What is left of a listing: `in_turn` of one animal only, for the others' turn comes; with `pollen` a
        butterfly gains by any movement. It may prefer to stay, too."""
        kept: list[Action] = []
        mover = -1
        may_decline = False
        for action in listing:
            if isinstance(action, Movement):
                if in_turn and mover >= 0 and action.figure != mover:
                    continue
                is_butterfly = action.animal == BUTTERFLY
                if not (pollen and is_butterfly) and not self.outlook.brings_nearer(board, action):
                    continue
                mover = action.figure
                may_decline = may_decline or is_butterfly
            elif isinstance(action, Done | Wait):
                continue
            kept.append(action)
        if not kept or may_decline:
            kept += [action for action in listing if isinstance(action, Done)]
        return kept or listing
