"""Runs and what they bring (rule 7.4): the words in which all of `running` speaks.

A run is a chain of hexes: every hex it touches, in order. Neighbours in the chain share a side, or are the two R areas
joined by HOLE. That tells all: which track is used, which stations and O areas are visited.
"""

from typing import Final, final

Chain = tuple[int, ...]

POOL_NUTS: Final = 10
BARREL_NUTS: Final = 20
WHEAT_NUTS: Final = 30


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


UNDECIDED: Final = -1
KEPT: Final = 0
DISTRIBUTED: Final = 1


@final
class LastRun:
    """What a family's squirrels did when they ran last, and all runs before that: copies of a state share them."""

    __slots__ = ("before", "harvest", "income", "slot", "squirrels", "use", "went_from", "went_to")

    def __init__(
        self, slot: int, squirrels: tuple[str, ...], harvest: Harvest, income: int, before: "LastRun | None" = None
    ) -> None:
        self.slot: Final = slot
        """Where the locomotive stood."""
        self.squirrels: Final = squirrels
        """What those are called that `harvest` belongs to."""
        self.harvest: Final = harvest
        self.income: Final = income
        """$N from O areas."""
        self.before: Final = before
        self.use: int = UNDECIDED
        """Whether the harvest was distributed or kept."""
        self.went_from: int = 0
        self.went_to: int = 0
        """The family's value before and after that."""

    def used(self, use: int, went_from: int, went_to: int) -> "LastRun":
        """Return the same run, and what became of its harvest."""
        run = LastRun(self.slot, self.squirrels, self.harvest, self.income, self.before)
        run.use, run.went_from, run.went_to = use, went_from, went_to
        return run
