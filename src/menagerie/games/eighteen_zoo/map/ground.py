"""The maps A to F as printed, with everything computed ahead: neighbours, what each hex takes, where track may go."""

from typing import Final, final

from menagerie.core.content import Entry
from menagerie.core.errors import BadContent
from menagerie.games.eighteen_zoo.map.tiles import (
    HOME_TILE,
    MOLE_TILE,
    PLAIN_TILE,
    Y_TILE,
    YELLOW,
    Tile,
    TileSet,
    Turned,
    plain_track,
    read_edge,
    read_paths,
)

# Kinds of hexes.
PLAIN: Final = 0
M: Final = 1
MM: Final = 2
POOL: Final = 3
"""An O area."""
Y: Final = 4
HOME: Final = 5
R: Final = 6
GREY: Final = 7
KINDS: Final = ("plain", "m", "mm", "o", "y", "home", "r", "grey")
NAMES: Final = ("empty area", "M area", "MM area", "O area", "Y area", "HOME", "R area", "grey area")

OFF_MAP: Final = -1
_STEPS: Final = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
"""By edge: the way to the neighbour in columns and numbers."""
_USE_OF_KIND: Final = (PLAIN_TILE, PLAIN_TILE, PLAIN_TILE, PLAIN_TILE, Y_TILE, HOME_TILE, -1, -1)


@final
class Hex:
    """One hex of a map."""

    __slots__ = ("buildable", "column", "cost", "family", "index", "kind", "name", "printed", "row", "use")

    def __init__(self, index: int, name: str, kind: int, family: int, printed: Turned | None) -> None:
        self.index: Final = index
        self.name: Final = name
        """`K9`."""
        self.column: Final = ord(name[0]) - ord("A")
        self.row: Final = int(name[1:])
        """The number in its name; for drawing x = 1.5 * size * column, y = 0.866 * size * row."""
        self.kind: Final = kind
        self.cost: Final = 1 if kind == M else 2 if kind == MM else 0
        """$N for the first tile."""
        self.use: Final = _USE_OF_KIND[kind]
        """The use of the tiles that fit here, or -1."""
        self.buildable: Final = self.use >= 0
        self.family: Final = family
        """Whose HOME this is, or -1."""
        self.printed: Final = printed
        """The track of an R or grey area."""

    def __str__(self) -> str:
        return self.name


def lay_code(at: int, tile: int, rotation: int) -> int:
    """Return a lay as one number: hex, tile index and rotation."""
    return at << 10 | tile << 3 | rotation


def lay_hex(code: int) -> int:
    """Return the hex of a lay."""
    return code >> 10


def lay_tile(code: int) -> int:
    """Return the tile index of a lay."""
    return code >> 3 & 127


def lay_rotation(code: int) -> int:
    """Return the rotation of a lay."""
    return code & 7


class _Area:
    """What a content file says about one hex."""

    def __init__(self, kind: int, family: str, printed: Turned | None) -> None:
        self.kind = kind
        self.family = family
        self.printed = printed


@final
class MapSheet:
    """A map as its content file describes it, with its alternative centres."""

    def __init__(self, entry: Entry) -> None:
        self.name: Final = entry.text("name")
        self.suggested_players: Final = tuple(entry.numbers("suggested_players"))
        self.areas: Final = _read_areas(entry)
        self.where: Final = entry.where
        self.centres: Final[dict[str, dict[str, _Area]]] = {"BASE-1": {}}
        centres = entry.entry("centre")
        for name in centres.values:
            self.centres[name] = _read_areas(centres.entry(name))
            for at in self.centres[name]:
                if at not in self.areas:
                    raise BadContent(f"{entry.where}, [centre.{name}]: {at} is not on the map.")
        self.tunnels: Final = {pair: tuple(str(way).split()) for pair, way in entry.entry("tunnels").values.items()}
        """By pair of R areas (`C17-F8`): the hexes between them in recorded routes through HOLE."""

    def families(self) -> list[str]:
        """Return the ids of the families with a HOME here."""
        return [area.family for area in self.areas.values() if area.family]


def _read_areas(entry: Entry) -> dict[str, _Area]:
    areas: dict[str, _Area] = {}
    if entry.has("terrain"):
        terrain = entry.entry("terrain")
        for name in terrain.values:
            if name not in KINDS[:HOME]:
                raise BadContent(f"{terrain.where}: {name!r} is no terrain; there are {', '.join(KINDS[:HOME])}.")
            for at in terrain.texts(name):
                _add(areas, terrain, at, _Area(KINDS.index(name), "", None))
    for section, kind in (("homes", HOME), ("r", R), ("grey", GREY)):
        if entry.has(section):
            part = entry.entry(section)
            for at in part.values:
                _add(areas, part, at, _read_area(part, at, kind))
    return areas


def _read_area(part: Entry, at: str, kind: int) -> _Area:
    if kind == HOME:
        return _Area(kind, part.text(at), None)
    if kind == R:
        return _Area(kind, "", plain_track([], [read_edge(part, at, name) for name in part.text(at).split()]))
    pairs, dead_ends = read_paths(part, at)
    return _Area(kind, "", plain_track(pairs, dead_ends))


