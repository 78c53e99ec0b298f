"""Content files: values of every type, and errors that name the file and the entry."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import menagerie
from menagerie import BadContent
from menagerie.core.content import Content, Entry

ENTRY = Entry(
    {
        "name": "rhino",
        "count": 11,
        "here": True,
        "points": [1, 2, 3],
        "kinds": ["llama", "wolf"],
        "zoo": {"spaces": 6},
        "tile": [{"size": 4}, {"size": 5}],
    },
    "box.toml",
)


def test_values() -> None:
    assert (ENTRY.text("name"), ENTRY.number("count"), ENTRY.flag("here")) == ("rhino", 11, True)
    assert (ENTRY.numbers("points"), ENTRY.numbers("points", 3)) == ([1, 2, 3], [1, 2, 3])
    assert ENTRY.texts("kinds") == ["llama", "wolf"]
    assert ENTRY.entry("zoo").number("spaces") == 6
    assert [tile.number("size") for tile in ENTRY.entries("tile")] == [4, 5]
    assert ENTRY.entries("cards") == []
    assert (ENTRY.has("name"), ENTRY.has("cards")) == (True, False)


@pytest.mark.parametrize(
    ("ask", "problem"),
    [
        (lambda: ENTRY.text("title"), "box.toml: 'title' is missing; it must be a text."),
        (lambda: ENTRY.text("count"), "box.toml: count = 11 is wrong; it must be a text."),
        (lambda: ENTRY.number("name"), "box.toml: name = 'rhino' is wrong; it must be a whole number."),
        (lambda: ENTRY.number("here"), "box.toml: here = True is wrong; it must be a whole number."),
        (lambda: ENTRY.flag("count"), "box.toml: count = 11 is wrong; it must be true or false."),
        (lambda: ENTRY.numbers("points", 4), "points = [1, 2, 3] is wrong; it must be a list of 4 whole numbers."),
        (lambda: ENTRY.numbers("kinds"), "kinds = ['llama', 'wolf'] is wrong; it must be a list of whole numbers."),
        (lambda: ENTRY.numbers("name"), "name = 'rhino' is wrong; it must be a list of whole numbers."),
        (lambda: ENTRY.texts("points"), "points = [1, 2, 3] is wrong; it must be a list of texts."),
        (lambda: ENTRY.texts("name"), "name = 'rhino' is wrong; it must be a list of texts."),
        (lambda: ENTRY.entry("name"), "name = 'rhino' is wrong; it must be a table."),
        (lambda: ENTRY.entries("name"), "name = 'rhino' is wrong; it must be a list of tables."),
        (lambda: ENTRY.entry("zoo").number("barns"), "box.toml, [zoo]: 'barns' is missing"),
        (lambda: ENTRY.entries("tile")[1].text("name"), "box.toml, [[tile]] number 2: 'name' is missing"),
    ],
)
def test_wrong_values_are_named(ask: Callable[[], Any], problem: str) -> None:
    with pytest.raises(BadContent) as caught:
        ask()
    assert problem in str(caught.value)


def test_files(tmp_path: Path) -> None:
    content = Content(tmp_path)
    with pytest.raises(BadContent, match=r"^box.toml: there is no such file in "):
        content.read("box.toml")
    (tmp_path / "box.toml").write_text("kinds = [", encoding="utf-8")
    with pytest.raises(BadContent, match=r"^box.toml: is not TOML: "):
        content.read("box.toml")
    (tmp_path / "box.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(BadContent, match=r"^box.toml: is not TOML: "):
        content.read("box.toml")
    (tmp_path / "box.toml").write_text("kinds = ['llama']", encoding="utf-8")
    assert content.read("box.toml").texts("kinds") == ["llama"]
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadContent, match=r"^folder: cannot be read: "):
        content.read("folder")


@pytest.mark.parametrize("title", menagerie.titles())
def test_every_title_plays_with_a_copy_of_its_content(title: str, tmp_path: Path) -> None:
    game = menagerie.load(title)
    for file in game.content_folder.rglob("*"):
        target = tmp_path / file.relative_to(game.content_folder)
        if file.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    other = menagerie.load(title, tmp_path)
    assert other is not game
    assert other.content_folder == tmp_path
    assert other.new(seed=7).view(None) == game.new(seed=7).view(None)


@pytest.mark.parametrize("title", menagerie.titles())
def test_a_folder_without_content_is_refused(title: str, tmp_path: Path) -> None:
    with pytest.raises(BadContent):
        menagerie.load(title, tmp_path).new(seed=1)
    with pytest.raises(BadContent, match="is not a folder"):
        menagerie.load(title, tmp_path / "nowhere")
