"""Rule 9 of docs/rules/new-york-zoo.md: the solo game."""

from __future__ import annotations

import pytest

from menagerie import BadSetup, IllegalAction
from menagerie.games.new_york_zoo.state import Position

from .position import GAME, choices, leave_open, living, play, position, walks


def solo(*markers: int, **more: object) -> Position:
    """With these markers left; houses have an animal and room."""
    state = position(1, houses={0: "fox meerkat"}, **more)  # type: ignore[arg-type]
    state.markers = sum(1 << marker for marker in markers)
    state.settle()
    return state


def left(state: Position) -> list[str]:
    found: list[str] = state.view(None)["solo"]["markers"]
    return found


def test_rule_9_1_boards_and_markers() -> None:
    for board, spaces, houses in (("3h", 80, 3), ("4h", 104, 4)):
        view = GAME.new(players=1, seed=1, board=board).view(None)
        assert (view["zoos"][0]["open"], view["zoos"][0]["houses"]) == (spaces, houses)
        assert view["solo"] == {"markers": ["0", "1", "2", "3", "4+"], "laps": 0, "passed": False}
    with pytest.raises(BadSetup, match="board is for the solo game"):
        GAME.new(players=2, board="4h")


def test_rule_9_2_exact_markers_h1() -> None:
    state = solo(1, 2, 3)
    assert walks(state) == {"walk 1", "walk 2", "walk 3", "walk free"}
    play(state, "walk 2")
    assert state.elephant == 2
    assert left(state) == ["1", "3"]


def test_rule_9_2_four_and_more_but_not_once_round_h1() -> None:
    state = solo(4)
    assert walks(state) == {f"walk {steps}" for steps in range(4, 25)} | {"walk free"}
    play(state, "walk 24")
    assert state.elephant == 24


def test_rule_9_2_zero_uses_the_space_again_h1() -> None:
    state = solo(0, 1)
    play(state, "walk 0")
    assert state.elephant == 0
    assert "acquire fox into house" in choices(state)
    assert left(state) == ["1"]


def test_rule_9_2_zero_not_on_an_empty_slot_h1() -> None:
    state = solo(0, 1, elephant=1, stacks={1: ""})
    assert "walk 0" not in choices(state)
    with pytest.raises(IllegalAction, match="slot is empty"):
        state.play("walk 0")


def test_rule_9_2_a_marker_that_is_gone() -> None:
    for steps in (3, 17):
        with pytest.raises(IllegalAction) as caught:
            solo(0, 1).play(f"walk {steps}")
        reason = "You've used that marker. Choose 0, 1 or the free move."
        assert (caught.value.reason, caught.value.rule) == (reason, "9.2")


def test_rule_9_2_farther_than_the_strip_is_long() -> None:
    """With nine empty slots there are 16 spaces that count, one of them the elephant's own."""
    state = solo(0, 4, stacks=dict.fromkeys((1, 3, 4, 6, 8, 9, 11, 13, 14), ""))
    assert "walk 15" in choices(state)
    with pytest.raises(IllegalAction) as caught:
        state.play("walk 17")
    reason = "That's too far. Move at most 15 spaces."
    assert (caught.value.reason, caught.value.rule) == (reason, "9.2")


def test_rule_9_3_a_free_walk_is_for_the_solo_game() -> None:
    with pytest.raises(IllegalAction) as caught:
        position().play("walk free")
    reason = "Only the solo game has a free move. Move the elephant 1 to 4 spaces."
    assert (caught.value.reason, caught.value.rule) == (reason, "9.3")


def test_rule_9_2_a_marker_to_a_tile_that_cannot_be_used_h10() -> None:
    state = solo(1, 2, stacks={1: "E5-01"})
    leave_open(state, 0, "E6", "F6", "G6", "H6")
    assert walks(state) == {"walk 2", "walk free"}
    state = position(1, houses={0: ""})
    assert "walk 1" not in choices(state), "no animal could move in"


def test_rule_9_3_free_to_the_next_animals_space_h2() -> None:
    state = solo(1, 2, stacks={1: "E5-01"})
    assert {"walk 2", "walk free"} <= walks(state), "with or without the marker"
    play(state, "walk free")
    assert state.elephant == 2
    assert left(state) == ["1", "2"]


