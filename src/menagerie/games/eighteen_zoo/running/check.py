"""Check whether a set of runs is valid, and what it brings (rule 7.4)."""

import itertools
from typing import Final, final

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo.map.board import BLOCK, Board
from menagerie.games.eighteen_zoo.map.ground import R
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.running.harvest import BARREL_NUTS, POOL_NUTS, WHEAT_NUTS, Aids, Chain, Harvest

RULE_RUN: Final = "7.4"
RULE_HOLE: Final = "10.10"
RULE_WINGS: Final = "10.19"
NO_EDGE: Final = -1
"""At the ends of a run, and for the way through HOLE."""


def measure(
    board: Board,
    family: int,
    squirrels: tuple[Runner, ...],
    aids: Aids,
    chains: tuple[Chain, ...],
    unfinished: int = -1,
) -> Harvest | Refusal:
    """Return what these runs bring, one chain for each squirrel (() if it doesn't run), or what is wrong with them.

    The run of squirrel number `unfinished` will continue, so only what that can't mend is wrong with it.
    """
    if len(chains) != len(squirrels):
        return Refusal("Give one route per squirrel. Leave it empty if it doesn't run.", RULE_RUN)
    judge = _Judge(board, family, aids)
    nuts: list[int] = []
    pools: list[int] = []
    for number, (runner, chain) in enumerate(zip(squirrels, chains, strict=True)):
        judge.begin(runner)
        if chain:
            judge.run(chain, number == unfinished)
        if judge.wrong:
            return Refusal(judge.wrong, judge.rule)
        nuts.append(judge.nuts)
        pools.append(judge.pools)
    return Harvest(chains, tuple(nuts), tuple(pools))


def matched(visits: list[tuple[int, ...]]) -> list[int]:
    """Return a different O for each visit, from those that each may have been; [] if there aren't enough."""
    if len(visits) == 1:
        return [visits[0][0]] if visits[0] else []
    for first in visits[0]:
        rest = [tuple([one for one in fits if one != first]) for fits in visits[1:]]
        others = matched(rest)
        if others:
            return [first, *others]
    return []


