"""Which lays somebody may mean who points at a hex of 18ZOO."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo import refusals
from menagerie.games.eighteen_zoo.ground import Hex, lay_code, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.phases.launch import BONUS_TILES, HOME_TILE
from menagerie.games.eighteen_zoo.phases.marks import ANCIENT_MAPS
from menagerie.games.eighteen_zoo.phases.operating import TRACK_STEP
from menagerie.games.eighteen_zoo.state import Table
from menagerie.games.eighteen_zoo.tiles import MOLE_TILE, Tile


def lays(table: Table, at: int, power: int) -> list[Action]:
    """Tiles that fit the hex by their sort, those first whose refusal tells most; by a power or (-1) without one."""
    phase = table.stack[-1]
    if phase is ANCIENT_MAPS:
        power = box.ANCIENT_MAPS
    codes = _home(table, at) if phase is HOME_TILE else _codes(table, at, power)
    if power < 0 and phase is not TRACK_STEP and phase is not HOME_TILE and phase is not BONUS_TILES:
        # It is not the time for tiles, whichever it is.
        codes = codes[:1]
    return [table.places.lay(code, power) for code in codes]


def _codes(table: Table, at: int, power: int) -> list[int]:
    board, ground = table.board, table.board.ground
    area, spot = ground.hexes[at], board.spots[at]
    if not area.buildable:
        return [lay_code(at, 0, 0)]
    if spot.tile is None:
        codes = [code for code, _ in ground.new_lays[at]]
    else:
        better = ground.tiles.moles if power == box.MOLES else ground.tiles.better
        codes = [lay_code(at, one // 6, one % 6) for one in better[spot.tile.index * 6 + spot.rotation]]
        codes = [code for code in codes if ground.takes(area, ground.tiles.tiles[lay_tile(code)])]
    return _telling(table, at, codes) or [lay_code(at, _some_tile(table, area, power).index, 0)]


def _some_tile(table: Table, area: Hex, power: int) -> Tile:
    """A tile of the right sort, where none fits by its shape."""
    ground = table.board.ground
    tiles = [tile for tile in ground.tiles.tiles if ground.takes(area, tile)]
    moles = [tile for tile in tiles if tile.use == MOLE_TILE]
    return moles[0] if power == box.MOLES and moles else tiles[0]


def _telling(table: Table, at: int, codes: list[int]) -> list[int]:
    """First the lays that join track which the family can use, then those that are left in the supply."""
    board = table.board
    family = table.operator if table.operator >= 0 else table.newcomer
    arrivals = board.reach(family).arrivals[at] if family >= 0 else 0

    def order(code: int) -> tuple[bool, bool, bool]:
        tile = board.ground.tiles.tiles[lay_tile(code)]
        exits = tile.turned[lay_rotation(code)].exits
        wrong_way = exits & ~board.ground.open_edges[at] != 0
        return wrong_way, not exits & arrivals, not board.left(tile)

    return sorted(codes, key=order)


def _home(table: Table, at: int) -> list[int]:
    """The HOME tiles of a family that was just launched."""
    home = table.board.ground.homes[table.newcomer]
    if at != home:
        return _codes(table, at, -1)[:1]
    found = refusals.home_lays(table.board, table.newcomer, HOME_TILE.colours(table))
    return found or _codes(table, at, -1)