def _add(areas: dict[str, _Area], entry: Entry, at: str, area: _Area) -> None:
    if not (len(at) in (2, 3) and "A" <= at[0] <= "Z" and at[1:].isdigit()):
        raise BadContent(f"{entry.where}: {at!r} is no hex; a hex is a letter and a number, like K9.")
    if at in areas:
        raise BadContent(f"{entry.where}: {at} is listed twice.")
    areas[at] = area


@final
class Ground:
    """A map with its centre, and the tiles as the rules in use know them."""

    def __init__(
        self, sheet: MapSheet, centre: str, tiles: TileSet, families: dict[str, int], site: bool, loops_count: bool
    ) -> None:
        self.map_name: Final = sheet.name
        self.centre: Final = centre
        self.key: Final = f"{sheet.name} {centre} {'site' if site else 'rulebook'}"
        """Names this map among all that can be in use."""
        self.tiles: Final = tiles
        self.site: Final = site
        """Whether the rules are those of 18xx.games (rulings 1.11, 1.12, 1.14, 1.15)."""
        self.loops_count: Final = loops_count
        """Whether an upgrade is of use for a new path over which no run could continue (13.6)."""
        areas = dict(sheet.areas)
        areas.update(sheet.centres[centre])
        names = sorted(areas, key=_position)
        self.by_name: Final = {name: index for index, name in enumerate(names)}
        homes = [-1] * len(families)
        hexes: list[Hex] = []
        for index, name in enumerate(names):
            area = areas[name]
            family = -1
            if area.family:
                if area.family not in families:
                    raise BadContent(f"{sheet.where}, [homes]: {area.family!r} at {name} is no family.")
                family = families[area.family]
                homes[family] = index
            hexes.append(Hex(index, name, area.kind, family, area.printed))
        self.hexes: Final = tuple(hexes)
        self.homes: Final = tuple(homes)
        """By family: its HOME hex, or -1 if it does not play on this map."""
        self.families: Final = tuple([family for family in range(len(homes)) if homes[family] >= 0])
        """The families on this map, by number."""
        self.across: Final = _neighbours(self.hexes, self.by_name)
        """By hex * 6 + edge: hex * 6 + edge of the neighbour's side, or OFF_MAP."""
        self.open_edges: Final = self._open_edges()
        """By hex: mask of the edges where track may point (rule 7.2)."""
        self.new_lays: Final = self._new_lays()
        """By hex: the yellow lays that fit the terrain and point nowhere wrong, as (code, exits)."""
        self.r_areas: Final = tuple([at.index for at in hexes if at.kind == R])
        self.hole_areas: Final = tuple([i for i in self.r_areas if hexes[i].name not in sheet.centres[centre]])
        """The R areas that HOLE may mark: not one in the centre (rulings 2.22)."""
        self.tunnels: Final = sheet.tunnels

    def _open_edges(self) -> tuple[int, ...]:
        masks: list[int] = []
        for at in self.hexes:
            mask = 0
            for edge in range(6):
                other = self.across[at.index * 6 + edge]
                if other == OFF_MAP:
                    continue
                beyond = self.hexes[other // 6]
                if beyond.printed is None or beyond.printed.exits >> (other % 6) & 1:
                    mask |= 1 << edge
            masks.append(mask)
        return tuple(masks)

    def _new_lays(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        lists: list[tuple[tuple[int, int], ...]] = []
        for at in self.hexes:
            fits: list[tuple[int, int]] = []
            for tile in self.tiles.tiles:
                if tile.colour == YELLOW and self.takes(at, tile):
                    for rotation in tile.rotations:
                        exits = tile.turned[rotation].exits
                        if not exits & ~self.open_edges[at.index]:
                            fits.append((lay_code(at.index, tile.index, rotation), exits))
            lists.append(tuple(fits))
        return tuple(lists)

    def takes(self, at: Hex, tile: Tile) -> bool:
        """Return whether the tile is of the right sort for this hex, whatever lies there."""
        if tile.on_pool != (at.kind == POOL):
            return False
        if tile.family >= 0 and tile.family != at.family:
            return False
        return tile.use == at.use or (tile.use == MOLE_TILE and at.use == PLAIN_TILE)

    def tile_named(self, name: str, at: int) -> Tile | None:
        """Return the tile with this number as it lies on this hex: on an O area `8` and `X8` are the same."""
        plain = self.tiles.by_name.get(name.removeprefix("X"))
        if plain is None:
            return None
        if self.hexes[at].kind == POOL:
            twin = self.tiles.on_pool[plain.stock]
            return self.tiles.tiles[twin] if twin >= 0 else plain
        return plain


def _position(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


def _neighbours(hexes: tuple[Hex, ...], by_name: dict[str, int]) -> tuple[int, ...]:
    across: list[int] = []
    for at in hexes:
        for edge, (columns, rows) in enumerate(_STEPS):
            other = by_name.get(f"{chr(ord(at.name[0]) + columns)}{at.row + rows}", OFF_MAP)
            across.append(OFF_MAP if other == OFF_MAP else other * 6 + (edge + 3) % 6)
    return tuple(across)
