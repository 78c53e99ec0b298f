"""Kill one process of a cluster after another with -9: the small run. `cluster_kills` has the large one."""

from __future__ import annotations

import asyncio

import pytest

from tests.budget import budget
from tests.server.services import cluster_kills


@pytest.mark.slow
def test_processes_are_killed_one_after_another_and_nothing_is_lost(postgres):
    tables, kills = budget((6, 2), (12, 4))
    report = asyncio.run(cluster_kills.play(postgres.new(), 3, tables, kills, think=0.2, every=0.5))
    assert report.decisions > kills * tables
    assert report.moved
    assert report.seen > report.decisions
