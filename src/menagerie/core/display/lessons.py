"""Lessons: `lessons/*.toml` in a title's folder, one file a lesson, read and checked (docs/lessons.md).

A lesson is a game whose beginning, whose chance and whose other players are known: a seed, decisions that were played
before, and steps. A step says something; it may want a decision, and then others decide as the lesson has it. The last
lesson of a title is a real game with a bot, in which the coach speaks up at moments. `coach` takes a learner through
it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent, MenagerieError
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS
from menagerie.core.state import State

FOLDER: Final = "lessons"
ENDED: Final = "GameEnded"
"""The event with which every game ends: what the coach says then is the last word of a lesson that is a game."""

_ABOUT: Final = ("heading", "learn", "seat", "bot", "players", "seed", "options", "before", "game", "at", "more")
_OF_MORE: Final = ("words", "rule")
_OF_STEP: Final = ("says", "lit", "accept", "other", "wrong", "then")
_OF_MOMENT: Final = ("on", "when", "says", "lit")

Move = tuple[int, str]
"""A seat and its decision."""


class Pattern:
    """A decision's notation in which `*` stands for anything: `load *`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._matches = re.compile(".*".join([re.escape(part) for part in text.split("*")])).fullmatch

    def fits(self, text: str) -> bool:
        """Whether it stands for this."""
        return self._matches(text) is not None


@dataclass(frozen=True)
class Step:
    """Something that the coach says; with `accepts` it wants a decision, otherwise the learner reads on."""

    entry: Entry
    """Where it stands, for errors and for facts that are not there."""
    n: int
    """After so many decisions."""
    says: str
    lit: tuple[str, ...]
    """The ids of the pieces that it speaks of."""
    accepts: tuple[Pattern, ...]
    other: tuple[tuple[Pattern, str], ...]
    """What it says to other legal decisions: the first that fits."""
    wrong: str
    """What it adds to the reason why a decision is not legal."""
    then: tuple[Move, ...]
    """What is decided after it by the lesson itself."""


@dataclass(frozen=True)
class Moment:
    """Something that the coach says when something happens for the first time."""

    entry: Entry
    on: str
    """The name of an event's class."""
    when: tuple[tuple[str, str], ...]
    """What else must be so: a fact, and what it must be; both may have facts in braces."""
    says: str
    lit: tuple[str, ...]
    """Without any: the pieces that the event is about."""


@dataclass(frozen=True)
class More:
    """Something that a title's lessons leave out."""

    words: str
    rule: str
    """The number of its rule."""


@dataclass(frozen=True)
class Lesson:
    """One lesson of a title."""

    game: Game
    id: str
    """The name of its file."""
    number: int
    """Its place among the title's lessons, from 1."""
    digest: str
    """Tells it from what stood in its files before."""
    heading: str
    learn: str
    """What one learns, in a sentence."""
    seat: int
    """Where the learner sits."""
    bot: str
    """The kind of bot of the other seats, where the lesson is a game."""
    setup: Record
    """How the game begins: set-up, and the decisions played before."""
    steps: tuple[Step, ...]
    moments: tuple[Moment, ...]
    more: tuple[More, ...]
    """What the title's lessons have not taught: told after the last words."""

    @property
    def is_game(self) -> bool:
        """Whether all is played freely, and the coach only speaks up."""
        return bool(self.moments)

    @property
    def begins(self) -> int:
        """How many decisions are played before."""
        return len(self.setup.decisions)

    @property
    def ends(self) -> int:
        """After how many decisions it is done, unless it is a game."""
        return self.steps[-1].n

    @cached_property
    def script(self) -> dict[int, Move]:
        """What is decided by the lesson itself, by the number of decisions before."""
        found: dict[int, Move] = {}
        for step in self.steps:
            first = step.n + bool(step.accepts)
            found |= dict(enumerate(step.then, start=first))
        return found

    def begin(self) -> State:
        """The table at which the lesson begins."""
        return self.setup.at(self.begins)


# Reading.


def lessons(game: Game) -> list[Lesson]:
    """The lessons of a title, in the order of their files; raises BadContent naming file and entry."""
    paths = sorted((game.folder / FOLDER).glob("*.toml"))
    return [_lesson(game, path.stem, number) for number, path in enumerate(paths, start=1)]


def lesson(game: Game, number: int) -> Lesson:
    """One lesson of a title by its number."""
    known = lessons(game)
    if not known:
        raise MenagerieError(f"There are no lessons for {game.name} yet. See how to play in its cards.")
    if not 1 <= number <= len(known):
        raise MenagerieError(f"There is no lesson {number}; {game.name} has lessons 1 to {len(known)}.")
    return known[number - 1]


def _lesson(game: Game, id: str, number: int) -> Lesson:
    name = f"{FOLDER}/{id}.toml"
    entry = Content(game.folder).read(name)
    _check_keys(entry, (*_ABOUT, "step", "moment"))
    setup, recorded = _setup(game, entry)
    steps = _steps(entry, len(setup.decisions), recorded)
    moments = tuple([_moment(one) for one in entry.entries("moment")])
    _check_whole(entry, steps, moments)
    return Lesson(
        game,
        id,
        number,
        _digest(game, [name, *([f"{FOLDER}/{entry.text('game')}"] if entry.has("game") else [])]),
        entry.text("heading"),
        entry.text("learn"),
        _seat(entry, entry.text("seat")) if entry.has("seat") else 0,
        entry.text("bot") if moments else "",
        setup,
        steps,
        moments,
        tuple([_more(one) for one in entry.entries("more")]) if entry.has("more") else (),
    )


