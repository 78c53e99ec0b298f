"""What the log says about decisions to leave something."""

from __future__ import annotations

from menagerie.core.seats import a

from .position import at_animals, breeding, completed, leave_open, new_enclosure, play, position


def test_no_second_animal_moves_in() -> None:
    state = new_enclosure("2 fox")
    assert play(state, "settle no more")[:1] == ["A adds no second animal."]


def test_the_other_animal_is_not_acquired() -> None:
    assert play(at_animals(""), "acquire penguin into house", "acquire no more")[1] == "A skips the tree kangaroo."


def test_there_is_no_room_for_any_animal() -> None:
    state = position(1, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: "3 fox"}, stacks={1: "", 3: "E5-01"})
    state.zoos[0], state.markers, state.log = (), 0b00010, []
    state.settle()
    assert [str(event) for event in state.log][:2] == [
        "A moves the elephant without a marker to the space with a penguin and a tree kangaroo.",
        "A takes no animal.",
    ]


def test_with_others_the_elephant_needs_no_marker_for_that() -> None:
    state = position(houses={0: "3 fox"}, stacks={1: ""})
    state.log = []
    leave_open(state, 0, "N9")
    assert [str(event) for event in state.log][:2] == [
        "A moves the elephant to the space with a penguin and a tree kangaroo.",
        "A takes no animal.",
    ]


def test_no_animal_follows() -> None:
    state = at_animals("2 penguin", "E4-01 r0 at E1: 1 penguin")
    told = play(state, "acquire penguin into E4-01", "no follow-up")
    assert told[1:] == ["A moves no animal from a house."]
    state = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="2 fox")
    told = play(state, "breed E4-01 E5-01", "no follow-up")
    assert told[1] == "A moves no animal from a house."


def test_no_animal_is_kept() -> None:
    assert play(completed(), "keep none") == ["A keeps no penguin."]


def test_an_attraction_of_eight_spaces() -> None:
    state = position(zoos={0: []})
    eight = next(tile for tile in state.pieces.attractions if tile.size == 8)
    assert a(eight.name) == "an 8-space attraction"


def test_a_full_board_is_called_full_and_not_nothing_to_cover() -> None:
    state = position()
    assert state.told_score(0).endswith(" to cover")
    state.open[0] = 0
    assert state.told_score(0) == "full"
    assert "Full board" in state.game.scene(state, 0).svg()
    alone = position(1)
    alone.open[0] = 0
    assert alone.told_score(0) == str(alone.score(0)), "alone it is worth points"
