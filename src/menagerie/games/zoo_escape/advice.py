"""How good a position is: how near the Machine and the Gate are, and how likely captures are.

The worth of a position is the logarithm of the odds of winning, the same for every seat. It has two parts: what the
position would be worth if no Keeper came, from features and weights; and the danger, which compares this with what
would be left after each possible capture.
"""

from __future__ import annotations

import math
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.advice import Advice, Weights
from menagerie.core.game import Game
from menagerie.core.rng import Rng
from menagerie.core.state import State
from menagerie.games.zoo_escape.actions import Begin, EndTurn, Poop
from menagerie.games.zoo_escape.danger import risks
from menagerie.games.zoo_escape.outlook import NAMES, NONE_CAPTURED, Outlook, least_useful
from menagerie.games.zoo_escape.phases.animals import MOVES
from menagerie.games.zoo_escape.pieces import AVIAN_HOUSE
from menagerie.games.zoo_escape.scoring import ESCAPED
from menagerie.games.zoo_escape.state import NO_TURN, Position

WON: Final = 12.0
"""The worth of a won game. A lost game has the same worth below 0."""
LOST: Final = -12.0
LEAST: Final = 6.2e-6
"""The smallest chance of winning, that of a lost game."""


@final
class TitleAdvice(Advice):
    """The advice of Dr. Potamus' Incredible Escape."""

    def __init__(self, game: Game, weights: Weights) -> None:
        super().__init__(game, weights)
        self._weights: Final = [weights.of(name) for name in NAMES]
        self._danger: Final = weights.of("danger")
        self._yet_to_move: Final = weights.of("yet to move")
        self._outlook: Final = Outlook(weights.of("hidden tile"), int(weights.of("camera")))

    # The contract.

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        if state.is_over:
            return {"ending": 1.0 if state.ending == ESCAPED else -1.0}
        amounts = self._outlook.amounts(state, NONE_CAPTURED)
        found = {name: amount for name, amount in zip(NAMES, amounts, strict=True) if amount}
        calm = self._sum(amounts)
        found["danger"] = self._worth_of(self._leaf(state, self._chance(calm))) - calm
        return found

    def worth(self, state: State, seat: int) -> float:
        assert isinstance(state, Position)
        if state.is_over:
            return WON if state.ending == ESCAPED else LOST
        calm = self._sum(self._outlook.amounts(state, NONE_CAPTURED))
        if self._danger == 0:
            return calm
        return calm + self._danger * (self._worth_of(self._leaf(state, self._chance(calm))) - calm)

    def value(self, state: State, seat: int) -> float:
        """Return the chance of winning, because averages are taken over chances, not over odds."""
        assert isinstance(state, Position)
        if state.is_over:
            return 1.0 if state.ending == ESCAPED else 0.0
        if self._danger != 1:
            return self._chance(self.worth(state, seat))
        return self._leaf(state, self._chance(self._sum(self._outlook.amounts(state, NONE_CAPTURED))))

    def _chance(self, worth: float) -> float:
        """Return the chance of winning as a planner sees it. `chances` knows how often such positions are won."""
        return 1 / (1 + math.exp(max(-30.0, min(30.0, -worth))))

    def _worth_of(self, chance: float) -> float:
        """Return the worth that has this chance."""
        held = min(max(chance, LEAST), 1 - LEAST)
        return math.log(held / (1 - held))

    @property
    def cooperative(self) -> bool:
        return True

    def is_quiet(self, state: State, seat: int) -> bool:
        """Return whether this is between turns, also where the next turn has started automatically."""
        assert isinstance(state, Position)
        if state.active == NO_TURN or seat not in state.to_act:
            return True
        return self._has_just_begun(state)

    def _has_just_begun(self, state: Position) -> bool:
        """Return whether the last turn of a round has started automatically: nothing has happened in it."""
        if state.past is None:
            return False
        if state.active == state.team:
            return state.used == 0 and state.past.action is not state.catalogue.begin_machine
        spot = state.spots[state.active]
        return (
            state.moves_left == MOVES
            and not (state.ability_used or state.feature_used)
            and state.past.action not in state.catalogue.begin
            and not (isinstance(state.past.action, Poop) and state.poop[spot & 3] >> (spot >> 2) & 1)
        )

    def shown(self, state: State) -> int:
        """Return how much chance has shown: tiles, cards, the Billionaire, coins, Keepers' phases."""
        assert isinstance(state, Position)
        scattered = 0
        if state.feature_used and 0 <= state.active < state.team:
            if state.zoo[state.spots[state.active] >> 2].feature == AVIAN_HOUSE:
                scattered = hash(tuple(state.facing))
        return hash((state.up, state.drawn, state.round, state.walker, state.stands[state.billionaire], scattered))

    def stage(self, state: State) -> int:
        """Return the number of the round."""
        assert isinstance(state, Position)
        return state.round

    def hold(self, state: State) -> None:
        assert isinstance(state, Position)
        state.held = True

    def release(self, state: State, seed: int) -> None:
        assert isinstance(state, Position)
        state.held = False
        state.rng = Rng(seed)
        state.settle()

    def likeness(self, state: State) -> int:
        assert isinstance(state, Position)
        pieces = (*state.spots, *state.stands, *state.facing, *state.poop_left, *state.carried, *state.poop)
        masks = (state.hiding, state.loaded, state.had_turn, state.captured, state.busy, state.machine_parts)
        turn = (state.active, state.moves_left, state.ability_used, state.feature_used, state.used, state.using)
        part = (state.steps_left, state.line, state.path_changed, state.turning, state.entered, state.machine)
        tiles = self._outlook.layouts.of(state).tiles
        table = (state.up, tiles, state.drawn, state.added, state.round, state.ending, len(state.stack))
        return hash((pieces, masks, turn, part, table))

    def candidates(self, state: State, seat: int) -> list[Action]:
        """Leave out a second poop in a turn, and one where the Animal stays: it protects no piece on its Path."""
        assert isinstance(state, Position)
        listing = state.listing(state.lane(seat)[-1], seat)
        poop = state.catalogue.poop
        if poop in listing and (not state.moves_left or self._has_pooped(state)):
            return [action for action in listing if action is not poop]
        return listing

    def _has_pooped(self, state: Position) -> bool:
        """Return whether the active Animal has left a poop this turn."""
        step = state.past
        for _ in range(MOVES + 6):
            if step is None or isinstance(step.action, (Begin, EndTurn)):
                return False
            if isinstance(step.action, Poop):
                return True
            step = step.before
        return False

    def progress(self, state: State) -> float:
        assert isinstance(state, Position)
        if state.is_built:
            return 0.75 + 0.25 * state.loaded.bit_count() / state.team
        return 0.25 * sum([1 for mask in state.pieces.of_kind if state.machine_parts & mask])

    # Danger.

    def _leaf(self, state: Position, calm: float) -> float:
        """Return the chance of winning, given what it would be if no Keeper came."""
        team = state.team
        found = risks(state)
        chance = calm
        all_captured = 1.0
        for piece in range(team + 1):
            risk = found[piece] * self._share_of_risk(state, piece)
            if piece < team and not state.captured >> piece & 1:
                all_captured *= risk
            if risk > 0:
                chance -= risk * (calm - self._after_capture(state, piece))
        return max(0.0, chance - all_captured * calm)

    def _share_of_risk(self, state: Position, piece: int) -> float:
        """Return the share of the danger for a piece: less if it can still move away."""
        if state.had_turn >> piece & 1:
            return 1.0
        if state.active != piece:
            return self._yet_to_move
        if piece == state.team:
            return 1.0 if state.machine_parts & ~state.used == 0 else self._yet_to_move
        return 1.0 - (1.0 - self._yet_to_move) * state.moves_left / MOVES

    def _after_capture(self, state: Position, piece: int) -> float:
        """Return the chance of winning after this piece is captured."""
        if state.added == len(state.pieces.power[state.team].supply):
            return 0.0
        if piece == state.team:
            all_count = state.level.machine_capture_counts
            if all_count and (state.loaded | state.captured) & state.whole_team == state.whole_team:
                return 0.0
            if least_useful(state) == 0:
                return 0.0
        elif state.missing_kind(~(state.gone | state.carried[piece])) >= 0:
            return 0.0
        return self._chance(self._sum(self._outlook.amounts(state, piece)))

    def _sum(self, amounts: list[float]) -> float:
        weights = self._weights
        total = 0.0
        for number, amount in enumerate(amounts):
            if amount != 0:
                total += weights[number] * amount
        return total
