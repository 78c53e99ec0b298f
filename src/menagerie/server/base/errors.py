"""Define the server's refusals: one sentence for people, one code for programs."""

from __future__ import annotations

from typing import Final, NamedTuple


class Code(NamedTuple):
    """The meaning of a code in docs/protocol.md."""

    status: int
    """The HTTP status."""
    means: str


CODES: Final = {
    "bad": Code(400, "malformed JSON, an unknown field, or an invalid value"),
    "setup": Code(400, "a title, number of players or option that is not available"),
    "record": Code(400, "a record file that cannot be read or replayed; `error` names the line"),
    "weak": Code(400, "a password that is easy to guess; `error` says why"),
    "guest": Code(401, "a name is required first (`POST /api/me`), or the token is unknown"),
    "account": Code(401, "rated games need an account"),
    "sign-in": Code(401, "a password, passkey, code or link that does not work"),
    "prove": Code(401, "confirm first that it is you (`POST /api/me/prove`)"),
    "csrf": Code(403, "the CSRF token is missing or wrong: fetch `/api/me` again"),
    "origin": Code(403, "the request comes from another site"),
    "seat": Code(403, "this seat is not yours"),
    "deal": Code(403, "the table has a shared deal that you may not see yet, or have seen elsewhere"),
    "missing": Code(404, "no such table, title, link, moment or address"),
    "method": Code(405, "the address does not accept this method"),
    "taken": Code(409, "an account has this name or one that looks like it"),
    "illegal": Code(409, "the rules do not allow this decision now; `rule` is the section of the rules page"),
    "stale": Code(409, "the table has changed since the `seq` you gave; `seq` in the error is the table's"),
    "talk": Code(409, "a player wants to talk before the team's turn ends; `error` says who"),
    "coach": Code(
        409, "in a lesson: the decision is legal, but the lesson asks for another; `error` is what the coach says"
    ),
    "not-now": Code(409, "not possible in the table's current state: not started, over, already asked, seat taken"),
    "large": Code(413, "a body over 64 KiB (a record file: 1 MiB)"),
    "host": Code(421, "the server does not accept the name in `Host`"),
    "busy": Code(429, "a limit; `error` says which, and `retry` in how many seconds to try again"),
    "server": Code(500, "a bug; it is in the server's log"),
    "damaged": Code(500, "the stored table is not what was written, so it cannot be shown"),
    "storage": Code(503, "it could not be stored, so it did not happen, or the database does not answer"),
    "moved": Code(503, "the table is moving to another process of the server"),
}
"""The codes of refusals for programs."""


class Refused(Exception):
    """Raised to refuse a request. Its content is sent to the client as it is."""

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
        """What a lesson's coach says about it."""

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return CODES[self.code].status


def missing(what: str) -> Refused:
    """Return the refusal of something that doesn't exist."""
    return Refused("missing", f"This {what} doesn't exist.")


def stale(seq: int) -> Refused:
    """Return the refusal of a decision about an old state of the table."""
    return Refused("stale", "The table has changed. Check it and choose again.", seq=seq)


def damaged() -> Refused:
    """Return the refusal of a table whose stored data isn't what was written."""
    return Refused("damaged", "This table's stored data is damaged, so it can't be shown. Other tables still work.")


def not_stored() -> Refused:
    """Return the refusal of what couldn't be stored, for example on a full disk."""
    return Refused("storage", "This couldn't be saved, so nothing has changed. Try again in a moment.", retry=5)


def no_answer() -> Refused:
    """Return the refusal while the database is away or damaged."""
    return Refused("storage", "The database isn't working. Try again in a moment.", retry=5)


def not_yours() -> Refused:
    """Return the refusal of a seat that isn't the guest's."""
    return Refused("seat", "This seat isn't yours.")


def name_taken() -> Refused:
    """Return the refusal of a name that an account has."""
    return Refused("taken", "This name, or one that looks like it, is already taken. Choose another one.")


def one_line(text: object) -> str:
    """Return a text that can't forge a line of the log."""
    return str(text).encode("unicode_escape").decode("ascii")[:300]


def unquoted(error: BaseException) -> str:
    """Return a database error without the data it quotes, which may include an invitation."""
    return str(error).partition("\nDETAIL:")[0].partition(" with text ")[0]


class Away(str):
    """A log line about an unreachable database. At most one a minute is written."""

    __slots__ = ()


def is_away(error: BaseException) -> bool:
    """Return whether an error means that PostgreSQL can't be reached, rather than that it refused a request."""
    cause = getattr(error, "orig", None) or error
    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(cause).__mro__}
    if "menagerie.Unanswered" in names:
        return True
    state = getattr(cause, "sqlstate", None)
    # Class 57 is an operator stopping the server, 08 a lost connection.
    return "psycopg.OperationalError" in names and (state is None or state[:2] in ("57", "08"))


def mistake(error: BaseException) -> str:
    """Return an error for the log, with the file and line where it happened."""
    told = _mistake(error)
    return Away(told) if is_away(error) else told


def _mistake(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return f"{one_line(f'{type(error).__name__}: {unquoted(error)}')} at {where}"
