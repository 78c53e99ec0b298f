"""Rule 10 of docs/rules/new-york-zoo.md: what the other program does differently."""

from __future__ import annotations

from menagerie.games.new_york_zoo.state import Position
from tests.games.laying import laid

from .position import BUSY, GAME, choices, fill_houses, in_houses, leave_open, living, play, position, tile

BUSY_ALL = {0: BUSY[0]}


def reference(*zoo: str, houses: str = "", elephant: int = 3, **more: object) -> Position:
    others = {1: ["E6-02 r0 at F6: 2 fox", "E6-03 r0 at J6: 2 meerkat"]}
    return position(
        zoos={0: list(zoo), **others},
        houses={0: houses},
        elephant=elephant,
        rules="reference",
        **more,  # type: ignore[arg-type]
    )


def bred(*zoo: str, houses: str = "") -> Position:
    state = reference(*zoo, houses=houses)
    play(state, "walk 2", "acquire penguin into house")
    return state


def test_rule_10_1_walking_is_the_same() -> None:
    for elephant in range(25):
        for players in (1, 2, 3):
            both = [
                position(players, zoos=BUSY_ALL, elephant=elephant, rules=rules) for rules in ("rulebook", "reference")
            ]
            assert choices(both[0]) == choices(both[1])


def test_rule_10_2_two_lines_in_its_own_order_a6() -> None:
    zoo = ["E4-01 r0 at E1: 2 flamingo", "E5-01 r0 at E2: 2 kangaroo"]
    state = reference(*zoo, elephant=13, stacks={14: "", 16: "", 18: "", 19: ""})
    play(state, "walk 3", "acquire fox into house")
    assert choices(state) == ["breed E5-01", "no breeding"], "kangaroos first, though crossed last"
    play(state, "no breeding")
    assert choices(state) == ["breed E4-01", "no breeding"]


def test_rule_10_2_of_three_lines_the_middle_one_is_lost_a6_h9() -> None:
    cells = {"fox": "E4-01 r0 at E1", "meerkat": "E4-06 r0 at E2", "flamingo": "E4-02 r0 at G2"}
    state = position(1, zoos={0: [f"{at}: 2 {who}" for who, at in cells.items()]}, elephant=2, rules="reference")
    play(state, "walk 13", "acquire kangaroo into house")
    asked = []
    while "no breeding" in choices(state):
        asked.append(choices(state)[0])
        play(state, "no breeding")
    assert asked == ["breed E4-01", "breed E4-02"], "the meerkats are forgotten"


def test_rule_10_3_a_second_breeding_without_a_choice_is_skipped_e7() -> None:
    state = reference("E5-01 r0 at E2: 2 kangaroo", elephant=13, stacks={14: "", 16: "", 18: "", 19: ""})
    play(state, "walk 3", "acquire fox into house", "no breeding")
    assert state.to_act == (1,)


