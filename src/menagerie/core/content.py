"""Read and check what is printed on the pieces from TOML files; errors name the file and the entry."""

from __future__ import annotations

import math
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, final

from menagerie.core.errors import BadContent


@final
class Entry:
    """A table of a content file that knows its place in the file, so that errors can name a wrong value."""

    __slots__ = ("values", "where")

    def __init__(self, values: dict[str, Any], where: str) -> None:
        self.values: Final = values
        self.where: Final = where

    def wrong(self, key: str, wanted: str) -> BadContent:
        """Return the error for a missing or wrong value."""
        if key not in self.values:
            return BadContent(f"{self.where}: {key!r} is missing; it must be {wanted}.")
        return BadContent(f"{self.where}: {key} = {self.values[key]!r} is wrong; it must be {wanted}.")

    def has(self, key: str) -> bool:
        """Return whether the entry has this value."""
        return key in self.values

    def text(self, key: str) -> str:
        """Return a text that is not empty."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value:
            raise self.wrong(key, "a text")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self.values.get(key)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def number(self, key: str) -> int:
        """Return a whole number."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(key, "a whole number")
        return value

    def amount(self, key: str) -> float:
        """Return a number, whole or not."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.wrong(key, "a number")
        return float(value)

    def numbers(self, key: str, count: int | None = None) -> list[int]:
        """Return a list of whole numbers, of that length if one is given."""
        value = self.values.get(key)
        wanted = "a list of whole numbers" if count is None else f"a list of {count} whole numbers"
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise self.wrong(key, wanted)
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int):
                raise self.wrong(key, wanted)
        return list(value)

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        value = self.values.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, "a list of texts")
        for item in value:
            if not isinstance(item, str):
                raise self.wrong(key, "a list of texts")
        return list(value)

    def entry(self, key: str) -> Entry:
        """Return the table `[key]` inside this one."""
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "a table")
        return Entry(value, f"{self.where}, [{key}]")

    def entries(self, key: str) -> list[Entry]:
        """Return the list of tables `[[key]]`, empty if there is none."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise self.wrong(key, "a list of tables")
        return [Entry(item, f"{self.where}, [[{key}]] number {i}") for i, item in enumerate(value, start=1)]


@final
class Content:
    """A folder of content files."""

    __slots__ = ("folder",)

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder

    def digest(self) -> str:
        """Return what identifies this set of content files: the first 16 digits of a SHA-256 over names and texts."""
        total = sha256()
        for path in sorted(self.folder.glob("*.toml")):
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return total.hexdigest()[:16]

    def read(self, name: str) -> Entry:
        """Return a TOML file as a table."""
        path = self.folder / name
        try:
            return Entry(tomllib.loads(path.read_text(encoding="utf-8")), name)
        except FileNotFoundError:
            raise BadContent(f"{name}: there is no such file in {self.folder}.") from None
        except OSError as error:
            raise BadContent(f"{name}: cannot be read: {error.strerror}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadContent(f"{name}: is not TOML: {error}.") from None
