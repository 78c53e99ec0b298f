"""The log: lines that come again and again are counted and not written."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import Final, TextIO

SECONDS: Final = 10.0
MOST: Final = 50
"""So many lines of one kind are written in that time; a kind is what the line is made from."""
KINDS: Final = 1000


@dataclass
class _Seen:
    since: float
    written: int = 0
    left_out: int = 0


class Repeats(logging.Filter):
    """Lets some lines of each kind through, and tells later how many it has left out."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, str], _Seen] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        kind = (record.name, str(record.msg).partition("\n")[0][:80])
        now = time.monotonic()
        seen = self._seen.get(kind)
        if seen is None or now - seen.since >= SECONDS:
            if seen is not None and seen.left_out:
                record.msg = f"(and {seen.left_out} more like this in the meantime) {record.msg}"
            if len(self._seen) >= KINDS:
                self._seen.clear()
            seen = self._seen[kind] = _Seen(now)
        if seen.written >= MOST:
            seen.left_out += 1
            return False
        seen.written += 1
        return True


def set_up(stream: TextIO) -> None:
    """Send the log of this process to a stream."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=stream)
    for handler in logging.getLogger().handlers:
        handler.addFilter(Repeats())
    logging.getLogger("alembic").setLevel(logging.WARNING)
