"""Whether a family could get further than its track goes, with powers that lay tiles (rules 7.3 and 7.4).

A walk like that of `reach.py`, but each tile that could be laid or changed joins whatever the walk likes. Real tiles do
less: where this walk does not come no power leads, and where it comes one may or may not.
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.map.board import FREE, RESERVED, Board
from menagerie.games.eighteen_zoo.map.ground import HOME, POOL, R, Y
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF, YELLOW

# What a walk looks for.
STOP: Final = 0
"""A second stop for a run."""
STOP_OR_POOL: Final = 1
"""The same for a J squirrel, which also stops at O areas."""
SPACE: Final = 2
"""A space for a station."""


@final
class Means:
    """What powers can add to the map."""

    __slots__ = ("hole", "moles", "new", "purse", "rabbits")

    def __init__(self, new: int = 0, rabbits: int = 0, moles: int = 0, hole: bool = False, purse: int = 0) -> None:
        self.new: Final = new
        """Yellow tiles of ANCIENT MAPS."""
        self.rabbits: Final = rabbits
        """Upgrades by RABBITS."""
        self.moles: Final = moles
        """Tiles of MOLES."""
        self.hole: Final = hole
        """Whether two R areas can be joined by HOLE."""
        self.purse: Final = purse
        """What can be paid for M and MM."""


def could_reach(board: Board, family: int, means: Means, goal: int) -> bool:
    """Return whether a way from a station of the family to such a goal may be possible."""
    walker = _Walker(board, family, means, goal)
    return any(walker.walk(at) for at in board.stations(family))


@final
class _Walker:
    def __init__(self, board: Board, family: int, means: Means, goal: int) -> None:
        self.board: Final = board
        self.family: Final = family
        self.means: Final = means
        self.goal: Final = goal
        self.start = -1

    def walk(self, start: int) -> bool:
        """Walk from a station: first without a new tile, then with one, with two and so on."""
        self.start = start
        across = self.board.ground.across
        seen = [False] * len(across)
        track = self.board.spots[start].track
        now = [] if track is None else self._out(start, track.exits)
        later: list[int] = []
        if self._can_change(start):
            if self._is_goal_when_changed(start):
                return True
            later = self._out(start, 63)
        tiles = self.means.new + self.means.rabbits + self.means.moles
        while True:
            done = 0
            while done < len(now):
                arrival = now[done]
                done += 1
                if seen[arrival]:
                    continue
                seen[arrival] = True
                at, edge = arrival // 6, arrival % 6
                if self._is_goal(at, edge):
                    return True
                now += self._onward(at, edge)
                if tiles and self._can_change(at):
                    if self._is_goal_when_changed(at):
                        return True
                    later += self._out(at, 63)
            if not tiles or not later:
                return False
            tiles -= 1
            now, later = later, []

    def _out(self, at: int, edges: int) -> list[int]:
        """Return where a walk comes in that leaves a hex over these edges."""
        ground = self.board.ground
        return [ground.across[at * 6 + edge] for edge in EDGES_OF[edges & ground.open_edges[at]]]

    def _onward(self, at: int, edge: int) -> list[int]:
        """Return where a walk comes in next over the track that lies there."""
        spot = self.board.spots[at]
        track = spot.track
        if track is None or not track.exits >> edge & 1 or (track.station and spot.blocks(self.family)):
            return []
        found = self._out(at, track.links[edge])
        holes = self.board.ground.hole_areas if self.means.hole else self.board.holes
        if at in holes:
            for other in holes:
                beyond = self.board.spots[other].track
                if other != at and beyond is not None:
                    found += self._out(other, beyond.exits)
        return found

    def _can_change(self, at: int) -> bool:
        """Return whether a power could lay a tile there, or change the one that lies there."""
        spot = self.board.spots[at]
        means = self.means
        if spot.tile is None:
            area = self.board.ground.hexes[at]
            return means.new > 0 and area.buildable and area.cost <= means.purse
        tiles = self.board.ground.tiles
        lies = spot.tile.index * 6 + spot.rotation
        if means.rabbits and (not spot.marked or spot.tile.colour == YELLOW) and self._fits(at, tiles.better[lies]):
            return True
        return means.moles > 0 and self._fits(at, tiles.moles[lies])

    def _fits(self, at: int, follow: tuple[int, ...]) -> bool:
        """Return whether one of these tiles, given as tile * 6 + rotation, is left and points nowhere wrong."""
        ground = self.board.ground
        for better in follow:
            tile = ground.tiles.tiles[better // 6]
            if not tile.turned[better % 6].exits & ~ground.open_edges[at]:
                if ground.takes(ground.hexes[at], tile) and self.board.left(tile):
                    return True
        return False

    def _is_goal(self, at: int, edge: int) -> bool:
        """Return whether the walk that comes in over this edge has arrived."""
        spot = self.board.spots[at]
        track = spot.track
        if at == self.start or track is None or not track.exits >> edge & 1:
            return False
        if self.goal == SPACE:
            return not spot.holds(self.family) and (FREE in spot.slots or RESERVED - self.family in spot.slots)
        if track.station or self.board.ground.hexes[at].kind == R:
            return True
        return self.goal == STOP_OR_POOL and len(track.pools) > 0

    def _is_goal_when_changed(self, at: int) -> bool:
        """Return whether a walk that comes into this hex has arrived once the tile there is laid or changed."""
        kind = self.board.ground.hexes[at].kind
        if self.goal == SPACE:
            spot = self.board.spots[at]
            if spot.tile is None:
                return kind == Y
            return len(spot.slots) > 0 and not spot.holds(self.family)
        if at == self.start:
            return False
        return kind in (Y, HOME) or (self.goal == STOP_OR_POOL and kind == POOL)
