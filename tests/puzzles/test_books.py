"""The puzzles that ship: each replays, its answer is legal and clearly the best, and nothing hidden decides it."""

from __future__ import annotations

import datetime
from collections import Counter
from random import Random

import pytest

import menagerie
from menagerie import BadSetup
from menagerie.core.errors import BadRecord
from menagerie.lab import puzzle_maker
from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.themes import habits, theme, theme_of
from menagerie.puzzles.weighing import ERRORS
from tests.tiers import COMPLETE

titles = pytest.mark.parametrize("title", COMPLETE)
ENOUGH = 60
SAMPLE = 2
"""So many puzzles of a title are looked at again here; `menagerie puzzles check` looks at all of them."""


def of(title: str) -> list[Puzzle]:
    return list(book.puzzles(title).values())


def play(puzzle: Puzzle, seed: int, decisions: tuple[str, ...]) -> menagerie.State:
    """Decisions in a world that the seat can imagine; raises IllegalAction."""
    state = puzzle.record.final().imagine(puzzle.seat, seed)
    for decision in decisions:
        state.play(decision, puzzle.seat)
    return state


@titles
def test_there_are_enough_of_several_kinds(title: str) -> None:
    found = of(title)
    assert len(found) >= ENOUGH
    assert [puzzle.number for puzzle in found] == sorted({puzzle.number for puzzle in found})
    assert {puzzle.stars for puzzle in found} == set(book.STARS)
    themes = Counter(puzzle.theme for puzzle in found)
    assert len(themes) >= 4
    assert max(themes.values()) <= len(found) / 2
    assert len({puzzle.record.players for puzzle in found}) > 1


@titles
def test_every_puzzle_replays_under_its_rules_and_asks_who_is_to_act(title: str) -> None:
    for puzzle in of(title):
        assert puzzle.title == title
        assert 1 <= puzzle.record.rules_version <= menagerie.load(title).rules_version
        state = puzzle.record.final()
        assert state.ply == len(puzzle.record.decisions)
        assert puzzle.seat in state.to_act
        assert len(state.legal(puzzle.seat)) >= puzzle_maker.CHOICES


@titles
def test_every_answer_can_be_played_whatever_lies_hidden(title: str) -> None:
    for puzzle in of(title):
        assert 1 <= puzzle.asked <= len(puzzle.answer)
        assert puzzle.answer[: puzzle.asked] != puzzle.second[: puzzle.asked]
        for seed in (1, 2, 3):
            play(puzzle, seed, puzzle.answer)
            play(puzzle, seed, puzzle.second)


@titles
def test_every_answer_leads_by_more_than_the_search_may_err(title: str) -> None:
    own = habits(title)
    for puzzle in of(title):
        assert puzzle.margin >= own.margin, puzzle.number
        assert puzzle.margin > ERRORS * puzzle.error, puzzle.number
        assert max(puzzle.failed.values()) >= puzzle_maker.MISSED, "somebody misses it"
        assert theme(title, puzzle.theme) in own.themes
        assert puzzle.made.startswith("menagerie puzzles make ")


@titles
def test_the_position_shows_what_its_seat_sees_and_nothing_else(title: str) -> None:
    for puzzle in of(title)[::10]:
        real = puzzle.record.final()
        shown = puzzle.position()
        assert shown.imagined
        assert shown.view(puzzle.seat) == real.view(puzzle.seat)
        elsewhere = real.imagine(puzzle.seat, 99).imagine(puzzle.seat, book.DEALT)
        assert shown.secrets() == elsewhere.secrets(), "what is dealt anew does not depend on what was hidden"


@pytest.mark.slow
@titles
def test_some_are_looked_at_again(title: str) -> None:
    sample = Random(7).sample(of(title), SAMPLE)
    for puzzle in sample:
        found = puzzle_maker.check(puzzle_maker.Checking(puzzle))
        assert found.holds, f"puzzle {puzzle.number}: {found.told}"
        assert found.margin >= puzzle_maker.STILL * habits(title).margin


# The puzzle of the day.


def test_every_day_has_a_puzzle_and_all_of_them_come() -> None:
    first = datetime.date(2026, 11, 17)
    days = [first + datetime.timedelta(days=number) for number in range(5 * 60)]
    found = [book.of_day(day) for day in days]
    assert [puzzle.title for puzzle in found[:5]] != [found[0].title] * 5, "titles take turns"
    assert len({(puzzle.title, puzzle.number) for puzzle in found}) > 250, (
        "none comes again before the others have come"
    )
    assert book.of_day(first) is book.of_day(first)


# A line of a book.


def test_a_puzzle_is_read_as_it_was_written() -> None:
    puzzle = of("zooloretto-mini")[0]
    again = Puzzle.read(puzzle.line())
    assert again.line() == puzzle.line()
    assert str(again.record) == str(puzzle.record)


@pytest.mark.parametrize("line", ["", "{}", "[]", '{"game": "!"}', '{"number": 1}'])
def test_a_line_that_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(BadRecord, match=r"puzzle|saved game"):
        Puzzle.read(line)


def test_a_number_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"Zooloretto Mini has no puzzle 100000; the numbers are 1 to \d+\."):
        book.puzzle("zooloretto-mini", 100_000)


@titles
def test_the_heading_of_a_puzzle_is_true_of_what_is_asked_for(title: str) -> None:
    for puzzle in of(title):
        assert theme_of(title, puzzle.answer[: puzzle.asked], puzzle.gains).id == puzzle.theme, puzzle.number
