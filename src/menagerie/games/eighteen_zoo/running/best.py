"""The runs of a family's squirrels together (rule 7.4): the best, and those that bring more $N for fewer nuts.

`harvest.py` says how runs are written. `check.py` checks whether a given set of runs is valid.
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.map.ground import R
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.running.graph import Graph
from menagerie.games.eighteen_zoo.running.harvest import Aids, Chain, Harvest
from menagerie.games.eighteen_zoo.running.search import RANK, Finder, Option


def _graph(board: Board) -> Graph:
    known = board.plans.get(-1)
    if isinstance(known, Graph):
        return known
    graph = Graph(board)
    board.plans[-1] = graph
    return graph


def _key(family: int, squirrels: tuple[Runner, ...], aids: Aids, more: int) -> int:
    """Names a question about runs among the plans of a board."""
    key = more
    for runner in squirrels:
        key = key << 3 | runner.index + 1
    key = key << 3 | aids.wings | aids.sugar << 1 | aids.barrels << 2
    return (key << 3 | family) << 8 | aids.r_value


_ALL_RUNS: Final = 1
_USEFUL: Final = 2
_MOST: Final = 3


def _finder(board: Board, family: int, runner: Runner, aids: Aids) -> Finder:
    """Return all runs of such a squirrel, worked out once for a board as it is."""
    key = _key(family, (runner,), aids, _ALL_RUNS)
    known = board.plans.get(key)
    if isinstance(known, Finder):
        return known
    finder = Finder(board, _graph(board), family, runner, aids)
    board.plans[key] = finder
    return finder


def can_run(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids) -> bool:
    """Return whether any of these squirrels has a run at all."""
    if not [runner for runner in squirrels if runner.patched] and not _comes_to_a_place(board, family):
        return False
    able = [runner for runner in squirrels if _finder(board, family, runner, aids).options]
    return bool(able)


def _comes_to_a_place(board: Board, family: int) -> bool:
    """Return whether track leads from a station of the family to anything that a run could stop at or pass:
    without that only a squirrel with PATCH can run, and nothing else need be worked out."""
    kinds = board.ground.hexes
    for at, mask in enumerate(board.reach(family).arrivals):
        if mask:
            track = board.spots[at].track
            if track is not None and track.exits & mask and (track.station or track.pools or kinds[at].kind == R):
                return True
    return False


def most(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids) -> tuple[int, int]:
    """Return the nuts that these squirrels can bring at best, and the O areas that they touch then."""
    key = _key(family, squirrels, aids, _MOST)
    known = board.plans.get(key)
    if isinstance(known, int):
        return known // RANK, known % RANK
    rank = 0
    if squirrels:
        team = _Team(board, family, squirrels, aids)
        team.best()
        rank = max(0, team.top)
    board.plans[key] = rank
    return rank // RANK, rank % RANK


def useful_runs(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids) -> list[Harvest]:
    """Return the best runs that these squirrels can make together, then those with fewer nuts and more O areas:
    every set of runs that no other one beats in both. WHEAT and HOLE lie on the board. Empty if no squirrel can run.

    The first is always the very best. The others come from a search that looks at `PATIENCE` runs: in the rare
    positions where that is not enough one of them may be missing, or bring less than it could.
    """
    key = _key(family, squirrels, aids, _USEFUL)
    known = board.plans.get(key)
    if isinstance(known, list):
        return known
    found = _Team(board, family, squirrels, aids).useful(aids.barrels)
    board.plans[key] = found
    return found


PATIENCE: Final = 4_000
"""Runs that the search for O areas looks at."""


@final
class _Team:
    """The squirrels of a family choosing runs together: no track twice, WINGS and SUGAR once."""

    def __init__(self, board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids) -> None:
        order = [(_promise(board, family, squirrels[i], aids), squirrels[i].index, i) for i in range(len(squirrels))]
        order.sort()
        self.seats: Final = [i for _, _, i in order]
        """The squirrels in the order in which they choose: those that can bring most last, equal ones side by side."""
        self.finders: Final = [_finder(board, family, squirrels[i], aids) for i in self.seats]
        self.limits: Final = [0] * (len(squirrels) + 1)
        """The most that this squirrel and those after it could bring if none were in another's way."""
        for i in range(len(squirrels) - 1, -1, -1):
            options = self.finders[i].options
            self.limits[i] = self.limits[i + 1] + (options[0].rank if options else 0)
        self.picks: Final[list[Option | None]] = [None] * len(squirrels)
        self.chosen: list[Option | None] = [None] * len(squirrels)
        self.top = -1
        # The search for O areas.
        self.choices: list[list[Option]] = []
        self.water: Final = [0] * (len(squirrels) + 1)
        """The most O areas that this squirrel and those after it could touch."""
        self.most: list[int] = []
        """By number of O areas: the most nuts that have been found with so many or more."""
        self.found: list[list[Option | None]] = []
        """By number of O areas: the runs that bring most nuts with just so many, or nothing."""
        self.steps = 0

    def useful(self, barrels: bool) -> list[Harvest]:
        """Return the best set of runs, and those that no other one beats in nuts and O areas (which TWO BARRELS
        make dry)."""
        self.best()
        if self.top <= 0:
            return []
        harvests = [self._harvest(self.chosen)]
        if barrels:
            return harvests
        self._search_water()
        for choice in self._front():
            harvests.append(self._harvest(choice))
        return harvests

    def best(self) -> None:
        """Choose the best set of runs: first of the last squirrel alone, then of the last two and so on. What the later
        ones bring together at best is a good limit for the search with one more."""
        many = len(self.finders) > 2
        free = [finder.lean() if many else finder.options for finder in self.finders]
        for i in range(len(self.picks) - 1, -1, -1):
            self.top = -1
            self._choose(i, 0, free)
            self.limits[i] = self.top

    def _choose(self, i: int, rank: int, free: list[list[Option]]) -> None:
        """Let squirrel i and those after it choose from the runs that are still free for each."""
        if i == len(self.picks) - 1:
            self._choose_last(rank, free[i], 0, 0)
            return
        beyond = 0
        for options in free[i + 1 :]:
            if options:
                beyond += options[0].rank
        beyond = min(beyond, self.limits[i + 1])
        alike = i + 1 < len(self.picks) and self.finders[i + 1] is self.finders[i]
        for number, option in enumerate(free[i]):
            if rank + option.rank + beyond <= self.top:
                return
            self.picks[i] = option
            start = number + 1 if alike else 0
            if i == len(self.picks) - 2:
                self._choose_last(rank + option.rank, free[i + 1], option.track, start)
            else:
                self._choose(i + 1, rank + option.rank, self._still_free(i, free, option.track, start))
        if rank + beyond > self.top:
            self.picks[i] = None
            self._choose(i + 1, rank, free[: i + 1] + [[]] + free[i + 2 :] if alike else free)

    def _choose_last(self, rank: int, options: list[Option], track: int, start: int) -> None:
        """Give the last squirrel the best run that is free."""
        for number in range(start, len(options)):
            option = options[number]
            if rank + option.rank <= self.top:
                return
            if option.track & track == 0:
                self._note(rank + option.rank, option)
                return
        if rank > self.top:
            self._note(rank, None)

    def _note(self, rank: int, last: Option | None) -> None:
        self.top = rank
        self.picks[-1] = last
        self.chosen = self.picks.copy()

    def _still_free(self, i: int, free: list[list[Option]], track: int, start: int) -> list[list[Option]]:
        """Return what is left to the squirrels after number i once this track is taken. `start`: a squirrel like
        number i need not look at better runs than that one has."""
        left = free[: i + 1]
        for options in free[i + 1 :]:
            if start and len(left) == i + 1:
                left.append([option for option in options[start:] if option.track & track == 0])
            else:
                left.append([option for option in options if option.track & track == 0])
        return left

    # More O areas for fewer nuts.

    def _search_water(self) -> None:
        """Find the most nuts for every number of O areas above that of the best set of runs."""
        for i in range(len(self.picks) - 1, -1, -1):
            self.water[i] = self.water[i + 1] + self.finders[i].most_pools
        pools = self.top % RANK
        self.most = [self.top // RANK if number <= pools else -1 for number in range(self.water[0] + 1)]
        if self.water[0] <= pools:
            return
        self.found = [[] for _ in self.most]
        self.choices = [finder.useful() if len(self.finders) > 1 else finder.all() for finder in self.finders]
        self._choose_water(0, 0, 0, 0)

    def _choose_water(self, i: int, track: int, rank: int, start: int) -> None:
        """Let squirrel i and those after it choose, as long as nothing that has been found beats what may come."""
        if i == len(self.picks):
            self._note_water(rank)
            return
        options = self.choices[i]
        nuts = (rank + self.limits[i + 1]) // RANK
        pools = rank % RANK + self.water[i + 1]
        alike = i + 1 < len(self.picks) and self.finders[i + 1] is self.finders[i]
        for number in range(start, len(options)):
            option = options[number]
            if self.most[pools + option.rank % RANK] >= nuts + option.rank // RANK or option.track & track:
                continue
            self.steps += 1
            if self.steps > PATIENCE:
                return
            self.picks[i] = option
            self._choose_water(i + 1, track | option.track, rank + option.rank, number + 1 if alike else 0)
        if self.most[pools] < nuts and self.steps <= PATIENCE:
            self.picks[i] = None
            self._choose_water(i + 1, track, rank, len(self.choices[i]) if alike else 0)

    def _note_water(self, rank: int) -> None:
        nuts, pools = rank // RANK, rank % RANK
        self.found[pools] = self.picks.copy()
        while pools >= 0 and self.most[pools] < nuts:
            self.most[pools] = nuts
            pools -= 1

    def _front(self) -> list[list[Option | None]]:
        """Return what was found and not beaten since, the most nuts first."""
        kept: list[list[Option | None]] = []
        for pools, choice in enumerate(self.found):
            more = self.most[pools + 1] if pools + 1 < len(self.most) else -1
            if choice and self.most[pools] > more:
                kept.append(choice)
        return kept

    def _harvest(self, choice: list[Option | None]) -> Harvest:
        chains: list[Chain] = [()] * len(self.seats)
        nuts = [0] * len(self.seats)
        pools = [0] * len(self.seats)
        for i, seat in enumerate(self.seats):
            option = choice[i]
            if option is not None:
                chains[seat] = self.finders[i].chain(option)
                nuts[seat] = option.rank // RANK
                pools[seat] = option.rank % RANK
        return Harvest(tuple(chains), tuple(nuts), tuple(pools))


def _promise(board: Board, family: int, runner: Runner, aids: Aids) -> int:
    options = _finder(board, family, runner, aids).options
    return options[0].rank if options else 0
