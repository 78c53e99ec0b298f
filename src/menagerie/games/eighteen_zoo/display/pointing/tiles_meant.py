"""The lays that a player who points at a hex of 18ZOO may mean."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.ground import Hex, lay_code, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.map.tiles import MOLE_TILE, Tile
from menagerie.games.eighteen_zoo.phases.launch import BONUS_TILES, HOME_TILE
from menagerie.games.eighteen_zoo.phases.operating import TRACK_STEP
from menagerie.games.eighteen_zoo.phases.second_steps import ANCIENT_MAPS
from menagerie.games.eighteen_zoo.state import Position


def lays(state: Position, at: int, power: int) -> list[Action]:
    """Return tiles that fit the hex by their sort, those first whose refusal tells most; by a power or (-1)
    without one."""
    phase = state.stack[-1]
    if phase is ANCIENT_MAPS:
        power = box.ANCIENT_MAPS
    codes = _home(state, at) if phase is HOME_TILE else _codes(state, at, power)
    if power < 0 and phase is not TRACK_STEP and phase is not HOME_TILE and phase is not BONUS_TILES:
        # It is not the time for tiles, whichever it is.
        codes = codes[:1]
    return [state.places.lay(code, power) for code in codes]


def _codes(state: Position, at: int, power: int) -> list[int]:
    board, ground = state.board, state.board.ground
    area, spot = ground.hexes[at], board.spots[at]
    if not area.buildable:
        return [lay_code(at, 0, 0)]
    if spot.tile is None:
        codes = [code for code, _ in ground.new_lays[at]]
    else:
        better = ground.tiles.moles if power == box.MOLES else ground.tiles.better
        codes = [lay_code(at, one // 6, one % 6) for one in better[spot.tile.index * 6 + spot.rotation]]
        codes = [code for code in codes if ground.takes(area, ground.tiles.tiles[lay_tile(code)])]
    return _telling(state, at, codes) or [lay_code(at, _some_tile(state, area, power).index, 0)]


def _some_tile(state: Position, area: Hex, power: int) -> Tile:
    """Return a tile of the right sort, where none fits by its shape."""
    ground = state.board.ground
    tiles = [tile for tile in ground.tiles.tiles if ground.takes(area, tile)]
    moles = [tile for tile in tiles if tile.use == MOLE_TILE]
    return moles[0] if power == box.MOLES and moles else tiles[0]


def _telling(state: Position, at: int, codes: list[int]) -> list[int]:
    """First the lays that join track which the family can use, then those that are left in the supply."""
    board = state.board
    family = state.operator if state.operator >= 0 else state.newcomer
    arrivals = board.reach(family).arrivals[at] if family >= 0 else 0

    def order(code: int) -> tuple[bool, bool, bool]:
        tile = board.ground.tiles.tiles[lay_tile(code)]
        exits = tile.turned[lay_rotation(code)].exits
        wrong_way = exits & ~board.ground.open_edges[at] != 0
        return wrong_way, not exits & arrivals, not board.left(tile)

    return sorted(codes, key=order)


def _home(state: Position, at: int) -> list[int]:
    """Return the HOME tiles of a family that was just launched."""
    home = state.board.ground.homes[state.newcomer]
    if at != home:
        return _codes(state, at, -1)[:1]
    found = refusals.home_lays(state.board, state.newcomer, HOME_TILE.colours(state))
    return found or _codes(state, at, -1)
