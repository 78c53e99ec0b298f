"""What the conformance suite needs to know about 18ZOO."""

from __future__ import annotations

from typing import Any

from menagerie import State
from menagerie.games.eighteen_zoo.encoding.whole import RankedRun
from menagerie.games.eighteen_zoo.state import Position
from tests.games.eighteen_zoo import position

CASES: list[tuple[int, dict[str, Any]]] = [
    (2, {"map": "B"}),
    (3, {"map": "A"}),
    (4, {"map": "E", "centre": "BASE-2"}),
    (5, {"map": "F", "powers": "open"}),
    (3, {"map": "C", "rules": "site", "centre": "BASE-3"}),
]
# It only holds a place in the catalogue of codes.
ONLY_MEANT = (RankedRun,)


def starts() -> list[tuple[str, State]]:
    """Positions that whole games seldom come to."""
    found: list[tuple[str, State]] = []
    for rules in ("rulebook", "site"):
        state = position.monday(2, rules=rules)
        position.family(state, "GI", A="parents, child 1", B="child 2, child 3, cousin")
        position.family(state, "PE", B="parents, cousin", A="child 1, child 2, child 3")
        found.append((f"three animals each, {rules}", state))
    return found


def census(state: State) -> object:
    """Cards, tiles and stations, wherever they are; squirrels and powers leave the game, but never come twice."""
    assert isinstance(state, Position)
    board = state.board
    tiles: dict[str, int] = {}
    for tile in board.ground.tiles.tiles:
        if not tile.on_pool:
            tiles[tile.number] = board.left(tile)
    for spot in board.spots:
        if spot.tile is not None:
            tiles[spot.tile.number] += 1
    cards = {family: sorted(sum(state.holdings[family].places, ())) for family in state.families}
    stations = {family: len(board.stations(family)) + len(state.stations_left[family]) for family in state.families}
    hired = [one.card.id for family in state.families for one in state.squirrels[family]]
    hired += [card.id for card in state.kitchen]
    assert len(set(hired)) == len(hired), "a squirrel works twice"
    owned = [power for powers in [*state.hands, *state.mats] for power in powers]
    owned += [*state.on_offer, *state.power_deck[state.draft_row + 4 * state.day :]]
    assert len(set(owned)) == len(owned), "a power is held twice"
    assert min(state.cash) >= 0, "a player owes money"
    assert min(state.treasury) >= 0, "a family owes money"
    if state.rules.site:
        tiles = {}  # Launch lays of the site let a tile be on the map twice (11.15).
    return tiles, cards, stations


def naive_scores(state: State) -> tuple[int, ...]:
    """Cash, cards at their value, 20 for each ticket, less debt."""
    view = state.view(None)
    totals = []
    for seat in view["seats"]:
        total = seat["cash"] - seat["debt"] + 20 * seat["tickets"]
        for family, cards in seat["cards"].items():
            value = view["families"][family]["value"]
            total += sum(2 * value if card == "parents" else value for card in cards)
        totals.append(total)
    return tuple(totals)


def told(view: dict[str, Any], seat: int) -> object:
    """What an observation tells: not the ways of runs, nor the order of what lies in one place."""
    later = view["later_powers"]
    return view | {
        "runs": None,
        "last_runs": {family: last | {"legs": []} for family, last in view["last_runs"].items()},
        "seats": [_told_seat(one) for one in view["seats"]],
        "families": {name: _told_family(family) for name, family in view["families"].items()},
        "kitchen": sorted(view["kitchen"]),
        "powers": sorted(view["powers"]),
        "future_powers": sorted(view["future_powers"]),
        "later_powers": [sorted(later[day : day + 4]) for day in range(0, len(later), 4)],
        "tiles": {at: tile | {"stations": sorted(tile["stations"])} for at, tile in view["tiles"].items()},
        "holes": sorted(view["holes"]),
    }


def _told_seat(seat: dict[str, Any]) -> dict[str, Any]:
    return seat | {"powers": sorted(seat["powers"])} | {key: _sorted(seat[key]) for key in ("cards", "face_down")}


def _sorted(cards: dict[str, list[str]]) -> dict[str, list[str]]:
    return {family: sorted(held) for family, held in cards.items()}


def _told_family(family: dict[str, Any]) -> dict[str, Any]:
    unordered = {key: sorted(family[key]) for key in ("powers", "lounge", "kitchen", "kitchen_face_down", "stations")}
    return (
        family | unordered | {"arrived": 0, "squirrels": sorted(family["squirrels"], key=lambda one: str(one["card"]))}
    )