def test_rule_10_4_no_limit_of_two_b5() -> None:
    state = reference("E4-01 r0 at E1: 2 penguin", houses="penguin", elephant=0)
    play(state, "walk 2", "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    assert "acquire kangaroo into E4-01" in choices(state)


def test_rule_10_4_one_follow_up_a_turn_b5() -> None:
    state = reference("E4-01 r0 at E1: 2 penguin", houses="penguin kangaroo", elephant=0)
    play(state, "walk 2", "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    for one in (state.copy(), state):
        play(one, "acquire kangaroo into E4-01")
        assert one.to_act == (1,), "the enclosure has had its follow-up"
    state = reference("E4-01 r0 at E1: 3 penguin", houses="kangaroo", elephant=0)
    play(state, "walk 2", "acquire penguin into E4-01", "keep none", "no attraction", "acquire kangaroo into E4-01")
    assert choices(state) == ["follow up in E4-01", "no follow-up"], "the first animal alone had filled it"


def test_rule_10_5_the_last_chosen_is_settled_first_d6() -> None:
    state = bred("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 4 fox")
    play(state, "breed E4-01 E5-01")
    assert living(state, "E4-01", "E5-01") == [("fox", 4), (None, 0)]
    play(state, "keep none", "no attraction")
    assert living(state, "E4-01") == [(None, 0)]


def test_rule_10_6_both_orders_are_offered_e3() -> None:
    state = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 fox")
    assert {"breed E4-01 E5-01", "breed E5-01 E4-01"} <= set(choices(state))


def test_rule_10_6_a_single_house_animal_is_offered_for_the_first_only_e3() -> None:
    state = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 fox", houses="fox")
    play(state, "breed E5-01 E4-01")
    assert choices(state) == ["follow up in E5-01", "no follow-up"]
    state = bred("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 2 fox", houses="fox")
    play(state, "breed E4-01 E5-01")
    assert choices(state) == ["keep one", "keep none"], "the first is full, so nothing is offered for the second"


def test_rule_10_6_the_second_is_cashed_in_before_the_first_is_asked_e3() -> None:
    state = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 4 fox", houses="fox")
    play(state, "breed E4-01 E5-01", "keep one", "no attraction")
    assert choices(state) == ["follow up in E4-01", "no follow-up"]
    assert in_houses(state) == {"fox": 2, "penguin": 1}


def test_rule_10_6_of_two_follow_ups_the_first_goes_into_the_first_e3() -> None:
    state = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 fox", houses="2 fox")
    play(state, "breed E5-01 E4-01")
    assert choices(state) == ["follow up in E4-01", "no follow-up"]
    play(state, "follow up in E4-01")
    assert living(state, "E5-01", "E4-01") == [("fox", 4), ("fox", 3)]
    play(state, "follow up in E5-01")
    assert living(state, "E4-01") == [(None, 0)], "full, and emptied"


def test_rule_10_6_the_second_follow_up_is_asked_even_if_the_first_enclosure_was_emptied_e3() -> None:
    state = bred("E4-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
    play(state, "breed E4-01 E6-08", "follow up in E6-08", "keep none", "no attraction")
    assert living(state, "E4-01", "E6-08") == [(None, 0), ("fox", 3)]
    assert choices(state) == ["follow up in E4-01", "no follow-up"]
    assert state.prompt(0) == "Also move an animal from a house to the 4-space enclosure?"
    play(state, "follow up in E4-01")
    assert living(state, "E4-01", "E6-08") == [(None, 0), ("fox", 4)]
    assert in_houses(state) == {"penguin": 1}


def test_rule_10_7_an_offer_that_was_declined_misleads_a_later_one_e3() -> None:
    """Both follow-ups declined: the second enclosure is remembered, and gets a later player's animal."""
    state = bred("E5-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
    play(state, "breed E5-01 E6-08", "no follow-up", "no follow-up")
    assert state.memory is not None
    assert state.memory.offered is None
    assert state.memory.offered_second is tile("E6-08")


def test_rule_10_7_what_was_used_is_forgotten_e3() -> None:
    """The first follow-up is accepted; whether the second is or not, its enclosure is no longer in mind."""
    for answer in ("follow up in E5-01", "no follow-up"):
        state = bred("E5-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
        play(state, "breed E5-01 E6-08", "follow up in E6-08", answer)
        assert state.memory is not None
        assert state.memory.offered is tile("E5-01")
        assert state.memory.offered_second is None


def test_rule_10_7_declined_then_accepted_e3() -> None:
    """The other program fails here; we go on as one would expect."""
    state = bred("E5-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
    play(state, "breed E5-01 E6-08", "no follow-up", "follow up in E5-01")
    assert living(state, "E5-01", "E6-08") == [("fox", 4), ("fox", 3)]


def test_rule_10_7_without_an_animal_in_a_house_none_follows_e3() -> None:
    state = bred("E5-01 r0 at E1: 2 fox", houses="fox")
    play(state, "breed E5-01")
    assert choices(state) == ["follow up in E5-01", "no follow-up"]
    assert state.memory is not None
    state.memory.offered = None
    fill_houses(state, 0, "penguin")
    assert play(state, "follow up in E5-01") == ["A moves no animal from a house."]
    assert living(state, "E5-01") == [("fox", 3)]


def test_rule_10_6_and_10_4_an_enclosure_that_had_its_follow_up_has_none_after_breeding_e3() -> None:
    for followed in (False, True):
        state = bred("E5-01 r0 at E1: 2 fox", houses="fox")
        if followed:
            state.followed |= tile("E5-01").bit
        play(state, "breed E5-01")
        assert (choices(state) == ["follow up in E5-01", "no follow-up"]) != followed
        assert ("follow up in E5-01" in choices(state)) != followed


def test_rule_10_8_a_second_breeding_is_no_bonus() -> None:
    zoo = ["E4-01 r0 at E1: 2 flamingo", "E5-01 r0 at E2: 2 kangaroo"]
    state = reference(*zoo, elephant=13, stacks={14: "", 16: "", 18: "", 19: ""})
    play(state, "walk 3", "acquire fox into house", "no breeding")
    assert choices(state) == ["breed E4-01", "no breeding"]
    assert state.memory is not None
    assert not state.memory.bonus


def test_rule_10_8_two_skipped_bonuses_upset_the_next_turn() -> None:
    state = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 meerkat")
    play(state, "breed E4-01", "no bonus", "breed E6-02", "no bonus")
    assert state.to_act == (1,)
    play(state, "walk 2", "acquire fox into house")
    assert state.to_act == (1,), "the neighbour of A, who caused the old breeding, moves again"


def test_rule_10_9_the_second_lap_ends_without_breeding_h5() -> None:
    state = position(1, zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, elephant=22, houses={0: ""}, rules="reference")
    state.laps = 1
    play(state, "walk 3", "acquire meerkat into house")
    assert state.is_over
    assert living(state, "E4-01") == [("penguin", 2)]


def test_rule_10_9_passing_still_acts_and_points_count_to_the_next_arrival_h6_h8() -> None:
    zoos = {0: ["E4-01 r0 at E1: 3 penguin"]}
    state = position(1, zoos=zoos, elephant=22, houses={0: "3 fox"}, stacks={23: "", 24: ""}, rules="reference")
    leave_open(state, 0, "E9")
    state.laps = 1
    play(state, "walk 3", "place A1 r0 at E9")
    while not state.is_over:
        play(state, choices(state)[-1])
    assert state.scores == (23,)


def test_rule_10_10_two_tiles_are_never_dealt_g3() -> None:
    for seed in range(40):
        zoos = GAME.new(players=2, seed=seed, short=True, rules="reference").view(None)["zoos"]
        assert not {"E7-07", "E6-11"} & {*zoos[0]["hand"], *zoos[1]["hand"]}


def test_rule_10_10_the_last_dealt_tile_makes_a_player_ready_g3() -> None:
    state = laid(
        "new-york-zoo",
        """
        players: 2
        option short: yes
        option rules: reference

        [table]
        dealing: A, B

        [zoo A]
        E4-01: r0 at E1
        hand: E5-01

        [zoo B]
        hand: E4-02
        """,
    )
    state.play("place E5-01 r0 at E2", 0)
    assert state.to_act == (1,)
    assert state.legal(0) == []
