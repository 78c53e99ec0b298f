"""The features of positions of Dr. Potamus' Incredible Escape, for its advice.

There are two sets, one before the Machine is built and one after. Every feature is found for the position as it is, or
as it would be after a capture.
"""

from __future__ import annotations

import math
from typing import Final, final

from menagerie.games.zoo_escape.board import DISTANCE, PLACES, RESERVE, WITHIN
from menagerie.games.zoo_escape.distances import FAR, MOST_KEPT, Layout, Layouts
from menagerie.games.zoo_escape.phases.animals import MOVES
from menagerie.games.zoo_escape.pieces import FLY, SCARE, SHOO, SHOO_LINE, Pieces
from menagerie.games.zoo_escape.state import Position

NONE_CAPTURED: Final = -1
FAR_AWAY: Final = 10
"""Moves beyond these make no difference."""
NEAR: Final = 2
"""A Keeper at most so many tiles away is near."""
DUSK: Final = 40
"""From this round on dawn is near."""
MOST_SPARE: Final = 3
"""More spare Parts than these make no difference."""

NAMES: Final = (
    "outset:all",
    "outset:easy",
    "outset:hard",
    "outset:three Animals",
    "outset:four Animals",
    "supply:enough",
    "supply:one to spare",
    "supply:two to spare",
    "supply:three to spare",
    "supply:short",
    "supply:ample",
    "parts:in the Machine",
    "parts:found",
    "parts:near the Workshop",
    "parts:all kinds",
    "search:mean",
    "muster:mean",
    "muster:one kind missing",
    "muster:kinds missing",
    "keepers:in the zoo",
    "keepers:outside",
    "keepers:near",
    "keepers:while building",
    "machine:spare Parts",
    "machine:kinds twice",
    "machine:tiles",
    "gate",
    "poop",
    "hiding",
    "dawn:rounds",
    "dawn:near",
    "ride:all",
    "ride:easy",
    "ride:hard",
    "ride:three Animals",
    "ride:four Animals",
    "ride:one card",
    "ride:two cards",
    "ride:three cards",
    "ride:mean distance",
    "ride:farthest",
    "ride:to be loaded",
    "ride:all aboard",
    "ride:turns to the Gate",
    "ride:Gate unknown",
    "ride:keepers in the zoo",
    "ride:keepers near",
    "ride:keepers near Animals",
    "ride:Part to lose",
    "ride:tiles",
    "ride:gadget",
    "ride:in haste",
)
OUTSET: Final = 0
"""This one and the next four: level and number of Animals."""
ENOUGH: Final = 5
"""This one and the next three: how likely the Power Cards are to last, with none, one, two and three to spare."""
SHORT: Final = 9
AMPLE: Final = 10
IN_MACHINE: Final = 11
FOUND: Final = 12
NEAR_WORKSHOP: Final = 13
ALL_KINDS: Final = 14
SEARCH_MEAN: Final = 15
MUSTER_MEAN: Final = 16
MUSTER_ONE_MISSING: Final = 17
MUSTER_MISSING: Final = 18
KEEPERS_INSIDE: Final = 19
KEEPERS_OUTSIDE: Final = 20
KEEPERS_NEAR: Final = 21
KEEPERS_BUILDING: Final = 22
SPARE_PARTS: Final = 23
TWICE: Final = 24
TILES: Final = 25
GATE_KNOWN: Final = 26
POOP: Final = 27
HIDING: Final = 28
ROUNDS: Final = 29
DAWN_NEAR: Final = 30
RIDE: Final = 31
"""From here on: features after the Machine is built, in addition to those of the work done for it."""
RIDE_CARD: Final = 36
"""This one and the next two: whether there are two, and three."""
RIDE_MEAN: Final = 39
RIDE_FARTHEST: Final = 40
RIDE_UNLOADED: Final = 41
RIDE_ABOARD: Final = 42
RIDE_TURNS: Final = 43
RIDE_UNKNOWN: Final = 44
RIDE_INSIDE: Final = 45
RIDE_NEAR: Final = 46
RIDE_NEAR_ANIMALS: Final = 47
RIDE_TO_LOSE: Final = 48
RIDE_TILES: Final = 49
RIDE_GADGET: Final = 50
RIDE_IN_HASTE: Final = 51
"""Built for four without a spare Part, where more Parts could have been added at once. Loading all four takes long, and
the Machine is rarely left alone that long."""


def nearness(moves: float) -> float:
    """Return how near it is, from 1 (there) to 0 (far away)."""
    return 1 - min(float(FAR_AWAY), max(0.0, moves)) / FAR_AWAY


