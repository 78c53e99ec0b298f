"""Why something can't be built on the map: tiles (rules 6.3 and 7.2), stations (7.3) and markers of powers."""

from typing import Final

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo.map.board import FREE, MOLE, NEW, RABBIT, RECORDED, RESERVED, UPGRADE, Board
from menagerie.games.eighteen_zoo.map.ground import (
    HOME,
    NAMES,
    OFF_MAP,
    POOL,
    Hex,
    lay_code,
    lay_hex,
    lay_rotation,
    lay_tile,
)
from menagerie.games.eighteen_zoo.map.tiles import (
    COLOURS,
    EDGES_OF,
    GREY,
    HOME_TILE,
    MOLE_TILE,
    PLAIN_TILE,
    YELLOW,
    Tile,
)

# Sections of our rules page.
RULE_PHASES: Final = "3"
RULE_LAUNCH: Final = "6.3"
RULE_TRACK: Final = "7.2"
RULE_STATION: Final = "7.3"
RULE_RABBITS: Final = "10.7"
RULE_MOLES: Final = "10.8"
RULE_HOLE: Final = "10.10"


# Tiles.


def refuse_lay(
    board: Board, family: int, kinds: int, colours: int, purse: int, barred: tuple[int, ...], code: int
) -> Refusal | None:
    """Return why this lay isn't legal, in any rotation."""
    at = lay_hex(code)
    area = board.ground.hexes[at]
    tile = board.ground.tiles.tiles[lay_tile(code)]
    rotation = lay_rotation(code)
    wrong = _refuse_fit(board, area, tile, rotation)
    if wrong is None:
        if board.spots[at].tile is None:
            wrong = _refuse_new(board, family, area, tile, rotation, kinds, purse)
        else:
            wrong = _refuse_upgrade(board, family, area, tile, rotation, kinds, colours, barred)
    return wrong


