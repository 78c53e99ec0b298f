"""What makes a zoo promising: its points, and what enclosures, barns and trucks like its own have led to in many games.

Every feature but the points is there or not, and has a weight of its own in each stage of the game:
`enclosure:3,1@2` is an enclosure with three animals and one landscape in stage 2.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.advice import Advice, Weights
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.phases import LOAD_TRUCK, TURN
from menagerie.games.zooloretto_mini.pieces import FEMALE, MALE, Enclosure, Pieces, Tile
from menagerie.games.zooloretto_mini.scoring import points
from menagerie.games.zooloretto_mini.state import Position

STAGES: Final = 6
"""Stage 0 is the last round; 1 to 5 are how many fifths of the pile are left."""
MOST_COMING: Final = 8
"""More tiles of a kind to come than this make no difference."""
MOST_PARTNERS: Final = 2
"""More partners to come than this make no difference."""
MOST_IN_BARN: Final = 4
"""More kinds of animals in a barn than this make no difference."""
HAND: Final = 3
"""The most tiles that a truck holds."""

OUT: Final = 0
WAITING: Final = 1
ACTING: Final = 2
LOADING: Final = 3
ALONE: Final = 4
LOADING_ALONE: Final = 5
_PARTS: Final = ("out", "waiting", "acting", "loading", "alone", "loading alone")
"""A seat's part in the round."""


@final
class Marks:
    """The features of a stage as numbers: each family begins at a known place. What cannot be has no name."""

    def __init__(self, pieces: Pieces) -> None:
        self.names: Final[list[str]] = []
        spaces = pieces.spaces
        self.types: Final = len(pieces.landscapes) + 1
        self.enclosure: Final = self._add("enclosure", _pairs(spaces + 1, spaces + 1, spaces))
        self.coming: Final = self._add(
            "coming", [f"{a + 1},{b}" for a in range(spaces - 1) for b in range(MOST_COMING + 1)]
        )
        self.couple: Final = self._add("couple", [str(count) for count in range(MOST_PARTNERS + 1)])
        self.landscapes: Final = self._add("landscapes", [str(count) for count in range(self.types)])
        self.barn: Final = self._add("barn", _pairs(MOST_IN_BARN + 1, self.types, MOST_IN_BARN + self.types))
        self.part: Final = self._add("part", list(_PARTS))
        loads = _pairs(HAND + 1, HAND + 1, HAND)
        self.truck: Final = self._add("truck", [load and f"{part},{load}" for part in _PARTS[1:] for load in loads])
        self.hand: Final = self._add("hand", loads)
        self.bonus: Final = self._add("bonus", ["due"])

    def _add(self, family: str, members: list[str]) -> int:
        """Where the family begins."""
        begin = len(self.names)
        self.names.extend([f"{family}:{member}" if member else "" for member in members])
        return begin


def _pairs(first: int, second: int, most: int) -> list[str]:
    """Two numbers below these, together no more than `most`; else nothing."""
    return [f"{one},{two}" if one + two <= most else "" for one in range(first) for two in range(second)]


