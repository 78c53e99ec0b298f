"""Buying and selling animal cards (rules 6.2 to 6.4), in stock rounds and forced purchases."""

from __future__ import annotations

from typing import Final

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo import events, market
from menagerie.games.eighteen_zoo.actions import Sell
from menagerie.games.eighteen_zoo.catalogue import sell_key
from menagerie.games.eighteen_zoo.holdings import majority, turned_number
from menagerie.games.eighteen_zoo.pieces import CARDS, COUSIN, PARENTS, UNITS
from menagerie.games.eighteen_zoo.state import NOT_LAUNCHED, Position

LOUNGE_LIMIT: Final = 4
"""With this many animals of a family a player can't buy more of it from the lounge."""
COUSIN_DAY: Final = 3


# Selling.


def sales(state: Position, seat: int, family: int) -> list[Sell]:
    """Return every distinct sale of this family; identical cards count as one."""
    held = state.holdings[family].places[seat]
    owner = state.owner(family)
    singles = [card for card in held if card != PARENTS]
    fresh, turned = singles, singles[:0]
    if owner != seat and not state.rules.bundles_protected:
        fresh = [card for card in singles if turned_number(family, card) not in state.turned]
        turned = [card for card in singles if turned_number(family, card) in state.turned]
    sells: list[Sell] = []
    for count in range(len(fresh) + 1):
        for more in range(len(turned) + 1):
            if count + more:
                sells.append(state.catalogue.sells[sell_key(family, _mask(fresh[:count] + turned[:more]), False)])
    if owner == seat and state.holdings[family].strongest_other(seat) >= UNITS[PARENTS]:
        mask = _mask(singles) | 1 << PARENTS
        sells.append(state.catalogue.sells[sell_key(family, mask, True)])
        sells.append(state.catalogue.sells[sell_key(family, mask, False)])
    return sells


