"""What users may get wrong: notation, options, content."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import menagerie
from menagerie import BadContent, BadSetup, IllegalAction

from .position import GAME, position

CONTENT = GAME.folder / "content"


@pytest.mark.parametrize(
    "text",
    ["", "walk", "walk 99", "walk -1", "place", "place E9-01 r0 at C4", "place E5-01 r4 at C4", "place E5-01 at C4",
     "place E5-01 r0 at 44", "settle lion from house", "acquire fox", "breed", "breed E4-01 E4-01",
     "x" * 5000, "\u2028"],
)  # fmt: skip
def test_what_is_no_decision(text: str) -> None:
    state = position()
    before = state.view(None)
    with pytest.raises(IllegalAction, match="is not a decision in New York Zoo") as caught:
        state.play(text)
    assert len(caught.value.reason) < 400
    assert state.view(None) == before


@pytest.mark.parametrize("text", ["WALK 1", "  walk   1 ", "Walk 1"])
def test_case_and_blanks_do_not_matter(text: str) -> None:
    assert str(GAME.parse(text)) == "walk 1"


def test_every_decision_of_a_turn_can_be_refused_in_every_phase() -> None:
    """Whatever is said at the wrong time is answered with a reason and a rule."""
    kinds = ["walk 1", "walk free", "place E4-01 r0 at E1", "place A1 r0 at E1", "settle fox from house",
             "settle no more", "acquire fox into house", "acquire no more", "follow up in E4-01", "no follow-up",
             "complete E4-01",
             "keep one", "no attraction", "breed E4-01", "no breeding", "bonus E4-01", "no bonus",
             "start over", "ready"]  # fmt: skip
    state = menagerie.load("new-york-zoo").new(players=2, seed=4)
    seen = set()
    for _ in range(150):
        seen.add(type(state.phase()).__name__)
        legal = [str(action) for action in state.legal()]
        for kind in kinds:
            if kind not in legal:
                with pytest.raises(IllegalAction) as caught:
                    state.play(kind)
                assert caught.value.reason.endswith(".")
                assert caught.value.rule
        state.play(legal[(7 * len(legal)) // 13 % len(legal)])
    assert len(seen) >= 7


def test_bad_options() -> None:
    with pytest.raises(BadSetup, match="1 to 5 players"):
        GAME.new(players=6)
    with pytest.raises(BadSetup, match="takes one of rulebook, reference"):
        GAME.new(players=2, rules="house")
    with pytest.raises(BadSetup, match="takes one of 3h, 4h"):
        GAME.new(players=1, board="5h")


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    shutil.copytree(CONTENT, folder, dirs_exist_ok=True)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("enclosures.toml", 'shape = "####"', 'shape = "##.##"', r"enclosures.toml, \[\[enclosure\]\] number 1: shape"),
        ("enclosures.toml", 'shape = "####"', 'shape = "##x#"', "rows of # and"),
        ("enclosures.toml", 'shape = "####"', 'shape = "#####"', "8 tiles of size 4 are announced, 7 described"),
        ("enclosures.toml", 'id = "E4-02"', 'id = "E4-01"', "two tiles have the same id"),
        ("attractions.toml", "count = 0", "count = 16", "the first attraction covers one space and has no limit"),
        ("boards.toml", "spaces = 80", "spaces = 81", r"boards.toml, \[\[board\]\] number 1: spaces = 81 is wrong"),
        ("boards.toml", '"meerkat", "flamingo"', '"meerkat", "lion"', "some of meerkat, flamingo"),
        ("boards.toml", "houses = 3", "houses = 1", "no more than there are houses"),
        ("boards.toml", "width = 14", "width = 27", "is wrong"),
        ("strip.toml", 'animals = ["fox", "flamingo"]', 'animals = ["fox"]', "two different animals or a stack"),
        ("strip.toml", "before = 4", "before = 40", "the number of a space"),
        ("strip.toml", 'species = "fox"', 'species = "cat"', "one of meerkat"),
        ("modes.toml", 'id = "short"', 'id = "brief"', "no .* with the id 'short'"),
        ("modes.toml", '"2p-1"', '"2p-9"', "faces in boards.toml"),
        ("modes.toml", "laps = 2", "laps = true", "a whole number"),
    ],
)  # fmt: skip
def test_bad_content(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    with pytest.raises(BadContent, match=message):
        menagerie.load("new-york-zoo", content=changed(tmp_path / "content", file, old, new))


def test_other_content_can_be_played(tmp_path: Path) -> None:
    """An owner's own print: another tile, without touching code."""
    folder = changed(tmp_path / "content", "enclosures.toml", 'shape = "####"', 'shape = "##/##"')
    game = menagerie.load("new-york-zoo", content=folder)
    assert str(game.parse("place E4-01 r1 at E1")) == "place E4-01 r0 at E1"
    assert str(GAME.parse("place E4-01 r1 at E1")) == "place E4-01 r1 at E1"
