"""The puzzles of a title: `puzzles.jsonl` in its folder, one puzzle a line; and the one of the day.

A position is kept as a record, packed: it holds the seed, and with it all that was hidden. So viewers only get the
state of `Puzzle.position`, in which everything its seat can't know is redealt.
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
"""The seed from which everything unknown is redealt: the same for everyone."""
STRIDE: Final = 7919
"""From day to day so many puzzles are passed over: a prime larger than any book, so that all of them come."""
STARS: Final = (1, 2, 3)


@dataclass(frozen=True)
class Puzzle:
    """A position, and the turn that is clearly the best in it."""

    number: int
    """Its number in the title's book, from 1 on; it never changes."""
    record: Record
    """The game up to it."""
    seat: int
    """Who is to act."""
    answer: tuple[str, ...]
    """The best turn, as far as it can be planned."""
    asked: int
    """How many of its decisions have to be found; what follows does not matter as much."""
    second: tuple[str, ...]
    """The best turn that departs from these."""
    margin: float
    """By how much the chances to win are lower then."""
    error: float
    """The standard error of that."""
    gains: tuple[str, ...]
    """The families of features that the answer gains by, the most important first (`themes`)."""
    theme: str
    """The id of a theme of the title."""
    stars: int
    """How hard it is: 1 to 3."""
    failed: dict[str, float]
    """How often weaker bots fail, by kind."""
    made: str
    """Where it comes from: the command, the game, and the weights."""

    @property
    def title(self) -> str:
        """The id of the title."""
        return self.record.title

    def position(self) -> State:
        """The position, as far as the seat to act can know it: all else is redealt, the same for everyone."""
        return self.record.final().imagine(self.seat, DEALT)

    def plan(self) -> tuple[Action, ...]:
        """The answer as decisions."""
        return tuple([self.record.game.parse(decision) for decision in self.answer])

    def line(self) -> str:
        """As a line of the book."""
        packed = base64.b85encode(bytes(self.record)).decode()
        data = {name: value for name, value in vars(self).items() if name != "record"}
        return json.dumps({**data, "game": packed}, ensure_ascii=False)

    @staticmethod
    def read(line: str) -> Puzzle:
        """A line of a book; raises BadRecord."""
        try:
            data: dict[str, Any] = json.loads(line)
            record = Record.from_bytes(base64.b85decode(data.pop("game")))
            for name in ("answer", "second", "gains"):
                data[name] = tuple(data[name])
            return Puzzle(record=record, **data)
        except (ValueError, KeyError, TypeError) as error:
            raise BadRecord(f"a puzzle cannot be read: {error}.") from None


def place(game: Game) -> Path:
    """Where the puzzles of a title are."""
    return game.folder / FILE


def has_puzzles(game: Game) -> bool:
    """Whether a title has a book of puzzles."""
    return place(game).is_file()


@cache
def puzzles(title: str) -> dict[int, Puzzle]:
    """The puzzles of a title by number; none if it has no book. Raises BadRecord naming file and line."""
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
    """The ids of the titles that have puzzles, in the order of the catalog. One whose book is damaged has none: the
    others are no worse for it."""
    return [game.id for game in catalog() if has_puzzles(game) and _is_readable(game.id)]


def _is_readable(title: str) -> bool:
    try:
        return bool(puzzles(title))
    except BadRecord:
        return False


def puzzle(title: str, number: int) -> Puzzle:
    """One puzzle; raises BadSetup."""
    book = puzzles(title)
    if not book:
        raise BadSetup(f"There are no puzzles of {load(title).name} yet.")
    if number not in book:
        raise BadSetup(f"{load(title).name} has no puzzle {number}; the numbers are {min(book)} to {max(book)}.")
    return book[number]


def today() -> datetime.date:
    """The day by which the puzzle of the day is chosen: the same everywhere."""
    return datetime.datetime.now(datetime.UTC).date()


def of_day(day: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everyone: titles take turns, and each uses all its puzzles before one comes
    again. Raises BadSetup if no title has puzzles."""
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
