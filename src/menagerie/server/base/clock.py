"""Tell the server's time, which is right at the start and runs evenly from then on.

The machine's clock may be set in the middle of a game, which must not look as if a player had thought for an hour.

Tests don't wait for days but set this clock forward: in their own process with `shift`, or in a server started with a
file name in MENAGERIE_TEST_CLOCK, by writing the offset in seconds into it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", None)


def _steady() -> float:
    """Return seconds of a clock that can't be set. On Linux it also counts while the machine sleeps, as people's time
    does."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


_zero = time.time() - _steady()
_shifted = 0.0
_file: Final = os.environ.get("MENAGERIE_TEST_CLOCK")


def now() -> float:
    """Return the seconds since 1970."""
    told = _zero + _steady() + _shifted
    return told if _file is None else told + _written(Path(_file))


def asleep() -> float:
    """Return how many seconds the machine has slept since its start, where that is known."""
    return 0.0 if _CLOCK is None else time.clock_gettime(_CLOCK) - time.monotonic()


def shift(seconds: float) -> None:
    """Set the clock forward, for tests. Code that has read it before sees the time as passed."""
    global _shifted
    _shifted += seconds


def _written(file: Path) -> float:
    """Return the offset that a test has written; 0 without the file."""
    try:
        return float(file.read_text() or 0)
    except FileNotFoundError:
        return 0.0
