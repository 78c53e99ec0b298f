"""A title's puzzles, one per line of `puzzles.jsonl` in its folder, and the puzzle of the day.

A position is stored as a packed record, whose seed would reveal everything hidden. So players only ever see the state
of
`Puzzle.position`, in which everything that its seat cannot know was dealt again.
"""

from __future__ import annotations

import base64
import datetime
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from menagerie.core.action import Action
from menagerie.core.errors import BadRecord, BadSetup
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.registry import catalog, load
from menagerie.core.state import State

FILE: Final = "puzzles.jsonl"
DEALT: Final = 1
"""The seed from which everything unknown is dealt again, the same for everyone."""
STRIDE: Final = 7919
"""How many puzzles to skip from day to day: a prime larger than any book, so that every puzzle comes."""
STARS: Final = (1, 2, 3)


@dataclass(frozen=True)
class Puzzle:
    """A position and its clearly best turn."""

    number: int
    """Its number in the title's book, from 1. It never changes."""
    record: Record
    """The game up to the position."""
    seat: int
    """The seat to act."""
    answer: tuple[str, ...]
    """The best turn, as far as it can be planned."""
    asked: int
    """How many of its decisions to find; the rest matters less."""
    second: tuple[str, ...]
    """The best turn that differs in these."""
    margin: float
    """How much lower its win chance is."""
    error: float
    """The standard error of the margin."""
    gains: tuple[str, ...]
    """The families of features that the answer gains, the most important first (`themes`)."""
    theme: str
    """The id of its theme."""
    stars: int
    """Its difficulty from 1 to 3."""
    failed: dict[str, float]
    """How often weaker bots fail, by kind."""
    made: str
    """Its origin: the command, the game and the weights."""

    @property
    def title(self) -> str:
        """The id of the title."""
        return self.record.title

    def position(self) -> State:
        """Return the position as the seat to act can know it. All else is dealt again, the same for everyone."""
        return self.record.final().imagine(self.seat, DEALT)

    def plan(self) -> tuple[Action, ...]:
        """Return the answer's decisions."""
        return tuple([self.record.game.parse(decision) for decision in self.answer])

    def line(self) -> str:
        """Return it as a line of the book."""
        packed = base64.b85encode(bytes(self.record)).decode()
        data = {name: value for name, value in vars(self).items() if name != "record"}
        return json.dumps({**data, "game": packed}, ensure_ascii=False)

    @staticmethod
    def read(line: str) -> Puzzle:
        """Read a line of a book; raises BadRecord."""
        try:
            data: dict[str, Any] = json.loads(line)
            record = Record.from_bytes(base64.b85decode(data.pop("game")))
            for name in ("answer", "second", "gains"):
                data[name] = tuple(data[name])
            return Puzzle(record=record, **data)
        except (ValueError, KeyError, TypeError) as error:
            raise BadRecord(f"a puzzle cannot be read: {error}.") from None


def place(game: Game) -> Path:
    """Return the file with a title's puzzles."""
    return game.folder / FILE


def has_puzzles(game: Game) -> bool:
    """Return whether a title has a book of puzzles."""
    return place(game).is_file()


@cache
def puzzles(title: str) -> dict[int, Puzzle]:
    """Return a title's puzzles by number; empty if it has no book. Raises BadRecord naming file and line."""
    file = place(load(title))
    if not file.is_file():
        return {}
    found: dict[int, Puzzle] = {}
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            puzzle = Puzzle.read(line.decode())
        except (BadRecord, UnicodeDecodeError) as error:
            raise BadRecord(f"{file}, line {number}: {error}") from None
        found[puzzle.number] = puzzle
    return found


def titles_with_puzzles() -> list[str]:
    """Return the ids of the titles with puzzles in catalog order. A title with a damaged book is left out, so that the
    others still work."""
    return [game.id for game in catalog() if has_puzzles(game) and _is_readable(game.id)]


def _is_readable(title: str) -> bool:
    try:
        return bool(puzzles(title))
    except BadRecord:
        return False


def puzzle(title: str, number: int) -> Puzzle:
    """Return one puzzle; raises BadSetup."""
    book = puzzles(title)
    if not book:
        raise BadSetup(f"There are no puzzles for {load(title).name} yet.")
    if number not in book:
        raise BadSetup(f"{load(title).name} has no puzzle {number}; the numbers are {min(book)} to {max(book)}.")
    return book[number]


def today() -> datetime.date:
    """Return the day that chooses the puzzle of the day, the same everywhere."""
    return datetime.datetime.now(datetime.UTC).date()


def of_day(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day, the same for everyone. Titles take turns, and all of a title's puzzles come before
    one is repeated. Raises BadSetup if there are none."""
    with_puzzles = titles_with_puzzles()
    if not with_puzzles:
        raise BadSetup("There are no puzzles here.")
    number = day.toordinal()
    book = list(puzzles(with_puzzles[number % len(with_puzzles)]).values())
    return book[number // len(with_puzzles) * STRIDE % len(book)]


def write(file: Path, found: list[Puzzle]) -> None:
    """Write a book, whole or not at all; raises BadSetup."""
    draft = file.with_name(file.name + ".part")
    try:
        draft.write_text("".join([f"{one.line()}\n" for one in found]), encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise BadSetup(f"{file} cannot be written: {error.strerror}.") from None
