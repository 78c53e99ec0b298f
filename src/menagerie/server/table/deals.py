"""Where a table's game was dealt again, and from which seeds."""

from __future__ import annotations

import msgspec

from menagerie.core.rng import fresh_seed


class Deal(msgspec.Struct, frozen=True):
    """A new deal: from there on all that a viewer did not know, and chance, comes from a seed of its own."""

    n: int
    """After so many decisions."""
    seed: int
    tables: tuple[str, ...] = ()
    """The table that was continued, and those before it that were not over. Until all are, their seeds are secret."""


class Deals:
    """The first deal of a table's game, and those that were made later."""

    def __init__(self, seed: int, begins: int = 0) -> None:
        """`begins`: after how many decisions a lesson begins."""
        self._seed = seed
        self._begins = begins
        self.later: tuple[Deal, ...] = ()
        """The new deals that stand, in order."""

    @property
    def last_seed(self) -> int:
        """The seed that chance comes from: what is promised, and shown in the end."""
        return self.later[-1].seed if self.later else self._seed

    @property
    def dealt_at(self) -> int:
        """Where this table's own game begins: the new deal with which it continued another one, where the lesson begins
        that is taught here, or the beginning."""
        return max([deal.n for deal in self.later if deal.tables], default=self._begins)

    @property
    def continues(self) -> tuple[str, ...]:
        """The tables whose seeds this table's record holds beside its own."""
        return tuple(dict.fromkeys([id for deal in self.later for id in deal.tables]))

    def is_at(self, n: int) -> bool:
        """Whether what is hidden was dealt again after so many decisions."""
        return any(deal.n == n for deal in self.later)

    def is_after(self, n: int) -> bool:
        """Whether something was dealt again later than that."""
        return any(deal.n > n for deal in self.later)

    def new(self, n: int) -> Deal:
        """Return a deal at a moment from a fresh seed; an earlier one there leaves no trace but the tables it was
        about."""
        tables = next((deal.tables for deal in self.later if deal.n == n), ())
        return Deal(n, fresh_seed(), tables)

    def add(self, deal: Deal) -> None:
        """Deal again, at a moment at which that takes the place of an earlier deal."""
        self.later = (*[other for other in self.later if other.n != deal.n], deal)

    def go_back(self, to: int) -> None:
        """Forget the deals after a moment."""
        self.later = tuple([deal for deal in self.later if deal.n <= to])
