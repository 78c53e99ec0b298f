"""What the log says about decisions to leave something."""

from __future__ import annotations

from .position import at_animals, breeding, completed, new_enclosure, play, position


def test_no_second_animal_moves_in() -> None:
    table = new_enclosure("2 fox")
    assert play(table, "settle no more")[:1] == ["A lets no second animal move into E5-01."]


def test_the_other_animal_is_not_acquired() -> None:
    assert play(at_animals(""), "acquire penguin into house", "acquire no more")[1] == "A acquires no tree kangaroo."


def test_there_is_no_room_for_any_animal() -> None:
    table = position(zoos={0: []}, houses={0: "2 meerkat"})
    table.house_room[0] = 0
    assert play(table, "walk 2")[1] == "A acquires no animal."


def test_nobody_follows() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 1 penguin")
    told = play(table, "acquire penguin into E4-01", "no follow-up")
    assert told[1:] == ["No animal of A follows from a house into E4-01."]
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="2 fox")
    told = play(table, "breed E4-01 E5-01", "no follow-up")
    assert told[1] == "No animal of A follows from a house into E4-01 or E5-01."


def test_nobody_is_kept() -> None:
    assert play(completed(), "keep none") == ["A keeps no penguin."]