@final
class _Judge:
    """Follow one run after the other and note what is used."""

    def __init__(self, board: Board, family: int, aids: Aids) -> None:
        self.board: Final = board
        self.family: Final = family
        self.aids: Final = aids
        self.taken: Final[set[int]] = set()
        """Sides of hexes that earlier squirrels crossed."""
        self.wings_left = aids.wings
        self.sugar_left = aids.sugar
        self.wrong = ""
        self.rule = RULE_RUN
        self.sides: set[int] = set()
        """Sides that this squirrel crossed."""
        self.seen: set[int] = set()
        """Hexes that it visited."""
        self.waters: dict[int, list[tuple[int, ...]]] = {}
        """With the site's rules, by hex: for each visit, the O's that it may have been."""
        self.nuts = self.pools = self.stops = 0
        self.at_home = False

    def begin(self, runner: Runner) -> None:
        """Begin with the next squirrel."""
        self.runner = runner
        self.sides = set()
        self.seen = set()
        self.waters = {}
        self.nuts = self.pools = self.stops = 0
        self.at_home = False

    def run(self, chain: Chain, unfinished: bool) -> None:
        """Follow a run; `wrong` says why it isn't valid."""
        edges = self._edges(chain)
        i = 0
        while i < len(chain) and not self.wrong:
            i = self._touch(chain, edges, i)
        if not self.wrong:
            self._sum_up(chain, unfinished)
        self.taken.update(self.sides)

    def _edges(self, chain: Chain) -> list[int]:
        """Return by step: the edge over which the run leaves, or NO_EDGE for the way through HOLE; notes the sides
        crossed."""
        ground = self.board.ground
        edges: list[int] = []
        for at, after in itertools.pairwise(chain):
            found = [edge for edge in range(6) if ground.across[at * 6 + edge] // 6 == after]
            if not found:
                if len(self.board.holes) != 2 or sorted((at, after)) != sorted(self.board.holes):
                    self.wrong = f"Hexes {self._name(at)} and {self._name(after)} aren't next to each other."
                    return edges
                edges.append(NO_EDGE)
                continue
            side = min(at * 6 + found[0], ground.across[at * 6 + found[0]])
            if side in self.sides or side in self.taken:
                here, there = self._name(at), self._name(after)
                if side in self.sides:
                    self.wrong = f"The run uses the track between hexes {here} and {there} twice."
                else:
                    self.wrong = f"Another squirrel already uses the track between hexes {here} and {there}."
                return edges
            self.sides.add(side)
            edges.append(found[0])
        return edges

    def _name(self, at: int) -> str:
        return self.board.ground.hexes[at].name

    def _touch(self, chain: Chain, edges: list[int], i: int) -> int:
        """Follow the run through one hex (two for HOLE); the number of the next one."""
        at = chain[i]
        track = self.board.spots[at].track
        into = (edges[i - 1] + 3) % 6 if i > 0 and edges[i - 1] != NO_EDGE else NO_EDGE
        out = edges[i] if i < len(edges) else NO_EDGE
        for edge in (into, out):
            if edge != NO_EDGE and (track is None or not track.exits >> edge & 1):
                self.wrong = f"The track ends at hex {self._name(at)}."
                return i
        if track is None:
            self.wrong = f"Hex {self._name(at)} has no track."
            return i
        if i < len(edges) and out == NO_EDGE:
            return self._tunnel(chain, edges, i)
        is_end = i == 0 or i == len(chain) - 1
        side = out if into == NO_EDGE else into
        if track.station:
            self._station(at, is_end)
        elif self.board.ground.hexes[at].kind == R:
            if not is_end:
                self.wrong = f"Hex {self._name(at)} is an R area. A run can't pass through it."
            self._r_area(at)
        elif track.pools:
            self._pool(at, track.pools, into, out)
        elif is_end and (side == NO_EDGE or track.links[side]):
            self.wrong = f"A run can't end on the track at hex {self._name(at)}. End at a station, R area or O area."
        if not self.wrong and NO_EDGE not in (into, out) and not track.links[into] >> out & 1:
            self.wrong = f"No path at hex {self._name(at)} connects the sides that the run uses."
        return i + 1

    def _tunnel(self, chain: Chain, edges: list[int], i: int) -> int:
        """Through HOLE: in at one R area, out at the other; one stop, the value once."""
        if i == 0 or i + 2 >= len(chain) or NO_EDGE in (edges[i - 1], edges[i + 1]):
            self.rule = RULE_HOLE
            self.wrong = "A run that ends in an R area with HOLE can't also go through HOLE."
            return i
        beyond = self.board.spots[chain[i + 1]].track
        if beyond is None or not beyond.exits >> edges[i + 1] & 1:
            self.wrong = f"The track ends at hex {self._name(chain[i + 1])}."
            return i
        self._r_area(chain[i])
        return i + 2

    def _see(self, at: int) -> None:
        if at in self.seen:
            self.wrong = f"The run visits hex {self._name(at)} twice. Visit it once."
        self.seen.add(at)

    def _station(self, at: int, is_end: bool) -> None:
        spot = self.board.spots[at]
        self._see(at)
        self.at_home = self.at_home or spot.holds(self.family)
        if not is_end and spot.blocks(self.family):
            self._jump(at)
            return
        self.stops += 1
        self.nuts += 0 if spot.tile is None else spot.tile.nuts
        if self.board.wheat[self.family] == at:
            self.nuts += WHEAT_NUTS

    def _jump(self, at: int) -> None:
        """Let one squirrel jump over one full station with WINGS."""
        name = self._name(at)
        if not self.aids.wings:
            self.wrong = f"Hex {name} is full of other families' stations. A run can end there but not pass."
        elif self.board.spots[at].slots == (BLOCK,):
            self.rule = RULE_WINGS
            self.wrong = f"WORK IN PROGRESS blocks hex {name}, even for WINGS."
        elif not self.wings_left:
            self.rule = RULE_WINGS
            self.wrong = f"WINGS jump over one full station per turn, and hex {name} would be another."
        self.wings_left = False

    def _r_area(self, at: int) -> None:
        holes = self.board.holes
        self._see(min(holes) if len(holes) == 2 and at in holes else at)
        self.stops += 1
        self.nuts += self.aids.r_value

    def _pool(self, at: int, pools: tuple[int, ...], into: int, out: int) -> None:
        """Count an O: the one that the run passes or, at its end, one that it hasn't visited."""
        wanted = (0 if into == NO_EDGE else 1 << into) | (0 if out == NO_EDGE else 1 << out)
        fits = tuple([k for k, pool in enumerate(pools) if not wanted & ~pool])
        if not fits:
            self.wrong = f"No path at hex {self._name(at)} connects the sides that the run uses."
            return
        if self.board.ground.site:
            visits = [*self.waters.get(at, []), fits]
            self.waters[at] = visits
            if not matched(visits):
                self.wrong = f"The run visits hex {self._name(at)} twice. Visit it once."
        else:
            self._see(at)
        self.pools += 1
        if self.runner.jumps:
            self.stops += 1

    def _sum_up(self, chain: Chain, unfinished: bool) -> None:
        """Apply the rules about the run as a whole."""
        runner = self.runner
        here = f"The run from hex {self._name(chain[0])} to hex {self._name(chain[-1])}"
        most = runner.stops
        if self.stops == most + 1 and self.sugar_left and not runner.jumps and not runner.patched:
            self.sugar_left = False
            most += 1
        if not self.at_home and not unfinished:
            self.wrong = f"{here} doesn't touch any station of the family."
        elif self.stops > most:
            self.wrong = f"{here} makes {self.stops} stops. A {runner.name} can make {runner.stops}."
        elif self.stops < 2 and not runner.patched and not unfinished:
            self.wrong = f"{here} makes only one stop. It needs two."
        else:
            self._count()

    def _count(self) -> None:
        pool = BARREL_NUTS if self.aids.barrels else POOL_NUTS
        if self.runner.jumps:
            self.nuts *= 2
            pool = pool + POOL_NUTS if self.aids.barrels and self.board.ground.site else pool * 2
        self.nuts += pool * self.pools
