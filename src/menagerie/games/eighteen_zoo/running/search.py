"""All runs that a squirrel of a family could make (rule 7.4).

`harvest.py` says how runs are written.
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.map.board import BLOCK, Board
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.running.graph import POOL, R_AREA, STATION, Graph, Place, Way
from menagerie.games.eighteen_zoo.running.harvest import BARREL_NUTS, POOL_NUTS, WHEAT_NUTS, Aids, Chain

RANK: Final = 1 << 8
"""Runs are compared by nuts * RANK + O areas."""


@final
class Option:
    """One run that a squirrel could make."""

    __slots__ = ("mark", "rank", "track")

    def __init__(self, track: int, rank: int, mark: int) -> None:
        self.track: Final = track
        """Mask of the track it uses, and of WINGS and SUGAR."""
        self.rank: Final = rank
        """nuts * RANK + O areas."""
        self.mark: Final = mark
        """Where the finder has noted the way."""


def _by_rank(option: Option) -> int:
    return -option.rank


@final
class Finder:
    """All runs of one kind of squirrel of a family on a board.

    Every run is found once, from its first own station (the anchor): one arm of track, then perhaps a second one.
    """

    def __init__(self, board: Board, graph: Graph, family: int, runner: Runner, aids: Aids) -> None:
        self.graph: Final = graph
        self.wings_bit: Final = 1 << graph.track_bits
        self.sugar_bit: Final = 2 << graph.track_bits
        self.stops: Final = runner.stops
        self.most_stops: Final = runner.stops + (1 if aids.sugar and not runner.jumps and not runner.patched else 0)
        self.least_stops: Final = 1 if runner.patched else 2
        self.ranks: Final = [rank_of(board, place, family, runner, aids) for place in graph.places]
        """By place: what it adds to a run."""
        self.is_stop: Final = [1 if place.kind != POOL or runner.jumps else 0 for place in graph.places]
        self.through: Final = [lets_through(board, place, family) for place in graph.places]
        self.jumpable: Final = [aids.wings and can_be_jumped(board, place, family) for place in graph.places]
        self.own: Final = [place.kind == STATION and board.spots[place.at].holds(family) for place in graph.places]
        self.best: Final[dict[int, Option]] = {}
        """By track: the best run over just that."""
        self.wetter: Final[list[Option]] = []
        """Runs over the same track as a better one that touch more O areas than that."""
        self.most_pools = 0
        """The most O areas that any run touches."""
        self.parents: Final[list[int]] = []
        self.ways: Final[list[int]] = []
        """The notes: by mark, the stretch taken and the mark before."""
        self.anchor: Place = Place(0, STATION, 0, 0, 0)
        self._lean: Final[list[Option]] = []
        self._useful: Final[list[Option]] = []
        self.options: Final = self._search()
        """Every run that is worth having, the best first."""

    def _search(self) -> list[Option]:
        seen = 0
        for place in self.graph.places:
            if self.own[place.index]:
                self.anchor = place
                stops = self.is_stop[place.index]
                rank = self.ranks[place.index]
                root = self._note(-1, -1 - place.index)
                seen |= place.bit
                self._keep(0, rank, stops, root)
                self._arm(place, -1, 0, seen, stops, rank, root)
        found = list(self.best.values())
        found.sort(key=_by_rank)
        return found

    def _note(self, parent: int, way: int) -> int:
        self.parents.append(parent)
        self.ways.append(way)
        return len(self.parents) - 1

    def _keep(self, track: int, rank: int, stops: int, mark: int) -> None:
        if stops < self.least_stops:
            return
        if stops > self.stops:
            track |= self.sugar_bit
        if rank % RANK > self.most_pools:
            self.most_pools = rank % RANK
        known = self.best.get(track)
        if known is None or known.rank < rank:
            self.best[track] = Option(track, rank, mark)
            if known is not None and known.rank % RANK > rank % RANK:
                self.wetter.append(known)
        elif rank % RANK > known.rank % RANK:
            self.wetter.append(Option(track, rank, mark))

    def _arm(self, place: Place, first: int, track: int, seen: int, stops: int, rank: int, mark: int) -> None:
        """Continue from a place in every way. `first`: -1 on the first arm; on the second, the stretch that the first
        arm began with, so that no pair of arms is found twice."""
        for way in self.graph.ways_from[place.index]:
            end = way.end
            if way.track & track or end.bit & seen:
                continue
            if first >= 0 and place is self.anchor and way.index > first:
                continue
            index = end.index
            after = stops + self.is_stop[index]
            if after <= self.most_stops:
                note = self._note(mark, way.index)
                self._keep(track | way.track, rank + self.ranks[index], after, note)
                if self.through[index]:
                    self._arm(end, first, track | way.track, seen | end.bit, after, rank + self.ranks[index], note)
                if first < 0:
                    begun = self._first_way(note)
                    self._arm(
                        self.anchor, begun, track | way.track, seen | end.bit, after, rank + self.ranks[index], note
                    )
            if self.jumpable[index] and not track & self.wings_bit:
                note = self._note(mark, way.index)
                self._arm(end, first, track | way.track | self.wings_bit, seen | end.bit, stops, rank, note)

    def _first_way(self, mark: int) -> int:
        while self.parents[self.parents[mark]] >= 0:
            mark = self.parents[mark]
        return self.ways[mark]

    def lean(self) -> list[Option]:
        """Return the runs without those for which another one brings as much over part of the same track."""
        if not self._lean:
            for option in self.options:
                track = option.track
                for better in self._lean:
                    if better.track & ~track == 0:
                        break
                else:
                    self._lean.append(option)
        return self._lean

    def all(self) -> list[Option]:
        """Return every run, also those with fewer nuts and more O areas than another one over the same track."""
        if not self.wetter:
            return self.options
        found = self.options + self.wetter
        found.sort(key=_by_rank)
        return found

    def useful(self) -> list[Option]:
        """Return the runs without those for which another one brings as many nuts and O areas over part of the
        same track."""
        if not self._useful:
            for option in self.all():
                track, pools = option.track, option.rank % RANK
                for better in self._useful:
                    if better.track & ~track == 0 and better.rank % RANK >= pools:
                        break
                else:
                    self._useful.append(option)
        return self._useful

    def chain(self, option: Option) -> Chain:
        """Return the run as a chain of hexes."""
        ways: list[Way] = []
        mark = option.mark
        while self.ways[mark] >= 0:
            ways.append(self.graph.ways[self.ways[mark]])
            mark = self.parents[mark]
        anchor = self.graph.places[-1 - self.ways[mark]]
        ways.reverse()
        arms: list[list[int]] = []
        for way in ways:
            if way.start is anchor:
                arms.append([anchor.at])
            arm = arms[-1]
            if arm[-1] != way.start.at:
                arm.append(way.start.at)
            arm += way.hexes[1:]
        chain = [anchor.at] if not arms else arms[0]
        if len(arms) == 2:
            chain = arms[1][:0:-1] + chain
        return either_way(tuple(chain))


def either_way(chain: Chain) -> Chain:
    """Return a run is the same in both directions; this is the one that we write."""
    back = chain[::-1]
    return chain if chain <= back else back


def rank_of(board: Board, place: Place, family: int, runner: Runner, aids: Aids) -> int:
    """Return what a place adds to a run of this squirrel: nuts * RANK, and 1 for an O."""
    if place.kind == POOL:
        nuts = BARREL_NUTS if aids.barrels else POOL_NUTS
        if runner.jumps:
            nuts = nuts + POOL_NUTS if aids.barrels and board.ground.site else nuts * 2
        return nuts * RANK + 1
    nuts = aids.r_value if place.kind == R_AREA else place.nuts
    if board.wheat[family] == place.at:
        nuts += WHEAT_NUTS
    return (nuts * 2 if runner.jumps else nuts) * RANK


def lets_through(board: Board, place: Place, family: int) -> bool:
    """Return whether a run may continue beyond this place."""
    if place.kind == R_AREA:
        return len(board.holes) == 2 and place.at in board.holes
    return place.kind == POOL or not board.spots[place.at].blocks(family)


def can_be_jumped(board: Board, place: Place, family: int) -> bool:
    """WINGS: a tokened-out station, but not one whose only space holds the block of WORK IN PROGRESS."""
    spot = board.spots[place.at]
    return place.kind == STATION and spot.blocks(family) and spot.slots != (BLOCK,)