def test_rule_9_4_laps_h4_110421() -> None:
    state = solo(0, 1, elephant=24, zoos={0: ["E4-01 r0 at E1: 1 fox"]})
    assert state.laps == 0
    play(state, "walk 1", "acquire penguin into house")
    assert (state.elephant, state.laps) == (0, 1)
    play(state, "walk 0", "no follow-up")
    assert state.laps == 1, "the 0 on the start space is no lap"


def test_rule_9_4_passing_counts_h4() -> None:
    state = solo(3, elephant=24)
    play(state, "walk 3")
    assert (state.elephant, state.laps) == (2, 1)


def at_the_end(**more: object) -> Position:
    """On space 22, one lap done; the penguin line lies before 24."""
    state = solo(1, 2, 3, elephant=22, zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, **more)
    state.laps = 1
    return state


def test_rule_9_5_landing_on_the_start_space_finishes_the_turn_h5() -> None:
    state = at_the_end()
    play(state, "walk 3", "acquire meerkat into house")
    assert choices(state) == ["breed E4-01", "no breeding"], "breeding included"
    play(state, "breed E4-01")
    assert state.is_over
    assert living(state, "E4-01") == [("penguin", 3)]
    assert (state.winners, state.scores) == ((), (-76,))
    assert state.result() == "A loses: 76 spaces are still open."


def test_rule_9_6_passing_it_the_second_time_loses_at_once_h6() -> None:
    state = at_the_end(stacks={23: "", 24: ""})
    log = play(state, "walk 3")
    assert state.is_over
    assert state.elephant == 2
    assert state.scores == (-76,)
    assert log[-1] == ("The elephant passed the start space for the last time. The game is over. Open spaces: A 76.")


def test_rule_9_6_the_prompt_says_which_walks_lose() -> None:
    state = at_the_end()
    assert "lose" not in state.prompt(0), "none does: 3 leads to the start space"
    state = at_the_end(stacks={23: ""})
    state.settle()
    assert state.prompt(0) == (
        "Move the elephant with a range marker, or free to the next animals space. Empty slots don't count. "
        "Moving 3 or more passes the start space and loses."
    )
    state.laps = 0
    assert "lose" not in state.prompt(0), "the first lap may be passed"


@pytest.mark.parametrize(
    ("laps", "elephant", "points"), [(1, 23, 2), (1, 1, 24), (1, 24, 1), (2, 0, 0), (0, 23, 27), (0, 1, 49), (1, 0, 25)]
)
def test_rule_9_7_points_for_the_way_left_h7_h8(laps: int, elephant: int, points: int) -> None:
    state = solo(1, elephant=elephant)
    state.laps, state.open[0] = laps, 0
    state.stack.clear()
    assert (state.scores, state.winners) == ((points,), (0,))
    assert state.result() == f"A wins with {points} {'point' if points == 1 else 'points'}."


def test_rule_9_7_winning_with_the_last_step() -> None:
    state = at_the_end()
    leave_open(state, 0, "E9")
    state.animals[0] = 3
    play(state, "walk 3", "acquire meerkat into house", "breed E4-01", "place A1 r0 at E9")
    assert (state.is_over, state.scores) == (True, (0,))
    assert state.winners == (0,)


def test_rule_9_8_markers_come_back_after_the_fifth_h3_103995() -> None:
    state = solo(2)
    play(state, "walk 2")
    assert left(state) == [], "not before the turn is over"
    play(state, "acquire fox into house")
    assert left(state) == ["0", "1", "2", "3", "4+"]


def test_rule_3_6_the_four_plus_over_many_lines_h9() -> None:
    zoos = {
        0: [
            f"E4-0{n} r0 at {cell}: 2 {who}"
            for n, cell, who in ((1, "E1", "fox"), (6, "E2", "meerkat"), (2, "G2", "flamingo"))
        ]
    }
    state = solo(4, zoos=zoos, elephant=2)
    play(state, "walk 13", "acquire meerkat into house")
    asked = []
    while "no breeding" in choices(state) or "no bonus" in choices(state):
        asked.append(choices(state)[0])
        play(state, choices(state)[-1])
    assert asked == ["breed E4-01", "breed E4-06", "breed E4-02"], "one breeding a line, in the order crossed"
