"""The sheet in the terminal: by a command while playing, and of a recorded game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import menagerie

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
