"""Test a server that stops and a worker that dies: nothing is lost, and everyone continues."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

import pytest

from tests.server.support.people import PATIENCE, Person, Server, key

pytestmark = [pytest.mark.slow, pytest.mark.one_store]


@pytest.fixture
def fragile(tmp_path):
    """A server that may be stopped."""
    running = Server(tmp_path / "tables.db", limits={"gets_burst": 10**6, "posts_burst": 10**6}).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


def children(pid: int) -> list[int]:
    """Return the child processes that run our worker."""
    found = [child for task in Path(f"/proc/{pid}/task").iterdir() for child in read(task / "children").split()]
    return [int(child) for child in found if "spawn_main" in read(Path(f"/proc/{child}/cmdline"))]


def read(file: Path) -> str:
    """Return what a process or thread reports about itself; empty if it has ended meanwhile."""
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_everything_is_there_after_a_restart_and_the_bot_continues(fragile):
    lisa = Person(fragile, "Lisa")
    hot = lisa.table("me", {"kind": "hotseat", "name": "Ben"})["id"]
    with lisa.watch(hot) as screen:
        (seat,) = screen.turn["to_act"]
        assert screen.play("draw", seat)["ok"]
        screen.until(lambda one: one.n == 1)
        screen.ask_for(do="chat", text="Back in a minute", key=key())
        pieces, log, prompt = screen.pieces, screen.log, screen.turn["asks"]
        fragile.stop()
        assert screen.closed()[0] in (1001, 1012)
    fragile.start()
    with lisa.watch(hot) as screen:
        assert (screen.pieces, screen.log, screen.turn["asks"]) == (pieces, log, prompt)
        assert screen.chat[0]["text"] == "Back in a minute"
        assert screen.play(screen.choices(seat)[0], seat)["ok"]
    lisa.close()


def test_bots_continue_after_a_restart_as_soon_as_a_viewer_comes(fragile):
    lisa = Person(fragile, "Lisa")
    bot = {"kind": "bot", "bot": "random"}
    table = lisa.table(bot, bot, public=True)["id"]
    with lisa.watch(table) as screen:
        screen.until(lambda one: one.n > 3)
    fragile.kill()
    fragile.start()
    again = Person(fragile)
    with again.watch(table) as screen:
        screen.until(lambda one: one.turn["over"])
    wait_for(lambda: again.get("/api/tables")["watch"] == [])
    assert again.get(f"/api/tables/{table}")["status"] == "over"
    lisa.close()
    again.close()


def test_a_killed_worker_is_replaced(fragile):
    lisa = Person(fragile, "Lisa")
    bot = {"kind": "bot", "bot": "montecarlo"}
    table = lisa.table(bot, bot)["id"]
    killed = 0
    with lisa.watch(table) as screen:
        while not screen.turn["over"] and killed < 3:
            screen.next()
            assert fragile.process is not None
            for worker in children(fragile.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
                    killed += 1
            screen.reach(screen.seq + 1)
        assert lisa.http.get("/api/health").json()["ok"]
    assert killed >= 3
    wait_for(lambda: "A bot process was lost" in fragile.log)
    lisa.close()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see the processes of others")
def test_workers_do_not_outlive_a_server_that_is_killed(tmp_path):
    server = Server(tmp_path / "tables.db", workers=2).start()
    assert server.process is not None
    pid = server.process.pid
    lisa = Person(server, "Lisa")
    bot = {"kind": "bot", "bot": "montecarlo"}
    with contextlib.ExitStack() as watching:
        for _ in range(3):
            watching.enter_context(lisa.watch(lisa.table(bot, bot)["id"]))
        wait_for(lambda: len(children(pid)) == 2)
        # One is thinking when it happens; the other may not even have started.
        workers = children(pid)
        server.kill()
    wait_for(lambda: not any(is_running(worker) for worker in workers))
    lisa.close()


def is_running(pid: int) -> bool:
    """Return whether a process is running; a zombie isn't."""
    return read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()[:1] not in ([], ["Z"])


def wait_for(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "nothing has changed"
        time.sleep(0.05)
