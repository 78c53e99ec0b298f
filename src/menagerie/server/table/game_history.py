"""The decisions of a table's game that stand, and the way to the state at every moment."""

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
"""Every so many decisions the state is kept, so that any moment is at most that many decisions away."""


@mypyc_attr(allow_interpreted_subclasses=True)  # for a history that tests make to look like another one
class GameHistory:
    """One game: its present state, and its past. A moment is what the game was after so many decisions."""

    def __init__(self, state: State) -> None:
        """`state`: before the first decision."""
        self.state = state
        self.decisions: list[tuple[int, str]] = []
        """The decisions that stand, each with its seat."""
        self.n = 0
        """How many those are."""
        self.times: list[float] = []
        """When each of them was made."""
        self._open: list[bool] = []
        """For each of them, whether it told no one anything hidden."""
        self._seqs: list[int] = []
        """For each of them, the number of its event."""
        self._last_undo = 0
        self._kept: dict[int, State] = {0: state}
        self._before: State | None = None
        """The state before the last decision, for its film."""

    def add(self, seat: int, tried: Tried, seq: int, at: float) -> None:
        """Let a decision stand that was tried."""
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
        """Deal again what is hidden."""
        self._before, self.state = None, self.state.copy()
        self.state.deal_anew(seed)
        # Kept whatever the number: no way to a later moment may begin before the deal.
        self._kept[self.n] = self.state

    def rename(self, names: tuple[str, ...]) -> None:
        """Call the players by other names, at every moment."""
        self._before = None
        for state in (self.state, *self._kept.values()):
            state.names = names

    def check(self, n: int) -> None:
        """Refuse a moment that the game does not have."""
        if not 0 <= n <= self.n:
            raise Refused("missing", f"The game has {self.n} decisions; there is no moment {n}.")

    def moment(self, n: int) -> State:
        """Return the state after so many decisions. Not to be changed."""
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
        """Return what tells a moment from every other that this game has had, undone or not."""
        return self._seqs[n - 1] if n else 0

    def is_open_since(self, n: int) -> bool:
        """Whether nothing hidden has come to light since a moment."""
        return all(self._open[n:])

    def own_since(self, first: int, seats: Sequence[int]) -> int | None:
        """Return the earliest moment, not before the `first`, since which one of these seats alone has decided and
        nothing hidden has come to light; none if the last decision was another's."""
        n, seat = self.n, self.decisions[-1][0]
        if seat not in seats:
            return None
        while n > first and self.decisions[n - 1][0] == seat and self._open[n - 1]:
            n -= 1
        return n if n < self.n else None

    def is_changed(self, seq: int, seat: int | None) -> bool:
        """Whether the game has changed since that event in a way that matters to a seat. Others' decisions do not, as
        long as this seat could have decided all the time: all act together."""
        if self._last_undo > seq:
            return True
        made = len(self._seqs) - bisect_right(self._seqs, seq)
        if seat is None:
            return made > 0
        mine = any(by == seat for by, _ in self.decisions[self.n - made :])
        return mine or (made > 0 and any(seat not in self.moment(n).to_act for n in range(self.n - made, self.n + 1)))
