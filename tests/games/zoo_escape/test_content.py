"""Content: what is printed on the pieces, replaced and checked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import menagerie
from menagerie import BadContent, IllegalAction, Record
from menagerie.games.zoo_escape.actions import Catalogue
from menagerie.games.zoo_escape.board import RESERVE
from menagerie.games.zoo_escape.pieces import Pieces
from menagerie.games.zoo_escape.state import Position

from .position import GAME

FILES = ("tiles.toml", "animals.toml", "cards.toml", "setup.toml")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Return a copy of our content."""
    shutil.copytree(GAME.content_folder, tmp_path / "content")
    return tmp_path / "content"


def change(box: Path, file: str, old: str, new: str) -> None:
    text = (box / file).read_text(encoding="utf-8")
    assert old in text
    (box / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("file", FILES)
def test_every_file_says_where_its_facts_come_from(file: str) -> None:
    assert GAME.content.read(file).text("provenance") == "reconstructed"


def test_content_can_be_replaced(box: Path) -> None:
    change(box, "setup.toml", "poop = 4", "poop = 9")
    change(box, "setup.toml", "rounds = 60", "rounds = 2")
    game = menagerie.load("zoo-escape", content=box)
    state = game.new(players=2, seed=3)
    assert isinstance(state, Position)
    assert state.poop_left == [9, 9]
    state.stands[0] = state.stands[1] = RESERVE
    state.duty = ()
    while not state.is_over:
        state.play("begin " + state.animals[0].id, 0)
        state.play("end turn", 0)
        state.play("end turn", 1)
    assert state.result() == "Lost after 2 rounds: dawn has broken."
    assert GAME.new(players=2, seed=3).view(None)["animals"][0]["poop"] == 4
    assert Record.of(state).content_digest == game.content_digest


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        ("tiles.toml", "count = 5", "count = 6", "tiles.toml: there are 17 inner tiles; the zoo has 16 places"),
        (
            "tiles.toml",
            'paths = ["ES"]',
            'paths = ["EN"]',
            r"number 1: paths = \['EN'\] is wrong; .* each of ES stands once",
        ),
        ("tiles.toml", 'paths = ["NE", "SW"]', 'paths = ["NE", "NSW"]', "each of NESW stands once"),
        ("tiles.toml", 'paths = ["NE", "SW"]', 'paths = ["NE", "S", "W"]', "one or two texts"),
        ("tiles.toml", "cameras = [0]", "cameras = [2]", "cameras = .* must be numbers of paths, 0 to 1"),
        (
            "tiles.toml",
            'feature = "sewer"',
            'feature = "lake"',
            "feature = 'lake' is wrong; it must be one of enclosure",
        ),
        ("tiles.toml", 'place = "inner"', 'place = "middle"', "place = 'middle' is wrong"),
        ("tiles.toml", 'feature = "workshop"', 'feature = "sewer"', "exactly one tile with the feature workshop"),
        ("tiles.toml", 'id = "sewer"', 'id = "building"', "'building' stands there twice"),
        (
            "tiles.toml",
            'feature = "sewer"',
            'feature = "gate"',
            "tile 'sewer': the feature gate belongs on a tile for edge",
        ),
        ("animals.toml", "reach = [[-1, 0], [0, 1]", "reach = [[-1], [0, 1]", "reach = .* must be a list of pairs"),
        ("animals.toml", "along_path = false", "along_path = 1", "along_path = 1 is wrong; it must be true or false"),
        ("animals.toml", 'id = "owl"', 'id = "gorilla"', "'gorilla' stands there twice"),
        ("cards.toml", 'do = "roll"', 'do = "slide"', "do = 'slide' is wrong; it must be one of roll, "),
        ("cards.toml", 'kind = "drive"', 'kind = "wheel"', "kind = 'wheel' is wrong"),
        ("cards.toml", "reach = 2", "reach = 99", "reach = 99 is wrong; it must be a number from 1 to 11"),
        ("cards.toml", '"drive", "lift", "gadget"', '"drive", "lift", "gadget", "hat"', "no part of the kind hat"),
        ("setup.toml", '"A1", "F6"', '"A1", "B6"', "enclosures = .* the four corners"),
        ("setup.toml", '"A1", "F6"', '"A0", "F6"', "enclosures = .* the four corners"),
        ("setup.toml", "animals = 4", "animals = 5", "animals = 5 is wrong; it must be 2 to 4"),
        ("setup.toml", "animals = 4", "animals = 3", r"no \[\[power\]\] for 4 animals"),
        ("setup.toml", "pile = [1, 1,", "pile = [0, 1,", "pile = .* Power Cards from 1 to 9"),
        ("setup.toml", "keepers = 5", "keepers = 0", "keepers = 0 is wrong; it must be a number from 1 on"),
        ("setup.toml", '["edge-fork", "promenade-camera"]', '["edge-fork", "pond"]', "pairs of tiles' ids"),
        ("setup.toml", '["edge-fork", "promenade-camera"]', '["edge-fork", "bends"]', "the same sort of place"),
    ],
)
def test_content_that_makes_no_box_is_refused_by_file_and_entry(
    box: Path, file: str, old: str, new: str, reason: str
) -> None:
    change(box, file, old, new)
    with pytest.raises(BadContent, match=reason) as caught:
        menagerie.load("zoo-escape", content=box)
    assert str(caught.value).startswith(file)


def test_content_without_a_chosen_level_or_animal(box: Path) -> None:
    change(box, "setup.toml", 'id = "hard"', 'id = "wild"')
    change(box, "animals.toml", 'id = "cobra"', 'id = "python"')
    game = menagerie.load("zoo-escape", content=box)
    with pytest.raises(menagerie.BadSetup, match="The content has no level hard"):
        game.new(players=2, level="hard")
    with pytest.raises(menagerie.BadSetup, match="The content has no animal cobra"):
        game.new(players=2, animal_1="cobra")


def test_every_decision_has_a_notation_of_its_own() -> None:
    decisions = Catalogue(Pieces(GAME.content))
    for notation, action in decisions.by_notation.items():
        assert str(action) == notation
        assert GAME.parse(notation) == action
    for notation in (
        "begin owl",
        "move east",
        "turn tile r2",
        "ability keeper 3",
        "poop",
        "ransack",
        "announce",
        "hide",
        "add cart-wheels",
        "build",
        "machine rotor north path 1",
        "machine rocket west 3 path 2",
        "end turn",
    ):
        assert notation in decisions.by_notation


@pytest.mark.parametrize("text", ["", "dance", "move up", "ability keeper 99", "machine horn escape", "add whistle"])
def test_what_is_no_decision_is_refused_with_examples(text: str) -> None:
    with pytest.raises(
        IllegalAction, match=r"is not a decision in Dr\. Potamus' Incredible Escape; decisions look like: begin owl"
    ):
        GAME.parse(text)


def test_notation_is_read_in_any_case_and_spacing() -> None:
    assert str(GAME.parse("  Move   EAST ")) == "move east"
