"""Test a server that is asked to stop (SIGTERM): no decision is lost, and everyone is notified."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading

import httpx
import pytest

from tests.server.store.test_crash import TABLES, Player, check, total, wait_for_more
from tests.server.support.people import PATIENCE, Person, Server

pytestmark = pytest.mark.one_store

RESTARTS = 3
TOLD = (1012, "The server is stopping. It may be back in a moment.")


def test_everyone_is_asked_to_reconnect_and_it_ends_well(tmp_path):
    server = Server(tmp_path / "tables.db").start()
    lisa = Person(server, "Lisa")
    with lisa.watch(lisa.table("me", "hotseat")["id"]) as first, lisa.watch(lisa.table("me", "open")["id"]) as second:
        assert server.stop() == 0
        assert first.closed() == second.closed() == TOLD
    assert "Traceback" not in server.log
    lisa.close()


@pytest.mark.slow
def test_restarts_in_the_middle_of_clicks_lose_none(tmp_path):
    limits = {"messages_burst": 10**6, "posts_burst": 10**6, "tables_per_guest": 10**6}
    server = Server(tmp_path / "tables.db", limits=limits).start()
    players = [Player(server, number) for number in range(TABLES)]
    for _ in range(RESTARTS):
        threads = [threading.Thread(target=player.run) for player in players]
        for thread in threads:
            thread.start()
        wait_for_more(players, total(players) + TABLES)
        assert server.stop() == 0
        for thread in threads:
            thread.join(PATIENCE)
        assert [player.problems for player in players] == [[]] * TABLES
        assert "Traceback" not in server.log
        check(server, players)
        server.start()
    server.stop()
    for player in players:
        player.person.close()


def test_a_request_that_does_not_end_is_dropped_and_it_ends_well(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"body_seconds": 600.0}).start()
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        httpx.get(f"{server.base}/api/health", timeout=PATIENCE)  # it has arrived by now
        assert server.stop() == 0
    assert "Traceback" not in server.log


def hand_over(listening: socket.socket, database: str) -> subprocess.Popen[str]:
    """Start a server as systemd does that keeps the socket."""

    def be_systemd() -> None:
        os.dup2(listening.fileno(), 3)
        os.environ["LISTEN_PID"] = str(os.getpid())

    program = f"from menagerie.server import run\nrun(database={database!r}, workers=1)"
    os.environ["LISTEN_FDS"] = "1"
    try:
        return subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, preexec_fn=be_systemd, close_fds=False
        )
    finally:
        del os.environ["LISTEN_FDS"]


def test_clients_during_a_restart_wait_at_the_socket_that_systemd_keeps_open(tmp_path):
    database = str(tmp_path / "tables.db")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with hand_over(listening, database) as first:
            assert first.stdout is not None
            assert first.stdout.readline().startswith(f"Menagerie is at {address}/ ")
            assert httpx.get(f"{address}/api/health", timeout=PATIENCE).json()["ok"]
            first.terminate()
            assert first.wait(PATIENCE) == 0
        answers: list[int] = []
        visit = threading.Thread(
            target=lambda: answers.append(httpx.get(f"{address}/api/health", timeout=PATIENCE).status_code)
        )
        visit.start()
        with hand_over(listening, database) as second:
            visit.join(PATIENCE)
            second.terminate()
        assert answers == [200]
