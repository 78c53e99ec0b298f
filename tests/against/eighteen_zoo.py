"""18ZOO against 18xx.games: recorded games replayed, the complete state compared after every action.

`run` takes pairs of files: an exported game, and the states that the site's engine had after each of its actions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import menagerie
from menagerie.core.errors import MenagerieError
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.map.board import BLOCK, RESERVED
from menagerie.games.eighteen_zoo.phases import cleanup, draft, launch, operating, second_steps, squirrel_step, stock
from menagerie.games.eighteen_zoo.pieces import PATCH
from menagerie.games.eighteen_zoo.site.reading import Reader
from menagerie.games.eighteen_zoo.state import Hired, Position
from menagerie.games.eighteen_zoo.title import EighteenZoo
from tests.against.files import Unreadable, json_lines, text_of

STEPS = {
    draft.DRAFT: "SimpleDraft",
    stock.STOCK_TURN: "BuySellParShares",
    launch.HOME_TILE: "HomeTrack",
    launch.BONUS_TILES: "BonusTracks",
    operating.TRACK_STEP: "Track",
    operating.STATION_STEP: "Token",
    operating.RUN_STEP: "Route",
    operating.DIVIDEND: "Dividend",
    squirrel_step.SQUIRRELS: "BuyTrain",
    squirrel_step.CLOSING: "BuyOrUsePowerOnOr",
    second_steps.SECOND_HOLE: "Assign",
    second_steps.ANCIENT_MAPS: "SpecialTrack",
}


def run(files: list[str]) -> tuple[int, int]:
    """Replay pairs of files; prints the first difference of each game. How many of how many agree."""
    if len(files) % 2:
        raise Unreadable("Give files in pairs: an exported game, then its states.")
    agreed = 0
    for record, states in zip(files[::2], files[1::2], strict=True):
        problem = difference(record, states)
        if problem:
            print(f"{Path(record).stem}: {problem}")
        agreed += not problem
    return agreed, len(files) // 2


def difference(record: str, states: str) -> str:
    """The first difference between a recorded game and ours; empty if there is none."""
    expected = json_lines(states)
    if not expected or "state" not in expected[0]:
        raise Unreadable(f"{states}: does not begin with the state at the start.")
    try:
        reader = reader_of(record)
        ids = {seat: name for name, seat in reader.seats.items()}
        problem = compare(known(expected[0]["state"]), snapshot(reader.state, ids), False)
        if problem:
            return f"at the start: {problem}"
        found = [entry for entry in expected[1:] if "state" in entry]
        if len(found) != len(reader.actions):
            return f"{len(reader.actions)} actions are kept, the states have {len(found)}"
        for entry, action in zip(found, reader.steps(), strict=True):
            stopped = action["type"] == "end_game"
            problem = compare(known(entry["state"]), snapshot(reader.state, ids), stopped)
            if problem:
                return f"after action {action.get('id')} ({action['type']} by {action.get('entity')}): {problem}"
    except MenagerieError as error:
        return str(error)
    return check_result(expected[-1], reader, ids)


def reader_of(record: str) -> Reader:
    """Reads a game of the site."""
    game = menagerie.load("18zoo")
    assert isinstance(game, EighteenZoo)
    return Reader(game, exported(record))


def exported(record: str) -> dict[str, Any]:
    """A game as the site exports it."""
    try:
        data = json.loads(text_of(record))
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise Unreadable(f"{record}: is not a JSON object.")
    return data


def check_result(last: dict[str, Any], reader: Reader, ids: dict[int, str]) -> str:
    """The final scores, and the record that we make of the game."""
    scores = {ids[seat]: score for seat, score in enumerate(reader.state.scores)}
    if "result" in last and {str(key): value for key, value in last["result"].items()} != scores:
        return f"result {last['result']}, not {scores}"
    again = menagerie.Record.parse(str(reader.record())).final()
    if again.view(None) != reader.state.view(None):
        return "our record of the game does not replay to the same table"
    return ""


def compare(theirs: Any, ours: Any, stopped: bool, path: str = "") -> str:
    """The first difference, with the place where it is. Only what `ours` has is compared."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key, value in ours.items():
            if stopped and key in ("finished", "step", "current", "ticket_value", "value"):
                continue
            if theirs.get("finished") and key in ("turn", "round_num"):
                continue  # Our table does not remember in which round a game ended early.
            problem = compare(theirs.get(key), value, stopped, f"{path}.{key}" if path else key)
            if problem:
                return problem
        missing = sorted(set(theirs) - set(ours))
        return f"{path}: {missing} is missing here" if missing else ""
    return "" if theirs == ours else f"{path} is {theirs} there, {ours} here"


