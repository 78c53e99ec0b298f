"""Running the real program: through a pipe, and on a pseudo terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import menagerie

TITLE = "zooloretto-mini"
COMMAND = [sys.executable, "-m", "menagerie"]
PATIENCE = 180.0  # a busy machine is slow


def environment(**more: str) -> dict[str, str]:
    """The sources under test, whichever package is installed."""
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
    return {**kept, "PYTHONPATH": str(Path(menagerie.__file__).parent.parent), "TERM": "xterm-256color", **more}


def data_of(folder: Path) -> Path:
    """Where the program keeps what somebody has learnt who plays in this folder."""
    return folder.with_name(f"{folder.name}-data")


def run(*arguments: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with these lines typed into a pipe."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment(XDG_DATA_HOME=str(data_of(folder))),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def saved_games(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.zoo"))


class OnTerminal:
    """The program on a pseudo terminal of a size."""

    def __init__(self, *arguments: str, folder: Path, width: int = 100, height: int = 35) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=folder,
            env=environment(XDG_DATA_HOME=str(data_of(folder))),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.raw = ""
        self._read_up_to = 0

    def __enter__(self) -> OnTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def wait_for(self, pattern: str) -> str:
        """Read until this is shown, after what was waited for before; what came up to there, without colours."""
        deadline = time.monotonic() + PATIENCE
        while True:
            text = plain(self.raw)
            found = re.compile(pattern).search(text, self._read_up_to)
            if found:
                shown = text[self._read_up_to : found.end()]
                self._read_up_to = found.end()
                return shown
            if not self._read(deadline):
                raise AssertionError(f"{pattern!r} was not shown; instead:\n{text[self._read_up_to :]}")

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self._ours, key)

    def interrupt(self) -> None:
        """Ctrl-C as a person presses it: again, if nothing has happened for a while.

        Between showing its prompt and waiting for keys, Python's `readline` notices a signal at the next key only.
        """
        for _ in range(10):
            self._process.send_signal(signal.SIGINT)
            if select.select([self._ours], [], [], PATIENCE / 10)[0]:
                return

    def end(self) -> int:
        """Read what is left; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self._process.wait(PATIENCE)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # the other side is closed
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)


def plain(text: str) -> str:
    """Without colours and the like."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n").replace("\r", "\n")
