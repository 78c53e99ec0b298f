"""What a bot is, and the one way in which it is asked."""

from __future__ import annotations

import gc
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from menagerie.bots.interrupts import held_back
from menagerie.core.action import Action
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.core.state import State

GLANCE: Final = 8
"""After so many playouts `Clock.is_up` looks at the time."""


def listen() -> None:
    """Let Python hear a Ctrl-C, and other threads go on: it does both only in functions of its own, never in compiled
    code. So call one."""
    threading.main_thread()


class Clock:
    """How long a bot may think about one decision: seconds, playouts, or both; whichever ends first."""

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        if seconds is None and playouts is None:
            playouts = 400
        self.seconds = seconds
        self.playouts = playouts
        self._now = now
        self._share = 1.0
        self._started = 0.0
        self._used = 0
        self._next_look = 0
        self._stopped = False

    def start(self) -> None:
        """Begin to count; `decide` does this."""
        self._started = self._now()
        self._used = 0
        self._next_look = 0
        self._share = 1.0
        self._stopped = False

    def allow(self, share: float) -> None:
        """Let only this part of the time be used: somebody who plans a turn keeps some for its other decisions."""
        self._share = share

    @property
    def share(self) -> float:
        """The part of the whole time that is used up."""
        return self.spent * self._share

    def tick(self) -> None:
        """One playout is done."""
        self._used += 1

    def stop(self) -> None:
        """No more time: the bot answers with what it has."""
        self._stopped = True

    @property
    def spent(self) -> float:
        """The part of the time allowed that is used up: from 0 on, done at 1."""
        listen()
        if self._stopped:
            return 1.0
        share = 0.0
        if self.playouts is not None:
            share = self._used / self.playouts
        if self.seconds is not None:
            share = max(share, (self._now() - self._started) / self.seconds)
        return share / self._share

    @property
    def is_up(self) -> bool:
        """Whether all time is used up, for who asks at every decision: the time is looked at only now and then, for
        CPU clocks are slow to tell."""
        if self._used < self._next_look and not self._stopped:
            return False
        self._next_look = self._used + GLANCE
        return self.spent >= 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player made of code. A kind of bot overrides `choose`; `chance` is its only source of chance."""

    kind: ClassVar[str] = ""
    name: ClassVar[str] = ""
    """What the kind is called on screen. Without one it is called by its kind."""
    line: ClassVar[str] = ""
    """What people are told about the kind when they choose."""
    about: ClassVar[str] = ""
    """More about the kind, in a sentence or two, for its own page."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    @classmethod
    def load(cls) -> None:
        """Load what all bots of this kind share, such as the weights of a network. Called once in each process that
        plays with the kind, before its first bot is made."""

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        """A legal decision for that seat. The state is imagined: whatever the seat cannot know in it is invented."""
        raise NotImplementedError

    def planned(self) -> list[Action]:
        """What is to follow the last decision, as long as nothing happens that could not be foreseen."""
        return []

    def seconds(self, game: Game) -> float | None:
        """How long it would like to think in a game of this title, for a turn; None: as long as it is given."""
        return None

    def explain(self) -> list[str]:
        """Why the last decision was made, in sentences; empty if there is nothing to say."""
        return []


@contextmanager
def no_garbage() -> Iterator[None]:
    """Let Python not look for garbage meanwhile: thousands of positions are kept, none of them in a circle, and looking
    through them takes a third of the time. Nor at once afterwards, when all of them are new to it: that would take as
    long. Frozen and unfrozen they count as old, and are seldom looked at; what somebody else has frozen stays so."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        if was_on:
            gc.enable()


def decide(bot: Bot, state: State, seat: int, clock: Clock) -> Action:
    """Ask a bot for a decision of a seat in a real game, without showing it anything that this seat may not see."""
    clock.start()
    name = bot.kind or type(bot).__name__
    try:
        imagined = state.imagine(seat, bot.chance.getrandbits(64))
        with held_back(clock.stop), no_garbage():
            asked: Any = bot  # whoever has written it may have returned anything
            chosen: object = asked.choose(imagined, seat, clock)
    except MenagerieError:
        raise
    except Exception as error:  # whoever has written a bot is told where it failed, and a game can go on without it
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(at.filename).name}, line {at.lineno}"
        raise MenagerieError(f"The bot {name} failed: {type(error).__name__}: {error} ({place}).") from error
    if not isinstance(chosen, Action):
        raise MenagerieError(
            f"The bot {name} returned {chosen!r}, which is no decision: return one of state.legal(seat)."
        )
    reason = state.refusal(chosen, seat)
    if reason:
        raise MenagerieError(f"The bot {name} chose {str(chosen)!r}, which is not legal: {reason}")
    return chosen
