"""What is noted of a game: points and where they come from, length, choices, and how often each piece mattered.

What a piece is and when it matters a title says in its `measures.toml`: facts, by which games are compared, are read
from `view` as the game begins; counts are made of events, by the names of their classes and attributes. Lab and titles
know nothing else of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent
from menagerie.core.event import Event
from menagerie.core.game import Game
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.lab import outcome
from menagerie.lab.match import Course, Match

FILE: Final = "measures.toml"
ALL: Final = "*"
SEAT: Final = "{seat}"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something known as a game begins, by which games are compared."""

    name: str
    words: str
    path: tuple[str, ...]
    """Where it stands in `view`; `{seat}` is the seat's own."""

    @property
    def is_own(self) -> bool:
        """Whether each seat has one of its own."""
        return SEAT in self.path

    def values(self, view: dict[str, Any], seat: int) -> list[str]:
        """What holds for that seat."""
        path = [str(seat) if step == SEAT else step for step in self.path]
        return sorted({str(value) for value in _found([view], path)})


@dataclass(frozen=True, slots=True)
class Count:
    """Something that happens to pieces, and is counted."""

    name: str
    words: str
    event: str
    """The class of the event."""
    path: tuple[str, ...]
    """The event's attribute that names the piece."""
    names: tuple[str, ...]
    """What the piece is called, where the attribute is a number."""
    cut: str
    """A name ends where this begins."""
    only: tuple[tuple[str, tuple[Any, ...]], ...]
    """What attributes of the event must be."""

    def pieces(self, event: Event) -> list[str]:
        """The pieces that this event counts for."""
        if type(event).__name__ != self.event:
            return []
        if not all(getattr(event, name) in allowed for name, allowed in self.only):
            return []
        found = [self.names[value] if self.names else str(value) for value in _found([event], self.path)]
        return [name.partition(self.cut)[0] if self.cut else name for name in found]


def _found(things: Sequence[Any], path: Sequence[str]) -> list[Any]:
    """Where a path of keys, numbers and attributes leads from these things; `*` continues from each part of them."""
    here = list(things)
    for step in path:
        if step == ALL:
            here = [part for thing in here for part in thing]
        else:
            here = [_part(thing, step) for thing in here]
    found: list[Any] = []
    for thing in here:
        found.extend(thing if isinstance(thing, (list, tuple)) else [thing])
    return [thing for thing in found if thing is not None]


def _part(thing: Any, step: str) -> Any:
    if isinstance(thing, dict):
        return thing[step]
    if isinstance(thing, (list, tuple)):
        return thing[int(step)]
    return getattr(thing, step)


@dataclass(frozen=True, slots=True)
class Measures:
    """What is noted of games of a title."""

    first: tuple[str, ...] = ()
    """Where `view` says who is first; nothing: who is to act first, if that is one."""
    facts: tuple[Fact, ...] = ()
    counts: tuple[Count, ...] = ()

    @staticmethod
    def of(game: Game) -> Measures:
        """Those of a title; raises BadContent. A title without such a file has no facts and counts nothing."""
        if not (game.folder / FILE).is_file():
            return Measures()
        file = Content(game.folder).read(FILE)
        return Measures(
            _path(file, "first") if file.has("first") else (),
            tuple([Fact(one.text("name"), one.text("words"), _path(one, "view")) for one in file.entries("fact")]),
            tuple([_count(one) for one in file.entries("count")]),
        )

    def begins(self, state: State) -> int | None:
        """Return the first player; None in a solo game, or if all may begin."""
        if state.players == 1 or len(state.to_act) != 1:
            return None
        if not self.first:
            return state.to_act[0]
        (found,) = _found([state.view(None)], self.first)
        return LETTERS.index(found) if isinstance(found, str) else int(found)


def _path(entry: Entry, key: str) -> tuple[str, ...]:
    return tuple(entry.text(key).split("."))


