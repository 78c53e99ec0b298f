"""Rules 7 and 8: breeding, and the end (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

import pytest

from menagerie import IllegalAction
from menagerie.games.new_york_zoo.state import Position

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
    state = breeding("E4-01 r0 at F6: 2 fox", players=3, others=others)
    asked = []
    while "no breeding" in choices(state):
        asked.append(state.to_act[0])
        play(state, "no breeding")
    assert asked == [0, 1, 2]
    assert state.to_act == (1,), "then the next turn"


def test_rule_7_1_the_player_who_moves_breeds_first_e1() -> None:
    zoos = {seat: [f"E4-0{seat + 1} r0 at F6: 2 fox"] for seat in range(3)}
    state = position(3, zoos=zoos, elephant=3, mover=1, houses={1: ""})
    play(state, "walk 2", "acquire penguin into house")
    asked = []
    while "no breeding" in choices(state):
        asked.append(state.to_act[0])
        play(state, "no breeding")
    assert asked == [1, 2, 0]
    assert state.to_act == (2,)


def test_rule_7_1_after_the_whole_main_action_e1() -> None:
    """The second fox comes with the main action, just in time."""
    state = position(zoos={0: ["E4-01 r0 at E1: 1 fox"]}, elephant=3, houses={0: ""})
    play(state, "walk 2", "acquire fox into E4-01")
    assert choices(state) == ["breed E4-01", "no breeding"]


def test_rule_7_2_a_pair_in_one_enclosure_e1_109314() -> None:
    state = breeding("E4-01 r0 at E1: 1 fox", "E4-06 r0 at E2: 1 fox", "E5-01 r0 at E5: 2 meerkat", houses="2 fox")
    assert state.to_act == (1,), "no pair of foxes, nothing to ask"
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    error = refused(state, "breed E5-01")
    assert "at least two arctic foxes" in error.reason
    assert error.rule == "7.2"
    state = breeding("E4-01 r0 at E1: 2 fox", "E4-06 r0 at E2: 1 fox")
    assert choices(state) == ["breed E4-01", "no breeding"], "a single fox does not breed beside a pair elsewhere"


def test_rule_7_3_up_to_two_e2_97107() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E4-06 r0 at E2: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert choices(state) == [
        "breed E4-01",
        "breed E4-01 E4-06",
        "breed E4-01 E5-01",
        "breed E4-06",
        "breed E4-06 E5-01",
        "breed E5-01",
        "no breeding",
    ]
    with pytest.raises(IllegalAction, match="not a decision"):
        state.play("breed E4-01 E4-06 E5-01")
    play(state, "breed E4-01 E5-01")
    assert living(state, "E4-01", "E4-06", "E5-01") == [("fox", 3), ("fox", 2), ("fox", 3)]


def test_rule_7_3_two_are_accepted_in_either_order() -> None:
    """It is the same breeding: only the words of the decision differ."""
    zoo = ("E4-01 r0 at E1: 3 fox", "E4-06 r0 at E2: 2 fox", "E5-01 r0 at E5: 4 fox")
    ends, logs = [], []
    for decision in ("breed E4-01 E5-01", "breed E5-01 E4-01"):
        state = breeding(*zoo, houses="fox")
        logs.append(play(state, decision, "complete E5-01", "keep one"))
        ends.append((state.view(None), choices(state), state.to_act))
    assert logs[0] == logs[1]
    assert ends[0] == ends[1]
    state = breeding(*zoo)
    assert "breed E5-01 E4-01" not in choices(state), "one order is listed"
    assert state.refusal("breed E5-01 E4-01") == ""
    assert refused(state, "breed E5-02 E4-01").rule == refused(state, "breed E4-01 E5-02").rule == "7.2"


def test_rule_7_3_what_is_possible_is_said_before_less_is_chosen() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert state.prompt(0) == ("Choose up to two enclosures in which your arctic foxes breed.")
    state = breeding("E4-01 r0 at E1: 2 fox")
    assert state.prompt(0) == "Breed your arctic foxes in the 4-space enclosure, or skip."


def test_rule_7_3_one_offspring_however_many_parents() -> None:
    state = breeding("E6-08 r0 at E6: 4 fox")
    play(state, "breed E6-08")
    assert living(state, "E6-08") == [("fox", 5)]


def test_rule_7_3_no_player_is_asked_without_a_choice_e7() -> None:
    state = breeding("E4-01 r0 at E1: 2 meerkat")
    assert state.to_act == (1,)
    assert "walk 1" in choices(state)


def test_rule_7_4_a_follow_up_for_each_e3() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="2 fox")
    play(state, "breed E4-01 E5-01")
    assert choices(state) == ["follow up in E4-01", "follow up in E5-01", "no follow-up"]
    play(state, "follow up in E5-01")
    assert choices(state) == ["follow up in E4-01", "no follow-up"], "one to each"
    assert "one to each" in refused(state, "follow up in E5-01").reason
    play(state, "follow up in E4-01")
    assert living(state, "E5-01") == [("fox", 4)]
    assert in_houses(state) == {"penguin": 1}


def test_rule_7_4_a_single_house_animal_goes_where_its_owner_likes_e3() -> None:
    for where in ("E4-01", "E5-01"):
        state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="fox")
        play(state, "breed E4-01 E5-01", f"follow up in {where}")
        assert "follow" not in " ".join(choices(state))


def test_rule_7_4_completion_after_all_follow_ups_e3() -> None:
    """One is full by its offspring; its animals leave only after the other's follow-up, so none of them can follow."""
    state = breeding("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E5: 2 fox")
    play(state, "breed E4-01 E5-01", "keep one", "no attraction")
    assert living(state, "E4-01", "E5-01") == [(None, 0), ("fox", 3)]
    assert state.to_act == (1,), "the animal kept comes too late, and there is no bonus to have"


