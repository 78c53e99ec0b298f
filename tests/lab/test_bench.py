"""Figures of the benchmark: measured for any title, kept, read back and compared."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import menagerie
from menagerie import BadSetup, MenagerieError
from menagerie.lab import bench

FIGURES = bench.Figures("zoo", 2, "interpreted", "3.11.7", 100.0, 200_000.0, 2_000.0, 500_000.0, 2.0, 900.0, 80_000.0)


@pytest.mark.parametrize("title", menagerie.titles())
def test_every_title_can_be_measured(title: str) -> None:
    done: list[float] = []
    for case in bench.cases([menagerie.load(title)])[:1]:
        figures = bench.measure(case, 0.02, lambda what, by: done.append(by))
        assert (figures.title, figures.players) == (title, case.players)
        assert figures.decisions_per_second == pytest.approx(figures.games_per_second * figures.decisions_per_game)
        assert figures.copies_per_second == pytest.approx(1e6 / figures.microseconds_per_copy)
        assert figures.loop_per_second > 0
        assert 100 < figures.bytes_per_state < 1_000_000
        assert sum(done) == pytest.approx(100)
        done.clear()


def test_cases() -> None:
    game = menagerie.load("zooloretto-mini")
    assert [case.players for case in bench.cases([game])] == [2, 5]
    assert [str(case) for case in bench.cases([game], 4)] == ["zooloretto-mini, 4 players"]
    with pytest.raises(BadSetup):
        bench.cases([game], 6)


def test_figures_can_be_kept(tmp_path: Path) -> None:
    bench.write([FIGURES], tmp_path / "now.json")
    assert bench.read(tmp_path / "now.json") == [FIGURES]


def test_figures_of_before_there_were_plain_loops_can_be_read(tmp_path: Path) -> None:
    bench.write([FIGURES], tmp_path / "old.json")
    (known,) = json.loads((tmp_path / "old.json").read_text())
    del known["loop_per_second"]
    (tmp_path / "old.json").write_text(json.dumps([known]))
    assert bench.read(tmp_path / "old.json") == [replace(FIGURES, loop_per_second=0.0)]


def test_rows_come_as_they_are_measured_also_through_a_pipe() -> None:
    command = [sys.executable, "-m", "menagerie", "bench", "zooloretto-mini", "--seconds"]
    with subprocess.Popen([*command, "0.05"], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert "plain loop/s" in running.stdout.readline()
        assert running.stdout.readline().startswith("zooloretto-mini        2 ")
        assert running.poll() is None, "the second row is still to come"
        running.stdout.read()


@pytest.mark.parametrize("text", ["", "{}x", "[1]", "[{}]", '[{"title": "zoo"}]', "3", '{"a": 1}'])
def test_what_is_no_figures(text: str, tmp_path: Path) -> None:
    (tmp_path / "now.json").write_text(text)
    with pytest.raises(MenagerieError, match="does not hold figures"):
        bench.read(tmp_path / "now.json")


def test_tables_are_aligned() -> None:
    cases = bench.cases([menagerie.load("zooloretto-mini")])
    heading, line = bench.heading(cases), bench.row(cases, FIGURES)
    assert len(heading) == len(line)
    assert line.split() == ["zoo", "2", "200,000", "80,000", "2,000.0", "100.0", "500,000", "2.00", "900"]


def test_changes_are_in_percent() -> None:
    now = [replace(FIGURES, decisions_per_second=220_000.0), replace(FIGURES, title="new")]
    _, first, second, note = bench.comparison(now, [FIGURES]).splitlines()
    assert "+10.0 %" in first
    assert second.count("new") == 8
    assert note == "(compared with: interpreted engine on Python 3.11.7)"