@final
class Hands:
    """The features of all Animals' cards before the Machine is built, wherever the Animals are."""

    __slots__ = ("amounts", "kinds_carried", "missing")

    def __init__(self, amounts: list[float], missing: int, kinds_carried: list[int]) -> None:
        self.amounts: Final = amounts
        """By number, the features that depend only on cards."""
        self.missing: Final = missing
        """The number of kinds without a Part."""
        self.kinds_carried: Final = kinds_carried
        """The kinds of which there are Parts, but none in the Machine, as masks."""


@final
class Outlook:
    """Finds the features of positions."""

    __slots__ = ("_hands", "_hidden", "_loot", "_loot_places", "layouts")

    def __init__(self, hidden: float, camera: int) -> None:
        self._hidden: Final = hidden
        """How many moves longer a face-down tile is than a Building: it may be none."""
        self.layouts: Final = Layouts(camera)
        self._hands: dict[tuple[int, ...], Hands] = {}
        """A cache: positions of one turn share most of them."""
        self._loot: tuple[int, ...] = ()
        self._loot_places = 0
        """The mask of places with loot, for the latest position."""

    def amounts(self, state: Position, captured: int) -> list[float]:
        """Return by number the features of a position, or of what it becomes when this piece is captured."""
        spots, carried = state.spots, state.carried
        if 0 <= captured < state.team:
            spots, carried = spots.copy(), carried.copy()
            spots[captured] = state.home(captured)
            carried[captured] = 0
        layout = self.layouts.of(state)
        if state.machine >= 0:
            return self._ride(state, layout, captured, spots)
        return self._preparations(state, layout, captured, spots, carried)

    def _preparations(
        self, state: Position, layout: Layout, captured: int, spots: list[int], carried: list[int]
    ) -> list[float]:
        """Set the features of a position before the Machine is built."""
        team = state.team
        gone = state.gone if captured < 0 else state.gone | state.carried[captured] & state.pieces.parts
        hands = self._hands_of(state, gone, supply_left(state, captured), carried)
        found = hands.amounts.copy()
        _set_up(state, OUTSET, found)
        home = layout.to_any(1 << state.workshop)
        away = 0.0
        for animal in range(team):
            away += 1 - nearness(home[spots[animal]] - moves_left(state, animal))
        away /= team
        for mask in hands.kinds_carried:
            nearest = FAR
            for animal in range(team):
                if carried[animal] & mask:
                    nearest = min(nearest, home[spots[animal]] - moves_left(state, animal))
            found[NEAR_WORKSHOP] += nearness(nearest)
        if not hands.missing:
            found[MUSTER_MEAN] = away
        else:
            found[MUSTER_ONE_MISSING if hands.missing == 1 else MUSTER_MISSING] = away
            found[SEARCH_MEAN] = self._nearness_to_search(state, layout, spots)
        inside, outside = keepers(state)
        found[KEEPERS_INSIDE] = inside / team
        found[KEEPERS_OUTSIDE] = outside / team
        found[KEEPERS_BUILDING] = (inside + outside) / team * (3 - found[IN_MACHINE]) / 3
        near = 0.0
        for animal in range(team):
            if state.hiding >> animal & 1 and animal != captured:
                found[HIDING] += 1 / team
            else:
                near += keepers_near(state, spots[animal]) / team
        found[KEEPERS_NEAR] = near
        found[GATE_KNOWN] = 1.0 if layout.gates else 0.0
        poop = 0
        for left in state.poop_left:
            poop += left
        found[POOP] = poop / team
        rounds = state.pieces.rounds
        found[ROUNDS] = state.round / rounds
        if state.round > DUSK:
            found[DAWN_NEAR] = (state.round - DUSK) / (rounds - DUSK)
        return found

    def _hands_of(self, state: Position, gone: int, supply: int, carried: list[int]) -> Hands:
        key = (state.machine_parts, gone, state.drawn, supply, *carried)
        hands = self._hands.get(key)
        if hands is None:
            if len(self._hands) >= MOST_KEPT:
                self._hands = {}
            hands = look_at_hands(state, gone, supply, carried)
            self._hands[key] = hands
        return hands

    def _nearness_to_search(self, state: Position, layout: Layout, spots: list[int]) -> float:
        """Return how near the Animals are to a Building with loot. Without reserve Keepers they must not search."""
        if state.loot is not self._loot:
            self._loot = state.loot
            self._loot_places = places_with_loot(state)
        hidden = layout.hidden_inner if layout.hidden_buildings else layout.hidden_edge
        to_loot = layout.to_any(self._loot_places)
        to_hidden = layout.to_any(hidden)
        total = 0.0
        for animal in range(state.team):
            if has_reserve(state, animal):
                far = min(float(to_loot[spots[animal]]), to_hidden[spots[animal]] + self._hidden)
                total += nearness(far - moves_left(state, animal))
        return total / state.team

    def _ride(self, state: Position, layout: Layout, captured: int, spots: list[int]) -> list[float]:
        """Set the features of a position after the Machine is built."""
        found = [0.0] * len(NAMES)
        pieces, team = state.pieces, state.team
        supply = supply_left(state, captured)
        parts = state.machine_parts
        machine = state.machine
        if captured == team:
            parts &= ~least_useful(state)
            machine = state.workshop << 2
        # Earlier work still counts.
        found[OUTSET] = found[ALL_KINDS] = found[SEARCH_MEAN] = 1.0
        found[FOUND] = found[NEAR_WORKSHOP] = found[IN_MACHINE] = float(len(pieces.of_kind))
        _set_up(state, RIDE, found)
        for card in range(3):
            found[RIDE_CARD + card] = 1.0 if supply > card else 0.0
        to_machine = layout.to_any(1 << (machine >> 2))
        unloaded = 0
        for animal in range(team):
            if state.loaded >> animal & 1:
                continue
            unloaded += 1
            far = 0.1 + 0.9 * (1 - nearness(float(to_machine[spots[animal]] - moves_left(state, animal))))
            found[RIDE_MEAN] += far / team
            found[RIDE_FARTHEST] = max(found[RIDE_FARTHEST], far)
            found[RIDE_NEAR_ANIMALS] += keepers_near(state, spots[animal]) / team
        found[RIDE_UNLOADED] = unloaded / team
        found[RIDE_ABOARD] = 0.0 if unloaded else 1.0
        tiles = tiles_of(pieces, parts)
        goals = layout.gates if layout.gates else layout.hidden_edge
        ahead = 0 if captured == team else machine_tiles_left(state)
        away = (layout.to_any(goals)[machine] + straight_to(goals, machine >> 2)) / 2
        found[RIDE_TURNS] = min(4.0, max(0.0, away - ahead) / max(1, tiles))
        found[RIDE_UNKNOWN] = 0.0 if layout.gates else 1.0
        found[RIDE_INSIDE] = keepers(state)[0] / team
        found[RIDE_NEAR] = float(keepers_near(state, machine))
        found[RIDE_TO_LOSE] = 1.0 if parts.bit_count() > len(pieces.of_kind) else 0.0
        if team == 4 and state.level.add_all_parts and not found[RIDE_TO_LOSE]:
            found[RIDE_IN_HASTE] = 1.0
        found[RIDE_TILES] = tiles / 3
        found[RIDE_GADGET] = 1.0 if has_gadget(pieces, parts) else 0.0
        return found