def known(state: dict[str, Any]) -> dict[str, Any]:
    """What we compare of a recorded state, in a fixed order where theirs has no meaning."""
    families = {}
    for name, family in state["families"].items():
        kept = {key: value for key, value in family.items() if key != "assigned"}
        kept["trains"] = [
            {key: one[key] for key in ("id", "name", "obsolete") if key in one} for one in family["trains"]
        ]
        placed = sorted([token for token in family["tokens"] if token])
        kept["tokens"] = placed + [None] * (len(family["tokens"]) - len(placed))
        kept["kitchen"] = sorted(family["kitchen"])
        families[name] = kept
    tiles = {}
    for name, tile in state["hexes"].items():
        if tile.get("tile") is None or tile["color"] == "red":
            continue  # A mark on an empty hex, or the tunnel that the site draws for HOLE.
        kept = {"tile": tile["tile"], "rot": tile["rot"]}
        if "city" in tile:
            city = tile["city"]
            kept["city"] = {
                "slots": ["block" if one == "#WIP" else one for one in city["slots"]],
                "extra": city["extra"],
                "reserved": sorted([one[1] for one in city["reserved"]]),
            }
        tiles[name] = kept
    players = {}
    for name, player in state["players"].items():
        players[name] = {key: player[key] for key in ("cash", "penalty", "cards", "powers", "tickets", "value")}
    same = ("turn", "round", "round_num", "phase", "finished", "step", "current", "ticket_value", "order", "op_order",
            "market", "deck", "train_kitchen", "powers_available", "powers_future", "holes", "tiles_left")  # fmt: skip
    return {**{key: state[key] for key in same}, "families": families, "players": players, "hexes": tiles}


def as_recorded(entry: dict[str, Any]) -> dict[str, Any]:
    """A snapshot of ours with what `known` expects of theirs, to test the comparison itself."""
    for tile in entry["state"]["hexes"].values():
        tile["color"] = "yellow"
        if "city" in tile:
            tile["city"]["reserved"] = [[0, family] for family in tile["city"]["reserved"]]
            tile["city"]["slots"] = ["#WIP" if one == "block" else one for one in tile["city"]["slots"]]
    return entry


def snapshot(state: Position, ids: dict[int, str]) -> dict[str, Any]:
    """Our state in the words of theirs."""
    pieces = state.pieces
    slot = pieces.slots[state.slot]
    over = state.is_over
    last = pieces.slots[-2] if over else slot
    named = {"draft": "DR", "stock": "SR", "operating": "OR"}[last.kind]
    number = int(last.id.rpartition(".")[2]) if last.kind == "operating" else 1
    return {
        "turn": max(1, last.day),
        "round": named,
        "round_num": number,
        "phase": pieces.phases[state.phase_number].name,
        "finished": over,
        "step": step(state),
        "current": current(state, ids),
        "ticket_value": slot.ticket,
        "order": [_plain(ids[seat]) for seat in state.order],
        "players": {ids[seat]: player(state, seat) for seat in range(state.players)},
        "families": {pieces.families[family].id: family_of(state, family, ids) for family in state.families},
        "op_order": [pieces.families[family].id for family in state.operating_order()],
        "market": market(state),
        "hexes": hexes(state),
        "deck": deck(state),
        "train_kitchen": [card.id for card in state.kitchen],
        "powers_available": [pieces.powers[power].id for power in state.on_offer],
        "powers_future": [pieces.powers[power].id for power in state.future],
        "holes": [state.board.ground.hexes[at].name for at in state.board.holes],
        "tiles_left": tiles_left(state),
    }


def _plain(name: str) -> Any:
    return int(name) if name.isdigit() else name


def step(state: Position) -> str | None:
    """The name of the present step."""
    if state.is_over:
        return None
    top = state.stack[-1]
    if top is cleanup.CLEAN_UP:
        return "DiscardTrain" if cleanup.CLEAN_UP.asks_to_discard(state) else "TrainProtection"
    return STEPS[top]


def current(state: Position, ids: dict[int, str]) -> Any:
    """Who is to act: a player in stock rounds, a family in its turn, the holder of PATCH when asked."""
    if state.is_over:
        return None
    top = state.stack[-1]
    families = state.pieces.families
    if top is cleanup.CLEAN_UP:
        return asked(state, ids)
    if top is second_steps.SECOND_HOLE:
        return "HOLE"
    if top is second_steps.ANCIENT_MAPS:
        return "ANCIENT_MAPS"
    if state.newcomer >= 0:
        return families[state.newcomer].id
    return families[state.operator].id if state.operating else _plain(ids[state.to_act[0]])


