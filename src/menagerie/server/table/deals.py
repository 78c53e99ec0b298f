"""Keep track of where a table's game was dealt again, and from which seeds."""

from __future__ import annotations

import msgspec

from menagerie.core.rng import fresh_seed


class Deal(msgspec.Struct, frozen=True):
    """A redeal: from there on everything hidden, and chance, comes from a new seed."""

    n: int
    """After how many decisions."""
    seed: int
    tables: tuple[str, ...] = ()
    """The continued table and its unfinished predecessors, whose seeds stay secret until all of them are over."""


class Deals:
    """The first deal of a table's game, and the redeals in effect."""

    def __init__(self, seed: int, begins: int = 0) -> None:
        """`begins`: after how many decisions a lesson starts."""
        self._seed = seed
        self._begins = begins
        self.later: tuple[Deal, ...] = ()
        """The redeals in effect, in order."""
        self.dealt_at = begins
        """Where this table's own game begins: at the start, where its lesson begins, or at the redeal with which it
        continued another game. Kept, because every decision asks for it."""

    @property
    def last_seed(self) -> int:
        """Return the seed that chance comes from, which is promised, and revealed at the end."""
        return self.later[-1].seed if self.later else self._seed

    @property
    def continues(self) -> tuple[str, ...]:
        """Return the tables whose seeds this table's record contains besides its own."""
        return tuple(dict.fromkeys([id for deal in self.later for id in deal.tables]))

    def is_at(self, n: int) -> bool:
        """Return whether hidden information was redealt after so many decisions."""
        return any(deal.n == n for deal in self.later)

    def is_after(self, n: int) -> bool:
        """Return whether there was a redeal later than that."""
        return any(deal.n > n for deal in self.later)

    def new(self, n: int) -> Deal:
        """Return a redeal from a fresh seed. It replaces one at the same moment and keeps its tables."""
        tables = next((deal.tables for deal in self.later if deal.n == n), ())
        return Deal(n, fresh_seed(), tables)

    def add(self, deal: Deal) -> None:
        """Add a redeal, replacing an earlier one at the same moment."""
        self._keep((*[other for other in self.later if other.n != deal.n], deal))

    def go_back(self, to: int) -> None:
        """Drop the redeals after a moment."""
        self._keep(tuple([deal for deal in self.later if deal.n <= to]))

    def _keep(self, later: tuple[Deal, ...]) -> None:
        self.later = later
        self.dealt_at = max([deal.n for deal in later if deal.tables], default=self._begins)
