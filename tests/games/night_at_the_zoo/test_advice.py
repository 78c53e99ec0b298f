"""What the advice for bots says about positions that a person can count."""

import pytest

from menagerie.games.night_at_the_zoo import advice
from menagerie.games.night_at_the_zoo.pieces import DISCOVER
from menagerie.games.night_at_the_zoo.places import SPACE_BY_NAME
from tests.games.night_at_the_zoo.scenario import Scenario

LINE = {"C1": "sand", "C2": "sand"}


@pytest.mark.parametrize(
    ("animals", "figure", "place", "how", "movements"),
    [
        ("cheetah,wolf,sloth", "wolf N2", "entrance", {}, 3),
        ("cheetah,wolf,sloth", "wolf N2", "C2", {}, 1),
        ("cheetah,wolf,sloth", "sloth W1", "C1", {}, 3),  # step, wake, step
        ("cheetah,wolf,sloth", "sloth W1", "C1", {"asleep": True}, 4),
        ("penguin,cheetah,sloth", "penguin E1", "C1", {}, 1),  # it slides
        ("cheetah,snake,sloth", "snake N2", "entrance", {}, 3),  # it faces the Zoo all the way
        ("cheetah,snake,sloth", "snake N2", "C1", {"faces": "north"}, 3),  # turn, step, step
        ("cheetah,wolf,sloth", "wolf S1", "entrance", {}, advice.NO_WAY),
    ],
)
def test_movements_home(animals, figure, place, how, movements):
    scenario = Scenario(animals).lay(**LINE).put(figure, place, **how)
    assert advice.movements_home(scenario.board, scenario.figure(figure)) == movements


def test_tiles_missing():
    scenario = Scenario().lay(C2="sand").put("wolf N2", "entrance")
    assert advice.tiles_missing(scenario.board, scenario.figure("wolf N2")) == 1
    assert advice.tiles_missing(scenario.board, scenario.figure("wolf S1")) == 3
    scenario.lay(B5="sand", B4="sand", B3="sand")
    assert advice.tiles_missing(scenario.board, scenario.figure("wolf S1")) == 0


def test_worth_at_home():
    scenario = Scenario().put("wolf N1", "zoo")
    assert advice.worth_at_home(scenario.board, scenario.figure("wolf S1")) == 16 - 7 - 1
    assert advice.worth_at_home(scenario.board, scenario.figure("wolf N2")) == 16 - 7
    scenario = Scenario("cheetah,wolf,butterfly")
    assert advice.worth_at_home(scenario.board, scenario.figure("butterfly W1")) == -1


def test_missing_foods_and_what_a_food_is_worth():
    scenario = Scenario().lay(A1="sand_19", B1="sand_20")
    assert advice.missing_foods(scenario.board) == ["apple", "fish", "banana", "leaves", "honey"]
    tiles, space = scenario.tiles, SPACE_BY_NAME["C1"]
    assert advice.space_value(scenario.board, tiles["rocks-19"], space) == 0
    assert advice.space_value(scenario.board, tiles["rocks-21"], space) == (30 - 6) / 5


def test_space_values():
    scenario = Scenario().lay(C5="sand")
    tiles, board = scenario.tiles, scenario.board
    assert advice.space_value(board, tiles["sand-bonus"], SPACE_BY_NAME["D5"]) == 5
    assert advice.space_value(board, tiles["rocks-bonus"], SPACE_BY_NAME["D5"]) == 0
    assert advice.space_value(board, tiles["rocks-06"], SPACE_BY_NAME["C2"]) == 3
    assert advice.space_value(board, tiles["rocks-17"], SPACE_BY_NAME["C2"]) == 2 + advice.WORTH[DISCOVER]


def test_a_step_towards_the_zoo_is_an_improvement():
    near, far = Scenario().lay(**LINE).put("wolf N2", "C2"), Scenario().lay(**LINE).put("wolf N2", "C1")
    assert advice.evaluate(near.state, 0) > advice.evaluate(far.state, 0) > near.state.score(0)
    assert advice.features(near.state, 0)["nearest"] == 1
    assert advice.features(near.state, 0)["with_a_way"] == 1