def look_at_hands(state: Position, gone: int, supply: int, carried: list[int]) -> Hands:
    """Return the features of all cards, if these have left the game and so many Power Cards are left."""
    pieces = state.pieces
    found = [0.0] * len(NAMES)
    in_machine = state.machine_parts
    in_hands = in_machine
    for cards in carried:
        in_hands |= cards
    missing: list[int] = []
    kinds_carried: list[int] = []
    for mask in pieces.of_kind:
        if not in_hands & mask:
            missing.append(mask)
            continue
        found[FOUND] += 1
        if in_machine & mask:
            found[IN_MACHINE] += 1
            found[NEAR_WORKSHOP] += 1
        else:
            kinds_carried.append(mask)
    if not missing:
        found[ALL_KINDS] = found[SEARCH_MEAN] = 1.0
    _judge_supply(pieces, missing, ~(gone | in_hands), len(state.deck) - state.drawn, supply, found)
    parts = in_hands & pieces.parts
    found[SPARE_PARTS] = min(float(MOST_SPARE), in_machine.bit_count() - found[IN_MACHINE])
    found[TWICE] = float(sum([1 for mask in pieces.of_kind if (parts & mask).bit_count() > 1]))
    found[TILES] = tiles_of(pieces, parts) / 3
    return Hands(found, len(missing), kinds_carried)


def _judge_supply(pieces: Pieces, missing: list[int], left: int, cards: int, supply: int, found: list[float]) -> None:
    """Return how long the Power Cards will last."""
    counts = [(left & mask).bit_count() for mask in missing]
    for spare in range(4):
        found[ENOUGH + spare] = chance_of_all(counts, cards, supply - spare)
    slack = supply - expected_draws(pieces, missing, left, cards)
    found[SHORT] = min(0.0, slack)
    found[AMPLE] = min(3.0, max(0.0, slack - 2.0))