def _mask(cards: list[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def can_sell_some(state: Position, seat: int, family: int) -> bool:
    """Return whether `sales` has any."""
    held = state.holdings[family].places[seat]
    if not held or held[0] != PARENTS or len(held) > 1:
        return bool(held)
    return state.holdings[family].strongest_other(seat) >= UNITS[PARENTS]


def refuse_sale(state: Position, seat: int, action: Sell) -> Refusal | None:
    """Return why this player can't sell these cards."""
    family = action.family
    name = state.pieces.families[family].name
    if family not in state.families:
        return Refusal(f"The {name} aren't on this map.", "2.2")
    if state.cell[family] == NOT_LAUNCHED:
        return Refusal(f"The {name} aren't launched yet.", "6.2")
    held = state.holdings[family].places[seat]
    for card in action.cards:
        if card not in held:
            return _not_held(state, family, card)
    if PARENTS not in action.cards:
        return None
    if state.holdings[family].strongest_other(seat) < UNITS[PARENTS]:
        return Refusal(
            f"You can't sell the {name}' parents. No one else has two single cards to swap for them.", "6.2.2"
        )
    return _refuse_keeping(state, seat, action)


def _refuse_keeping(state: Position, seat: int, action: Sell) -> Refusal | None:
    """Rule 6.2.2: return a player who sells the parents must end up with fewer animals than another player, or
    with none."""
    holdings = state.holdings[action.family]
    if len(action.cards) == len(holdings.places[seat]):
        return None
    least = holdings.units[seat] - holdings.strongest_other(seat) + 1
    if units_of(action) >= least:
        return None
    name = state.pieces.families[action.family].name
    return Refusal(f"Another player must have more {name} than you after the sale. Sell at least {least}.", "6.2.2")


def _not_held(state: Position, family: int, card: int) -> Refusal:
    name = state.pieces.families[family].name
    for seat in range(state.players):
        if card in state.holdings[family].places[seat]:
            return Refusal(f"{state.names[seat]} holds the {name}' {CARDS[card]}. Sell only your own cards.", "6.2")
    return Refusal(f"You don't hold the {name}' {CARDS[card]}. Sell only your own cards.", "6.2")


def units_of(action: Sell) -> int:
    """Return how many animals are sold."""
    units = -1 if action.half else 0
    for card in action.cards:
        units += UNITS[card]
    return units


def sell(state: Position, seat: int, action: Sell, protect: bool) -> None:
    """Sell cards to the kitchen at the current value; the reputation falls a row for each animal (6.2, 6.2.1)."""
    family = action.family
    holdings = state.holdings[family]
    units = units_of(action)
    rows = units
    if protect and holdings.owner != seat:
        rows = _rows_to_fall(state, action, units)
    gain = units * state.value(family)
    state.cash[seat] += gain
    after = holdings.sell(seat, action.cards, action.half, state.order, state.rules.first_card_back)
    state.holdings[family] = after
    if state.log is not None:
        state.log.append(events.SoldCards(seat, state.pieces.families[family], units, gain, rows == 0))
        if after.owner != holdings.owner:
            state.log.append(events.ParentsPassed(after.owner, state.pieces.families[family]))
    if rows:
        market.down(state, family, rows)


def _rows_to_fall(state: Position, action: Sell, units: int) -> int:
    """6.2.1: return a card sold again in a stock round by a player without the parents doesn't lower the reputation."""
    if state.rules.bundles_protected:
        bundle = sell_key(action.family, _mask(list(action.cards)), action.half)
        if bundle in state.turned:
            return 0
        state.turned += (bundle,)
        return units
    rows = 0
    for card in action.cards:
        number = turned_number(action.family, card)
        if number not in state.turned:
            state.turned += (number,)
            rows += 1
    return rows


# Buying.


def refuse_purchase(state: Position, seat: int, family: int, card: int, kitchen: bool) -> Refusal | None:
    """Return why this player can't buy this card now: what money can't change first (rule 6.4)."""
    name = state.pieces.families[family].name
    holdings = state.holdings[family]
    if family not in state.families:
        return Refusal(f"The {name} aren't on this map.", "2.2")
    if state.cell[family] == NOT_LAUNCHED:
        return Refusal(f"The {name} aren't launched yet. A player must buy their parents first.", "6.3")
    if card not in (holdings.in_kitchen if kitchen else holdings.in_lounge):
        return _not_there(state, family, card, kitchen)
    if card == COUSIN and not kitchen and state.day < COUSIN_DAY:
        return Refusal(f"The {name}' cousin goes on sale on Wednesday.", "2.2")
    if state.sold[seat] >> family & 1:
        return Refusal(f"You sold {name} this stock round, so you can't buy them until the next.", "6.4.3")
    if not kitchen and holdings.units[seat] >= LOUNGE_LIMIT:
        return Refusal(
            f"You already hold {holdings.units[seat]} {name}. You can only buy more from the kitchen.", "6.4.1"
        )
    if state.cards_held(seat) >= state.card_limit and not _wins_parents(state, seat, family):
        return Refusal(f"You've reached the limit of {state.card_limit} cards.", "6.4.2")
    if state.value(family) > state.cash[seat]:
        return Refusal(f"The card costs {state.value(family)} $N. You have {state.cash[seat]}.", "6.4")
    return None


def _not_there(state: Position, family: int, card: int, kitchen: bool) -> Refusal:
    holdings = state.holdings[family]
    name = state.pieces.families[family].name
    if not holdings.in_lounge and not holdings.in_kitchen:
        return Refusal(f"No {name} cards are left. Players hold them all.", "6.4")
    if kitchen:
        return Refusal(f"The kitchen doesn't have the {name}' {CARDS[card]}.", "6.4")
    return Refusal(f"The lounge doesn't have the {name}' {CARDS[card]}.", "6.4")


def _wins_parents(state: Position, seat: int, family: int) -> bool:
    """11.4: return whether winning the parents would bring the player back to the limit."""
    if not state.rules.swap_lifts_limit or state.cards_held(seat) > state.card_limit:
        return False
    holdings = state.holdings[family]
    units = list(holdings.units)
    units[seat] += 1
    return holdings.owner != seat and majority(units, holdings.owner, state.order) == seat


def buy(state: Position, seat: int, family: int, card: int, kitchen: bool) -> None:
    """Pay the current value: to the family for a card from the lounge, to the bank for one from the kitchen."""
    price = state.value(family)
    state.cash[seat] -= price
    if not kitchen:
        state.treasury[family] += price
    before = state.holdings[family]
    after = before.buy(seat, card, state.order)
    state.holdings[family] = after
    if state.log is not None:
        state.log.append(events.BoughtCard(seat, state.pieces.families[family], CARDS[card], kitchen, price))
        if after.owner != before.owner:
            state.log.append(events.ParentsPassed(after.owner, state.pieces.families[family]))
