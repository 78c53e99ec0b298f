"""The load test itself: small, so that it is known to work when somebody wants figures."""

from __future__ import annotations

import pytest

from menagerie.lab import bench_server
from tests.server.people import SMALLEST

pytestmark = pytest.mark.slow


def test_whole_games_are_played_and_measured():
    report = bench_server.measure(tables=2, title=SMALLEST)
    assert report.games == 2
    assert report.decisions > 50
    assert len(report.latencies) > report.decisions / 2
    assert report.cpu > 0
    assert any("decisions/s" in line for line in report.lines())


def test_the_smallest_title_is_taken_by_itself():
    assert bench_server.smallest_title() == SMALLEST


def test_two_who_may_decide_at_the_same_time_do_not_end_it():
    report = bench_server.measure(tables=3, title="zoo-escape")
    assert report.games == 3


def test_idle_tables_are_measured():
    assert bench_server.measure_idle(3, SMALLEST) > 10 * 2**20


def test_clients_come_back_after_a_restart_and_it_is_measured_how_soon():
    assert len(bench_server.measure_restart(3)) == 3