def supply_left(state: Position, captured: int) -> int:
    """Return how many Power Cards are left to add, now or after this piece is captured."""
    return len(state.pieces.power[state.team].supply) - state.added - (captured != NONE_CAPTURED)


def places_with_loot(state: Position) -> int:
    """Return the kinds as a mask."""
    return sum([1 << place for place in range(PLACES) if state.loot[place]])


def _set_up(state: Position, first: int, found: list[float]) -> None:
    """Set what never changes in a game: the level and the number of Animals."""
    found[first] = 1.0
    found[first + 1] = 1.0 if state.level.add_all_parts else 0.0
    found[first + 2] = 1.0 if state.level.machine_capture_counts else 0.0
    found[first + 3] = 1.0 if state.team == 3 else 0.0
    found[first + 4] = 1.0 if state.team == 4 else 0.0


def expected_draws(pieces: Pieces, missing: list[int], left: int, cards: int) -> float:
    """Return how many Building cards must be drawn on average until each missing kind is found.

    A kind that is gone counts as if there were one more card than there are.
    """
    total = 0.0
    for subset in range(1, 1 << len(missing)):
        mask = 0
        for number in range(len(missing)):
            if subset >> number & 1:
                mask |= missing[number]
        draws = (cards + 1) / ((left & mask).bit_count() + 1)
        total += draws if subset.bit_count() & 1 else -draws
    return total


def chance_of_all(counts: list[int], cards: int, draws: int) -> float:
    """Return how likely so many draws bring one of each kind, given how many of each are among the cards left."""
    if not counts:
        return 1.0 if draws >= 0 else 0.0
    if draws <= 0:
        return 0.0
    draws = min(draws, cards)
    total = 0.0
    for subset in range(1 << len(counts)):
        without = cards - sum([count for number, count in enumerate(counts) if subset >> number & 1])
        chance = math.comb(without, draws) / math.comb(cards, draws)
        total += -chance if subset.bit_count() & 1 else chance
    return max(0.0, total)


def moves_left(state: Position, animal: int) -> int:
    """Return how many tiles an Animal may still move this round."""
    if state.had_turn >> animal & 1:
        return 0
    return state.moves_left if state.active == animal else MOVES


def has_reserve(state: Position, animal: int) -> bool:
    """Return whether the game survives an alarm of this Animal."""
    keeper = animal
    while keeper < state.billionaire:
        if state.stands[keeper] == RESERVE:
            return True
        keeper += state.team
    return False


def keepers(state: Position) -> tuple[int, int]:
    """Return how many Keepers are in the Zoo, and how many wait outside."""
    inside = 0
    for keeper in state.duty:
        if state.stands[keeper] >= 0:
            inside += 1
    return inside, len(state.duty) - inside


def keepers_near(state: Position, spot: int) -> int:
    """Return how many Keepers are near, including the Billionaire."""
    if spot < 0:
        return 0
    near = WITHIN[NEAR][spot >> 2]
    count = 0
    for stands in state.stands:
        if stands >= 0 and near >> (stands >> 2) & 1:
            count += 1
    return count


def tiles_of(pieces: Pieces, parts: int) -> int:
    """Return how many tiles a Machine with these Parts can move in a turn."""
    total = 0
    for card in pieces.cards:
        if parts & card.bit and card.kind >= 0 and card.do <= FLY:
            total += card.tiles
    return total


def has_gadget(pieces: Pieces, parts: int) -> bool:
    """Return whether one of these Parts keeps Keepers away."""
    return any(parts & card.bit and card.do in (SCARE, SHOO, SHOO_LINE) for card in pieces.cards)


def machine_tiles_left(state: Position) -> int:
    """Return how many tiles the Machine may still move this round."""
    if state.had_turn >> state.team & 1:
        return 0
    return tiles_of(state.pieces, state.machine_parts & ~state.used)


def least_useful(state: Position) -> int:
    """Return the Part that a captured Machine can best spare, as a mask; 0 if it needs all of them (rule 6.6)."""
    best = 0
    fewest = 99
    for card in state.pieces.cards:
        if not state.machine_parts & card.bit:
            continue
        if (state.machine_parts & state.pieces.of_kind[card.kind]).bit_count() > 1:
            tiles = card.tiles if card.do <= FLY else 0
            if tiles < fewest:
                fewest = tiles
                best = card.bit
    return best


def straight_to(goals: int, place: int) -> int:
    """Return the steps to the nearest of these places, a mask, in a straight line."""
    nearest = 2 * FAR_AWAY
    for goal in range(PLACES):
        if goals >> goal & 1:
            nearest = min(nearest, DISTANCE[place * PLACES + goal])
    return nearest
