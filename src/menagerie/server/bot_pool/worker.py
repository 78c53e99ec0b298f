"""Run inside the bot processes. Knows nothing of the server."""

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
"""Processor seconds for an uploaded record. People's longest games take a tenth of a second."""

SEATS: Final = 256
MOST_REPORTED: Final = 300
"""The most characters reported of a package's error."""

_seats: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()
"""Recently used bots of installed packages, which may remember their game."""
_games: OrderedDict[tuple[object, ...], State] = OrderedDict()
"""Recent games, so that only new decisions have to be played."""


def prepare() -> None:
    """Prepare a worker, which ends with the server rather than on Ctrl-C, and gives the server priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    _parent.end_with_it()


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of thinking."""

    decisions: list[str]
    """The decision, and the plan after it."""
    verdicts: list[Verdict]
    """A planning bot's evaluations of the best plans, to combine with those of others."""
    used: float = 0.0
    """How much of its time this turn the bot has used."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The error that a package's code raised."""

    reason: str


def guarded(what: Callable[..., Any], *arguments: Any) -> Any:
    """Run a package's code, and return its errors as text: `SystemExit` would end the waiting server, and an exception
    of the package might not even be readable there."""
    try:
        return what(*arguments)
    except BaseException as error:
        return Failed(_error_text(error))


def _error_text(error: BaseException) -> str:
    """What an exception says; a bare one, or one that cannot even say it, its name."""
    try:
        said = str(error)
    except BaseException:
        said = ""
    name = type(error).__name__
    return (said if said and isinstance(error, Exception) else f"{name} {said}".strip())[:MOST_REPORTED]


def load(kind: str) -> None:
    """Load a kind of bot."""
    bots.load(kind)


def think(text: str, seat: int, kind: str, used: float, table: str, seed: int, seconds: float) -> Thought:
    """Return a bot's decision in a record's game, and its plan. The bot sees only what its seat may see, and keeps to
    its time per turn, of which it has `used` some. With a `table`, it is the same bot that decided for this seat
    before."""
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
    """Return a bot's decision on a shared deal: in the same situation always the same, in any process. Its chance comes
    from the deal and what it sees, its effort is a number of playouts, and it keeps no plan."""
    record = Record.parse(text)
    state = _state(record)
    sees = json.dumps(state.view(seat), sort_keys=True)
    seed = int.from_bytes(hashlib.sha256(f"{record.last_seed}:{seat}:{sees}".encode()).digest()[:8])
    chosen = bots.decide(bots.make(kind, seed), state, seat, bots.Clock(playouts=playouts))
    return Thought([str(chosen)], [])


def _seated(table: str, seat: int, kind: str, seed: int) -> bots.Bot:
    """Return the bot that plays a seat of a table from its first decision to the end of the game."""
    place = (table, seat, kind)
    bot = _seats.pop(place, None) or bots.make(kind, seed)
    _seats[place] = bot
    if len(_seats) > SEATS:
        _seats.popitem(last=False)
    return bot


def hint(text: str, seat: int, seed: int, seconds: float) -> dict[str, Any]:
    """Return what the best bot would do in a record's game, and why, from what that seat may see."""
    record = Record.parse(text)
    state = _state(record)
    state.names = tuple([record.names.get(number, letter) for number, letter in enumerate(LETTERS)])
    return bots.advise(state, seat, bots.Clock(seconds=seconds), seed).data()


@dataclass(frozen=True, slots=True)
class Replayed:
    """A valid record, with its decisions as the title writes them."""

    record: Record
    decisions: list[tuple[int, str]]


def replay(text: str) -> Replayed:
    """Read a record file, ours or the JSON of 18xx.games, and replay it; raise BadRecord."""
    end = time.process_time() + PLAYED_THROUGH
    record = _from_elsewhere(text) if text.lstrip().startswith("{") else Record.parse(text)
    last = record.begin()
    for state in record.replay():
        if time.process_time() > end:
            raise BadRecord("it takes too long to replay.")
        last = state
    return Replayed(record, [(seat, str(action)) for seat, action in last.history])


def _from_elsewhere(text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("the file is incomplete: it starts as JSON but isn't valid.") from None
    return Record.parse(str(Record.from_18xx(data)))


# Reviews are made in parts, so that bots to play need not wait for a whole one.


def count_choices(text: str, seconds: float) -> int:
    """Return how many decisions a record's review judges."""
    return len(_reviewing(text, seconds).choices)


def judge(text: str, seconds: float, number: int) -> dict[str, Any]:
    """Judge one of them (`bots.review.Judgement.data`)."""
    return _reviewing(text, seconds).judge(number).data()


def put_together(text: str, seconds: float, judgements: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the whole review (`bots.review.Review.data`)."""
    making = _reviewing(text, seconds)
    return making.put_together([Judgement.read(one) for one in judgements], making.end()).data()


@lru_cache(2)
def _reviewing(text: str, seconds: float) -> Reviewing:
    return Reviewing(Record.parse(text), bots.Clock(seconds=seconds))


# Puzzles are identified by title and number.


def judge_puzzle(title: str, number: int, played: list[str]) -> dict[str, Any]:
    """Return the verdict on an answer to a puzzle (`puzzles.judging.Verdict.data`)."""
    return judging.judge(title, number, tuple(played)).data()


def solve_puzzle(title: str, number: int) -> dict[str, Any]:
    """Return a puzzle's solution, step by step (`puzzles.judging.Solution.data`)."""
    return judging.solution(title, number).data()


def _state(record: Record) -> State:
    """Return the state at the end of a record."""
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
