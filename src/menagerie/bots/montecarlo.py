"""Flat Monte Carlo: try every decision in imagined games played out at random, and take the one that ends best.

Knows no title. Playouts are spent by sequential halving (Karnin, Koren and Somekh, 2013): all decisions are tried
equally often, then the worse half is dropped, until one is left. Within a round every decision is tried in the same
imagined worlds, so that luck is the same for all.
"""

from __future__ import annotations

from typing import ClassVar, Final

from menagerie.bots.bot import Bot, Clock
from menagerie.core.action import Action
from menagerie.core.playout import play_randomly
from menagerie.core.state import State

SHOWN: Final = 5
"""How many decisions to explain."""


class _Candidate:
    """A decision, and how the games that started with it ended."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.playouts = 0
        self.wins = 0.0
        self.margins = 0.0

    def value(self, span: float) -> float:
        """Return the share of wins, plus the average margin as a part of the span of all margins seen."""
        return (self.wins + self.margins / span) / self.playouts if self.playouts else 0.0

    def told(self) -> str:
        """Return its results in a sentence."""
        if not self.playouts:
            return "There was no other move, or no time to try any."
        return (
            f"Won {self.wins / self.playouts:.0%} of {self.playouts} imagined games, "
            f"{self.margins / self.playouts:+.1f} points on average."
        )


class MonteCarlo(Bot):
    """Tries each decision in many imagined games."""

    kind: ClassVar[str] = "montecarlo"
    line: ClassVar[str] = "tries each decision in many imagined games"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._tried: list[_Candidate] = []
        self._chosen: _Candidate | None = None
        self._lowest = 0.0
        self._highest = 0.0

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        self._tried = [_Candidate(action) for action in state.legal(seat)]
        self._lowest = self._highest = 0.0
        left = list(self._tried)
        self.chance.shuffle(left)  # so that no place is favoured if time runs out in the first pass
        rounds = max(1, (len(left) - 1).bit_length())
        for number in range(1, rounds + 1):
            if len(left) == 1:
                break
            self._try_all(state, seat, left, clock, until=number / rounds)
            left.sort(key=lambda candidate: (candidate.playouts == 0, -candidate.value(self._span)))
            del left[(len(left) + 1) // 2 :]
        self._chosen = left[0]
        return self._chosen.action

    @property
    def _span(self) -> float:
        return max(1.0, self._highest - self._lowest)

    def _try_all(self, state: State, seat: int, left: list[_Candidate], clock: Clock, until: float) -> None:
        """Try all of them equally often, each at least once, until that part of the time is used, but never longer than
        the clock allows."""
        while clock.spent < 1:
            world = state.imagine(seat, self.chance.getrandbits(64))
            world.legal(seat)  # computed once for all copies
            for candidate in left:
                self._play_out(world.copy(), seat, candidate)
                clock.tick()
                spent = clock.spent
                if spent >= 1 or (spent >= until and left[-1].playouts):
                    return

    def _play_out(self, world: State, seat: int, candidate: _Candidate) -> None:
        world.carry_out(world.lane(seat)[-1], seat, candidate.action)
        play_randomly(world, self.chance)
        winners, scores = world.winners, world.scores
        others = [score for other, score in enumerate(scores) if other != seat]
        margin = float(scores[seat] - max(others)) if others else float(scores[seat])
        self._lowest, self._highest = min(self._lowest, margin), max(self._highest, margin)
        candidate.playouts += 1
        candidate.wins += 1 / len(winners) if seat in winners else 0.0
        candidate.margins += margin

    def explain(self) -> list[str]:
        return [f"{action}: {told}" for action, told in self.found()[:SHOWN]]

    def found(self) -> list[tuple[Action, str]]:
        """Return the decisions tried, the chosen one first, with their results."""
        ranked = sorted(
            self._tried,
            key=lambda candidate: (candidate is not self._chosen, -candidate.playouts, -candidate.value(self._span)),
        )
        tried = [candidate for candidate in ranked if candidate.playouts or candidate is self._chosen]
        return [(candidate.action, candidate.told()) for candidate in tried]