@final
class TitleAdvice(Advice):
    """Judges positions of Zooloretto Mini."""

    def __init__(self, game: Game, weights: Weights) -> None:
        super().__init__(game, weights)
        pieces = game.pieces  # type: ignore[attr-defined]
        assert isinstance(pieces, Pieces)
        self._pieces: Final = pieces
        self._marks: Final = Marks(pieces)
        self._count: Final = len(self._marks.names)
        self._names: Final = [name and f"{name}@{stage}" for stage in range(STAGES) for name in self._marks.names]
        self._weights: Final = [weights.of(name) if name else 0.0 for name in self._names]
        self._score: Final = weights.of("score")
        self._win: Final = weights.of("win")

    def is_quiet(self, state: State, seat: int) -> bool:
        # A player with the only truck left takes it automatically: then another's tiles are next, and no turn.
        return seat not in state.to_act or state.stack[-1] is TURN

    def shown(self, state: State) -> int:
        assert isinstance(state, Position)
        return state.revealed

    def progress(self, state: State) -> float:
        assert isinstance(state, Position)
        return 1 - state.tiles_left / state.main_pile

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        found = {"score": float(points(state, seat))}
        if state.is_over:
            winners = state.winners
            if seat in winners:
                found["win"] = 1 / len(winners)
            return found
        for mark in self._found(state, seat):
            name = self._names[mark]
            found[name] = found.get(name, 0.0) + 1.0
        return found

    def worth(self, state: State, seat: int) -> float:
        assert isinstance(state, Position)
        worth = self._score * points(state, seat)
        if state.is_over:
            winners = state.winners
            return worth + self._win / len(winners) if seat in winners else worth
        weights = self._weights
        for mark in self._found(state, seat):
            worth += weights[mark]
        return worth

    def _found(self, state: Position, seat: int) -> list[int]:
        """The features that are there, as numbers."""
        marks = self._marks
        base = self._stage(state) * self._count
        zoo = state.zoo(seat)
        found = self._of_enclosures(state, zoo, base)
        barn = 0
        for tile in state.barns[seat]:
            barn |= tile.bit
        types = 0
        for enclosure in zoo:
            types |= enclosure.landscape_bits
        animals = min(MOST_IN_BARN, (barn & self._pieces.animal_bits).bit_count())
        landscapes = (barn & self._pieces.landscape_bits).bit_count()
        found.append(base + marks.landscapes + types.bit_count())
        found.append(base + marks.barn + animals * marks.types + landscapes)
        part = self._part(state, seat)
        found.append(base + marks.part + part)
        room = Room(self._pieces, zoo, barn)
        if part != OUT:
            best = self._best_truck(state, room)
            if best >= 0:
                found.append(base + marks.truck + (part - 1) * (HAND + 1) * (HAND + 1) + best)
        elif seat == state.active and state.hand:
            found.append(base + marks.hand + room.load(state.hand))
        if state.has_filled and seat == state.active:
            found.append(base + marks.bonus)
        return found

    def _stage(self, state: Position) -> int:
        if state.revealed > state.main_pile:
            return 0
        return 1 + (STAGES - 1) * (state.main_pile - state.revealed) // (state.main_pile + 1)

    def _of_enclosures(self, state: Position, zoo: list[Enclosure], base: int) -> list[int]:
        """How full they are, how many of their kind are still to come, and whether an animal waits for a partner."""
        marks, pieces = self._marks, self._pieces
        left = [0] * len(pieces.sorts)
        for tile in state.pile[state.revealed :]:
            left[tile.sort] += 1
        found: list[int] = []
        for enclosure in zoo:
            found.append(base + marks.enclosure + enclosure.animals * (pieces.spaces + 1) + enclosure.landscapes)
            room = pieces.spaces - len(enclosure.tiles)
            if not enclosure.kind_bit or not room:
                continue
            plain = 4 * (enclosure.kind_bit.bit_length() - 1)  # the four sorts of a kind are neighbours
            males, females = left[plain + MALE], left[plain + FEMALE]
            coming = min(MOST_COMING, left[plain] + males + females)
            found.append(base + marks.coming + (room - 1) * (MOST_COMING + 1) + coming)
            if enclosure.males != enclosure.females:
                partners = females if enclosure.males > enclosure.females else males
                found.append(base + marks.couple + min(MOST_PARTNERS, partners))
        return found

    def _part(self, state: Position, seat: int) -> int:
        """What part the seat has in this round."""
        if state.out >> seat & 1:
            return OUT
        if state.out | 1 << seat == (1 << state.players) - 1:
            return LOADING_ALONE if state.stack[-1] is LOAD_TRUCK else ALONE
        if seat != state.active:
            return WAITING
        return LOADING if state.stack[-1] is LOAD_TRUCK else ACTING

    def _best_truck(self, state: Position, room: Room) -> int:
        """The load on offer of which most fits and least does not; -1: all trucks are empty."""
        best = -1
        highest = -HAND - 1
        for tiles in state.trucks:
            if tiles:
                load = room.load(tiles)
                fit, unfit = divmod(load, HAND + 1)
                if fit - unfit > highest:
                    highest = fit - unfit
                    best = load
        return best


@final
class Room:
    """What a zoo has room for."""

    __slots__ = ("_barn", "_free", "_kinds", "_landscapes")

    def __init__(self, pieces: Pieces, zoo: list[Enclosure], barn: int) -> None:
        self._barn: Final = barn
        """Kinds that the barn holds: one more of them costs nothing."""
        kinds = free = landscapes = 0
        for enclosure in zoo:
            if enclosure.accepts:
                landscapes = pieces.landscape_bits
                kinds |= enclosure.kind_bit
                free += not enclosure.kind_bit
        self._kinds: Final = kinds
        self._free: Final = free
        self._landscapes: Final = landscapes

    def load(self, tiles: tuple[Tile, ...]) -> int:
        """How many of these tiles fit, and how many would be new in the barn, as one number."""
        kinds, free = self._kinds, self._free
        fit = unfit = 0
        for tile in tiles:
            if tile.bit & (kinds | self._landscapes):
                fit += 1
            elif tile.is_animal and free:
                fit += 1
                free -= 1
                kinds |= tile.bit
            elif not tile.bit & self._barn:
                unfit += 1
        return fit * (HAND + 1) + unfit