def _digest(game: Game, files: list[str]) -> str:
    return sha256(b"\0".join([(game.folder / file).read_bytes() for file in files])).hexdigest()[:8]


def _setup(game: Game, entry: Entry) -> tuple[Record, list[Move]]:
    """How the game begins, and the decisions of the recorded game that it is a moment of."""
    if entry.has("game"):
        record = Record.load(game.folder / FOLDER / entry.text("game"))
        record.use(game)
        if record.anew:
            raise entry.wrong("game", "a game without a new deal")
        decisions, at = record.decisions, entry.number("at")
        if not 0 <= at <= len(decisions):
            raise entry.wrong("at", f"a moment of {entry.text('game')}, 0 to {len(decisions)}")
        record.decisions = decisions[:at]
        return record, decisions
    options = entry.entry("options").values if entry.has("options") else {}
    try:
        checked = game.setup(entry.number("players"), entry.number("seed"), game.rules_version, options)
    except MenagerieError as error:
        raise BadContent(f"{entry.where}: {error}") from None
    written = game.write_options(checked.options)
    before = [_move(entry, "before", one) for one in entry.texts("before")] if entry.has("before") else []
    record = Record(game.id, checked.players, checked.seed, checked.rules_version, written, before)
    record.content_digest = game.content_digest
    record.use(game)
    return record, []


def _steps(entry: Entry, n: int, recorded: list[Move]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for one in entry.entries("step"):
        step = _step(one, n, recorded)
        n += bool(step.accepts) + len(step.then)
        steps.append(step)
    return tuple(steps)


def _step(entry: Entry, n: int, recorded: list[Move]) -> Step:
    _check_keys(entry, _OF_STEP)
    accepts = tuple([Pattern(one) for one in entry.texts("accept")]) if entry.has("accept") else ()
    if not accepts:
        for key in ("other", "wrong"):
            if entry.has(key):
                raise entry.wrong(key, "left out of a step that accepts no decision")
    return Step(
        entry,
        n,
        entry.text("says"),
        _lit(entry),
        accepts,
        _other(entry) if accepts else (),
        entry.text("wrong") if entry.has("wrong") else "",
        _then(entry, n + bool(accepts), recorded),
    )


def _other(entry: Entry) -> tuple[tuple[Pattern, str], ...]:
    """A text, or a table of texts by the decisions that they are said to."""
    given = entry.values.get("other")
    texts: dict[str, Any] = given if isinstance(given, dict) else {"*": given}
    if not all(isinstance(text, str) and text for text in texts.values()):
        raise entry.wrong("other", "a text, or a table of texts by decisions (* stands for anything)")
    return tuple([(Pattern(pattern), text) for pattern, text in texts.items()])


def _then(entry: Entry, n: int, recorded: list[Move]) -> tuple[Move, ...]:
    """Decisions one by one, or how many of the recorded game."""
    if not entry.has("then"):
        return ()
    if isinstance(entry.values["then"], list):
        return tuple([_move(entry, "then", one) for one in entry.texts("then")])
    count = entry.number("then")
    if not 1 <= count <= len(recorded) - n:
        raise entry.wrong("then", f"decisions, or how many of the recorded game ({max(0, len(recorded) - n)} are left)")
    return tuple(recorded[n : n + count])


def _moment(entry: Entry) -> Moment:
    _check_keys(entry, _OF_MOMENT)
    conditions = entry.entry("when").values if entry.has("when") else {}
    when = tuple([(fact, str(value)) for fact, value in conditions.items()])
    return Moment(entry, entry.text("on"), when, entry.text("says"), _lit(entry))


def _more(entry: Entry) -> More:
    _check_keys(entry, _OF_MORE)
    return More(entry.text("words"), entry.text("rule"))


def _lit(entry: Entry) -> tuple[str, ...]:
    return tuple(entry.texts("lit")) if entry.has("lit") else ()


def _move(entry: Entry, key: str, text: str) -> Move:
    """`B load 2`."""
    seat, _, decision = text.partition(" ")
    if seat not in LETTERS or not decision:
        raise entry.wrong(key, "a list of decisions with their seats, such as 'B load 2'")
    return LETTERS.index(seat), decision


def _seat(entry: Entry, letter: str) -> int:
    if letter not in LETTERS:
        raise entry.wrong("seat", f"one of {', '.join(LETTERS)}")
    return LETTERS.index(letter)


def _check_keys(entry: Entry, known: tuple[str, ...]) -> None:
    for key in entry.values:
        if key not in known:
            raise BadContent(f"{entry.where}: {key!r} is not known; there are {', '.join(known)}.")


def _check_whole(entry: Entry, steps: tuple[Step, ...], moments: tuple[Moment, ...]) -> None:
    """A lesson by steps ends with words; one that is a game has no steps that want something."""
    if not steps:
        raise BadContent(f"{entry.where}: there is no [[step]]; a lesson begins with what the coach says.")
    if not moments:
        if not any(step.accepts for step in steps):
            raise BadContent(f"{entry.where}: no [[step]] accepts a decision; one learns by deciding.")
        if steps[-1].accepts or steps[-1].then:
            raise BadContent(f"{steps[-1].entry.where}: the last step says what was learnt, and accepts nothing.")
        return
    for step in steps:
        if step.accepts or step.then:
            raise BadContent(f"{step.entry.where}: in a lesson with moments all is played freely; leave out 'accept'.")
    if moments[-1].on != ENDED:
        raise BadContent(f"{moments[-1].entry.where}: the last moment is the end of the game, on = {ENDED!r}.")
