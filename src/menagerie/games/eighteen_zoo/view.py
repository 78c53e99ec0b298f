"""The table of 18ZOO as plain data. Only the order of the powers to come is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo.holdings import turned_number
from menagerie.games.eighteen_zoo.map.board import BLOCK, FREE, RESERVED
from menagerie.games.eighteen_zoo.map.tiles import COLOURS
from menagerie.games.eighteen_zoo.nearby import may_come_next
from menagerie.games.eighteen_zoo.pieces import CARDS, POWERS_A_DAY, POWERS_FROM

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Position


def view(state: Position) -> dict[str, Any]:
    """Return the whole table."""
    slot = state.pieces.slots[state.slot]
    phase = state.pieces.phases[state.phase_number]
    families = state.pieces.families
    return {
        "title": state.game.id,
        "players": state.players,
        "map": state.board.ground.key,
        "round": slot.id,
        "ticket": slot.ticket,
        "phase": phase.name,
        "colours": list(COLOURS[1 : phase.colours + 1]),
        "squirrel_limit": phase.limit,
        "card_limit": state.card_limit,
        "to_act": list(state.to_act),
        "steps": [type(phase).__name__ for phase in state.stack],
        "turn": _turn(state),
        "order": [LETTERS[seat] for seat in state.order],
        "operating": None if state.operator < 0 else families[state.operator].id,
        "operating_order": [families[family].id for family in state.operating_order()],
        "operated": _ids(state, state.operated) if state.operating else [],
        "seats": [_seat(state, seat) for seat in range(state.players)],
        "families": {families[family].id: _family(state, family) for family in state.families},
        "may_come_next": [families[family].id for family in may_come_next(state)],
        "deck": state.next_squirrel().kind.code,
        "deck_left": [state.pieces.squirrels[card].id for card in state.deck[state.dealt :]],
        "kitchen": [card.id for card in state.kitchen],
        "powers": [state.pieces.powers[power].name for power in state.on_offer],
        "future_powers": [state.pieces.powers[power].name for power in state.future[:POWERS_A_DAY]],
        "later_powers": [state.pieces.powers[power].name for power in state.future[POWERS_A_DAY:]],
        "uses_left": uses_left(state),
        "midas": LETTERS[state.midas] if state.midas >= 0 else None,
        "tile_supply": tile_supply(state),
        "tiles": _tiles(state),
        "holes": [state.board.ground.hexes[at].name for at in state.board.holes],
        "runs": _runs(state),
        "last_runs": {
            families[family].id: last_run(state, family)
            for family in state.families
            if state.last_runs[family] is not None
        },
        "nuts": state.nuts,
        "income": state.income,
        "ending": state.ending,
        "scores": list(state.scores),
    }


def _seat(state: Position, seat: int) -> dict[str, Any]:
    return {
        "seat": LETTERS[seat],
        "cash": state.cash[seat],
        "tickets": state.tickets[seat],
        "debt": state.debts[seat],
        "powers": [state.pieces.powers[power].name for power in state.hands[seat]],
        "cards": {
            state.pieces.families[family].id: [CARDS[card] for card in state.holdings[family].places[seat]]
            for family in state.families
            if state.holdings[family].places[seat]
        },
        "face_down": face_down(state, seat),
        "may_not_buy": may_not_buy(state, seat),
        "passed": bool(state.passed >> seat & 1),
        "called": bool(state.called >> seat & 1),
    }


def _ids(state: Position, mask: int) -> list[str]:
    """Return a mask of families by their ids."""
    return [family.id for family in state.pieces.families if mask >> family.index & 1]


def _turn(state: Position) -> dict[str, Any]:
    """Return what has happened in the turn under way, and its subject."""
    seen: dict[str, Any] = {
        "sold": _ids(state, state.sold_now),
        "bought": state.bought,
        "another_turn": state.greek,
        "launched": state.launched_now,
        "retiring": [state.pieces.squirrels[card].id for card in state.retiring],
        "upgraded": state.upgraded,
        "built": state.has_station,
        "barrels": state.barrels,
        "ran": state.ran,
        "new_squirrel": state.hired_new,
        "helped": state.helped,
    }
    if state.newcomer >= 0:
        launch = state.pieces.launches[state.option]
        seen["newcomer"] = [state.pieces.families[state.newcomer].id, launch.value, state.extra_tiles]
    if state.operator >= 0:
        hexes = state.board.ground.hexes
        seen["lays"] = state.lays
        seen["laid"] = sorted([hexes[at].name for at in state.laid])
        seen["asks_for"] = None if state.asking < 0 else _thing(state, state.asking)
        seen["refused"] = _refused(state)
        if state.forced is not None:
            kind = state.pieces.kinds[state.forced.kind]
            seen["forced"] = [kind.faces[state.forced.face].name, "deck" if state.forced.card < 0 else "kitchen"]
    if state.stack and type(state.stack[-1]).__name__ == "Consent":
        seen["offers"] = state.offered
    return seen


def _thing(state: Position, thing: int) -> str:
    """Return what a family asks for: a squirrel card or a power."""
    if thing >= POWERS_FROM:
        return state.pieces.powers[thing - POWERS_FROM].name
    return state.pieces.squirrels[thing].id


def _refused(state: Position) -> dict[str, list[int]]:
    """Rule 7.6.2: return how often offers for each thing were refused in this turn, and the best of them."""
    found: dict[str, list[int]] = {}
    for thing, price in state.declined:
        name = _thing(state, thing)
        times, best = found.get(name, [0, 0])
        found[name] = [times + 1, max(best, price)]
    return found


def uses_left(state: Position) -> dict[str, int]:
    """Return how often the powers that a player has, and that can be used more than once, can still be used."""
    held = [power for hand in (*state.hands, *state.mats) for power in hand]
    return {card.name: state.uses[card.index] for card in state.pieces.powers if card.uses > 1 and card.index in held}


def may_not_buy(state: Position, seat: int) -> list[str]:
    """Rule 6.4.3: return the families that this player has sold in the stock round under way."""
    if state.operating:
        return []
    return [state.pieces.families[family].id for family in state.families if state.sold[seat] >> family & 1]


def face_down(state: Position, place: int) -> dict[str, list[str]]:
    """Rule 6.2.1: return the cards at a seat, in the lounge or in the kitchen that lie face down, by family."""
    found: dict[str, list[str]] = {}
    for family in state.families:
        cards = state.holdings[family].places[place]
        turned = [CARDS[card] for card in cards if turned_number(family, card) in state.turned]
        if turned and not state.rules.bundles_protected:
            found[state.pieces.families[family].id] = turned
    return found


def tile_supply(state: Position) -> dict[str, dict[str, int]]:
    """Rule 4.2: return how many of each tile are left, by colour; used-up tiles count 0."""
    supply: dict[str, dict[str, int]] = {colour: {} for colour in COLOURS[1:]}
    for tile in state.board.ground.tiles.tiles:
        if not tile.on_pool:
            supply[COLOURS[tile.colour]][tile.number] = state.board.left(tile)
    return supply


def _family(state: Position, family: int) -> dict[str, Any]:
    holdings = state.holdings[family]
    launched = state.cell[family] >= 0
    cell = state.cell_of(family) if launched else None
    return {
        "name": state.pieces.families[family].name,
        "launched": launched,
        "owner": LETTERS[holdings.owner] if holdings.owner >= 0 else None,
        "value": state.value(family),
        "cell": None if cell is None else [cell.row, cell.column],
        "arrived": state.arrived[family],
        "treasury": state.treasury[family],
        "squirrels": [
            {
                "card": one.card.id,
                "name": one.name,
                "asleep": one.asleep,
                "last_run": one.last_run,
                "saved": one.saved,  # goes when PATCH is taken off
            }
            for one in state.squirrels[family]
        ],
        "stations": [state.board.ground.hexes[at].name for at in state.board.stations(family)],
        "station_prices": list(state.stations_left[family]),
        "powers": [state.pieces.powers[power].name for power in state.mats[family]],
        "lounge": [CARDS[card] for card in holdings.in_lounge],
        "kitchen": [CARDS[card] for card in holdings.in_kitchen],
        "kitchen_face_down": face_down(state, holdings.kitchen).get(state.pieces.families[family].id, []),
    }


def _tiles(state: Position) -> dict[str, Any]:
    ground = state.board.ground
    wheat = state.board.wheat
    tiles: dict[str, Any] = {}
    for at, spot in enumerate(state.board.spots):
        if spot.tile is not None:
            tiles[ground.hexes[at].name] = {
                "tile": spot.tile.number,
                "rotation": spot.rotation,
                "marked": spot.marked,
                "stations": [_space(state, holder) for holder in spot.slots]
                + [f"{state.pieces.families[family].id}+" for family in spot.extra],
                "wheat": [state.pieces.families[family].id for family in state.families if wheat[family] == at],
            }
    return tiles


def _runs(state: Position) -> dict[str, Any] | None:
    """Return the last runs that were made: for each squirrel the hexes, nuts and O areas."""
    if state.harvest is None:
        return None
    hexes = state.board.ground.hexes
    harvest = state.harvest
    return {
        "family": state.pieces.families[state.harvest_of].id,
        "legs": [
            {
                "squirrel": hired.name,
                "hexes": [hexes[at].name for at in harvest.chains[number]],
                "nuts": harvest.nuts_by_run[number],
                "pools": harvest.pools_by_run[number],
            }
            for number, hired in enumerate(state.runners)
            if harvest.chains[number]
        ],
    }


def last_run(state: Position, family: int) -> dict[str, Any]:
    """Return what a family's squirrels did when they ran last: for each the hexes, nuts and O areas."""
    last = state.last_runs[family]
    assert last is not None
    hexes, harvest = state.board.ground.hexes, last.harvest
    return {
        "round": state.pieces.slots[last.slot].id,
        "nuts": harvest.nuts,
        "income": last.income,
        "legs": [
            {
                "squirrel": name,
                "hexes": [hexes[at].name for at in harvest.chains[number]],
                "nuts": harvest.nuts_by_run[number],
                "pools": harvest.pools_by_run[number],
            }
            for number, name in enumerate(last.squirrels)
            if harvest.chains[number]
        ],
    }


def _space(state: Position, holder: int) -> str:
    """Return a space for a station: a family, free, blocked, or kept for a family."""
    if holder == FREE:
        return "free"
    if holder == BLOCK:
        return "blocked"
    if holder <= RESERVED:
        return f"for {state.pieces.families[RESERVED - holder].id}"
    return state.pieces.families[holder].id
