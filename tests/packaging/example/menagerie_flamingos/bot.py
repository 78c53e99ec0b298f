"""A bot that knows one word of every title."""

from __future__ import annotations

from menagerie import Action, State
from menagerie.bots import Bot, Clock


class Daring(Bot):
    """Always decides for what is listed last."""

    kind = "daring"

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        return state.legal(seat)[-1]
