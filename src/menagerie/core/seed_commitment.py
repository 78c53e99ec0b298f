"""Fair chance: the seed is promised before the game and shown after it.

A game that was continued from another with fresh chance promises the seed of that new deal. So does a game in which
something was taken back that had told what was hidden: the promise in a record is about the last deal in it.

The promise is SHA-256 of the text `SEED:SALT`, the seed in decimal, the salt 32 hexadecimal digits from the operating
system. Without the salt a short seed could be found by trying; with it nobody learns anything before the end.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from menagerie.core.errors import BadRecord
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS


def new_salt() -> str:
    """A fresh salt."""
    return secrets.token_hex(16)


def commitment(seed: int, salt: str) -> str:
    """What is shown before the first decision."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def verify(record: Record, promised: str = "") -> Iterator[str]:
    """What holds of a record, one sentence for each check; raises BadRecord at the first that fails.

    `promised` is the commitment that the player wrote down at the beginning, if any.
    """
    record.at(len(record.decisions))
    yield f"{len(record.decisions)} decisions of {record.title} replay."
    yield _result(record)
    yield from record.game.remarks(record)
    if promised or record.commitment:
        yield _promise(record, promised)


def _result(record: Record) -> str:
    state = record.final()
    if record.scores is None:
        return "the game goes on." if not state.is_over else "the game is over; the record gives no scores."
    names = [record.names.get(seat, LETTERS[seat]) for seat in range(record.players)]
    return f"the scores are {', '.join([str(score) for score in state.scores])}. {state.result(names)}"


def _promise(record: Record, promised: str) -> str:
    if not record.salt:
        raise BadRecord("The record has a commitment but no salt, so its seed cannot be checked.")
    if record.commitment and commitment(record.last_seed, record.salt) != record.commitment:
        raise BadRecord("The seed and salt do not give the commitment: this is not the seed that was promised.")
    promised = promised or record.commitment
    # A table has one salt: who wrote down what was shown before a new deal can check the seed of that time.
    if promised == commitment(record.seed, record.salt):
        return "the seed is the one that was promised before the game."
    if promised == commitment(record.last_seed, record.salt):
        return "the seed of the last new deal is the one that was promised before the game went on."
    if promised in [commitment(seed, record.salt) for _, seed in record.anew]:
        return "the seed of a new deal is the one that was promised before the game went on."
    raise BadRecord("The record is of another commitment than the one that was shown: none of its seeds was promised.")
