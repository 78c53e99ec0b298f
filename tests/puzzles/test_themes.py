"""What titles say about their puzzles, and which theme fits."""

from __future__ import annotations

import re

import pytest

import menagerie
from menagerie.puzzles.themes import Theme, habits, theme, theme_of
from tests.tiers import COMPLETE

titles = pytest.mark.parametrize("title", COMPLETE)


@titles
def test_themes_gain_by_what_the_title_knows(title: str) -> None:
    own = habits(title)
    families = menagerie.load(title).advice().weights.words
    assert own.themes[-1].decisions is None, "the last theme fits everything"
    assert not own.themes[-1].gains
    assert len({one.id for one in own.themes}) == len(own.themes)
    for one in own.themes:
        assert set(one.gains) <= set(families), one.id


@titles
def test_games_can_be_set_up_as_the_title_says(title: str) -> None:
    own = habits(title)
    assert len(own.setups) > 1
    for setup in own.setups:
        assert menagerie.load(title).new(seed=1, **setup).players == setup["players"]
    assert 0.02 < own.margin < 0.5


def test_a_theme_fits_by_decisions_and_by_what_is_gained() -> None:
    withhold = Theme("withhold", "Keep the harvest", re.compile("^keep$"))
    assert withhold.fits(["run nothing", "keep"], "treasury")
    assert not withhold.fits(["distribute"], "treasury")
    breed = Theme("breed", "Breed", gains=("couple",))
    assert breed.fits(["take 1"], "couple")
    assert not breed.fits(["take 1"], "their couple")
    others = Theme("others", "Watch your opponents", against=True)
    assert others.fits(["take 1"], "their couple")
    assert not others.fits(["take 1"], "couple")


def test_the_first_theme_that_fits_is_the_one() -> None:
    assert theme_of("18zoo", ["launch PE at 5", "pass"], ["cash"]).id == "launch"
    assert theme_of("18zoo", ["buy 2S from deck"], ["hiring"]).words == "Buy a squirrel"
    assert theme_of("18zoo", ["keep"], ["treasury"]).words == "Keep the harvest"
    pair = ["take 1", "place male llama in enclosure 2"]
    assert theme_of("zooloretto-mini", pair, ["couple"]).words == "Make a pair"
    assert theme_of("zooloretto-mini", ["take 1"], ["couple"]).words == "Find the best turn"
    assert theme_of("zooloretto-mini", ["take 1"], []).words == "Find the best turn"
    assert theme("18zoo", "no-longer-there").words == "No longer there"
