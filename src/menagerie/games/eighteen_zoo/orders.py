"""The standing orders of 18ZOO: pass stock rounds, distribute, and skip steps of operating turns.

Half of a game's decisions are such formalities. An order ends as soon as there is more to think about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.core.orders import Ended, Order
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import (
    CASH_TICKET,
    DECLINE,
    DISTRIBUTE,
    PASS,
    BuyCard,
    BuyPower,
    Launch,
    Sell,
)
from menagerie.games.eighteen_zoo.phases.deals import Consent
from menagerie.games.eighteen_zoo.phases.operating import Dividend, StationStep
from menagerie.games.eighteen_zoo.phases.rounds import STOCK_ROUND, LastCall
from menagerie.games.eighteen_zoo.phases.squirrel_step import Squirrels, bank
from menagerie.games.eighteen_zoo.phases.stock import StockTurn
from menagerie.games.eighteen_zoo.state import NOT_LAUNCHED, Position

ALL: Final = -1
"""In place of a family: every family that the seat leads."""
PASSING: Final = "passing"


def leads(state: Position, seat: int, family: int) -> bool:
    """Return whether that seat leads the family, or any family."""
    if family == ALL:
        return any(leads(state, seat, one) for one in state.families)
    return state.cell[family] != NOT_LAUNCHED and state.owner(family) == seat


def decisions_of_others(state: Position, seat: int, since: Position) -> list[tuple[int, Action]]:
    """Return what the other seats have decided since then, oldest first."""
    decisions: list[tuple[int, Action]] = []
    step = state.past
    while step is not None and step.number > since.ply:
        if step.seat != seat:
            decisions.append((step.seat, step.action))
        step = step.before
    decisions.reverse()
    return decisions


def decision_text(state: Position, seat: int, action: Action) -> str:
    """Return what another player has done in a stock round, as a sentence."""
    name = state.names[seat]
    if isinstance(action, (Sell, BuyCard, Launch)):
        family = state.pieces.families[action.family].name
        if isinstance(action, Launch):
            return f"{name} launched the {family}."
        if isinstance(action, Sell):
            return f"{name} sold {family} cards."
        return f"{name} bought a {family} card."
    return f"{name} bought {action.name}." if isinstance(action, BuyPower) else f"{name} used a power."


class PassStockRound(Order[Position]):
    """Pass until the stock round ends, the last call for tickets included (rules 6.6 and 6.7)."""

    def __init__(self, id: str, words: str, short: str) -> None:
        super().__init__(id, words, short, PASSING)

    def can_be_given(self, state: Position, seat: int) -> bool:
        return STOCK_ROUND in state.stack

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if STOCK_ROUND not in state.stack or state.slot != since.slot:
            return Ended("The stock round is over.")
        for other, action in decisions_of_others(state, seat, since):
            if self.disturbs(state, seat, action):
                return Ended(decision_text(state, other, action))
        if not isinstance(state.phase(seat), (StockTurn, LastCall)):
            return None
        if PASS not in state.legal(seat):
            return Ended(f"You hold more than {state.card_limit} cards and must sell some.")
        return PASS

    def disturbs(self, state: Position, seat: int, action: Action) -> bool:
        """Return whether the order ends because another player did this."""
        return False


@final
class PassUntilChange(PassStockRound):
    """Pass as long as the others do."""

    def disturbs(self, state: Position, seat: int, action: Action) -> bool:
        return action not in (PASS, CASH_TICKET)


@final
class PassUnlessMine(PassStockRound):
    """Pass until another player trades cards of a family that I lead."""

    def can_be_given(self, state: Position, seat: int) -> bool:
        return super().can_be_given(state, seat) and leads(state, seat, ALL)

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        for family in state.families:
            if leads(since, seat, family) and not leads(state, seat, family):
                return Ended(f"You no longer lead the {state.pieces.families[family].name}.")
        return super().follow(state, seat, since)

    def disturbs(self, state: Position, seat: int, action: Action) -> bool:
        return isinstance(action, (Sell, BuyCard)) and leads(state, seat, action.family)


@final
class AlwaysDistribute(Order[Position]):
    """Distribute the harvest of a family, or of all that I lead, if the reputation rises (rule 7.5).

    Otherwise keeping may be better, so the player is asked and the order stands.
    """

    def __init__(self, id: str, words: str, short: str, family: int) -> None:
        super().__init__(id, words, short)
        self._family = family

    def can_be_given(self, state: Position, seat: int) -> bool:
        if not leads(state, seat, self._family):
            return False
        return self._family == ALL or len([one for one in state.families if leads(state, seat, one)]) > 1

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not leads(state, seat, self._family):
            if self._family == ALL:
                return Ended("You no longer lead any family.")
            return Ended(f"You no longer lead the {state.pieces.families[self._family].name}.")
        family = state.operator
        if not isinstance(state.phase(seat), Dividend) or self._family not in (ALL, family):
            return None
        if needs_money(state, family):
            name = state.pieces.families[family].name
            return Ended(f"The {name} lose their last squirrel and can't afford another.")
        return DISTRIBUTE if state.nuts >= state.cell_of(family).threshold else None


def needs_money(state: Position, family: int) -> bool:
    """Return whether all its squirrels leave after this harvest and the treasury can't afford another."""
    if any(not hired.last_run or hired.patched for hired in state.squirrels[family]):
        return False
    money = state.treasury[family] + state.income
    return min([squirrels.dearest_needed(card) for card in bank(state)]) > money


