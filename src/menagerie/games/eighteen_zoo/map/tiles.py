"""Track tiles and what can be computed from their shapes: rotations, what joins what, which may replace which.

Edges are numbered clockwise from the bottom, 0 to 5, as in recorded games. In content files they have names.
"""

from typing import Final, final

from menagerie.core.content import Entry
from menagerie.core.errors import BadContent

EDGES: Final = ("s", "sw", "nw", "n", "ne", "se")

YELLOW: Final = 1
GREEN: Final = 2
BROWN: Final = 3
GREY: Final = 4
COLOURS: Final = ("", "yellow", "green", "brown", "grey")

PLAIN_TILE: Final = 0
HOME_TILE: Final = 1
Y_TILE: Final = 2
MOLE_TILE: Final = 3
USES: Final = ("plain", "home", "y", "moles")

_ALL_EDGES: Final = 63
TURNS: Final = tuple([tuple([((m << r) | (m >> (6 - r))) & _ALL_EDGES for m in range(64)]) for r in range(6)])
"""By rotation and mask of edges: the mask turned."""
EDGES_OF: Final = tuple([tuple([e for e in range(6) if m >> e & 1]) for m in range(64)])
"""By mask: its edges."""


@final
class Turned:
    """A tile in one rotation, or the track printed on a hex."""

    __slots__ = ("exits", "links", "pools", "station")

    def __init__(self, exits: int, links: tuple[int, ...], pools: tuple[int, ...], station: bool) -> None:
        self.exits: Final = exits
        """Mask of the edges with track."""
        self.links: Final = links
        """By edge: mask of the edges that a path joins it to; for a station all its other exits."""
        self.pools: Final = pools
        """The O's, each as the mask of the edges it joins."""
        self.station: Final = station
        """Whether all exits meet in one station."""

    def keeps(self, old: "Turned") -> bool:
        """Return whether every path of the old track is still there."""
        if old.exits & ~self.exits:
            return False
        if self.station:
            return True
        lost = [edge for edge in range(6) if old.links[edge] & ~self.links[edge]]
        return not lost

    def turn(self, rotation: int) -> "Turned":
        """Return the same track turned clockwise."""
        turned = TURNS[rotation]
        links = tuple([turned[self.links[(edge - rotation) % 6]] for edge in range(6)])
        return Turned(turned[self.exits], links, tuple([turned[pool] for pool in self.pools]), self.station)

    def same_track(self, other: "Turned") -> bool:
        """Return whether the two cannot be told apart on the map."""
        return self.exits == other.exits and self.links == other.links and sorted(self.pools) == sorted(other.pools)


@final
class Tile:
    """One sort of tile. On O areas a tile is a sort of its own here, though it comes from the same stock."""

    __slots__ = (
        "colour", "count", "family", "first_rotation", "index", "name", "number", "nuts", "on_pool", "rotations",
        "slots", "stock", "turned", "use",
    )  # fmt: skip

    def __init__(self, index: int, entry: Entry, stock: int, family: int, track: Turned, on_pool: bool) -> None:
        self.index: Final = index
        self.number: Final = entry.text("number")
        """`8`, `201`, `GI_455`."""
        self.on_pool: Final = on_pool
        self.name: Final = f"X{self.number}" if on_pool else self.number
        """As recorded games name it: with an X on O areas."""
        self.colour: Final = _one_of(entry, "colour", COLOURS)
        self.use: Final = _one_of(entry, "use", USES)
        self.count: Final = entry.number("count")
        self.stock: Final = stock
        """Which entry of the supply it comes from."""
        self.slots: Final = entry.number("spaces") if track.station else 0
        """Spaces for stations; 0: plain track."""
        self.nuts: Final = entry.number("nuts") if track.station else 0
        self.family: Final = family
        """The only family whose HOME may carry it, or -1."""
        self.turned: Final = tuple([track.turn(rotation) for rotation in range(6)])
        """By rotation."""
        self.first_rotation: Final = tuple([_first_like(self.turned, rotation) for rotation in range(6)])
        """By rotation: the smallest one that gives the same track."""
        self.rotations: Final = tuple([rotation for rotation in range(6) if self.first_rotation[rotation] == rotation])
        """The rotations that give different track."""

    def __str__(self) -> str:
        return self.name


def _first_like(turned: tuple[Turned, ...], rotation: int) -> int:
    for first in range(rotation):
        if turned[first].same_track(turned[rotation]):
            return first
    return rotation


def _one_of(entry: Entry, key: str, choices: tuple[str, ...]) -> int:
    value = entry.text(key)
    if value not in choices:
        raise entry.wrong(key, f"one of {', '.join([choice for choice in choices if choice])}")
    return choices.index(value)


def read_edge(entry: Entry, key: str, name: str) -> int:
    """Return an edge by its name."""
    if name not in EDGES:
        raise entry.wrong(key, f"made of the edges {', '.join(EDGES)}, and {name!r} isn't one")
    return EDGES.index(name)


