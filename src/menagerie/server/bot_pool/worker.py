"""What runs in the processes where bots think. Knows nothing of the server."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from menagerie import _parent, bots
from menagerie.bots.pooling import Verdict, verdicts
from menagerie.bots.review import Judgement, Reviewing
from menagerie.core.errors import BadRecord
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.puzzles import judging

REMEMBERED: Final = 16
PLAYED_THROUGH: Final = 5.0
"""Seconds of processor time that an uploaded record may take. The longest games of people take a tenth of a second."""

SEATS: Final = 256
MOST_TOLD: Final = 300
"""Characters of what somebody else's code says when it fails."""

_seats: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()
"""Bots of installed packages that have decided lately: they may remember what they have seen of their game."""
_games: OrderedDict[tuple[object, ...], State] = OrderedDict()
"""The games thought about lately, so that only new decisions have to be played."""


def prepare() -> None:
    """A worker ends when the server ends it or is gone, not by Ctrl-C, and lets the server go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    _parent.end_with_it()


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of thinking."""

    decisions: list[str]
    """What to decide now, and what is planned to follow."""
    verdicts: list[Verdict]
    """What a bot that plans turns thought of the best plans: for who asks several."""
    used: float = 0.0
    """How much of its time for this turn the bot has used up."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What somebody else's code raised."""

    reason: str


def guarded(what: Callable[..., Any], *arguments: Any) -> Any:
    """Run somebody else's code, and return what it raises in words: `SystemExit` would end the server that
    waits for the answer, and an exception of theirs might not even be read there."""
    try:
        return what(*arguments)
    except BaseException as error:
        return Failed(_told(error))


def _told(error: BaseException) -> str:
    """What an exception says; a bare one, or one that cannot even say it, its name."""
    try:
        said = str(error)
    except BaseException:
        said = ""
    name = type(error).__name__
    return (said if said and isinstance(error, Exception) else f"{name} {said}".strip())[:MOST_TOLD]


def load(kind: str) -> None:
    """Get ready to play with a kind of bot."""
    bots.load(kind)


def think(text: str, seat: int, kind: str, used: float, table: str, seed: int, seconds: float) -> Thought:
    """The decision of a bot in the game of a record, and what it plans to do next. The bot is shown only what its seat
    may see, and takes no longer than it likes for a turn, of which it has used up so much. Where a table is named, the
    bot is the one that has decided for this seat before."""
    state = _state(Record.parse(text))
    bot = _seated(table, seat, kind, seed) if table else bots.make(kind, seed)
    if isinstance(bot, bots.TurnBot):
        bot.used = used
    wanted = bot.seconds(state.game)
    clock = bots.Clock(seconds=seconds if wanted is None else min(wanted, seconds))
    decisions = [bots.decide(bot, state, seat, clock), *bot.planned()]
    notations = [str(action) for action in decisions]
    return Thought(notations, verdicts(bot), bot.used) if isinstance(bot, bots.TurnBot) else Thought(notations, [])


def think_alike(text: str, seat: int, kind: str, playouts: int) -> Thought:
    """The decision of a bot at a table that others are dealt alike: in the same situation always the same, here and in
    any other process. Its chance comes from the deal and from what it sees, its time is a number of playouts, and it
    remembers nothing of what it planned."""
    record = Record.parse(text)
    state = _state(record)
    sees = json.dumps(state.view(seat), sort_keys=True)
    seed = int.from_bytes(hashlib.sha256(f"{record.last_seed}:{seat}:{sees}".encode()).digest()[:8])
    chosen = bots.decide(bots.make(kind, seed), state, seat, bots.Clock(playouts=playouts))
    return Thought([str(chosen)], [])


def _seated(table: str, seat: int, kind: str, seed: int) -> bots.Bot:
    """The bot that plays a seat of a table from its first decision to the end of the game."""
    place = (table, seat, kind)
    bot = _seats.pop(place, None) or bots.make(kind, seed)
    _seats[place] = bot
    if len(_seats) > SEATS:
        _seats.popitem(last=False)
    return bot


def hint(text: str, seat: int, seed: int, seconds: float) -> dict[str, Any]:
    """What the best bot would do in the game of a record, and why: from what that seat may see."""
    record = Record.parse(text)
    state = _state(record)
    state.names = tuple([record.names.get(number, letter) for number, letter in enumerate(LETTERS)])
    return bots.advise(state, seat, bots.Clock(seconds=seconds), seed).data()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that holds, with its decisions as the title writes them."""

    record: Record
    decisions: list[tuple[int, str]]


def replay(text: str) -> Replayed:
    """Read a record file, ours or the JSON of 18xx.games, and play it through; raises BadRecord."""
    end = time.process_time() + PLAYED_THROUGH
    record = _from_elsewhere(text) if text.lstrip().startswith("{") else Record.parse(text)
    last = record.begin()
    for state in record.replay():
        if time.process_time() > end:
            raise BadRecord("it takes too long to play through; games of people do not.")
        last = state
    return Replayed(record, [(seat, str(action)) for seat, action in last.history])


def _from_elsewhere(text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("the file is not whole: it begins as JSON, but is none.") from None
    return Record.parse(str(Record.from_18xx(data)))


# Reviews are made in parts, so that bots who are to play need not wait for a whole one.


def count_choices(text: str, seconds: float) -> int:
    """How many choices the review of a record judges."""
    return len(_reviewing(text, seconds).choices)


def judge(text: str, seconds: float, number: int) -> dict[str, Any]:
    """Judge one of them (`bots.review.Judgement.data`)."""
    return _reviewing(text, seconds).judge(number).data()


def put_together(text: str, seconds: float, judgements: list[dict[str, Any]]) -> dict[str, Any]:
    """The whole review (`bots.review.Review.data`)."""
    making = _reviewing(text, seconds)
    return making.put_together([Judgement.read(one) for one in judgements], making.end()).data()


@lru_cache(2)
def _reviewing(text: str, seconds: float) -> Reviewing:
    return Reviewing(Record.parse(text), bots.Clock(seconds=seconds))


# Puzzles are known by title and number.


def judge_puzzle(title: str, number: int, played: list[str]) -> dict[str, Any]:
    """What is said about an answer to a puzzle (`puzzles.judging.Verdict.data`)."""
    return judging.judge(title, number, tuple(played)).data()


def solve_puzzle(title: str, number: int) -> dict[str, Any]:
    """The answer of a puzzle, step by step (`puzzles.judging.Solution.data`)."""
    return judging.solution(title, number).data()


def _state(record: Record) -> State:
    """The state at the end of a record."""
    options = sorted(record.options.items())
    game = (record.title, record.players, record.seed, record.rules_version, *options, *record.anew)
    state = _games.pop(game, None)
    if state is not None:
        known = [(by, str(action)) for by, action in state.history]
        if known != record.decisions[: len(known)]:
            state = None
    if state is None:
        state = record.begin()
    for _ in record.follow(state):
        pass
    _games[game] = state
    if len(_games) > REMEMBERED:
        _games.popitem(last=False)
    return state
