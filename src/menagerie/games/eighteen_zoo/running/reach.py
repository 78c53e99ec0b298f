"""How far a family gets over the track: everything that a run of any length from one of its stations can touch."""

from typing import TYPE_CHECKING, Final, final

from menagerie.games.eighteen_zoo.map.ground import OFF_MAP
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.map.board import Board

NONE: Final = -1
"""No side of a hex."""


@final
class Reach:
    """What a family reaches on a board."""

    __slots__ = ("arrivals", "visited")

    def __init__(self, arrivals: list[int], visited: list[bool]) -> None:
        self.arrivals: Final = arrivals
        """By hex: mask of the edges over which a run can come in, whether or not track goes on from there."""
        self.visited: Final = visited
        """By hex: whether a run can touch the station there."""


def reach_of(board: "Board", family: int) -> Reach:
    """What the family reaches (rule 7.2): through its own stations and open ones, not past R areas unless HOLE joins
    them, and never over the same track twice."""
    walker = _Walker(board, family)
    arrivals = walker.arrivals_without_turning()
    visited = [False] * len(arrivals)
    for at in walker.starts:
        visited[at] = True
    for at, mask in enumerate(arrivals):
        if mask:
            track = board.spots[at].track
            if track is not None and track.station and track.exits & mask:
                visited[at] = True
    return Reach(arrivals, visited)


@final
class _Walker:
    """Walks on from a family's stations as long as there is track, over each side of a hex once in each direction.

    A walk may do what no run may: turn round in a loop and come back over the same track. Where a walk came over a side
    only after it had crossed it the other way, a second walk, which never crosses it that way, must show that a run
    can come in there.
    """

    def __init__(self, board: "Board", family: int) -> None:
        self.board: Final = board
        self.family: Final = family
        self.starts: Final = board.stations(family)
        self.shut: Final = [0] * len(board.spots)
        """By hex: the edges over which no run can come in."""
        self.tunnel: Final = len(board.holes) == 2
        self.before: list[int] = []
        """By hex * 6 + edge: where the walk that came in there came in before, or NONE at a station."""

    def arrivals_without_turning(self) -> list[int]:
        """By hex: the edges over which a run can come in."""
        arrivals = self._walk(NONE, NONE)
        doubtful = self._turned(arrivals)
        while doubtful:
            impossible = [arrival for arrival in doubtful if not self._can_come_in(arrival)]
            if not impossible:
                break
            for arrival in impossible:
                self.shut[arrival // 6] |= 1 << arrival % 6
            arrivals = self._walk(NONE, NONE)
            doubtful = self._turned(arrivals)
        return arrivals

    def _can_come_in(self, arrival: int) -> bool:
        """Whether a walk comes in over this edge that has not gone out over it before."""
        return self._walk(arrival, arrival)[arrival // 6] >> arrival % 6 & 1 == 1

    def _walk(self, no_exit: int, goal: int) -> list[int]:
        """By hex: the edges over which a walk comes in. It never leaves over `no_exit` and ends when it reaches `goal`,
        both given as hex * 6 + edge; from the R areas of HOLE it leaves over any edge of the other one."""
        across = self.board.ground.across
        spots = self.board.spots
        shut = self.shut
        arrivals = [0] * len(spots)
        before = [NONE] * len(across)
        todo: list[int] = []
        exits: list[int] = []
        for at in self.starts:
            track = spots[at].track
            if track is not None:
                exits += [at * 6 + edge for edge in EDGES_OF[track.exits]]
        arrival = NONE
        done = 0
        while True:
            for code in exits:
                onward = across[code]
                if onward == OFF_MAP or code == no_exit:
                    continue
                at = onward // 6
                bit = 1 << onward % 6
                if not (arrivals[at] | shut[at]) & bit:
                    arrivals[at] |= bit
                    before[onward] = arrival
                    todo.append(onward)
            if done == len(todo) or (goal != NONE and arrivals[goal // 6] >> goal % 6 & 1):
                break
            arrival = todo[done]
            done += 1
            exits = self._exits(arrival // 6, arrival % 6, no_exit)
        self.before = before
        return arrivals

    def _exits(self, at: int, edge: int, no_exit: int) -> list[int]:
        """The ways on for a walk that comes into a hex over this edge, as hex * 6 + edge where it leaves."""
        spot = self.board.spots[at]
        track = spot.track
        if track is None or not track.exits >> edge & 1 or (track.station and spot.blocks(self.family)):
            return []
        if self.tunnel and at in self.board.holes:
            other = self.board.holes[0] + self.board.holes[1] - at
            beyond = self.board.spots[other].track
            # Not into the R area whose way in is being tried.
            if beyond is None or (no_exit != NONE and no_exit // 6 == other):
                return []
            return [other * 6 + out for out in EDGES_OF[beyond.exits]]
        return [at * 6 + out for out in EDGES_OF[track.links[edge]]]

    def _turned(self, arrivals: list[int]) -> list[int]:
        """The edges over which the walk came in after it had gone out over them, and those of R areas with HOLE to
        which it came from the other one."""
        turned: list[int] = []
        across = self.board.ground.across
        for at, mask in enumerate(arrivals):
            for edge in EDGES_OF[mask]:
                here = at * 6 + edge
                back = across[here]
                if (arrivals[back // 6] >> back % 6 & 1 and self._came_over(here, back)) or (
                    self.tunnel and at in self.board.holes and self._came_through(here)
                ):
                    turned.append(here)
        return turned

    def _came_over(self, arrival: int, earlier: int) -> bool:
        """Whether the walk that came in here had come in there before."""
        while arrival not in (NONE, earlier):
            arrival = self.before[arrival]
        return arrival == earlier

    def _came_through(self, arrival: int) -> bool:
        """Whether the walk that came into an R area of HOLE had been in the other one before."""
        other = self.board.holes[0] + self.board.holes[1] - arrival // 6
        earlier = self.before[arrival]
        while earlier != NONE and earlier // 6 != other:
            earlier = self.before[earlier]
        return earlier != NONE
