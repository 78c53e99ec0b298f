"""Passwords: whether one is good enough, in words, and what is stored of it.

Only hashes are, of a kind that is slow on purpose (Argon2id). They are made in threads, and few at a time: each takes
64 MiB.
"""

from __future__ import annotations

import asyncio
import base64
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from menagerie.server.base.errors import Refused

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST: Final = 8
GOOD: Final = 3
"""Of 4, as zxcvbn rates: what nobody guesses who has to ask a server for every try."""
RATED: Final = 72
"""Letters that the rating looks at."""
AT_ONCE: Final = 2


class Passwords:
    """Makes and checks hashes."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str, about: Sequence[str]) -> str:
        """What is stored of a password; refuses a weak one, also one that is made from what is known `about` the
        person."""
        await asyncio.to_thread(check, _normal(password), about)
        async with self._turns:
            return await asyncio.to_thread(_hasher().hash, _normal(password))

    async def fits(self, password: str, stored: str | None) -> bool:
        """Whether it is the password. Where there is none to compare with, the same work is done all the same."""
        async with self._turns:
            is_same = await asyncio.to_thread(_verify, stored or _nobodys(), _normal(password))
        return is_same and stored is not None


def _normal(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)


@cache
def _hasher() -> PasswordHasher:
    # Not at the top: most starts of a server need no password.
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobodys() -> str:
    """A hash that no password has and that takes as long to check as any: made without hashing, so that the first
    unknown name after a start takes no longer than a known one."""
    hasher = _hasher()
    lengths = (hasher.salt_len, hasher.hash_len)
    salt, made = [base64.b64encode(bytes(length)).rstrip(b"=").decode() for length in lengths]
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${made}"


def _verify(stored: str, password: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return _hasher().verify(stored, password)
    except (InvalidHashError, VerificationError):
        return False


def check(password: str, about: Sequence[str]) -> None:
    """Refuse a password that is easily guessed, and say why."""
    from zxcvbn import zxcvbn

    if len(password) < LEAST:
        raise Refused("weak", f"A password has at least {LEAST} characters; this one has {len(password)}.")
    known = [word for words in about for word in (words, *words.split())]
    found = zxcvbn(password[:RATED], user_inputs=[*known, "menagerie", "zoo"])
    if found["score"] >= GOOD:
        return
    feedback = found["feedback"]
    told = [feedback["warning"], *feedback["suggestions"]] if feedback["warning"] else feedback["suggestions"]
    said = " ".join([f"{sentence.rstrip('.')}." for sentence in told]) or "Add another word or two."
    raise Refused("weak", f"This password is easily guessed. {said}")
