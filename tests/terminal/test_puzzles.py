"""Puzzles at the terminal: listed, solved, failed, explained; and one clear line for what makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

import menagerie
from menagerie.puzzles import book
from tests.tiers import COMPLETE

from .run import TITLE, run


def some(asked: int) -> book.Puzzle:
    return next(one for one in book.puzzles(TITLE).values() if one.asked == asked)


def test_all_puzzles_are_listed(tmp_path: Path) -> None:
    done = run("puzzles", TITLE, folder=tmp_path)
    assert done.returncode == 0
    assert len([line for line in done.stdout.splitlines() if "players" in line]) == len(book.puzzles(TITLE))
    done = run("puzzles", folder=tmp_path)
    for title in COMPLETE:
        assert f"{title}: {len(book.puzzles(title))} puzzles" in done.stdout
    assert "Today: " in done.stdout


def test_a_puzzle_is_solved(tmp_path: Path) -> None:
    puzzle = some(asked=2)
    typed = "\n".join([*puzzle.answer[:2], "next", "quit", ""])
    done = run("puzzles", TITLE, str(puzzle.number), folder=tmp_path, typed=typed)
    assert done.returncode == 0
    assert f"puzzle {puzzle.number}: " in done.stdout
    assert "Find 2 decisions." in done.stdout
    assert "\nRight.\n" in done.stdout
    assert "The second best turn (" in done.stdout
    assert f"puzzle {puzzle.number + 1}: " in done.stdout
    assert not list(tmp_path.iterdir()), "nothing is saved"


def test_a_puzzle_is_failed_explained_and_tried_again(tmp_path: Path) -> None:
    puzzle = some(asked=1)
    typed = "\n".join([puzzle.second[0], "load 9", "answer", "again", puzzle.answer[0], "quit", ""])
    done = run("puzzles", TITLE, str(puzzle.number), folder=tmp_path, typed=typed)
    assert "Not the best.\nIt costs " in done.stdout
    assert "The puzzle is over. Type again, answer, next or quit." in done.stdout
    assert f"The answer: {', '.join(puzzle.answer)}" in done.stdout
    assert "  Better" in done.stdout
    assert done.stdout.index("Not the best.") < done.stdout.index("\nRight.\n")


def test_a_decision_is_taken_back(tmp_path: Path) -> None:
    puzzle = some(asked=2)
    typed = "\n".join(["undo", puzzle.answer[0], "undo", *puzzle.answer[:2], "quit", ""])
    done = run("puzzles", TITLE, str(puzzle.number), folder=tmp_path, typed=typed)
    assert "There is nothing to undo." in done.stdout
    assert "\nRight.\n" in done.stdout


def test_the_puzzle_of_the_day_is_the_one_of_the_date(tmp_path: Path) -> None:
    before = book.of_day(book.today())
    done = run("puzzles", "--today", folder=tmp_path, typed="quit\n")
    after = book.of_day(book.today())  # it may be midnight
    names = [f"{menagerie.load(one.title).name}, puzzle {one.number}: " for one in (before, after)]
    assert any(name in done.stdout for name in names)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "There is no title 'chess'"),
        ([TITLE, "many"], "A puzzle has a number: menagerie puzzles zooloretto-mini 3, not 'many'."),
        ([TITLE, "1", "2"], "A puzzle has a number: menagerie puzzles zooloretto-mini 3, not '1 2'."),
        ([TITLE, "99999"], "Zooloretto Mini has no puzzle 99999; the numbers are 1 to "),
        (["make"], "Name a title: menagerie puzzles make TITLE, with one of zooloretto-mini, "),
        (["check", "chess"], "There is no title 'chess'"),
        (["make", TITLE, "--count", "0"], "At least one puzzle must be wanted"),
        (["make", TITLE, "--count", "x"], "invalid whole number value: 'x'"),
        (["--today", TITLE], "--today takes no title. Today's puzzle is the same for everyone."),
        (["--today", "make", TITLE], "--today is for solving"),
    ],
)
def test_what_makes_no_sense_gets_one_line(tmp_path: Path, arguments: list[str], told: str) -> None:
    done = run("puzzles", *arguments, folder=tmp_path)
    assert done.returncode == 2
    problem = done.stderr.splitlines()[-1]
    assert problem.startswith("menagerie: ")
    assert told in problem
    assert "Traceback" not in done.stderr
