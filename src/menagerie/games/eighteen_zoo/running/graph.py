"""The track as squirrels see it: places, and stretches of track between neighbouring places.

A place is a station, an R area or an O. Two stretches that share a side of a hex share track (rule 7.4: no part of a
path may be used twice); in masks of track such shared parts have common bits.
"""

from typing import TYPE_CHECKING, Final, final

from menagerie.games.eighteen_zoo.map.ground import OFF_MAP, R
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.map.board import Board

STATION: Final = 0
R_AREA: Final = 1
POOL: Final = 2


@final
class Place:
    """A station, an R area or an O."""

    __slots__ = ("at", "bit", "edges", "index", "kind", "nuts")

    def __init__(self, index: int, kind: int, at: int, edges: int, nuts: int) -> None:
        self.index: Final = index
        self.kind: Final = kind
        self.at: Final = at
        """Its hex."""
        self.edges: Final = edges
        """Mask of the edges that lead to it."""
        self.nuts: Final = nuts
        """What a station is worth."""
        self.bit: int = 1 << index
        """Marks it in masks of places; places that count as one have the same bit."""


@final
class Way:
    """A stretch of track from one place to the next, in one direction."""

    __slots__ = ("end", "hexes", "index", "sides", "start", "track")

    def __init__(self, index: int, start: Place, end: Place, hexes: tuple[int, ...], sides: tuple[int, ...]) -> None:
        self.index: Final = index
        self.start: Final = start
        self.end: Final = end
        self.hexes: Final = hexes
        """The hexes from start to end, both included."""
        self.sides: Final = sides
        """The sides of hexes that it crosses."""
        self.track: int = 0
        """Its mask of track."""


@final
class Graph:
    """All places and stretches of a board; the same for every family."""

    def __init__(self, board: "Board") -> None:
        self.places: Final[list[Place]] = []
        self.at: Final[list[list[Place]]] = [[] for _ in board.spots]
        """By hex: its places; the O's in the order in which recorded games number them."""
        self.ways: Final[list[Way]] = []
        self._find_places(board)
        for place in self.places:
            for edge in EDGES_OF[place.edges]:
                self._walk(board, place, [place.at], [], place.at * 6 + edge)
        self.track_bits: Final = _mark_track(self.ways)
        """How many bits the masks of track have."""
        # Kept here and not with the places: things that hold each other are garbage that only Python's search for it
        # finds, and bots, who make thousands of boards, have it search seldom.
        self.ways_from: Final[list[list[Way]]] = [[] for _ in self.places]
        """By place: the stretches by which a run can continue, its own, or for an R area with HOLE the other end's."""
        for way in self.ways:
            self.ways_from[way.start.index].append(way)
        if len(board.holes) == 2 and self.at[board.holes[0]] and self.at[board.holes[1]]:
            first, second = self.at[board.holes[0]][0], self.at[board.holes[1]][0]
            second.bit = first.bit
            there = self.ways_from[second.index]
            self.ways_from[second.index] = self.ways_from[first.index]
            self.ways_from[first.index] = there

    def _find_places(self, board: "Board") -> None:
        site = board.ground.site
        for at, spot in enumerate(board.spots):
            track = spot.track
            if track is None:
                continue
            if track.station:
                nuts = 0 if spot.tile is None else spot.tile.nuts
                self._add(STATION, at, track.exits, nuts)
            elif board.ground.hexes[at].kind == R:
                self._add(R_AREA, at, track.exits, 0)
            else:
                for number, pool in enumerate(track.pools):
                    place = self._add(POOL, at, pool, 0)
                    if number and not site:
                        place.bit = self.at[at][0].bit

    def _add(self, kind: int, at: int, edges: int, nuts: int) -> Place:
        place = Place(len(self.places), kind, at, edges, nuts)
        self.places.append(place)
        self.at[at].append(place)
        return place

    def _walk(self, board: "Board", start: Place, hexes: list[int], sides: list[int], code: int) -> None:
        """Follow the track out of a hex until the next place, on every branch."""
        arrival = board.ground.across[code]
        if arrival == OFF_MAP:
            return
        side = min(code, arrival)
        at = arrival // 6
        edge = arrival % 6
        track = board.spots[at].track
        if track is None or not track.exits >> edge & 1 or side in sides:
            return
        hexes.append(at)
        sides.append(side)
        if self.at[at]:
            for place in self.at[at]:
                if place.edges >> edge & 1 and place.bit != start.bit:
                    self.ways.append(Way(len(self.ways), start, place, tuple(hexes), tuple(sides)))
        else:
            for out in EDGES_OF[track.links[edge]]:
                self._walk(board, start, hexes, sides, at * 6 + out)
        hexes.pop()
        sides.pop()


def _mark_track(ways: list[Way]) -> int:
    """Give every stretch its mask: one bit for each part that it shares with others, or one of its own."""
    users: dict[int, list[tuple[int, ...]]] = {}
    for way in ways:
        both = _either_way(way.sides)
        for side in way.sides:
            kinds = users.setdefault(side, [])
            if both not in kinds:
                kinds.append(both)
    shared = {side: tuple(sorted(kinds)) for side, kinds in users.items() if len(kinds) > 1}
    bits: dict[tuple[tuple[int, ...], ...], int] = {}
    for way in ways:
        keys = [shared[side] for side in way.sides if side in shared]
        if not keys:
            keys = [(_either_way(way.sides),)]
        for key in keys:
            if key not in bits:
                bits[key] = 1 << len(bits)
            way.track |= bits[key]
    return len(bits)


def _either_way(sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return the same for both directions of a stretch."""
    return sides if sides[0] <= sides[-1] else sides[::-1]
