"""Which bots there are: ours, and those that installed packages offer."""

from functools import cache
from typing import Any, Final

from menagerie.bots.bot import Bot
from menagerie.bots.greedy import Greedy
from menagerie.bots.levels import Director, Keeper, Visitor
from menagerie.bots.montecarlo import MonteCarlo
from menagerie.bots.random_bot import RandomBot
from menagerie.core import plugins
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game

_BY_ADVICE: Final[tuple[type[Bot], ...]] = (Visitor, Keeper, Director, Greedy)
_OURS: Final[dict[str, type[Bot]]] = {
    bot.kind: bot for bot in (Visitor, Keeper, Director, Greedy, RandomBot, MonteCarlo)
}


@cache
def _kinds() -> dict[str, type[Bot]]:
    return {**_OURS, **plugins.found(plugins.BOTS, _why_unusable)}


_withdrawn: Final[set[str]] = set()


def _why_unusable(name: str, bot: Any) -> str:
    """Why what a package offers as a kind of bot is none, in words; empty if it is one."""
    if not (isinstance(bot, type) and issubclass(bot, Bot)):
        return "it is no subclass of menagerie.bots.Bot"
    if bot.kind != name:
        return f"its kind is {bot.kind!r}"
    return "there is a bot of this name already" if name in _OURS else ""


def kinds(game: Game | None = None) -> tuple[str, ...]:
    """The names of all kinds of bots, or of those that can play this title."""
    needs_advice = [bot.kind for bot in _BY_ADVICE]
    there = [kind for kind in _kinds() if kind not in _withdrawn]
    return tuple([kind for kind in there if game is None or game.gives_advice or kind not in needs_advice])


def is_installed(kind: str) -> bool:
    """Whether an installed package offers this kind: it is not one of ours."""
    return kind not in _OURS


def withdraw(kind: str) -> None:
    """Stop offering a kind in this process because it fails repeatedly."""
    _withdrawn.add(kind)


def name_of(kind: str) -> str:
    """Return what a kind is called on screen. A kind that is no longer installed is called by its id."""
    found = _kinds().get(kind)
    return (found.name if found is not None else "") or kind.capitalize()


def line_of(kind: str) -> str:
    """What people are told about a kind when they choose."""
    return _kinds()[kind].line


def offered(game: Game) -> tuple[str, ...]:
    """The kinds that people choose from: the levels and what other packages offer. Ours for research are for those who
    ask for them by name."""
    research = (Greedy.kind, RandomBot.kind, MonteCarlo.kind) if game.gives_advice else ()
    return tuple([kind for kind in kinds(game) if kind not in research])


def about_of(kind: str) -> str:
    """Return what the page about a kind says, in a sentence or two; nothing if its author has not written it."""
    return _kinds()[kind].about


def usual(game: Game) -> str:
    """The kind for somebody who does not choose: a decent opponent."""
    return Keeper.kind if game.gives_advice else MonteCarlo.kind


def strongest(game: Game) -> str:
    """The kind that gives hints."""
    return Director.kind if game.gives_advice else MonteCarlo.kind


def make(kind: str, seed: int = 0) -> Bot:
    """A bot of that kind; the same seed makes one that plays the same."""
    return load(kind)(seed)


def load(kind: str) -> type[Bot]:
    """The class of a kind, ready to be made; raises BadSetup."""
    if kind not in _kinds():
        broken = plugins.problem(plugins.BOTS, kind)
        raise BadSetup(broken or f"There is no bot {kind!r}; there are: {', '.join(kinds())}.")
    found = _kinds()[kind]
    if kind not in _loaded:
        found.load()
        _loaded.add(kind)
    return found


_loaded: Final[set[str]] = set()
"""The kinds that have made their preparations in this process."""
