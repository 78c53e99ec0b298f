"""The sheet of 18ZOO: players and families, operating order, squirrels and runs, tiles, phases, powers."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from menagerie.core import rules_page
from menagerie.core.display.sheet import Cell, Chart, Row, Sheet, capital, chart, points
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.games.eighteen_zoo.map.tiles import COLOURS
from menagerie.games.eighteen_zoo.pieces import CARDS, POWERS_A_DAY, Power
from menagerie.games.eighteen_zoo.running.harvest import DISTRIBUTED, UNDECIDED, Chain, LastRun
from menagerie.games.eighteen_zoo.view import last_run, tile_supply

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Position

_HISTORY: Final = ("Round", "Squirrel", "Route", "Nuts", "$N", "Harvest and token")
_POWERS: Final = "10"
"""The chapter of the rules about powers."""


def sheet(state: Position, seat: int | None) -> Sheet:
    """Return the sheet, the same for all players: only the order of the powers to come is hidden."""
    return Sheet(
        (
            _players(state),
            _families(state),
            _mats(state),
            _runs(state),
            *_histories(state),
            points(state, "Points, as if the game ended now"),
            _squirrels(state),
            _phases(state),
            _tiles(state),
            _powers(state),
        )
    )


def _players(state: Position) -> Chart:
    """Return players with their animals, cash, and what a round of dividends would bring."""
    seats = range(state.players)
    rows: list[Row] = []
    for family in state.operating_order():
        holdings = state.holdings[family]
        cells = [f"{units}{' P' if holdings.owner == seat else ''}" for seat, units in enumerate(holdings.units)]
        rows.append((state.pieces.families[family].name, *[cell if cell != "0" else "-" for cell in cells]))
    rows.append(("Cash, $N", *state.cash))
    rows.append(("Tickets", *state.tickets))
    if any(state.debts):
        rows.append(("Debt, $N", *state.debts))
    rows.append(("Cards", *[f"{state.cards_held(seat)} of {state.card_limit}" for seat in seats]))
    rows.append(("Income if all distribute, $N", *[_income(state, seat) for seat in seats]))
    rows.append(("Turn order", *[state.order.index(seat) + 1 for seat in seats]))
    rows.append(("Powers", *[_names(state, state.hands[seat]) for seat in seats]))
    rows.append(("Worth, $N", *state.scores))
    note = f"P: holds the parents and leads the family. A ticket is worth {state.ticket_value} $N now."
    return chart("Players and animals", ("", *state.names[: state.players]), rows, note)


def _income(state: Position, seat: int) -> int:
    """Return what a player gets if every family distributes at its current reputation."""
    total = 0
    for family in state.operating_order():
        cell, holdings = state.cell_of(family), state.holdings[family]
        total += cell.dividend * holdings.units[seat] + (cell.bonus if holdings.owner == seat else 0)
    return total


def _families(state: Position) -> Chart:
    """Return the families in operating order: leader, value, treasury, cards for sale."""
    rows: list[Row] = []
    order = state.operating_order()
    for number, family in enumerate(order, start=1):
        cell, holdings = state.cell_of(family), state.holdings[family]
        rows.append(
            (
                f"{number}. {state.pieces.families[family].name}",
                state.names[holdings.owner] if holdings.owner >= 0 else "-",
                cell.value,
                f"{cell.dividend}+{cell.bonus}" if cell.bonus else str(cell.dividend),
                "-" if cell.ends_game else cell.threshold,
                state.treasury[family],
                _cards(holdings.in_lounge),
                _cards(holdings.in_kitchen),
            )
        )
    rest = [state.pieces.families[family].name for family in state.families if family not in order]
    note = "Pays: for each animal, + bonus for the parents. Nuts: needed to move right."
    if rest:
        note = f"{note} Not launched: {', '.join(rest)}."
    columns = ("Operating order", "Led by", "Value", "Pays", "Nuts", "Treasury", "Lounge", "Kitchen")
    return chart("Families", columns, rows, note)


def _cards(cards: tuple[int, ...]) -> str:
    return ", ".join([CARDS[card] for card in cards]) or "-"


def _mats(state: Position) -> Chart:
    """Return what is on the families' mats: squirrels, stations, powers."""
    rows: list[Row] = []
    hexes = state.board.ground.hexes
    for family in state.operating_order():
        squirrels = [
            one.name + (" (asleep)" if one.asleep else "") + (" (last run)" if one.last_run else "")
            for one in state.squirrels[family]
        ]
        stations = [hexes[at].name for at in state.board.stations(family)]
        prices = ", ".join([str(price) for price in state.stations_left[family]])
        rows.append(
            (
                state.pieces.families[family].name,
                ", ".join(squirrels) or "-",
                ", ".join(stations) or "-",
                prices or "-",
                _names(state, state.mats[family]),
            )
        )
    columns = ("", f"Squirrels (at most {state.limit()})", "Stations on", "Stations left, $N", "Powers")
    return chart("Squirrels, stations and powers", columns, rows)


