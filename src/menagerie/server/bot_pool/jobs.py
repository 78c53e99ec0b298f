"""Describe the bots' jobs as plain data, so that any process of a cluster can do them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from menagerie.core.errors import BadRecord, MenagerieError
from menagerie.core.record import Record
from menagerie.server.base.errors import Refused
from menagerie.server.base.fair_queue import Rank
from menagerie.server.bot_pool import worker

KINDS: Final[dict[str, Callable[..., Any]]] = {
    work.__name__: work
    for work in (
        worker.think,
        worker.think_alike,
        worker.hint,
        worker.replay,
        worker.count_choices,
        worker.judge,
        worker.put_together,
        worker.judge_puzzle,
        worker.solve_puzzle,
    )
}


class BotFailed(Exception):
    """Raised when a bot made no decision."""

    def __init__(self, kind: str, reason: str, *, is_late: bool = False) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.is_late = is_late
        """Whether it took too long."""


class Work(msgspec.Struct, frozen=True):
    """A job for a bot process."""

    kind: str
    arguments: list[Any]
    who: str
    """The guest it is for."""
    rank: Rank
    about: str
    """The table, for the log."""
    seconds: float | None = None
    """The time it may take; None: a bot's usual time, reduced while more people wait."""
    is_shared: bool = False
    """Whether idle processes think along."""


class Queue(Protocol):
    """A queue of jobs."""

    async def ask(self, work: Work) -> Any:
        """Have a job done and return its result. Raises Refused, or what the job itself raises."""

    def waiting(self) -> dict[Rank, int]:
        """Return how many jobs wait, by rank. May wait for the database. Safe to call from another thread."""


def write(answer: Any) -> str:
    """Return a job's result as text for another process."""
    if isinstance(answer, worker.Thought):
        answer = [answer.decisions, answer.used]
    elif isinstance(answer, worker.Replayed):
        answer = [str(answer.record), answer.decisions]
    return msgspec.json.encode({"answer": answer}).decode()


def write_error(error: Exception) -> str:
    """Return a job's error as text for another process."""
    if isinstance(error, BotFailed):
        return msgspec.json.encode({"failed": [error.kind, error.reason]}).decode()
    if isinstance(error, MenagerieError):
        return msgspec.json.encode({"bad": str(error)}).decode()
    sentence = error.sentence if isinstance(error, Refused) else "The bot is unavailable. Try again in a moment."
    return msgspec.json.encode({"refused": sentence}).decode()


def read(kind: str, text: str) -> Any:
    """Return another process's result, or raise its error."""
    told = msgspec.json.decode(text)
    if "bad" in told:
        raise BadRecord(told["bad"])
    if "failed" in told:
        raise BotFailed(*told["failed"])
    if "refused" in told:
        raise Refused("server", told["refused"])
    answer = told["answer"]
    if kind in ("think", "think_alike"):
        return worker.Thought(answer[0], [], answer[1])
    if kind == "replay":
        return worker.Replayed(Record.parse(answer[0]), [(seat, decision) for seat, decision in answer[1]])
    return answer
