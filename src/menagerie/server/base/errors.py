"""Why the server refuses something: one sentence for people, one word for programs."""

from __future__ import annotations

from typing import Final, NamedTuple


class Code(NamedTuple):
    """What a code of docs/protocol.md stands for."""

    status: int
    """The HTTP status."""
    means: str


CODES: Final = {
    "bad": Code(400, "malformed JSON, an unknown field, or a value that does not fit"),
    "setup": Code(400, "a title, number of players or option that is not offered"),
    "record": Code(400, "a record file that cannot be read or replayed; `error` names the line"),
    "weak": Code(400, "a password that is easily guessed; `error` says why"),
    "guest": Code(401, "a name is needed first (`POST /api/me`), or the token is not known"),
    "account": Code(401, "rated games need an account"),
    "sign-in": Code(401, "a password, passkey, code or link that does not work"),
    "prove": Code(401, "first show that it is you (`POST /api/me/prove`)"),
    "csrf": Code(403, "the CSRF token is missing or wrong: fetch `/api/me` again"),
    "origin": Code(403, "the request comes from another site"),
    "seat": Code(403, "that seat is not yours"),
    "deal": Code(403, "others are dealt the same as this table, and you may not see it yet, or have seen it elsewhere"),
    "missing": Code(404, "no such table, title, link, moment or address"),
    "method": Code(405, "the address does not take this method"),
    "taken": Code(409, "an account has that name, or one that looks like it"),
    "illegal": Code(409, "the rules do not allow this decision now; `rule` is the section of the rules page"),
    "stale": Code(409, "the table has moved on since the `seq` you gave; `seq` in the error is the table's"),
    "talk": Code(409, "somebody wants to talk before the team's turn ends; `error` says who"),
    "coach": Code(409, "in a lesson: the decision is legal, but another one is meant; `error` is what the coach says"),
    "not-now": Code(409, "not possible in the table's present condition: not started, over, already asked, seat taken"),
    "large": Code(413, "a body over 64 KiB (a record file: 1 MiB)"),
    "host": Code(421, "the server does not go by the name in `Host`"),
    "busy": Code(429, "a limit; `error` says which, and `retry` in how many seconds to try again"),
    "server": Code(500, "our fault; it is in the server's log"),
    "damaged": Code(500, "what is stored of this table is not what was written, so it cannot be shown"),
    "storage": Code(503, "it could not be stored, so it did not happen, or the database does not answer"),
    "moved": Code(503, "the table is moving to another process of the server"),
}
"""What programs are told of a refusal."""


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
        return CODES[self.code].status


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
