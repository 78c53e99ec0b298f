"""Why the server refuses something: one sentence for people, one word for programs."""

from __future__ import annotations

from typing import Final

STATUS: Final = {
    "bad": 400,
    "setup": 400,
    "weak": 400,
    "record": 400,
    "guest": 401,
    "account": 401,
    "sign-in": 401,
    "prove": 401,
    "csrf": 403,
    "origin": 403,
    "host": 421,
    "seat": 403,
    "missing": 404,
    "method": 405,
    "taken": 409,
    "illegal": 409,
    "stale": 409,
    "not-now": 409,
    "talk": 409,
    "coach": 409,
    "deal": 403,
    "large": 413,
    "busy": 429,
    "server": 500,
    "damaged": 500,
    "storage": 503,
    "moved": 503,
}
"""The codes of docs/protocol.md, and the HTTP status of each."""


class Refused(Exception):
    """A request that is not carried out. What it carries is sent to the client as it is."""

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        rule: str | None = None,
        seq: int | None = None,
        retry: int | None = None,
        coach: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.seq = seq
        self.retry = retry
        self.coach = coach
        """What the coach of a lesson says to it."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]


def missing(what: str) -> Refused:
    """There is no such thing."""
    return Refused("missing", f"There is no such {what}.")


def stale(seq: int) -> Refused:
    """The client decided on an old state of the table."""
    return Refused("stale", "The table has moved on since; look again.", seq=seq)


def damaged() -> Refused:
    """What is stored of a table is not what was written."""
    return Refused("damaged", "This table is damaged where it is stored and cannot be shown; other tables are not.")


def not_stored() -> Refused:
    """The disk is full, or the like."""
    return Refused("storage", "It could not be stored, so it did not happen; try again in a moment.", retry=5)


def no_answer() -> Refused:
    """The database is away, or damaged where it was needed."""
    return Refused("storage", "The database does not answer as it should; try again in a moment.", retry=5)


def not_yours() -> Refused:
    """A seat that the guest does not hold."""
    return Refused("seat", "That seat is not yours.")


def name_taken() -> Refused:
    """An account has that name."""
    return Refused("taken", "Somebody else keeps this name, or one that looks like it; choose another one.")


def one_line(text: object) -> str:
    """A text that cannot forge a line of the log."""
    return str(text).encode("unicode_escape").decode("ascii")[:300]


def unquoted(error: BaseException) -> str:
    """What a database says, without what it quotes of what is stored, or was to be: that may be an invitation."""
    return str(error).partition("\nDETAIL:")[0].partition(" with text ")[0]


class Away(str):
    """What a line of the log says of a database that cannot be reached. One such line a minute is written."""

    __slots__ = ()


def is_away(error: BaseException) -> bool:
    """Whether an error says that PostgreSQL cannot be reached, and nothing about what it was asked."""
    cause = getattr(error, "orig", None) or error
    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(cause).__mro__}
    if "menagerie.Unanswered" in names:
        return True
    state = getattr(cause, "sqlstate", None)
    # Class 57 is an operator who stops the server, 08 a lost connection.
    return "psycopg.OperationalError" in names and (state is None or state[:2] in ("57", "08"))


def mistake(error: BaseException) -> str:
    """A mistake for the log: what it is, and the file and line where it happened."""
    told = _mistake(error)
    return Away(told) if is_away(error) else told


def _mistake(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{one_line(f'{type(error).__name__}: {unquoted(error)}')} at {where}"
