"""All runs that a squirrel of a family could make (rule 7.4).

A run is a chain of hexes: every hex it touches, in order. Neighbours in the chain share a side, or are the two R areas
joined by HOLE. That tells all: which track is used, which stations and O areas are visited.
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.network import POOL, R_AREA, STATION, Network, Place, Way
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.track import BLOCK, Board

Chain = tuple[int, ...]

POOL_NUTS: Final = 10
BARREL_NUTS: Final = 20
WHEAT_NUTS: Final = 30
RANK: Final = 1 << 8
"""Runs are compared by nuts * RANK + O areas."""


@final
class Aids:
    """What changes a family's runs this turn."""

    __slots__ = ("barrels", "r_value", "sugar", "wings")

    def __init__(self, r_value: int, wings: bool = False, sugar: bool = False, barrels: bool = False) -> None:
        self.r_value: Final = r_value
        """What an R area is worth in this phase."""
        self.wings: Final = wings
        """WINGS: one squirrel may jump one tokened-out station."""
        self.sugar: Final = sugar
        """A TIP OF SUGAR: one S squirrel may make one stop more."""
        self.barrels: Final = barrels
        """TWO BARRELS are used: O areas count 20 nuts and bring no $N."""


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

    def __init__(self, board: Board, network: Network, family: int, runner: Runner, aids: Aids) -> None:
        self.network: Final = network
        self.wings_bit: Final = 1 << network.track_bits
        self.sugar_bit: Final = 2 << network.track_bits
        self.stops: Final = runner.stops
        self.most_stops: Final = runner.stops + (1 if aids.sugar and not runner.jumps and not runner.patched else 0)
        self.least_stops: Final = 1 if runner.patched else 2
        self.ranks: Final = [rank_of(board, place, family, runner, aids) for place in network.places]
        """By place: what it adds to a run."""
        self.is_stop: Final = [1 if place.kind != POOL or runner.jumps else 0 for place in network.places]
        self.through: Final = [lets_through(board, place, family) for place in network.places]
        self.jumpable: Final = [aids.wings and can_be_jumped(board, place, family) for place in network.places]
        self.own: Final = [place.kind == STATION and board.spots[place.at].holds(family) for place in network.places]
        self.best: Final[dict[int, Option]] = {}
        """By track: the best run over just that."""
        self.parents: Final[list[int]] = []
        self.ways: Final[list[int]] = []
        """The notes: by mark, the stretch taken and the mark before."""
        self.anchor: Place = Place(0, STATION, 0, 0, 0)
        self._lean: Final[list[Option]] = []
        self.options: Final = self._search()
        """Every run that is worth having, the best first."""

    def _search(self) -> list[Option]:
        seen = 0
        for place in self.network.places:
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
        known = self.best.get(track)
        if known is None or known.rank < rank:
            self.best[track] = Option(track, rank, mark)

    def _arm(self, place: Place, first: int, track: int, seen: int, stops: int, rank: int, mark: int) -> None:
        """Go on from a place in every way. `first`: -1 on the first arm; on the second one the stretch that the first
        arm began with, so that no pair of arms is found twice."""
        for way in place.ways:
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
        """The runs without those for which another one brings as much over part of the same track."""
        if not self._lean:
            for option in self.options:
                track = option.track
                for better in self._lean:
                    if better.track & ~track == 0:
                        break
                else:
                    self._lean.append(option)
        return self._lean

    def chain(self, option: Option) -> Chain:
        """The run as a chain of hexes."""
        ways: list[Way] = []
        mark = option.mark
        while self.ways[mark] >= 0:
            ways.append(self.network.ways[self.ways[mark]])
            mark = self.parents[mark]
        anchor = self.network.places[-1 - self.ways[mark]]
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
    """A run is the same in both directions; this is the one that we write."""
    back = chain[::-1]
    return chain if chain <= back else back


def rank_of(board: Board, place: Place, family: int, runner: Runner, aids: Aids) -> int:
    """What a place adds to a run of this squirrel: nuts * RANK, and 1 for an O."""
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
    """Whether a run may go on beyond this place."""
    if place.kind == R_AREA:
        return len(board.holes) == 2 and place.at in board.holes
    return place.kind == POOL or not board.spots[place.at].blocks(family)


def can_be_jumped(board: Board, place: Place, family: int) -> bool:
    """WINGS: a tokened-out station, but not one whose only space holds the block of WORK IN PROGRESS."""
    spot = board.spots[place.at]
    return place.kind == STATION and spot.blocks(family) and spot.slots != (BLOCK,)
