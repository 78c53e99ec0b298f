"""What a player who points at pieces of 18ZOO means: decisions, legal or not, the most telling first.

If none is legal, the phase says why. The list is empty if nothing in particular is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menagerie.core.action import Action
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import Launch, Sell, UsePower
from menagerie.games.eighteen_zoo.catalogue import HEX_POWERS, LAY_POWERS, sell_key
from menagerie.games.eighteen_zoo.display.pointing.paths import path_to
from menagerie.games.eighteen_zoo.display.pointing.tiles_meant import lays
from menagerie.games.eighteen_zoo.nearby import nearby
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import lowest_price
from menagerie.games.eighteen_zoo.phases.operating import STATION_STEP
from menagerie.games.eighteen_zoo.phases.second_steps import SECOND_HOLE
from menagerie.games.eighteen_zoo.phases.squirrel_step import SQUIRRELS
from menagerie.games.eighteen_zoo.pieces import COUSIN, PARENTS
from menagerie.games.eighteen_zoo.powers import green
from menagerie.games.eighteen_zoo.squirrels import employer
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """Return the decision that pointing at these pieces stands for, legal or not.

    If what was picked before doesn't go with the last piece, only the last one counts. A legal decision that is chosen
    elsewhere is ignored.
    """
    state = cast(Position, state)
    pieces = [target for target in path if not target.startswith("button:")]
    phase = state.phase(seat)
    if phase is None or not pieces:
        return None
    actions = decisions(state, seat, pieces)
    if not actions and len(pieces) > 1:
        pieces = pieces[-1:]
        actions = decisions(state, seat, pieces)
    legal = [action for action in actions if phase.refuse(state, seat, action) is None]
    for action in legal:
        if _begins(path_to(state, seat, action), pieces):
            return action
    return actions[0] if actions and not legal else None


def _begins(targets: tuple[str, ...], pieces: list[str]) -> bool:
    """Return whether this path begins with these pieces."""
    return [target for target in targets if not target.startswith("button:")][: len(pieces)] == pieces


def decisions(state: Position, seat: int, pieces: list[str]) -> list[Action]:
    """Return what pointing at these pieces, one after the other, may stand for."""
    kind, _, name = pieces[0].partition("-")
    if kind == "power":
        power = box.POWER_IDS.index(name)
        return _power(state, seat, power) if len(pieces) == 1 else _power_on(state, power, pieces[1])
    if kind == "mat" and len(pieces) > 1:
        return _launch_at(state, state.pieces.family_index[name], pieces[1])
    if len(pieces) > 1:
        return []
    if kind == "hex":
        return _hex(state, state.board.ground.by_name[name])
    if kind in ("mat", "reputation"):
        return _family(state, state.pieces.family_index[name])
    if kind == "cards":
        return _cards(state, name[0], state.pieces.family_index[name[2:]])
    if kind == "cell":
        return _cell(state, int(name))
    if kind == "squirrel":
        return _squirrel(state, name)
    if kind == "deck":
        return _deck(state, seat)
    return _kitchen(state) if kind == "kitchen" else []


# The map.


def _hex(state: Position, at: int) -> list[Action]:
    """Return tiles or whatever is built in this step there, or launches of the family whose HOME it is."""
    phase = state.stack[-1]
    area = state.board.ground.hexes[at]
    if phase is STATION_STEP:
        return [state.places.stations[at]]
    if phase is SECOND_HOLE:
        return [state.places.at(box.HOLE, at)]
    if not state.operating and state.newcomer == NO_ONE and area.family >= 0:
        if state.cell[area.family] == NOT_LAUNCHED:
            return _launches(state, area.family)
    return lays(state, at, -1)


# Powers.


def _power(state: Position, seat: int, power: int) -> list[Action]:
    """Return decisions about a power: buy, acquire or use it."""
    if power in state.on_offer or power in state.future:
        return [state.catalogue.buy_power[power]]
    as_such = UsePower(power, state.catalogue.power_names[power])
    if state.stack[-1] is CLEAN_UP:
        return [state.catalogue.patch[card] for card in state.retiring] if power == box.PATCH else []
    if not state.operating:
        return [*_blue_uses(state, seat, power), as_such]
    if any(power in hand for hand in state.hands):
        return [state.catalogue.acquire[power]]
    actions: list[Action] = []
    if power in state.mats[state.operator]:
        green.uses(state, state.operator, power, actions)
        if power == box.PATCH:
            actions += [state.catalogue.patch[hired.card.index] for hired in state.squirrels[state.operator]]
        if not actions and power == box.THAT_S_MINE:
            actions += [state.places.reserved[at] for at in state.board.reserved_for(state.operator)]
        if power == box.ON_A_DIET and state.has_station:
            actions.append(state.places.at(power, state.board.ground.homes[state.operator]))
    return [*actions, as_such]


def _blue_uses(state: Position, seat: int, power: int) -> list[Action]:
    if power not in state.hands[seat]:
        return []
    actions: list[Action] = []
    if power == box.DAYS_OFF or power == box.WHATSUP:
        for family in _own_first(state, seat):
            actions += _for_family(state, power, family)
    return actions


def _own_first(state: Position, seat: int) -> list[int]:
    """Return the families, those that this player leads first: reasons about them say more."""
    return sorted(state.families, key=lambda family: (state.owner(family) != seat, state.cell[family] == NOT_LAUNCHED))


def _power_on(state: Position, power: int, target: str) -> list[Action]:
    """Return decisions that use a power on this."""
    kind, _, name = target.partition("-")
    if kind == "mat":
        return _for_family(state, power, state.pieces.family_index[name])
    if kind == "squirrel" and power == box.PATCH:
        return [state.catalogue.patch[_first_alike(state, _card_index(state, name))]]
    if kind != "hex" or not state.operating:
        return []
    at = state.board.ground.by_name[name]
    if power in LAY_POWERS:
        return lays(state, at, power)
    if power == box.THAT_S_MINE and not state.uses[power]:
        return [state.places.reserved[at]]
    if power in HEX_POWERS:
        return [state.places.at(power, at)]
    return []


def _for_family(state: Position, power: int, family: int) -> list[Action]:
    if power == box.DAYS_OFF:
        return [state.catalogue.days_off[family]]
    if power == box.WHATSUP:
        actions: list[Action] = list(state.catalogue.whatsup_deck[family][state.next_squirrel().kind.index])
        return actions
    return []


# Families and their cards.


def _family(state: Position, family: int) -> list[Action]:
    """Return launches and card purchases of the family; in the squirrel step, its squirrels."""
    if state.stack[-1] is SQUIRRELS:
        return _ask(state, family)
    if state.operating and family == state.operator:
        return []
    return _launches(state, family) if state.cell[family] == NOT_LAUNCHED else _purchases(state, family)


def _ask(state: Position, family: int) -> list[Action]:
    if family == state.operator:
        return []
    cards = [hired.card.index for hired in state.squirrels[family]]
    return [state.catalogue.ask[family][card] for card in cards or [0]]


def _launches(state: Position, family: int) -> list[Action]:
    actions: list[Action] = list(state.catalogue.launch[family])
    return actions


def _launch_at(state: Position, family: int, target: str) -> list[Action]:
    """Return the launch of a family at a cell of the stock board."""
    if state.operating or state.cell[family] != NOT_LAUNCHED or not target.startswith("cell-"):
        return []
    cell = state.pieces.cells[int(target.removeprefix("cell-"))]
    for option, launch in enumerate(state.pieces.launches):
        if launch.cell == cell.index:
            return [state.catalogue.launch[family][option]]
    return [Launch(family, state.pieces.families[family].id, -1, cell.value)]


def _cell(state: Position, cell: int) -> list[Action]:
    """Return launches at this cell of the families that may come next."""
    following = nearby(state) or state.families
    waiting = [family for family in following if family != NO_ONE and state.cell[family] == NOT_LAUNCHED]
    return [
        state.catalogue.launch[family][option]
        for family in waiting
        for option, launch in enumerate(state.pieces.launches)
        if launch.cell == cell
    ]


def _purchases(state: Position, family: int) -> list[Action]:
    """Return purchases from lounge and kitchen, the cousin last as it goes on sale on Wednesday."""
    holdings = state.holdings[family]
    from_lounge, from_kitchen = state.catalogue.buy_card[family]
    found = [from_lounge[card] for card in sorted(holdings.in_lounge) if card != COUSIN]
    found += [from_kitchen[card] for card in holdings.in_kitchen]
    actions: list[Action] = [*found, from_lounge[COUSIN]]
    return actions


def _cards(state: Position, letter: str, family: int) -> list[Action]:
    """Return the sale of one of these cards; if there are only the parents, half of them."""
    held = state.holdings[family].places[LETTERS.index(letter)]
    singles = [card for card in held if card != PARENTS]
    card = singles[0] if singles else PARENTS
    sell: Sell = state.catalogue.sells[sell_key(family, 1 << card, card == PARENTS)]
    return [sell]


# Squirrels.


def _deck(state: Position, seat: int) -> list[Action]:
    kind = state.next_squirrel().kind.index
    if not state.operating and box.WHATSUP in state.hands[seat]:
        return _blue_uses(state, seat, box.WHATSUP)
    return [*state.catalogue.from_deck[kind], *state.catalogue.force_deck[kind]]


def _kitchen(state: Position) -> list[Action]:
    return [buy for card in state.kitchen for buy in state.catalogue.from_kitchen[card.index]]


def _squirrel(state: Position, name: str) -> list[Action]:
    """Return purchases of a squirrel, or in a clean-up giving it up or saving it."""
    card = _card_index(state, name)
    if state.pieces.squirrels[card] in state.kitchen:
        return [*state.catalogue.from_kitchen[card], *state.catalogue.force_kitchen[card]]
    if state.stack[-1] is CLEAN_UP:
        card = _first_alike(state, card)
        saved = bool(state.retiring) and not CLEAN_UP.asks_to_discard(state)
        return [state.catalogue.patch[card] if saved else state.catalogue.discard[card]]
    family = employer(state, card)
    return [state.catalogue.ask[family][_asked_for(state, family, card)]]


def _asked_for(state: Position, family: int, card: int) -> int:
    """Return the first of identical squirrels for which an offer can still be made."""
    if state.operator >= 0:
        for other in _alike(state, family, card):
            if lowest_price(state, other) <= state.treasury[state.operator]:
                return other
    return card


def _card_index(state: Position, name: str) -> int:
    return next(card.index for card in state.pieces.squirrels if card.id == name)


def _first_alike(state: Position, card: int) -> int:
    """Return the first of a family's squirrels of this kind, which stands for all."""
    family = employer(state, card)
    return card if family == NO_ONE else _alike(state, family, card)[0]


def _alike(state: Position, family: int, card: int) -> list[int]:
    team = state.squirrels[family]
    names = [hired.name for hired in team if hired.card.index == card]
    return [hired.card.index for hired in team if hired.name in names]