def asked(state: Position, ids: dict[int, str]) -> Any:
    """Who is asked for PATCH, or which family for a squirrel too many."""
    families = state.pieces.families
    if cleanup.CLEAN_UP.asks_to_discard(state):
        return families[squirrels.crowded(state)].id
    family = squirrels.employer(state, state.retiring[0])
    return families[family].id if PATCH in state.mats[family] else _plain(ids[state.to_act[0]])


def player(state: Position, seat: int) -> dict[str, Any]:
    """A player."""
    cards: list[str] = []
    for family in state.families:
        name = state.pieces.families[family].id
        cards += [f"{name}_{card}" for card in state.holdings[family].places[seat]]
    value = state.cash[seat] - state.debts[seat] + state.tickets[seat] * state.ticket_value
    for family in state.families:
        value += state.value(family) * state.holdings[family].units[seat]
    return {
        "cash": state.cash[seat],
        "penalty": state.debts[seat],
        "cards": sorted(cards),
        "powers": sorted([state.pieces.powers[power].id for power in state.hands[seat]]),
        "tickets": state.tickets[seat],
        "value": value,
    }


def family_of(state: Position, family: int, ids: dict[int, str]) -> dict[str, Any]:
    """A family."""
    name = state.pieces.families[family].id
    holdings = state.holdings[family]
    launched = state.cell[family] >= 0
    cell = state.cell_of(family) if launched else None
    stations = [state.board.ground.hexes[at].name for at in state.board.stations(family)]
    return {
        "launched": launched,
        "owner": _plain(ids[holdings.owner]) if holdings.owner >= 0 else None,
        "cash": state.treasury[family],
        "price": state.value(family) if launched else None,
        "cell": [cell.row, cell.column] if cell is not None else None,
        "pos": position(state, family) if launched else None,
        "trains": [squirrel(one) for one in state.squirrels[family]],
        "tokens": sorted(stations) + [None] * len(state.stations_left[family]),
        "token_prices": list(state.stations_left[family]),
        "powers": sorted([state.pieces.powers[power].id for power in state.mats[family]]),
        "lounge": [f"{name}_{card}" for card in holdings.in_lounge],
        "kitchen": sorted([f"{name}_{card}" for card in holdings.in_kitchen]),
    }


def squirrel(hired: Hired) -> dict[str, Any]:
    """A squirrel of a family."""
    if hired.patched:
        return {"id": "1S-0", "name": "1S"}
    known: dict[str, Any] = {"id": hired.card.id, "name": hired.name}
    if hired.last_run:
        known["obsolete"] = True
    return known


def position(state: Position, family: int) -> int:
    """How many tokens lie above in the same cell."""
    above = 0
    for other in state.families:
        if state.cell[other] == state.cell[family] and state.arrived[other] < state.arrived[family]:
            above += 1
    return above


def market(state: Position) -> list[Any]:
    """The cells with tokens."""
    cells: dict[int, list[int]] = {}
    for family in state.families:
        if state.cell[family] >= 0:
            cells.setdefault(state.cell[family], []).append(family)
    result: list[Any] = []
    for cell in sorted(cells):
        there = sorted(cells[cell], key=lambda family: state.arrived[family])
        where = state.pieces.cells[cell]
        result.append([[where.row, where.column], [state.pieces.families[family].id for family in there]])
    return result


def hexes(state: Position) -> dict[str, Any]:
    """The tiles."""
    found: dict[str, Any] = {}
    for at, spot in enumerate(state.board.spots):
        if spot.tile is None:
            continue
        known: dict[str, Any] = {"tile": spot.tile_id(), "rot": spot.rotation}
        if spot.slots:
            names = state.pieces.families
            known["city"] = {
                "slots": [names[one].id if one >= 0 else "block" if one == BLOCK else None for one in spot.slots],
                "extra": [names[one].id for one in spot.extra],
                "reserved": sorted([names[RESERVED - one].id for one in spot.slots if one <= RESERVED]),
            }
        found[state.board.ground.hexes[at].name] = known
    return found


def deck(state: Position) -> list[str]:
    """Squirrels still to come; the site lists one J squirrel and the 1S of PATCH."""
    left: list[str] = []
    for card in state.deck[state.dealt :]:
        squirrel = state.pieces.squirrels[card]
        left.append(squirrel.id)
        if len(squirrel.kind.faces) > 1:
            break
    return [*left, "1S-0"]


def tiles_left(state: Position) -> dict[str, int]:
    """The supply."""
    left: dict[str, int] = {}
    for tile in state.board.ground.tiles.tiles:
        if not tile.on_pool and state.board.left(tile):
            left[tile.number] = state.board.left(tile)
    return left
