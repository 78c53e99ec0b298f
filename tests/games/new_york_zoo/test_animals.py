"""Rules 5 and 6: new animals, and full enclosures (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

from .position import (
    GAME,
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
        state = at_animals("")
        play(state, f"acquire {first} into house")
        assert choices(state) == [f"acquire {second} into house", "acquire no more"]
        play(state, f"acquire {second} into house")
        assert in_houses(state) == {"kangaroo": 1, "penguin": 1}
        assert state.view(None)["second"] is None, "nothing more to come"
        assert state.to_act == (1,)


def test_rule_5_1_one_of_any_species_b1() -> None:
    state = at_animals("")
    play(state, "acquire fox into house")
    assert in_houses(state) == {"fox": 1}
    assert state.to_act == (1,)


def test_rule_5_1_only_the_other_one_follows_b1() -> None:
    state = at_animals("")
    assert refused(state, "acquire no more").rule == "5.1"
    play(state, "acquire penguin into house")
    error = refused(state, "acquire fox into house")
    assert "You can only add" in error.reason
    assert error.rule == "5.1"
    refused(state, "acquire penguin into house")
    play(state, "acquire no more")
    assert in_houses(state) == {"penguin": 1}


def test_rule_5_2_placed_one_by_one() -> None:
    state = at_animals("")
    assert refused(state, "walk 1").rule == "5.2"


def test_rule_5_3_where_new_animals_go_b3() -> None:
    state = at_animals("meerkat", "E4-01 r0 at E1: 1 penguin", "E4-06 r0 at E2: 1 fox", "E5-01 r0 at E5:")
    penguins = [text for text in choices(state) if text.startswith("acquire penguin")]
    assert penguins == ["acquire penguin into house", "acquire penguin into E4-01", "acquire penguin into E5-01"]
    error = refused(state, "acquire penguin into E4-06")
    assert "The 4-space enclosure holds arctic foxes. Put the penguin in another enclosure or a house." in error.reason
    assert (
        refused(state, "acquire penguin into E7-01").reason
        == "The 7-space enclosure isn't in your zoo. Choose a house or one of your enclosures."
    )
    play(state, "acquire penguin into E5-01")
    assert living(state, "E5-01") == [("penguin", 1)]


def test_rule_5_3_full_houses_b3_108499() -> None:
    state = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin", "E5-01 r0 at E2: 1 kangaroo")
    assert refused(state, "acquire penguin into house").reason == "All your houses are full. Choose an enclosure."
    assert "acquire penguin" not in choices(state), "an animal always has a destination"


def test_rule_5_4_only_one_of_the_two_fits_b2() -> None:
    state = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin")
    assert "acquire penguin into E4-01" not in choices(state), "the only place was taken automatically"
    assert living(state, "E4-01") == [("penguin", 2)]
    assert state.to_act == (1,)


def test_rule_5_5_follow_up_b4() -> None:
    state = at_animals("2 penguin", "E4-01 r0 at E1: 1 penguin")
    play(state, "acquire penguin into E4-01")
    assert choices(state) == ["follow up in E4-01", "no follow-up"]
    assert refused(state, "acquire kangaroo into house").rule == "5.5"
    play(state, "follow up in E4-01")
    assert living(state, "E4-01") == [("penguin", 3)]
    assert in_houses(state) == {"penguin": 1}
    assert choices(state) == ["acquire kangaroo into house", "acquire no more"], "not asked twice"
    assert refused(state, "follow up in E4-01").rule == "5.2"


def test_rule_5_5_no_follow_up_into_a_full_enclosure_b4() -> None:
    state = at_animals("2 penguin", "E4-01 r0 at E1: 3 penguin")
    play(state, "acquire penguin into E4-01")
    assert choices(state) == ["keep one", "keep none"]


def test_rule_5_5_completion_comes_before_the_second_animal_b4() -> None:
    state = at_animals("2 penguin", "E4-01 r0 at E1: 2 penguin")
    play(state, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    assert "acquire kangaroo into E4-01" not in choices(state)
    assert choices(state)[0] == "acquire kangaroo into house"


def test_rule_5_5_only_the_same_species_follows() -> None:
    state = at_animals("2 fox", "E4-01 r0 at E1: 1 penguin")
    play(state, "acquire penguin into E4-01")
    assert choices(state) == ["acquire kangaroo into house", "acquire no more"]


def test_rule_5_6_nothing_follows_into_a_house_b6() -> None:
    state = at_animals("penguin", "E4-01 r0 at E1: 1 penguin")
    play(state, "acquire penguin into house")
    assert choices(state)[-1] == "acquire no more"


def test_rule_5_7_two_animals_for_an_enclosure_in_one_action_b5_106446() -> None:
    state = at_animals("penguin", "E4-01 r0 at E1: 2 penguin")
    play(state, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    for one in (state.copy(), state):
        error = refused(one, "acquire kangaroo into E4-01")
        assert "already got two animals" in error.reason
        assert error.rule == "5.7"


def test_rule_5_7_one_and_one_is_two_b5() -> None:
    state = at_animals("kangaroo", "E4-01 r0 at E1: 3 penguin")
    play(state, "acquire penguin into E4-01", "keep none", "no attraction", "acquire kangaroo into E4-01")
    assert living(state, "E4-01") == [("kangaroo", 1)]
    assert state.to_act == (1,), "a follow-up would be the third animal"


def test_rule_5_7_every_action_starts_again_b5() -> None:
    """Two animals came into E6-03 in one turn; in the next one two more may."""
    zoos = {0: ["E6-03 r0 at E5: 1 penguin"], 1: ["E4-06 r0 at F1: 1 fox"]}
    state = position(zoos=zoos, houses={0: "2 penguin", 1: "fox"})
    play(state, "walk 2", "acquire penguin into E6-03", "follow up in E6-03", "acquire no more")
    state.mover = state.active = 0
    state.elephant = 0
    play(state, "walk 2", "acquire penguin into E6-03", "follow up in E6-03")
    assert living(state, "E6-03") == [("penguin", 5)]


# 6. Completed enclosures


def test_rule_6_4_single_spaces_never_run_out_d4() -> None:
    state = completed("3 fox")
    for market, cell in (("A1", "E5"), ("A2", "E5")):
        twin = state.copy()
        play(twin, f"place {market} r0 at {cell}")
        left = twin.view(None)["market"]
        assert (left["A1"], left["A2"]) == (None, 6 if market == "A1" else 5)
        assert GAME.scene(twin, 0).pieces["market-A1"].label == "Attraction, 1 space, as many as wanted"
    assert state.view(None)["market"]["A2"] == 6, "what was taken on a copy is still here"


def test_rule_6_1_the_animals_leave_and_the_tile_stays_d5() -> None:
    state = completed()
    assert living(state, "E4-01") == [(None, 0)]
    play(state, "keep none", "no attraction")
    assert [place.tile.id for place in state.zoos[0]] == ["E4-01"]
    assert "acquire kangaroo into E4-01" in choices(state)


def test_rule_6_1_an_empty_enclosure_neither_gives_nor_breeds_d5() -> None:
    zoos = {0: ["E4-01 r0 at E1:", "E5-01 r0 at E2: 1 fox"]}
    state = position(zoos=zoos, houses={0: ""}, stacks={3: "", 4: ""})
    assert walks(state) == {"walk 2", "walk 3"}, "no animal could move into a new enclosure"


def test_rule_6_2_keep_one_d1_d2() -> None:
    state = completed()
    play(state, "keep one")
    assert in_houses(state) == {"penguin": 1}
    state = completed()
    assert refused(state, "no attraction").rule == "6.2"
    play(state, "keep none")
    assert in_houses(state) == {}


def test_rule_6_2_not_without_a_free_house_d1() -> None:
    state = completed("3 fox")
    assert choices(state)[-1] == "no attraction"


def test_rule_6_2_a_house_left_by_the_follow_up_counts_d1() -> None:
    state = at_animals("penguin 2 fox", "E4-01 r0 at E1: 2 penguin", "E5-01 r0 at E2:")
    play(state, "acquire penguin into E4-01", "follow up in E4-01")
    assert choices(state) == ["keep one", "keep none"]


def test_rule_6_3_an_attraction_d3() -> None:
    state = completed("3 fox")
    assert cells_of(text for text in choices(state) if text.startswith("place A8 r0"))
    play(state, "place A8 r0 at E6")
    assert state.open[0] == 107 - 4 - 8
    assert state.view(None)["market"]["A8"] == 0
    state = completed("3 fox")
    assert refused(state, "place E5-02 r0 at E6").rule == "6.3"
    play(state, "no attraction")
    assert state.open[0] == 103


def test_rule_6_4_only_what_is_left_d7() -> None:
    state = completed("3 fox")
    state.market[-1] = 0
    state.settle()
    assert not any(text.startswith("place A8") for text in choices(state))
    assert "None of these are left" in refused(state, "place A8 r0 at E6").reason
    for attraction in range(1, len(state.market)):
        state.market[attraction] = 0
    state.settle()
    assert {text.split()[1] for text in choices(state)} == {"A1", "attraction"}
    play(state, "place A1 r0 at E6")
    assert state.view(None)["market"]["A1"] is None, "they never run out"


def test_rule_6_3_attractions_do_not_overlap() -> None:
    state = completed("3 fox")
    assert refused(state, "place A8 r0 at E1").rule == "2.3"


def test_rule_6_5_nothing_to_take_on_a_full_board_d4() -> None:
    zoos = {0: ["E4-01 r0 at E1: 3 penguin", "E4-06 r0 at E2: 3 kangaroo"]}
    state = position(zoos=zoos, houses={0: "3 fox"}, stacks={1: "", 3: "", 4: ""})
    leave_open(state, 0, "E9")
    play(state, "walk 1", "acquire penguin into E4-01", "place A1 r0 at E9")
    assert not state.is_over, "the second animal may still be placed"
    play(state, "acquire kangaroo into E4-06")
    assert state.is_over


def test_rule_6_6_the_owner_chooses_the_order_d6() -> None:
    state = two_full()
    assert choices(state) == ["complete E4-01", "complete E5-01"]
    assert refused(state, "keep one").rule == "6.6"
    play(state, "complete E5-01", "keep one", "place A8 r0 at E6", "keep one", "place A6 r0 at J6")
    assert in_houses(state) == {"penguin": 1, "fox": 2}
    assert living(state, "E4-01", "E5-01") == [(None, 0), (None, 0)]