def _runs(state: Position) -> Chart:
    """Return every family's last runs."""
    rows: list[Row] = []
    for family in state.operating_order():
        if state.last_runs[family] is None:
            continue
        run = last_run(state, family)
        name = state.pieces.families[family].name
        for leg in run["legs"]:
            rows.append((name, run["round"], leg["squirrel"], " ".join(leg["hexes"]), leg["nuts"], leg["pools"]))
            name = ""
        if len(run["legs"]) > 1 or run["income"] != sum([leg["pools"] for leg in run["legs"]]):
            rows.append(("", "", "", "Total", run["nuts"], run["income"]))
    return chart("Last runs", ("", "Round", "Squirrel", "Route", "Nuts", "$N"), rows)


def _histories(state: Position) -> list[Chart]:
    """Return every family's runs by operating round, newest first, and how the harvest was used."""
    return [
        chart(f"The {state.pieces.families[family].name}' runs", _HISTORY, _history(state, family))
        for family in state.operating_order()
        if state.last_runs[family] is not None
    ]


def _history(state: Position, family: int) -> list[Row]:
    rows: list[Row] = []
    run = state.last_runs[family]
    while run is not None:
        harvest = run.harvest
        became, paid = _became(run), run.income
        round = state.pieces.slots[run.slot].id
        for number, chain in enumerate(harvest.chains):
            if chain:
                money: Cell = harvest.pools_by_run[number] if paid else 0
                route = _route(state, chain)
                rows.append((round, run.squirrels[number], route, harvest.nuts_by_run[number], money, became))
                round = became = ""
        if sum(map(bool, harvest.chains)) > 1 or (paid and paid != harvest.pools):
            rows.append(("", "", "Total", harvest.nuts, paid, ""))
        run = run.before
    return rows


def _became(run: LastRun) -> str:
    """Return how a harvest was used: `distributed, 5 to 6`."""
    if run.use == UNDECIDED:
        return ""
    stays = run.went_from == run.went_to
    if run.use == DISTRIBUTED:
        return f"distributed, stays at {run.went_to}" if stays else f"distributed, {run.went_from} to {run.went_to}"
    return f"kept, stays at {run.went_to}" if stays else f"kept, {run.went_from} to {run.went_to}"


def _route(state: Position, chain: Chain) -> str:
    """Return a route in words: `K17 via J16, J14 to K15`."""
    names = [state.board.ground.hexes[at].name for at in chain]
    if len(names) > 2:
        return f"{names[0]} via {', '.join(names[1:-1])} to {names[-1]}"
    return f"{names[0]} to {names[-1]}" if names[1:] else names[0]


