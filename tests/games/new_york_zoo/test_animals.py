"""Rules 5 and 6: new animals, and full enclosures (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

from .position import (
    at_animals,
    cells_of,
    choices,
    completed,
    in_houses,
    leave_open,
    living,
    play,
    position,
    refused,
    two_full,
    walks,
)

# 5. An animals space


def test_rule_5_1_two_shown_in_either_order_b1() -> None:
    for first, second in (("penguin", "kangaroo"), ("kangaroo", "penguin")):
        table = at_animals("")
        play(table, f"acquire {first} into house")
        assert choices(table) == [f"acquire {second} into house", "acquire no more"]
        play(table, f"acquire {second} into house")
        assert in_houses(table) == {"kangaroo": 1, "penguin": 1}
        assert table.to_act == (1,)


def test_rule_5_1_one_of_any_species_b1() -> None:
    table = at_animals("")
    play(table, "acquire fox into house")
    assert in_houses(table) == {"fox": 1}
    assert table.to_act == (1,)


def test_rule_5_1_only_the_other_one_follows_b1() -> None:
    table = at_animals("")
    assert refused(table, "acquire no more").rule == "5.1"
    play(table, "acquire penguin into house")
    error = refused(table, "acquire fox into house")
    assert "only the other follows" in error.reason
    assert error.rule == "5.1"
    refused(table, "acquire penguin into house")
    play(table, "acquire no more")
    assert in_houses(table) == {"penguin": 1}


def test_rule_5_2_placed_one_by_one() -> None:
    table = at_animals("")
    assert refused(table, "walk 1").rule == "5.2"


def test_rule_5_3_where_new_animals_go_b3() -> None:
    table = at_animals("meerkat", "E4-01 r0 at E1: 1 penguin", "E4-06 r0 at E2: 1 fox", "E5-01 r0 at E5:")
    penguins = [text for text in choices(table) if text.startswith("acquire penguin")]
    assert penguins == ["acquire penguin into house", "acquire penguin into E4-01", "acquire penguin into E5-01"]
    error = refused(table, "acquire penguin into E4-06")
    assert "E4-06 holds arctic foxes; a penguin needs another enclosure, or a house." in error.reason
    assert (
        refused(table, "acquire penguin into E7-01").reason
        == "E7-01 is not in your zoo: choose a house or an enclosure of yours."
    )
    play(table, "acquire penguin into E5-01")
    assert living(table, "E5-01") == [("penguin", 1)]


def test_rule_5_3_full_houses_b3_108499() -> None:
    table = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin", "E5-01 r0 at E2: 1 kangaroo")
    assert refused(table, "acquire penguin into house").reason == "All your houses are full: choose an enclosure."
    assert "acquire penguin" not in choices(table), "an animal always has a destination"


def test_rule_5_4_only_one_of_the_two_fits_b2() -> None:
    table = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin")
    assert "acquire penguin into E4-01" not in choices(table), "the only place was taken by itself"
    assert living(table, "E4-01") == [("penguin", 2)]
    assert table.to_act == (1,)


def test_rule_5_5_follow_up_b4() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into E4-01")
    assert choices(table) == ["follow up in E4-01", "no follow-up"]
    assert refused(table, "acquire kangaroo into house").rule == "5.5"
    play(table, "follow up in E4-01")
    assert living(table, "E4-01") == [("penguin", 3)]
    assert in_houses(table) == {"penguin": 1}
    assert choices(table) == ["acquire kangaroo into house", "acquire no more"], "not asked twice"
    assert refused(table, "follow up in E4-01").rule == "5.2"


def test_rule_5_5_no_follow_up_into_a_full_enclosure_b4() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 3 penguin")
    play(table, "acquire penguin into E4-01")
    assert choices(table) == ["keep one", "keep none"]


def test_rule_5_5_completion_comes_before_the_second_animal_b4() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 2 penguin")
    play(table, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    assert "acquire kangaroo into E4-01" not in choices(table)
    assert choices(table)[0] == "acquire kangaroo into house"


def test_rule_5_5_only_the_same_species_follows() -> None:
    table = at_animals("2 fox", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into E4-01")
    assert choices(table) == ["acquire kangaroo into house", "acquire no more"]


def test_rule_5_6_nothing_follows_into_a_house_b6() -> None:
    table = at_animals("penguin", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into house")
    assert choices(table)[-1] == "acquire no more"


def test_rule_5_7_two_animals_for_an_enclosure_in_one_action_b5_106446() -> None:
    table = at_animals("penguin", "E4-01 r0 at E1: 2 penguin")
    play(table, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    error = refused(table, "acquire kangaroo into E4-01")
    assert "already received two animals" in error.reason
    assert error.rule == "5.7"


def test_rule_5_7_one_and_one_is_two_b5() -> None:
    table = at_animals("kangaroo", "E4-01 r0 at E1: 3 penguin")
    play(table, "acquire penguin into E4-01", "keep none", "no attraction", "acquire kangaroo into E4-01")
    assert living(table, "E4-01") == [("kangaroo", 1)]
    assert table.to_act == (1,), "a follow-up would be the third animal"


# 6. Completed enclosures


def test_rule_6_1_the_animals_leave_and_the_tile_stays_d5() -> None:
    table = completed()
    assert living(table, "E4-01") == [(None, 0)]
    play(table, "keep none", "no attraction")
    assert [place.tile.id for place in table.zoos[0]] == ["E4-01"]
    assert "acquire kangaroo into E4-01" in choices(table)


def test_rule_6_1_an_empty_enclosure_neither_gives_nor_breeds_d5() -> None:
    zoos = {0: ["E4-01 r0 at E1:", "E5-01 r0 at E2: 1 fox"]}
    table = position(zoos=zoos, houses={0: ""}, stacks={3: "", 4: ""})
    assert walks(table) == {"walk 2", "walk 3"}, "nobody could move into a new enclosure"


def test_rule_6_2_keep_one_d1_d2() -> None:
    table = completed()
    play(table, "keep one")
    assert in_houses(table) == {"penguin": 1}
    table = completed()
    assert refused(table, "no attraction").rule == "6.2"
    play(table, "keep none")
    assert in_houses(table) == {}


def test_rule_6_2_not_without_a_free_house_d1() -> None:
    table = completed("3 fox")
    assert choices(table)[-1] == "no attraction"


def test_rule_6_2_a_house_left_by_the_follow_up_counts_d1() -> None:
    table = at_animals("penguin 2 fox", "E4-01 r0 at E1: 2 penguin", "E5-01 r0 at E2:")
    play(table, "acquire penguin into E4-01", "follow up in E4-01")
    assert choices(table) == ["keep one", "keep none"]


def test_rule_6_3_an_attraction_d3() -> None:
    table = completed("3 fox")
    assert cells_of(text for text in choices(table) if text.startswith("place A8 r0"))
    play(table, "place A8 r0 at E6")
    assert table.open[0] == 107 - 4 - 8
    assert table.view(None)["market"]["A8"] == 0
    table = completed("3 fox")
    assert refused(table, "place E5-02 r0 at E6").rule == "6.3"
    play(table, "no attraction")
    assert table.open[0] == 103


def test_rule_6_4_only_what_is_left_d7() -> None:
    table = completed("3 fox")
    table.market[-1] = 0
    table.settle()
    assert not any(text.startswith("place A8") for text in choices(table))
    assert "no A8 left" in refused(table, "place A8 r0 at E6").reason
    for attraction in range(1, len(table.market)):
        table.market[attraction] = 0
    table.settle()
    assert {text.split()[1] for text in choices(table)} == {"A1", "attraction"}
    play(table, "place A1 r0 at E6")
    assert table.view(None)["market"]["A1"] is None, "they never run out"


def test_rule_6_3_attractions_do_not_overlap() -> None:
    table = completed("3 fox")
    assert refused(table, "place A8 r0 at E1").rule == "2.3"


def test_rule_6_5_nothing_to_take_on_a_full_board_d4() -> None:
    zoos = {0: ["E4-01 r0 at E1: 3 penguin", "E4-06 r0 at E2: 3 kangaroo"]}
    table = position(zoos=zoos, houses={0: "3 fox"}, stacks={1: "", 3: "", 4: ""})
    leave_open(table, 0, "E9")
    play(table, "walk 1", "acquire penguin into E4-01", "place A1 r0 at E9")
    assert not table.is_over, "the second animal may still be placed"
    play(table, "acquire kangaroo into E4-06")
    assert table.is_over


def test_rule_6_6_the_owner_chooses_the_order_d6() -> None:
    table = two_full()
    assert choices(table) == ["complete E4-01", "complete E5-01"]
    assert refused(table, "keep one").rule == "6.6"
    play(table, "complete E5-01", "keep one", "place A8 r0 at E6", "keep one", "place A6 r0 at J6")
    assert in_houses(table) == {"penguin": 1, "fox": 2}
    assert living(table, "E4-01", "E5-01") == [(None, 0), (None, 0)]
