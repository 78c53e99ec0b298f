"""Many games at once go as each of them would go alone."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import menagerie
from menagerie.bots import Clock, decide, make
from menagerie.bots.batch import game_seed
from menagerie.core.errors import BadSetup, IllegalAction, MenagerieError
from menagerie.core.sequential import Asking
from menagerie.envs import Batch

TITLES = ["zooloretto-mini", "new-york-zoo", "18zoo", "night-at-the-zoo", "zoo-escape"]


class Chooser:
    """Chooses legal codes at random, in every row from chance of its own."""

    def __init__(self, rows: int) -> None:
        self.chance = [Random(row) for row in range(rows)]

    def codes(self, batch: Batch) -> list[int]:
        return [int(chance.choice(np.flatnonzero(mask))) for chance, mask in zip(self.chance, batch.masks, strict=True)]


def course(size: int, steps: int, rows: int, **about: Any) -> list[tuple[bytes, ...]]:
    """All that is written into the first rows of a batch, step by step."""
    chooser = Chooser(size)
    seen = []
    with Batch(size=size, **about) as batch:
        for _ in range(steps):
            batch.step(chooser.codes(batch))
            arrays = (batch.observations, batch.masks, batch.seats, batch.rewards, batch.done)
            seen.append(tuple(array[:rows].tobytes() for array in arrays))
    return seen


@pytest.mark.parametrize("title", TITLES)
def test_each_game_goes_as_it_would_alone(title: str) -> None:
    game = menagerie.load(title)
    encoding = game.encoding()
    players = game.players[-1]
    batch = Batch(game, 2, players=players, seed=5)
    alone = [Asking(game.new(players, game_seed(5, row, 0))) for row in range(2)]
    chooser = Chooser(2)
    for _ in range(60):
        for row, asking in enumerate(alone):
            assert batch.seats[row] == asking.seat
            assert batch.observations[row].tobytes() == encoding.observe(asking.state, asking.seat).tobytes()
            assert batch.masks[row, :-1].tobytes() == encoding.mask_of(asking.state, asking.seat).tobytes()
            assert batch.masks[row, batch.wait] == asking.can_wait
        codes = chooser.codes(batch)
        for asking, code in zip(alone, codes, strict=True):
            if code == batch.wait:
                asking.wait()
            else:
                asking.decide(encoding.action(asking.state, asking.seat, code))
        batch.step(codes)
        assert not batch.done.any()


def test_when_a_game_ends_the_next_one_begins() -> None:
    batch = Batch("zooloretto-mini", 4, players=3, seed=9)
    encoding, chooser = batch.encoding, Chooser(4)
    ended = [0] * 4
    for _ in range(450):
        _, rewards, done = batch.step(chooser.codes(batch))
        for row in range(4):
            if not done[row]:
                assert not rewards[row].any()
                continue
            ended[row] += 1
            assert rewards[row].max() > 0
            assert abs(float(rewards[row].sum())) < 1e-6
            begun = batch.game.new(3, game_seed(9, row, ended[row]))
            assert batch.seats[row] == begun.to_act[0]
            assert batch.observations[row].tobytes() == encoding.observe(begun, begun.to_act[0]).tobytes()
    assert min(ended) >= 2


def test_points_add_up_to_the_score() -> None:
    batch = Batch("zooloretto-mini", 1, players=2, reward="points")
    state, chooser = batch.game.new(2, game_seed(0, 0, 0)), Chooser(1)
    total = np.zeros(2)
    while not batch.done[0]:
        codes = chooser.codes(batch)
        seat = state.to_act[0]
        state.play(batch.encoding.action(state, seat, codes[0]), seat)
        _, rewards, _ = batch.step(codes)
        total += rewards[0]
        assert tuple(total) == state.scores
    assert state.is_over


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_game_does_not_depend_on_how_many_there_are(opponents: str | None) -> None:
    about: dict[str, Any] = {"title": "zooloretto-mini", "players": 3, "opponents": opponents, "seed": 2, "seat": None}
    assert course(2, 150, 2, **about) == course(5, 150, 2, **about)


def test_nor_on_how_many_processes_play_them() -> None:
    about: dict[str, Any] = {"title": "zooloretto-mini", "players": 2, "opponents": "random", "seed": 2}
    assert course(5, 120, 5, **about) == course(5, 120, 5, processes=2, **about)


def test_another_seed_makes_other_games() -> None:
    about: dict[str, Any] = {"title": "zooloretto-mini", "players": 2}
    assert course(1, 20, 1, seed=1, **about) != course(1, 20, 1, seed=2, **about)


def test_opponents_play_until_the_seat_is_to_decide() -> None:
    batch = Batch("zooloretto-mini", 6, players=3, opponents="random", seat=1)
    chooser = Chooser(6)
    wins = 0
    for _ in range(200):
        assert (batch.seats == 1).all()
        _, rewards, done = batch.step(chooser.codes(batch))
        assert rewards.shape == (6,)
        assert not rewards[~done].any()
        wins += int((rewards > 0).sum())
    assert wins > 0


def test_the_seat_may_change_from_game_to_game() -> None:
    batch = Batch("zooloretto-mini", 3, players=3, opponents="random", seat=None)
    assert batch.seats.tolist() == [0, 1, 2]
    chooser = Chooser(3)
    while not batch.done[0]:
        batch.step(chooser.codes(batch))
    assert batch.seats[0] == 1


def test_bots_that_think_decide_as_they_would_at_a_table() -> None:
    """And see what their seat sees: they are asked by `decide`, as everywhere."""
    batch = Batch("zooloretto-mini", 1, players=2, opponents="greedy", seat=0, playouts=5)
    state, chooser = batch.game.new(2, game_seed(0, 0, 0)), Chooser(1)
    bot = make("greedy", game_seed(0, 0, 0) << 3)
    for _ in range(20):
        while state.to_act == (1,):
            state.play(decide(bot, state, 1, Clock(playouts=5)), 1)
        assert batch.observations[0].tobytes() == batch.encoding.observe(state, 0).tobytes()
        codes = chooser.codes(batch)
        state.play(batch.encoding.action(state, 0, codes[0]), 0)
        batch.step(codes)


def test_levels_can_be_opponents() -> None:
    about: dict[str, Any] = {"title": "zooloretto-mini", "players": 3, "opponents": ["visitor", "random"]}
    assert course(2, 25, 2, **about) == course(2, 25, 2, **about)


def test_who_may_go_first_can_wait() -> None:
    batch = Batch("zoo-escape", 1, players=3, seed=1)
    chooser = Chooser(1)
    for _ in range(200):
        if batch.masks[0, batch.wait]:
            break
        batch.step(chooser.codes(batch))
    first = int(batch.seats[0])
    batch.step([batch.wait])
    assert batch.seats[0] != first


def test_a_code_that_is_not_legal_changes_nothing() -> None:
    batch = Batch("zooloretto-mini", 3, players=2, seed=1)
    before = batch.observations.copy()
    take = batch.game.parse("take 1").code
    with pytest.raises(IllegalAction, match="In game 1 the code 7, 'take 1', is not legal now; masks"):
        batch.step([0, take, 0])
    with pytest.raises(IllegalAction, match="'wait', is not legal now"):
        batch.step([0, 0, batch.wait])
    with pytest.raises(IllegalAction, match="Codes are 0 to 632, not 999 as for game 2"):
        batch.step([0, 0, 999])
    with pytest.raises(IllegalAction, match="not -1 as for game 0"):
        batch.step([-1, 0, 0])
    assert (batch.observations == before).all()
    batch.step([0, 0, 0])
    assert (batch.observations != before).any(axis=1).all()


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadSetup, match="1 game or more"):
        Batch("zooloretto-mini", 0)
    with pytest.raises(BadSetup, match="1 to 2 processes, not 2 and 3"):
        Batch("zooloretto-mini", 2, processes=3)
    with pytest.raises(BadSetup, match="There is no seat 4"):
        Batch("zooloretto-mini", 2, players=2, seat=4)
    with pytest.raises(BadSetup, match="There are 2 other seats, and 1 opponents were named"):
        Batch("zooloretto-mini", 2, players=3, opponents=["random"])
    with pytest.raises(BadSetup, match="There is no bot 'nobody'"):
        Batch("zooloretto-mini", 2, players=3, opponents="nobody")
    with pytest.raises(BadSetup, match="Bots think for 1 playout or more, not 0"):
        Batch("zooloretto-mini", 2, opponents="keeper", playouts=0)
    with pytest.raises(BadSetup, match="There is no reward 'fame'"):
        Batch("zooloretto-mini", 2, reward="fame")
    batch = Batch("zooloretto-mini", 2)
    wrong: list[tuple[Any, str]] = [
        ([0], r"A step needs 2 codes, one for each game, not an array of shape \(1,\)"),
        ([[0], [0, 0]], "A step needs 2 codes, one for each game, not lists of several"),
        ([0.9, 0.0], "Codes are whole numbers, not float64"),
        (["draw", "draw"], "Codes are whole numbers, not <U4"),
        ([True, False], "Codes are whole numbers, not bool"),
        ([None, 0], "Codes are whole numbers, not object"),
    ]
    for codes, words in wrong:
        with pytest.raises(BadSetup, match=words):
            batch.step(codes)
    batch.step(np.zeros(2, np.uint16))


def test_a_process_that_is_gone_is_told() -> None:
    batch = Batch("zooloretto-mini", 2, processes=2)
    process, _ = batch._crew._others[0]
    process.terminate()
    process.join()
    with pytest.raises(MenagerieError, match="A process of the batch has ended with code -15"):
        batch.step([0, 0])
    with pytest.raises(BadSetup, match="This batch was closed"):
        batch.step([0, 0])