def _squirrels(state: Position) -> Chart:
    """Return the squirrels that the bank still has."""
    left = Counter([state.pieces.squirrels[card].kind.index for card in state.deck[state.dealt :]])
    kitchen = Counter([card.kind.index for card in state.kitchen])
    rows: list[Row] = []
    for kind in state.pieces.kinds[:-1]:
        faces = " or ".join([f"{face.name} {price}" for face, price in zip(kind.faces, kind.prices, strict=True)])
        price = faces if len(kind.faces) > 1 else str(kind.prices[0])
        rows.append((kind.code, price, "never used up" if kind.unlimited else left[kind.index], kitchen[kind.index]))
    return chart("The bank's squirrels", ("", "Price, $N", "In the deck", "In the kitchen"), rows)


def _phases(state: Position) -> Chart:
    """Return the phases (rule 3), the current one marked."""
    kinds = state.pieces.kinds
    rows: list[Row] = []
    for phase in state.pieces.phases:
        retiring = [f"{kinds[kind].code} at once" for kind in phase.retire]
        retiring += [f"{kinds[kind].code} after one more run" for kind in phase.last_run]
        rows.append(
            (
                f"{'> ' if phase.index == state.phase_number else ''}{phase.name}",
                ", ".join(COLOURS[1 : phase.colours + 1]),
                phase.limit,
                phase.r_value,
                ", ".join(retiring) or "-",
            )
        )
    columns = ("Phase", "Tiles", "Squirrels per family", "R area", "Retiring squirrels")
    return chart("Phases", columns, rows, "> marks the current phase. Each begins with the first squirrel of its name.")


def _tiles(state: Position) -> Chart:
    """Return the tiles left and those used up (rule 4.2)."""
    rows: list[Row] = []
    for colour, tiles in tile_supply(state).items():
        left = [f"{_number(state, number)}: {count}" for number, count in tiles.items() if count]
        gone = [_number(state, number) for number, count in tiles.items() if not count]
        rows.append((capital(colour), ", ".join(left) or "-", ", ".join(gone) or "-"))
    return chart("Tiles", ("", "Left (number: how many)", "Used up"), rows)


def _number(state: Position, tile: str) -> str:
    """Return a tile's number; grey HOME tiles are named after their family."""
    family, _, number = tile.rpartition("_")
    return f"{state.pieces.families[state.pieces.family_index[family]].name}' {number}" if family else tile


def _powers(state: Position) -> Chart:
    """Return every face-up power, where it is, and what it does."""
    rows: list[Row] = []
    for where, powers in _where(state):
        for index in powers:
            power = state.pieces.powers[index]
            user = "players" if power.blue else "families"
            rows.append((power.name, where, power.cost, user, power_text(state.game, power)))
    return chart("Powers", ("", "Where", "Price, $N", "Used by", "What it does"), rows)


def _where(state: Position) -> list[tuple[str, tuple[int, ...]]]:
    found = [("for sale", state.on_offer)]
    found += [("for sale next", state.future[:POWERS_A_DAY]), ("for sale the day after", state.future[POWERS_A_DAY:])]
    found += [(state.names[seat], state.hands[seat]) for seat in range(state.players)]
    found += [(f"the {state.pieces.families[family].name}", state.mats[family]) for family in state.families]
    return found


def _names(state: Position, powers: tuple[int, ...]) -> str:
    return ", ".join([state.pieces.powers[power].name for power in powers]) or "-"


def power_text(game: Game, power: Power) -> str:
    """Return what a power does: the rules' words or, in a package without them, the card's."""
    return _texts(game).get(power.name.upper()) or power.line


@cache
def _texts(game: Game) -> dict[str, str]:
    """Return what the rules say about each power, by its name in capitals."""
    try:
        chapter = rules_page.section(rules_page.read(game), _POWERS)
    except MenagerieError:  # an installed package without its pages has only the cards' sentences
        return {}
    found = re.findall(r"^\*\*10\.\d+ ([^*]+)\*\* \([^)]*\): (.+?)(?=\n\n|\Z)", chapter, re.MULTILINE | re.DOTALL)
    return {name: capital(" ".join(text.split())) for name, text in found}
