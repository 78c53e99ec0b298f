"""Find titles: folders under `games` with a `title.toml`, and those of installed packages."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from typing import Any, Final

from menagerie.core import plugins
from menagerie.core.action import Action
from menagerie.core.daily import daily_game
from menagerie.core.errors import UnknownGame
from menagerie.core.game import Game

_FOLDERS: dict[str, str] = {}
_GAMES: Final = Path(__file__).parent.parent / "games"
_SYMBOLS: Final = Path(__file__).parent / "display" / "symbols"
_LOADED: dict[str, Game] = {}


def _folders() -> dict[str, str]:
    if not _FOLDERS:
        found: list[tuple[int, str, str]] = []
        for title in _GAMES.glob("*/title.toml"):
            data = tomllib.loads(title.read_text(encoding="utf-8"))
            found.append((int(data.get("shelf", 99)), str(data["id"]), title.parent.name))
        for _, id, folder in sorted(found):
            _FOLDERS[id] = folder
        for game in plugins.found(plugins.TITLES, _why_unusable).values():
            register(game)
    return _FOLDERS


def _why_unusable(name: str, game: Any) -> str:
    """Return why what a package offers isn't a title, in words; empty if it is one."""
    if not isinstance(game, Game):
        return f"it is a {type(game).__name__}, not a menagerie.Game"
    if game.id != name:
        return f"its title.toml calls it {game.id!r}"
    if name in _FOLDERS:
        return "there already is a title of this name"
    about = game.about  # lists of titles need these entries; BadContent names a missing one
    for text in ("line", "difficulty", "designer", "publisher"):
        about.text(text)
    about.numbers("minutes", 2)
    about.number("year")
    daily_game(game)
    symbol = about.text("symbol")
    return "" if (_SYMBOLS / f"{symbol}.svg").is_file() else f"there is no drawing {symbol!r} for its symbol"


def titles() -> tuple[str, ...]:
    """Return the ids of all titles."""
    return tuple(_folders())


def catalog() -> list[Game]:
    """Return all titles as described by their `title.toml`, without rules and pieces: fast, for lists."""
    return [_LOADED[id] if id in _LOADED else Game(_GAMES / folder) for id, folder in _folders().items()]


def register(game: Game) -> None:
    """Register a title from outside this package. (Installed ones are found by their entry points.)"""
    _folders()[game.id] = ""
    _LOADED[game.id] = game


def load(id: str, content: str | Path | None = None) -> Game:
    """Return the title with this id, with its own content or that of another folder."""
    folders = _folders()
    if id not in folders:
        broken = plugins.problem(plugins.TITLES, id)
        if broken:
            raise UnknownGame(broken)
        from difflib import get_close_matches  # of all that a start imports, needed only here

        near = get_close_matches(str(id), folders, n=1, cutoff=0.0)
        raise UnknownGame(f"There is no title {id!r}; did you mean {near[0]!r}? All titles: {', '.join(folders)}.")
    if id not in _LOADED:
        game: Game = importlib.import_module(f"menagerie.games.{folders[id]}").GAME
        _LOADED[id] = game
    return _LOADED[id] if content is None else _LOADED[id].with_content(Path(content))


def title_of(module: str) -> str:
    """Return the id of the title whose package has this module; raises UnknownGame."""
    for id in [*_LOADED, *titles()]:  # first those that are already loaded
        own = type(load(id)).__module__
        package = own.rpartition(".")[0]
        if module == own or (package and module.startswith(f"{package}.")):
            return id
    raise UnknownGame(f"No title has the module {module}. Register titles from other packages first.")


def read_decision(id: str, notation: str) -> Action:
    """Return the decision with this notation in the title with this id."""
    return load(id).parse(notation)