def _count(entry: Entry) -> Count:
    only: list[tuple[str, tuple[Any, ...]]] = []
    for name, value in entry.entry("only").values.items() if entry.has("only") else ():
        only.append((name, tuple(value) if isinstance(value, list) else (value,)))
    return Count(
        entry.text("name"),
        entry.text("words"),
        entry.text("event"),
        _path(entry, "piece"),
        tuple(entry.texts("names")) if entry.has("names") else (),
        entry.text("cut") if entry.has("cut") else "",
        tuple(only),
    )


# A game.


@dataclass(slots=True)
class Seat:
    """What is noted of one seat."""

    decisions: int = 0
    free: int = 0
    """Decisions with more than one choice."""
    choices: int = 0
    """Choices of all its decisions together."""
    most: int = 0
    """Choices of the widest one."""
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By count and piece."""

    def note(self, choices: int) -> None:
        """One more decision among so many."""
        self.decisions += 1
        self.free += choices > 1
        self.choices += choices
        self.most = max(self.most, choices)


def play(match: Match, number: int) -> list[dict[str, Any]]:
    """Play a game of a match; what is noted of it, a row for every seat: plain values, the same wherever it runs."""
    course = Course(match, number)
    state = course.state
    measures = Measures.of(course.game)
    first = None if match.is_together else measures.begins(state)
    view = state.view(None)
    facts = [[[fact.name, one] for fact in measures.facts for one in fact.values(view, seat)] for seat in _seats(state)]
    seats = [Seat() for _ in _seats(state)]
    log: list[Event] = []
    while not state.is_over:
        course.decide(lambda state, seat: seats[seat].note(len(state.legal(seat))), log)
    together = _tally(measures, log, seats)
    won = course.won()
    rows: list[dict[str, Any]] = []
    for seat, noted in enumerate(seats):
        rows.append(
            {
                "game": number,
                "deal": match.deal(number),
                "seat": seat,
                "place": None if first is None else (seat - first) % state.players + 1,
                "bot": course.entrants[seat].name,
                "score": state.scores[seat],
                "rank": _rank(state, seat),
                "won": won[seat],
                "margin": outcome.margin(state, seat),
                "turns": course.turns[seat],
                "decisions": noted.decisions,
                "free_decisions": noted.free,
                "choices": noted.choices,
                "most_choices": noted.most,
                "points": [[name, points] for name, points in state.breakdown(seat).items()],
                "facts": facts[seat],
                "counts": _sorted(noted.counts),
                "game_counts": _sorted(together),
            }
        )
    return rows


def _seats(state: State) -> range:
    return range(state.players)


def _tally(measures: Measures, log: list[Event], seats: list[Seat]) -> Counter[tuple[str, str]]:
    """Give every seat what its events count; what belongs to no seat counts for the game."""
    together: Counter[tuple[str, str]] = Counter()
    for event in log:
        for count in measures.counts:
            for piece in count.pieces(event):
                seat = getattr(event, "seat", -1)
                (together if seat < 0 else seats[seat].counts)[count.name, piece] += 1
    return together


def _sorted(counts: Counter[tuple[str, str]]) -> list[list[Any]]:
    return [[name, piece, times] for (name, piece), times in sorted(counts.items())]


def _rank(state: State, seat: int) -> int:
    """Return the rank, from 1; equals share one."""
    return 1 + sum([len(group) for group in state.ranking[: _group(state, seat)]])


def _group(state: State, seat: int) -> int:
    return next(number for number, group in enumerate(state.ranking) if seat in group)


def check(game: Game) -> None:
    """Whether a title's measures fit it; raises BadContent."""
    measures = Measures.of(game)
    for players in game.players:
        state = game.new(players=players, seed=0)
        try:
            measures.begins(state)
            for fact in measures.facts:
                fact.values(state.view(None), 0)
        except (KeyError, IndexError, AttributeError, TypeError, ValueError) as error:
            raise BadContent(f"{FILE} of {game.name} does not fit its view: {error!r}.") from None
