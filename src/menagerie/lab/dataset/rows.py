"""The rows of a dataset: a decision each, with what the seat saw, what it could have done, and what came of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from menagerie.core.encoding import Encoding
from menagerie.core.errors import BadRecord, MenagerieError
from menagerie.core.record import Record
from menagerie.core.state import State
from menagerie.lab import outcome
from menagerie.lab.dataset.sources import Game, Task

COLUMNS: Final[dict[str, tuple[str, str]]] = {
    "title": ("string", "The id of the title."),
    "rules_version": ("int16", "The version of its rules."),
    "encoding": ("string", "The digest of its encoding: what the codes and the numbers of an observation mean."),
    "game": ("string", "Which game it is from; the same for all its decisions."),
    "ply": ("int32", "How many decisions were made before this one."),
    "length": ("int32", "How many decisions the game has."),
    "players": ("int8", "How many play."),
    "seat": ("int8", "Who decides: 0 for seat A."),
    "player": ("string", "The player: a bot as the arena names it, `person`, or `unknown`."),
    "observation": ("binary", "What the seat sees, as the layout describes it."),
    "legal": ("list<int32>", "The codes of the decisions that are listed for the seat, in the order of the list."),
    "choice": ("int32", "The code of the decision that was made; null where the list does not have it."),
    "notation": ("string", "The same as people write it."),
    "win": ("float32", "The seat's part of the win: 1 alone, 1/2 with one other, 0 lost."),
    "score": ("int32", "The seat's points in the end."),
    "margin": ("int32", "Those less the most that another seat has; null where all win or lose together."),
}
"""By name the type and what it means. But for what came of it, the seat knew all of a row when it decided."""


class Made(NamedTuple):
    """What became of a game: its rows by column, or why it is left out."""

    columns: dict[str, list[Any]]
    left_out: str = ""


class LeftOut(MenagerieError):
    """A game cannot be used; says why, the same for all games of which it is true."""


def make(title: str, task: Task) -> Made:
    """The rows of a game, wherever it comes from."""
    try:
        game = task.game()
        check(title, game.record)
    except LeftOut as reason:
        return Made({}, str(reason))
    except BadRecord:
        return Made({}, "it cannot be read, or does not replay")
    return Made(rows(game))


def check(title: str, record: Record) -> None:
    """Raises LeftOut if a record does not belong into a dataset of this title, BadRecord if it does not replay."""
    if record.title != title:
        raise LeftOut("it is of another title")
    if record.content_digest:
        raise LeftOut("it was played with other pieces")
    if record.rules_version != record.game.rules_version:
        raise LeftOut("it was played under an older version of the rules")
    if record.scores is None:
        raise LeftOut("it is not over")
    record.final()


def rows(game: Game) -> dict[str, list[Any]]:
    """A finished game as columns."""
    record = game.record
    title = record.game
    encoding = title.encoding()
    digest = encoding.digest()
    state = record.begin()
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    length = len(record.decisions)
    follow = record.follow(state)
    for ply, (seat, notation) in enumerate(record.decisions):
        seen = observed(encoding, state, seat, notation)
        known = (title.id, record.rules_version, digest, game.id, ply, length, record.players, seat, game.players[ply])
        for name, value in zip(COLUMNS, (*known, *seen), strict=False):
            columns[name].append(value)
        next(follow)
    _tell_outcome(columns, state)
    return columns


def observed(encoding: Encoding, state: State, seat: int, notation: str) -> tuple[bytes, list[int], int | None, str]:
    """What a seat sees, what it may decide, and what it decides."""
    legal = state.legal(seat)
    codes = [encoding.code(state, seat, action) for action in legal]
    action = state.game.parse(notation)
    choice = next((code for code, listed in zip(codes, legal, strict=True) if listed == action), None)
    return encoding.observe(state, seat).tobytes(), codes, choice, str(action)


def _tell_outcome(columns: dict[str, list[Any]], state: State) -> None:
    """Add what came of it for the seat of each row."""
    shares, scores = outcome.won(state), state.scores
    margins = [outcome.margin(state, seat) for seat in range(state.players)]
    for seat in columns["seat"]:
        columns["win"].append(shares[seat])
        columns["score"].append(scores[seat])
        columns["margin"].append(margins[seat])
