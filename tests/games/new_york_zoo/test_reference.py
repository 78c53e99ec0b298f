"""Rule 10 of docs/rules/new-york-zoo.md: what the other program does differently."""

from __future__ import annotations

from menagerie.games.new_york_zoo.state import Table

from .position import BUSY, GAME, choices, in_houses, leave_open, living, play, position, tile

BUSY_ALL = {0: BUSY[0]}


def reference(*zoo: str, houses: str = "", elephant: int = 3, **more: object) -> Table:
    others = {1: ["E6-02 r0 at F6: 2 fox", "E6-03 r0 at J6: 2 meerkat"]}
    return position(
        zoos={0: list(zoo), **others},
        houses={0: houses},
        elephant=elephant,
        rules="reference",
        **more,  # type: ignore[arg-type]
    )


def bred(*zoo: str, houses: str = "") -> Table:
    table = reference(*zoo, houses=houses)
    play(table, "walk 2", "acquire penguin into house")
    return table


def test_rule_10_1_walking_is_the_same() -> None:
    for elephant in range(25):
        for players in (1, 2, 3):
            both = [
                position(players, zoos=BUSY_ALL, elephant=elephant, rules=rules) for rules in ("rulebook", "reference")
            ]
            assert choices(both[0]) == choices(both[1])


def test_rule_10_2_two_lines_in_its_own_order_a6() -> None:
    zoo = ["E4-01 r0 at E1: 2 flamingo", "E5-01 r0 at E2: 2 kangaroo"]
    table = reference(*zoo, elephant=13, stacks={14: "", 16: "", 18: "", 19: ""})
    play(table, "walk 3", "acquire fox into house")
    assert choices(table) == ["breed E5-01", "no breeding"], "kangaroos first, though crossed last"
    play(table, "no breeding")
    assert choices(table) == ["breed E4-01", "no breeding"]


def test_rule_10_2_of_three_lines_the_middle_one_is_lost_a6_h9() -> None:
    cells = {"fox": "E4-01 r0 at E1", "meerkat": "E4-06 r0 at E2", "flamingo": "E4-02 r0 at G2"}
    table = position(1, zoos={0: [f"{at}: 2 {who}" for who, at in cells.items()]}, elephant=2, rules="reference")
    play(table, "walk 13", "acquire kangaroo into house")
    asked = []
    while "no breeding" in choices(table):
        asked.append(choices(table)[0])
        play(table, "no breeding")
    assert asked == ["breed E4-01", "breed E4-02"], "the meerkats are forgotten"


def test_rule_10_3_a_second_breeding_without_a_choice_is_skipped_e7() -> None:
    table = reference("E5-01 r0 at E2: 2 kangaroo", elephant=13, stacks={14: "", 16: "", 18: "", 19: ""})
    play(table, "walk 3", "acquire fox into house", "no breeding")
    assert table.to_act == (1,)