class SkipStep(Order[Position]):
    """Skip a step of the operating turns until the next stock round."""

    def can_be_given(self, state: Position, seat: int) -> bool:
        return state.operating and not state.is_over and leads(state, seat, ALL)

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if state.day != since.day:
            return Ended("The operating rounds are over.")
        return self.step(state, seat, since)

    def step(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        """Return what it decides in an operating round."""
        raise NotImplementedError


@final
class NoStations(SkipStep):
    """Build no stations (rule 7.3)."""

    def step(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return PASS if isinstance(state.phase(seat), StationStep) else None


@final
class NoSquirrels(SkipStep):
    """Buy no squirrels (rule 7.6) until another kind is on top of the deck."""

    def step(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not isinstance(state.phase(seat), Squirrels):
            return None
        on_top = state.next_squirrel().kind
        if on_top is not since.next_squirrel().kind:
            return Ended(f"The next squirrel for sale is now a {on_top.code}.")
        if PASS not in state.legal(seat):
            return Ended(f"The {state.pieces.families[state.operator].name} need a squirrel.")
        return PASS


@final
class DeclineOffers(SkipStep):
    """Sell nothing to other families (rule 7.6.2)."""

    def step(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return DECLINE if isinstance(state.phase(seat), Consent) else None


def orders(game: Game) -> Sequence[Order[Position]]:
    """Return all orders; those for one family have its letters in their id."""
    from menagerie.games.eighteen_zoo.title import EighteenZoo

    assert isinstance(game, EighteenZoo)
    return (
        PassUntilChange(
            "pass-until-change", "Pass this stock round until another player acts", "Passing while the others pass"
        ),
        PassUnlessMine(
            "pass-unless-mine",
            "Pass this stock round unless another player buys or sells cards of a family I lead",
            "Passing unless mine trade",
        ),
        PassStockRound("pass", "Pass until the stock round ends", "Passing"),
        AlwaysDistribute(
            "distribute", "Distribute my families' harvest whenever their reputation rises", "Distributing", ALL
        ),
        *[
            AlwaysDistribute(
                f"distribute-{family.id}",
                f"Distribute the {family.name}' harvest whenever their reputation rises",
                f"Distributing: {family.name}",
                number,
            )
            for number, family in enumerate(game.pieces.families)
        ],
        NoStations("no-stations", "Build no stations until the next stock round", "No stations"),
        NoSquirrels("no-squirrels", "Buy no squirrels until the next stock round", "No squirrels"),
        DeclineOffers("decline", "Decline every offer until the next stock round", "Declining offers"),
    )
