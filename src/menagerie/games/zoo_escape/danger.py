"""How likely captures are in the next Keepers' phase: section 7 again, with chances instead of coins.

It uses only what all players know.
"""

from typing import Final, final

from menagerie.games.zoo_escape.board import (
    BESIDE,
    EDGE_ONWARD,
    INNER,
    NEXT,
    NO_PATH,
    OPEN,
    OPPOSITE,
    PLACES,
    TOWARDS,
    WITHIN,
)
from menagerie.games.zoo_escape.phases.keepers import target_of
from menagerie.games.zoo_escape.state import Position

NOWHERE: Final = -9
"""The spot of a piece that cannot be captured. No Keeper ever stands there."""


def chances_of_moves(state: Position) -> list[float]:
    """Return by number of moves the chance that the next Power Card gives at least so many. The last is not 0."""
    pile = state.pile if state.in_pile else state.discards
    left = sum(pile)
    total = float(left)
    chances: list[float] = []
    for count in pile:
        if not left:
            break
        chances.append(left / total)
        left -= count
    return chances


def prey(state: Position) -> list[int]:
    """Return by piece, the Machine last, where it can be captured; NOWHERE if it cannot (rules 6.1 and 6.2)."""
    safe = state.hiding | state.loaded | state.captured
    spots = [NOWHERE if safe >> animal & 1 else state.spots[animal] for animal in range(state.team)]
    spots.append(NOWHERE if state.machine < 0 or state.captured >> state.team & 1 else state.machine)
    return spots


def risks(state: Position) -> list[float]:
    """Return by piece, the Machine last, the chance that it is captured where it stands.

    Each Keeper is looked at alone, with the draw pile as it is now. The targets of the other Keepers stay where they
    are.
    """
    hunt = Hunt(state, chances_of_moves(state), prey(state))
    safe = [1.0] * (state.team + 1)
    for keeper in state.duty:
        hunt.follow_keeper(keeper, safe)
    if state.stands[state.billionaire] >= 0:
        hunt.follow_keeper(state.billionaire, safe)
    return [1 - chance for chance in safe]


def highest_card(state: Position) -> int:
    """Return the highest Power Card of the game, wherever it is."""
    in_play = [card for card in range(len(state.pile)) if state.pile[card] or state.discards[card]]
    return max(*in_play, *state.supply)


def cards_to_come(state: Position) -> set[int]:
    """Return the Power Cards that may be drawn in the next Keepers' phase, from the pile and perhaps the discards."""
    found = {card for card, count in enumerate(state.pile) if count}
    if len(state.duty) + (state.stands[state.billionaire] >= 0) > state.in_pile:
        found |= {card for card, count in enumerate(state.discards) if count}
    return found


def reach_of(state: Position, keeper: int) -> dict[int, int]:
    """Return by spot the lowest Power Card with which a Keeper may come there on its next turn.

    Face-down tiles are included, because Keepers cross them (rule 7.3.5).
    """
    spots = [
        place << 2 | path
        for place in range(PLACES)
        for path in (range(len(state.zoo[place].sides)) if state.up >> place & 1 else (NO_PATH,))
    ]
    found: dict[int, int] = {}
    for card in range(1, highest_card(state) + 1):
        free = [1.0] * len(spots)
        Hunt(state, [1.0] * (card + 1), spots).follow_keeper(keeper, free)
        for spot, chance in zip(spots, free, strict=True):
            if chance < 1:
                found.setdefault(spot, card)
    return found


