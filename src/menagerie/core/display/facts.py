"""Texts with facts in braces, which are looked up so that they are right.

`{content.box.points.landscape_in_enclosures}` is what a content file says, `{view.tiles_left}` what a seat sees at a
moment, `{event.tile}` what an event is about. In a path, `me` is the viewer's seat and `count` the number of entries.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from menagerie.core.content import Entry
from menagerie.core.errors import BadContent
from menagerie.core.event import Event
from menagerie.core.seats import joined
from menagerie.core.state import State

_IN_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_DEEPEST: Final = 2
"""How deep braces may be nested."""


class Facts:
    """What can be looked up at a moment, as a seat sees it, and about an event while it happens."""

    def __init__(self, state: State, seat: int | None, event: Event | None = None) -> None:
        self._state = state
        self._seat = seat
        self._event = event

    def fill(self, words: str, entry: Entry, key: str = "words") -> str:
        """Return the words with the facts looked up; raises BadContent naming the entry."""

        def looked_up(found: re.Match[str]) -> str:
            return _told(self.find(found.group(1), entry, key))

        for _ in range(_DEEPEST):  # from the inside out: {view.trucks.{event.truck}.spaces}
            words = _IN_BRACES.sub(looked_up, words)
        return words

    def find(self, path: str, entry: Entry, key: str = "words") -> Any:
        """Return the fact at a path such as `view.tiles_left`."""
        source, *names = path.split(".")
        if source == "view":
            value: Any = self._state.view(self._seat)
        elif source == "event" and self._event is not None:
            value = self._event
        elif source == "content" and names:
            file = self._state.game.content_folder / f"{names.pop(0)}.toml"
            value = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        else:
            also = ", {event.NAME}" if self._event is not None else ""
            raise entry.wrong(key, f"words with {{view.NAME}}{also} or {{content.FILE.NAME}} in braces")
        try:
            for name in names:
                value = self._inside(value, name)
        except (KeyError, ValueError, IndexError, TypeError, AttributeError):
            raise BadContent(f"{entry.where}: there is no {path!r}.") from None
        return value

    def _inside(self, value: Any, name: str) -> Any:
        if name == "me" and self._seat is not None:
            name = str(self._seat)
        if isinstance(value, Mapping):
            return value[name]
        if isinstance(value, Sequence) and not isinstance(value, str):
            return len(value) if name == "count" else value[int(name)]
        return getattr(value, name)


def _told(value: Any) -> str:
    if isinstance(value, int):
        return str(abs(value))
    if isinstance(value, list | tuple):
        return joined([str(one) for one in value])
    return str(value)
