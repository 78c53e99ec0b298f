"""What a game is worth to those who learn it: by default how it ended, from -1 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.state import State

KINDS: Final = ("win", "points")
"""`win`: how the game ended, when it has; `points`: what a seat's score has changed by, at every decision."""

ILLEGAL: Final = -1.0
"""For a decision that is not legal, which ends the game."""


class Rewards:
    """What the seats of one game are given."""

    def __init__(self, game: Game, players: int, kind: str = "win") -> None:
        if kind not in KINDS:
            raise BadSetup(f"There is no reward {kind!r}; there are: {', '.join(KINDS)}.")
        self.kind: Final = kind
        self._advice: Final = game.advice() if game.gives_advice else None
        self.is_team: Final = players > 1 and self._advice is not None and self._advice.cooperative
        """Whether all win or lose together."""
        self.is_contest: Final = players > 1 and not self.is_team
        """Whether what one wins the others lose: the rewards of an end add up to 0."""

    def of_end(self, state: State) -> list[float]:
        """How a game that is over ended for each seat: 1 for who has won alone, or together where all win together;
        -1 for who has lost to one other, or together, or alone."""
        shares = self._shares(state)
        if not self.is_contest:
            return [2 * share - 1 for share in shares]
        players = state.players
        return [(players * share - 1) / (players - 1) for share in shares]

    def _shares(self, state: State) -> Sequence[float]:
        """What each seat has won, 1 in all where one wins against others."""
        if self._advice is not None:
            return self._advice.result(state)
        winners = state.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]
