"""What lies on the table of 18ZOO as plain data: everything but the order of the powers to come is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo.pieces import CARDS
from menagerie.games.eighteen_zoo.track import BLOCK, FREE, RESERVED

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Table


def view(table: Table) -> dict[str, Any]:
    """The whole table."""
    slot = table.pieces.slots[table.slot]
    phase = table.pieces.phases[table.phase_number]
    families = table.pieces.families
    return {
        "title": table.game.id,
        "players": table.players,
        "map": table.board.ground.key,
        "round": slot.id,
        "ticket": slot.ticket,
        "phase": phase.name,
        "squirrel_limit": phase.limit,
        "card_limit": table.card_limit,
        "to_act": list(table.to_act),
        "order": [LETTERS[seat] for seat in table.order],
        "operating": None if table.operator < 0 else families[table.operator].id,
        "operating_order": [families[family].id for family in table.operating_order()],
        "seats": [_seat(table, seat) for seat in range(table.players)],
        "families": {families[family].id: _family(table, family) for family in table.families},
        "deck": table.next_squirrel().kind.code,
        "deck_left": [table.pieces.squirrels[card].id for card in table.deck[table.dealt :]],
        "kitchen": [card.id for card in table.kitchen],
        "powers": [table.pieces.powers[power].name for power in table.on_offer],
        "future_powers": [table.pieces.powers[power].name for power in table.future],
        "tiles": _tiles(table),
        "holes": [table.board.ground.hexes[at].name for at in table.board.holes],
        "runs": _runs(table),
        "nuts": table.nuts,
        "income": table.income,
        "ending": table.ending,
        "scores": list(table.scores),
    }


def _seat(table: Table, seat: int) -> dict[str, Any]:
    return {
        "seat": LETTERS[seat],
        "cash": table.cash[seat],
        "tickets": table.tickets[seat],
        "debt": table.debts[seat],
        "powers": [table.pieces.powers[power].name for power in table.hands[seat]],
        "cards": {
            table.pieces.families[family].id: [CARDS[card] for card in table.holdings[family].places[seat]]
            for family in table.families
            if table.holdings[family].places[seat]
        },
        "passed": bool(table.passed >> seat & 1),
    }


def _family(table: Table, family: int) -> dict[str, Any]:
    holdings = table.holdings[family]
    launched = table.cell[family] >= 0
    cell = table.cell_of(family) if launched else None
    return {
        "name": table.pieces.families[family].name,
        "launched": launched,
        "owner": LETTERS[holdings.owner] if holdings.owner >= 0 else None,
        "value": table.value(family),
        "cell": None if cell is None else [cell.row, cell.column],
        "arrived": table.arrived[family],
        "treasury": table.treasury[family],
        "squirrels": [
            {"card": one.card.id, "name": one.name, "asleep": one.asleep, "last_run": one.last_run}
            for one in table.squirrels[family]
        ],
        "stations": [table.board.ground.hexes[at].name for at in table.board.stations(family)],
        "station_prices": list(table.stations_left[family]),
        "powers": [table.pieces.powers[power].name for power in table.mats[family]],
        "lounge": [CARDS[card] for card in holdings.in_lounge],
        "kitchen": [CARDS[card] for card in holdings.in_kitchen],
    }


def _tiles(table: Table) -> dict[str, Any]:
    ground = table.board.ground
    wheat = table.board.wheat
    tiles: dict[str, Any] = {}
    for at, spot in enumerate(table.board.spots):
        if spot.tile is not None:
            tiles[ground.hexes[at].name] = {
                "tile": spot.tile.number,
                "rotation": spot.rotation,
                "marked": spot.marked,
                "stations": [_space(table, holder) for holder in spot.slots]
                + [f"{table.pieces.families[family].id}+" for family in spot.extra],
                "wheat": [table.pieces.families[family].id for family in table.families if wheat[family] == at],
            }
    return tiles


def _runs(table: Table) -> dict[str, Any] | None:
    """The last runs that were made: for each squirrel the hexes, nuts and O areas."""
    if table.harvest is None:
        return None
    hexes = table.board.ground.hexes
    harvest = table.harvest
    return {
        "family": table.pieces.families[table.harvest_of].id,
        "legs": [
            {
                "squirrel": hired.name,
                "hexes": [hexes[at].name for at in harvest.chains[number]],
                "nuts": harvest.nuts_by_run[number],
                "pools": harvest.pools_by_run[number],
            }
            for number, hired in enumerate(table.runners)
            if harvest.chains[number]
        ],
    }


def _space(table: Table, holder: int) -> str:
    """A space for a station: a family, free, blocked, or kept for a family."""
    if holder == FREE:
        return "free"
    if holder == BLOCK:
        return "blocked"
    if holder <= RESERVED:
        return f"for {table.pieces.families[RESERVED - holder].id}"
    return table.pieces.families[holder].id
