"""The log: for people or for programs, with whom a line is about; lines that come again and again are counted and not
written."""

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
"""So many lines of one kind are written in that time; a kind is what the line is made from."""
KINDS: Final = 1000
AWAY: Final = 60.0
"""While the database cannot be reached, one line in that time says so."""


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
        kind, seconds, most = (record.name, str(record.msg).partition("\n")[0][:80]), SECONDS, MOST
        if _says_away(record):
            kind, seconds, most = ("database", "away"), AWAY, 1
        now = time.monotonic()
        seen = self._seen.get(kind)
        if seen is None or now - seen.since >= seconds:
            if seen is not None and seen.left_out:
                record.msg = f"(and {seen.left_out} more like this in the meantime) {record.msg}"
            if len(self._seen) >= KINDS:
                self._seen.clear()
            seen = self._seen[kind] = _Seen(now)
        if seen.written >= most:
            seen.left_out += 1
            return False
        seen.written += 1
        return True


def _says_away(record: logging.LogRecord) -> bool:
    """Whether a line says that the database cannot be reached, whoever noticed."""
    told = record.args if isinstance(record.args, tuple) else ()
    return any(isinstance(one, Away) or (isinstance(one, BaseException) and is_away(one)) for one in told)


# Whom and what a line is about.


class About(NamedTuple):
    """Who is served just now. Never anything that proves who somebody is."""

    address: str = ""
    guest: str = ""
    table: str = ""


_NOBODY: Final = About()
_ABOUT: Final = ContextVar("about", default=_NOBODY)


def about(address: str = "", guest: str | None = None, table: str | None = None) -> None:
    """From now on the lines of this task, and of those that it starts, are about this."""
    _ABOUT.set(About(one_line(address), guest or "", one_line(table or "")))


class Plain(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, with whom it is about in brackets."""
        told = [f"{name} {value}" for name, value in _ABOUT.get()._asdict().items() if value]
        return super().format(record) + (f" ({', '.join(told)})" if told else "")


class Json(logging.Formatter):
    """A line for programs: one object."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, in one line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"time": when, "level": record.levelname.lower(), "message": record.getMessage(), "logger": record.name}
        told |= {name: value for name, value in _ABOUT.get()._asdict().items() if value}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


FORMATS: Final[dict[str, Callable[[], logging.Formatter]]] = {"plain": Plain, "json": Json}


def set_up(stream: TextIO, format: str) -> None:
    """Send the log of this process to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMATS[format]())
    handler.addFilter(Repeats())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
