"""What is asked of the processes in which bots think, as plain data: any process of a cluster can carry it out."""

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
    """A bot did not decide."""

    def __init__(self, kind: str, reason: str, *, is_late: bool = False) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.is_late = is_late
        """Whether it took too long."""


class Work(msgspec.Struct, frozen=True):
    """Something to think about."""

    kind: str
    arguments: list[Any]
    who: str
    """The guest for whom it is."""
    rank: Rank
    about: str
    """The table, for the log."""
    seconds: float | None = None
    """What it may take; None: as long as a bot may think, the less the more people wait."""
    is_shared: bool = False
    """Whether processes that nobody waits for think along."""


class Queue(Protocol):
    """Where work waits."""

    async def ask(self, work: Work) -> Any:
        """Have something carried out. Raises Refused, or what the work itself raises."""

    def waiting(self) -> dict[Rank, int]:
        """How much waits, by rank. May wait for the database; may be asked from another thread."""


def write(answer: Any) -> str:
    """What came of a work, as text for another process."""
    if isinstance(answer, worker.Thought):
        answer = [answer.decisions, answer.used]
    elif isinstance(answer, worker.Replayed):
        answer = [str(answer.record), answer.decisions]
    return msgspec.json.encode({"answer": answer}).decode()


def write_error(error: Exception) -> str:
    """The same if nothing came of it."""
    if isinstance(error, BotFailed):
        return msgspec.json.encode({"failed": [error.kind, error.reason]}).decode()
    if isinstance(error, MenagerieError):
        return msgspec.json.encode({"bad": str(error)}).decode()
    sentence = error.sentence if isinstance(error, Refused) else "The bot cannot think just now; try again in a moment."
    return msgspec.json.encode({"refused": sentence}).decode()


def read(kind: str, text: str) -> Any:
    """What another process wrote; raises what it could not do."""
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
