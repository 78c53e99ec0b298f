"""Answers to the commands of docs/protocol.md: over the live connection, and over HTTP without `type`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from msgspec import UNSET, UnsetType

from menagerie.server.base.errors import Refused
from menagerie.server.protocol.outgoing.base import Outgoing, Problem
from menagerie.server.protocol.outgoing.turn import Choice

T = TypeVar("T")


class Answer(Outgoing, kw_only=True):
    """The answer to a command that was carried out. To `ping` it is all."""

    type: Literal["answer"] | UnsetType = UNSET
    """Over the live connection only."""
    id: str | int | UnsetType | None = UNSET
    """The `id` of the command. Missing at a puzzle."""
    ok: bool = True


class Done(Answer, kw_only=True):
    """The answer to all that changes something: `play`, `undo`, `order`, `chat` and so on."""

    seq: int
    """The table's `seq` right after it."""
    asked: int | UnsetType = UNSET
    """To `undo`, `takeover` and `sit`, if others must agree: the number to which they answer."""


class Reason(Answer, kw_only=True):
    """The answer to `why`."""

    reason: str
    """Empty if the decision is legal, or pointing there leads to one."""
    rule: str
    """The section of the rules page that forbids it. May be empty."""
    coach: str | UnsetType = UNSET
    """In a lesson: what the coach says about it. May be empty."""


class Drawn(Answer):
    """The answer to `draw`: how far a decision is that is made step by step, and how it can continue."""

    words: str
    """How far it is, and what is asked next."""
    choices: Sequence[Choice]
    """What can follow, one target each. One whose notation is empty is a step, the others are decisions to send."""
    ghost: str
    """What the table shows of it so far, as SVG in the units of `part`."""
    part: str
    """Empty: the first."""
    reason: str
    """Why the last target cannot follow; the rest tells of the path before it. Empty: it can."""
    rule: str


class Trials(Answer):
    """The answer to `try`: what can be tried out on the table."""

    choices: Sequence[Choice]
    """Like those of a turn, but none of them can be played."""


class Step(Outgoing):
    """A decision of a turn that was planned."""

    decision: str
    words: str
    """What happens. Empty where chance decides that."""
    name: str
    """What the button says. Empty where chance must bring the choice first."""


class Idea(Outgoing):
    """A turn that could be played, as far as it can be planned."""

    steps: Sequence[Step]
    reason: str
    """What differs most from the best turn; of the best, from the next best."""
    chance: float | None
    """How likely the seat then is to win, from 0 to 1. Null where nobody knows."""


class HintAnswer(Answer):
    """The answer to `hint`: the best turn, why, and what else would do."""

    decision: str
    """The first decision of the best turn."""
    path: Sequence[str]
    """The targets that lead to it. Empty where they are not known."""
    bot: str
    """The kind of bot that gives the hint."""
    steps: Sequence[Step]
    reason: str
    """What differs most from the next best turn."""
    chance: float | None
    """How likely the seat then is to win, from 0 to 1. Null for a title that gives no advice."""
    sure: str
    """`clearly`, `slightly`, `a toss-up`, `the only choice`, or empty for a title that gives no advice."""
    certainty: str
    """The same in words, with the chances."""
    before: float | None
    """How likely the seat is to win as the position looks now."""
    alternatives: Sequence[Idea]


class Refusal(Problem, kw_only=True):
    """The answer to a command that was refused, over the live connection."""

    type: Literal["answer"] = "answer"
    id: str | int | None
    ok: bool = False


CommandAnswer = Answer | Done | Reason | Drawn | Trials | HintAnswer
"""What a command is answered that was carried out."""


def problem(refused: Refused) -> Problem:
    """Return what a client is told of a refusal."""
    return Problem(
        code=refused.code,
        error=refused.sentence,
        rule=_if_any(refused.rule),
        seq=_if_any(refused.seq),
        retry=_if_any(refused.retry),
        coach=_if_any(refused.coach),
    )


def refusal(refused: Refused, id: str | int | None) -> Refusal:
    """Return the same as the answer to the command with this id."""
    told = problem(refused)
    return Refusal(
        id=id, code=told.code, error=told.error, rule=told.rule, seq=told.seq, retry=told.retry, coach=told.coach
    )


def _if_any(value: T | None) -> T | UnsetType:
    return UNSET if value is None else value