@final
class Hunt:
    """All ways that Keepers can move on their next turns, one Keeper after the other."""

    __slots__ = ("afterwards", "chances", "hits", "keeper", "prey", "reach", "state", "target")

    def __init__(self, state: Position, chances: list[float], prey: list[int]) -> None:
        self.state: Final = state
        self.chances: Final = chances
        self.prey: Final = prey
        self.reach: Final = self._reach()
        """By moves, the places from which so many could bring a Keeper to a piece."""
        self.keeper = 0
        self.target = 0
        self.afterwards = 0
        """Where the target goes when it is captured."""
        self.hits: list[float] = []
        """By piece, the chance that this Keeper comes onto its Path."""

    def _reach(self) -> list[int]:
        reach: list[int] = []
        for moves in range(len(self.chances)):
            mask = 0
            for spot in self.prey:
                if spot >= 0:
                    mask |= WITHIN[moves][spot >> 2]
            reach.append(mask)
        return reach

    def follow_keeper(self, keeper: int, safe: list[float]) -> None:
        """Follow all ways of this Keeper, and reduce the pieces' chances of staying free."""
        state = self.state
        spot = state.stands[keeper]
        start = (spot if spot >= 0 else state.home(keeper % state.team)) >> 2
        if not self.reach[len(self.chances) - 1] >> start & 1:
            return
        self.keeper = keeper
        self.target = target_of(state, keeper)
        self.afterwards = self._where_put()
        self.hits = [0.0] * len(safe)
        busy = state.busy >> keeper & 1 == 1
        facing = state.facing[keeper]
        if spot >= 0 and not busy:
            facing = self._look(start, facing, facing)
            if self._has_poop(spot):
                return
        self._follow(spot, facing, busy, 1, 1.0)
        for piece, hit in enumerate(self.hits):
            if hit > 0:
                safe[piece] *= 1 - min(1.0, hit)

    def _where_put(self) -> int:
        """Rules 6.3 and 6.4."""
        state = self.state
        if self.keeper == state.billionaire or state.loaded >> self.keeper % state.team & 1:
            return state.workshop << 2
        return state.home(self.keeper % state.team)

    def _look(self, place: int, facing: int, otherwise: int) -> int:
        """Rule 7.7."""
        target = self.target
        if target < 0:
            return otherwise
        direction = TOWARDS[place * PLACES + (target >> 2)]
        if direction < 0 or (facing >= 0 and direction == OPPOSITE[facing]):
            return otherwise
        return direction

    def _has_poop(self, spot: int) -> bool:
        """Return whether the Keeper would stop there to clean up poop."""
        if spot & 3 == NO_PATH or self.keeper == self.state.billionaire:
            return False
        return self.state.poop[spot & 3] >> (spot >> 2) & 1 == 1

    def _follow(self, spot: int, facing: int, busy: bool, move: int, chance: float) -> None:
        """Make that move, which happens with this chance if the card gives it, and follow the next ones."""
        if move >= len(self.chances):
            return
        place = spot >> 2
        if spot < 0:
            home = self.state.home(self.keeper % self.state.team)
            self._arrive(home, -1, OPEN[home >> 2], move, chance)
        elif not self.reach[len(self.chances) - move] >> place & 1:
            return
        elif busy:
            self._follow(spot, self._look(place, facing, facing), False, move + 1, chance)
        elif spot & 3 != NO_PATH and self.target >= 0 and self.target >> 2 == place and self.target != spot:
            self._arrive(self.target, facing, (facing,), move, chance)
        elif NEXT[place << 2 | facing] >= 0:
            self._step(spot, facing, move, chance)
        else:
            ways = BESIDE[place << 2 | facing]
            for way in ways:
                self._step(spot, way, move, chance / len(ways))

    def _step(self, spot: int, way: int, move: int, chance: float) -> None:
        """Rules 7.3.4 and 7.3.5."""
        state = self.state
        place = spot >> 2
        if spot & 3 != NO_PATH and state.zoo[place].path_at[way] != spot & 3:
            self._arrive(place << 2 | state.zoo[place].path_at[way], way, (way,), move, chance)
            return
        there = NEXT[place << 2 | way]
        onward = EDGE_ONWARD[there << 2 | way]
        if state.up >> there & 1:
            laid = state.zoo[there]
            path = laid.path_at[OPPOSITE[way]]
            self._arrive(there << 2 | path, way, laid.onward[way] if INNER[there] else onward, move, chance)
            return
        self._come(there << 2 | NO_PATH, move, chance)
        if INNER[there]:
            self._follow(there << 2 | NO_PATH, way, True, move + 1, chance)
        else:
            for facing in onward:
                self._follow(there << 2 | NO_PATH, facing, True, move + 1, chance / len(onward))

    def _arrive(self, spot: int, came: int, ways: tuple[int, ...], move: int, chance: float) -> None:
        """Note captures, then clean up poop, turn (rules 7.5 and 7.6) and follow the next move."""
        self._come(spot, move, chance)
        if self._has_poop(spot):
            return
        target = self.target
        if spot == target:
            self.target = self.afterwards
        seen = self._look(spot >> 2, came, -1)
        if seen >= 0:
            self._follow(spot, seen, False, move + 1, chance)
        else:
            for facing in ways:
                self._follow(spot, facing, False, move + 1, chance / len(ways))
        self.target = target

    def _come(self, spot: int, move: int, chance: float) -> None:
        """Note the pieces captured there."""
        for piece, stands in enumerate(self.prey):
            if stands == spot:
                self.hits[piece] += chance * self.chances[move]
