"""The deal of the day as a title describes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import menagerie
from menagerie.core.daily import SEAT, daily_game
from menagerie.core.errors import BadContent
from menagerie.core.game import Game

MINI = menagerie.load("zooloretto-mini")


def described(folder: Path, daily: str) -> Game:
    """A title whose `title.toml` says something else about the deal of the day."""
    text = (MINI.folder / "title.toml").read_text(encoding="utf-8")
    before, _, rest = text.partition("[daily]")
    shutil.copytree(MINI.folder / "content", folder / "content")
    (folder / "title.toml").write_text(before + daily + "\n" + rest[rest.index("[sounds]") :], encoding="utf-8")
    return Game(folder)


def test_a_title_says_how_it_is_played() -> None:
    found = daily_game(MINI)
    assert found is not None
    assert (found.title, found.players, found.bot, found.options) == ("zooloretto-mini", 3, "keeper", {})
    assert found.tie_text((20, 1)) == "1 landscape tile"
    assert found.tie_text((20, 5)) == "5 landscape tiles"
    assert found.tie_text((20,)) == "", "nothing decided"


def test_options_are_those_of_the_title() -> None:
    found = daily_game(menagerie.load("18zoo"))
    assert found is not None
    assert (found.options, found.tie_text((1, 2))) == ({"map": "A"}, "")


def test_a_title_need_not_have_one(tmp_path: Path) -> None:
    assert daily_game(described(tmp_path, "")) is None


@pytest.mark.parametrize(
    ("daily", "why"),
    [
        ('[daily]\nline = "Alone."', "'players' is missing; it must be a whole number"),
        ("[daily]\nplayers = 9", r"players = 9 is wrong; it must be possible: .* is for 2 to 5 players"),
        ('[daily]\nplayers = 3\nline = "With bots."', "'bot' is missing"),
        ('[daily]\nplayers = 2\nbot = "keeper"', "'line' is missing"),
        (
            '[daily]\nplayers = 2\nbot = "keeper"\nline = "x"\noptions = { map = "A" }',
            "options = .* is wrong; it must be possible: .* has no option 'map'",
        ),
        (
            '[daily]\nplayers = 2\nbot = "keeper"\nline = "x"\ntie_break = ["tile"]',
            "tie_break = .* must be a list of two texts",
        ),
    ],
)
def test_what_is_wrong_is_named_in_a_sentence(tmp_path: Path, daily: str, why: str) -> None:
    with pytest.raises(BadContent, match=rf"^title.toml, \[daily\]: {why}"):
        daily_game(described(tmp_path, daily))


@pytest.mark.parametrize("title", menagerie.titles())
def test_attempts_are_compared_by_whole_numbers_and_told_in_a_few_words(title: str) -> None:
    found = daily_game(menagerie.load(title))
    assert found is not None
    state = found.game.new(players=found.players, seed=3, **found.options)
    measure, text = state.daily_measure(SEAT), state.daily_text(SEAT)
    assert measure
    assert all(type(figure) is int for figure in measure)
    assert 0 < len(text) < 40
