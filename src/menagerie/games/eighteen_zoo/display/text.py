"""The table of 18ZOO as text, good enough to play in a terminal.

Tiles have their track beside them: `8 ↓-↖` connects the lower side of a hex and the upper left one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from menagerie.core.action import Action
from menagerie.core.seats import counted, joined
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.actions import LayTile
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF, Turned

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Position

_ARROWS: Final = "↓↙↖↑↗↘"
"""By edge."""
_WIDTH: Final = 78


def table(state: Position) -> str:
    """Return what all players see, in lines."""
    view = state.view(None)
    lines = [_heading(view), ""]
    lines += _families(view)
    lines.append("")
    lines += _seats(view)
    lines.append("")
    lines += _bank(state, view)
    lines += _map(state, view)
    return "\n".join(lines)


def shape(state: State, action: Action) -> str:
    """Return the track that a decision lays."""
    if not isinstance(action, LayTile):
        return ""
    return track(cast("Position", state).pieces.tiles.by_name[action.tile.upper()].turned[action.rotation])


@lru_cache(512)
def track(tile: Turned) -> str:
    """Return the sides that a tile connects: `↓-↖,↑-↘` are two paths, `↓-↑-↗` meet (in a station, if any)."""
    if tile.station:
        return "-".join([_ARROWS[edge] for edge in EDGES_OF[tile.exits]])
    paths = [(a, b) for a in range(6) for b in EDGES_OF[tile.links[a]] if b > a]
    return ",".join([f"{_ARROWS[a]}-{_ARROWS[b]}" for a, b in paths])


def _heading(view: dict[str, Any]) -> str:
    end = " (the last round, as a reputation reached 24)" if view["ending"] else ""
    return (
        f"{view['round']}{end} - phase {view['phase']}, {joined(view['colours'])} tiles, "
        f"{view['squirrel_limit']} squirrels a family - "
        f"map {view['map']} - a ticket is worth {view['ticket']} $N - card limit {view['card_limit']}"
    )


def _families(view: dict[str, Any]) -> list[str]:
    lines = ["Families in operating order"]
    rest = [name for name in view["families"] if name not in view["operating_order"]]
    for name in view["operating_order"]:
        lines += _family(view, name)
    if rest:
        lines.append(f"  not launched: {', '.join(rest)}; may come next: {', '.join(view['may_come_next'])}")
    return lines


def _family(view: dict[str, Any], name: str) -> list[str]:
    family = view["families"][name]
    acts = "> " if view["operating"] == name else "  "
    row, column = family["cell"]
    squirrels = [one["name"] + _state(one) for one in family["squirrels"]]
    prices = "/".join([str(price) for price in family["station_prices"]]) or "none"
    lines = [
        f"{acts}{name} {family['name']}: value {family['value']} (row {row}, column {column}), "
        f"led by {family['owner']}, treasury {family['treasury']} $N",
        f"     squirrels: {_cards(squirrels)}; stations: {_cards(family['stations'])}, next for {prices}"
        + (f"; powers: {_powers(view, family['powers'])}" if family["powers"] else ""),
        f"     lounge: {_cards(family['lounge'])}; kitchen: {_cards(family['kitchen'])}"
        + (f" (face down: {', '.join(family['kitchen_face_down'])})" if family["kitchen_face_down"] else ""),
    ]
    if view["operating"] == name and view["nuts"]:
        lines.append(f"     harvest: {view['nuts']} nuts, {view['income']} $N from water")
    return lines


def _state(squirrel: dict[str, Any]) -> str:
    asleep = " (asleep)" if squirrel["asleep"] else ""
    return asleep + (" (last run)" if squirrel["last_run"] else "")


def _cards(cards: list[str]) -> str:
    return ", ".join(cards) or "-"


def _powers(view: dict[str, Any], names: list[str]) -> str:
    """`Wings, Moles (3 uses left)`."""
    left = {name: f"{name} ({counted(number, 'use', 'uses')} left)" for name, number in view["uses_left"].items()}
    return ", ".join([left.get(name, name) for name in names])


def _seats(view: dict[str, Any]) -> list[str]:
    lines = [f"Players (turn order {', '.join(view['order'])})"]
    for number, seat in enumerate(view["seats"]):
        acts = "> " if number in view["to_act"] else "  "
        debt = f", debt {seat['debt']}" if seat["debt"] else ""
        passed = ", passed" if seat["passed"] else ""
        passed += ", announced MIDAS (first in the next turn order)" if view["midas"] == seat["seat"] else ""
        lines.append(
            f"{acts}{seat['seat']}: {seat['cash']} $N, {counted(seat['tickets'], 'ticket', 'tickets')}{debt}{passed}, "
            f"worth {view['scores'][number]}"
        )
        held = [f"{family} {'+'.join(cards)}" for family, cards in seat["cards"].items()]
        if held:
            lines.append(f"     cards: {'; '.join(held)}")
        if seat["face_down"]:
            turned = [f"{family} {'+'.join(cards)}" for family, cards in seat["face_down"].items()]
            lines.append(f"     face down (selling these again doesn't lower the reputation): {'; '.join(turned)}")
        if seat["may_not_buy"]:
            lines.append(
                f"     sold this stock round, can't be bought until the next: {', '.join(seat['may_not_buy'])}"
            )
        if seat["powers"]:
            lines.append(f"     powers: {_powers(view, seat['powers'])}")
    return lines


def _bank(state: Position, view: dict[str, Any]) -> list[str]:
    deck = [card for card in view["deck_left"] if not card.startswith("4J")]
    lines = [f"Deck: {', '.join([*deck, '4J/2J (never used up)'])}; kitchen: {_cards(view['kitchen'])}"]
    lines.append(f"Powers for sale: {_cards(view['powers'])}")
    if view["future_powers"]:
        lines.append(f"Future powers: {_cards(view['future_powers'])}")
    if view["later_powers"]:
        lines.append(f"The day after: {_cards(view['later_powers'])}")
    return lines + _supply(state, view)


def _supply(state: Position, view: dict[str, Any]) -> list[str]:
    """Return the tiles left in the phase's colours: number, unturned track, and how many."""
    lines = ["Tiles left (number, track, how many; see sheet tiles for later phases)"]
    by_name = state.pieces.tiles.by_name
    for colour in view["colours"]:
        tiles = view["tile_supply"][colour]
        left = [f"{number} {track(by_name[number].turned[0])} x{count}" for number, count in tiles.items() if count]
        lines += _wrapped(f"  {colour}:", left, ", ") if left else [f"  {colour}: none"]
    return lines


