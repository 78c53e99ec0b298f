"""Rules 7 and 8: breeding, and the end (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

import pytest

from menagerie import IllegalAction
from menagerie.games.new_york_zoo.state import Table

from .position import (
    breeding,
    choices,
    in_houses,
    leave_open,
    living,
    over,
    play,
    position,
    ranking,
    refused,
    tile,
    two_lines,
)

# 7. Breeding


def test_rule_7_1_for_all_from_the_mover_clockwise_e1() -> None:
    others = {1: ["E4-02 r0 at F6: 2 fox"], 2: ["E4-03 r0 at F6: 2 fox"]}
    table = breeding("E4-01 r0 at F6: 2 fox", players=3, others=others)
    asked = []
    while "no breeding" in choices(table):
        asked.append(table.to_act[0])
        play(table, "no breeding")
    assert asked == [0, 1, 2]
    assert table.to_act == (1,), "then the next turn"


def test_rule_7_1_after_the_whole_main_action_e1() -> None:
    """The second fox comes with the main action, just in time."""
    table = position(zoos={0: ["E4-01 r0 at E1: 1 fox"]}, elephant=3, houses={0: ""})
    play(table, "walk 2", "acquire fox into E4-01")
    assert choices(table) == ["breed E4-01", "no breeding"]


def test_rule_7_2_a_pair_in_one_enclosure_e1_109314() -> None:
    table = breeding("E4-01 r0 at E1: 1 fox", "E4-06 r0 at E2: 1 fox", "E5-01 r0 at E5: 2 meerkat", houses="2 fox")
    assert table.to_act == (1,), "no pair of foxes, nothing to ask"
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    error = refused(table, "breed E5-01")
    assert "at least two arctic foxes" in error.reason
    assert error.rule == "7.2"


def test_rule_7_3_up_to_two_e2_97107() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E4-06 r0 at E2: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert choices(table) == [
        "breed E4-01",
        "breed E4-01 E4-06",
        "breed E4-01 E5-01",
        "breed E4-06",
        "breed E4-06 E5-01",
        "breed E5-01",
        "no breeding",
    ]
    assert "in the order in which they were laid" in refused(table, "breed E5-01 E4-01").reason
    with pytest.raises(IllegalAction, match="not a decision"):
        table.play("breed E4-01 E4-06 E5-01")
    play(table, "breed E4-01 E5-01")
    assert living(table, "E4-01", "E4-06", "E5-01") == [("fox", 3), ("fox", 2), ("fox", 3)]


def test_rule_7_3_one_offspring_however_many_parents() -> None:
    table = breeding("E6-08 r0 at E6: 4 fox")
    play(table, "breed E6-08")
    assert living(table, "E6-08") == [("fox", 5)]


def test_rule_7_3_nobody_is_asked_for_nothing_e7() -> None:
    table = breeding("E4-01 r0 at E1: 2 meerkat")
    assert table.to_act == (1,)
    assert "walk 1" in choices(table)


def test_rule_7_4_a_follow_up_for_each_e3() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="2 fox")
    play(table, "breed E4-01 E5-01")
    assert choices(table) == ["follow up in E4-01", "follow up in E5-01", "no follow-up"]
    play(table, "follow up in E5-01")
    assert choices(table) == ["follow up in E4-01", "no follow-up"], "one into each"
    assert "one into each" in refused(table, "follow up in E5-01").reason
    play(table, "follow up in E4-01")
    assert living(table, "E5-01") == [("fox", 4)]
    assert in_houses(table) == {"penguin": 1}


def test_rule_7_4_a_single_house_animal_goes_where_its_owner_likes_e3() -> None:
    for where in ("E4-01", "E5-01"):
        table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="fox")
        play(table, "breed E4-01 E5-01", f"follow up in {where}")
        assert "follow" not in " ".join(choices(table))


def test_rule_7_4_completion_after_all_follow_ups_e3() -> None:
    """One is full by its offspring; its animals leave only after the other's follow-up, so none of them can follow."""
    table = breeding("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E5: 2 fox")
    play(table, "breed E4-01 E5-01", "keep one", "no attraction")
    assert living(table, "E4-01", "E5-01") == [(None, 0), ("fox", 3)]
    assert table.to_act == (1,), "the animal kept comes too late, and there is no bonus to have"


def test_rule_7_5_each_player_with_bonus_before_the_next_e5() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", others={1: ["E4-06 r0 at F6: 2 fox"]})
    play(table, "breed E4-01")
    assert choices(table) == ["bonus E5-01", "no bonus"]
    play(table, "bonus E5-01")
    assert table.to_act == (1,)
    assert choices(table) == ["breed E4-06", "no breeding"]


