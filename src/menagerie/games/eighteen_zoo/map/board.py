"""The map as it stands: tiles laid, stations, markers; what a family reaches, and what it may build.

The board knows neither money nor phase: who asks says what is allowed (a mask of NEW, UPGRADE, RABBIT, MOLE, the
number of colours, the money at hand).
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.map.ground import (
    HOME,
    POOL,
    Ground,
    Hex,
    lay_code,
    lay_hex,
    lay_rotation,
    lay_tile,
)
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF, GREY, YELLOW, Tile, Turned
from menagerie.games.eighteen_zoo.running.reach import Reach, can_join, reach_of

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
RECORDED: Final = 16
"""Also upgrades of marked tiles, which 18xx.games forbids on its screen only: recorded games may hold them."""


NOWHERE: Final = (-1,) * 8


@final
class Spot:
    """What lies on one hex. It never changes: building makes a new one."""

    __slots__ = ("copy", "extra", "marked", "rotation", "slots", "tile", "track")

    def __init__(
        self,
        tile: Tile | None,
        rotation: int,
        copy: int,
        marked: bool,
        slots: tuple[int, ...],
        extra: tuple[int, ...],
        track: Turned | None,
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
        self.track: Final = track
        """The track of the tile as it lies, or printed on the hex."""

    def holds(self, family: int) -> bool:
        """Return whether this family has a station here."""
        return family in self.slots or family in self.extra

    def blocks(self, family: int) -> bool:
        """Tokened-out for this family: all spaces taken by others."""
        for holder in self.slots:
            if holder in (FREE, family) or holder <= RESERVED:
                return False
        return family not in self.extra

    def tile_id(self) -> str:
        """`8-3`, `X8-3` or `TI_455-0`, as recorded games name it; empty without a tile."""
        return "" if self.tile is None else f"{self.tile.name}-{self.copy}"

    def with_slots(self, slots: tuple[int, ...]) -> "Spot":
        """Return the same with other holders of its spaces."""
        return Spot(self.tile, self.rotation, self.copy, self.marked, slots, self.extra, self.track)


@final
class Board:
    """The map as it stands."""

    ground: Ground
    spots: list[Spot]
    """By hex."""
    supply: list[int]
    """By stock: a mask of the copies in the supply; then the same again for the copies on O areas. The two differ only
    after launches under rules="site" (rulings 1.15)."""
    holes: tuple[int, ...]
    """The R areas joined by HOLE: none, one while it is being marked, or two."""
    wheat: tuple[int, ...]
    """By family: the hex of its WHEAT, or -1."""
    reaches: list[Reach | None]
    """By family: what it reaches, if known."""
    plans: dict[int, object]
    """What `running` has worked out about the board as it is. Numbers are about one family: its own number is in the
    bits 8 to 10 of the key, and bit 11 says that WINGS are in force."""

    def __init__(self, ground: Ground, like: "Board | None" = None) -> None:
        """Set up the map of a new game, or copy another board."""
        self.ground = ground
        if like is None:
            self.spots = [_printed(area) for area in ground.hexes]
            counts = [(1 << tile.count) - 1 for tile in ground.tiles.tiles[: ground.tiles.stocks]]
            self.supply = counts + counts
            self.holes = ()
            self.wheat = NOWHERE
            self.reaches = [None] * len(NOWHERE)
            self.plans = {}
        else:
            self.spots = like.spots.copy()
            self.supply = like.supply.copy()
            self.holes = like.holes
            self.wheat = like.wheat
            self.reaches = like.reaches.copy()
            self.plans = like.plans.copy()

    def copy(self) -> "Board":
        """Return an independent board."""
        return Board(self.ground, self)

    def _changed(self, at: int, spot: Spot) -> None:
        """Something else lies there now. What is known of families that do not come there stays true, but for runs with
        WINGS, which go further than the reach."""
        self.spots[at] = spot
        kept = 0
        for family, reach in enumerate(self.reaches):
            if reach is not None:
                if reach.arrivals[at] or reach.visited[at] or family in spot.slots:
                    self.reaches[family] = None
                else:
                    kept |= 1 << family
        known = self.plans
        self.plans = {}
        if kept:
            for key, plan in known.items():
                if isinstance(plan, int) and kept >> (key >> 8 & 7) & 1 and not key >> 11 & 1:
                    self.plans[key] = plan

    def _forget(self) -> None:
        self.reaches = [None] * len(NOWHERE)
        self.plans = {}

    # What there is.

    def left(self, tile: Tile) -> int:
        """Return how many of this tile are in the supply."""
        return self.supply[self._stock(tile)].bit_count()

    def has_copy(self, tile: Tile, copy: int, recorded: bool) -> bool:
        """Return whether this very tile is in the supply; games `recorded` at the site do not always keep to that."""
        if recorded:
            return copy < tile.count
        return self.supply[self._stock(tile)] >> copy & 1 == 1

    def _stock(self, tile: Tile) -> int:
        return tile.stock + self.ground.tiles.stocks if tile.on_pool else tile.stock

    def stations(self, family: int) -> list[int]:
        """Return the hexes with a station of this family."""
        return [at for at, spot in enumerate(self.spots) if (spot.slots or spot.extra) and spot.holds(family)]

    def reach(self, family: int) -> Reach:
        """Return what the family reaches now."""
        known = self.reaches[family]
        if known is None:
            known = self.reaches[family] = reach_of(self, family)
        return known

    def cost(self, code: int) -> int:
        """Return what the terrain asks for this lay, in $N: only the first tile on M and MM is paid for."""
        at = lay_hex(code)
        return self.ground.hexes[at].cost if self.spots[at].tile is None else 0

    # Tiles (rule 7.2).

    def lays(self, family: int, kinds: int, colours: int, purse: int, barred: tuple[int, ...]) -> list[int]:
        """Return every lay the family may make, as codes (see `lay_code`), in a stable order; of rotations that
        give the same
        track only the first. `kinds`: a mask of NEW, UPGRADE, RABBIT, MOLE; `colours`: those of the phase; `purse`:
        what it can pay for M and MM (a large number with SHINING GOLD); `barred`: hexes whose tile was laid this
        turn, which UPGRADE may not touch."""
        found: list[int] = []
        self._collect(family, kinds, colours, purse, barred, found, False)
        return found

    def can_lay(self, family: int, kinds: int, colours: int, purse: int, barred: tuple[int, ...]) -> bool:
        """Return whether there is any such lay."""
        found: list[int] = []
        self._collect(family, kinds, colours, purse, barred, found, True)
        return bool(found)

    def _collect(
        self, family: int, kinds: int, colours: int, purse: int, barred: tuple[int, ...], found: list[int], one: bool
    ) -> None:
        reach = self.reach(family)
        for at, spot in enumerate(self.spots):
            arrivals = reach.arrivals[at]
            if arrivals == 0 and not reach.visited[at]:
                continue
            if spot.tile is None:
                if kinds & NEW:
                    self._collect_new(family, at, arrivals, purse, found)
            else:
                if kinds & (UPGRADE | RABBIT) and _may_upgrade(spot, at, kinds, barred):
                    limit = GREY if kinds & RABBIT else colours
                    self._collect_better(family, at, self.ground.tiles.better, limit, reach, found)
                if kinds & MOLE:
                    self._collect_better(family, at, self.ground.tiles.moles, GREY, reach, found)
            if one and found:
                return

    def _collect_new(self, family: int, at: int, arrivals: int, purse: int, found: list[int]) -> None:
        area = self.ground.hexes[at]
        if area.cost > purse:
            return
        if area.kind == HOME and family in self.spots[at].slots:
            arrivals = 63
        tiles = self.ground.tiles.tiles
        for code, exits in self.ground.new_lays[at]:
            if exits & arrivals and self.supply[self._stock(tiles[lay_tile(code)])]:
                found.append(code)

    def _collect_better(
        self, family: int, at: int, follow: tuple[tuple[int, ...], ...], limit: int, reach: Reach, found: list[int]
    ) -> None:
        spot = self.spots[at]
        if spot.tile is None:
            return
        area = self.ground.hexes[at]
        shut = ~self.ground.open_edges[at]
        for better in follow[spot.tile.index * 6 + spot.rotation]:
            tile = self.ground.tiles.tiles[better // 6]
            rotation = better % 6
            if tile.colour > limit or not self.supply[self._stock(tile)]:
                continue
            if tile.turned[rotation].exits & shut or not self.ground.takes(area, tile):
                continue
            if self.is_of_use(family, at, tile, rotation, reach):
                found.append(lay_code(at, tile.index, rotation))

    def is_of_use(self, family: int, at: int, tile: Tile, rotation: int, reach: Reach) -> bool:
        """Return whether the new tile has a new path that a run could use, or a station of higher value within
        reach."""
        spot = self.spots[at]
        old = spot.track
        new = tile.turned[rotation]
        arrivals = reach.arrivals[at]
        if old is None or spot.tile is None:
            return bool(new.exits & arrivals)
        if not new.station:
            return self._has_new_path(family, at, old, new, reach)
        new_exits = new.exits & ~old.exits
        if arrivals & new_exits:
            return True
        if not reach.visited[at]:
            return False
        if tile.nuts > spot.tile.nuts:
            return True
        return new_exits != 0 and (tile.slots > len(spot.slots) or not spot.blocks(family))

    def _has_new_path(self, family: int, at: int, old: Turned, new: Turned, reach: Reach) -> bool:
        for edge in EDGES_OF[reach.arrivals[at]]:
            for other in EDGES_OF[new.links[edge] & ~old.links[edge]]:
                if self.ground.loops_count or can_join(self, family, reach, at, edge, other):
                    return True
        return False

    def lay(self, code: int, copy: int = -1, launch: bool = False) -> None:
        """Lay a tile: old tile back into the supply, marker, stations kept. `copy`: which one (-1: the first in the
        supply). `launch`: HOME or bonus tile of a launch, which under rules="site" sets no M or MM marker and leaves
        the tile's O twin in the supply (rulings 1.15)."""
        before = self.spots[lay_hex(code)]
        tile = self.ground.tiles.tiles[lay_tile(code)]
        if copy < 0:
            copy = self.first_copy(tile)
        after = self.spot_after(code, copy, launch)
        self._take(tile, copy, launch and self.ground.site)
        if before.tile is not None:
            self._give_back(before.tile, before.copy)
        self._changed(lay_hex(code), after)

    def spot_after(self, code: int, copy: int, launch: bool) -> Spot:
        """Return what would lie on the hex after this lay."""
        before = self.spots[lay_hex(code)]
        area = self.ground.hexes[lay_hex(code)]
        tile = self.ground.tiles.tiles[lay_tile(code)]
        rotation = lay_rotation(code)
        apart = launch and self.ground.site
        marked = before.marked or (area.kind == POOL) or (area.cost > 0 and not apart)
        slots = before.slots + (FREE,) * (tile.slots - len(before.slots))
        return Spot(tile, rotation, copy, marked, slots, before.extra, tile.turned[rotation])

    def first_copy(self, tile: Tile) -> int:
        """Return the first copy of this tile in the supply, or -1."""
        mask = self.supply[self._stock(tile)]
        return (mask & -mask).bit_length() - 1

    def put(self, at: int, spot: Spot) -> None:
        """Let this lie on a hex that is as printed: a position is laid out."""
        if spot.tile is not None:
            self._take(spot.tile, spot.copy, False)
        self._changed(at, spot)

    def _take(self, tile: Tile, copy: int, apart: bool) -> None:
        stocks = self.ground.tiles.stocks
        bit = ~(1 << copy)
        self.supply[self._stock(tile)] &= bit
        if not apart:
            self.supply[tile.stock] &= bit
            self.supply[tile.stock + stocks] &= bit

    def _give_back(self, tile: Tile, copy: int) -> None:
        self.supply[tile.stock] |= 1 << copy
        self.supply[tile.stock + self.ground.tiles.stocks] |= 1 << copy

    # Stations (rule 7.3).

    def station_hexes(self, family: int) -> list[int]:
        """Return where the family may build a station: within reach, a free space or one kept for it, none of its
        own."""
        reach = self.reach(family)
        kept = RESERVED - family
        found: list[int] = []
        for at, spot in enumerate(self.spots):
            if reach.visited[at] and not spot.holds(family) and (FREE in spot.slots or kept in spot.slots):
                found.append(at)
        return found

    def diet_hexes(self, family: int) -> list[int]:
        """Return where ON A DIET may put a station: any station tile within reach without a station of the family."""
        reach = self.reach(family)
        return [at for at, spot in enumerate(self.spots) if reach.visited[at] and not spot.holds(family)]

    def reserved_for(self, family: int) -> list[int]:
        """Return the hexes with a space that is kept for the family."""
        return [at for at, spot in enumerate(self.spots) if spot.slots and RESERVED - family in spot.slots]

    def place(self, family: int, at: int) -> None:
        """Put a station into its reserved space, else the first free one. Also the HOME station at the launch."""
        slots = self.spots[at].slots
        kept = RESERVED - family
        self._fill(at, slots.index(kept) if kept in slots else slots.index(FREE), family)

    def place_beside(self, family: int, at: int) -> None:
        """ON A DIET: place a station beside the spaces."""
        spot = self.spots[at]
        extra = (*spot.extra, family)
        self._changed(at, Spot(spot.tile, spot.rotation, spot.copy, spot.marked, spot.slots, extra, spot.track))

    def open_hexes(self) -> list[int]:
        """Station tiles with a free space that no player has reserved, for THAT'S MINE and WORK IN PROGRESS."""
        return [at for at, spot in enumerate(self.spots) if spot.slots and FREE in spot.slots]

    def reserve(self, family: int, at: int) -> None:
        """THAT'S MINE: keep the first free space."""
        self._fill(at, self.spots[at].slots.index(FREE), RESERVED - family)

    def block(self, at: int) -> None:
        """WORK IN PROGRESS: fill the first free space."""
        self._fill(at, self.spots[at].slots.index(FREE), BLOCK)

    def _fill(self, at: int, place: int, holder: int) -> None:
        slots = self.spots[at].slots
        self._changed(at, self.spots[at].with_slots((*slots[:place], holder, *slots[place + 1 :])))

    # Other marks.

    def hole_hexes(self) -> list[int]:
        """Return the R areas that HOLE may mark now."""
        if len(self.holes) == 2:
            return []
        return [at for at in self.ground.hole_areas if at not in self.holes]

    def dig(self, at: int) -> None:
        """HOLE: mark an R area; the second mark connects the two."""
        self.holes = (*self.holes, at)
        self._forget()

    def sow(self, family: int, at: int) -> None:
        """WHEAT: mark a station of the family."""
        self.wheat = (*self.wheat[:family], at, *self.wheat[family + 1 :])
        self._forget()


def _printed(area: Hex) -> Spot:
    slots = (RESERVED - area.family,) if area.kind == HOME else ()
    return Spot(None, 0, 0, False, slots, (), area.printed)


def _may_upgrade(spot: Spot, at: int, kinds: int, barred: tuple[int, ...]) -> bool:
    """Return whether the tile may be replaced at all, by RABBITS or in the ordinary way."""
    if kinds & RABBIT:
        return not spot.marked or (spot.tile is not None and spot.tile.colour == YELLOW)
    return not spot.marked and at not in barred