def _refuse_fit(board: Board, area: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Return what is wrong with this tile here, whichever family lays it."""
    name = area.name
    if not area.buildable:
        return Refusal(f"Hex {name} is {a(NAMES[area.kind])}. You can't lay tiles there.", RULE_TRACK)
    if not board.ground.takes(area, tile):
        if tile.family >= 0:
            return Refusal(f"Grey tile {tile.number} only fits its own family's HOME, not hex {name}.", RULE_TRACK)
        if area.kind == POOL and tile.use == PLAIN_TILE:
            return Refusal(f"Hex {name} is an O area, but tile {tile.number} has no O.", RULE_TRACK)
        if area.kind == HOME:
            return Refusal(f"Hex {name} is a HOME. Lay a HOME tile there, not tile {tile.number}.", RULE_TRACK)
        if area.use == PLAIN_TILE:
            return Refusal(f"Hex {name} takes plain track, not tile {tile.number}.", RULE_TRACK)
        return Refusal(f"Hex {name} is a Y area. Lay a Y tile there, not tile {tile.number}.", RULE_TRACK)
    blind = tile.turned[rotation].exits & ~board.ground.open_edges[area.index]
    if blind and not _fits_somehow(board, area, tile):
        reason = f"Tile {tile.number} doesn't fit on hex {name}. It would lead off the map or to a side without track."
        return Refusal(reason, RULE_TRACK)
    for edge in EDGES_OF[blind]:
        other = board.ground.across[area.index * 6 + edge]
        if other == OFF_MAP:
            return Refusal(f"Tile {tile.number} would lead off the map from hex {name}. Turn it.", RULE_TRACK)
        beyond = board.ground.hexes[other // 6]
        reason = f"Tile {tile.number} would lead from hex {name} to a side of hex {beyond.name} without track. Turn it."
        return Refusal(reason, RULE_TRACK)
    if not board.left(tile):
        return Refusal(f"Tile {tile.number} is used up.", RULE_TRACK)
    return None


def _fits_somehow(board: Board, area: Hex, tile: Tile) -> bool:
    """Return whether some rotation of the tile fits here and keeps the existing track."""
    old = board.spots[area.index].track
    for shape in tile.turned:
        if not shape.exits & ~board.ground.open_edges[area.index] and (old is None or shape.keeps(old)):
            return True
    return False


def _refuse_new(
    board: Board, family: int, area: Hex, tile: Tile, rotation: int, kinds: int, purse: int
) -> Refusal | None:
    if not kinds & NEW:
        return Refusal(f"Hex {area.name} has no tile to replace. Choose a hex with one.", RULE_TRACK)
    if tile.colour != YELLOW:
        return Refusal(f"Hex {area.name} has no tile yet. Lay a yellow one first.", RULE_TRACK)
    if area.cost > purse:
        reason = f"Building on hex {area.name} costs {area.cost} $N. The treasury has {purse}."
        return Refusal(reason, RULE_TRACK)
    arrivals = board.reach(family).arrivals[area.index]
    if area.kind == HOME and family in board.spots[area.index].slots:
        arrivals = 63
    if not arrivals:
        return _out_of_reach(area)
    if not tile.turned[rotation].exits & arrivals:
        reason = f"The track of tile {tile.number} at hex {area.name} would be out of the family's reach."
        return Refusal(reason, RULE_TRACK)
    return None


def _refuse_upgrade(
    board: Board, family: int, area: Hex, tile: Tile, rotation: int, kinds: int, colours: int, barred: tuple[int, ...]
) -> Refusal | None:
    spot = board.spots[area.index]
    old = spot.tile
    if old is None or spot.track is None:
        return None
    if kinds & MOLE and tile.use == MOLE_TILE:
        follow = board.ground.tiles.moles
        if not follow[old.index * 6 + spot.rotation]:
            return Refusal("MOLES replace yellow tiles 7, 8 and 9 with tiles 80 to 83.", RULE_MOLES)
    elif not kinds & (UPGRADE | RABBIT):
        if kinds & MOLE:
            return Refusal("MOLES replace yellow tiles 7, 8 and 9 with tiles 80 to 83.", RULE_MOLES)
        reason = f"Hex {area.name} already has a tile. Lay a yellow tile on a hex without one."
        return Refusal(reason, RULE_TRACK)
    else:
        follow = board.ground.tiles.better
        wrong = _refuse_colour(board, area, old, tile, kinds, colours, barred)
        if wrong is not None:
            return wrong
    first = tile.first_rotation[rotation]
    if tile.index * 6 + first not in follow[old.index * 6 + spot.rotation]:
        reason = f"Tile {tile.number} wouldn't keep the paths of tile {old.number}. Turn it or choose another."
        return Refusal(reason, RULE_TRACK)
    reach = board.reach(family)
    if not board.is_of_use(family, area.index, tile, rotation, reach):
        if not reach.arrivals[area.index] and not reach.visited[area.index]:
            return _out_of_reach(area)
        if tile.slots:
            reason = f"Tile {tile.number} adds no path within the family's reach at hex {area.name}, and no nuts."
        else:
            reason = f"Tile {tile.number} adds no path within the family's reach at hex {area.name}."
        return Refusal(reason, RULE_TRACK)
    return None


def _refuse_colour(
    board: Board, area: Hex, old: Tile, tile: Tile, kinds: int, colours: int, barred: tuple[int, ...]
) -> Refusal | None:
    """Return why a tile can't be replaced by one of this colour, if so."""
    spot = board.spots[area.index]
    if tile.use == MOLE_TILE:
        return Refusal(f"You can only lay tile {tile.number} with MOLES.", RULE_MOLES)
    if old.use == MOLE_TILE:
        return Refusal(f"Tile {old.number} at hex {area.name} comes from MOLES and stays for good.", RULE_MOLES)
    if not _can_grow(board, area, old):
        reason = f"The {COLOURS[old.colour]} tile at hex {area.name} has no upgrade."
        return Refusal(reason, RULE_TRACK)
    if not kinds & RABBIT:
        if area.index in barred:
            return Refusal(f"The tile at hex {area.name} was laid this turn. Upgrade it in a later one.", RULE_TRACK)
        if spot.marked and old.colour == YELLOW and not kinds & RECORDED:
            reason = f"Hex {area.name} has a marker. You can only change its tile with RABBITS or MOLES."
            return Refusal(reason, RULE_TRACK)
    if spot.marked and old.colour != YELLOW and (kinds & RABBIT or not kinds & RECORDED):
        return Refusal(
            f"The marked tile at hex {area.name} was already changed once. It can't change again.", RULE_RABBITS
        )
    if tile.colour != old.colour + 1:
        if old.colour == GREY:
            return Refusal(f"Hex {area.name} has a grey tile, which has no upgrade.", RULE_TRACK)
        now, following = COLOURS[old.colour], COLOURS[old.colour + 1]
        return Refusal(f"The {now} tile at hex {area.name} can only become {following}.", RULE_TRACK)
    if tile.colour > colours and not kinds & RABBIT:
        reason = f"You can't lay {COLOURS[tile.colour]} tiles yet. They come in a later phase."
        return Refusal(reason, RULE_PHASES)
    return None


def _can_grow(board: Board, area: Hex, old: Tile) -> bool:
    """Return whether any tile in the box could replace this one here."""
    for better in board.ground.tiles.better[old.index * 6]:
        if board.ground.takes(area, board.ground.tiles.tiles[better // 6]):
            return True
    return False


def _out_of_reach(area: Hex) -> Refusal:
    return Refusal(f"Hex {area.name} is out of the family's reach.", RULE_TRACK)


def a(noun: str) -> str:
    """Return the name of a kind of hex with its article: `an O area`, `a HOME`."""
    return f"an {noun}" if noun[0] in "aeioMRO" else f"a {noun}"


# The HOME tile at a launch.


def home_lays(board: Board, family: int, colours: int) -> list[int]:
    """Return the HOME tiles that a newly launched family may lay: any of the first `colours` colours that keeps the
    paths there."""
    at = board.ground.homes[family]
    found: list[int] = []
    for tile in board.ground.tiles.tiles:
        if tile.use == HOME_TILE:
            for rotation in tile.rotations:
                code = lay_code(at, tile.index, rotation)
                if refuse_home_lay(board, family, colours, code) is None:
                    found.append(code)
    return found


def refuse_home_lay(board: Board, family: int, colours: int, code: int) -> Refusal | None:
    """Return why this HOME tile can't be laid at the launch."""
    area = board.ground.hexes[lay_hex(code)]
    tile = board.ground.tiles.tiles[lay_tile(code)]
    if area.index != board.ground.homes[family]:
        home = board.ground.hexes[board.ground.homes[family]].name
        return Refusal(f"First lay the HOME tile on hex {home}.", RULE_LAUNCH)
    if tile.colour > colours or tile.colour == GREY:
        return Refusal(f"This launch value doesn't allow a {COLOURS[tile.colour]} HOME tile.", RULE_LAUNCH)
    wrong = _refuse_fit(board, area, tile, lay_rotation(code))
    if wrong is not None:
        return wrong
    spot = board.spots[area.index]
    if spot.tile is not None and spot.track is not None:
        if tile.colour <= spot.tile.colour:
            reason = f"Hex {area.name} already has a {COLOURS[spot.tile.colour]} tile. You can only upgrade it."
            return Refusal(reason, RULE_LAUNCH)
        if not tile.turned[lay_rotation(code)].keeps(spot.track):
            reason = (
                f"Tile {tile.number} wouldn't keep the paths of tile {spot.tile.number}. Turn it or choose another."
            )
            return Refusal(reason, RULE_LAUNCH)
    return None


# Stations and marks.


def refuse_station(board: Board, family: int, at: int) -> Refusal | None:
    """Return why the family can't build a station here."""
    wrong = refuse_diet(board, family, at)
    if wrong is not None:
        return wrong
    spot = board.spots[at]
    if FREE not in spot.slots and RESERVED - family not in spot.slots:
        name = board.ground.hexes[at].name
        if min(spot.slots) <= RESERVED:
            return Refusal(f"The free space at hex {name} is kept for another family.", RULE_STATION)
        return Refusal(f"Hex {name} has no free space.", RULE_STATION)
    return None


def refuse_diet(board: Board, family: int, at: int) -> Refusal | None:
    """Return why ON A DIET can't be used here."""
    spot = board.spots[at]
    name = board.ground.hexes[at].name
    if spot.tile is None or spot.tile.slots == 0:
        return Refusal(f"Hex {name} has no station tile.", RULE_STATION)
    if spot.holds(family):
        return Refusal(f"The family already has a station at hex {name}.", RULE_STATION)
    if not board.reach(family).visited[at]:
        return Refusal(f"Hex {name} is out of the family's reach.", RULE_STATION)
    return None


def refuse_open(board: Board, at: int) -> Refusal | None:
    """Return why THAT'S MINE or WORK IN PROGRESS can't be used here."""
    spot = board.spots[at]
    name = board.ground.hexes[at].name
    if spot.tile is None or spot.tile.slots == 0:
        return Refusal(f"Hex {name} has no station tile.", RULE_STATION)
    if FREE not in spot.slots:
        return Refusal(f"Hex {name} has no free space that isn't kept for a family.", RULE_STATION)
    return None


def refuse_hole(board: Board, at: int) -> Refusal | None:
    """Return why HOLE can't mark this hex."""
    name = board.ground.hexes[at].name
    if at in board.holes:
        return Refusal(f"Hex {name} is already one end of HOLE. Choose another R area.", RULE_HOLE)
    if at not in board.ground.r_areas:
        return Refusal(f"HOLE connects two R areas. Hex {name} isn't one.", RULE_HOLE)
    if at not in board.ground.hole_areas:
        return Refusal(f"HOLE can't use hex {name}, the R area in the middle of the map.", RULE_HOLE)
    return None if at in board.hole_hexes() else Refusal("HOLE already connects two R areas.", RULE_HOLE)
