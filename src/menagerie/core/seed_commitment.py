"""Seed commitments: prove that a game's chance was fixed before it started.

The commitment is published before the game and the seed after it. A game continued from another with a new deal
commits to the new deal's seed, and so does a game in which an undo went past revealed information: the commitment in a
record is about the record's last deal.

The commitment is the SHA-256 of the text `SEED:SALT`, with the seed in decimal and a salt of 32 hexadecimal digits from
the operating system. Without the salt a short seed could be found by trying.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from menagerie.core.errors import BadRecord
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS


def new_salt() -> str:
    """Return a new salt."""
    return secrets.token_hex(16)


def commitment(seed: int, salt: str) -> str:
    """Return the commitment, which is shown before the first decision."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def verify(record: Record, promised: str = "") -> Iterator[str]:
    """Check a record and return a sentence for each check; raises BadRecord at the first that fails.

    `promised` is the commitment that the player wrote down at the start, if any.
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
        return "the game isn't over yet." if not state.is_over else "the game is over, but the record has no scores."
    names = [record.names.get(seat, LETTERS[seat]) for seat in range(record.players)]
    return f"the scores are {', '.join([str(score) for score in state.scores])}. {state.result(names)}"


def _promise(record: Record, promised: str) -> str:
    if not record.salt:
        raise BadRecord("The record has a commitment but no salt, so its seed cannot be checked.")
    if record.commitment and commitment(record.last_seed, record.salt) != record.commitment:
        raise BadRecord("The seed and salt don't match the commitment. This isn't the seed that was committed to.")
    promised = promised or record.commitment
    # A table has one salt, so a commitment shown before a new deal can be checked too.
    if promised == commitment(record.seed, record.salt):
        return "the seed matches the commitment published before the game."
    if promised == commitment(record.last_seed, record.salt):
        return "the seed of the last new deal matches the commitment published before it."
    if promised in [commitment(seed, record.salt) for _, seed in record.anew]:
        return "the seed of a new deal matches the commitment published before it."
    raise BadRecord("None of the record's seeds matches the commitment you wrote down.")
