"""Puzzles made from bots' games, and checked again.

Game after game is played by bots of several levels. Some of its positions are looked at three times: at a glance, with
the title's usual thinking, and with ten times that and another seed. What is clearly the best each time (but the first
glance may be wrong), and is missed often enough by weaker bots, becomes a puzzle. A game has a seed of its own, so that
the same command finds the same puzzles on any number of cores.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, TextIO

import menagerie
from menagerie import bots
from menagerie.core.action import Action
from menagerie.core.errors import BadRecord, BadSetup
from menagerie.core.record import Record
from menagerie.core.state import State
from menagerie.lab.parallel import in_order, seed_of
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.themes import Habits, Theme, gains_of, habits, theme_of
from menagerie.puzzles.weighing import Jury, Weighed, begins_with, weigh

CHOICES: Final = 3
"""Where there are fewer decisions to choose from there is no puzzle."""
GLANCE: Final = 0.1
"""The part of the usual thinking that a glance has."""
AGAIN: Final = 10
"""A position is looked at again with so many times the thinking."""
OTHERS: Final = (2, 6, 12)
"""How many turns that begin otherwise are tried: at a glance, usually, and at last."""
TRIES: Final = {"visitor": 6, "keeper": 4}
"""How often weaker bots are asked."""
MISSED: Final = 0.5
"""One of them fails at least so often, or it is no puzzle; where a keeper does, it is a harder one."""
STILL: Final = 0.5
"""A puzzle holds while its answer leads by this part of the title's margin: what was chosen because it led clearly
leads by a little less when it is looked at again."""
PER_GAME: Final = 2
APART: Final = 8
"""Puzzles of a game are so many decisions apart."""
OF_A_THEME: Final = 0.4
"""No theme has more than this part of the puzzles."""

Tell = Callable[[int, int], None]
"""Told how many games have been looked through, and how many puzzles were found in all."""


@dataclass(frozen=True, slots=True)
class Making:
    """Which puzzles are to be made."""

    title: str
    count: int = 60
    seed: int = 0
    thinking: int | None = None
    """Evaluations for a look; by default what the title says."""
    themes: tuple[str, ...] = ()
    """Only puzzles of these themes are wanted; if empty, of all."""

    @property
    def wanted(self) -> list[Theme]:
        """The themes that are wanted, if not all are."""
        return [theme for theme in habits(self.title).themes if theme.id in self.themes]

    @property
    def habits(self) -> Habits:
        """How puzzles of the title are made."""
        usual = habits(self.title)
        return usual if self.thinking is None else replace(usual, thinking=self.thinking)

    def key(self) -> str:
        """Identify what is made, whatever the number of puzzles: kept work continues."""
        weights = menagerie.load(self.title).advice().weights.made
        key = {"title": self.title, "seed": self.seed, "thinking": self.habits.thinking, "weights": weights}
        return json.dumps({**key, "themes": self.themes} if self.themes else key)

    @property
    def command(self) -> str:
        """What makes the same puzzles again."""
        themes = f" --themes {','.join(self.themes)}" if self.themes else ""
        return f"menagerie puzzles make {self.title} --seed {self.seed} --thinking {self.habits.thinking}{themes}"


# One game.


@dataclass(frozen=True)
class Moment:
    """A position in which a player has a choice."""

    state: State
    seat: int


def look_through(making: Making, number: int) -> list[Puzzle]:
    """The puzzles in the game of this number, not yet numbered themselves."""
    own = making.habits
    chance = Random(seed_of("puzzles", making.title, making.seed, number))
    moments = play(making, number, chance)
    chance.shuffle(moments)
    jury = Jury.of(menagerie.load(making.title))
    found: list[Puzzle] = []
    for moment in moments[: own.looks]:
        if any(abs(moment.state.ply - len(one.record.decisions)) < APART for one in found):
            continue
        puzzle = look_at(jury, own, moment, chance, f"{making.command}; game {number}")
        if puzzle is not None and (not making.themes or _theme(puzzle) in making.themes):
            found.append(puzzle)
        if len(found) == PER_GAME:
            break
    return found


def play(making: Making, number: int, chance: Random) -> list[Moment]:
    """Let bots of several levels play the game of this number: where a player began a turn, or something had come to
    light, and there was a choice. If certain themes are wanted: wherever a decision could be about one of them."""
    own, wanted = making.habits, making.wanted
    game = menagerie.load(making.title)
    advice = game.advice()
    setup = dict(own.setups[number % len(own.setups)])
    state = game.new(seed=chance.getrandbits(64), **setup)
    kinds = [chance.choice(("visitor", "keeper", "keeper", "director")) for _ in range(state.players)]
    seated = [bots.make(kind, chance.getrandbits(64)) for kind in kinds]
    moments: list[Moment] = []
    before, goes_on = -1, False
    while not state.is_over:
        seat = bots.first_to_act(advice, state, chance.getrandbits(64))
        begins = _can_be_about(state, seat, wanted) if wanted else not (goes_on and seat == before)
        if begins and len(state.legal(seat)) >= CHOICES:
            moments.append(Moment(state.copy(), seat))
        shown = advice.shown(state)
        state.play(bots.decide(seated[seat], state, seat, bots.Clock(playouts=own.pace)), seat)
        before = seat
        goes_on = not advice.is_quiet(state, seat) and advice.shown(state) == shown
    return moments


def _can_be_about(state: State, seat: int, themes: list[Theme]) -> bool:
    """Whether a decision that is possible now looks like one of these themes."""
    patterns = [theme.decisions for theme in themes]
    return any(pattern is None or pattern.search(str(one)) for one in state.legal(seat) for pattern in patterns)


def _theme(puzzle: Puzzle) -> str:
    return theme_of(puzzle.title, puzzle.answer[: puzzle.asked], puzzle.gains).id


def look_at(jury: Jury, own: Habits, moment: Moment, chance: Random, made: str) -> Puzzle | None:
    """The puzzle in this position, if there is one."""
    state, seat = moment.state, moment.seat
    seeds = [chance.getrandbits(64) for _ in range(3)]
    if len(jury.mind.advice.candidates(state.imagine(seat, seeds[0]), seat)) < CHOICES:
        return None
    short = max(1, int(own.thinking * GLANCE))
    glance = weigh(jury, state, seat, short, seeds[0], own.margin, OTHERS[0], glance=True)
    if glance is None or glance.margin < own.margin / 2:
        return None
    usual = weigh(jury, state, seat, own.thinking, seeds[1], own.margin, OTHERS[1])
    if usual is None or not usual.is_sure(own.margin):
        return None
    failed = {kind: _failures(kind, own, moment, usual, chance) for kind in TRIES}
    if max(failed.values()) < MISSED:
        return None
    last = look_again(jury, own, state, seat, usual.best.plan[: usual.asked], seeds[2])
    if last is None:
        return None
    seen = begins_with(state.imagine(seat, seeds[0]), seat, glance.best.plan, last.best.plan, last.asked)
    return Puzzle(
        number=0,
        record=Record.of(state),
        seat=seat,
        answer=_written(last.best.plan),
        asked=last.asked,
        second=_written(last.second.plan),
        margin=round(last.margin, 4),
        error=round(last.error, 4),
        gains=gains_of(jury.mind.advice, last),
        theme="",
        stars=1 + (failed["keeper"] >= MISSED) + (not seen),
        failed=failed,
        made=f"{made}; weights: {jury.mind.advice.weights.made}",
    )


def _written(plan: tuple[Action, ...]) -> tuple[str, ...]:
    return tuple([str(action) for action in plan])


def _failures(kind: str, own: Habits, moment: Moment, weighed: Weighed, chance: Random) -> float:
    """How often a weaker bot does not find the turn."""
    tries = TRIES[kind]
    failed = 0
    for _ in range(tries):
        bot = bots.make(kind, chance.getrandbits(64))
        first = bots.decide(bot, moment.state, moment.seat, bots.Clock(playouts=own.thinking))
        world = moment.state.imagine(moment.seat, 0)
        plan = (first, *bot.planned())
        failed += not begins_with(world, moment.seat, plan, weighed.best.plan, weighed.asked)
    return round(failed / tries, 2)


def look_again(
    jury: Jury, own: Habits, state: State, seat: int, answer: tuple[Action, ...], seed: int
) -> Weighed | None:
    """The position with ten times the thinking; None if that does not find this answer, or is not sure of it."""
    weighed = weigh(jury, state, seat, AGAIN * own.thinking, seed, own.margin, OTHERS[2])
    if weighed is None or not weighed.is_sure(own.margin):
        return None
    asked = weighed.asked  # never more than before: what was not clear then is not clear
    return weighed if asked <= len(answer) and weighed.best.plan[:asked] == answer[:asked] else None


# Many games.


@dataclass
class Shelf:
    """The puzzles so far, as they come: not too many of one theme."""

    count: int
    found: list[Puzzle]
    games: int = 0

    @property
    def is_full(self) -> bool:
        """Whether there are as many as were wanted."""
        return len(self.found) >= self.count

    def add(self, puzzles: list[Puzzle]) -> None:
        """What one more game has brought."""
        self.games += 1
        for one in puzzles:
            theme = _theme(one)
            alike = len([other for other in self.found if other.theme == theme])
            if not self.is_full and alike < max(1, int(OF_A_THEME * self.count)):
                self.found.append(replace(one, number=len(self.found) + 1, theme=theme))


def make(making: Making, executor: Executor, tell: Tell, folder: Path | None = None) -> Shelf:
    """Look through games until there are enough puzzles. With a folder what every game brought is kept there, and games
    that were looked through before are not played again."""
    _check(making)
    shelf = Shelf(making.count, [])
    kept: dict[int, list[Puzzle]] = {}
    file = None if folder is None else _open_work(making, folder, kept)
    try:
        for number, puzzles in _games(making, executor, kept):
            if file is not None and number not in kept:
                file.write(json.dumps({"game": number, "puzzles": [one.line() for one in puzzles]}) + "\n")
                file.flush()
            shelf.add(puzzles)
            tell(shelf.games, len(shelf.found))
            if shelf.is_full:
                break
    finally:
        if file is not None:
            file.close()
    return shelf


def _check(making: Making) -> None:
    """Whether such puzzles can be made; raises BadSetup."""
    game = menagerie.load(making.title)
    if not game.gives_advice:
        raise BadSetup(f"{game.name} gives no advice, so the best turn is unknown.")
    if making.count < 1 or making.habits.thinking < 1:
        raise BadSetup("At least one puzzle must be wanted, and one evaluation for a look.")
    known = [theme.id for theme in making.habits.themes]
    for id in making.themes:
        if id not in known:
            raise BadSetup(f"{game.name} has no theme {id!r}. Its themes: {', '.join(known)}.")


def _games(making: Making, executor: Executor, kept: dict[int, list[Puzzle]]) -> Iterator[tuple[int, list[Puzzle]]]:
    """What the games bring, in their order, without end; others are looked through ahead."""
    new = in_order(partial(look_through, making), (number for number in count() if number not in kept), executor)
    for number in count():
        yield number, kept[number] if number in kept else next(new)


def _open_work(making: Making, folder: Path, kept: dict[int, list[Puzzle]]) -> TextIO:
    """The file of work done, read and ready to be added to; raises BadSetup if it is of something else."""
    file = folder / f"{making.title}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        if lines and lines[0] != making.key():
            raise BadSetup(f"{file} holds other work: {lines[0][:200]}. Give another folder, or remove it.")
        for line in lines[1:]:
            _read_work(line, kept)
        opened = file.open("a", encoding="utf-8")
        opened.write("\n" if lines else making.key() + "\n")
    except OSError as error:
        raise BadSetup(f"{folder} cannot be used: {error.strerror}.") from None
    return opened


def _read_work(line: str, kept: dict[int, list[Puzzle]]) -> None:
    """What a game has brought; a line that was cut off is done again."""
    try:
        data: dict[str, Any] = json.loads(line)
        kept[data["game"]] = [Puzzle.read(one) for one in data["puzzles"]]
    except (ValueError, KeyError, TypeError, BadRecord):
        return


# Checking.


@dataclass(frozen=True, slots=True)
class Check:
    """How a puzzle stands when it is looked at again."""

    number: int
    holds: bool
    margin: float
    told: str
    """What is wrong, in words; empty if it holds."""


@dataclass(frozen=True, slots=True)
class Checking:
    """A puzzle that is to be looked at again, and with how much thinking."""

    puzzle: Puzzle
    thinking: int | None = None
    """Evaluations; by default ten times the title's usual ones."""
    seed: int = 1


def check(checking: Checking) -> Check:
    """Look at a puzzle again: it holds if its answer is still the best by today's weights."""
    puzzle = checking.puzzle
    title, number, own = puzzle.title, puzzle.number, habits(puzzle.title)
    jury = Jury.of(menagerie.load(title))
    seed = seed_of("check", title, number, checking.seed)
    playouts = AGAIN * own.thinking if checking.thinking is None else checking.thinking
    weighed = weigh(jury, puzzle.position(), puzzle.seat, playouts, seed, STILL * own.margin, OTHERS[2])
    if weighed is None:
        return Check(number, False, 0.0, "there is nothing to compare the answer with")
    best = _written(weighed.best.plan)
    if best[: puzzle.asked] != puzzle.answer[: puzzle.asked]:
        return Check(number, False, weighed.margin, f"now {', '.join(best)} looks best")
    if weighed.asked < puzzle.asked:
        return Check(number, False, weighed.margin, f"it leads by {weighed.margin:.3f} only")
    return Check(number, True, weighed.margin, "")
