"""Buying powers from the bank, in the draft and in stock rounds (rule 6.5)."""

from __future__ import annotations

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import events
from menagerie.games.eighteen_zoo.actions import BuyPower
from menagerie.games.eighteen_zoo.pieces import LEPRECHAUN_POT_OF_GOLD, TOO_MUCH_RESPONSIBILITY
from menagerie.games.eighteen_zoo.powers.owners import POWER_LIMIT, whose
from menagerie.games.eighteen_zoo.state import Position

RESPONSIBILITY_PAYS: Final = 3
LEPRECHAUN_PAYS: Final = 2


def powers_for_sale(state: Position, seat: int) -> list[Action]:
    """The powers that this player can buy."""
    if len(state.hands[seat]) >= POWER_LIMIT:
        return []
    powers = state.pieces.powers
    return [state.catalogue.buy_power[power] for power in state.on_offer if powers[power].cost <= state.cash[seat]]


def refuse_power(state: Position, seat: int, action: BuyPower, recorded: bool = False) -> Refusal | None:
    """Why this power may not be bought. The site checks the limit and the price on the screen only, so that games
    `recorded` there may have gone without."""
    price = state.pieces.powers[action.power].cost
    if action.power not in state.on_offer:
        return _not_for_sale(state, action)
    if action.price >= 0:
        if not recorded:
            return Refusal(f"{action.name} costs {price} $N, no other price.", "6.5")
        price = action.price
    if price > state.cash[seat]:
        return Refusal(f"{action.name} costs {price} $N; you have {state.cash[seat]}.", "6.5")
    if len(state.hands[seat]) >= POWER_LIMIT and not recorded:
        return Refusal(f"You have {POWER_LIMIT} powers, and more are not allowed.", "6.5.1")
    return None


def _not_for_sale(state: Position, action: BuyPower) -> Refusal:
    if action.power in state.future:
        return Refusal(f"{action.name} lies open, but is for sale in a later stock round only.", "6.5")
    owned = whose(state, action.power)
    return Refusal(f"{action.name} {owned} and is not for sale." if owned else f"{action.name} is not for sale.", "6.5")


def buy_power(state: Position, seat: int, action: BuyPower) -> None:
    """Pay, take the card, and what it pays at once (rules 10.3 and 10.4)."""
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
