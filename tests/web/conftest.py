"""A real server process and a real Chromium for the browser tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from dev.check.steps import BROWSERS, WHOLE_BROWSERS, find_program

from tests.server.support.days import Days
from tests.web.person import PATIENCE, Person

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # a process outlives its page: see contexts.py
    "--disable-features=SpareRendererForSitePerProcess",
)


class Server:
    """A server process that can be stopped and started again on the same database and port; `days` sets its clock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.days = Days()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "tests.web.serve", str(self.port), str(self.folder / "tables.db")]
        with (self.folder / "server.log").open("ab") as log:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **self.days.environment}
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urlopen(f"{self.address}/api/health", timeout=PATIENCE):
                    return
            except HTTPError as not_yet:
                not_yet.close()
            except OSError:
                if self.process.poll() is not None:
                    break
            time.sleep(0.05)
        raise RuntimeError((self.folder / "server.log").read_text()[-2000:])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, gently or not."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server for all tests of this process."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


def find_chromium() -> str:
    """Return the browser of this machine, or nothing."""
    return os.environ.get("MENAGERIE_CHROMIUM") or find_program(*BROWSERS)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """What starts browsers."""
    found = pytest.importorskip("playwright.sync_api", reason="the browser tests did not run: no playwright")
    with found.sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Any) -> Iterator[object]:
    """One browser for all tests of this process; each test has contexts of its own in it."""
    path = find_chromium()
    if not path:
        pytest.skip("the browser tests did not run: no Chromium on this machine")
    browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def whole_chromium(playwright: Any) -> Iterator[object]:
    """A browser that shows notifications, which the headless shell refuses."""
    path = find_program(*WHOLE_BROWSERS)
    if not path:
        pytest.skip("this test did not run: the headless shell of Chromium shows no notifications")
    browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture
def person(chromium: Any, server: Server) -> Iterator[Any]:
    """Makes people; at the end of the test they leave, and nothing may have gone wrong on their pages."""
    people: list[Person] = []

    def come(name: str, **context: Any) -> Person:
        people.append(Person(chromium, server, name, **context))
        return people[-1]

    yield come
    for one in people:
        one.leave()
