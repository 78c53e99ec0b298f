"""The table of Zooloretto Mini as text, good enough to play from in a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from menagerie.core.seats import counted
from menagerie.games.zooloretto_mini.view import view

if TYPE_CHECKING:
    from menagerie.games.zooloretto_mini.state import Position


def table(state: Position) -> str:
    """Return what every seat sees, in lines."""
    shown = view(state, None)
    pile = f"{shown['tiles_left']} tiles, then {shown['end_pile_left']} in the end pile"
    lines = [f"Round {shown['round']}{' (the last)' if shown['last_round'] else ''} - {pile}"]
    offspring = [f"{kind} {shown['supply'][kind]}" for kind in shown["kinds"]]
    lines.append(f"In play, with offspring left: {', '.join(offspring)}")
    lines.append(f"Out of the game: {_count(shown['gone'])}")
    lines += ["", "Trucks"]
    for number, truck in enumerate(shown["trucks"], start=1):
        lines.append(f"  {number}  {_truck(truck)}")
    if shown["drawn"]:
        lines.append(f"  Drawn: {shown['drawn']}")
    lines.append("")
    for seat, zoo in enumerate(shown["zoos"]):
        lines += _zoo(shown, seat, zoo)
    if shown["hand"]:
        lines.append(f"To place: {', '.join(shown['hand'])}")
    return "\n".join(lines)


def _truck(truck: dict[str, Any]) -> str:
    if not truck["in_middle"]:
        return "taken"
    free = truck["spaces"] - len(truck["tiles"])
    return " ".join([f"[{tile}]" for tile in truck["tiles"]] + ["[ ]"] * free)


def _zoo(shown: dict[str, Any], seat: int, zoo: dict[str, Any]) -> list[str]:
    acts = "> " if seat in shown["to_act"] else "  "
    out = ", out this round" if zoo["out"] else ""
    points = counted(shown["scores"][seat], "point", "points")
    lines = [f"{acts}{zoo['seat']}: {points}{out}"]
    for number, tiles in enumerate(zoo["enclosures"], start=1):
        lines.append(f"    enclosure {number} ({len(tiles)}/6): {_count(tiles)}")
    lines.append(f"    barn: {_count(zoo['barn'])}")
    return lines


def _count(tiles: list[str]) -> str:
    if not tiles:
        return "-"
    return ", ".join([name if count == 1 else f"{count} {name}" for name, count in Counter(tiles).items()])
