"""Lessons at the terminal, with the real program: the same coach as in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

import menagerie
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lesson, lessons
from tests.terminal.run import TITLE, OnTerminal, data_of, run
from tests.tiers import COMPLETE


def answers(lesson: Lesson) -> tuple[list[str], list[str]]:
    """What somebody types who does what the coach wants, and what the coach says meanwhile."""
    coach, state = Coach(lesson), lesson.begin()
    typed: list[str] = []
    said: list[str] = []
    while True:
        step = coach.step(state.ply)
        if step is None:
            seat, decision = lesson.script[state.ply]
            state.play(decision, seat)
            continue
        bubble = coach.bubble(state)
        assert bubble is not None
        said.append(bubble.words)
        if bubble.last:
            return typed, said
        if step.accepts:
            legal = [str(action) for action in state.legal(lesson.seat)]
            typed.append(next(one for pattern in step.accepts for one in legal if pattern.fits(one)))
            state.play(typed[-1], lesson.seat)
        else:
            typed.append("")
            coach.read(bubble.number)


@pytest.mark.parametrize("title", COMPLETE)
def test_every_lesson_from_its_first_word_to_its_last(title: str, tmp_path: Path) -> None:
    known = lessons(menagerie.load(title))
    for one in known:
        if one.is_game:
            continue
        typed, said = answers(one)
        done = run("learn", title, "--lesson", str(one.number), folder=tmp_path, typed="\n".join(typed) + "\n")
        assert done.returncode == 0, done.stderr
        for number, words in enumerate(said, start=1):
            assert f"Coach {number} of {len(said)}: {words}" in done.stdout
        following = f"learn {title} --lesson {one.number + 1}" if one.number < len(known) else f"play {title}"
        assert done.stdout.rstrip().endswith(following)


def test_another_decision_and_a_wrong_one_are_answered(tmp_path: Path) -> None:
    steps = lesson(menagerie.load(TITLE), 1).steps
    done = run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed="\ntake 1\ndraw\nload 2\nquit\n").stdout
    reason, _, rest = done.partition("Truck 1 is empty. Draw a tile. (Type help 2.4 for the rule.)")
    assert reason
    assert rest.lstrip().startswith(f"Coach: {steps[1].wrong}")
    assert f"Coach: {steps[2].other[0][1]}" in rest
    assert "To continue this lesson:\n  menagerie learn zooloretto-mini --lesson 1" in done
    assert list(tmp_path.iterdir()) == []


def test_undo_takes_one_back_in_the_lesson_and_not_before_it(tmp_path: Path) -> None:
    typed = "\nundo\ndraw\nundo\ndraw\nquit\n"
    done = run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed=typed).stdout
    assert "There is nothing to undo." in done
    assert done.count("Coach 3 of ") == 2
    assert done.count("Player A draws a giraffe.") == 2, "the same tile comes again"


def test_in_the_game_the_coach_speaks_up(tmp_path: Path) -> None:
    number = len(lessons(menagerie.load(TITLE)))
    done = run("learn", TITLE, "--lesson", str(number), folder=tmp_path, typed="\n\ndraw\nload 1\nquit\n").stdout
    assert "Coach: A full truck" in done


def test_on_a_terminal_enter_goes_on(tmp_path: Path) -> None:
    with OnTerminal("learn", TITLE, "--lesson", "1", folder=tmp_path) as terminal:
        terminal.wait_for(r"Coach 1 of \d+: Welcome!")
        terminal.type("")
        terminal.wait_for(r"Coach 2 of")
        terminal.type("draw")
        terminal.wait_for(r"Coach 3 of")


def test_a_lesson_is_left_and_gone_on_with_where_it_was(tmp_path: Path) -> None:
    first = ("learn", TITLE, "--lesson", "1")
    run(*first, folder=tmp_path, typed="\ndraw\nload 1\n\nquit\n")
    cards = run("learn", TITLE, folder=tmp_path).stdout
    assert "--lesson 1   Draw, load, take (started)\n" in cards
    assert "--lesson 2   Pairs, landscapes, barn\n" in cards
    again = run(*first, folder=tmp_path, typed="quit\n").stdout
    assert "You continue where you left this lesson. Use --again to start over." in again
    assert "Coach 5 of 12: " in again
    assert "Coach 4 of 12: " not in again, "that was read"
    anew = run(*first, "--again", folder=tmp_path, typed="quit\n").stdout
    assert "Coach 1 of 12: Welcome!" in anew
    assert "Coach 5 of 12: " in run(*first, folder=tmp_path, typed="quit\n").stdout, "who only looks in loses nothing"


def test_a_lesson_that_is_done_is_remembered_and_can_be_had_again(tmp_path: Path) -> None:
    typed, _ = answers(lesson(menagerie.load(TITLE), 1))
    run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed="\n".join(typed) + "\n")
    assert "--lesson 1   Draw, load, take (done)\n" in run("learn", TITLE, folder=tmp_path).stdout
    once_more = run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed="\ndraw\n").stdout
    assert "Coach 1 of 12: Welcome!" in once_more
    assert "--lesson 1   Draw, load, take (started)\n" in run("learn", TITLE, folder=tmp_path).stdout
    run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed="\n".join(typed[2:]) + "\n")
    assert "--lesson 1   Draw, load, take (done)\n" in run("learn", TITLE, folder=tmp_path).stdout


def test_a_game_goes_on_with_what_the_coach_has_said(tmp_path: Path) -> None:
    run("learn", TITLE, "--lesson", "3", folder=tmp_path, typed="\n\ndraw\nload 1\nquit\n")
    shown = run("learn", TITLE, "--lesson", "3", folder=tmp_path, typed="quit\n").stdout
    assert "Coach: A full truck" in shown, "it was not read yet"
    assert "Coach: Your first real game!" not in shown


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        '{"zooloretto-mini/1-trucks": 3}',
        '{"zooloretto-mini/1-trucks": {"digest": "DIGEST", "decisions": ["A take 1"], "seen": 1}}',
        '{"zooloretto-mini/1-trucks": {"digest": "DIGEST", "decisions": ["draw", 7], "seen": 1}}',
        '{"zooloretto-mini/1-trucks": {"digest": "as it was once", "decisions": ["A draw"], "seen": 1}}',
    ],
)
def test_what_cannot_be_gone_on_with_is_begun_anew(tmp_path: Path, kept: str) -> None:
    file = data_of(tmp_path) / "menagerie" / "lessons.json"
    file.parent.mkdir(parents=True)
    file.write_text(kept.replace("DIGEST", lesson(menagerie.load(TITLE), 1).digest))
    done = run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed="quit\n")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0)
    assert "Coach 1 of 12: Welcome!" in done.stdout


def test_where_nothing_can_be_kept_a_lesson_is_had_all_the_same(tmp_path: Path) -> None:
    data_of(tmp_path).write_text("no folder")
    done = run("learn", TITLE, "--lesson", "1", folder=tmp_path, typed="\ndraw\nquit\n")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0)
    assert "To start this lesson:\n  menagerie learn zooloretto-mini --lesson 1" in done.stdout


def test_the_lessons_are_told_after_the_cards(tmp_path: Path) -> None:
    assert (
        "menagerie learn zooloretto-mini --lesson 1   Draw, load, take" in run("learn", TITLE, folder=tmp_path).stdout
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("learn", TITLE, "--lesson", "9"), "There is no lesson 9; Zooloretto Mini has lessons 1 to 3."),
        (("learn", TITLE, "--lesson", "one"), "invalid whole number value: 'one'"),
    ],
)
def test_there_is_no_such_lesson(arguments: tuple[str, ...], problem: str, tmp_path: Path) -> None:
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == 2
    assert problem in done.stderr


def test_the_check_says_that_nothing_is_wrong(tmp_path: Path) -> None:
    done = run("learn", TITLE, "--check", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.count("nothing is wrong") == 3
