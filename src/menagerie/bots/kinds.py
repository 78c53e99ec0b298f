"""Which bots there are."""

from typing import Final

from menagerie.bots.bot import Bot
from menagerie.bots.montecarlo import MonteCarlo
from menagerie.bots.random_bot import RandomBot
from menagerie.core.errors import BadSetup

_KINDS: Final[dict[str, type[Bot]]] = {bot.kind: bot for bot in (RandomBot, MonteCarlo)}


def kinds() -> tuple[str, ...]:
    """The names of all kinds of bots."""
    return tuple(_KINDS)


def make(kind: str, seed: int = 0) -> Bot:
    """A bot of that kind; the same seed makes one that plays the same."""
    if kind not in _KINDS:
        raise BadSetup(f"There is no bot {kind!r}; there are: {', '.join(_KINDS)}.")
    return _KINDS[kind](seed)
