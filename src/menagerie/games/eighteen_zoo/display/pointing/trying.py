"""Lays to try out: what would fit on the map, at any time and for any family."""

from __future__ import annotations

from typing import cast

from menagerie.core.display.choosing import Choice
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.display.drawing import ghost
from menagerie.games.eighteen_zoo.display.pointing.paths import lay_path
from menagerie.games.eighteen_zoo.display.wording import words
from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.map.ground import lay_code, lay_tile
from menagerie.games.eighteen_zoo.map.tiles import PLAIN_TILE
from menagerie.games.eighteen_zoo.state import Position


def can_try(state: State, seat: int) -> bool:
    """Return whether there is something to try out now."""
    return bool(cast(Position, state).operating_order())


def trials(state: State, seat: int) -> list[Choice]:
    """Return tiles that could be laid somewhere, in any player's turn."""
    state = cast(Position, state)
    colours = state.pieces.phases[state.phase_number].colours
    codes = lays_to_try(state.board, state.operating_order(), colours)
    return [
        Choice(
            str(state.places.lay(code, -1)),
            lay_path(state, code, state.board.cost(code)),
            ghost(state, code),
            part="map",
            words=words(state, seat, state.places.lay(code, -1)),
        )
        for code in codes
    ]


def lays_to_try(board: Board, families: list[int], colours: int) -> list[int]:
    """Return lays that shape, colour and supply allow, as codes; whether the turn, money and reach of a family
    allow them is not asked.

    On all hexes together that is too long a list for a browser. So plain hexes without a tile take part only where
    track or a station of one of these families leads to.
    """
    touched: set[int] = set()
    for family in families:
        touched.update([at for at, arrivals in enumerate(board.reach(family).arrivals) if arrivals])
    found: list[int] = []
    for area in board.ground.hexes:
        if board.spots[area.index].tile is not None:
            found += _better(board, area.index, colours)
        elif area.index in touched or area.use != PLAIN_TILE:
            found += _new(board, area.index)
    return found


def _new(board: Board, at: int) -> list[int]:
    tiles = board.ground.tiles.tiles
    return [code for code, _ in board.ground.new_lays[at] if board.left(tiles[lay_tile(code)])]


def _better(board: Board, at: int, colours: int) -> list[int]:
    """Upgrades in the ordinary way: a marker bars them."""
    ground = board.ground
    spot = board.spots[at]
    if spot.tile is None or spot.marked:
        return []
    found: list[int] = []
    for better in ground.tiles.better[spot.tile.index * 6 + spot.rotation]:
        tile = ground.tiles.tiles[better // 6]
        points_well = not tile.turned[better % 6].exits & ~ground.open_edges[at]
        if tile.colour <= colours and points_well and ground.takes(ground.hexes[at], tile) and board.left(tile):
            found.append(lay_code(at, tile.index, better % 6))
    return found
