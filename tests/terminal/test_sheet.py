"""The sheet in the terminal: by a command while playing, and of a recorded game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import menagerie
from menagerie.terminal.pager import split

from .run import OnTerminal, run, saved_games

GAME = ("play", "new-york-zoo", "--bots", "random", "--seed", "7", "--playouts", "5")


def test_the_sheet_while_playing(tmp_path: Path) -> None:
    done = run(*GAME, folder=tmp_path, typed="sheet\nsheet market\nsheet nothing\n")
    whole, market, none = done.stdout.split("> sheet")[1:]
    assert "\nZoos\n" in whole
    assert "\nEnclosures on the strip\n" in whole
    assert "\nZoos\n" not in market
    assert "⠉⠉ 4-space attraction" in market
    assert "The sheet has no table 'nothing'; it has: Zoos, " in none
    assert "[E" in (strip := done.stdout.split("> sheet")[0])
    assert set(strip) & {chr(0x2800 + dots) for dots in range(1, 256)}, "shapes stand beside the names of tiles"


def test_the_sheet_on_a_terminal(tmp_path: Path) -> None:
    with OnTerminal(*GAME, folder=tmp_path) as terminal:
        terminal.wait_for("> ")
        terminal.type("sheet zoos")
        terminal.wait_for("Free houses")


def test_a_sheet_that_is_longer_than_the_terminal_is_turned_page_by_page(tmp_path: Path) -> None:
    with OnTerminal("play", "18zoo", "--bots", "random", "--seed", "7", folder=tmp_path, height=24) as terminal:
        terminal.wait_for("cash ticket")
        terminal.type("sheet")
        terminal.wait_for("sheet WORD")
        first = terminal.wait_for("Enter: the next page; back; a number; quit.")
        assert len(first.splitlines()) < 24
        terminal.type("")
        second = terminal.wait_for("Enter: the next page; back; a number; quit.")
        assert len(second.splitlines()) <= 24
        assert second != first
        terminal.type("quit")
        terminal.wait_for("cash ticket")
        terminal.type("sheet families")
        terminal.wait_for("Families")


def test_a_page_ends_where_a_table_ends() -> None:
    lines = ["Zoos", "A 1", "B 2", "C 3", "", "Market", "sand 4", "grass 5"]
    assert split(lines, 6) == [["Zoos", "A 1", "B 2", "C 3"], ["Market", "sand 4", "grass 5"]]
    assert split(lines, 3) == [["Zoos", "A 1", "B 2"], ["C 3"], ["Market", "sand 4", "grass 5"]]
    assert split(lines, 8) == [lines]


@pytest.mark.parametrize("title", menagerie.titles())
def test_the_sheet_of_a_record(title: str, tmp_path: Path) -> None:
    run("play", title, "--bots", "random", "--seed", "3", "--names", "Lisa", folder=tmp_path, typed="1\n" * 6)
    (file,) = saved_games(tmp_path)
    shown = run("sheet", file.name, folder=tmp_path)
    assert (shown.returncode, "Lisa" in shown.stdout) == (0, True), shown.stderr
    data = json.loads(run("sheet", file.name, "--json", "--seat", "A", folder=tmp_path).stdout)
    record = menagerie.Record.load(file)
    assert [chart["title"] for chart in data] == [chart.title for chart in record.game.sheet(record.final(), 0)]
    early = run("sheet", file.name, "--at", "0", folder=tmp_path)
    assert early.stdout != shown.stdout
