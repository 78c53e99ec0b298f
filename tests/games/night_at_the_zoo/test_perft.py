"""Perft: how many sequences of decisions there are from fixed beginnings, as in chess programming."""

import pytest

from menagerie import State
from tests.games.night_at_the_zoo.scenario import new


def perft(state: State, depth: int) -> int:
    """Sequences of that many decisions, the lowest seat first where several may act."""
    if depth == 0 or state.is_over:
        return 1
    seat = state.to_act[0]
    total = 0
    for action in state.legal(seat):
        twin = state.copy()
        twin.play(action, seat)
        total += perft(twin, depth - 1)
    return total


@pytest.mark.parametrize(
    ("players", "animals", "counts"),
    [
        (1, "penguin,snake,sloth", [2, 52, 515, 3843, 40821]),
        (2, "cheetah,wolf,butterfly", [3, 6, 156, 1344, 27612]),
        (4, "snake,butterfly,sloth", [5, 20, 60, 120, 3120, 37752]),
    ],
)
def test_perft(players, animals, counts):
    state = new(players, seed=11, animals=animals)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
