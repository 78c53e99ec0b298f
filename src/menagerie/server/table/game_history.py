"""Keep the decisions of a table's game that are in effect, and find the state at every moment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from menagerie.core.display.consequences import is_open
from menagerie.core.state import State
from menagerie.server.base.errors import Refused
from menagerie.server.table.values import Tried

EVERY: Final = 8
"""Keep the state after every so many decisions, so that any moment is at most that many decisions away."""


@mypyc_attr(allow_interpreted_subclasses=True)  # for tests that replace the history
class GameHistory:
    """The current state of one game, and its past. A moment is the game after so many decisions."""

    def __init__(self, state: State) -> None:
        """`state`: before the first decision."""
        self.state = state
        self.decisions: list[tuple[int, str]] = []
        """The decisions in effect, each with its seat."""
        self.n = 0
        """Their number."""
        self.times: list[float] = []
        """When each was made."""
        self._open: list[bool] = []
        """Whether each revealed nothing hidden."""
        self._seqs: list[int] = []
        """The number of each one's event."""
        self._last_undo = 0
        self._kept: dict[int, State] = {0: state}
        self._before: State | None = None
        """The state before the last decision, for its animation."""

    def add(self, seat: int, tried: Tried, seq: int, at: float) -> None:
        """Add a decision that was tried."""
        after = tried.state
        self._open.append(is_open(self.state, after))
        self.decisions.append((seat, tried.decision))
        self.n += 1
        self._seqs.append(seq)
        self.times.append(at)
        self._before, self.state = self.state, after
        if self.n % EVERY == 0:
            self._kept[self.n] = after

    def go_back(self, to: int, seq: int) -> None:
        """Undo all decisions after a moment."""
        self._before, self.state = None, self.moment(to).copy()
        for n in [n for n in self._kept if n > to]:
            del self._kept[n]
        del self.decisions[to:], self.times[to:], self._open[to:], self._seqs[to:]
        self.n = to
        self._last_undo = seq

    def redeal(self, seed: int) -> None:
        """Deal hidden information again."""
        self._before, self.state = None, self.state.copy()
        self.state.deal_anew(seed)
        # Kept at any number: the way to a later moment must not start before the redeal.
        self._kept[self.n] = self.state

    def rename(self, names: tuple[str, ...]) -> None:
        """Change the players' names at every moment."""
        self._before = None
        for state in (self.state, *self._kept.values()):
            state.names = names

    def check(self, n: int) -> None:
        """Refuse a moment that the game does not have."""
        if not 0 <= n <= self.n:
            raise Refused("missing", f"There is no moment {n}. Choose one from 0 to {self.n}.")

    def moment(self, n: int) -> State:
        """Return the state after so many decisions. Do not change it."""
        self.check(n)
        if n == self.n:
            return self.state
        if n == self.n - 1 and self._before is not None:
            return self._before
        start = n
        while start not in self._kept:
            start -= 1
        if start == n:
            return self._kept[n]
        state = self._kept[start].copy()
        for seat, decision in self.decisions[start:n]:
            state.replay(decision, seat)
        return state

    def stamp(self, n: int) -> int:
        """Return a stamp that distinguishes a moment from every other of this game, undone or not."""
        return self._seqs[n - 1] if n else 0

    def is_open_since(self, n: int) -> bool:
        """Return whether nothing hidden was revealed since a moment."""
        return all(self._open[n:])

    def own_since(self, first: int, seats: Sequence[int]) -> int | None:
        """Return the earliest moment, not before `first`, since which only these seats decided and nothing hidden was
        revealed; None if the last decision was another player's."""
        n, seat = self.n, self.decisions[-1][0]
        if seat not in seats:
            return None
        while n > first and self.decisions[n - 1][0] == seat and self._open[n - 1]:
            n -= 1
        return n if n < self.n else None

    def is_changed(self, seq: int, seat: int | None) -> bool:
        """Return whether the game has changed since that event in a way that matters to a seat. Others' decisions don't
        matter while this seat could act all along, as all act together."""
        if self._last_undo > seq:
            return True
        made = len(self._seqs) - bisect_right(self._seqs, seq)
        if seat is None:
            return made > 0
        mine = any(by == seat for by, _ in self.decisions[self.n - made :])
        return mine or (made > 0 and any(seat not in self.moment(n).to_act for n in range(self.n - made, self.n + 1)))
