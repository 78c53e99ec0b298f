"""Write the log for people or programs, with the context of each line; suppress and count repeated lines."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple, TextIO

from menagerie.server.base.errors import Away, is_away, one_line

SECONDS: Final = 10.0
MOST: Final = 50
"""The most lines of one kind within that time. A kind is a line's format string."""
KINDS: Final = 1000
AWAY: Final = 60.0
"""Seconds between two lines about an unreachable database."""


@dataclass
class _Seen:
    since: float
    written: int = 0
    left_out: int = 0


class Repeats(logging.Filter):
    """Lets some lines of each kind through, and later reports how many were suppressed."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, str], _Seen] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written."""
        kind, seconds, most = (record.name, str(record.msg).partition("\n")[0][:80]), SECONDS, MOST
        if _says_away(record):
            kind, seconds, most = ("database", "away"), AWAY, 1
        now = time.monotonic()
        seen = self._seen.get(kind)
        if seen is None or now - seen.since >= seconds:
            if seen is not None and seen.left_out:
                record.msg = f"(and {seen.left_out} more like this) {record.msg}"
            if len(self._seen) >= KINDS:
                self._seen.clear()
            seen = self._seen[kind] = _Seen(now)
        if seen.written >= most:
            seen.left_out += 1
            return False
        seen.written += 1
        return True


def _says_away(record: logging.LogRecord) -> bool:
    """Return whether a line reports an unreachable database, whatever noticed it."""
    told = record.args if isinstance(record.args, tuple) else ()
    return any(isinstance(one, Away) or (isinstance(one, BaseException) and is_away(one)) for one in told)


# Context.


class About(NamedTuple):
    """What is being served right now. Never contains anything that proves an identity."""

    address: str = ""
    guest: str = ""
    table: str = ""


_NO_CONTEXT: Final = About()
_ABOUT: Final = ContextVar("about", default=_NO_CONTEXT)


def about(address: str = "", guest: str | None = None, table: str | None = None) -> None:
    """Set the context of this task's log lines, and of those of tasks it starts."""
    _ABOUT.set(About(one_line(address), guest or "", one_line(table or "")))


class Plain(logging.Formatter):
    """Formats a line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with its context in brackets."""
        told = [f"{name} {value}" for name, value in _ABOUT.get()._asdict().items() if value]
        return super().format(record) + (f" ({', '.join(told)})" if told else "")


class Json(logging.Formatter):
    """Formats a line for programs as one object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object in one line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"time": when, "level": record.levelname.lower(), "message": record.getMessage(), "logger": record.name}
        told |= {name: value for name, value in _ABOUT.get()._asdict().items() if value}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


FORMATS: Final[dict[str, Callable[[], logging.Formatter]]] = {"plain": Plain, "json": Json}


def set_up(stream: TextIO, format: str) -> None:
    """Send this process's log to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMATS[format]())
    handler.addFilter(Repeats())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
