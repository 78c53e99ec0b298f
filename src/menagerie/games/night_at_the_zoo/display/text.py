"""The table of Night at the Zoo as text, good enough to play from in a terminal.

A figure is named by its animal and its entrance, `wolf-N2`; a bare `C2` is a space.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from menagerie.core.seats import listed
from menagerie.games.night_at_the_zoo.phases import waiting

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position

_SHORT = {"move": ">", "double move": ">>", "discover": "disc", "bonus": "bonus", "double bonus": "2bonus"}
_SIDES = {"south": "above", "west": "right of", "north": "below", "east": "left of"}
"""Where an entrance lies, by the direction in which it leads."""
_WIDTH = 14


def table(state: Position) -> str:
    """The whole table, in lines."""
    view = state.view(None)
    leads = f" - {view['leading']} leads" if view["leading"] else ""
    lines = [
        f"Round {view['round']}, draft {view['draft']} of {view['drafts']} - first: {view['first']}"
        f" - animals: {', '.join(view['animals'])}",
        "",
        "Market     " + "   ".join([f"{i}: {_tile(tile)}" for i, tile in enumerate(view["market"], start=1)]),
        "Leftovers  " + (", ".join([_tile(tile) for tile in view["leftovers"]]) or "-") + leads,
        "Bonus      " + ", ".join([f"{terrain} {count}" for terrain, count in view["bonus_piles"].items()]),
        *_entrances(view["entrances"]),
    ]
    if "leo" in view:
        lines += _leo(view["leo"])
    for seat, board in enumerate(view["boards"]):
        others = waiting.waited_for(state, seat)
        waits = f"{state.names[seat]} waits for {listed(others, state.names)}." if others else ""
        lines += ["", *_board(view, seat, board, waits)]
    return "\n".join(lines)


def _entrances(entrances: dict[str, Any]) -> list[str]:
    """Where they lie and their terrain, a line for each terrain: that is what moves together."""
    by_terrain: dict[str, list[str]] = {}
    for name, entrance in entrances.items():
        where = f"{name} {_SIDES[entrance['inward']]} {entrance['before']}"
        by_terrain.setdefault(entrance["terrain"], []).append(where)
    lines = [f"{terrain}: {', '.join(names)}" for terrain, names in by_terrain.items()]
    return [f"{'' if number else 'Entrances':<11}{line}" for number, line in enumerate(lines)]


def _leo(leo: dict[str, Any]) -> list[str]:
    last = f"last {_order(leo['last'])}" if leo["last"] else "-"
    out = ", ".join([_order(order) for order in leo["open"]]) or "none"
    return [f"Leo        {last}", f"           out of his pile: {out}; {leo['face_down']} face down"]


def _order(order: dict[str, Any]) -> str:
    return "-".join(order["takes"]) + (" (shuffle)" if order["shuffle"] else "")


def symbols(words: list[str]) -> str:
    """Symbols in short: `>>|disc`."""
    return "|".join([_SHORT.get(word, word.replace(" points", "p")) for word in words])


def _tile(tile: dict[str, Any] | None) -> str:
    if tile is None:
        return "-"
    shows = tile["food"] or symbols(tile["gives"])
    return f"{tile['name']} [{shows}]" if shows else str(tile["name"])


def _board(view: dict[str, Any], seat: int, board: dict[str, Any], waits: str) -> list[str]:
    acts = ">" if seat in view["to_act"] else " "
    parts = board["points"]
    lines = [
        f"{acts} {board['seat']}: {view['scores'][seat]} points ({parts['gained']} gained, "
        f"{parts['animals']} for animals at home, {parts['discovered']} for others, {parts['foods']} for foods)"
    ]
    if board["prompt"] or waits:
        lines.append(f"    {board['prompt'] or waits}")
    standing: dict[str, list[str]] = {}
    for figure in board["figures"]:
        standing.setdefault(figure["place"], []).append(_figure(figure))
    lines.append("    " + "".join([f" {column:<{_WIDTH}}" for column in "ABCDE"]))
    for row in range(1, 6):
        names = [f"{column}{row}" for column in "ABCDE"]
        lines.append(f"  {row} " + "".join([f" {_ground(board, name):<{_WIDTH}}" for name in names]))
        for figures in zip_longest(*[standing.get(name, []) for name in names], fillvalue=""):
            lines.append("    " + "".join([f" {figure:<{_WIDTH}}" for figure in figures]))
    at = [_figure(figure) for figure in board["figures"] if figure["place"].startswith("entrance ")]
    lines.append("    At their entrances: " + (", ".join(at) or "-"))
    for place, title in (("undiscovered", "Undiscovered"), ("zoo", "Home")):
        lines.append(f"    {title}: " + (", ".join(standing.get(place, [])) or "-"))
    lines.append(f"    Foods: {', '.join(board['foods']) or '-'}")
    lines.append("    Warehouse: " + (", ".join([_tile(tile) for tile in board["warehouse"]]) or "-"))
    if board["drafted"]:
        lines.append(f"    Drafted: {_tile(board['drafted'])}")
    return lines


def _ground(board: dict[str, Any], name: str) -> str:
    if name not in board["spaces"]:
        return "### ZOO ###"
    space = board["spaces"][name]
    tile = space["tile"]
    if tile is not None:
        return f"{tile['name']}{' ' + tile['food'][:5] if tile['food'] else ''}"
    gives = "+".join([symbols([word]) for word in space["gives"]])
    needs = space["needs"]
    if needs.startswith("same as "):
        return f"({gives} ={needs[8:]})"
    return f"({gives}{' if ' + needs[:5] if needs else ''})" if gives else "."


def _figure(figure: dict[str, Any]) -> str:
    state = ""
    if "faces" in figure and figure["place"] != "zoo":
        state = f" {figure['faces'][0].upper()}"
    elif figure.get("asleep"):
        state = " zz"
    elif figure.get("pollen"):
        state = f" {figure['pollen']}p"
    return f"{figure['animal'][:6]}-{figure['entrance']}{state}"
