"""What the rooms of the server must not know: titles nowhere, features not below them.

Imports are held by import-linter; names are held here.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import menagerie
from menagerie.core.registry import load, titles

PACKAGE = Path(menagerie.__file__).parent
SERVER = PACKAGE / "server"
FEATURES = {"rating", "tournament", "cup", "daily", "duplicate", "notice", "webhook", "push", "ladder", "profile"}
"""Words that only features use. That a table is rated, or has a deal that others have too, are facts of the table."""
BESIDE = ("store/schema", "store/migrations", "store/maintenance/copying.py")
"""The schema and what copies all of it: every relation is there, whose it may be."""


def sources(folder: Path, *kinds: str) -> list[Path]:
    return sorted(path for kind in kinds for path in folder.rglob(f"*.{kind}"))


def names(path: Path) -> Iterator[str]:
    """Every identifier of a module, and the modules that it imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "name", "attr", "arg", "module"):
            if isinstance(value := getattr(node, field, None), str):
                yield value


def words(name: str) -> set[str]:
    """`TournamentRunner.rating_of` has the words tournament, runner, rating and of; plurals count as singulars."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return {part.lower().removesuffix("s") for part in parts}


@pytest.mark.parametrize("room", ["server", "web", "lab"])
def test_no_title_is_named(room: str) -> None:
    known = {word for title in titles() for word in (title, load(title).folder.name)}
    for path in sources(PACKAGE / room, "py", "js", "html", "toml"):
        text = path.read_text(encoding="utf-8")
        named = {word for word in known if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)}
        assert not named, path


@pytest.mark.parametrize("room", ["play", "table", "store"])
def test_no_feature_is_named_below_features(room: str) -> None:
    for path in sources(SERVER / room, "py"):
        if path.relative_to(SERVER).as_posix().startswith(BESIDE):
            continue
        named = {name for name in names(path) if words(name) & FEATURES}
        assert not named, path


def test_few_modules_lie_outside_the_rooms() -> None:
    assert len(sorted(SERVER.glob("*.py"))) <= 8
