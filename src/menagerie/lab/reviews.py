"""Reviews kept beside their records."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Final

from menagerie.bots.bot import Clock
from menagerie.bots.review import Review, Tell, describe, fingerprint, review, reviewer
from menagerie.core.errors import BadRecord
from menagerie.core.record import Record

SUFFIX: Final = ".review.json"
SECONDS: Final = 0.5
"""Thought for each choice, where nothing else is said."""


def place(path: Path) -> Path:
    """Where the review of the record in this file is kept."""
    return path.with_name(path.stem + SUFFIX)


def of_file(record: Record, path: Path, seconds: float | None = None, tell: Tell | None = None) -> Review:
    """The review of the record in this file: the one that is kept beside it if it is of the same game (and where it is
    said how much thought there should be, had just that), or a new one, which is then kept."""
    mind = reviewer(record.game)
    clock = Clock(seconds=seconds or SECONDS)
    kept = read(place(path))
    if (
        kept is not None
        and kept.record == fingerprint(record)
        and (seconds is None or kept.made == describe(mind, clock))
    ):
        return kept
    made = review(record, clock, tell, mind=mind)
    keep(made, place(path))
    return made


def read(path: Path) -> Review | None:
    """A review that was kept; None if there is none that can be read."""
    try:
        return Review.read(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, BadRecord):
        return None


def keep(made: Review, path: Path) -> None:
    """Keep a review, if there is a place for it: otherwise nothing is lost but the time to make it again."""
    draft = path.with_name(path.name + ".part")
    with contextlib.suppress(OSError):
        draft.write_text(json.dumps(made.data(), indent=1) + "\n", encoding="utf-8")
        draft.replace(path)
