"""The only source of chance, the same on every machine.

The algorithm is Hashgen of NIST SP 800-90A (section 10.1.1.4) with SHA-256 (FIPS 180-4): block number i is
SHA-256 of the 55-byte big-endian number `seed * 2**64 + i`, read as eight big-endian 32-bit words. It is
cryptographic on purpose: no one can work out the tiles to come from the tiles already drawn.

Numbers below n are made from one word w as `w * n >> 32`; words that would favour some results are
thrown away (Lemire, "Fast random integer generation in an interval", 2019). Shuffling is Fisher-Yates from the end.
"""

import secrets
from hashlib import sha256
from struct import Struct
from typing import Any, Final, TypeVar, final

from menagerie.core.errors import BadSetup

T = TypeVar("T")

SEED_BITS: Final = 376
"""Seeds are whole numbers below 2**SEED_BITS: the 440 bits of Hashgen, minus 64 for the counter."""

_WORD: Final = 0xFFFF_FFFF
_WORDS_PER_BLOCK: Final = 8
_WORDS: Final = Struct(">8I")


def fresh_seed() -> int:
    """Return a new seed of 128 bits from the operating system."""
    return secrets.randbits(128)


def checked_seed(seed: Any) -> int:
    """Return the seed if it is valid; raises BadSetup."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        raise BadSetup(f"A seed is a whole number from 0 to 2**{SEED_BITS} - 1, not {seed!r}.")
    return seed


@final
class Rng:
    """A stream of numbers determined by its seed."""

    __slots__ = ("_left", "_next_block", "_words", "seed")

    def __init__(self, seed: int) -> None:
        self.seed: Final = seed
        self._next_block = 0
        self._words: tuple[int, ...] = ()
        self._left = 0

    @staticmethod
    def after(seed: int, used: int) -> "Rng":
        """Return the stream of that seed after this number of words."""
        rng = Rng(seed)
        rng._next_block, left = divmod(used, _WORDS_PER_BLOCK)
        for _ in range(left):
            rng.word()
        return rng

    def copy(self) -> "Rng":
        """Return a twin that continues with the same numbers."""
        twin = Rng(self.seed)
        twin._next_block = self._next_block
        twin._words = self._words
        twin._left = self._left
        return twin

    @property
    def used(self) -> int:
        """Return how many words have been used."""
        return self._next_block * _WORDS_PER_BLOCK - self._left

    def word(self) -> int:
        """Return the next 32 bits."""
        left = self._left
        if left == 0:
            data = (self.seed << 64) + self._next_block
            self._words = _WORDS.unpack(sha256(data.to_bytes(55, "big")).digest())
            self._next_block += 1
            left = _WORDS_PER_BLOCK
        self._left = left - 1
        return self._words[_WORDS_PER_BLOCK - left]

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        product = self.word() * n
        low = product & _WORD
        if low < n:
            too_small = (_WORD + 1 - n) % n
            while low < too_small:
                product = self.word() * n
                low = product & _WORD
        return product >> 32

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: list[T], count: int) -> list[T]:
        """Return some of the items in random order."""
        mixed = list(items)
        self.shuffle(mixed)
        return mixed[:count]

    def choice(self, items: list[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]
