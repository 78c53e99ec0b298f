"""Runs of squirrels (rule 7.4): the best, one that is just enough, and whether a given set of runs is right.

A run is a chain of hexes: every hex it touches, in order. Neighbours in the chain share a side, or are the two R areas
joined by HOLE. That tells all: which track is used, which stations and O areas are visited.
"""

from typing import Final, final

from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo.ground import Ground
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.track import Board

Chain = tuple[int, ...]


@final
class Help:
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


def best_runs(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Help) -> Harvest:
    """The most nuts that these squirrels can bring together; among equals the most O areas. WHEAT and HOLE lie on the
    board."""
    raise NotImplementedError


def enough_runs(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Help, threshold: int) -> Harvest | None:
    """The fewest nuts that still reach the threshold, or None if it is out of reach."""
    raise NotImplementedError


def measure(
    board: Board, family: int, squirrels: tuple[Runner, ...], aids: Help, chains: tuple[Chain, ...]
) -> Harvest | Refusal:
    """What these runs bring, one chain for each squirrel (() if it does not run), or what is wrong with them."""
    raise NotImplementedError


def can_run(board: Board, family: int, squirrels: tuple[Runner, ...], aids: Help) -> bool:
    """Whether any of these squirrels has a run at all."""
    raise NotImplementedError


def chain_of(ground: Ground, connections: list[list[str]]) -> Chain | None:
    """The chain that a recorded route describes, or None if its stretches do not join."""
    raise NotImplementedError


def connections_of(board: Board, chain: Chain) -> list[list[str]]:
    """The stretches of a run between neighbouring places, as recorded games have them."""
    raise NotImplementedError


def places_of(board: Board, chain: Chain) -> list[str]:
    """The places of a run (stations, R areas, O's, dead ends) as `nodes` of recorded games: `K9-0`."""
    raise NotImplementedError