def read_paths(entry: Entry, key: str) -> tuple[list[tuple[int, int]], list[int]]:
    """Track as content files write it: "s-n s-ne" are pairs of edges, a single edge stands alone."""
    value = entry.values.get(key)
    if not isinstance(value, str):
        raise entry.wrong(key, "a text")
    pairs: list[tuple[int, int]] = []
    singles: list[int] = []
    for word in value.split():
        edges = [read_edge(entry, key, name) for name in word.split("-")]
        if len(edges) == 1:
            singles.append(edges[0])
        elif len(edges) == 2 and edges[0] != edges[1]:
            pairs.append((edges[0], edges[1]))
        else:
            raise entry.wrong(key, f"made of edges and pairs like s-n, and {word!r} is neither")
    return pairs, singles


def plain_track(pairs: list[tuple[int, int]], dead_ends: list[int], pools: tuple[int, ...] = ()) -> Turned:
    """Paths between edges, and tracks that end inside."""
    links = [0] * 6
    exits = 0
    for a, b in pairs:
        links[a] |= 1 << b
        links[b] |= 1 << a
        exits |= 1 << a | 1 << b
    for edge in dead_ends:
        exits |= 1 << edge
    return Turned(exits, tuple(links), pools, False)


def station_track(exits: list[int]) -> Turned:
    """Tracks that all meet in one station."""
    mask = sum([1 << edge for edge in exits])
    links = tuple([mask & ~(1 << edge) if mask >> edge & 1 else 0 for edge in range(6)])
    return Turned(mask, links, (), True)


@final
class TileSet:
    """All tiles of the box, once for the rulebook and once as 18xx.games knows them (`site`): two of them differ on
    O areas."""

    def __init__(self, entries: list[Entry], families: dict[str, int], site: bool) -> None:
        tiles: list[Tile] = []
        on_pool: list[int] = []
        for stock, entry in enumerate(entries):
            family = -1
            if entry.has("family"):
                if entry.text("family") not in families:
                    raise entry.wrong("family", "the id of a family")
                family = families[entry.text("family")]
            tiles.append(Tile(stock, entry, stock, family, _shape(entry), False))
        self.stocks: Final = len(tiles)
        """How many different stocks there are: tiles with these indices are those off O areas."""
        for stock, entry in enumerate(entries):
            if tiles[stock].slots or tiles[stock].colour > GREEN:
                on_pool.append(-1)
                continue
            on_pool.append(len(tiles))
            tiles.append(Tile(len(tiles), entry, stock, -1, _shape_on_pool(entry, site), True))
        self.tiles: Final = tuple(tiles)
        self.on_pool: Final = tuple(on_pool)
        """By stock: the index of the tile as it lies on an O area, or -1."""
        self.by_name: Final = {tile.name: tile for tile in tiles}
        """By recorded name: `8`, `X8`, `GI_455`."""
        if len(self.by_name) < len(tiles):
            raise BadContent("tiles.toml: two tiles have the same number.")
        self.better: Final = _better(self.tiles)
        """By tile index * 6 + rotation: the tiles (index * 6 + rotation) of the next colour that keep every path."""
        self.moles: Final = _moles(self.tiles)
        """The same for the tiles of MOLES."""


def _shape(entry: Entry) -> Turned:
    pairs, singles = read_paths(entry, "track")
    if not pairs and len(singles) > 1:
        return station_track(singles)
    if singles or not pairs:
        raise entry.wrong("track", "either pairs like s-n, or the edges that meet in a station")
    return plain_track(pairs, [])


def _shape_on_pool(entry: Entry, site: bool) -> Turned:
    """Return the tile on an O area: every path has its O, or one O joins all edges."""
    key = "site_pools" if site and entry.has("site_pools") else "track"
    pairs, _ = read_paths(entry, key)
    if entry.has("pool") and entry.flag("pool"):
        whole = plain_track(pairs, [])
        return Turned(whole.exits, whole.links, (whole.exits,), False)
    return plain_track(pairs, [], tuple([1 << a | 1 << b for a, b in pairs]))


def _better(tiles: tuple[Tile, ...]) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = []
    for old in tiles:
        follow = [t for t in tiles if t.colour == old.colour + 1 and t.use == old.use and t.on_pool == old.on_pool]
        for rotation in range(6):
            rows.append(_keeping(old.turned[rotation], follow))
    return tuple(rows)


def _moles(tiles: tuple[Tile, ...]) -> tuple[tuple[int, ...], ...]:
    rows: list[tuple[int, ...]] = []
    for old in tiles:
        plain = old.colour == YELLOW and old.use == PLAIN_TILE
        follow = [t for t in tiles if t.use == MOLE_TILE and t.on_pool == old.on_pool] if plain else []
        for rotation in range(6):
            rows.append(_keeping(old.turned[rotation], follow))
    return tuple(rows)


def _keeping(old: Turned, follow: list[Tile]) -> tuple[int, ...]:
    fits: list[int] = []
    for tile in follow:
        for rotation in tile.rotations:
            if tile.turned[rotation].keeps(old):
                fits.append(tile.index * 6 + rotation)
    return tuple(fits)
