"""What somebody means who points at pieces of 18ZOO: decisions, legal or not, the one that tells most first.

The phase then says why it is not possible. Where nothing in particular is meant the list is empty.
"""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import Launch, Sell, UsePower
from menagerie.games.eighteen_zoo.lays_meant import lays
from menagerie.games.eighteen_zoo.notation import HEX_POWERS, LAY_POWERS, sell_key
from menagerie.games.eighteen_zoo.phases import any_time
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import lowest_price
from menagerie.games.eighteen_zoo.phases.hiring import SQUIRRELS
from menagerie.games.eighteen_zoo.phases.marks import SECOND_HOLE
from menagerie.games.eighteen_zoo.phases.operating import STATION_STEP
from menagerie.games.eighteen_zoo.phases.stock import nearby
from menagerie.games.eighteen_zoo.pieces import COUSIN, PARENTS
from menagerie.games.eighteen_zoo.squirrels import employer
from menagerie.games.eighteen_zoo.state import NOBODY, NOT_LAUNCHED, Table


def decisions(table: Table, seat: int, pieces: list[str]) -> list[Action]:
    """What pointing at these pieces, one after the other, may stand for."""
    kind, _, name = pieces[0].partition("-")
    if kind == "power":
        power = box.POWER_IDS.index(name)
        return _power(table, seat, power) if len(pieces) == 1 else _power_on(table, power, pieces[1])
    if kind == "mat" and len(pieces) > 1:
        return _launch_at(table, table.pieces.family_index[name], pieces[1])
    if len(pieces) > 1:
        return []
    if kind == "hex":
        return _hex(table, table.board.ground.by_name[name])
    if kind in ("mat", "reputation"):
        return _family(table, table.pieces.family_index[name])
    if kind == "cards":
        return _cards(table, name[0], table.pieces.family_index[name[2:]])
    if kind == "cell":
        return _cell(table, int(name))
    if kind == "squirrel":
        return _squirrel(table, name)
    if kind == "deck":
        return _deck(table, seat)
    return _kitchen(table) if kind == "kitchen" else []


# The map.


def _hex(table: Table, at: int) -> list[Action]:
    """A tile there, or what else is built at this step; HOME of a family that could be launched: the family."""
    phase = table.stack[-1]
    area = table.board.ground.hexes[at]
    if phase is STATION_STEP:
        return [table.places.stations[at]]
    if phase is SECOND_HOLE:
        return [table.places.at(box.HOLE, at)]
    if not table.operating and table.newcomer == NOBODY and area.family >= 0:
        if table.cell[area.family] == NOT_LAUNCHED:
            return _launches(table, area.family)
    return lays(table, at, -1)


# Powers.


def _power(table: Table, seat: int, power: int) -> list[Action]:
    """A power by itself: to buy it, to acquire it, or to use it."""
    if power in table.on_offer or power in table.future:
        return [table.ready.buy_power[power]]
    as_such = UsePower(power, table.ready.power_names[power])
    if table.stack[-1] is CLEAN_UP:
        return [table.ready.patch[card] for card in table.retiring] if power == box.PATCH else []
    if not table.operating:
        return [*_blue_uses(table, seat, power), as_such]
    if any(power in hand for hand in table.hands):
        return [table.ready.acquire[power]]
    actions: list[Action] = []
    if power in table.mats[table.operator]:
        any_time.uses(table, table.operator, power, actions)
        if power == box.PATCH:
            actions += [table.ready.patch[hired.card.index] for hired in table.squirrels[table.operator]]
        if not actions and power == box.THAT_S_MINE:
            actions += [table.places.reserved[at] for at in table.board.reserved_for(table.operator)]
        if power == box.ON_A_DIET and table.has_station:
            actions.append(table.places.at(power, table.board.ground.homes[table.operator]))
    return [*actions, as_such]


def _blue_uses(table: Table, seat: int, power: int) -> list[Action]:
    if power not in table.hands[seat]:
        return []
    actions: list[Action] = []
    if power == box.DAYS_OFF or power == box.WHATSUP:
        for family in _own_first(table, seat):
            actions += _for_family(table, power, family)
    return actions


def _own_first(table: Table, seat: int) -> list[int]:
    """The families, those that this player leads first: a reason about them tells more."""
    return sorted(table.families, key=lambda family: (table.owner(family) != seat, table.cell[family] == NOT_LAUNCHED))


def _power_on(table: Table, power: int, target: str) -> list[Action]:
    """A power, and what it is used on."""
    kind, _, name = target.partition("-")
    if kind == "mat":
        return _for_family(table, power, table.pieces.family_index[name])
    if kind == "squirrel" and power == box.PATCH:
        return [table.ready.patch[_first_alike(table, _card_index(table, name))]]
    if kind != "hex" or not table.operating:
        return []
    at = table.board.ground.by_name[name]
    if power in LAY_POWERS:
        return lays(table, at, power)
    if power == box.THAT_S_MINE and not table.uses[power]:
        return [table.places.reserved[at]]
    if power in HEX_POWERS:
        return [table.places.at(power, at)]
    return []