def _wrapped(first: str, parts: Iterable[str], between: str) -> list[str]:
    """Wrap the parts into lines, all but the first indented."""
    lines = [first]
    for number, part in enumerate(parts):
        gap = between if number else " "
        if number and len(lines[-1]) + len(gap) + len(part) > _WIDTH:
            lines[-1] += gap.rstrip()
            lines.append(f"      {part}")
        else:
            lines[-1] += gap + part
    return lines


def _map(state: Position, view: dict[str, Any]) -> list[str]:
    """Return the tiles hex by hex, one line for each column of the map."""
    columns: dict[str, list[str]] = {}
    by_name = state.pieces.tiles.by_name
    for name in sorted(view["tiles"], key=_place):
        tile = view["tiles"][name]
        stations = f"[{','.join(tile['stations'])}]" if tile["stations"] else ""
        mark = "*" if tile["marked"] else ""
        wheat = f" WHEAT of {joined(tile['wheat'])}" if tile["wheat"] else ""
        shown = track(by_name[tile["tile"]].turned[tile["rotation"]])
        words = f"{name} {tile['tile']}r{tile['rotation']}{mark} {shown}{stations}{wheat}"
        columns.setdefault(name[0], []).append(words)
    lines = [line for tiles in columns.values() for line in _wrapped(" ", tiles, "   ")]
    if view["holes"]:
        lines.append(f"  HOLE connects {joined(view['holes'])}")
    return ["Map (hex, tile, rotation, track; * marker; [stations])", *lines] if lines else []


def _place(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
