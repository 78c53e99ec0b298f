"""Chance: the published algorithms through our block function, and our own numbers, fixed for ever."""

from collections import Counter

import pytest

from menagerie.core.rng import SEED_BITS, Rng, fresh_seed

# The example of 440 bits, the length of our blocks, from the test vectors for SHA-256 of FIPS 180-4
# (NIST CAVP, SHA256ShortMsg).
MESSAGE = int(
    "3ebfb06db8c38d5ba037f1363e118550aad94606e26835a01af05078533cc25f2f39573c04b632f62f68c294ab31f2a3e2a1a0d8c2be51",
    16,
)
DIGEST = "6595a2ef537a69ba8583dfbf7f5bec0ab1f93ce4c8ee1916eff44a93af5749c4"


def test_a_block_is_sha_256_of_seed_and_counter() -> None:
    rng = Rng(MESSAGE >> 64)
    rng._next_block = MESSAGE & (1 << 64) - 1
    assert "".join([f"{rng.word():08x}" for _ in range(8)]) == DIGEST


def test_the_words_of_seed_7() -> None:
    rng = Rng(7)
    assert [rng.word() for _ in range(10)] == [
        *(3296321712, 2278177460, 2837774340, 93157823, 935114704),
        *(4084832456, 237996623, 730421990, 2135144694, 1624670937),
    ]
    assert rng.used == 10


def test_dice_of_seed_7() -> None:
    rng = Rng(7)
    assert [rng.below(6) for _ in range(20)] == [4, 3, 3, 0, 1, 5, 0, 1, 2, 2, 1, 4, 0, 3, 1, 4, 2, 5, 0, 5]


def test_shuffle_sample_and_choice_of_seed_7() -> None:
    rng, cards = Rng(7), list(range(10))
    rng.shuffle(cards)
    assert (cards, rng.used) == ([9, 2, 3, 6, 8, 1, 0, 5, 4, 7], 9)
    rng, letters = Rng(7), list("abcdefgh")
    assert (rng.sample(letters, 3), rng.choice(letters)) == (["b", "f", "c"], "b")
    assert letters == list("abcdefgh")


def test_the_largest_seed() -> None:
    assert 0 <= Rng((1 << SEED_BITS) - 1).word() < 1 << 32


def test_different_seeds_give_different_numbers() -> None:
    assert len({Rng(seed).word() for seed in range(1000)}) == 1000


@pytest.mark.parametrize("n", [2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_words_that_would_favour_some_results_are_thrown_away(n: int) -> None:
    """The rejection path, often taken for a large n, against the definition."""
    rng, words = Rng(11), Rng(11)
    for _ in range(200):
        while True:
            product = words.word() * n
            if product % 2**32 >= 2**32 % n:
                break
        assert rng.below(n) == product >> 32
        assert rng.used == words.used
    if n == 2**31 + 1:
        assert rng.used > 300, "about half of the words are thrown away"


def test_numbers_are_uniform() -> None:
    """Chi-squared of 60,000 dice: above 25.7 in one of ten thousand streams, and this stream is fixed."""
    rng = Rng(2026)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert sum([(counts[face] - 10_000) ** 2 / 10_000 for face in range(6)]) < 25.7


def test_all_orders_are_equally_likely() -> None:
    rng = Rng(5)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        cards = [1, 2, 3, 4]
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert len(counts) == 24
    assert sum([(count - 500) ** 2 / 500 for count in counts.values()]) < 56


def test_a_copy_goes_on_alike_and_apart() -> None:
    rng = Rng(3)
    rng.word()
    twin = rng.copy()
    assert [rng.word() for _ in range(20)] == [twin.word() for _ in range(20)]
    rng.word()
    assert twin.used == rng.used - 1


def test_fresh_seeds_have_128_bits() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert max(seeds) < 1 << 128
