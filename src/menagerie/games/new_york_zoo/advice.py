"""What bots know about playing New York Zoo well: the open ground, the animals to come, what is about to be laid.

Nothing is hidden here, so everything is open to all players. The worth of a zoo is in spaces covered, more or less.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.advice import Advice, Weights
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import NO_ATTRACTION, START_OVER, Place, Walk
from menagerie.games.new_york_zoo.ground import Ground, Surveyor
from menagerie.games.new_york_zoo.phases.acquiring import ACQUIRE_FIRST, ACQUIRE_SECOND
from menagerie.games.new_york_zoo.phases.breeding import BREED_ANIMALS
from menagerie.games.new_york_zoo.phases.completing import TAKE_ATTRACTION
from menagerie.games.new_york_zoo.phases.laying import PLACE_ENCLOSURE
from menagerie.games.new_york_zoo.phases.walking import TURN, destination, loses_at
from menagerie.games.new_york_zoo.pieces import NONE
from menagerie.games.new_york_zoo.state import Position
from menagerie.games.new_york_zoo.title import NewYorkZoo

_REMEMBERED: Final = 100_000
"""So many boards are remembered with what they are worth; then all are forgotten."""


@final
class Census:
    """The animals of a zoo, counted; and what its seat is about to lay or to acquire."""

    __slots__ = (
        "acquisitions", "attraction", "breeding", "chances", "deserted", "housed", "one_missing", "pairs", "room",
        "singles", "spare", "species", "tile", "two_missing",
    )  # fmt: skip

    def __init__(self) -> None:
        self.breeding = 0.0
        """Offspring to expect from the lines ahead, up to two a line; near lines count more."""
        self.species = 0
        """How many species have a pair somewhere."""
        self.pairs = 0
        """How many enclosures have one."""
        self.chances = 0.0
        """How near all enclosures are to completion: each counts 1 divided by one more than the animals missing."""
        self.one_missing = 0
        self.two_missing = 0
        """Enclosures that lack so many animals."""
        self.singles = 0
        """Enclosures with one animal."""
        self.deserted = 0
        """Empty enclosures."""
        self.housed = 0
        """Animals in houses."""
        self.room = 0
        """Free houses."""
        self.spare = 0
        """Animals that could move into a new enclosure (rule 4.3)."""
        self.tile = 0
        """Spaces of enclosures that are to be laid now."""
        self.attraction = 0
        """Spaces of the attractions that can be taken now."""
        self.acquisitions = 0
        """Animals that can be acquired now."""


@final
class TitleAdvice(Advice):
    """A judge of positions of New York Zoo."""

    def __init__(self, game: Game, weights: Weights) -> None:
        super().__init__(game, weights)
        assert isinstance(game, NewYorkZoo)
        self._pieces: Final = game.pieces
        self._surveyor: Final = Surveyor(game.pieces)
        self._known: dict[tuple[int, int], float] = {}
        self._read_weights(weights)
        strip = game.pieces.strip
        reach = weights.of("breeding_reach")
        self._nearness: Final[list[float]] = [0.0] * (len(strip) * len(game.pieces.species))
        """By space of the elephant and species: 1 for a line close by, less for one that is farther away."""
        for elephant in range(len(strip)):
            for step in range(1, len(strip)):
                line = strip[(elephant + step) % len(strip)].line
                if line != NONE:
                    self._nearness[elephant * len(game.pieces.species) + line] = 1 / (1 + step / reach)

    def _read_weights(self, weights: Weights) -> None:
        self._open = weights.of("open")
        self._gap_single = weights.of("gaps:single")
        self._gap_pair = weights.of("gaps:pair")
        self._gap_triple = weights.of("gaps:triple")
        self._small = weights.of("regions:small")
        self._large = weights.of("regions:large")
        self._edge = weights.of("edge")
        self._nooks = weights.of("nooks")
        self._breeding = weights.of("breeding")
        self._species = weights.of("pairs:species")
        self._pairs = weights.of("pairs:enclosures")
        self._completion = weights.of("completion:nearness")
        self._prize = weights.of("completion:prize")
        self._one_missing = weights.of("completion:one_missing")
        self._two_missing = weights.of("completion:two_missing")
        self._housed = weights.of("houses:animals")
        self._room = weights.of("houses:room")
        self._spare = weights.of("spare:animals")
        self._spare_limit = int(weights.of("spare_limit"))
        self._no_spare = weights.of("spare:none")
        self._singles = weights.of("residents:one")
        self._deserted = weights.of("residents:none")
        self._tile = weights.of("pending:tile")
        self._attraction = weights.of("pending:attraction")
        self._acquisition = weights.of("pending:acquisition")
        self._full = weights.of("full")
        self._way = weights.of("way")
        self._placements = int(weights.of("placements"))
        self._longest_walk = int(weights.of("longest_walk"))

    # Features.

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        found: dict[str, float] = {}
        if state.open[seat] == 0:
            found["full"] = 1
        else:
            found["open"] = state.open[seat]
            _add_ground(found, self._surveyor.survey(state.taken_low[seat], state.taken_high[seat]))
            if not state.is_over:
                self._add_animals(found, state, seat)
        if state.mode.steps == 0 and not (state.is_over and state.open[seat]):
            found["way"] = self._way_left(state)
        if state.is_over:
            found["won" if seat in state.winners else "lost"] = 1
        return {name: amount for name, amount in found.items() if amount}

    def _add_animals(self, found: dict[str, float], state: Position, seat: int) -> None:
        census = self._census(state, seat)
        found["breeding"] = census.breeding
        found["pairs:species"] = census.species
        found["pairs:enclosures"] = census.pairs
        found["completion:nearness"] = census.chances
        found["completion:prize"] = census.chances * best_attraction(state, seat)
        found["completion:one_missing"] = census.one_missing
        found["completion:two_missing"] = census.two_missing
        found["houses:animals"] = census.housed
        found["houses:room"] = min(1, census.room)
        found["spare:animals"] = min(self._spare_limit, census.spare)
        found["spare:none"] = 0 if census.spare else 1
        found["residents:one"] = census.singles
        found["residents:none"] = census.deserted
        found["pending:tile"] = census.tile
        found["pending:attraction"] = census.attraction
        found["pending:acquisition"] = census.acquisitions

    def worth(self, state: State, seat: int) -> float:
        """The same as the features, weighed, but without a name for each of them."""
        assert isinstance(state, Position)
        if state.is_over:
            return super().worth(state, seat)
        value = self._way * self._way_left(state) if state.mode.steps == 0 else 0.0
        if state.open[seat] == 0:
            return value + self._full
        census = self._census(state, seat)
        value += (
            self._ground_worth(state.taken_low[seat], state.taken_high[seat])
            + self._open * state.open[seat]
            + self._breeding * census.breeding
            + self._species * census.species
            + self._pairs * census.pairs
            + (self._completion + self._prize * best_attraction(state, seat)) * census.chances
            + self._one_missing * census.one_missing
            + self._two_missing * census.two_missing
            + self._housed * census.housed
            + self._singles * census.singles
            + self._deserted * census.deserted
            + self._tile * census.tile
            + self._attraction * census.attraction
            + self._acquisition * census.acquisitions
        )
        if census.room:
            value += self._room
        if census.spare == 0:
            return value + self._no_spare
        return value + self._spare * min(self._spare_limit, census.spare)

    def _ground_worth(self, low: int, high: int) -> float:
        """What the shape of the open ground is worth, but for its size."""
        key = (low, high)
        known = self._known.get(key)
        if known is not None:
            return known
        ground = self._surveyor.survey(low, high)
        value = (
            self._gap_single * ground.singles
            + self._gap_pair * (2 * ground.pairs)
            + self._gap_triple * (3 * ground.triples)
            + self._small * ground.small
            + self._large * ground.large
            + self._edge * ground.edge
            + self._nooks * ground.nooks
        )
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[key] = value
        return value

    def _way_left(self, state: Position) -> int:
        """Solo: the spaces that the elephant may still go (rule 9.7)."""
        return max(0, len(state.pieces.strip) * (state.pieces.laps - state.laps) - state.elephant)

    def _census(self, state: Position, seat: int) -> Census:
        census = Census()
        kinds = len(self._pieces.species)
        pairs = [0] * kinds
        animals = state.animals
        for place in state.zoos[seat]:
            tile = place.tile
            count = animals[tile.index]
            missing = tile.size - count
            census.chances += 1 / (1 + missing)
            if count >= 2:
                census.pairs += 1
                census.spare += count - 1
                pairs[state.residents[tile.index]] += 1
                if missing == 1:
                    census.one_missing += 1
                elif missing == 2:
                    census.two_missing += 1
            elif count == 1:
                census.singles += 1
            else:
                census.deserted += 1
        at = state.elephant * kinds
        for species in range(kinds):
            if pairs[species]:
                census.species += 1
                census.breeding += min(2, pairs[species]) * self._nearness[at + species]
        for species in state.lines:
            census.breeding += min(2, pairs[species])
        if state.breeding != NONE and _breeds_now(state, seat):
            census.breeding += min(2, pairs[state.breeding])
        census.room = state.house_room[seat]
        census.housed = state.boards[seat].houses - census.room
        census.spare += census.housed
        if state.lanes:
            census.tile = sum([tile.size for tile in state.hands[seat]])
        elif state.active == seat:
            _add_pending(census, state, seat)
        return census

    # Turns and decisions.

    def is_quiet(self, state: State, seat: int) -> bool:
        """A turn is over when another player is to decide, or the elephant is to move."""
        assert isinstance(state, Position)
        if state.lanes:
            return not state.lanes[seat]
        return not state.stack or state.active != seat or state.stack[-1] is TURN

    def shown(self, state: State) -> int:
        """Nothing comes to light: all of it lies open from the beginning (rule 1.6)."""
        return 0

    def progress(self, state: State) -> float:
        """How much of the fullest board is covered; solo, how far the elephant has gone of its way."""
        assert isinstance(state, Position)
        if state.mode.steps == 0:
            return 1 - self._way_left(state) / (len(state.pieces.strip) * state.pieces.laps)
        return max([1 - state.open[seat] / board.spaces for seat, board in enumerate(state.boards)])

    def candidates(self, state: State, seat: int) -> list[Action]:
        """Of the many places for a tile those that leave the best ground; alone, no walk that leads too far."""
        assert isinstance(state, Position)
        phase = state.lane(seat)[-1]
        listing = state.listing(phase, seat)
        if phase is TURN:
            if state.mode.steps:
                return listing
            return [walk for walk in listing if self._is_sensible(state, walk)] or listing
        if len(listing) > 1 and (phase is PLACE_ENCLOSURE or phase is TAKE_ATTRACTION or state.lanes):
            return self._best_places(state, seat, listing)
        return listing

    def _is_sensible(self, state: Position, walk: Action) -> bool:
        """Solo: whether a walk neither loses at once nor wastes the way that is left."""
        if isinstance(walk, Walk) and walk.steps > self._longest_walk:
            return False
        return not loses_at(state, destination(state, walk))

    def _best_places(self, state: Position, seat: int, listing: list[Action]) -> list[Action]:
        """Skipping an attraction is only worth considering if a tile is worth waiting for. If none fits any more, each
        attraction brings the end nearer, however small the gap it leaves: two players who wait would never finish."""
        low = state.taken_low[seat]
        high = state.taken_high[seat]
        ranked: list[tuple[float, int]] = []
        for number, action in enumerate(listing):
            if isinstance(action, Place):
                value = self._ground_worth(low | action.low, high | action.high) - self._open * action.tile.size
                ranked.append((-value, number))
            elif action is NO_ATTRACTION:
                if not ranked or any_tile_fits(state, seat):
                    ranked.append((-self._ground_worth(low, high), number))
            elif action is not START_OVER:
                return [action]
        ranked.sort()
        return [listing[number] for _, number in ranked[: self._placements]]


def _add_ground(found: dict[str, float], ground: Ground) -> None:
    found["gaps:single"] = ground.singles
    found["gaps:pair"] = 2 * ground.pairs
    found["gaps:triple"] = 3 * ground.triples
    found["regions:small"] = ground.small
    found["regions:large"] = ground.large
    found["edge"] = ground.edge
    found["nooks"] = ground.nooks


def _breeds_now(state: Position, seat: int) -> bool:
    """Whether that seat's part of the breeding is still to come (rule 7.5)."""
    if state.active == seat and state.stack[-1] is BREED_ANIMALS:
        return True
    return (seat - state.mover) % state.players >= state.breeder


def _add_pending(census: Census, state: Position, seat: int) -> None:
    """What the active seat has earned, but not placed yet."""
    for phase in state.stack:
        if phase is PLACE_ENCLOSURE and state.new is not None:
            census.tile += state.new.size
        elif phase is TAKE_ATTRACTION:
            census.attraction += best_attraction(state, seat)
        elif phase is ACQUIRE_FIRST or phase is ACQUIRE_SECOND:
            census.acquisitions += 1


def any_tile_fits(state: Position, seat: int) -> bool:
    """Whether one of the enclosures that can be taken would fit on that seat's board."""
    return any(stack and state.can_lay(seat, stack[-1]) for stack in state.stacks)


def best_attraction(state: Position, seat: int) -> int:
    """The size of the largest attraction that the market has and that still fits."""
    attractions = state.pieces.attractions
    for number in range(len(attractions) - 1, -1, -1):
        if state.market[number] and state.can_lay(seat, attractions[number]):
            return attractions[number].size
    return 0
