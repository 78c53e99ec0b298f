"""Hooks for bots: how far things are, how dangerous a place is, and how well the escape goes.

All of it uses nothing but what everybody at the table knows: a face-down tile counts as a crossing that can be left
over every side, because whoever turns it up may choose how it lies.
"""

from typing import Final

from menagerie.games.zoo_escape.board import (
    BESIDE,
    DISTANCE,
    EDGE_ONWARD,
    EDGE_PLACES,
    INNER,
    INNER_PLACES,
    NEXT,
    NO_PATH,
    OPEN,
    OPPOSITE,
    OUTSIDE,
    PLACES,
    TOWARDS,
)
from menagerie.games.zoo_escape.phases.keepers import target_of
from menagerie.games.zoo_escape.pieces import GATE
from menagerie.games.zoo_escape.state import ESCAPED, PLAYING, Table

FAR: Final = 99
SPOTS: Final = PLACES << 2


def spots_at(state: Table, place: int) -> list[int]:
    """The spots on which a piece can stand there: its paths, or the one spot of a face-down tile."""
    if not state.up >> place & 1:
        return [place << 2 | NO_PATH]
    return [place << 2 | path for path in range(len(state.zoo[place].sides))]


def sides_of(state: Table, spot: int) -> int:
    """Over which sides a spot can be left or entered, as a mask."""
    place, path = spot >> 2, spot & 3
    if path != NO_PATH:
        return state.zoo[place].sides[path]
    return sum([1 << side for side in OPEN[place]])


def distances(state: Table, places: list[int]) -> list[int]:
    """By spot how many moves along paths lead to the nearest of these places; FAR where none does."""
    found = [FAR] * SPOTS
    edge = [spot for place in places for spot in spots_at(state, place)]
    for spot in edge:
        found[spot] = 0
    moves = 0
    while edge:
        moves += 1
        reached: list[int] = []
        for spot in edge:
            sides = sides_of(state, spot)
            for side in OPEN[spot >> 2]:
                if not sides >> side & 1:
                    continue
                place = NEXT[(spot >> 2) << 2 | side]
                path = state.zoo[place].path_at[OPPOSITE[side]] if state.up >> place & 1 else NO_PATH
                if found[place << 2 | path] == FAR:
                    found[place << 2 | path] = moves
                    reached.append(place << 2 | path)
        edge = reached
    return found


# Danger: where Keepers will come in the next keepers' phase.


def chances_of_moves(state: Table) -> list[float]:
    """By number of moves the chance that the next Power Card gives at least so many."""
    pile = state.pile if state.in_pile else state.discards
    total = sum(pile)
    return [sum(pile[moves:]) / total for moves in range(len(pile))]


def danger(state: Table, animal: int) -> list[float]:
    """By spot the chance that an Animal that stands there is captured in the next keepers' phase.

    Each Keeper is taken by itself, with the Power Cards of the pile as it is now; the others' targets stay where they
    are. Spots of face-down tiles, where no Animal can be, have none.
    """
    chances = chances_of_moves(state)
    safe = [1.0] * SPOTS
    hunters = [keeper for keeper in state.duty if keeper % state.team == animal]
    others = [keeper for keeper in state.duty if keeper % state.team != animal]
    if state.stands[state.billionaire] >= 0:
        others.append(state.billionaire)
    for keeper in others:
        visits = [0.0] * SPOTS
        Walk(state, keeper, target_of(state, keeper), chances, visits).go()
        for spot in range(SPOTS):
            safe[spot] *= 1 - min(1.0, visits[spot])
    for place in range(PLACES):
        for spot in spots_at(state, place):
            if spot & 3 == NO_PATH:
                continue
            for keeper in hunters:
                visits = [0.0] * SPOTS
                Walk(state, keeper, spot, chances, visits).go()
                safe[spot] *= 1 - min(1.0, visits[spot])
    return [1 - chance for chance in safe]


def _where_put(state: Table, keeper: int) -> int:
    """Rules 6.3 and 6.4."""
    if keeper == state.billionaire or state.loaded >> keeper % state.team & 1:
        return state.workshop << 2
    return state.home(keeper % state.team)


