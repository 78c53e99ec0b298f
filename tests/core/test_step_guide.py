"""What newcomers are told: something at every question of every title, true, with a rule that is on the page."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

import menagerie
from menagerie import Record
from menagerie.core import rules_page
from menagerie.core.content import Content, Entry
from menagerie.core.display.step_guide import GUIDE, guide, rule_text
from menagerie.core.state import State
from tests.tiers import COMPLETE

MOST_WORDS = 36
SEEDS = 5

titles = pytest.mark.parametrize("title", COMPLETE)


def entries(title: str) -> list[Entry]:
    return Content(menagerie.load(title).folder).read(GUIDE).entries("phase")


def decisions(title: str) -> list[Entry]:
    return [one for entry in entries(title) for one in entry.entries("decision")]


def moments(title: str) -> Iterator[State]:
    """Of the game to learn from, and of games played at random by few and by many."""
    game = menagerie.load(title)
    record = Record.load(game.folder / "learn.zoo")
    state = record.begin()
    yield state
    for _ in record.follow(state, len(record.decisions)):
        yield state
    for seed in range(SEEDS):
        for players in {game.players[0], game.players[-1]}:
            state, chance = game.new(players, seed), random.Random(seed)
            while not state.is_over:
                yield state
                seat = chance.choice(state.to_act)
                state.play(chance.choice(state.legal(seat)), seat)


@cache
def asked(title: str) -> dict[tuple[str, str], set[str]]:
    """The decisions that were offered, by phase and by what was said of it."""
    found: dict[tuple[str, str], set[str]] = {}
    for state in moments(title):
        for seat in state.to_act:
            told = guide(state, seat)
            phase = type(state.phase(seat)).__name__
            words = told.step.rule if told else ""
            notations = found.setdefault((phase, words), set())
            if told and len(notations) < 3000:
                notations |= {str(action) for action in state.legal(seat)}
    return found


@titles
def test_every_question_is_explained(title: str) -> None:
    assert sorted(phase for phase, words in asked(title) if not words) == []


@titles
def test_phases_are_named_as_they_are(title: str) -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in menagerie.load(title).folder.rglob("*.py"))
    phases = set(re.findall(r"^class (\w+)\(", sources, re.MULTILINE))
    assert {entry.text("name") for entry in entries(title)} <= phases


@titles
def test_every_kind_of_decision_that_is_explained_is_offered(title: str) -> None:
    for entry in entries(title):
        notations = {one for (phase, _), found in asked(title).items() if phase == entry.text("name") for one in found}
        for one in entry.entries("decision"):
            begins = one.text("begins")
            assert any(f"{notation} ".startswith(f"{begins} ") for notation in notations), (entry.text("name"), begins)


@titles
def test_rules_are_on_the_page(title: str) -> None:
    page = rules_page.read(menagerie.load(title))
    cited = {entry.text("rule") for entry in [*entries(title), *decisions(title)]}
    assert cited <= set(rules_page.numbers(page))


@titles
def test_words_are_few_and_their_numbers_are_looked_up(title: str) -> None:
    for entry in [*entries(title), *decisions(title)]:
        words = entry.text("words")
        assert len(words.split()) <= MOST_WORDS, words
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", words)), f"a number that nothing checks: {words}"
        assert words.endswith(".")


def told(title: str, at: int, seat: int) -> dict[str, str]:
    """The texts at a moment of the game to learn from."""
    found = guide(Record.load(menagerie.load(title).folder / "learn.zoo").at(at), seat)
    assert found is not None
    return dict(found.texts)


def test_18zoo_tells_what_powers_do_that_one_has_or_could_buy() -> None:
    assert (
        told("18zoo", 0, 1)["Days off"]
        == "The reputation of a launched family of your choice moves one column right. Then discard it."
    )
    assert {"Wings", "Rabbits"} <= set(told("18zoo", 2, 0))
    assert set(told("18zoo", 160, 1)) == {"Wings", "Shining gold"}, "in an operating turn those of one's families"


def test_night_at_the_zoo_tells_what_symbols_give_and_how_animals_move() -> None:
    texts = told("night-at-the-zoo", 0, 0)
    assert texts["Bonus"].startswith("Take a tile from one of the three piles")
    assert texts["Wolf"] == "One step. 7 points for one, 16 for two, 27 for three."
    assert list(texts)[-3:] == ["Wolf", "Snake", "Butterfly"]


def test_dr_potamus_tells_abilities_features_and_parts() -> None:
    texts = told("zoo-escape", 14, 1)
    assert texts["Building"].startswith("Remove a loot marker")
    assert texts["The Elephant's Trumpet"] == "Once per turn, drive out a Keeper exactly two tiles away in line."
    assert texts["Shopping-Cart Wheels"] == "Up to two tiles along Paths."
    assert told("zoo-escape", 45, 0)["Brass Horn"].startswith("A Keeper in line with the Machine")


def test_nothing_is_told_where_nothing_is_asked() -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=1)
    (acting,) = state.to_act
    assert guide(state, 1 - acting) is None


def test_the_text_of_a_rule() -> None:
    game = menagerie.load("new-york-zoo")
    assert rule_text(game, "2.2") == "Tiles do not have to touch each other."
    assert rule_text(game, "4.5").endswith("is never full right away."), "without the number of a ruling"
    assert rule_text(game, "99") == ""