def test_rule_10_4_no_limit_of_two_b5() -> None:
    table = reference("E4-01 r0 at E1: 2 penguin", houses="penguin", elephant=0)
    play(table, "walk 2", "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    assert "acquire kangaroo into E4-01" in choices(table)


def test_rule_10_4_one_follow_up_a_turn_b5() -> None:
    table = reference("E4-01 r0 at E1: 2 penguin", houses="penguin kangaroo", elephant=0)
    play(table, "walk 2", "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    play(table, "acquire kangaroo into E4-01")
    assert table.to_act == (1,), "the enclosure has had its follow-up"
    table = reference("E4-01 r0 at E1: 3 penguin", houses="kangaroo", elephant=0)
    play(table, "walk 2", "acquire penguin into E4-01", "keep none", "no attraction", "acquire kangaroo into E4-01")
    assert choices(table) == ["follow up in E4-01", "no follow-up"], "the first animal alone had filled it"


def test_rule_10_5_the_last_chosen_is_settled_first_d6() -> None:
    table = bred("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 4 fox")
    play(table, "breed E4-01 E5-01")
    assert living(table, "E4-01", "E5-01") == [("fox", 4), (None, 0)]
    play(table, "keep none", "no attraction")
    assert living(table, "E4-01") == [(None, 0)]


def test_rule_10_6_both_orders_are_offered_e3() -> None:
    table = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 fox")
    assert {"breed E4-01 E5-01", "breed E5-01 E4-01"} <= set(choices(table))


def test_rule_10_6_a_single_house_animal_is_offered_for_the_first_only_e3() -> None:
    table = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 fox", houses="fox")
    play(table, "breed E5-01 E4-01")
    assert choices(table) == ["follow up in E5-01", "no follow-up"]
    table = bred("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 2 fox", houses="fox")
    play(table, "breed E4-01 E5-01")
    assert choices(table) == ["keep one", "keep none"], "the first is full, so nothing is offered for the second"


def test_rule_10_6_the_second_is_cashed_in_before_the_first_is_asked_e3() -> None:
    table = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 4 fox", houses="fox")
    play(table, "breed E4-01 E5-01", "keep one", "no attraction")
    assert choices(table) == ["follow up in E4-01", "no follow-up"]
    assert in_houses(table) == {"fox": 2, "penguin": 1}


def test_rule_10_6_of_two_follow_ups_the_first_goes_into_the_first_e3() -> None:
    table = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 fox", houses="2 fox")
    play(table, "breed E5-01 E4-01")
    assert choices(table) == ["follow up in E4-01", "no follow-up"]
    play(table, "follow up in E4-01")
    assert living(table, "E5-01", "E4-01") == [("fox", 4), ("fox", 3)]
    play(table, "follow up in E5-01")
    assert living(table, "E4-01") == [(None, 0)], "full, and emptied"


def test_rule_10_6_the_second_follow_up_is_asked_even_if_the_first_enclosure_was_emptied_e3() -> None:
    table = bred("E4-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
    play(table, "breed E4-01 E6-08", "follow up in E6-08", "keep none", "no attraction")
    assert living(table, "E4-01", "E6-08") == [(None, 0), ("fox", 3)]
    assert choices(table) == ["follow up in E4-01", "no follow-up"]
    assert table.prompt(0) == "Let an animal from a house follow into E4-01?"
    play(table, "follow up in E4-01")
    assert living(table, "E4-01", "E6-08") == [(None, 0), ("fox", 4)]
    assert in_houses(table) == {"penguin": 1}


def test_rule_10_7_an_offer_that_was_declined_misleads_a_later_one_e3() -> None:
    """Both follow-ups declined: the second enclosure is remembered, and gets a later player's animal."""
    table = bred("E5-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
    play(table, "breed E5-01 E6-08", "no follow-up", "no follow-up")
    assert table.memory is not None
    assert table.memory.offered is None
    assert table.memory.offered_second is tile("E6-08")


def test_rule_10_7_declined_then_accepted_e3() -> None:
    """The other program fails here; we go on as one would expect."""
    table = bred("E5-01 r0 at E1: 2 fox", "E6-08 r0 at E6: 2 fox", houses="2 fox")
    play(table, "breed E5-01 E6-08", "no follow-up", "follow up in E5-01")
    assert living(table, "E5-01", "E6-08") == [("fox", 4), ("fox", 3)]


def test_rule_10_8_two_forgone_bonuses_upset_the_next_turn() -> None:
    table = bred("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 2 meerkat")
    play(table, "breed E4-01", "no bonus", "breed E6-02", "no bonus")
    assert table.to_act == (1,)
    play(table, "walk 2", "acquire fox into house")
    assert table.to_act == (1,), "the neighbour of A, who caused the old breeding, moves again"


def test_rule_10_9_the_second_lap_ends_without_breeding_h5() -> None:
    table = position(1, zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, elephant=22, houses={0: ""}, rules="reference")
    table.laps = 1
    play(table, "walk 3", "acquire meerkat into house")
    assert table.is_over
    assert living(table, "E4-01") == [("penguin", 2)]


def test_rule_10_9_passing_still_acts_and_points_count_to_the_next_arrival_h6_h8() -> None:
    zoos = {0: ["E4-01 r0 at E1: 3 penguin"]}
    table = position(1, zoos=zoos, elephant=22, houses={0: "3 fox"}, stacks={23: "", 24: ""}, rules="reference")
    leave_open(table, 0, "E9")
    table.laps = 1
    play(table, "walk 3", "place A1 r0 at E9")
    while not table.is_over:
        play(table, choices(table)[-1])
    assert table.scores == (23,)


def test_rule_10_10_no_ready_and_two_tiles_never_dealt_g3() -> None:
    for seed in range(40):
        zoos = GAME.new(players=2, seed=seed, short=True, rules="reference").view(None)["zoos"]
        assert not {"E7-07", "E6-11"} & {*zoos[0]["hand"], *zoos[1]["hand"]}
    table = GAME.new(players=2, seed=2, short=True, rules="reference")
    assert isinstance(table, Table)
    number = 0
    while table.hands[0]:
        ways = [action for action in table.legal(0) if str(action).startswith("place")]
        table.play(ways[number % len(ways)], 0)
        number += 37
    assert table.to_act == (1,)
    assert table.legal(0) == []
    assert tile("E7-07") not in table.hands[1]
