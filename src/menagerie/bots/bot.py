"""The bot interface, and the only function that asks a bot."""

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
"""After how many playouts `Clock.is_up` checks the time."""


def listen() -> None:
    """Let Python handle Ctrl-C and run other threads, which it does only in interpreted functions, so call one."""
    threading.main_thread()


class Clock:
    """How long a bot may think about a decision: seconds, playouts, or both, whichever ends first."""

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
        """Start counting; `decide` does this."""
        self._started = self._now()
        self._used = 0
        self._next_look = 0
        self._share = 1.0
        self._stopped = False

    def allow(self, share: float) -> None:
        """Allow only this part of the time, so that a bot planning a turn keeps some for its other decisions."""
        self._share = share

    @property
    def share(self) -> float:
        """Return the part of the whole time used so far."""
        return self.spent * self._share

    def tick(self) -> None:
        """Count one playout."""
        self._used += 1

    def stop(self) -> None:
        """End the time, so that the bot answers with what it has."""
        self._stopped = True

    @property
    def spent(self) -> float:
        """Return the used part of the allowed time: from 0 at the start to 1."""
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
        """Return whether all time is used up. Cheap enough for every decision, because the time is checked only now and
        then: CPU clocks are slow to read."""
        if self._used < self._next_look and not self._stopped:
            return False
        self._next_look = self._used + GLANCE
        return self.spent >= 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A bot. A kind of bot overrides `choose`; `chance` is its only source of chance."""

    kind: ClassVar[str] = ""
    name: ClassVar[str] = ""
    """What the kind is called on screen. Without one it is called by its kind."""
    line: ClassVar[str] = ""
    """The kind's description in lists."""
    about: ClassVar[str] = ""
    """More about the kind in a sentence or two, for its own page."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    @classmethod
    def load(cls) -> None:
        """Load what all bots of this kind share, such as the weights of a network. Called once in each process, before
        the kind's first bot is created."""

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        """Return a legal decision for that seat. The state is imagined: what the seat cannot know in it is invented."""
        raise NotImplementedError

    def planned(self) -> list[Action]:
        """Return the decisions planned after the last one, unless something unforeseen happens."""
        return []

    def seconds(self, game: Game) -> float | None:
        """Return how long it wants to think about a turn of this title, or None for as long as allowed."""
        return None

    def explain(self) -> list[str]:
        """Return the reasons for the last decision in sentences; empty if there are none to give."""
        return []


@contextmanager
def no_garbage() -> Iterator[None]:
    """Stop the garbage collector meanwhile: searching thousands of positions without cycles takes a third of the time.
    It shouldn't search them right afterwards either, when all are new to it. Frozen and unfrozen, they count as old and
    are seldom searched. What other code has frozen stays frozen."""
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
    """Ask a bot for a seat's decision in a real game, without showing it anything that this seat may not see."""
    clock.start()
    name = bot.kind or type(bot).__name__
    try:
        imagined = state.imagine(seat, bot.chance.getrandbits(64))
        with held_back(clock.stop), no_garbage():
            asked: Any = bot  # other people's bots may return anything
            chosen: object = asked.choose(imagined, seat, clock)
    except MenagerieError:
        raise
    except Exception as error:  # tell the bot's author where it failed; the game can continue without it
        at = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(at.filename).name}, line {at.lineno}"
        raise MenagerieError(f"The bot {name} failed: {type(error).__name__}: {error} ({place}).") from error
    if not isinstance(chosen, Action):
        raise MenagerieError(
            f"The bot {name} returned {chosen!r}, which isn't a decision. Return one of state.legal(seat)."
        )
    reason = state.refusal(chosen, seat)
    if reason:
        raise MenagerieError(f"The bot {name} chose {str(chosen)!r}, which is not legal: {reason}")
    return chosen
