"""The table of Zooloretto Mini as text, good enough to play from in a terminal."""

from collections import Counter
from typing import Any


def table(view: dict[str, Any]) -> str:
    """What `view` shows, in lines."""
    pile = f"{view['tiles_left']} tiles, then {view['end_pile_left']} in the end pile"
    lines = [f"Round {view['round']}{' (the last)' if view['last_round'] else ''} - {pile}", "", "Trucks"]
    for number, truck in enumerate(view["trucks"], start=1):
        lines.append(f"  {number}  {_truck(truck)}")
    if view["drawn"]:
        lines.append(f"  Drawn: {view['drawn']}")
    lines.append("")
    for seat, zoo in enumerate(view["zoos"]):
        lines += _zoo(view, seat, zoo)
    if view["hand"]:
        lines.append(f"To place: {', '.join(view['hand'])}")
    return "\n".join(lines)


def _truck(truck: dict[str, Any]) -> str:
    if not truck["in_middle"]:
        return "taken"
    free = truck["spaces"] - len(truck["tiles"])
    return " ".join([f"[{tile}]" for tile in truck["tiles"]] + ["[ ]"] * free)


def _zoo(view: dict[str, Any], seat: int, zoo: dict[str, Any]) -> list[str]:
    acts = "> " if seat in view["to_act"] else "  "
    out = ", out this round" if zoo["out"] else ""
    lines = [f"{acts}{zoo['seat']}: {view['scores'][seat]} points{out}"]
    for number, tiles in enumerate(zoo["enclosures"], start=1):
        lines.append(f"    enclosure {number} ({len(tiles)}/6): {_count(tiles)}")
    lines.append(f"    barn: {_count(zoo['barn'])}")
    return lines


def _count(tiles: list[str]) -> str:
    if not tiles:
        return "-"
    return ", ".join([name if count == 1 else f"{count} {name}" for name, count in Counter(tiles).items()])
