"""What the conformance suite must know about Night at the Zoo."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, cast

from menagerie import State
from menagerie.games.night_at_the_zoo.actions import Go
from menagerie.games.night_at_the_zoo.pieces import TERRAINS
from menagerie.games.night_at_the_zoo.state import Position
from tests.games.laying import laid

CASES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"animals": "penguin,snake,sloth"}),
    (2, {"animals": "cheetah,wolf,butterfly", "setups": "setup-2,setup-7"}),
    (3, {}),
    (4, {"animals": "penguin,butterfly,sloth"}),
]

ONLY_MEANT = (Go,)


def starts() -> list[tuple[str, State]]:
    """Bonus tiles run short, which few games come to: a player may have to wait (rule 3.7)."""
    return [(f"{players} players and few Bonus tiles", _short_of_bonus_tiles(players)) for players in (2, 3, 4)]


def _short_of_bonus_tiles(players: int) -> State:
    """A game that began with one Bonus tile of each terrain, when a player can wait for the first time."""
    gone = ", ".join(f"13 {terrain}-bonus" for terrain in TERRAINS)
    state = cast(Position, laid("night-at-the-zoo", f"players: {players}\n[tiles]\ngone: {gone}"))
    chance = Random(players)
    wait = state.catalogue.wait
    while not any(wait in state.legal(seat) for seat in state.to_act):
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    return state


FOODS = ("meat", "carrot", "apple", "fish", "banana", "leaves", "honey")


def census(state: State) -> Counter[str]:
    """Every tile and every figure, wherever it is."""
    view = state.view(None)
    pieces = Counter(state.secrets()["deck"])
    pieces.update(view["gone"])
    pieces.update(tile["name"] for tile in view["market"] + view["leftovers"] if tile)
    pieces.update({f"{terrain}-bonus": count for terrain, count in view["bonus_piles"].items()})
    for seat, board in enumerate(view["boards"]):
        pieces.update(tile["name"] for tile in [*board["warehouse"], board["drafted"]] if tile)
        pieces.update(space["tile"]["name"] for space in board["spaces"].values() if space["tile"])
        pieces.update(f"{board['seat']} {figure['animal']} {figure['entrance']}" for figure in board["figures"])
        in_hand = getattr(state.phase(seat) if seat in state.to_act else None, "terrain", None)
        if in_hand is not None:  # a Bonus tile that was taken and must be used now
            pieces[f"{('rocks', 'grass', 'sand')[in_hand]}-bonus"] += 1
    return +pieces


def naive_scores(state: State) -> tuple[int, ...]:
    """Rules 10.1 to 10.4, straight from what lies on the table."""
    return tuple(board["points"]["gained"] + _animals(board) + _foods(board) for board in state.view(None)["boards"])


def _animals(board: dict[str, Any]) -> int:
    points = wolves = 0
    for figure in board["figures"]:
        if figure["place"] == "undiscovered":
            continue
        if figure["place"] != "zoo":
            points += 1
        elif figure["animal"] == "wolf":
            wolves += 1
        elif figure["animal"] == "butterfly":
            points += {0: 0, 1: 5, 2: 7, 3: 9, 4: 11}[figure["pollen"]]
        else:
            points += {"penguin": 5, "cheetah": 6, "snake": 10, "sloth": 15}[figure["animal"]]
    return points + {0: 0, 1: 7, 2: 16, 3: 27}[wolves]


def _foods(board: dict[str, Any]) -> int:
    tiles = [space["tile"] for space in board["spaces"].values() if space["tile"]]
    kinds = sum(any(tile["food"] == food for tile in tiles) for food in FOODS)
    return {0: 0, 1: 0, 2: 6, 3: 8, 4: 11, 5: 16, 6: 22, 7: 30}[kinds]


def told(view: dict[str, Any], seat: int) -> object:
    """What an observation tells: tiles by what they show, laid ones by terrain; by name only what the seat owns and
    what has not come yet, which follows from what has."""
    boards = view["boards"]
    laid = [space["tile"] for board in boards for space in board["spaces"].values()]
    held = [tile for board in boards for tile in [*board["warehouse"], board["drafted"]]]
    come = {tile["name"] for tile in [*view["market"], *view["leftovers"], *laid, *held] if tile} | set(view["gone"])
    own = [tile["name"] for tile in [*boards[seat]["warehouse"], boards[seat]["drafted"]] if tile]
    return view | {
        "come": sorted(name for name in come if not name.endswith("bonus")),
        "own": sorted(own),
        "gone": [],
        "market": [_shown(tile) for tile in view["market"]],
        "leftovers": [tile["terrain"] for tile in view["leftovers"]],
        "boards": [_told_board(board) for board in boards],
        "leo": view.get("leo", {}) | {"open": sorted(str(order) for order in view.get("leo", {}).get("open", []))},
    }


def _told_board(board: dict[str, Any]) -> dict[str, Any]:
    return board | {
        "spaces": {name: space["tile"] and space["tile"]["terrain"] for name, space in board["spaces"].items()},
        "drafted": _shown(board["drafted"]),
        "warehouse": [_shown(tile) for tile in board["warehouse"]],
        "usable": len(board["usable"]),
    }


def _shown(tile: dict[str, Any] | None) -> dict[str, Any] | None:
    """A tile without its name."""
    return tile and tile | {"name": tile["name"].endswith("bonus")}
