"""Progress with the lessons in this terminal: a small file beside this machine's tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from menagerie._places import data_folder
from menagerie.core.display.lessons import Lesson, Move
from menagerie.core.seats import LETTERS

FILE: Final = "lessons.json"


@dataclass(frozen=True)
class Left:
    """Where a lesson was left: all decisions in it, and how many of the coach's texts were read."""

    decisions: tuple[Move, ...]
    seen: int


class Progress:
    """Which lessons were finished or left. An unreadable file counts as empty, so that lessons still work."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or data_folder() / FILE

    def is_done(self, lesson: Lesson) -> bool:
        """Return whether it was ever finished."""
        return self._entry(lesson).get("done") is True

    def left(self, lesson: Lesson) -> Left | None:
        """Return where it was left. A lesson whose file changed starts over."""
        entry = self._entry(lesson)
        decisions, seen = entry.get("decisions"), entry.get("seen")
        if entry.get("digest") != lesson.digest or not isinstance(decisions, list) or not isinstance(seen, int):
            return None
        moves = [str(one).partition(" ") for one in decisions]
        if not all(letter and letter in LETTERS for letter, _, _ in moves):
            return None
        return Left(tuple([(LETTERS.index(letter), decision) for letter, _, decision in moves]), seen)

    def leave(self, lesson: Lesson, left: Left) -> None:
        """Save where it was left. Raises OSError."""
        decisions = [f"{LETTERS[seat]} {decision}" for seat, decision in left.decisions]
        self._write(lesson, {"digest": lesson.digest, "decisions": decisions, "seen": left.seen})

    def end(self, lesson: Lesson) -> None:
        """Mark it as finished. Raises OSError."""
        self._write(lesson, {"done": True})

    def _entry(self, lesson: Lesson) -> dict[str, Any]:
        entry = self._read().get(_name(lesson))
        return entry if isinstance(entry, dict) else {}

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, lesson: Lesson, entry: dict[str, Any]) -> None:
        done = {"done": True} if self.is_done(lesson) else {}
        found = self._read() | {_name(lesson): done | entry}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_name(self._file.name + ".part")
        draft.write_text(json.dumps(found, indent=1), encoding="utf-8")
        draft.replace(self._file)


def _name(lesson: Lesson) -> str:
    return f"{lesson.game.id}/{lesson.id}"
