"""ARCHITECTURE.md shows the rooms that there are, in the order in which imports may point, and its paths exist."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "menagerie"
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
STATIC = PACKAGE / "web" / "static"
BROWSER = {"fonts"}
"""Folders of the client that hold no scripts."""


def listed(heading: str) -> list[str]:
    """The first column of the table below a heading."""
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## )", PAGE, re.DOTALL | re.MULTILINE)
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def packages(folder: Path) -> set[str]:
    return {path.parent.name for path in folder.glob("*/__init__.py")}


def layers(container: str) -> list[set[str]]:
    """The layers of a room as import-linter holds them, from the top."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (contract,) = [one for one in linter["contracts"] if one.get("containers") == [container]]
    return [set(re.findall(r"\w+", layer)) for layer in contract["layers"]]


ROOMS = {
    "The package, from the top": (PACKAGE, "menagerie"),
    "The server, from the top": (PACKAGE / "server", "menagerie.server"),
}


@pytest.mark.parametrize("heading", ROOMS)
def test_the_page_lists_every_room_once(heading: str) -> None:
    folder, _ = ROOMS[heading]
    rooms = listed(heading)
    assert sorted(rooms) == sorted(packages(folder))


@pytest.mark.parametrize("heading", ROOMS)
def test_rooms_stand_in_the_order_in_which_imports_may_point(heading: str) -> None:
    _, container = ROOMS[heading]
    rooms = listed(heading)
    for layer in layers(container):
        assert set(rooms[: len(layer)]) == layer
        rooms = rooms[len(layer) :]
    assert rooms == []


def test_the_page_lists_every_folder_of_the_client() -> None:
    folders = {path.name for path in STATIC.iterdir() if path.is_dir()} - BROWSER
    assert sorted(listed("The client")) == sorted(folders)


def test_the_picture_shows_the_rooms() -> None:
    picture = (ROOT / "docs" / "pictures" / "architecture.svg").read_text(encoding="utf-8")
    shown = re.findall(r'class="name"[^>]*>(\w+)<', picture)
    assert sorted(shown) == sorted(room for heading in ROOMS for room in listed(heading))


def test_every_module_that_the_page_names_exists() -> None:
    for name in re.findall(r"`(\w+(?:/\w+)+)`", PAGE):
        places = [PACKAGE, PACKAGE / "server", PACKAGE / "web" / "static", PACKAGE / "web"]
        assert any((place / name).is_dir() or (place / f"{name}.py").is_file() for place in places), name


@pytest.mark.parametrize(
    "room",
    [folder / name for folder, _ in ROOMS.values() for name in sorted(packages(folder))],
    ids=lambda room: room.name,
)
def test_a_room_says_what_it_is_for_and_what_it_must_not_know(room: Path) -> None:
    words = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))
    assert words is not None
    assert 3 <= len(words.splitlines()) <= 12
    assert re.search("must not know", " ".join(words.split())), words


def test_the_readme_leads_to_the_page() -> None:
    assert "(ARCHITECTURE.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
