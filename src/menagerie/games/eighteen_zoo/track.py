"""The map as it stands: tiles laid, stations, markers; what a family reaches, and what it may build.

The board knows neither money nor phase: who asks says what is allowed (a mask of NEW, UPGRADE, RABBIT, MOLE, the
number of colours, the money at hand).
"""

from typing import Final, final

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo.ground import Ground
from menagerie.games.eighteen_zoo.tiles import Tile

# What a space for a station may hold besides a family (0 to 7).
FREE: Final = -1
BLOCK: Final = -2
"""The marker of WORK IN PROGRESS."""
RESERVED: Final = -3
"""`RESERVED - family`: kept for that family, by THAT'S MINE or because this is its HOME; open for every run."""

# What kind of lay is allowed; a mask.
NEW: Final = 1
"""A yellow tile on an empty hex (rule 7.2)."""
UPGRADE: Final = 2
"""Replacing a tile by one of the next colour."""
RABBIT: Final = 4
"""An upgrade by RABBITS: any phase, and yellow tiles with markers too."""
MOLE: Final = 8
"""A tile of MOLES in place of a yellow 7, 8 or 9."""


@final
class Spot:
    """What lies on one hex. It never changes: building makes a new one."""

    __slots__ = ("copy", "extra", "marked", "rotation", "slots", "tile")

    def __init__(
        self,
        tile: Tile | None,
        rotation: int,
        copy: int,
        marked: bool,
        slots: tuple[int, ...],
        extra: tuple[int, ...],
    ) -> None:
        self.tile: Final = tile
        """None: no tile yet, or a printed hex."""
        self.rotation: Final = rotation
        self.copy: Final = copy
        """Which of the tiles of this number: `8-3` is copy 3."""
        self.marked: Final = marked
        """A brown or blue marker: no upgrade without a power."""
        self.slots: Final = slots
        """The spaces for stations: a family, FREE, BLOCK or RESERVED - family. A HOME without a tile has one."""
        self.extra: Final = extra
        """Families with a station beside the spaces (ON A DIET)."""

    def holds(self, family: int) -> bool:
        """Whether this family has a station here."""
        raise NotImplementedError

    def blocks(self, family: int) -> bool:
        """Tokened-out for this family: all spaces taken by others."""
        raise NotImplementedError

    def tile_id(self) -> str:
        """`8-3`, `X8-3` or `TI_455-0`, as recorded games name it."""
        raise NotImplementedError


@final
class Board:
    """The map as it stands."""

    ground: Ground
    spots: list[Spot]
    """By hex."""
    supply: list[int]
    """By tile stock: a mask of the copies that can be laid (see `left`)."""
    holes: tuple[int, ...]
    """The R areas joined by HOLE: none, one while it is being marked, or two."""
    wheat: tuple[int, ...]
    """By family: the hex of its WHEAT, or -1."""

    def __init__(self, ground: Ground) -> None:
        """The map of a new game."""
        raise NotImplementedError

    def copy(self) -> "Board":
        """An independent board."""
        raise NotImplementedError

    # What there is.

    def left(self, tile: Tile) -> int:
        """How many of this tile are in the supply."""
        raise NotImplementedError

    def stations(self, family: int) -> list[int]:
        """The hexes with a station of this family."""
        raise NotImplementedError

    # Tiles (rule 7.2).

    def lays(self, family: int, kinds: int, colours: int, purse: int, barred: tuple[int, ...]) -> list[int]:
        """Every lay the family may make, as codes (see `ground.lay_code`), in a stable order; of rotations that give
        the same track only the first. `kinds`: a mask of NEW, UPGRADE, RABBIT, MOLE; `colours`: those of the phase;
        `purse`: what it can pay for M and MM (a large number with SHINING GOLD); `barred`: hexes whose tile was
        laid this turn, which UPGRADE may not touch."""
        raise NotImplementedError

    def refuse_lay(
        self, family: int, kinds: int, colours: int, purse: int, barred: tuple[int, ...], code: int
    ) -> Refusal | None:
        """Why this lay is not allowed. Takes any rotation."""
        raise NotImplementedError

    def home_lays(self, family: int, colours: int) -> list[int]:
        """The HOME tiles that a family launched now may lay (rule 6.3): any of the first `colours` colours that
        keeps the paths there."""
        raise NotImplementedError

    def refuse_home_lay(self, family: int, colours: int, code: int) -> Refusal | None:
        """Why this HOME tile may not be laid at the launch."""
        raise NotImplementedError

    def lay(self, code: int, copy: int = -1, launch: bool = False) -> None:
        """Lay a tile: old tile back into the supply, marker, stations kept. `copy`: which one (-1: the first in the
        supply). `launch`: HOME or bonus tile of a launch, which under rules="site" sets no M or MM marker and leaves
        the tile's O twin in the supply (rulings 1.15)."""
        raise NotImplementedError

    # Stations (rule 7.3).

    def station_hexes(self, family: int) -> list[int]:
        """Where the family may build a station: within reach, a free space or one reserved for it, none of its own."""
        raise NotImplementedError

    def refuse_station(self, family: int, at: int) -> Refusal | None:
        """Why the family may not build a station here."""
        raise NotImplementedError

    def diet_hexes(self, family: int) -> list[int]:
        """Where ON A DIET may put a station: any station tile within reach without a station of the family."""
        raise NotImplementedError

    def refuse_diet(self, family: int, at: int) -> Refusal | None:
        """Why ON A DIET may not be used here."""
        raise NotImplementedError

    def reserved_for(self, family: int) -> list[int]:
        """The hexes with a space that is kept for the family."""
        raise NotImplementedError

    def place(self, family: int, at: int) -> None:
        """Put a station into its reserved space, else the first free one. Also the HOME station at the launch."""
        raise NotImplementedError

    def place_beside(self, family: int, at: int) -> None:
        """ON A DIET."""
        raise NotImplementedError

    def open_hexes(self) -> list[int]:
        """Station tiles with a free space that nobody has reserved, for THAT'S MINE and WORK IN PROGRESS."""
        raise NotImplementedError

    def refuse_open(self, at: int) -> Refusal | None:
        """Why THAT'S MINE or WORK IN PROGRESS may not be used here."""
        raise NotImplementedError

    def reserve(self, family: int, at: int) -> None:
        """THAT'S MINE: keep the first free space."""
        raise NotImplementedError

    def block(self, at: int) -> None:
        """WORK IN PROGRESS: fill the first free space."""
        raise NotImplementedError

    # Other marks.

    def hole_hexes(self) -> list[int]:
        """The R areas that HOLE may mark now."""
        raise NotImplementedError

    def dig(self, at: int) -> None:
        """HOLE: mark one R area; with the second one they are joined."""
        raise NotImplementedError

    def sow(self, family: int, at: int) -> None:
        """WHEAT: mark a station of the family."""
        raise NotImplementedError
