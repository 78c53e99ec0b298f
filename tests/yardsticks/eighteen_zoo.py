"""The player that the strength of 18ZOO's bots is measured against: greedy on a few cheap numbers, weighed by hand.

It was the title's advice before there were levels. In the arena: `tests/yardsticks/eighteen_zoo.py:Yardstick`.
"""

from __future__ import annotations

import math
from typing import Final, final

from menagerie.bots import Bot, Clock
from menagerie.core.action import Action
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import (
    CASH_TICKET,
    DISTRIBUTE,
    RUN_NOTHING,
    AskFor,
    BuyCard,
    BuySquirrel,
    Launch,
    Run,
    Sell,
)
from menagerie.games.eighteen_zoo.state import NOT_LAUNCHED, Position

_INCOME: Final = 0.6
"""How much of the dividends to come is believed."""
_LEADING: Final = 0.1
"""What a $N in the treasury of an own family is worth."""
_GROWTH: Final = 0.5
"""What a column to the right is believed to bring in each round to come, for each animal."""
_HABIT: Final = 1.5
"""How much the weights of decisions count beside the numbers."""


@final
class Features:
    """Numbers about one player, in $N."""

    __slots__ = ("dividends", "growth", "score", "threat", "treasuries")

    def __init__(self, score: int, dividends: int, growth: int, treasuries: int, threat: int) -> None:
        self.score: Final = score
        """Points if the game ended now."""
        self.dividends: Final = dividends
        """What the cards held would pay in the rounds left, were all cells to stay."""
        self.growth: Final = growth
        """Animals held of families that can run, times the rounds left."""
        self.treasuries: Final = treasuries
        """Money of the families that the player leads."""
        self.threat: Final = threat
        """What the player would have to pay today for families without squirrels."""


def rounds_left(state: Position) -> int:
    """Operating rounds still to be finished."""
    count = 0
    for slot in state.pieces.slots[state.slot :]:
        if slot.kind == "operating":
            count += 1
    return min(count, 1) if state.ending else count


def features(state: Position, seat: int) -> Features:
    """The numbers about that player."""
    left = rounds_left(state)
    dividends = growth = treasuries = threat = 0
    price = squirrels.cheapest(state.next_squirrel())
    for family in state.families:
        if state.cell[family] == NOT_LAUNCHED:
            continue
        units = state.holdings[family].units[seat]
        leads = state.owner(family) == seat
        runs = len(state.squirrels[family]) > 0
        if runs and units:
            cell = state.cell_of(family)
            dividends += left * (units * cell.dividend + (cell.bonus if leads else 0))
            growth += left * units
        if leads:
            treasuries += state.treasury[family]
            if not runs and left:
                threat += max(0, price - state.treasury[family])
    return Features(state.score(seat), dividends, growth, treasuries, threat)


def worth(state: Position, seat: int) -> float:
    """How well a player stands, in $N at the end."""
    found = features(state, seat)
    if state.is_over:
        return float(found.score)
    return (
        found.score
        + _INCOME * found.dividends
        + _GROWTH * found.growth
        + _LEADING * found.treasuries
        - float(found.threat)
    )


def evaluate(state: Position, seat: int) -> float:
    """How far ahead of the best other player that seat is, in $N."""
    best = -1_000_000.0
    for other in range(state.players):
        if other != seat:
            best = max(best, worth(state, other))
    return worth(state, seat) - best


def weight(state: Position, action: Action) -> float:
    """How likely a sensible player is to choose this, 1 is average."""
    if isinstance(action, Run):
        return 0.05 if action is RUN_NOTHING else 8.0
    if isinstance(action, BuySquirrel):
        return 0.5 if action.forced else 2.0
    if isinstance(action, (Launch, BuyCard)):
        return 2.0
    if isinstance(action, Sell):
        return 0.2
    if isinstance(action, AskFor):
        return 0.1
    if action is CASH_TICKET:
        return 0.05
    if action is DISTRIBUTE:
        return 3.0 if state.nuts >= state.cell_of(state.operator).threshold else 0.7
    return 1.0


class Yardstick(Bot):
    """Chooses the decision after which the position looks best, with some regard to habit."""

    kind = "yardstick"

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        assert isinstance(state, Position)
        phase = state.lane(seat)[-1]
        actions = state.listing(phase, seat)
        best, highest = actions[0], -math.inf
        for action in actions:
            after = state.copy()
            after.carry_out(phase, seat, action)
            value = evaluate(after, seat) + _HABIT * math.log(weight(state, action))
            if value > highest:
                best, highest = action, value
        return best
