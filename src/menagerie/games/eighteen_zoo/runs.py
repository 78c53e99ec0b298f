"""The runs of a family's squirrels together (rule 7.4): the best, and one that is just enough.

Runs are chains of hexes, see `finder.py`. Whether a given set of runs is right is found out in `judging.py`.
"""

from typing import Final, final

from menagerie.games.eighteen_zoo.finder import RANK, Aids, Chain, Finder, Option
from menagerie.games.eighteen_zoo.network import Network
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.track import Board


@final
class Harvest:
    """A set of runs and what it brings."""

    __slots__ = ("chains", "nuts", "nuts_by_run", "pools", "pools_by_run")

    def __init__(self, chains: tuple[Chain, ...], nuts_by_run: tuple[int, ...], pools_by_run: tuple[int, ...]) -> None:
        self.chains: Final = chains
        """One for each squirrel given, in that order; () for a squirrel that does not run."""
        self.nuts_by_run: Final = nuts_by_run
        self.pools_by_run: Final = pools_by_run
        """O areas visited by each, also when TWO BARRELS keep them from paying."""
        self.nuts: Final = sum(nuts_by_run)
        self.pools: Final = sum(pools_by_run)


def _network(board: Board) -> Network:
    known = board.plans.get(-1)
    if isinstance(known, Network):
        return known
    network = Network(board)
    board.plans[-1] = network
    return network


def _key(family: int, squirrels: tuple[Runner, ...], aids: Aids, more: int) -> int:
    """Names a question about runs among the plans of a board."""
    key = more
    for runner in squirrels:
        key = key << 3 | runner.index + 1
    key = key << 3 | aids.wings | aids.sugar << 1 | aids.barrels << 2
    return (key << 3 | family) << 8 | aids.r_value


_ALL_RUNS: Final = 1
_BEST: Final = 2
_ENOUGH: Final = 3


def _finder(board: Board, family: int, runner: Runner, aids: Aids) -> Finder:
    """All runs of such a squirrel, worked out once for a board as it is."""
    key = _key(family, (runner,), aids, _ALL_RUNS)
    known = board.plans.get(key)
    if isinstance(known, Finder):
        return known
    finder = Finder(board, _network(board), family, runner, aids)
    board.plans[key] = finder
    return finder


def can_run(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids) -> bool:
    """Whether any of these squirrels has a run at all."""
    able = [runner for runner in squirrels if _finder(board, family, runner, aids).options]
    return bool(able)


def best_runs(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids) -> Harvest:
    """The most nuts that these squirrels can bring together; among equals the most O areas. WHEAT and HOLE lie on the
    board."""
    key = _key(family, squirrels, aids, _BEST)
    known = board.plans.get(key)
    if isinstance(known, Harvest):
        return known
    harvest = _Team(board, family, squirrels, aids).best()
    board.plans[key] = harvest
    return harvest


def enough_runs(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Aids, threshold: int) -> Harvest | None:
    """The fewest nuts that still reach the threshold, or None if it is out of reach. Of runs over the same shared
    track only the best is tried, and where there are very many runs the search ends early: then what is found is
    enough, but perhaps not quite the fewest."""
    best = best_runs(board, family, squirrels, aids)
    if best.nuts < threshold:
        return None
    key = _key(family, squirrels, aids, threshold << 2 | _ENOUGH)
    known = board.plans.get(key)
    if isinstance(known, Harvest):
        return known
    harvest = _Team(board, family, squirrels, aids).enough(threshold, best)
    board.plans[key] = harvest
    return harvest


_PATIENCE: Final = 20_000
"""Runs that the search for just enough looks at."""


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
        self.goal = 0
        self.steps = 0

    def best(self) -> Harvest:
        """The best set of runs: first of the last squirrel alone, then of the last two and so on. What the later ones
        bring together at best is a good limit for the search with one more."""
        many = len(self.finders) > 2
        free = [finder.lean() if many else finder.options for finder in self.finders]
        for i in range(len(self.picks) - 1, -1, -1):
            self.top = -1
            self._choose(i, 0, free)
            self.limits[i] = self.top
        return self._harvest()

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
        """The last squirrel takes the best run that is free."""
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
        """What is left to the squirrels after number i once this track is taken. `start`: a squirrel like number i
        need not look at better runs than that one has."""
        left = free[: i + 1]
        for options in free[i + 1 :]:
            if start and len(left) == i + 1:
                left.append([option for option in options[start:] if option.track & track == 0])
            else:
                left.append([option for option in options if option.track & track == 0])
        return left

    def enough(self, threshold: int, best: Harvest) -> Harvest:
        """The smallest set of runs with so many nuts; the best one if the search finds none in time."""
        self.goal = threshold * RANK
        self.top = (best.nuts + 1) * RANK
        self._choose_least(0, 0, 0, 0)
        return best if self.top == (best.nuts + 1) * RANK else self._harvest()

    def _choose_least(self, i: int, track: int, rank: int, start: int) -> None:
        if rank >= self.goal or i == len(self.picks):
            if rank >= self.goal and rank // RANK < self.top // RANK:
                self.top = rank
                self.chosen = self.picks[:i] + [None] * (len(self.picks) - i)
            return
        options = self.finders[i].options
        alike = i + 1 < len(self.picks) and self.finders[i + 1] is self.finders[i]
        for number in range(start, len(options)):
            option = options[number]
            if rank + option.rank + self.limits[i + 1] < self.goal or self._is_satisfied():
                break
            self.steps += 1
            if option.track & track == 0 and rank + option.rank < self.top:
                self.picks[i] = option
                self._choose_least(i + 1, track | option.track, rank + option.rank, number + 1 if alike else 0)
        if rank + self.limits[i + 1] >= self.goal and not self._is_satisfied():
            self.picks[i] = None
            self._choose_least(i + 1, track, rank, len(options) if alike else 0)

    def _is_satisfied(self) -> bool:
        """Whether exactly enough has been found, or the search has lasted long enough."""
        return self.top // RANK == self.goal // RANK or self.steps > _PATIENCE

    def _harvest(self) -> Harvest:
        chains: list[Chain] = [()] * len(self.seats)
        nuts = [0] * len(self.seats)
        pools = [0] * len(self.seats)
        for i, seat in enumerate(self.seats):
            option = self.chosen[i]
            if option is not None:
                chains[seat] = self.finders[i].chain(option)
                nuts[seat] = option.rank // RANK
                pools[seat] = option.rank % RANK
        return Harvest(tuple(chains), tuple(nuts), tuple(pools))


def _promise(board: Board, family: int, runner: Runner, aids: Aids) -> int:
    options = _finder(board, family, runner, aids).options
    return options[0].rank if options else 0
