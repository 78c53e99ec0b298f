"""Fork servers from a process that has loaded everything, which takes a quarter of a fresh interpreter's time.

The nursery is a fresh interpreter that imports the server and runs nothing of it. Each server is a fork of it, with its
own environment and output, and can be stopped and killed like any other process. There is one nursery for each process
that runs tests; it ends with that process, and its servers with it."""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

ROOT: Final = Path(__file__).parents[3]
BYTECODE: Final = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}
"""Where all processes started by tests find compiled modules."""
LOADED: Final = (
    *("http.start", "http.application", "http.connections.connection_limits", "http.graceful_stop", "http.metrics"),
    *("services.assembly", "base.clock"),
)
CODE: Final = struct.Struct("i")
LENGTH: Final = struct.Struct("I")

_one_at_a_time = threading.Lock()


class Forked:
    """A server's process, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, pid: int, stdout: IO[str], ended: socket.socket) -> None:
        self.pid = pid
        self.stdout = stdout
        self._ended = ended
        """Returns the exit code of the process."""
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        with contextlib.suppress(TimeoutError):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; return the exit code, which is negative after a signal. Raises TimeoutError."""
        if self._code is None:
            if not select.select([self._ended], [], [], timeout)[0]:
                raise TimeoutError(f"process {self.pid} has not ended after {timeout} s")
            self._code = CODE.unpack(_read(self._ended, CODE.size))[0]
            self._ended.close()
        return self._code

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)


def start(program: str, environment: dict[str, str]) -> Forked:
    """Run a program in a fork of the nursery; its output, including errors, can be read from `stdout`."""
    reading, writing = os.pipe()
    ours, theirs = socket.socketpair()
    wish = json.dumps({"program": program, "environment": environment}).encode()
    with _one_at_a_time:
        nursery = _nursery(environment.get("PYTHONPATH", ""))
        socket.send_fds(nursery, [LENGTH.pack(len(wish))], [writing, theirs.fileno()])
        nursery.sendall(wish)
    os.close(writing)
    theirs.close()
    pid = CODE.unpack(_read(ours, CODE.size))[0]
    return Forked(pid, os.fdopen(reading, encoding="utf-8", errors="replace"), ours)


@cache
def _nursery(path: str) -> socket.socket:
    """Start this process's nursery for modules on this path; return the connection to it."""
    ours, theirs = socket.socketpair()
    program = f"from tests.server.support.forking import serve; serve({theirs.fileno()})"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        pass_fds=[theirs.fileno()],
        env=os.environ | BYTECODE | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [path])])},
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# ---- in the nursery -------------------------------------------------------------------------------------------------


def serve(number: int) -> None:
    """Fork on request from that socket until the process at its other end is gone. Each fork runs its program, and ends
    as a fresh interpreter would."""
    for name in LOADED:
        importlib.import_module(f"menagerie.server.{name}")
    # Passwords are checked as always, with a thousandth of the work. `test_authentication` has the work itself.
    passwords = importlib.import_module("menagerie.server.people.accounts.passwords")
    passwords._hasher = cache(lambda: PasswordHasher.from_parameters(CHEAPEST))  # type: ignore[attr-defined]
    wish = _fork_until_gone(socket.socket(fileno=number))
    if wish is not None:
        # Those of the nursery were set up for another kind of file.
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
        os.environ.clear()
        os.environ.update(wish["environment"])
        # It reads its environment while it is loaded.
        importlib.reload(sys.modules["menagerie.server.base.clock"])
        exec(wish["program"], {"__name__": "__main__"})


def _fork_until_gone(asked: socket.socket) -> dict[str, Any] | None:
    """Return in each fork what it is to run, and in the nursery nothing once no one is left to ask."""
    woken, waking = socket.socketpair()
    waking.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
    children: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([asked, woken], [], [])
        if woken in ready:
            woken.recv(4096)
            _report_ended(children)
        if asked not in ready:
            continue
        head, files, _, _ = socket.recv_fds(asked, LENGTH.size, 2)
        if not head:
            break
        wish: dict[str, Any] = json.loads(_read(asked, LENGTH.unpack(head)[0]))
        output, ended = files[0], socket.socket(fileno=files[1])
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for one in (asked, woken, waking, ended, *children.values()):
                one.close()
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.close(output)
            return wish
        os.close(output)
        ended.sendall(CODE.pack(pid))
        children[pid] = ended
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return None


def _report_ended(children: dict[int, socket.socket]) -> None:
    """Report ended children to whoever waits for them."""
    while children:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with contextlib.suppress(OSError), children.pop(pid) as waiting:
            waiting.sendall(CODE.pack(os.waitstatus_to_exitcode(status)))


def _read(source: socket.socket, size: int) -> bytes:
    """Read so many bytes."""
    data = b""
    while len(data) < size:
        more = source.recv(size - len(data))
        if not more:
            raise EOFError("the nursery has ended")
        data += more
    return data
