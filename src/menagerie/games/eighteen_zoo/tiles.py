"""Track tiles and what can be computed from their shapes: rotations, what joins what, which may replace which.

Edges are numbered clockwise from the bottom, 0 to 5, as in recorded games. In content files they have names.
"""

from typing import Final, final

from menagerie.core.content import Entry

EDGES: Final = ("s", "sw", "nw", "n", "ne", "se")
YELLOW: Final = 1
GREEN: Final = 2
BROWN: Final = 3
GREY: Final = 4
COLOURS: Final = ("", "yellow", "green", "brown", "grey")

PLAIN: Final = 0
HOME: Final = 1
Y: Final = 2
MOLE: Final = 3
USES: Final = ("plain", "home", "y", "moles")


@final
class Tile:
    """One sort of tile. A tile on an O area is a sort of its own here (`pools`), though it comes from the same stock."""

    __slots__ = (
        "colour", "count", "family", "index", "name", "number", "nuts", "on_pool", "slots", "stock", "turned", "use",
    )  # fmt: skip

    index: int
    number: str
    """`8`, `201`, `GI_455`."""
    name: str
    """As recorded games name it: with an X on O areas."""
    colour: int
    use: int
    count: int
    stock: int
    """Which entry of the supply it comes from."""
    on_pool: bool
    slots: int
    """Spaces for stations; 0: plain track."""
    nuts: int
    family: int
    """The only family whose HOME may carry it, or -1."""
    turned: "tuple[Turned, ...]"
    """By rotation."""


@final
class Turned:
    """A tile in one rotation, or the track printed on a hex."""

    __slots__ = ("exits", "links", "pools", "rotation", "same_as", "station", "tile")

    exits: int
    """Mask of edges with track."""
    links: tuple[int, ...]
    """By edge: mask of the edges that plain track joins it to."""
    pools: tuple[int, ...]
    """The O's: for each the mask of edges that it joins."""
    station: bool
    """Whether all exits meet in one station."""
    same_as: int
    """The smallest rotation that gives the same track."""


@final
class TileSet:
    """All tiles of the box."""

    tiles: tuple[Tile, ...]
    by_name: dict[str, Tile]
    """By recorded name and so by number: `8`, `X8`, `GI_455`."""

    def __init__(self, entries: list[Entry]) -> None:
        raise NotImplementedError
