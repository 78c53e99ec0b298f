"""The two tiers of titles: one that can be played, and one that is complete (CONTRIBUTING.md).

Whatever a title has is tested. What it must have depends on what it says of itself: a title with `complete = true` in
its `title.toml` must have everything.
"""

from __future__ import annotations

from typing import Final

from menagerie.core.game import Game

COMPLETE: Final = (
    "[sounds]",
    "[daily]",
    "display/marking.py",
    "display/sheet.py",
    "display/owned_animals.py",
    "display/cover.svg",
    "advice.py",
    "advice.toml",
    "levels.toml",
    "encoding.py",
    "encoding.toml",
    "position.py",
    "learn.toml",
    "learn.zoo",
    "guide.toml",
    "lessons/",
    "puzzles.toml",
    "puzzles.jsonl",
    "measures.toml",
)
"""What a complete title has beside what can be played: files and folders of its folder, and tables of `title.toml`."""


def missing(game: Game) -> list[str]:
    """Return what a title lacks that says it is complete; [] for a title that does not say so."""
    return [part for part in COMPLETE if not has(game, part)] if game.is_complete else []


def has(game: Game, part: str) -> bool:
    """Return whether a title has this part. A large module may be a package."""
    if part.startswith("["):
        return game.about.has(part.strip("[]"))
    path = game.folder / part
    if part.endswith("/"):
        return any(path.glob("*.toml"))
    return path.is_file() or (path.suffix == ".py" and (path.with_suffix("") / "__init__.py").is_file())
