"""Who plays in a match, as the command line names them."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from menagerie import bots
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game

LIMITS: Final = tuple("0123456789.-+")
"""How a limit begins, and no name of a class."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as the command line names it: `keeper`, `montecarlo:400` (playouts), `director:0.5s` (seconds of CPU time a
    turn), `my_bot.py:MyBot` (a class in a file), or such a class with a limit: `my_bot.py:MyBot:0.5s`."""

    name: str
    kind: str
    seconds: float | None = None
    playouts: int | None = None

    @staticmethod
    def parse(text: str, seconds: float | None = None) -> Entrant:
        """What this names; `seconds` holds where it says no limit of its own. Raises BadSetup."""
        kind, _, limit = text.rpartition(":")
        if not kind or limit[:1] not in LIMITS:
            entrant = Entrant(text, text, seconds)
        elif limit.isdigit() and int(limit) > 0:
            entrant = Entrant(text, kind, playouts=int(limit))
        elif limit.endswith("s") and _is_positive(limit[:-1]):
            entrant = Entrant(text, kind, seconds=float(limit[:-1]))
        else:
            raise BadSetup(f"{text}: a limit is playouts (montecarlo:400) or seconds (keeper:0.2s), more than none.")
        entrant.make(0)
        return entrant

    @property
    def file(self) -> Path | None:
        """Where its class is, if not in the package."""
        file, colon, _ = self.kind.rpartition(":")
        return Path(file) if colon else None

    @property
    def has_limit(self) -> bool:
        """Whether it says how long it thinks."""
        return self.seconds is not None or self.playouts is not None

    def digest(self) -> str:
        """Of that file: another one is another bot, though it has the same name."""
        return "" if self.file is None else hashlib.sha256(self.file.read_bytes()).hexdigest()[:16]

    def make(self, seed: int) -> bots.Bot:
        """A new bot of this kind; raises BadSetup."""
        if self.file is None:
            if self.kind.endswith(".py"):
                raise BadSetup(f"{self.kind}: say which class in it is the bot, as in {self.kind}:MyBot.")
            return bots.make(self.kind, seed)
        found = _load(self.file, self.kind.rpartition(":")[2])
        try:
            return found(seed)
        except Exception as error:
            raise BadSetup(f"{self.kind} cannot be made from a seed: {type(error).__name__}: {error}.") from None

    def clock(self, bot: bots.Bot, game: Game) -> bots.Clock:
        """Return its time for a turn, by default that of its level."""
        seconds = bot.seconds(game) if self.seconds is None and self.playouts is None else self.seconds
        return bots.Clock(seconds, self.playouts, now=time.thread_time)


def _is_positive(text: str) -> bool:
    try:
        return 0 < float(text) < math.inf
    except ValueError:
        return False


@functools.cache
def _load(file: Path, name: str) -> type[bots.Bot]:
    """A class of a bot in a file, ready to be made; raises BadSetup."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise BadSetup(f"There is no file {file} with a bot {name}. Check the name.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadSetup(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from None
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, bots.Bot)):
        raise BadSetup(f"{file} has no subclass of menagerie.bots.Bot called {name}.")
    try:
        found.load()
    except Exception as error:
        raise BadSetup(f"{file}:{name} cannot be loaded: {type(error).__name__}: {error}.") from None
    return found
