"""The time of day as the server goes by: it was right at the start, and runs evenly from then on.

Somebody may set the machine's clock in the middle of a game. That must not look as if a player had thought for an hour.

Tests do not wait for days: they set this clock forward, in their own process (`shift`), or in that of a server that was
started with the name of a file in MENAGERIE_TEST_CLOCK, by writing into it how many seconds it is ahead.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", None)


def _steady() -> float:
    """Seconds that nobody can set; on Linux those of a machine that sleeps count too, as people's time does."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


_zero = time.time() - _steady()
_shifted = 0.0
_file: Final = os.environ.get("MENAGERIE_TEST_CLOCK")


def now() -> float:
    """Seconds since 1970."""
    told = _zero + _steady() + _shifted
    return told if _file is None else told + _written(Path(_file))


def asleep() -> float:
    """How many seconds the machine has slept since it was started, where that can be known."""
    return 0.0 if _CLOCK is None else time.clock_gettime(_CLOCK) - time.monotonic()


def shift(seconds: float) -> None:
    """For tests: set the clock forward. Who has looked on it before finds that so much time has passed."""
    global _shifted
    _shifted += seconds


def _written(file: Path) -> float:
    """How many seconds a test has set this clock ahead; none before there is such a file."""
    try:
        return float(file.read_text() or 0)
    except FileNotFoundError:
        return 0.0
