"""Puzzles are made from a seed, go on where they were stopped, and are checked again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import menagerie
from menagerie import BadSetup
from menagerie.cli import main
from menagerie.lab import puzzle_maker
from menagerie.lab.parallel import Here, processes
from menagerie.lab.puzzle_maker import Checking, Making, Shelf, look_through, make
from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.themes import habits
from menagerie.puzzles.weighing import Jury, weigh

pytestmark = pytest.mark.slow

TITLE = "zooloretto-mini"
TINY = Making(TITLE, count=3, seed=5, thinking=300)


def lines(shelf: Shelf) -> list[str]:
    return [puzzle.line() for puzzle in shelf.found]


@pytest.fixture(scope="module")
def made() -> Shelf:
    return make(TINY, Here(), lambda games, puzzles: None)


def test_the_same_seed_makes_the_same_puzzles(made: Shelf, tmp_path: Path) -> None:
    assert len(made.found) == 3
    with processes(2) as two:
        assert lines(make(TINY, two, lambda games, puzzles: None, tmp_path)) == lines(made), "on two cores as well"
    other = make(Making(TITLE, count=1, seed=6, thinking=300), Here(), lambda games, puzzles: None)
    assert lines(other)[0] not in lines(made)


def test_work_goes_on_where_it_was_stopped(made: Shelf, tmp_path: Path) -> None:
    seen: list[int] = []

    def stop(games: int, puzzles: int) -> None:
        seen.append(puzzles)
        if puzzles:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(TINY, Here(), stop, tmp_path)
    file = tmp_path / f"{TITLE}.jsonl"
    kept = file.read_text().splitlines()
    assert len(kept) == 1 + len(seen)
    file.write_text(file.read_text() + '{"game": 99, "puz')  # the machine went down
    games: list[int] = []
    again = make(TINY, Here(), lambda done, puzzles: games.append(done), tmp_path)
    assert lines(again) == lines(made)
    assert json.loads(file.read_text().splitlines()[0])["seed"] == 5
    with pytest.raises(BadSetup, match="holds other work"):
        make(Making(TITLE, count=3, seed=6, thinking=300), Here(), stop, tmp_path)


def test_what_is_made_is_sure_and_is_missed(made: Shelf) -> None:
    jury = Jury.of(menagerie.load(TITLE))
    for puzzle in made.found:
        assert puzzle.margin >= habits(TITLE).margin
        assert puzzle.margin > 2 * puzzle.error
        assert max(puzzle.failed.values()) >= puzzle_maker.MISSED
        game = puzzle.record.final()
        again = [weigh(jury, world, puzzle.seat, 3000, 1, 0.05, 4) for world in (game, game.imagine(puzzle.seat, 3))]
        first, other = again
        assert first is not None
        assert other is not None
        assert first.best.plan == other.best.plan, "what lies hidden changes nothing"
        assert first.margin == other.margin


def test_not_all_are_of_one_theme() -> None:
    one = next(iter(book.puzzles(TITLE).values()))
    shelf = Shelf(10, [])
    for _ in range(10):
        shelf.add([one])
    assert len(shelf.found) == int(puzzle_maker.OF_A_THEME * 10)
    assert [puzzle.number for puzzle in shelf.found] == [1, 2, 3, 4]


def test_puzzles_of_a_game_are_apart(made: Shelf) -> None:
    for number in range(made.games):
        plies = [len(one.record.decisions) for one in look_through(TINY, number)]
        assert len(plies) <= puzzle_maker.PER_GAME
        assert all(abs(a - b) >= puzzle_maker.APART for a in plies for b in plies if a is not b) or len(plies) < 2


def test_a_wrong_answer_does_not_hold(made: Shelf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = made.found[0]
    data = json.loads(right.line())
    wrong = Puzzle.read(json.dumps({**data, "answer": data["second"], "second": data["answer"], "number": 2}))
    monkeypatch.setattr(book, "place", lambda game: tmp_path / book.FILE)
    book.write(tmp_path / book.FILE, [right, wrong])
    book.puzzles.cache_clear()
    try:
        assert puzzle_maker.check(Checking(right, 10_000)).holds
        found = puzzle_maker.check(Checking(wrong, 10_000))
        assert not found.holds
        assert "looks best" in found.told
        assert main(["puzzles", "check", TITLE, "--thinking", "10000", "--jobs", "1"]) == 1
        assert main(["puzzles", "check", TITLE, "--thinking", "10000", "--jobs", "1", "--drop"]) == 0
        book.puzzles.cache_clear()
        assert list(book.puzzles(TITLE)) == [1], "what holds keeps its number"
    finally:
        book.puzzles.cache_clear()


def test_the_command_writes_a_book(made: Shelf, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.jsonl"
    command = ["puzzles", "make", TITLE, "--count", "3", "--seed", "5", "--thinking", "300", "--jobs", "1"]
    assert main([*command, "--keep", str(tmp_path / "work"), "--file", str(file)]) == 0
    assert file.read_text().splitlines() == lines(made)
    assert "3 puzzles from " in capsys.readouterr().out


def test_ctrl_c_stops_it_and_the_same_command_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "menagerie", "puzzles", "make", TITLE, "--count", "500", "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": str(Path(menagerie.__file__).parent.parent)}
    running = subprocess.Popen(
        [*command, "--keep", str(tmp_path), "--file", str(tmp_path / "book")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    file = tmp_path / f"{TITLE}.jsonl"
    end = time.monotonic() + 180
    while not (file.exists() and len(file.read_text().splitlines()) > 1) and time.monotonic() < end:
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=180)
    assert running.returncode == 130
    assert "of 500 puzzles; the same command continues." in told
    assert "Traceback" not in told
    assert not (tmp_path / "book").exists()


def test_only_themes_that_are_wanted_are_made(tmp_path: Path) -> None:
    wanted = Making(TITLE, count=1, seed=5, thinking=300, themes=("fill", "coming"))
    shelf = make(wanted, Here(), lambda games, puzzles: None, tmp_path)
    assert [puzzle.theme in ("fill", "coming") for puzzle in shelf.found] == [True]
    assert all("--themes fill,coming; game" in puzzle.made for puzzle in shelf.found)
    with pytest.raises(BadSetup, match="holds other work"):
        make(TINY, Here(), lambda games, puzzles: None, tmp_path)


def test_a_theme_that_there_is_not_is_told_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"Zooloretto Mini has no theme 'run'. Its themes: .*fill"):
        make(Making(TITLE, themes=("fill", "run")), Here(), lambda games, puzzles: None, tmp_path)
    assert list(tmp_path.iterdir()) == []
