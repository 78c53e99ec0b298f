"""Buying powers from the bank, in the draft and in stock rounds (rule 6.5)."""

from __future__ import annotations

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo.actions import BuyPower
from menagerie.games.eighteen_zoo.pieces import LEPRECHAUN_POT_OF_GOLD, TOO_MUCH_RESPONSIBILITY
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT, holder, mat_of
from menagerie.games.eighteen_zoo.state import NO_ONE, Position

RESPONSIBILITY_PAYS: Final = 3
LEPRECHAUN_PAYS: Final = 2


def powers_for_sale(state: Position, seat: int) -> list[Action]:
    """Return the powers that this player can buy."""
    if len(state.hands[seat]) >= POWER_LIMIT:
        return []
    powers = state.pieces.powers
    return [state.catalogue.buy_power[power] for power in state.on_offer if powers[power].cost <= state.cash[seat]]


def refuse_power(state: Position, seat: int, action: BuyPower, recorded: bool = False) -> Refusal | None:
    """Return why this power can't be bought. The site checks limit and price on its screen only, so a `recorded` game
    may break them."""
    price = state.pieces.powers[action.power].cost
    if action.power not in state.on_offer:
        return _not_for_sale(state, action)
    if action.price >= 0:
        if not recorded:
            return Refusal(f"{action.name} costs exactly {price} $N. Buy it without naming a price.", "6.5")
        price = action.price
    if len(state.hands[seat]) >= POWER_LIMIT and not recorded:
        return Refusal(f"You already hold {POWER_LIMIT} powers, the most you may have.", "6.5.1")
    if price > state.cash[seat]:
        return Refusal(f"{action.name} costs {price} $N. You have {state.cash[seat]}.", "6.5")
    return None


def _not_for_sale(state: Position, action: BuyPower) -> Refusal:
    if action.power in state.future:
        return Refusal(f"{action.name} goes on sale in a later stock round.", "6.5")
    player, family = holder(state, action.power), mat_of(state, action.power)
    if player != NO_ONE:
        return Refusal(f"{action.name} is in {state.names[player]}'s hand and isn't for sale.", "6.5")
    if family != NO_ONE:
        return Refusal(f"{action.name} belongs to the {state.pieces.families[family].name} and isn't for sale.", "6.5")
    return Refusal(f"{action.name} isn't for sale.", "6.5")


def buy_power(state: Position, seat: int, action: BuyPower) -> None:
    """Pay for the power, take it, and collect what it pays at once (rules 10.3 and 10.4)."""
    power = action.power
    price = state.pieces.powers[power].cost if action.price < 0 else action.price
    state.cash[seat] -= price
    state.on_offer = tuple([other for other in state.on_offer if other != power])
    if state.log is not None:
        state.log.append(events.BoughtPower(seat, action.name, price))
    pays = 0
    if power == TOO_MUCH_RESPONSIBILITY:
        pays = RESPONSIBILITY_PAYS
    else:
        state.hands[seat] += (power,)
        if power == LEPRECHAUN_POT_OF_GOLD:
            pays = LEPRECHAUN_PAYS
    if pays:
        state.cash[seat] += pays
        if state.log is not None:
            state.log.append(events.Earned(seat, action.name, pays))
