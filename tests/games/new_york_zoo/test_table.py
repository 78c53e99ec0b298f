"""What people see of New York Zoo: the table as text and as a picture, prompts, and pointing; and perft."""

from __future__ import annotations

from random import Random

import pytest

from menagerie import State

from .position import BUSY, GAME, breeding, completed, play, position, two_full


def test_the_table_as_text() -> None:
    table = position(zoos={0: ["E4-02 r0 at E1: 2 fox", "E5-01 r0 at A9:"]}, houses={0: "penguin"}, elephant=2)
    shown = str(table)
    assert "  > penguin + tree kangaroo\n" in shown
    assert "--- arctic foxes breed ---" in shown
    assert "   1         a a . " in shown
    assert "   9 b b b b b . " in shown
    assert "a E4-02 2 arctic foxes, 2 free" in shown
    assert "b E5-01 empty, 5 free" in shown
    assert "> A: 98 open spaces, houses: penguin, -, -" in shown
    assert "A3L x3" in shown
    assert "Markers: 0 1 2 3 4+ - laps: 0 of 2" in str(GAME.new(players=1, seed=1))
    assert "to lay: E7-" in str(GAME.new(players=2, seed=1, short=True))


def test_the_walk_numbers_in_the_text_are_the_decisions() -> None:
    table = position(stacks={1: "", 3: "E4-06"}, zoos=BUSY)
    shown = str(table).splitlines()
    assert shown[1] == "    > arctic fox + flamingo (start)"
    assert shown[2] == "      [empty]"
    assert shown[3] == "    1 penguin + tree kangaroo"
    assert shown[4] == "    2 [E4-06] then nothing"


@pytest.mark.parametrize(
    ("table", "prompt"),
    [
        (position(), "Move the elephant 1 to 4 spaces."),
        (GAME.new(players=1, seed=1), "Move the elephant with a range marker, or free to the next animals space."),
        (GAME.new(players=2, seed=1, short=True), "Lay your dealt enclosures on your board, in any order."),
        (completed(), "Keep one penguin in a house?"),
        (completed("3 fox"), "Choose an attraction and lay it on your board, or do without one."),
        (two_full(), "Two enclosures are full: which one is settled first?"),
        (
            breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox"),
            "Choose up to two enclosures in which your arctic foxes breed.",
        ),
    ],
)
def test_prompts(table: State, prompt: str) -> None:
    assert table.prompt(0) == prompt


def test_more_prompts() -> None:
    table = position(stacks={1: "E5-01"}, houses={0: "2 fox meerkat"})
    asked = []
    for decision in ("walk 1", "place E5-01 r0 at E9", "settle fox from house", "settle no more"):
        play(table, decision)
        asked.append(table.prompt(0))
    assert asked == [
        "Lay the enclosure E5-01 on your board.",
        "Choose an animal that moves into the new enclosure E5-01.",
        "Choose a second animal of the same species for E5-01, or none.",
        "",
    ]
    table = position(zoos={0: ["E5-01 r0 at E9: 2 penguin"]}, houses={0: "penguin"})
    asked = []
    for decision in ("walk 2", "acquire penguin into E5-01", "no follow-up"):
        play(table, decision)
        asked.append(table.prompt(0))
    assert asked == [
        "Acquire the penguin and the tree kangaroo, one after the other, or one animal of any other species.",
        "Let a penguin from a house follow into E5-01?",
        "Acquire the tree kangaroo as well, or no more.",
    ]


# The picture.


def test_every_piece_is_in_the_picture_with_a_label() -> None:
    table = position(zoos=BUSY, houses={0: "fox", 1: ""})
    pieces = GAME.scene(table, 0).pieces
    assert pieces["tile-E4-01"].label == "E4-01, 4 spaces: 2 meerkats"
    assert {"animal-E4-01-0", "animal-E4-01-1", "animal-E5-01-1"} <= set(pieces)
    assert "animal-E4-01-2" not in pieces
    assert pieces["house-A-0"].label == "House 1 of A: arctic fox"
    assert pieces["house-A-1"].label == "House 2 of A: free"
    assert pieces["space-0"].label == "arctic fox and flamingo"
    assert pieces["market-A8"].label == "Attraction A8, 8 spaces, 1 left"
    assert pieces["market-A1"].label == "Attraction A1, 1 space, as many as wanted"
    assert pieces["head-A"].label == "A: 98 open spaces, 5 animals"
    for stack in table.stacks:
        assert not stack or f"tile-{stack[-1].id}" in pieces


def test_the_elephant_moves_and_little_else() -> None:
    table = position(zoos=BUSY)
    before = GAME.scene(table, 0)
    play(table, "walk 2")
    change = GAME.scene(table, 0).changes_since(before)
    assert set(change["set"]) == {"walker"}  # type: ignore[call-overload]


def test_the_own_board_lies_below_the_strip() -> None:
    table = position(3)
    for seat in range(3):
        pieces = GAME.scene(table, seat).pieces
        lowest = max("ABC", key=lambda letter: (-pieces[f"zoo-{letter}"].x, pieces[f"zoo-{letter}"].y))
        assert lowest == "ABC"[seat]


def test_markers_and_laps_in_the_solo_picture() -> None:
    table = position(1, houses={0: "fox"})
    play(table, "walk 2")
    pieces = GAME.scene(table, 0).pieces
    assert "marker-2" not in pieces
    assert pieces["marker-4"].label == "Range marker 4+"
    assert "Lap 0 of 2" in pieces["laps"].body


# Perft: the number of ways through the first decisions.


def perft(state: State, depth: int) -> int:
    if depth == 0 or state.is_over:
        return 1
    if depth == 1:
        return sum(len(state.legal(seat)) for seat in state.to_act)
    total = 0
    for seat in state.to_act:
        for action in state.legal(seat):
            twin = state.copy()
            twin.play(action, seat)
            total += perft(twin, depth - 1)
    return total


PERFT = {
    (1, "rulebook"): [26, 3322, 6834],
    (2, "rulebook"): [4, 1057, 2124],
    (3, "rulebook"): [2, 405, 810],
    (5, "rulebook"): [2, 207, 414],
    (2, "reference"): [4, 1057, 2124],
}  # fmt: skip


@pytest.mark.parametrize(("players", "rules"), PERFT)
def test_perft(players: int, rules: str) -> None:
    state = GAME.new(players=players, seed=7, rules=rules)
    assert [perft(state, depth) for depth in (1, 2, 3)] == PERFT[players, rules]


def test_perft_of_a_later_position() -> None:
    """Forty random decisions on, with breeding and follow-ups ahead."""
    state = GAME.new(players=3, seed=7)
    chance = Random(7)
    for _ in range(150):
        state.play(chance.choice(state.legal()))
    assert [perft(state, depth) for depth in (1, 2, 3)] == LATER


LATER = [5, 12, 54]
