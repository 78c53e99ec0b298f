"""Positions of Zooloretto Mini in a line or two."""

from __future__ import annotations

import re
from collections.abc import Mapping

import menagerie
from menagerie.games.zooloretto_mini.pieces import ENCLOSURES, Enclosure, Tile
from menagerie.games.zooloretto_mini.state import Table


def tiles(table: Table, text: str) -> tuple[Tile, ...]:
    """`"3 impala, 2 shrub, male rhino"` as tiles."""
    found: list[Tile] = []
    alike = {name: [tile for tile in table.pieces.tiles if tile.name == name] for name in table.pieces.by_name}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"(?:(\d+) )?(.+)", part)
        assert match
        found += [alike[match[2]][i % len(alike[match[2]])] for i in range(int(match[1] or 1))]
    return tuple(found)


def enclosure(table: Table, text: str) -> Enclosure:
    result = Enclosure(table.pieces, ())
    for tile in tiles(table, text):
        result = result.add(tile)
    return result


def position(
    players: int = 3,
    *,
    trucks: tuple[str, ...] = (),
    zoos: Mapping[int, tuple[str, ...]] | None = None,
    barns: Mapping[int, str] | None = None,
    pile: str = "",
    active: int = 0,
    removed: tuple[str, ...] = (),
) -> Table:
    """A table in the middle of a game, seat 0 to act. `pile`: the tiles that come next."""
    table = menagerie.load("zooloretto-mini").new(players=players, seed=1, removed=removed)
    assert isinstance(table, Table)
    table.active = active
    table.supply = [2] * len(table.pieces.kinds)  # whichever kinds the seed left in the box
    for number, text in enumerate(trucks):
        table.trucks[number] = tiles(table, text)
        if text:
            table.with_tiles |= 1 << number
        if len(table.trucks[number]) == table.size.trucks[number]:
            table.with_room &= ~(1 << number)
    for seat, zoo in (zoos or {}).items():
        for number, text in enumerate(zoo):
            table.enclosures[ENCLOSURES * seat + number] = enclosure(table, text)
    for seat, text in (barns or {}).items():
        table.barns[seat] = tiles(table, text)
    coming = tiles(table, pile)
    table.pile = table.pile[: table.revealed] + coming + table.pile[table.revealed + len(coming) :]
    return table


def shows(table: Table, seat: int, where: int) -> list[str]:
    """What a player sees in an enclosure (0 to 2) or the barn (3)."""
    zoo = table.view(None)["zoos"][seat]
    found = zoo["barn"] if where == ENCLOSURES else zoo["enclosures"][where]
    return sorted(found)


def play(table: Table, *decisions: str) -> list[str]:
    """Play decisions and return the log."""
    log: list[menagerie.Event] = []
    for decision in decisions:
        table.play(decision, log=log)
    return [str(event) for event in log]


def choices(table: Table) -> list[str]:
    return [str(action) for action in table.legal(table.to_act[0])]
