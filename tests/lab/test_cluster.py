"""A cluster of real processes: the same file as at home, also if a worker is killed; versions that differ are told."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from menagerie import BadSetup
from menagerie.cli import main
from menagerie.lab import arena, cluster, learn
from menagerie.lab.entrants import Entrant
from menagerie.lab.grid import Grid
from menagerie.lab.match import Match
from menagerie.lab.parallel import Here, hands
from menagerie.lab.simulate import simulate
from menagerie.lab.training import Lesson

pytest.importorskip("distributed", reason="the extra cluster is not installed")

TITLE = "zooloretto-mini"
PATIENCE = 300  # seconds: a busy machine is slow


class Workers:
    """A scheduler and its workers, on 127.0.0.1."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._log = (folder / "log").open("w")
        options = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"]
        self.scheduler = self._start("dask_scheduler", *options, "--scheduler-file", str(self._file))
        self.workers: list[subprocess.Popen[bytes]] = []
        end = time.monotonic() + PATIENCE
        while not self._file.exists() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.1)
        self.address: str = json.loads(self._file.read_text())["address"]

    def _start(self, what: str, *options: str, **env: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{what}", *options]
        return subprocess.Popen(command, stdout=self._log, stderr=self._log, env={**os.environ, **env})

    def add(self, **env: str) -> subprocess.Popen[bytes]:
        options = ["--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--no-dashboard"]
        worker = self._start("dask_worker", self.address, *options, **env)
        self.workers.append(worker)
        return worker

    def end(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self._log.close()


@contextmanager
def running(folder: Path, workers: int) -> Iterator[Workers]:
    started = Workers(folder)
    try:
        for _ in range(workers):
            started.add()
        yield started
    finally:
        started.end()


def grid(games: int = 40) -> Grid:
    return Grid(TITLE, ((Entrant.parse("greedy"),),), (2,), games=games, seed=3)


def test_a_worker_that_is_killed_takes_nothing_with_it(tmp_path: Path) -> None:
    """Two real workers, kill -9 in the middle: the file is the same, bit for bit."""
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    simulate(grid(), here, Here(), lambda games: None)
    done = 0
    with running(tmp_path, workers=2) as started, hands(cluster=started.address) as executor:
        executor._client.wait_for_workers(2, timeout=PATIENCE)  # type: ignore[attr-defined]

        def tell(games: int) -> None:
            nonlocal done
            done += games
            if done >= 10 and started.workers[0].poll() is None:
                started.workers[0].send_signal(signal.SIGKILL)
                started.workers[0].wait()

        simulate(grid(), there, executor, tell)
        assert started.workers[0].returncode == -signal.SIGKILL
    assert done == 40
    assert there.read_bytes() == here.read_bytes()


def test_arena_and_learning_run_on_a_cluster_as_they_do_here(tmp_path: Path) -> None:
    match = Match(TITLE, 2, (Entrant.parse("montecarlo:2"), Entrant.parse("random")), 6)
    lesson = Lesson(TITLE, rounds=1, games=10, match=2, seed=1)
    with hands(cluster="local:2") as executor:
        there = arena.run(match, executor, lambda result: None, tmp_path, keep_records=True)
        learned = learn.learn(lesson, executor, lambda what, by: None)
    here = arena.run(match, Here(), lambda result: None)
    assert [(line.wins, line.score) for line in there.lines.values()] == [
        (line.wins, line.score) for line in here.lines.values()
    ]
    assert len(list(tmp_path.glob("*.zoo"))) == 6, "records are kept where they were asked for"
    assert learned == learn.learn(lesson, Here(), lambda what, by: None)


def test_the_command_tells_where_the_dashboard_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "games.parquet")
    assert main(["lab", "simulate", TITLE, "random", "--games", "5", "--cluster", "local:1", "--out", out]) == 0
    assert "Cluster with 1 worker; dashboard: http://127.0.0.1:" in capsys.readouterr().err


def test_versions_that_differ_are_told_in_a_sentence() -> None:
    mine = cluster.about()
    assert set(mine) == {"Python", "Menagerie", "rules", "sources"}
    assert cluster.difference(mine, dict(mine), "the worker at tcp://1.2.3.4:5") == ""
    told = cluster.difference(mine, {**mine, "Menagerie": "0.0.9"}, "the worker at tcp://1.2.3.4:5")
    assert told.startswith("The worker at tcp://1.2.3.4:5 has Menagerie 0.0.9, here is ")
    assert told.endswith(": install the same everywhere.")
    with pytest.raises(BadSetup, match=r"has rules .*, here is other rules: install the same"):
        cluster._compared({**mine, "rules": "other rules"}, len, ([],), {})
    assert cluster._compared(mine, len, ([],), {}) == 0


@pytest.mark.parametrize("where", ["local:0", "local:many"])
def test_a_cluster_here_has_a_number_of_workers(where: str) -> None:
    with pytest.raises(BadSetup, match=f"looks like local or local:4, not '{where}'"), hands(cluster=where):
        pass


def test_where_no_cluster_is_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    why = r"No cluster answers at tcp://127\.0\.0\.1:9: start one with dask scheduler"
    with pytest.raises(BadSetup, match=why), hands(cluster="tcp://127.0.0.1:9"):
        pass
