"""Fair chance: the seed is promised before the game and shown after it.

A game that was continued from another with fresh chance promises the seed of that new deal: the last in its record.

The promise is SHA-256 of the text `SEED:SALT`, the seed in decimal, the salt 32 hexadecimal digits from the operating
system. Without the salt a short seed could be found by trying; with it nobody learns anything before the end.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime

from menagerie.core.errors import BadRecord
from menagerie.core.record import Record


def new_salt() -> str:
    """A fresh salt."""
    return secrets.token_hex(16)


def commitment(seed: int, salt: str) -> str:
    """What is shown before the first decision."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def date(at: float) -> str:
    """A time as a record has it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def verify(record: Record, promised: str = "") -> list[str]:
    """What can be said for a record, one sentence each; raises BadRecord if something is wrong.

    `promised` is the commitment that the player wrote down at the beginning, if any.
    """
    findings: list[str] = []
    if promised and record.commitment and promised != record.commitment:
        raise BadRecord("The record carries another commitment than the one that was shown before the game.")
    shown = promised or record.commitment
    if not shown:
        findings.append("The record carries no commitment: nothing was promised about its seed.")
    elif not record.salt:
        raise BadRecord("The record has a commitment but no salt, so its seed cannot be checked.")
    elif commitment(record.last_seed, record.salt) != shown:
        raise BadRecord("The seed and salt do not give the commitment: this is not the seed that was promised.")
    elif record.anew:
        findings.append("The seed of the last new deal is the one that was promised before the game went on.")
    else:
        findings.append("The seed is the one that was promised before the game.")
    state = record.final()
    source = "seeds" if record.anew else "seed"
    findings.append(f"All {len(record.decisions)} decisions are legal and follow from the {source}.")
    if record.scores is not None:
        findings.append(f"The result is right: {state.result()}")
    else:
        findings.append("The game is not over.")
    return findings