class Walk:
    """All ways that one Keeper can go in its next turn, with their chances: section 7 told a second time."""

    def __init__(self, state: Table, keeper: int, target: int, chances: list[float], visits: list[float]) -> None:
        self.state = state
        self.keeper = keeper
        self.target = target
        self.afterwards = _where_put(state, keeper)
        """Where the target is once it is captured."""
        self.chances = chances
        self.visits = visits
        """By spot the chance of coming there; added to as the ways are followed."""

    def go(self) -> None:
        """Follow all ways from where the Keeper is."""
        state = self.state
        spot = state.stands[self.keeper]
        busy = state.busy >> self.keeper & 1 == 1
        facing = state.facing[self.keeper]
        if spot >= 0 and not busy:
            facing = self.look(spot >> 2, facing, facing)
            if self.has_poop(spot):
                return
        self.follow(spot, facing, busy, 1, 1.0)

    def look(self, place: int, facing: int, otherwise: int) -> int:
        """Rule 7.7."""
        if self.target < 0:
            return otherwise
        direction = TOWARDS[place * PLACES + (self.target >> 2)]
        if direction < 0 or (facing >= 0 and direction == OPPOSITE[facing]):
            return otherwise
        return direction

    def has_poop(self, spot: int) -> bool:
        """Whether the Keeper would stop there to clean."""
        if spot & 3 == NO_PATH or self.keeper == self.state.billionaire:
            return False
        return self.state.poop[spot & 3] >> (spot >> 2) & 1 == 1

    def follow(self, spot: int, facing: int, busy: bool, move: int, chance: float) -> None:
        """Make that move, which happens with this chance if the card gives it, and go on."""
        if move >= len(self.chances) or not self.chances[move]:
            return
        place = spot >> 2
        if spot < 0:
            home = self.state.home(self.keeper % self.state.team)
            self.arrive(home, -1, OPEN[home >> 2], move, chance)
        elif busy:
            self.follow(spot, self.look(place, facing, facing), False, move + 1, chance)
        elif spot & 3 != NO_PATH and self.target >= 0 and self.target >> 2 == place and self.target != spot:
            self.cross(self.target, facing, move, chance)
        else:
            ways = (facing,) if NEXT[place << 2 | facing] >= 0 else BESIDE[place << 2 | facing]
            for way in ways:
                self.step(spot, way, move, chance / len(ways))

    def step(self, spot: int, way: int, move: int, chance: float) -> None:
        """Rules 7.3.4 and 7.3.5."""
        state, place = self.state, spot >> 2
        if spot & 3 != NO_PATH and state.zoo[place].path_at[way] != spot & 3:
            self.cross(place << 2 | state.zoo[place].path_at[way], way, move, chance)
            return
        there = NEXT[place << 2 | way]
        onward = EDGE_ONWARD[there << 2 | way]
        if not state.up >> there & 1:
            ways = (way,) if INNER[there] else onward
            for facing in ways:
                self.follow(there << 2 | NO_PATH, facing, True, move + 1, chance / len(ways))
            return
        laid = state.zoo[there]
        self.arrive(
            there << 2 | laid.path_at[OPPOSITE[way]], way, laid.onward[way] if INNER[there] else onward, move, chance
        )

    def cross(self, spot: int, facing: int, move: int, chance: float) -> None:
        """Rule 7.6."""
        self.arrive(spot, facing, (facing,), move, chance)

    def arrive(self, spot: int, came: int, ways: tuple[int, ...], move: int, chance: float) -> None:
        """Count the visit; then poop, turning, and the next move."""
        self.visits[spot] += chance * self.chances[move]
        if self.has_poop(spot):
            return
        target = self.target
        if spot == target:
            self.target = self.afterwards
        seen = self.look(spot >> 2, came, -1)
        for facing in ways if seen < 0 else (seen,):
            self.follow(spot, facing, False, move + 1, chance / (len(ways) if seen < 0 else 1))
        self.target = target


# How well the escape goes.


def prospects(state: Table) -> float:
    """A guess at how near the escape is, from 0 (lost) to 1 (won). The weights were found by trying."""
    if state.ending != PLAYING:
        return 1.0 if state.ending == ESCAPED else 0.0
    progress = _progress_of_machine(state) if state.is_built else _progress_of_parts(state)
    supply = len(state.supply) / len(state.pieces.power[state.team].supply)
    reserve = min([len(state.reserve_of(animal)) for animal in range(state.team)]) / state.pieces.keepers
    return progress * (0.62 + 0.3 * supply + 0.08 * reserve)


def _progress_of_parts(state: Table) -> float:
    """Before the Machine is built: Parts in the Workshop, Parts on their way there, and what there is to search."""
    home = distances(state, [state.workshop])
    progress = 0.02 + 0.012 * state.machine_parts.bit_count() + 0.0012 * state.up.bit_count()
    progress += 0.01 if _gates(state) else 0.0
    missing = 0
    for mask in state.pieces.of_kind:
        if state.machine_parts & mask:
            progress += 0.12
            continue
        near = [_nearness(home[spot]) for spot, cards in zip(state.spots, state.carried, strict=True) if cards & mask]
        if near:
            progress += 0.07 + 0.04 * max(near)
        else:
            missing += 1
    to_search = distances(state, _places_to_search(state))
    for animal, spot in enumerate(state.spots):
        carried = (state.carried[animal] & state.pieces.parts).bit_count()
        progress += 0.006 * min(3, carried)
        if not missing:
            progress += 0.02 * _nearness(home[spot])
        elif not carried:
            progress += 0.02 * _nearness(to_search[spot])
    return min(0.55, progress)


def _nearness(moves: int) -> float:
    return 1 - min(10, moves) / 10


def _gates(state: Table) -> list[int]:
    """The Gates that are face up."""
    return [place for place in EDGE_PLACES if state.up >> place & 1 and state.zoo[place].feature == GATE]


def _places_to_search(state: Table) -> list[int]:
    """Buildings with loot, or else what is still face down, inside the zoo first."""
    known = [place for place in range(PLACES) if state.loot[place]]
    hidden = [place for place in INNER_PLACES if not state.up >> place & 1]
    return known or hidden or [place for place in EDGE_PLACES if not state.up >> place & 1]


def _progress_of_machine(state: Table) -> float:
    """Once it is built: who is aboard, how far the others are from it, and how far it is from a way out."""
    place = state.machine >> 2
    to_machine = distances(state, [place])
    near = float(state.loaded.bit_count())  # a float from the start: compiled code keeps the type it finds here
    for spot in state.spots:
        if spot != OUTSIDE:
            near += _nearness(to_machine[spot])
    together = near / state.team
    gates = _gates(state)
    goals = gates or [edge for edge in EDGE_PLACES if not state.up >> edge & 1] or [place]
    way_out = _nearness(min([DISTANCE[place * PLACES + goal] for goal in goals]))
    aboard = state.loaded.bit_count() / state.team
    parts = 0.015 * state.machine_parts.bit_count()
    return 0.5 + 0.1 * aboard + 0.12 * together + 0.12 * way_out + (0.05 if gates else 0.0) + parts
