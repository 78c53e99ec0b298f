"""The time of day as the server goes by: it was right at the start, and runs evenly from then on.

Somebody may set the machine's clock in the middle of a game. That must not look as if a player had thought for an hour.
"""

from __future__ import annotations

import time
from typing import Final

_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", None)


def _steady() -> float:
    """Seconds that nobody can set; on Linux those of a machine that sleeps count too, as people's time does."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


_zero = time.time() - _steady()


def now() -> float:
    """Seconds since 1970."""
    return _zero + _steady()
