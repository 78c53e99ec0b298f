"""The maps A to F as printed, with everything computed ahead: neighbours, what each hex takes, where track may point."""

from typing import Final, final

from menagerie.core.content import Entry
from menagerie.games.eighteen_zoo.tiles import Tile, TileSet, Turned

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


@final
class Hex:
    """One hex of a map."""

    __slots__ = ("column", "cost", "family", "index", "kind", "name", "printed", "row")

    index: int
    name: str
    """`K9`."""
    column: int
    row: int
    """The number in its name; for drawing x = 1.5 * size * column, y = 0.866 * size * row."""
    kind: int
    cost: int
    """$N for the first tile: 1 on M, 2 on MM."""
    family: int
    """Whose HOME this is, or -1."""
    printed: Turned | None
    """The track of an R or grey area."""


@final
class Ground:
    """A map with its centre, and the tiles as the rules in use know them."""

    hexes: tuple[Hex, ...]
    by_name: dict[str, int]
    across: tuple[int, ...]
    """By hex * 6 + edge: the neighbour's hex * 6 + edge on the other side, or -1 off the map."""
    homes: tuple[int, ...]
    """By family: its HOME hex, or -1 if it does not play on this map."""
    families: tuple[int, ...]
    """The families on this map, by number."""
    tiles: TileSet
    site: bool

    def tile_named(self, name: str, hex: int) -> Tile | None:
        """The tile with this number on this hex: on an O area `8` and `X8` mean the same."""
        raise NotImplementedError


def lay_code(hex: int, tile: int, rotation: int) -> int:
    """A lay as one number: hex, tile index and rotation."""
    return (hex << 10) | (tile << 3) | rotation


def lay_hex(code: int) -> int:
    """The hex of a lay."""
    return code >> 10


def lay_tile(code: int) -> int:
    """The tile index of a lay."""
    return (code >> 3) & 127


def lay_rotation(code: int) -> int:
    """The rotation of a lay."""
    return code & 7


@final
class MapSheet:
    """A map as its content file describes it, with its alternative centres."""

    name: str

    def __init__(self, entry: Entry) -> None:
        raise NotImplementedError