def test_rule_7_6_bonus_in_another_enclosure_e4() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", "E4-06 r0 at E6: 1 penguin")
    play(table, "breed E4-01")
    assert choices(table) == ["bonus E5-01", "no bonus"]
    assert "already received" in refused(table, "bonus E4-01").reason
    assert "at least two animals" in refused(table, "bonus E4-06").reason
    play(table, "bonus E5-01")
    assert living(table, "E4-01", "E5-01") == [("fox", 3), ("meerkat", 3)]


def test_rule_7_6_no_bonus_without_offspring_e4_97064() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    play(table, "no breeding")
    assert "walk 1" in choices(table)


@pytest.mark.parametrize(("players", "bonus"), [(2, True), (3, True), (4, False), (5, False)])
def test_rule_7_6_bonus_by_players_e4(players: int, bonus: bool) -> None:
    table = breeding("E4-01 r1 at F1: 2 fox", "E4-06 r0 at F6: 2 meerkat", players=players, houses="meerkat")
    play(table, "breed E4-01")
    assert ("bonus E4-06" in choices(table)) == bonus


def test_rule_7_6_third_enclosure_of_the_same_species_and_follow_up_e4() -> None:
    """Three enclosures with two free spaces each, one flamingo in a house: it can help to complete two of them."""
    zoos = {0: [f"{id} r0 at {cell}: 2 flamingo" for id, cell in (("E4-01", "E1"), ("E4-06", "E2"), ("E4-02", "G2"))]}
    table = position(zoos=zoos, elephant=13, houses={0: "flamingo"})
    play(table, "walk 2", "acquire meerkat into house", "breed E4-01 E4-06", "follow up in E4-01", "keep one")
    play(table, "place A8 r0 at F8", "bonus E4-02", "follow up in E4-02", "keep one", "place A6 r0 at J8")
    assert living(table, "E4-01", "E4-06", "E4-02") == [(None, 0), ("flamingo", 3), (None, 0)]
    assert in_houses(table) == {"meerkat": 1, "flamingo": 1}


# 8. The end


def test_rule_8_1_the_mover_wins_without_breeding_f1() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=3, stacks={4: "E4-06"}, houses={0: "meerkat"})
    leave_open(table, 0, "E6", "F6", "E7", "F7")
    play(table, "walk 1", "settle meerkat from house")
    assert over(table), "the fox line was crossed, but nobody breeds"
    assert (table.winners, table.scores) == ((0,), (0, -105))
    assert table.result() == "A wins with a full board and 3 animals."


def finishing_breeding(first: int, second: int) -> Table:
    """Both complete their boards in the same breeding, with so many animals left."""
    zoos = {
        0: ["E4-01 r0 at E1: 3 fox", f"E6-08 r0 at E6: {first} meerkat"],
        1: ["E4-06 r0 at F1: 3 fox", f"E6-09 r0 at F6: {second} meerkat"],
    }
    table = position(zoos=zoos, elephant=3, houses={0: "", 1: ""})
    leave_open(table, 0, "E9")
    leave_open(table, 1, "E9")
    play(table, "walk 2", "acquire flamingo into house", "breed E4-01", "keep none", "place A1 r0 at E9")
    return table


def test_rule_8_2_everybody_finishes_the_breeding_f2() -> None:
    table = finishing_breeding(1, 3)
    assert table.open[0] == 0
    assert not over(table)
    play(table, "breed E4-06", "keep none", "place A1 r0 at E9")
    while not over(table):
        play(table, choices(table)[-1])
    assert table.open == [0, 0]
    assert table.winners == (1,), "more animals"


def test_rule_8_2_also_the_second_line_f2() -> None:
    table = two_lines()
    leave_open(table, 0, "E9")
    table.animals[tile("E4-01").index] = 3
    play(table, "walk 3", "acquire fox into house", "breed E4-01", "keep none", "place A1 r0 at E9")
    while "breed E5-01" not in choices(table):
        play(table, "no bonus")
    assert not over(table)
    play(table, "no breeding")
    assert over(table)


def test_rule_8_3_ranking_f3_97336() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"], 1: ["E4-06 r0 at F1: 3 fox"]}, houses={0: "2 fox", 1: "fox"})
    table.open[:] = [5, 5]
    assert table.standing(0) == table.standing(1) == (-5, 4)
    assert ranking(table) == ((0, 1),), "animals in houses count too"
    table.animals[tile("E4-06").index] = 4
    assert ranking(table) == ((1,), (0,))
    table.open[0] = 4
    assert ranking(table) == ((0,), (1,)), "open spaces come first"


def test_rule_8_3_a_shared_win_f2() -> None:
    table = finishing_breeding(3, 1)
    table.stack.clear()
    table.open[:] = [0, 0]
    assert table.winners == (0, 1)
    assert table.result() == "A and B share the win with a full board and 4 animals."
