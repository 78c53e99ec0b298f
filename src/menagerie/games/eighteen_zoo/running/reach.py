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

    __slots__ = ("arrivals", "joined", "visited")

    def __init__(self, arrivals: list[int], visited: list[bool]) -> None:
        self.arrivals: Final = arrivals
        """By hex: mask of the edges over which a run can come in, whether or not track continues there."""
        self.visited: Final = visited
        """By hex: whether a run can touch the station there."""
        self.joined: Final[dict[int, bool]] = {}
        """What `can_join` has found out, by hex and both sides."""


def reach_of(board: "Board", family: int) -> Reach:
    """Return what the family reaches (rule 7.2): through its own stations and open ones, not past R areas unless
    HOLE joins them, and never over the same track twice."""
    walker = _Walker(board, family, ())
    arrivals = walker.arrivals_without_turning()
    visited = [False] * len(arrivals)
    for at in walker.starts:
        visited[at] = True
    for arrival in walker.order:
        at = arrival // 6
        track = board.spots[at].track
        if track is not None and track.station and track.exits >> arrival % 6 & 1:
            visited[at] = True
    return Reach(arrivals, visited)


def can_join(board: "Board", family: int, reach: Reach, at: int, edge: int, other: int) -> bool:
    """Return whether a run that comes into a hex over `edge` could go out over `other` if there were a path
    between them: not where it comes in there only after it has gone out over the other one."""
    old = board.spots[at].track
    onward = 0
    if old is not None:
        for before in EDGES_OF[reach.arrivals[at]]:
            onward |= old.links[before]
    if not onward >> other & 1:
        return True  # no run has gone out there
    key = (at * 6 + edge) * 6 + other
    known = reach.joined.get(key)
    if known is None:
        walker = _Walker(board, family, (at * 6 + edge, at * 6 + other))
        known = reach.joined[key] = walker.arrivals_without_turning()[at] >> edge & 1 == 1
    return known


def reaches_another(board: "Board", family: int) -> bool:
    """Return whether track joins two stations of the family."""
    for at in board.stations(family):
        walker = _Walker(board, family, ())
        walker.starts = [at]
        for arrival, mask in enumerate(walker.arrivals_without_turning()):
            track = board.spots[arrival].track
            if arrival != at and track is not None and mask & track.exits and board.spots[arrival].holds(family):
                return True
    return False


@final
class _Walker:
    """Walks on from a family's stations as long as there is track, over each side of a hex once in each direction.

    A walk may do what no run may: turn round in a loop and come back over the same track. Where a walk came over a side
    only after it had crossed it the other way, a second walk, which never crosses it that way, must show that a run
    can come in there.
    """

    def __init__(self, board: "Board", family: int, barred: tuple[int, ...]) -> None:
        self.board: Final = board
        self.family: Final = family
        self.barred: Final = barred
        """The sides over which no walk goes out, as hex * 6 + edge."""
        self.starts: list[int] = board.stations(family)
        self.shut: Final = [0] * len(board.spots)
        """By hex: the edges over which no run can come in."""
        self.tunnel: Final = len(board.holes) == 2
        self.arrivals: list[int] = []
        """By hex: mask of the edges over which the last walk came in."""
        self.order: list[int] = []
        """The same as hex * 6 + edge, in the order in which it came there."""
        self.before: list[int] = []
        """For each of these the place in the order where the walk came in before, or NONE at a station."""

    def arrivals_without_turning(self) -> list[int]:
        """Return by hex: the edges over which a run can come in."""
        self._walk(NONE)
        doubtful = self._turned()
        while doubtful:
            impossible = [arrival for arrival in doubtful if not self._can_come_in(arrival)]
            for arrival in impossible:
                self.shut[arrival // 6] |= 1 << arrival % 6
            self._walk(NONE)
            if not impossible:
                break
            doubtful = self._turned()
        return self.arrivals

    def _can_come_in(self, arrival: int) -> bool:
        """Return whether a walk comes in over this edge that has not gone out over it before."""
        self._walk(arrival)
        return self.arrivals[arrival // 6] >> arrival % 6 & 1 == 1

    def _walk(self, goal: int) -> None:
        """Find the edges over which a walk comes in. It ends when it comes in over `goal`, given as hex * 6 + edge, and
        never goes out there; from the R areas of HOLE it leaves over any edge of the other one."""
        spots = self.board.spots
        self.arrivals = [0] * len(spots)
        self.order = []
        self.before = []
        for at in self.starts:
            track = spots[at].track
            if track is not None:
                self._leave(at, track.exits, NONE, goal)
        done = 0
        while done < len(self.order):
            if goal != NONE and self.arrivals[goal // 6] >> goal % 6 & 1:
                return
            self._go_on(done, goal)
            done += 1

    def _leave(self, at: int, edges: int, before: int, goal: int) -> None:
        """Go out of a hex over these edges, if that leads to something new."""
        across = self.board.ground.across
        for edge in EDGES_OF[edges]:
            code = at * 6 + edge
            onward = across[code]
            if onward == OFF_MAP or code == goal or code in self.barred:
                continue
            there = onward // 6
            bit = 1 << onward % 6
            if not (self.arrivals[there] | self.shut[there]) & bit:
                self.arrivals[there] |= bit
                self.order.append(onward)
                self.before.append(before)

    def _go_on(self, number: int, goal: int) -> None:
        """Leave the hex into which the walk came as number so and so of its order, wherever there is a way."""
        arrival = self.order[number]
        at = arrival // 6
        edge = arrival % 6
        spot = self.board.spots[at]
        track = spot.track
        if track is None or not track.exits >> edge & 1 or (track.station and spot.blocks(self.family)):
            return
        if self.tunnel and at in self.board.holes:
            other = self.board.holes[0] + self.board.holes[1] - at
            beyond = self.board.spots[other].track
            # Not into the R area whose way in is being tried.
            if beyond is not None and (goal == NONE or goal // 6 != other):
                self._leave(other, beyond.exits, number, goal)
            return
        self._leave(at, track.links[edge], number, goal)

    def _turned(self) -> list[int]:
        """Return the edges over which the walk came in after it had gone out over them, and those of R areas with
        HOLE to which it came from the other one."""
        turned: list[int] = []
        across = self.board.ground.across
        for number, here in enumerate(self.order):
            back = across[here]
            if (self.arrivals[back // 6] >> back % 6 & 1 and self._came_over(number, back)) or (
                self.tunnel and here // 6 in self.board.holes and self._came_through(number)
            ):
                turned.append(here)
        return turned

    def _came_over(self, number: int, earlier: int) -> bool:
        """Return whether the walk that came in as this one of the order had come in there before."""
        while number != NONE and self.order[number] != earlier:
            number = self.before[number]
        return number != NONE

    def _came_through(self, number: int) -> bool:
        """Return whether the walk that came into an R area of HOLE had been in the other one before."""
        other = self.board.holes[0] + self.board.holes[1] - self.order[number] // 6
        earlier = self.before[number]
        while earlier != NONE and self.order[earlier] // 6 != other:
            earlier = self.before[earlier]
        return earlier != NONE
