"""Positions of Zooloretto Mini in a line or two."""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import dedent

import menagerie
from menagerie.games.zooloretto_mini.pieces import ENCLOSURES, Enclosure, Tile
from menagerie.games.zooloretto_mini.state import Position
from tests.games import laying

SEED = 0
"""With this seed A begins."""


def tiles(state: Position, text: str) -> tuple[Tile, ...]:
    """`"3 impala, 2 shrub, male rhino"` as tiles."""
    found: list[Tile] = []
    alike = {name: [tile for tile in state.pieces.tiles if tile.name == name] for name in state.pieces.by_name}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"(?:(\d+) )?(.+)", part)
        assert match
        found += [alike[match[2]][i % len(alike[match[2]])] for i in range(int(match[1] or 1))]
    return tuple(found)


def enclosure(state: Position, text: str) -> Enclosure:
    result = Enclosure(state.pieces, ())
    for tile in tiles(state, text):
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
) -> Position:
    """A table in the middle of a game, seat 0 to act. `pile`: the tiles that come next."""
    state = menagerie.load("zooloretto-mini").new(players=players, seed=1, removed=removed)
    assert isinstance(state, Position)
    state.active = active
    state.supply = [2] * len(state.pieces.kinds)  # whichever kinds the seed left in the box
    for number, text in enumerate(trucks):
        state.trucks[number] = tiles(state, text)
        if text:
            state.with_tiles |= 1 << number
        if len(state.trucks[number]) == state.size.trucks[number]:
            state.with_room &= ~(1 << number)
    for seat, zoo in (zoos or {}).items():
        for number, text in enumerate(zoo):
            state.enclosures[ENCLOSURES * seat + number] = enclosure(state, text)
    for seat, text in (barns or {}).items():
        state.barns[seat] = tiles(state, text)
    coming = tiles(state, pile)
    state.pile = state.pile[: state.revealed] + coming + state.pile[state.revealed + len(coming) :]
    return state


def shows(state: Position, seat: int, where: int) -> list[str]:
    """What a player sees in an enclosure (0 to 2) or the barn (3)."""
    zoo = state.view(None)["zoos"][seat]
    found = zoo["barn"] if where == ENCLOSURES else zoo["enclosures"][where]
    return sorted(found)


def play(state: Position, *decisions: str) -> list[str]:
    """Play decisions and return the log."""
    state.changed_by_hand()
    log: list[menagerie.Event] = []
    for decision in decisions:
        state.play(decision, log=log)
    return [str(event) for event in log]


def choices(state: Position) -> list[str]:
    state.changed_by_hand()
    return [str(action) for action in state.legal(state.to_act[0])]


def laid(text: str) -> Position:
    """A table of three as text, A to act; giraffes, impalas, llamas, rhinos and wolves are in play."""
    state = laying.laid("zooloretto-mini", f"players: 3\noption removed: meerkat, ostrich\n{dedent(text)}", seed=SEED)
    assert isinstance(state, Position)
    return state
