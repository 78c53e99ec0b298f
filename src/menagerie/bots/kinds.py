"""The kinds of bots: ours and those of installed packages."""

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
    """Return why what a package offers isn't a kind of bot, in words; empty if it is one."""
    if not (isinstance(bot, type) and issubclass(bot, Bot)):
        return "it isn't a subclass of menagerie.bots.Bot"
    if bot.kind != name:
        return f"its kind is {bot.kind!r}"
    return "there already is a bot of this name" if name in _OURS else ""


def kinds(game: Game | None = None) -> tuple[str, ...]:
    """Return the names of all kinds of bots, or of those that can play this title."""
    needs_advice = [bot.kind for bot in _BY_ADVICE]
    there = [kind for kind in _kinds() if kind not in _withdrawn]
    return tuple([kind for kind in there if game is None or game.gives_advice or kind not in needs_advice])


def is_installed(kind: str) -> bool:
    """Return whether this kind comes from an installed package."""
    return kind not in _OURS


def withdraw(kind: str) -> None:
    """Stop offering a kind in this process because it fails repeatedly."""
    _withdrawn.add(kind)


def name_of(kind: str) -> str:
    """Return what a kind is called on screen. A kind that is no longer installed is called by its id."""
    found = _kinds().get(kind)
    return (found.name if found is not None else "") or kind.capitalize()


def line_of(kind: str) -> str:
    """Return a kind's description in lists."""
    return _kinds()[kind].line


def offered(game: Game) -> tuple[str, ...]:
    """Return the kinds that people choose from: the levels and those of other packages. Kinds for research must be
    asked for by name."""
    research = (Greedy.kind, RandomBot.kind, MonteCarlo.kind) if game.gives_advice else ()
    return tuple([kind for kind in kinds(game) if kind not in research])


def about_of(kind: str) -> str:
    """Return the text for a kind's page, a sentence or two; empty if its author wrote none."""
    return _kinds()[kind].about


def usual(game: Game) -> str:
    """Return the default kind, a decent opponent."""
    return Keeper.kind if game.gives_advice else MonteCarlo.kind


def strongest(game: Game) -> str:
    """Return the kind that gives hints."""
    return Director.kind if game.gives_advice else MonteCarlo.kind


def make(kind: str, seed: int = 0) -> Bot:
    """Return a bot of that kind. The same seed makes it play the same."""
    return load(kind)(seed)


def load(kind: str) -> type[Bot]:
    """Return a kind's class, prepared for use; raises BadSetup."""
    if kind not in _kinds():
        broken = plugins.problem(plugins.BOTS, kind)
        raise BadSetup(broken or f"There is no bot {kind!r}. Choose one of {', '.join(kinds())}.")
    found = _kinds()[kind]
    if kind not in _loaded:
        found.load()
        _loaded.add(kind)
    return found


_loaded: Final[set[str]] = set()
"""The kinds already prepared in this process."""
