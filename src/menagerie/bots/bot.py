"""What a bot is, and the one way in which it is asked."""

from __future__ import annotations

import time
from random import Random

from menagerie.core.action import Action
from menagerie.core.errors import MenagerieError
from menagerie.core.state import State


class Clock:
    """How long a bot may think about one decision: seconds, playouts, or both; whichever ends first."""

    def __init__(self, seconds: float | None = None, playouts: int | None = None) -> None:
        if seconds is None and playouts is None:
            playouts = 400
        self.seconds = seconds
        self.playouts = playouts
        self._started = 0.0
        self._used = 0

    def start(self) -> None:
        """Begin to count."""
        self._started = time.monotonic()
        self._used = 0

    def tick(self) -> None:
        """One playout is done."""
        self._used += 1

    @property
    def spent(self) -> float:
        """The part of the time that is used up: from 0 on, done at 1."""
        share = 0.0
        if self.playouts is not None:
            share = self._used / self.playouts
        if self.seconds is not None:
            share = max(share, (time.monotonic() - self._started) / self.seconds)
        return share


class Bot:
    """A player made of code. A kind of bot overrides `choose`; `chance` is its only source of chance."""

    kind = ""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        """A legal decision for that seat. The state is imagined: whatever the seat cannot know in it is invented."""
        raise NotImplementedError

    def explain(self) -> list[str]:
        """Why the last decision was made, in sentences; empty if there is nothing to say."""
        return []


def decide(bot: Bot, state: State, seat: int, clock: Clock) -> Action:
    """Ask a bot for a decision of a seat in a real game, without showing it anything that this seat may not see."""
    imagined = state.imagine(seat, bot.chance.getrandbits(64))
    action = bot.choose(imagined, seat, clock)
    reason = state.refusal(action, seat)
    if reason:
        raise MenagerieError(f"The bot {bot.kind} chose {str(action)!r}, which is not legal: {reason}")
    return action
