"""Rate passwords, with advice in words, and hash them.

Only hashes are stored, of a deliberately slow kind (Argon2id). They are made in threads, a few at a time, because each
takes 64 MiB."""

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
"""The lowest score accepted, of 4 on zxcvbn's scale: safe against guesses that must each go through a server."""
RATED: Final = 72
"""How many characters are rated."""
AT_ONCE: Final = 2


class Passwords:
    """Makes and checks hashes."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str, about: Sequence[str]) -> str:
        """Return the hash to store. Refuse a weak password, or one made from what is known `about` the person."""
        await asyncio.to_thread(check, _normal(password), about)
        async with self._turns:
            return await asyncio.to_thread(_hasher().hash, _normal(password))

    async def fits(self, password: str, stored: str | None) -> bool:
        """Return whether the password is right. Without a stored one, the same work is done all the same."""
        async with self._turns:
            is_same = await asyncio.to_thread(_verify, stored or _placeholder_hash(), _normal(password))
        return is_same and stored is not None


def _normal(password: str) -> str:
    """Return the password normalized, so that every keyboard gives the same."""
    return unicodedata.normalize("NFKC", password)


@cache
def _hasher() -> PasswordHasher:
    # Not at the top: most starts of a server need no password.
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _placeholder_hash() -> str:
    """Return a hash that matches no password and takes as long to check as any. Made without hashing, so that the first
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
    """Refuse a password that is easy to guess, and say why."""
    from zxcvbn import zxcvbn

    if len(password) < LEAST:
        raise Refused("weak", f"This password has {len(password)} characters. Use at least {LEAST}.")
    known = [word for words in about for word in (words, *words.split())]
    found = zxcvbn(password[:RATED], user_inputs=[*known, "menagerie", "zoo"])
    if found["score"] >= GOOD:
        return
    feedback = found["feedback"]
    advice = [feedback["warning"], *feedback["suggestions"]] if feedback["warning"] else feedback["suggestions"]
    sentences = " ".join([f"{sentence.rstrip('.')}." for sentence in advice]) or "Add another word or two."
    raise Refused("weak", f"This password is easy to guess. {sentences}")
