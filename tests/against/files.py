"""Reading recorded games, plain or compressed."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any


class Unreadable(Exception):
    """A file that cannot be used; the message is one plain sentence that names it."""


def text_of(file: str) -> str:
    """What is in a file, which may be compressed with gzip."""
    try:
        data = Path(file).read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        return data.decode("utf-8")
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError):
        raise Unreadable(f"{file}: is damaged, or not text.") from None
    except OSError as error:
        raise Unreadable(f"{file}: cannot be read: {error.strerror or error}.") from None


def json_lines(file: str) -> list[dict[str, Any]]:
    """The lines of a file, each a JSON object."""
    found = []
    for number, line in enumerate(text_of(file).splitlines(), start=1):
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise Unreadable(f"{file}, line {number}: is not a JSON object.")
        found.append(value)
    return found
