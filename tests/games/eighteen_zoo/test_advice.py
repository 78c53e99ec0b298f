"""What bots are told about a table of 18ZOO."""

from __future__ import annotations

from random import Random

import pytest

from menagerie.games.eighteen_zoo import advice

from .position import family, monday, operate
from .test_operating_round import penguins


def test_dividends_to_come_count() -> None:
    table = operate(penguins(squirrels="2S", at=(0, 3)), "PE", "track", "OR3.2")
    assert advice.rounds_left(table) == 2
    assert advice.features(table, 0).dividends == 2 * (3 * 2 + 1)
    assert advice.features(table, 1).dividends == 2 * 2
    assert advice.evaluate(table, 0) > 0 > advice.evaluate(table, 1)


def test_a_family_without_squirrels_is_a_threat() -> None:
    table = monday()
    family(table, "PE", treasury=3)
    assert advice.features(table, 0).threat == 7 - 3
    assert advice.features(table, 1).threat == 0


def test_an_early_end_leaves_one_round() -> None:
    table = operate(penguins(), "PE", "track", "OR1.1")
    assert advice.rounds_left(table) == 7
    table.ending = True
    assert advice.rounds_left(table) == 1


def test_at_the_end_only_points_count() -> None:
    table = monday()
    table.stack.clear()
    assert [advice.worth(table, seat) for seat in range(3)] == [float(score) for score in table.scores]


@pytest.mark.parametrize("seed", range(3))
def test_weighted_play_beats_random_play(seed: int) -> None:
    """Not a proof of strength, but of sense: weighted games end richer."""

    def total(weighted: bool) -> int:
        table = monday(seed=seed)
        chance = Random(seed)
        while not table.is_over:
            actions = table.legal(table.to_act[0])
            weights = [advice.weight(table, one) if weighted else 1.0 for one in actions]
            table.play(chance.choices(actions, weights)[0], table.to_act[0])
        return sum(table.scores)

    assert total(True) > total(False)