def test_rule_7_5_each_player_with_bonus_before_the_next_e5() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", others={1: ["E4-06 r0 at F6: 2 fox"]})
    play(state, "breed E4-01")
    assert choices(state) == ["bonus E5-01", "no bonus"]
    play(state, "bonus E5-01")
    assert state.to_act == (1,)
    assert choices(state) == ["breed E4-06", "no breeding"]


def test_rule_7_6_bonus_in_another_enclosure_e4() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", "E4-06 r0 at E6: 1 penguin")
    play(state, "breed E4-01")
    assert choices(state) == ["bonus E5-01", "no bonus"]
    assert "already got" in refused(state, "bonus E4-01").reason
    assert "at least two animals" in refused(state, "bonus E4-06").reason
    play(state, "bonus E5-01")
    assert living(state, "E4-01", "E5-01") == [("fox", 3), ("meerkat", 3)]


def test_rule_7_6_no_bonus_without_offspring_e4_97064() -> None:
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    play(state, "no breeding")
    assert "walk 1" in choices(state)


@pytest.mark.parametrize(("players", "bonus"), [(2, True), (3, True), (4, False), (5, False)])
def test_rule_7_6_bonus_by_players_e4(players: int, bonus: bool) -> None:
    state = breeding("E4-01 r1 at F1: 2 fox", "E4-06 r0 at F6: 2 meerkat", players=players, houses="meerkat")
    play(state, "breed E4-01")
    assert ("bonus E4-06" in choices(state)) == bonus


def test_rule_7_6_third_enclosure_of_the_same_species_and_follow_up_e4() -> None:
    """Three enclosures with two free spaces each, one flamingo in a house: it can help to complete two of them."""
    zoos = {0: [f"{id} r0 at {cell}: 2 flamingo" for id, cell in (("E4-01", "E1"), ("E4-06", "E2"), ("E4-02", "G2"))]}
    state = position(zoos=zoos, elephant=13, houses={0: "flamingo"})
    play(state, "walk 2", "acquire meerkat into house", "breed E4-01 E4-06", "follow up in E4-01", "keep one")
    play(state, "place A8 r0 at F8", "bonus E4-02", "follow up in E4-02", "keep one", "place A6 r0 at J8")
    assert living(state, "E4-01", "E4-06", "E4-02") == [(None, 0), ("flamingo", 3), (None, 0)]
    assert in_houses(state) == {"meerkat": 1, "flamingo": 1}


# 8. The end


