"""Rule 9 of docs/rules/new-york-zoo.md: the solo game."""

from __future__ import annotations

import pytest

from menagerie import BadSetup, IllegalAction
from menagerie.games.new_york_zoo.state import Table

from .position import GAME, choices, leave_open, living, play, position, walks


def solo(*markers: int, **more: object) -> Table:
    """With these markers left; houses have an animal and room."""
    table = position(1, houses={0: "fox meerkat"}, **more)  # type: ignore[arg-type]
    table.markers = sum(1 << marker for marker in markers)
    table.settle()
    return table


def left(table: Table) -> list[str]:
    found: list[str] = table.view(None)["solo"]["markers"]
    return found


def test_rule_9_1_boards_and_markers() -> None:
    for board, spaces, houses in (("3h", 80, 3), ("4h", 104, 4)):
        view = GAME.new(players=1, seed=1, board=board).view(None)
        assert (view["zoos"][0]["open"], view["zoos"][0]["houses"]) == (spaces, houses)
        assert view["solo"]["markers"] == ["0", "1", "2", "3", "4+"]
    with pytest.raises(BadSetup, match="board is for the solo game"):
        GAME.new(players=2, board="4h")


def test_rule_9_2_exact_markers_h1() -> None:
    table = solo(1, 2, 3)
    assert walks(table) == {"walk 1", "walk 2", "walk 3", "walk free"}
    play(table, "walk 2")
    assert table.elephant == 2
    assert left(table) == ["1", "3"]


def test_rule_9_2_four_and_more_but_not_once_round_h1() -> None:
    table = solo(4)
    assert walks(table) == {f"walk {steps}" for steps in range(4, 25)} | {"walk free"}
    play(table, "walk 24")
    assert table.elephant == 24


def test_rule_9_2_zero_uses_the_space_again_h1() -> None:
    table = solo(0, 1)
    play(table, "walk 0")
    assert table.elephant == 0
    assert "acquire fox into house" in choices(table)
    assert left(table) == ["1"]


def test_rule_9_2_zero_not_on_an_empty_slot_h1() -> None:
    table = solo(0, 1, elephant=1, stacks={1: ""})
    assert "walk 0" not in choices(table)
    with pytest.raises(IllegalAction, match="empty: walk on"):
        table.play("walk 0")


def test_rule_9_2_a_marker_that_is_gone() -> None:
    with pytest.raises(IllegalAction, match="no marker for that") as caught:
        solo(0, 1).play("walk 3")
    assert caught.value.rule == "9.2"


def test_rule_9_2_a_marker_to_a_tile_that_cannot_be_used_h10() -> None:
    table = solo(1, 2, stacks={1: "E5-01"})
    leave_open(table, 0, "E6", "F6", "G6", "H6")
    assert walks(table) == {"walk 2", "walk free"}
    table = position(1, houses={0: ""})
    assert "walk 1" not in choices(table), "nobody could move in"


def test_rule_9_3_free_to_the_next_animals_space_h2() -> None:
    table = solo(1, 2, stacks={1: "E5-01"})
    assert {"walk 2", "walk free"} <= walks(table), "with or without the marker"
    play(table, "walk free")
    assert table.elephant == 2
    assert left(table) == ["1", "2"]


def test_rule_9_4_laps_h4_110421() -> None:
    table = solo(0, 1, elephant=24, zoos={0: ["E4-01 r0 at E1: 1 fox"]})
    assert table.laps == 0
    play(table, "walk 1", "acquire penguin into house")
    assert (table.elephant, table.laps) == (0, 1)
    play(table, "walk 0", "no follow-up")
    assert table.laps == 1, "the 0 on the start space is no lap"


def test_rule_9_4_passing_counts_h4() -> None:
    table = solo(3, elephant=24)
    play(table, "walk 3")
    assert (table.elephant, table.laps) == (2, 1)


def at_the_end(**more: object) -> Table:
    """On space 22, one lap done; the penguin line lies before 24."""
    table = solo(1, 2, 3, elephant=22, zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, **more)
    table.laps = 1
    return table


def test_rule_9_5_landing_on_the_start_space_finishes_the_turn_h5() -> None:
    table = at_the_end()
    play(table, "walk 3", "acquire meerkat into house")
    assert choices(table) == ["breed E4-01", "no breeding"], "breeding included"
    play(table, "breed E4-01")
    assert table.is_over
    assert living(table, "E4-01") == [("penguin", 3)]
    assert (table.winners, table.scores) == ((), (-76,))
    assert table.result() == "A loses: 76 spaces are still open."


def test_rule_9_6_passing_it_the_second_time_loses_at_once_h6() -> None:
    table = at_the_end(stacks={23: "", 24: ""})
    log = play(table, "walk 3")
    assert table.is_over
    assert table.elephant == 2
    assert table.scores == (-76,)
    assert log[-1] == (
        "The elephant has passed the start space for the last time. The game is over. Open spaces: A 76."
    )


@pytest.mark.parametrize(
    ("laps", "elephant", "points"), [(1, 23, 2), (1, 1, 24), (1, 24, 1), (2, 0, 0), (0, 23, 27), (0, 1, 49), (1, 0, 25)]
)
def test_rule_9_7_points_for_the_way_left_h7_h8(laps: int, elephant: int, points: int) -> None:
    table = solo(1, elephant=elephant)
    table.laps, table.open[0] = laps, 0
    table.stack.clear()
    assert (table.scores, table.winners) == ((points,), (0,))
    assert table.result() == f"A wins with {points} {'point' if points == 1 else 'points'}."


def test_rule_9_7_winning_with_the_last_step() -> None:
    table = at_the_end()
    leave_open(table, 0, "E9")
    table.animals[0] = 3
    play(table, "walk 3", "acquire meerkat into house", "breed E4-01", "place A1 r0 at E9")
    assert (table.is_over, table.scores) == (True, (0,))
    assert table.winners == (0,)


def test_rule_9_8_markers_come_back_after_the_fifth_h3_103995() -> None:
    table = solo(2)
    play(table, "walk 2")
    assert left(table) == [], "not before the turn is over"
    play(table, "acquire fox into house")
    assert left(table) == ["0", "1", "2", "3", "4+"]


def test_rule_3_6_the_four_plus_over_many_lines_h9() -> None:
    zoos = {
        0: [
            f"E4-0{n} r0 at {cell}: 2 {who}"
            for n, cell, who in ((1, "E1", "fox"), (6, "E2", "meerkat"), (2, "G2", "flamingo"))
        ]
    }
    table = solo(4, zoos=zoos, elephant=2)
    play(table, "walk 13", "acquire meerkat into house")
    asked = []
    while "no breeding" in choices(table) or "no bonus" in choices(table):
        asked.append(choices(table)[0])
        play(table, choices(table)[-1])
    assert asked == ["breed E4-01", "breed E4-06", "breed E4-02"], "one breeding a line, in the order crossed"
