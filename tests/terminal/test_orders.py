"""Standing orders at the terminal: listed, given, followed and ended by one command."""

from __future__ import annotations

from pathlib import Path

from menagerie import Record

from .run import TITLE, run, saved_games

TWO = ("--names", "Lisa,Ben", "--bots", "none", "--seed")


def test_an_order_is_listed_given_followed_and_ended(tmp_path: Path) -> None:
    typed = "order\norder 1\nload 1\norder\norder 1\norder\nlog\n"
    done = run("play", TITLE, *TWO, "7", folder=tmp_path, typed=typed)
    assert done.returncode == 0, done.stderr
    told = done.stdout
    assert "1. Draw a tile when I can do nothing else\n" in told
    assert "Standing order: Draw a tile when I can do nothing else." in told
    assert "(by standing order)" in told
    assert "Choose a truck for the" in told
    (file,) = saved_games(tmp_path)
    assert [decision for _, decision in Record.load(file).decisions] == ["draw", "load 1"], "a record holds decisions"


def test_what_an_order_did_can_be_taken_back_and_it_is_over(tmp_path: Path) -> None:
    done = run("play", TITLE, *TWO, "7", folder=tmp_path, typed="order 1\nundo\norder\n")
    after = done.stdout.rpartition("Draw a tile.")[2]
    assert "1. Draw a tile when I can do nothing else\n" in after
    assert "(given)" not in after


def test_an_order_is_ended_by_hand(tmp_path: Path) -> None:
    done = run("play", "new-york-zoo", *TWO, "3", folder=tmp_path, typed="order 1\norder\norder 1\norder\n")
    assert "1. Breed whenever only one enclosure can (given)" in done.stdout
    assert "Ended: Breed whenever only one enclosure can." in done.stdout
    assert done.stdout.rpartition("Ended: ")[2].count("given)") == 0


def test_an_order_ends_by_itself_and_says_why(tmp_path: Path) -> None:
    typed = "pass\npass\norder 1\nlaunch GI at 5\n1\n1\nlog\n"
    done = run("play", "18zoo", *TWO, "3", folder=tmp_path, typed=typed)
    assert "Lisa passes. (by standing order)" in done.stdout
    assert "Lisa's order is over (Passing while the others pass). Ben launched the Giraffes." in done.stdout


def test_bad_numbers_and_titles_without_orders(tmp_path: Path) -> None:
    done = run("play", TITLE, *TWO, "7", folder=tmp_path, typed="order 5\norder draw\n")
    assert "There is no order 5; the orders are 1 to 1. Type order to list them." in done.stdout
    assert "There is no order draw" in done.stdout
    done = run("play", "night-at-the-zoo", *TWO, "7", folder=tmp_path, typed="order\n")
    assert "There are no standing orders to give now." in done.stdout
