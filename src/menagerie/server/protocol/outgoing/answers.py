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
    """The answer to a successful command. For `ping` it has only this."""

    type: Literal["answer"] | UnsetType = UNSET
    """Over the live connection only."""
    id: str | int | UnsetType | None = UNSET
    """The `id` of the command. Missing at a puzzle."""
    ok: bool = True


class Done(Answer, kw_only=True):
    """The answer to commands that change something: `play`, `undo`, `order`, `chat` and so on."""

    seq: int
    """The table's `seq` right after it."""
    asked: int | UnsetType = UNSET
    """For `undo`, `takeover` and `sit`, if others must agree: the number that they answer."""


class Reason(Answer, kw_only=True):
    """The answer to `why`."""

    reason: str
    """Empty if the decision is legal, or pointing there leads to one."""
    rule: str
    """The section of the rules page that forbids it. May be empty."""
    coach: str | UnsetType = UNSET
    """In a lesson: what the coach says about it. May be empty."""


class Drawn(Answer):
    """The answer to `draw`: how far a step-by-step decision has come, and how it can continue."""

    words: str
    """How far it has come, and what is next."""
    choices: Sequence[Choice]
    """The possible next targets, one each. A choice with an empty notation is a step; the others are decisions to send.
    """
    ghost: str
    """What the table shows of it so far, as SVG in the units of `part`."""
    part: str
    """Empty: the first."""
    reason: str
    """Why the last target isn't possible, in which case the rest describes the path before it. Empty if it is."""
    rule: str


class Trials(Answer):
    """The answer to `try`: what can be tried out on the table."""

    choices: Sequence[Choice]
    """Like those of a turn, but none can be played."""


class Step(Outgoing):
    """A decision of a planned turn."""

    decision: str
    words: str
    """What happens. Empty if chance decides."""
    name: str
    """The button's text. Empty if the choice depends on chance."""


class Idea(Outgoing):
    """A possible turn, as far as it can be planned."""

    steps: Sequence[Step]
    reason: str
    """The main difference from the best turn; for the best, from the next best."""
    chance: float | None
    """The seat's chance of winning after it, from 0 to 1. Null if unknown."""


class HintAnswer(Answer):
    """The answer to `hint`: the best turn, the reason, and alternatives."""

    decision: str
    """The first decision of the best turn."""
    path: Sequence[str]
    """The targets that lead to it. Empty if unknown."""
    bot: str
    """The kind of bot that gives the hint."""
    steps: Sequence[Step]
    reason: str
    """The main difference from the next best turn."""
    chance: float | None
    """The seat's chance of winning after it, from 0 to 1. Null for a title without advice."""
    sure: str
    """`clearly`, `slightly`, `a toss-up`, `the only choice`, or empty for a title without advice."""
    certainty: str
    """The same in words, with the chances."""
    before: float | None
    """The seat's chance of winning now."""
    alternatives: Sequence[Idea]


class Refusal(Problem, kw_only=True):
    """The answer to a refused command, over the live connection."""

    type: Literal["answer"] = "answer"
    id: str | int | None
    ok: bool = False


CommandAnswer = Answer | Done | Reason | Drawn | Trials | HintAnswer
"""The answers to successful commands."""


def problem(refused: Refused) -> Problem:
    """Return a refusal as an object for the client."""
    return Problem(
        code=refused.code,
        error=refused.sentence,
        rule=_if_any(refused.rule),
        seq=_if_any(refused.seq),
        retry=_if_any(refused.retry),
        coach=_if_any(refused.coach),
    )


def refusal(refused: Refused, id: str | int | None) -> Refusal:
    """Return a refusal as the answer to the command with this id."""
    told = problem(refused)
    return Refusal(
        id=id, code=told.code, error=told.error, rule=told.rule, seq=told.seq, retry=told.retry, coach=told.coach
    )


def _if_any(value: T | None) -> T | UnsetType:
    return UNSET if value is None else value
