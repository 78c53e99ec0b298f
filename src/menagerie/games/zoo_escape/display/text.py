"""The table of Dr. Potamus' Incredible Escape as text, good enough to play from in a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, cast

from menagerie.core.action import Action
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.games.zoo_escape.actions import TurnTile
from menagerie.games.zoo_escape.board import LETTERS_OF_SIDES
from menagerie.games.zoo_escape.display import goal
from menagerie.games.zoo_escape.pieces import directions_in

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position

WIDTH: Final = 11
COLUMNS: Final = "ABCDEF"
ARROWS: Final = {"north": "^", "east": ">", "south": "v", "west": "<", None: ""}
_PATHS: Final = {
    "N": "╵", "E": "╶", "S": "╷", "W": "╴", "NE": "└", "NS": "│", "NW": "┘", "ES": "┌", "EW": "─", "SW": "┐",
    "NES": "├", "NEW": "┴", "NSW": "┤", "ESW": "┬", "NESW": "┼",
}  # fmt: skip
"""A path as a line, by the sides that it joins."""


def table(state: Position) -> str:
    """Return what a spectator sees, in lines."""
    view = state.view(None)
    lines = [f"Round {view['round']} of {view['rounds']}, level {view['level']}", goal.line(state), ""]
    lines += _map(view)
    lines.append("Paths (numbered where there are 2), * camera, $ loot. Below: Animals, Keepers with")
    lines.append("an arrow (b: busy), o poop. A number after / is the number of the Path.")
    lines.append("")
    lines += [_animal(view, animal) for animal in view["animals"]]
    lines += _machine(view)
    lines += _keepers(view)
    lines += _power(view["power"])
    lines.append(f"Building cards left: {view['cards_left']}")
    if view["gone"]:
        lines.append(f"Out of the game: {', '.join(view['gone'])}")
    if view["active"]:
        lines.append(_active(view["active"]))
    if view["result"]:
        lines.append(view["result"])
    return "\n".join(lines)


def _map(view: dict[str, Any]) -> list[str]:
    rule = "  +" + ("-" * WIDTH + "+") * len(COLUMNS)
    lines = ["   " + " ".join([letter.center(WIDTH) for letter in COLUMNS]).rstrip(), rule]
    pieces = _pieces(view)
    for row in range(len(COLUMNS)):
        tiles = view["tiles"][row * 6 : row * 6 + 6]
        for number, tell in enumerate((_name, _paths)):
            margin = f"{row + 1} " if number == 0 else "  "
            lines.append(margin + "|" + "|".join([tell(tile).ljust(WIDTH)[:WIDTH] for tile in tiles]) + "|")
        here = [" ".join(pieces.get(tile["place"], [])) for tile in tiles]
        lines.append("  |" + "|".join([text.ljust(WIDTH)[:WIDTH] for text in here]) + "|")
        lines.append(rule)
    return lines


def _name(tile: dict[str, Any]) -> str:
    return str(tile["name"]) if tile["up"] else ":" * WIDTH


def _paths(tile: dict[str, Any]) -> str:
    if not tile["up"]:
        return ":" * WIDTH
    marks = ["*" if number in tile["cameras"] else "" for number in range(1, len(tile["paths"]) + 1)]
    return _drawn(tile["paths"], marks) + (" " + "$" * tile["loot"] if tile["loot"] else "")


def _drawn(paths: list[str], marks: list[str]) -> str:
    """`┼`, or of two paths `1└ 2┐`."""
    lines = [_PATHS[path] + mark for path, mark in zip(paths, marks, strict=True)]
    return lines[0] if len(lines) == 1 else " ".join([f"{number}{line}" for number, line in enumerate(lines, start=1)])


def shape(state: State, action: Action) -> str:
    """Return the Paths of a tile as a decision would turn it."""
    if not isinstance(action, TurnTile):
        return ""
    position = cast("Position", state)
    sides = position.pieces.laid[position.zoo[position.turning].face.index][action.turns].sides
    paths = ["".join([LETTERS_OF_SIDES[side] for side in directions_in(path)]) for path in sides]
    return _drawn(paths, [""] * len(paths))


def _pieces(view: dict[str, Any]) -> dict[str, list[str]]:
    """Return by place what stands there, with the number of the Path where the tile has two."""
    two = {tile["place"] for tile in view["tiles"] if tile["up"] and len(tile["paths"]) > 1}
    found: dict[str, list[str]] = {}

    def put(spot: str | None, what: str) -> None:
        if spot:
            place, _, path = spot.partition("/")
            found.setdefault(place, []).append(what + (f"/{path}" if path and place in two else ""))

    for animal in view["animals"]:
        put(animal["spot"], animal["name"][:4])
    put(view["machine"]["spot"], "MACH")
    for keeper in view["keepers"]:
        put(keeper["spot"], f"{keeper['number']}{ARROWS[keeper['facing']]}{'b' if keeper['busy'] else ''}")
    if view["billionaire"]:
        put(view["billionaire"]["spot"], f"$${ARROWS[view['billionaire']['facing']]}")
    for spot in view["poop"]:
        put(spot, "o")
    return found


def _animal(view: dict[str, Any], animal: dict[str, Any]) -> str:
    where = "aboard the Machine" if animal["loaded"] else f"on {animal['spot']}"
    notes = [word for word in ("hiding", "captured", "had_turn") if animal[word]]
    status = "".join([f", {word.replace('_', ' ')}" for word in notes])
    cards = f", carries {', '.join(animal['cards'])}" if animal["cards"] else ""
    acts = ">" if view["active"] and view["active"]["piece"] == animal["animal"] else " "
    stock = f"{animal['poop']} poop, {counted(len(animal['keepers_left']), 'Keeper', 'Keepers')} in reserve"
    return f"{acts} {animal['seat']} {animal['name']:<9}{where}{status}, {stock}{cards}"


def _machine(view: dict[str, Any]) -> list[str]:
    machine = view["machine"]
    where = f"on {machine['spot']}" if machine["built"] else "not built"
    return [f"  Machine    {where}, Parts: {', '.join(machine['parts']) or 'none'}"]


def _keepers(view: dict[str, Any]) -> list[str]:
    lines = []
    waiting = [f"Keeper {keeper['number']}" for keeper in view["keepers"] if keeper["outside"]]
    names = {animal["animal"]: animal["name"] for animal in view["animals"]}
    for keeper in view["keepers"] + ([view["billionaire"]] if view["billionaire"] else []):
        if keeper["spot"]:
            owner = names.get(keeper["of"])
            name = f"The {owner}'s Keeper {keeper['number']}" if owner else "The Billionaire"
            busy = ", busy" if keeper["busy"] else ""
            lines.append(f"  {name} on {keeper['spot']}, facing {keeper['facing']}{busy}")
    if waiting:
        lines.append(f"  Outside: {', '.join(waiting)}")
    return lines


def _power(power: dict[str, Any]) -> list[str]:
    return [
        f"Power Cards: pile {_count(power['pile'])}; discards {_count(power['discards'])}; "
        f"supply {_count(power['supply'])}"
    ]


def _count(cards: list[int]) -> str:
    return " ".join([f"{count}x{value}" for value, count in sorted(Counter(cards).items())]) or "none"


def _active(active: dict[str, Any]) -> str:
    if active["piece"] == "machine":
        return f"The Machine's turn, taken by {active['led_by']}"
    ability = "used" if active["ability_used"] else "ready"
    feature = "used" if active["feature_used"] else "ready"
    moves = counted(active["moves_left"], "move", "moves")
    return f"The {active['piece']}'s turn: {moves}, ability {ability}, feature {feature}"
