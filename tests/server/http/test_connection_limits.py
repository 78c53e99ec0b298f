"""Test connections that wait, are too many, or don't read: they are closed, and no one else notices."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest

from menagerie.server.base.logs import MOST, Repeats
from tests.server.http.test_restart import wait_for
from tests.server.support.people import PATIENCE, Person, Server

pytestmark = [pytest.mark.slow, pytest.mark.one_store]


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server with short timeouts."""
    limits = {
        "request_seconds": 0.5,
        "body_seconds": 0.5,
    }
    running = Server(tmp_path_factory.mktemp("strict") / "tables.db", limits=limits).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


def call(server, data=b""):
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(data)
    return line


def is_ended(line):
    """Wait until the server closes a connection."""
    try:
        while line.recv(65536):
            pass
    except ConnectionResetError:
        pass
    line.close()
    return True


def answers(server):
    """Return whether a new connection is answered. A busy machine may be too slow for a strict server."""
    try:
        return httpx.get(f"{server.base}/api/health", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


HEAD = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"
WHOLE = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", HEAD[:30], HEAD, HEAD + b"{", WHOLE, WHOLE + HEAD[:30]])
def test_a_client_that_stalls_is_disconnected(strict, sent):
    assert is_ended(call(strict, sent))


@pytest.mark.parametrize("broken", [b"zz\r\n", b"-1\r\n", b"5\r\nabcdefgh\r\n"])
def test_a_body_that_turns_into_nonsense_is_refused_and_is_not_our_fault(strict, broken):
    head = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    before = strict.log.count("ERROR")
    line = call(strict, head + broken)
    assert line.recv(65536).startswith(b"HTTP/1.1 400 ")
    line.close()
    answered = call(strict, head)
    assert answered.recv(65536).startswith(b"HTTP/1.1 403 ")
    answered.sendall(broken)
    assert is_ended(answered)
    # When this one is answered, so is the other.
    wait_for(lambda: answers(strict))
    assert strict.log.count("ERROR") == before


def test_connections_per_address_are_limited_and_freed_when_they_end(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"connections_per_address": 30}).start()
    lines = [call(server) for _ in range(60)]
    for line in lines[30:]:
        assert is_ended(line)
    wait_for(lambda: "Refused a connection from 127.0.0.1: it already has 30" in server.log)
    for line in lines[:30]:
        line.close()
    wait_for(lambda: answers(server))
    server.stop()


def stuck(server, person, table):
    """A client that shakes hands, and then neither reads nor answers."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    cookies = "; ".join([f"{name}={value}" for name, value in person.http.cookies.items()])
    line.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookies}\r\n\r\n".encode()
    )
    return line


def test_a_client_that_neither_reads_nor_answers_counts_as_gone(tmp_path):
    server = Server(tmp_path / "tables.db", limits={"silence_seconds": 2}).start()
    lisa, ben = Person(server, "Lisa"), Person(server, "Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    line = stuck(server, ben, table["id"])
    with lisa.watch(table["id"]) as screen:
        screen.until(lambda one: 1 in one.here["seats"])
        screen.until(lambda one: 1 not in one.here["seats"])
    line.close()
    server.stop()
    lisa.close()
    ben.close()


@pytest.mark.parametrize("bound", [{"backlog_bytes": 200_000}, {"backlog": 20}])
def test_unread_messages_of_a_slow_client_are_limited_in_bytes_and_number(tmp_path, bound):
    server = Server(tmp_path / "tables.db", limits={"messages_burst": 10**6, **bound}).start()
    lisa, ben = Person(server, "Lisa"), Person(server, "Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    line = stuck(server, ben, table["id"])
    with lisa.watch(table["id"]) as screen:
        screen.until(lambda one: 1 in one.here["seats"])
        # Ben requests much and reads none of it.
        ask = json.dumps({"do": "why", "seat": 1, "path": ["x" * 400] * 8, "id": "y" * 60}).encode()
        mask = b"\x00" * 4
        frame = b"\x81\xfe" + len(ask).to_bytes(2, "big") + mask + ask

        def ask_on() -> None:
            with contextlib.suppress(OSError):  # the connection has ended
                while True:
                    line.sendall(frame)

        asking = threading.Thread(target=ask_on)
        asking.start()
        screen.until(lambda one: 1 not in one.here["seats"])
        asking.join(PATIENCE)
        assert not asking.is_alive()
    line.close()
    server.stop()
    lisa.close()
    ben.close()


def test_repeated_lines_are_counted_instead_of_written(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    repeats, written = Repeats(), []

    def log(template, *about):
        record = logging.LogRecord("menagerie.server", logging.INFO, "", 0, template, about, None)
        if repeats.filter(record):
            written.append(record.getMessage())

    for number in range(1000):
        log("refused %s", number)
    log("something else")
    assert written == [f"refused {number}" for number in range(MOST)] + ["something else"]
    now[0] = 60.0
    log("refused %s", "again")
    assert written[-1] == f"(and {1000 - MOST} more like this) refused again"


def test_the_server_raises_its_limit_of_open_files():
    resource = pytest.importorskip("resource")
    program = (
        "import resource\nfrom menagerie.server.http.connections.connection_limits import raise_open_files\n"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))\n"
        "print(raise_open_files(400), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    most = min(400, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    assert done.stdout.split() == [str(most)] * 2
