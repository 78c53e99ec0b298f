"""The map in numbers: hexes by name, with terrain, tile, track, stations and marks; and the supply of tiles."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Layout
from menagerie.games.eighteen_zoo.codes import MapCodes
from menagerie.games.eighteen_zoo.encoding.shown import Shown, zeros
from menagerie.games.eighteen_zoo.map.board import BLOCK, FREE, RESERVED, Board, Spot
from menagerie.games.eighteen_zoo.map.ground import KINDS, Ground
from menagerie.games.eighteen_zoo.map.tiles import EDGES, Turned
from menagerie.games.eighteen_zoo.pieces import Pieces

TILE: Final = ("number", "rotation", "marked")
PAIRS: Final = tuple([(a, b) for a in range(6) for b in range(a + 1, 6)])
TRACK: Final = (*EDGES, *[f"{EDGES[a]}-{EDGES[b]}" for a, b in PAIRS])
"""Edges that track leads to, and pairs of edges that it joins."""
IN_A_SPACE: Final = 1
BESIDE: Final = 2
KEY: Final = -32
"""The key under which a board remembers what was written about it, until something is built."""


@final
class MapPart:
    """The part about the map, the first of an observation."""

    def __init__(self, layout: Layout, pieces: Pieces, codes: MapCodes) -> None:
        hexes = tuple(codes.hexes)
        families = tuple([family.id for family in pieces.families])
        stocks = pieces.tiles.tiles[: pieces.tiles.stocks]
        holders = ("free", "blocked", *families, *[f"for {family}" for family in families])
        self._families: Final = len(families)
        self._holders: Final = len(holders)
        self._stocks: Final = pieces.tiles.stocks
        self._number: Final = {name: number for number, name in enumerate(hexes)}
        self._terrain: Final = layout.add(
            "terrain", (len(hexes), len(KINDS)), 0, 1, "What each hex of the map is.", (hexes, KINDS)
        )
        self._tiles: Final = layout.add(
            "tiles",
            (len(hexes), len(TILE)),
            0,
            len(stocks),
            "The tile on each hex, as its place in the supply from 1 on, its rotation, and whether a marker bars it.",
            (hexes, TILE),
        )
        self._track: Final = layout.add(
            "track",
            (len(hexes), len(TRACK)),
            0,
            1,
            "Where the track on each hex leads, and what it joins.",
            (hexes, TRACK),
        )
        self._spaces: Final = layout.add(
            "stations",
            (len(hexes), len(holders)),
            0,
            3,
            "Free and blocked spaces; 1 for a family's station in a space, 2 for one beside them; spaces kept for one.",
            (hexes, holders),
        )
        self._wheat: Final = layout.add(
            "wheat", (len(hexes), len(families)), 0, 1, "Whose WHEAT lies on a hex.", (hexes, families)
        )
        self._holes: Final = layout.add("holes", (len(hexes),), 0, 1, "The R areas that HOLE marks.", (hexes,))
        self._supply: Final = layout.add(
            "tile_supply",
            (len(stocks),),
            0,
            max([tile.count for tile in stocks]),
            "How many of each tile are left.",
            (tuple([tile.number for tile in stocks]),),
        )
        self._size: Final = layout.size
        self._no_track: Final = zeros(len(TRACK))
        self._nobody: Final = zeros(len(holders))
        self._joined: Final[dict[Turned, tuple[int, ...]]] = {}
        """By track, which of the numbers about it are 1."""
        self._printed: Final[dict[str, memoryview]] = {}
        """By map, what is written before anything is built."""

    def told(self, board: Board) -> memoryview:
        """Return all of it. It is put together once for a board as it is: few decisions change the map."""
        known = board.plans.get(KEY)
        if isinstance(known, memoryview):
            return known
        out = memoryview(bytearray(self._of_ground(board.ground))).cast("h")
        self._tell(board, out)
        board.plans[KEY] = out
        return out

    def tell_again(self, board: Board, out: memoryview, shown: Shown) -> None:
        """Write what has changed: after most decisions nothing, else mostly one hex."""
        if board is shown.board:
            if board.plans is shown.plans:
                return
            if board.wheat == shown.wheat and board.holes == shown.holes:
                self._tell_changes(board, out, shown)
                shown.take(board)
                return
        out[: self._size] = self.told(board)
        shown.take(board)

    def _tell_changes(self, board: Board, out: memoryview, shown: Shown) -> None:
        """Write the tiles; no hex ever loses its tile."""
        hexes = board.ground.hexes
        for at, spot in enumerate(board.spots):
            if spot is not shown.spots[at]:
                number = self._number[hexes[at].name]
                out[self._track + len(TRACK) * number : self._track + len(TRACK) * (number + 1)] = self._no_track
                out[self._spaces + self._holders * number : self._spaces + self._holders * (number + 1)] = self._nobody
                self._tell_spot(spot, number, out)
        for stock in range(self._stocks):
            if board.supply[stock] != shown.supply[stock]:
                out[self._supply + stock] = board.supply[stock].bit_count()

    def _of_ground(self, ground: Ground) -> memoryview:
        if ground.key not in self._printed:
            out = memoryview(bytearray(2 * self._size)).cast("h")
            for area in ground.hexes:
                number = self._number[area.name]
                out[self._terrain + len(KINDS) * number + area.kind] = 1
                if area.printed is not None:
                    self._tell_track(area.printed, number, out)
            self._printed[ground.key] = out
        return self._printed[ground.key]

    def _tell(self, board: Board, out: memoryview) -> None:
        hexes = board.ground.hexes
        for at, spot in enumerate(board.spots):
            if spot.tile is not None or spot.slots or spot.extra:
                self._tell_spot(spot, self._number[hexes[at].name], out)
        for family, at in enumerate(board.wheat):
            if at >= 0:
                out[self._wheat + self._families * self._number[hexes[at].name] + family] = 1
        for at in board.holes:
            out[self._holes + self._number[hexes[at].name]] = 1
        for stock in range(self._stocks):
            out[self._supply + stock] = board.supply[stock].bit_count()

    def _tell_spot(self, spot: Spot, number: int, out: memoryview) -> None:
        if spot.tile is not None:
            at = self._tiles + len(TILE) * number
            out[at] = spot.tile.stock + 1
            out[at + 1] = spot.rotation
            out[at + 2] = 1 if spot.marked else 0
        if spot.track is not None:
            self._tell_track(spot.track, number, out)
        at = self._spaces + self._holders * number
        for holder in spot.slots:
            if holder == FREE:
                out[at] += 1
            elif holder == BLOCK:
                out[at + 1] += 1
            elif holder <= RESERVED:
                out[at + 2 + self._families + RESERVED - holder] = 1
            else:
                out[at + 2 + holder] = IN_A_SPACE
        for family in spot.extra:
            out[at + 2 + family] = BESIDE

    def _tell_track(self, track: Turned, number: int, out: memoryview) -> None:
        joined = self._joined.get(track)
        if joined is None:
            joined = self._joined[track] = _joined(track)
        at = self._track + len(TRACK) * number
        for place in joined:
            out[at + place] = 1


def _joined(track: Turned) -> tuple[int, ...]:
    """Return the places in TRACK of the edges and pairs of edges that a track has."""
    edges = [edge for edge in range(6) if track.exits >> edge & 1]
    return tuple(edges + [6 + pair for pair, (a, b) in enumerate(PAIRS) if track.links[a] >> b & 1])
