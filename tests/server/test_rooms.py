"""Test what the rooms of the server must not know: titles anywhere, features below them, and no room the one above.

Import-linter checks the layers. This checks what it overlooks: names, and imports in functions or for types only."""

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
"""Words that only features use. That a table is rated, or has a shared deal, are facts of the table."""
BESIDE = ("store/schema", "store/migrations", "store/maintenance/copying.py")
"""The schema and what copies all of it contain every relation, whatever its feature."""


def sources(folder: Path, *kinds: str) -> list[Path]:
    return sorted(path for kind in kinds for path in folder.rglob(f"*.{kind}"))


def names(path: Path) -> Iterator[str]:
    """Return every identifier of a module, and the modules that it imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "name", "attr", "arg", "module"):
            if isinstance(value := getattr(node, field, None), str):
                yield value


def imported(path: Path) -> Iterator[str]:
    """Return every module that a module imports: at the top, inside functions, for types only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from [name.name for name in node.names]
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say the whole name"
            yield from [f"{node.module}.{name.name}" for name in node.names]


def ways_between_rooms(folder: Path) -> set[tuple[str, str]]:
    """Return the pairs of rooms of which the first imports the second."""
    rooms = {path.parent.name for path in folder.glob("*/__init__.py")}
    inside = ".".join(folder.relative_to(PACKAGE.parent).parts) + "."
    ways = set()
    for room in rooms:
        for path in sources(folder / room, "py"):
            named = [name.removeprefix(inside) for name in imported(path) if name.startswith(inside)]
            ways |= {(room, name.partition(".")[0]) for name in named}
    return {(room, other) for room, other in ways if other in rooms - {room}}


def words(name: str) -> set[str]:
    """Return the words of a name: `TournamentRunner.rating_of` has tournament, runner, rating and of; plurals count as
    singulars."""
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


@pytest.mark.parametrize("folder", [PACKAGE, SERVER, SERVER / "features"], ids=lambda folder: folder.name)
def test_no_two_rooms_import_each_other(folder: Path) -> None:
    ways = ways_between_rooms(folder)
    assert ways or folder.name == "features"
    assert {way for way in ways if way[::-1] in ways} == set()


def test_two_rooms_that_import_each_other_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room, line in (("low", "def ask():\n    from house.high import answer"), ("high", "import house.low")):
        (tmp_path / "house" / room).mkdir(parents=True)
        (tmp_path / "house" / room / "__init__.py").write_text(line, encoding="utf-8")
    monkeypatch.setattr("tests.server.test_rooms.PACKAGE", tmp_path / "house")
    assert ways_between_rooms(tmp_path / "house") == {("low", "high"), ("high", "low")}


def test_few_modules_lie_outside_the_rooms() -> None:
    assert len(sorted(SERVER.glob("*.py"))) <= 8
