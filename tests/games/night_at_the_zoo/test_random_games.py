"""Random games: what must be true in every position, and a second scorer."""

from random import Random

import pytest

import menagerie
from menagerie.core.playout import play_randomly
from menagerie.games.night_at_the_zoo.places import FIRST_ENTRANCE, SPACE_NAMES, UNDISCOVERED, ZOO, neighbour
from tests.games.night_at_the_zoo.conformance import census, naive_scores
from tests.games.night_at_the_zoo.position import new

GAMES = 1000 if menagerie.COMPILED else 150


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_scores_and_pieces_of_many_games(players):
    chance = Random(players)
    for seed in range(GAMES):
        state = new(players, seed=seed)
        before = census(state) if seed % 10 == 0 else None
        play_randomly(state, chance)
        assert state.scores == naive_scores(state)
        if before is not None:
            assert census(state) == before


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_every_position_makes_sense(players, seed):
    state = new(players, seed=seed)
    chance = Random(seed)
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
        for board in state.boards:
            check(board)
        assert all(0 <= pile <= 14 for pile in state.piles)
        assert state.in_piles == sum(1 << terrain for terrain in range(3) if state.piles[terrain])
        assert len(state.leftovers) <= 5


def check(board) -> None:
    """What the board keeps ahead agrees with what lies on it."""
    covered = {space for space in range(25) if board.tiles[space] is not None}
    assert ZOO not in covered
    assert board.free == sum(1 << space for space in range(25) if space != ZOO and space not in covered)
    for space in range(25):
        ways = [direction for direction in range(4) if neighbour(space, direction) in covered | {ZOO}]
        assert board.ways[space] == (0 if space == ZOO else sum(1 << direction for direction in ways)), SPACE_NAMES[
            space
        ]
    for terrain in range(3):
        inside = sum(1 << space for space in covered if board.tiles[space].terrain == terrain)
        assert board.ground[terrain] & ((1 << 25) - 1) == inside
    for figure in range(9):
        place = board.places[figure]
        assert (board.hidden >> figure & 1) == (place == UNDISCOVERED)
        assert (board.out >> figure & 1) == (place not in (UNDISCOVERED, ZOO))
        assert place in covered or place in (ZOO, UNDISCOVERED, FIRST_ENTRANCE + figure)
    assert len(board.stored) + len(board.kept) <= 2
    assert all(0 <= pollen <= 4 for pollen in board.pollen)
