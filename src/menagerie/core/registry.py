"""Finding titles: a folder under `games` with a `title.toml` is one."""

from __future__ import annotations

import importlib
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from menagerie.core.errors import UnknownGame
from menagerie.core.game import Game

_FOLDERS: dict[str, str] = {}
_GAMES: Final = Path(__file__).parent.parent / "games"
_LOADED: dict[str, Game] = {}


def _folders() -> dict[str, str]:
    if not _FOLDERS:
        found: list[tuple[int, str, str]] = []
        for title in _GAMES.glob("*/title.toml"):
            data = tomllib.loads(title.read_text(encoding="utf-8"))
            found.append((int(data.get("shelf", 99)), str(data["id"]), title.parent.name))
        for _, id, folder in sorted(found):
            _FOLDERS[id] = folder
    return _FOLDERS


def titles() -> tuple[str, ...]:
    """The ids of all titles."""
    return tuple(_folders())


def shelf() -> list[Game]:
    """All titles as their `title.toml` describes them, without rules and pieces: quick, for lists."""
    return [_LOADED[id] if id in _LOADED else Game(_GAMES / folder) for id, folder in _folders().items()]


def register(game: Game) -> None:
    """Make a title known that lives outside this package."""
    _folders()[game.id] = ""
    _LOADED[game.id] = game


def load(id: str, content: str | Path | None = None) -> Game:
    """The title with this id, with its own content or that of another folder."""
    folders = _folders()
    if id not in folders:
        near = get_close_matches(str(id), folders, n=1, cutoff=0.0)
        raise UnknownGame(f"There is no title {id!r}; did you mean {near[0]!r}? All titles: {', '.join(folders)}.")
    if id not in _LOADED:
        game: Game = importlib.import_module(f"menagerie.games.{folders[id]}").GAME
        _LOADED[id] = game
    return _LOADED[id] if content is None else _LOADED[id].with_content(Path(content))
