"""Test the load test itself on a small scale, so that it works when it is needed."""

from __future__ import annotations

import pytest

from menagerie.core.registry import load
from menagerie.lab import bench_server, boardgame_io
from tests.server.support.people import SMALLEST

pytestmark = [pytest.mark.slow, pytest.mark.one_store]


def test_whole_games_are_played_and_measured():
    report = bench_server.measure(tables=2, title=SMALLEST)
    assert report.games == 2
    assert report.decisions > 50
    assert len(report.latencies) > report.decisions / 2
    assert report.cpu > 0
    assert any("decisions/s" in line for line in report.lines())


def test_the_smallest_title_is_the_default():
    assert bench_server.smallest_title() == SMALLEST


def test_two_simultaneous_deciders_do_not_end_it():
    report = bench_server.measure(tables=3, title="zoo-escape")
    assert report.games == 3


def test_idle_tables_are_measured():
    assert bench_server.measure_idle(3, SMALLEST) > 10 * 2**20


def test_clients_reconnect_after_a_restart_and_the_time_is_measured():
    assert len(bench_server.measure_restart(3)) == 3


def test_idle_connections_are_measured():
    assert 0 < bench_server.measure_connections(60, tables=3) < 60 * 2**20


def test_where_there_is_no_node_a_sentence_says_so(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert boardgame_io.lines(SMALLEST, 1, 2, 0.0) == ["  boardgame.io was not measured: there is no node, or no npm."]


def test_another_server_is_given_whole_games_of_the_same_title():
    for line in boardgame_io.decisions(SMALLEST):
        assert len(line) > 50
        assert {seat for seat, _ in line} == {0, 1}
    seed, line = 3, boardgame_io.decisions(SMALLEST)[3]
    state = load(SMALLEST).new(2, seed=seed)
    for seat, decision in line:
        state.play(decision, seat)
    assert state.is_over
