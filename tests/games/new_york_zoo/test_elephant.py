"""Rule 3: the elephant (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

import pytest

from menagerie import IllegalAction

from .position import BUSY, GAME, choices, leave_open, living, play, position, refused, two_lines, walks

# 3. The elephant


@pytest.mark.parametrize(("players", "most"), [(2, 4), (3, 3), (4, 4), (5, 3)])
def test_rule_3_1_how_far_by_players_a5(players: int, most: int) -> None:
    houses = dict.fromkeys(range(players), "meerkat")
    state = position(players, houses=houses)
    assert walks(state) == {f"walk {steps}" for steps in range(1, most + 1)}
    assert "Move 1 to" in refused(state, f"walk {most + 1}").reason
    refused(state, "walk 0")
    refused(state, "walk free")


def test_rule_3_2_empty_slots_and_lines_do_not_count_a1() -> None:
    state = position(stacks={1: "", 3: "", 4: ""}, zoos=BUSY)
    play(state, "walk 2")
    assert state.elephant == 5


def test_rule_3_2_a_slot_that_cannot_be_used_counts_a1() -> None:
    state = position(stacks={1: "E7-01", 3: "E4-06"}, zoos={0: BUSY[0]})
    leave_open(state, 0, "E9", "F9", "E8", "F8")
    assert walks(state) == {"walk 2", "walk 3"}
    play(state, "walk 3")
    assert state.elephant == 3


def test_rule_3_3_a_slot_needs_a_tile_that_fits_a2() -> None:
    state = position(stacks={1: "E5-02", 3: "", 4: ""}, zoos=BUSY)
    leave_open(state, 0, "E6", "F6", "G6", "H6")
    error = refused(state, "walk 1")
    assert "doesn't fit anywhere" in error.reason
    assert error.rule == "3.3"


def test_rule_3_3_a_slot_needs_an_animal_that_can_move_in_a2() -> None:
    zoos = {0: ["E4-01 r0 at E1: 1 fox", "E5-01 r0 at E2: 1 fox"]}
    state = position(zoos=zoos, houses={0: ""}, stacks={3: "", 4: ""})
    assert walks(state) == {"walk 2", "walk 3"}
    assert "You have no animal for" in refused(state, "walk 1").reason


def test_rule_3_3_a_pair_in_an_enclosure_is_enough_a2() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, houses={0: ""})
    assert walks(state) == {"walk 1", "walk 2", "walk 3", "walk 4"}


def test_rule_3_4_no_place_for_a_new_animal_a3() -> None:
    """Seat A of three has two houses and two animals: no animals space on the first turn."""
    state = GAME.new(players=3, seed=4)
    assert [str(action) for action in state.legal()] == ["walk 1", "walk 3"]
    with pytest.raises(IllegalAction, match="no free house and no enclosure") as caught:
        state.play("walk 2")
    assert caught.value.rule == "3.4"


def test_rule_3_4_one_enclosure_is_enough_a3() -> None:
    state = position(3, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: "meerkat meerkat"})
    assert "walk 2" in walks(state)


def test_rule_3_5_no_way_out_a4() -> None:
    """Solo, houses full, no enclosure, no slot in reach: on to the next animals space, which brings nothing."""
    state = position(1, houses={0: "3 fox"}, stacks={1: "", 3: "E5-01"})
    state.markers = 0b00010
    state.settle()
    log = state.history
    assert log == []
    assert state.elephant != 0


def test_rule_3_6_landing_behind_a_line_crosses_it_a7() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=3, stacks={4: "E4-06"}, houses={0: "meerkat"})
    play(state, "walk 1", "place E4-06 r0 at J6", "settle meerkat from house")
    assert choices(state) == ["breed E4-01", "no breeding"]


def test_rule_3_6_stopping_before_a_line_does_not_a7() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=2, stacks={3: "E4-06"}, houses={0: "meerkat"})
    play(state, "walk 1", "place E4-06 r0 at J6", "settle meerkat from house")
    assert state.to_act == (1,)
    assert "walk 1" in choices(state)


def test_rule_3_6_wrapping_round_breeds_once_96762_96902() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, elephant=22, stacks={23: "", 24: ""}, houses={0: ""})
    log = play(state, "walk 1", "acquire meerkat into house")
    assert [line for line in log if line.startswith("Breeding")] == ["Breeding time for the penguins."]
    play(state, "breed E4-01")
    assert living(state, "E4-01") == [("penguin", 3)]
    assert state.to_act == (1,)


def test_rule_3_6_two_lines_breed_in_the_order_crossed_a6_e6_97063() -> None:
    state = two_lines()
    play(state, "walk 3", "acquire fox into house")
    assert choices(state) == ["breed E4-01", "no breeding"]
    play(state, "breed E4-01", "no bonus")
    assert choices(state) == ["breed E5-01", "no breeding"]
    play(state, "breed E5-01")
    assert choices(state) == ["bonus E4-01", "no bonus"], "each breeding has a bonus of its own"
    play(state, "bonus E4-01")
    play(state, "no attraction") if "no attraction" in choices(state) else None
    assert living(state, "E5-01") == [("kangaroo", 3)]


def test_rule_3_7_turns_go_round() -> None:
    state = position(3, zoos={seat: [f"E4-0{seat + 1} r0 at F6: 1 fox"] for seat in range(3)})
    movers = [state.mover]
    while len(movers) < 8:
        play(state, choices(state)[0])
        if state.mover != movers[-1]:
            movers.append(state.mover)
    assert movers == [0, 1, 2, 0, 1, 2, 0, 1]