def test_rule_8_1_the_mover_wins_without_breeding_f1() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=3, stacks={4: "E4-06"}, houses={0: "meerkat"})
    leave_open(state, 0, "E6", "F6", "E7", "F7")
    play(state, "walk 1", "settle meerkat from house")
    assert over(state), "the fox line was crossed, but no one breeds"
    assert (state.winners, state.scores) == ((0,), (0, -105))
    assert state.result() == "A wins with a full board and 3 animals."


def finishing_breeding(first: int, second: int) -> Position:
    """Both complete their boards in the same breeding, with so many animals left."""
    zoos = {
        0: ["E4-01 r0 at E1: 3 fox", f"E6-08 r0 at E6: {first} meerkat"],
        1: ["E4-06 r0 at F1: 3 fox", f"E6-09 r0 at F6: {second} meerkat"],
    }
    state = position(zoos=zoos, elephant=3, houses={0: "", 1: ""})
    leave_open(state, 0, "E9")
    leave_open(state, 1, "E9")
    play(state, "walk 2", "acquire flamingo into house", "breed E4-01", "keep none", "place A1 r0 at E9")
    return state


def test_rule_8_2_all_players_finish_the_breeding_f2() -> None:
    state = finishing_breeding(1, 3)
    assert state.open[0] == 0
    assert not over(state)
    play(state, "breed E4-06", "keep none", "place A1 r0 at E9")
    while not over(state):
        play(state, choices(state)[-1])
    assert state.open == [0, 0]
    assert state.winners == (1,), "more animals"


def test_rule_8_2_a_board_filled_by_another_player_ends_the_game_f2() -> None:
    """A moves, B's breeding brings the last attraction: the game is over, though A's board is not full."""
    zoos = {0: ["E6-08 r0 at E6: 2 meerkat"], 1: ["E4-06 r0 at F1: 3 fox"]}
    state = position(zoos=zoos, elephant=3, houses={0: "", 1: "fox"})
    leave_open(state, 1, "E9")
    play(state, "walk 2", "acquire flamingo into house")
    assert state.to_act == (1,)
    play(state, "breed E4-06", "keep none", "place A1 r0 at E9")
    assert over(state)
    assert (state.winners, state.open) == ((1,), [101, 0])
    assert state.result() == "B wins with a full board and 1 animal."


def test_rule_8_2_also_the_second_line_f2() -> None:
    state = two_lines()
    leave_open(state, 0, "E9")
    state.animals[tile("E4-01").index] = 3
    play(state, "walk 3", "acquire fox into house", "breed E4-01", "keep none", "place A1 r0 at E9")
    while "breed E5-01" not in choices(state):
        play(state, "no bonus")
    assert not over(state)
    play(state, "no breeding")
    assert over(state)


def test_rule_8_3_ranking_f3_97336() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"], 1: ["E4-06 r0 at F1: 3 fox"]}, houses={0: "2 fox", 1: "fox"})
    state.open[:] = [5, 5]
    assert state.standing(0) == state.standing(1) == (-5, 4)
    assert ranking(state) == ((0, 1),), "animals in houses count too"
    state.animals[tile("E4-06").index] = 4
    assert ranking(state) == ((1,), (0,))
    state.open[0] = 4
    assert ranking(state) == ((0,), (1,)), "open spaces come first"


def test_rule_8_3_the_result_names_the_tie_break_f3() -> None:
    state = finishing_breeding(1, 3)
    state.stack.clear()
    state.open[:] = [0, 0]
    state.animals[tile("E4-06").index] = 0
    assert state.result() == "B wins with a full board, by 3 animals to 2."
    assert state.result(["Lisa", "Ben"]) == "Ben wins with a full board, by 3 animals to 2."
    state.animals[tile("E6-09").index] = 1
    assert state.result() == "A wins with a full board, by 2 animals to 1."


def test_rule_8_3_a_shared_win_f2() -> None:
    state = finishing_breeding(3, 1)
    state.stack.clear()
    state.open[:] = [0, 0]
    assert state.winners == (0, 1)
    assert state.result() == "A and B share the win with a full board and 4 animals."
    assert state.breakdown(0) == {"open spaces": 0}