def _for_family(table: Table, power: int, family: int) -> list[Action]:
    if power == box.DAYS_OFF:
        return [table.ready.days_off[family]]
    if power == box.WHATSUP:
        actions: list[Action] = list(table.ready.whatsup_deck[family][table.next_squirrel().kind.index])
        return actions
    return []


# Families and their cards.


def _family(table: Table, family: int) -> list[Action]:
    """To launch it or to buy a card of it; where squirrels are bought, one of its squirrels."""
    if table.stack[-1] is SQUIRRELS:
        return _ask(table, family)
    if table.operating and family == table.operator:
        return []
    return _launches(table, family) if table.cell[family] == NOT_LAUNCHED else _purchases(table, family)


def _ask(table: Table, family: int) -> list[Action]:
    if family == table.operator:
        return []
    cards = [hired.card.index for hired in table.squirrels[family]]
    return [table.ready.ask[family][card] for card in cards or [0]]


def _launches(table: Table, family: int) -> list[Action]:
    actions: list[Action] = list(table.ready.launch[family])
    return actions


def _launch_at(table: Table, family: int, target: str) -> list[Action]:
    """A family, and the cell of the stock board where it is to begin."""
    if table.operating or table.cell[family] != NOT_LAUNCHED or not target.startswith("cell-"):
        return []
    cell = table.pieces.cells[int(target.removeprefix("cell-"))]
    for option, launch in enumerate(table.pieces.launches):
        if launch.cell == cell.index:
            return [table.ready.launch[family][option]]
    return [Launch(family, table.pieces.families[family].id, -1, cell.value)]


def _cell(table: Table, cell: int) -> list[Action]:
    """To launch there the family that may come next."""
    following = nearby(table) or table.families
    waiting = [family for family in following if family != NOBODY and table.cell[family] == NOT_LAUNCHED]
    return [
        table.ready.launch[family][option]
        for family in waiting
        for option, launch in enumerate(table.pieces.launches)
        if launch.cell == cell
    ]


def _purchases(table: Table, family: int) -> list[Action]:
    """The cards in lounge and kitchen, the cousin last: it comes on Wednesday only."""
    holdings = table.holdings[family]
    from_lounge, from_kitchen = table.ready.buy_card[family]
    found = [from_lounge[card] for card in sorted(holdings.in_lounge) if card != COUSIN]
    found += [from_kitchen[card] for card in holdings.in_kitchen]
    actions: list[Action] = [*found, from_lounge[COUSIN]]
    return actions


def _cards(table: Table, letter: str, family: int) -> list[Action]:
    """To sell one of these cards; of PARENTS alone, half."""
    held = table.holdings[family].places[LETTERS.index(letter)]
    singles = [card for card in held if card != PARENTS]
    card = singles[0] if singles else PARENTS
    sell: Sell = table.ready.sells[sell_key(family, 1 << card, card == PARENTS)]
    return [sell]


# Squirrels.


def _deck(table: Table, seat: int) -> list[Action]:
    kind = table.next_squirrel().kind.index
    if not table.operating and box.WHATSUP in table.hands[seat]:
        return _blue_uses(table, seat, box.WHATSUP)
    return [*table.ready.from_deck[kind], *table.ready.force_deck[kind]]


def _kitchen(table: Table) -> list[Action]:
    return [table.ready.from_kitchen[card.index] for card in table.kitchen]


def _squirrel(table: Table, name: str) -> list[Action]:
    """To buy it from kitchen or family; in a clean-up to give it up or to save it."""
    card = _card_index(table, name)
    if table.pieces.squirrels[card] in table.kitchen:
        return [table.ready.from_kitchen[card], table.ready.force_kitchen[card]]
    if table.stack[-1] is CLEAN_UP:
        card = _first_alike(table, card)
        saved = bool(table.retiring) and not CLEAN_UP.asks_to_discard(table)
        return [table.ready.patch[card] if saved else table.ready.discard[card]]
    family = employer(table, card)
    return [table.ready.ask[family][_asked_for(table, family, card)]]


def _asked_for(table: Table, family: int, card: int) -> int:
    """Of squirrels that are alike the first that an offer can still be made for."""
    if table.operator >= 0:
        for other in _alike(table, family, card):
            if lowest_price(table, other) <= table.treasury[table.operator]:
                return other
    return card


def _card_index(table: Table, name: str) -> int:
    return next(card.index for card in table.pieces.squirrels if card.id == name)


def _first_alike(table: Table, card: int) -> int:
    """Squirrels of one kind are alike: the first of them stands for all that a family has."""
    family = employer(table, card)
    return card if family == NOBODY else _alike(table, family, card)[0]


def _alike(table: Table, family: int, card: int) -> list[int]:
    team = table.squirrels[family]
    names = [hired.name for hired in team if hired.card.index == card]
    return [hired.card.index for hired in team if hired.name in names]
