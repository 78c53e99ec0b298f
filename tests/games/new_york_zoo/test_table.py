"""What people see of New York Zoo: the table as text and as a picture, prompts, and pointing."""

from __future__ import annotations

import pytest

from menagerie import State
from menagerie.core.display.arranging import COMMON, MINE, OTHER
from menagerie.games.new_york_zoo.state import Position

from .position import BUSY, GAME, breeding, completed, play, position, two_full


def test_the_table_as_text() -> None:
    state = position(zoos={0: ["E4-02 r0 at E1: 2 fox", "E5-01 r0 at A9:"]}, houses={0: "penguin"}, elephant=2)
    shown = str(state)
    assert "  > penguin + tree kangaroo\n" in shown
    assert "--- arctic foxes breed ---" in shown
    assert "   1         a a . " in shown
    assert "   9 b b b b b . " in shown
    assert "a E4-02 ⠉⠃ 2 arctic foxes, 2 free" in shown
    assert "b E5-01 ⠉⠉⠁ empty, 5 free" in shown
    assert "> A: 98 open spaces, houses: penguin, -, -" in shown
    assert "A3L ⠋ x3" in shown
    assert "Markers: 0 1 2 3 4+ - laps: 0 of 2" in str(GAME.new(players=1, seed=1))
    assert "to lay: E7-" in str(GAME.new(players=2, seed=1, short=True))


def test_the_walk_numbers_in_the_text_are_the_decisions() -> None:
    state = position(stacks={1: "", 3: "E4-06"}, zoos={0: BUSY[0]})
    shown = str(state).splitlines()
    assert shown[1] == "    > arctic fox + flamingo (start)"
    assert shown[2] == "      [empty]"
    assert shown[3] == "    1 penguin + tree kangaroo"
    assert shown[4] == "    2 [E4-06 ⠛] then nothing"


@pytest.mark.parametrize(
    ("state", "prompt"),
    [
        (position(), "Move the elephant 1 to 4 spaces."),
        (GAME.new(players=1, seed=1), "Move the elephant with a range marker, or free to the next animals space."),
        (GAME.new(players=2, seed=1, short=True), "Place your dealt enclosures in any order."),
        (completed(), "Keep one penguin in a house?"),
        (completed("3 fox"), "Choose an attraction and place it, or skip it."),
        (two_full(), "Two enclosures are full. Which one first?"),
        (
            breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox"),
            "Choose up to two enclosures in which your arctic foxes breed.",
        ),
    ],
)
def test_prompts(state: State, prompt: str) -> None:
    assert state.prompt(0) == prompt


def asked_after(state: Position, *decisions: str) -> list[str]:
    """What A is asked after each of these decisions."""
    prompts = []
    for decision in decisions:
        play(state, decision)
        prompts.append(state.prompt(0))
    return prompts


def test_more_prompts() -> None:
    state = position(stacks={1: "E5-01"}, houses={0: "2 fox meerkat"})
    assert asked_after(state, "walk 1", "place E5-01 r0 at E9", "settle fox from house", "settle no more") == [
        "Place the 5-space enclosure on your board.",
        "Choose an animal for the new enclosure.",
        "Add a second animal of the same species, or skip.",
        "",
    ]
    state = position(zoos={0: ["E5-01 r0 at E9: 2 penguin"]}, houses={0: "penguin"})
    assert asked_after(state, "walk 2", "acquire penguin into E5-01", "no follow-up") == [
        "Take the penguin and the tree kangaroo, or one animal of any species.",
        "Also move a penguin from a house to the 5-space enclosure?",
        "Add the tree kangaroo too, or skip it.",
    ]


# The picture.


def test_every_piece_is_in_the_picture_with_a_label() -> None:
    state = position(zoos=BUSY, houses={0: "fox", 1: ""})
    pieces = GAME.scene(state, 0).pieces
    assert pieces["tile-E4-01"].label == "4-space enclosure: 2 meerkats"
    assert {"animal-E4-01-0", "animal-E4-01-1", "animal-E5-01-1"} <= set(pieces)
    assert "animal-E4-01-2" not in pieces
    assert pieces["house-A-0"].label == "House 1 of A: arctic fox"
    assert pieces["house-A-1"].label == "House 2 of A: free"
    assert pieces["space-0"].label == "arctic fox and flamingo"
    assert pieces["market-A8"].label == "Attraction, 8 spaces, 1 left"
    assert pieces["market-A1"].label == "Attraction, 1 space, as many as wanted"
    assert pieces["head-A"].label == "A: 98 open spaces, 5 animals"
    for stack in state.stacks:
        assert not stack or f"tile-{stack[-1].id}" in pieces


def test_the_elephant_moves_and_little_else() -> None:
    state = position(zoos=BUSY)
    before = GAME.scene(state, 0)
    play(state, "walk 2")
    change = GAME.scene(state, 0).changes_since(before)
    assert set(change["set"]) == {"walker"}  # type: ignore[call-overload]


def test_the_own_board_is_a_part_before_the_others() -> None:
    state = position(3)
    for seat in range(3):
        parts = GAME.scene(state, seat).parts
        boards = [(part.purpose, part.seat) for part in parts.values() if part.purpose != COMMON]
        assert boards == [(MINE, seat), *[(OTHER, other) for other in range(3) if other != seat]]


def test_markers_and_laps_in_the_solo_picture() -> None:
    state = position(1, houses={0: "fox"})
    play(state, "walk 2")
    pieces = GAME.scene(state, 0).pieces
    assert "marker-2" not in pieces
    assert pieces["marker-4"].label == "Range marker 4+"
    assert "Lap 0 of 2" in pieces["laps"].body


@pytest.mark.parametrize("elephant", range(25))
def test_what_counts_the_steps_lies_over_nothing(elephant: int) -> None:
    """From every space: neither over another one, nor over the elephant, nor over the species of a line."""
    state = position(elephant=elephant)
    pieces = GAME.scene(state, 0).pieces
    steps = [(piece.x, piece.y) for id, piece in pieces.items() if id.startswith("step-")]
    assert len(steps) == 4
    walker = (pieces["walker"].x + 18, pieces["walker"].y + 22)
    lines = [piece for id, piece in pieces.items() if id.startswith("line-")]
    tokens = [(line.x, float(line.body.split('x="-13" y="')[1].split('"')[0]) + 13) for line in lines]
    for number, one in enumerate(steps):
        others = [(step, 11 + 11) for step in steps[:number]] + [(token, 13 + 11) for token in tokens]
        for other, apart in [*others, (walker, 22 + 11)]:
            assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= apart, (one, other)
