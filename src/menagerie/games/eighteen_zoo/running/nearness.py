"""How near a family is to stops that it does not reach yet: a guess at the tiles that are missing.

Tiles that could be laid are taken to join whatever is wanted; so the guess is never too high.
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.map.ground import HOME, OFF_MAP, R, Y
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF

FAR: Final = 6
"""The most tiles that players plan ahead."""


@final
class Nearness:
    """By hex, the tiles still missing from there to a new stop."""

    __slots__ = ("missing", "tiles")

    def __init__(self, board: Board, family: int) -> None:
        reach = board.reach(family)
        ground = board.ground
        missing = [FAR] * len(board.spots)
        now: list[int] = []
        for at, spot in enumerate(board.spots):
            track = spot.track
            kind = ground.hexes[at].kind
            if track is None:
                is_new = kind in (Y, HOME)
            else:
                is_new = (kind == R and not reach.arrivals[at] & track.exits) or (
                    track.station and not reach.visited[at]
                )
            if is_new:
                missing[at] = 0 if track is not None else 1
                now.append(at)
        # Passing a tile whose track leads on is free; an empty hex costs a tile.
        while now:
            later: list[int] = []
            for at in now:
                track = board.spots[at].track
                exits = ground.open_edges[at] if track is None else track.exits
                for edge in EDGES_OF[exits]:
                    onward = ground.across[at * 6 + edge]
                    if onward == OFF_MAP:
                        continue
                    beyond = onward // 6
                    there = board.spots[beyond].track
                    if there is None:
                        if not ground.hexes[beyond].buildable:
                            continue
                        cost = missing[at] + 1
                    elif there.exits >> onward % 6 & 1:
                        cost = missing[at]
                    else:
                        continue
                    if cost < missing[beyond]:
                        missing[beyond] = cost
                        later.append(beyond)
            now = later
        self.missing: Final = missing
        self.tiles: Final = self._from(board, missing, family)
        """The tiles that are missing at least until the family comes to a new stop."""

    def _from(self, board: Board, missing: list[int], family: int) -> int:
        """Return the least that is missing where a run of the family can come in."""
        least = FAR
        for at, mask in enumerate(board.reach(family).arrivals):
            if mask and missing[at] < least:
                least = missing[at]
        for at in board.stations(family):
            if board.spots[at].tile is None:
                least = min(least, missing[at] + 1)
        return least


def nearness(board: Board, family: int) -> Nearness:
    """Return how near a family is to new stops, worked out once for a board as it is."""
    known = board.plans.get(-2 - family)
    if isinstance(known, Nearness):
        return known
    found = Nearness(board, family)
    board.plans[-2 - family] = found
    return found
