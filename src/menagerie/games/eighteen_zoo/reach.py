"""How far a family gets over the track: everything that a run of any length from one of its stations can touch."""

from typing import TYPE_CHECKING, Final, final

from menagerie.games.eighteen_zoo.tiles import EDGES_OF

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.track import Board

_PATIENCE: Final = 4000
"""Steps after which the search for a run over doubtful track gives up and lets the track count as reached."""


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
    starts = board.stations(family)
    arrivals = _spread(board, family, starts, [0] * len(board.spots))
    turnings = _turnings(board, arrivals)
    if any(turnings):
        _confirm(board, family, starts, arrivals, _spread(board, family, starts, turnings))
    visited = [False] * len(board.spots)
    for at in starts:
        visited[at] = True
    for at, mask in enumerate(arrivals):
        if mask:
            track = board.spots[at].track
            if track is not None and track.station and track.exits & mask:
                visited[at] = True
    return Reach(arrivals, visited)


def _spread(board: "Board", family: int, starts: list[int], closed: list[int]) -> list[int]:
    """Walk on as long as there is track, each side of a hex once in each direction. `closed`: by hex the edges over
    which the walk may come in but not go on."""
    across = board.ground.across
    arrivals = [0] * len(board.spots)
    todo: list[int] = []
    for at in starts:
        track = board.spots[at].track
        if track is not None:
            for edge in EDGES_OF[track.exits]:
                todo.append(across[at * 6 + edge])
    while todo:
        arrival = todo.pop()
        if arrival < 0:
            continue
        at = arrival // 6
        edge = arrival % 6
        if arrivals[at] >> edge & 1:
            continue
        arrivals[at] |= 1 << edge
        if closed[at] >> edge & 1:
            continue
        for code in _onward(board, family, at, edge):
            todo.append(across[code])
    return arrivals


def _onward(board: "Board", family: int, at: int, edge: int) -> list[int]:
    """The ways on for a run that comes into a hex over this edge, as hex * 6 + edge where it leaves."""
    spot = board.spots[at]
    track = spot.track
    if track is None or not track.exits >> edge & 1:
        return []
    if track.station and spot.blocks(family):
        return []
    if at in board.holes and len(board.holes) == 2:
        other = board.holes[0] + board.holes[1] - at
        beyond = board.spots[other].track
        return [] if beyond is None else [other * 6 + out for out in EDGES_OF[beyond.exits]]
    return [at * 6 + out for out in EDGES_OF[track.links[edge]]]


def _turnings(board: "Board", arrivals: list[int]) -> list[int]:
    """By hex: the edges of switches that the walk passed both ways, and R areas of HOLE entered from both ends. Only
    there can the walk have turned round and used the same track twice, which no run may do."""
    turnings = [0] * len(board.spots)
    for at, mask in enumerate(arrivals):
        track = board.spots[at].track
        if mask == 0 or track is None or track.station:
            continue
        for edge in EDGES_OF[mask & track.exits]:
            branches = track.links[edge]
            if branches & (branches - 1) and branches & mask:
                turnings[at] |= 1 << edge
    if len(board.holes) == 2 and arrivals[board.holes[0]] and arrivals[board.holes[1]]:
        for at in board.holes:
            turnings[at] = arrivals[at]
    return turnings


def _confirm(board: "Board", family: int, starts: list[int], arrivals: list[int], certain: list[int]) -> None:
    """Take back those arrivals for which no proper run can be found."""
    search = _Search(board, family, arrivals, certain)
    for at in starts:
        track = board.spots[at].track
        if track is not None:
            search.visited[at] = True
            for edge in EDGES_OF[track.exits]:
                search.leave(at * 6 + edge)
            search.visited[at] = False
    if search.steps <= _PATIENCE:
        for at in range(len(arrivals)):
            arrivals[at] = search.found[at]


@final
class _Search:
    """Runs without end, tried one after the other until every doubtful arrival is found or none is left to try."""

    def __init__(self, board: "Board", family: int, wanted: list[int], certain: list[int]) -> None:
        self.board: Final = board
        self.family: Final = family
        self.found: Final = certain
        self.open: int = sum([(wanted[at] & ~certain[at]).bit_count() for at in range(len(wanted))])
        self.used: Final = [False] * (len(wanted) * 6)
        self.visited: Final = [False] * len(wanted)
        self.steps = 0

    def leave(self, code: int) -> None:
        """Go out of a hex over an edge, and on from there."""
        arrival = self.board.ground.across[code]
        if self.open == 0 or arrival < 0 or self.used[code] or self.used[arrival] or self.steps > _PATIENCE:
            return
        self.steps += 1
        at = arrival // 6
        edge = arrival % 6
        if not self.found[at] >> edge & 1:
            self.found[at] |= 1 << edge
            self.open -= 1
        if self.visited[at]:
            return
        track = self.board.spots[at].track
        place = at if track is not None and (track.station or at in self.board.holes) else -1
        self.used[code] = True
        if place >= 0:
            self._visit(place, True)
        for onward in _onward(self.board, self.family, at, edge):
            self.leave(onward)
        if place >= 0:
            self._visit(place, False)
        self.used[code] = False

    def _visit(self, at: int, now: bool) -> None:
        self.visited[at] = now
        if at in self.board.holes:
            for hole in self.board.holes:
                self.visited[hole] = now
