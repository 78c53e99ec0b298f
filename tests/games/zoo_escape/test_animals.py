"""Sections 4 and 5 of docs/rules/zoo-escape.md, by number; E-numbers are rulings that it contains."""

import pytest

from menagerie.core.rng import Rng
from menagerie.games.zoo_escape.board import OUTSIDE, RESERVE

from .position import (
    begin,
    built,
    carry,
    cover,
    keeper,
    lay,
    legal,
    only,
    play,
    put,
    refused,
    set_off,
    set_power,
    spot,
    stack_deck,
    where,
    zoo,
)

# 4.1 to 4.4: moving


def test_rule_4_1_actions_mix_in_any_order() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 pa")
    keeper(table, 1, "C2", "north")
    begin(table, "gorilla")
    play(table, "move east", "poop", "announce", "move south", "ability keeper 1", "end turn")
    assert table.spots[0] == spot("B2")
    assert table.poop[0] >> (spot("B1") >> 2) & 1
    assert table.stands[0] == OUTSIDE


def test_rule_4_1_doing_nothing_is_allowed() -> None:
    table = zoo("gorilla", "owl")
    begin(table, "gorilla")
    play(table, "end turn")
    assert table.active == 1


def test_rule_4_1_where_nothing_is_left_to_do_the_turn_ends_by_itself() -> None:
    table = zoo("gorilla", "owl")
    table.poop_left[0] = 0
    begin(table, "gorilla")
    play(table, "move east", "move east")
    assert (table.active, table.had_turn) == (1, 1)


def test_rule_4_2_two_tiles_a_turn() -> None:
    table = zoo("gorilla", "owl")
    begin(table, "gorilla")
    play(table, "move east", "move south")
    assert table.spots[0] == spot("B2")
    refusal = refused(table, "move east")
    assert (refusal.reason, refusal.rule) == ("The Gorilla has moved 2 tiles already; that is all in a turn.", "4.2")


def test_rule_4_2_moving_through_the_wall_of_the_zoo_is_refused() -> None:
    table = zoo("gorilla", "owl")
    begin(table, "gorilla")
    refusal = refused(table, "move north")
    assert refusal.reason == "To the north is the wall of the Zoo; the Path leads east or south."
    assert refusal.rule == "4.2"


def test_rule_4_2_moving_where_the_path_does_not_lead_is_refused() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C4 bends r0")
    put(table, "gorilla", "C4/1")
    begin(table, "gorilla")
    assert refused(table, "move south").reason == "The Path of the Gorilla does not lead south; it leads north or east."


def test_rule_4_2_nobody_walks_through_a_gateway() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C1 gate")
    put(table, "gorilla", "C1")
    begin(table, "gorilla")
    assert "gateway, which only the Machine passes" in refused(table, "move north").reason


def test_rule_4_2_an_animal_comes_onto_the_path_that_joins_the_side_entered() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C4 bends r0")
    put(table, "gorilla", "C5")
    begin(table, "gorilla")
    play(table, "move north")
    assert table.spots[0] == spot("C4/2"), "the bend from south to west"


def test_rule_4_2_several_animals_may_share_a_path() -> None:
    table = zoo("gorilla", "owl")
    put(table, "owl", "B1")
    begin(table, "gorilla")
    play(table, "move east", "end turn")
    assert table.spots == [spot("B1"), spot("B1")]


def test_rule_4_2_E12_an_animal_may_walk_away_from_a_keeper_on_its_path() -> None:
    table = zoo("gorilla", "owl")
    keeper(table, 1, "A1", "east")
    begin(table, "gorilla")
    play(table, "move south")
    assert (table.spots[0], table.captured) == (spot("A2"), 0)


def test_rule_4_2_and_6_1_moving_onto_a_keepers_path_means_capture_and_ends_the_turn() -> None:
    table = zoo("gorilla", "owl")
    keeper(table, 2, "B1", "east")
    begin(table, "gorilla")
    play(table, "move east")
    assert (table.spots[0], table.captured, table.active) == (spot("A1"), 1, 1)


def test_rule_4_2_E14_each_time_an_animal_moves_onto_a_path_with_a_camera_there_is_an_alarm() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 promenade-camera")
    begin(table, "gorilla")
    play(table, "move east", "move west")
    assert (len(table.duty), table.added) == (3, 1)
    play(table, "end turn")
    table.had_turn = 0
    table.stack[1:] = []
    begin(table, "gorilla")
    play(table, "move east")
    assert (len(table.duty), table.added) == (4, 2)


def test_rule_4_2_the_other_path_of_a_camera_tile_is_harmless() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 promenade-camera")
    put(table, "gorilla", "B2")
    begin(table, "gorilla")
    play(table, "move north")
    assert (table.spots[0], table.added) == (spot("B1/2"), 0)


def test_rule_4_2_camera_then_capture() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 promenade-camera")
    keeper(table, 2, "B1", "east")
    begin(table, "gorilla")
    log = play(table, "move east")
    assert [line.split()[0] for line in log[1:4]] == ["A", "A", "Keeper"], log
    assert table.added == 2


def test_rule_4_3_E2_an_inner_tile_is_seen_and_then_turned_at_will() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "B2 fork")
    put(table, "gorilla", "B1")
    begin(table, "gorilla")
    play(table, "move south")
    assert legal(table) == ["turn tile r0", "turn tile r1", "turn tile r2", "turn tile r3"]
    assert table.view(None)["tiles"][7]["tile"] == "fork"
    play(table, "turn tile r1")
    assert table.spots[0] == spot("B2/2"), "the dead end of a fork turned by a quarter is in the north"


def test_rule_4_3_ways_that_look_the_same_count_once() -> None:
    table = zoo("gorilla", "owl")
    for tile, ways in (("bends", 2), ("bends-camera", 4), ("bridge-camera", 2), ("fork", 4), ("building", 1)):
        assert len(table.pieces.ways[table.pieces.face_named[tile].index]) == ways, tile
    cover(table, "B2 bends")
    put(table, "gorilla", "B1")
    begin(table, "gorilla")
    play(table, "move south")
    refusal = refused(table, "turn tile r2")
    assert (refusal.reason, refusal.rule) == ("That looks the same as r0: say turn tile r0.", "4.3")


def test_rule_4_3_E2_an_edge_tile_lies_with_its_wall_outside() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "A2 edge-bend-east")
    begin(table, "gorilla")
    play(table, "move south")
    assert table.zoo[spot("A2") >> 2].sides == [0b0011, 0b0100], "north to east, and a dead end in the south"
    assert table.spots[0] == spot("A2/1")


def test_rule_4_4_nothing_else_before_the_tile_lies() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "B2 fork")
    put(table, "gorilla", "B1")
    begin(table, "gorilla")
    play(table, "move south")
    refusal = refused(table, "poop")
    assert (refusal.reason, refusal.rule) == ("First choose how the tile on B2 lies.", "4.4")


# 4.5: abilities

REACH = {
    "gorilla": "C2 D3 C4 B3",
    "owl": "B2 D2 B4 D4",
    "elephant": "C1 E3 C5 A3",
    "kangaroo": "B1 D1 A2 E2 A4 E4 B5 D5",
    "monkey": "A3 B3 D3 E3 F3 C1 C2 C4 C5 C6",
    "cobra": "C3 C2 D3",
}


@pytest.mark.parametrize("animal", REACH)
def test_rule_4_5_E6_reach(animal: str) -> None:
    table = zoo(animal, "owl" if animal != "owl" else "cobra")
    lay(table, "C3 bends r0")
    put(table, animal, "C3/1")
    begin(table, animal)
    reached = []
    for row in "123456":
        for column in "ABCDEF":
            keeper(table, 2, column + row + ("/2" if column + row == "C3" else ""), "north")
            if "ability keeper 2" in legal(table):
                reached.append(column + row)
    assert sorted(reached) == sorted(REACH[animal].split())


def test_rule_4_5_E6_a_removed_keeper_waits_outside_without_direction_and_comes_in_again() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "B1 edge-fork")
    keeper(table, 2, "B1/-", "east", busy=True)
    begin(table, "gorilla")
    play(table, "ability keeper 2")
    assert (where(table, 2), table.busy) == ((None, None), 0)
    put(table, "gorilla", "C4")
    put(table, "owl", "D4")
    only(table, 2)
    table.stands[1] = OUTSIDE
    log = set_off(table, 1)
    assert "Keeper 2 draws a 1." in log
    assert table.stands[1] == spot("F6")


def test_rule_4_5_once_a_turn() -> None:
    table = zoo("gorilla", "owl")
    keeper(table, 1, "B1", "east")
    keeper(table, 2, "A2", "east")
    begin(table, "gorilla")
    play(table, "ability keeper 2")
    refusal = refused(table, "ability keeper 1")
    assert (refusal.reason, refusal.rule) == ("The Gorilla has used Chest Thump this turn.", "4.5")


def test_rule_4_5_out_of_reach_is_refused() -> None:
    table = zoo("gorilla", "owl")
    keeper(table, 1, "B2", "east")
    begin(table, "gorilla")
    refusal = refused(table, "ability keeper 1")
    assert refusal.reason == "Keeper 1 is out of reach: Chest Thump reaches a Keeper on a neighbouring tile."
    assert refused(table, "ability keeper 2").reason == "Keeper 2 is not in the Zoo."
    assert refused(table, "ability keeper 11").reason == "There are Keepers 1 to 10, no Keeper 11."


def test_rule_4_5_the_monkey_pays_a_poop() -> None:
    table = zoo("monkey", "owl")
    keeper(table, 2, "D1", "east")
    begin(table, "monkey")
    play(table, "ability keeper 2")
    assert table.poop_left[0] == 3
    table.ability_used = False
    table.poop_left[0] = 0
    keeper(table, 2, "D1", "east")
    assert refused(table, "ability keeper 2").reason == "Fling costs a poop, and the Monkey has none left."


def test_rule_4_5_and_9_2_E6_E38_the_billionaire_cannot_be_removed() -> None:
    table = zoo("gorilla", "owl")
    table.stands[table.billionaire] = spot("B1")
    table.facing[table.billionaire] = 1
    begin(table, "gorilla")
    assert not [decision for decision in legal(table) if "keeper" in decision]


# 4.6: poop


def test_rule_4_6_E7_one_poop_a_path_as_often_as_there_is_some() -> None:
    table = zoo("gorilla", "owl")
    begin(table, "gorilla")
    play(table, "poop")
    refusal = refused(table, "poop")
    assert (refusal.reason, refusal.rule) == ("There is a poop on this Path already; there is room for one.", "4.6")
    play(table, "move east", "poop", "move east", "poop")
    assert table.poop_left[0] == 1
    assert table.poop[0].bit_count() == 3


def test_rule_4_6_both_paths_of_a_tile_have_room() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C4 bends r0")
    put(table, "gorilla", "C4/1")
    table.poop[1] = 1 << (spot("C4") >> 2)
    begin(table, "gorilla")
    play(table, "poop")
    assert table.view(None)["poop"] == ["C4/1", "C4/2"]


def test_rule_4_6_without_poop() -> None:
    table = zoo("gorilla", "owl")
    table.poop_left[0] = 0
    begin(table, "gorilla")
    assert refused(table, "poop").reason == "The Gorilla has no poop left; a Funnel Cake Stand fills it up."


def test_rule_4_6_E7_pooping_does_not_end_hiding() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B2 sewer")
    put(table, "gorilla", "B2")
    begin(table, "gorilla")
    play(table, "hide", "poop")
    assert table.hiding == 1


# 4.7: features


def test_rule_4_7_E8_one_use_of_one_feature_a_turn() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 ticket-office", "C1 pa")
    begin(table, "gorilla")
    play(table, "move east", "ransack")
    refusal = refused(table, "ransack")
    assert refusal.rule == "4.7"
    play(table, "move east")
    refusal = refused(table, "announce")
    assert refusal.reason == "The Gorilla has used a special feature this turn; one use a turn is all."


def test_rule_4_7_a_feature_is_used_where_it_is() -> None:
    table = zoo("gorilla", "owl")
    begin(table, "gorilla")
    for decision, rule in (
        ("ransack", "4.7.1"),
        ("refill", "4.7.2"),
        ("announce", "4.7.3"),
        ("hide", "4.7.4"),
        ("scatter", "4.7.5"),
        ("build", "4.7.6"),
        ("add kite", "4.7.6"),
    ):
        assert refused(table, decision).rule == rule
    assert refused(table, "hide").reason == "That needs a Sewer; the Gorilla is on A1, Enclosure."
    assert refused(table, "stop").rule == "4.1"


def test_rule_4_7_1_E9_ransacking_draws_a_card_then_raises_an_alarm() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 ticket-office")
    stack_deck(table, "kite")
    begin(table, "gorilla")
    log = play(table, "move east", "ransack")
    assert table.view(None)["animals"][0]["cards"] == ["kite"]
    assert table.loot[1] == 2
    assert (table.duty, table.stands[2], table.added) == ((0, 1, 2), OUTSIDE, 1)
    assert log[-3:] == [
        "The Gorilla ransacks the building and finds the Kite Wing (lift).",
        "Ransacking raises the alarm: Keeper 3 of the Gorilla is called.",
        "A Power Card 3 is shuffled into the draw pile.",
    ]


def test_rule_4_7_1_E9_three_times_a_building() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 ticket-office")
    put(table, "gorilla", "B1")
    table.loot = (0, 1, *table.loot[2:])
    begin(table, "gorilla")
    play(table, "ransack")
    table.feature_used = False
    assert refused(table, "ransack").reason == "There is no loot left in this building."


def test_rule_4_7_1_without_cards() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 ticket-office")
    put(table, "gorilla", "B1")
    table.drawn = 17
    begin(table, "gorilla")
    assert refused(table, "ransack").reason == "There is no Building card left."


def test_rule_4_7_1_peanuts_fill_up_poop_at_once() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 ticket-office")
    put(table, "gorilla", "B1")
    stack_deck(table, "peanuts")
    table.poop_left[0] = 0
    begin(table, "gorilla")
    play(table, "ransack")
    assert (table.poop_left[0], table.carried[0]) == (4, 0)
    assert table.view(None)["gone"] == ["peanuts"]


def test_rule_4_7_1_E9_if_the_alarm_loses_the_game_it_is_lost() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 ticket-office")
    put(table, "gorilla", "B1")
    table.added = 8
    begin(table, "gorilla")
    play(table, "ransack")
    assert table.result() == "Lost after 1 round: no Power Card is left to add."
    assert table.drawn == 1, "the card was drawn first"


def test_rule_4_7_2_funnel_cake_fills_up_poop() -> None:
    table = zoo("gorilla", "owl")
    put(table, "gorilla", "B2")
    table.poop_left[0] = 1
    begin(table, "gorilla")
    play(table, "refill")
    assert table.poop_left[0] == 4
    table.feature_used = False
    assert refused(table, "refill").reason == "The Gorilla has all its poop."


@pytest.mark.parametrize(("tile", "side"), [("B1", "north"), ("F2", "east"), ("B6", "south"), ("A2", "west")])
def test_rule_4_7_3_E10_the_pa_turns_all_keepers_to_its_side_even_right_round(tile: str, side: str) -> None:
    table = zoo("gorilla", "owl")
    lay(table, f"{tile} pa")
    put(table, "gorilla", tile)
    for number, facing in enumerate(("north", "east", "south", "west"), start=1):
        keeper(table, number, "C4", facing)
    table.stands[table.billionaire] = spot("D4")
    table.facing[table.billionaire] = 0 if side != "north" else 1
    before = table.facing[table.billionaire]
    begin(table, "gorilla")
    play(table, "announce")
    assert {where(table, number)[1] for number in range(1, 5)} == {side}
    assert table.facing[table.billionaire] == before, "he is no Keeper (E38)"


def test_rule_4_7_3_E10_a_keeper_that_sees_its_animal_follows_its_eyes() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 pa")
    put(table, "gorilla", "B1")
    keeper(table, 2, "C4", "south")
    put(table, "owl", "E4")
    begin(table, "gorilla")
    play(table, "announce")
    only(table, 2)
    set_off(table, 1)
    assert where(table, 2) == ("D4/1", "east")


def test_rule_4_7_4_hiding_until_the_animal_moves() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B2 sewer")
    put(table, "gorilla", "B2")
    begin(table, "gorilla")
    play(table, "hide")
    table.feature_used = False
    assert refused(table, "hide").reason == "The Gorilla is hiding already."
    table.feature_used = True
    keeper(table, 1, "B3", "north")
    only(table, 1)
    play(table, "end turn")
    set_off(table, 1)
    assert (table.spots[0], table.captured, where(table, 1)[0]) == (spot("B2"), 0, "B2/1")
    begin(table, "gorilla")
    play(table, "move north")
    assert (table.hiding, table.spots[0]) == (0, spot("B1"))


def test_rule_4_7_5_E11_the_avian_house_turns_every_keeper_a_quarter_by_coin() -> None:
    seen = set()
    for seed in range(30):
        table = zoo("gorilla", "owl")
        lay(table, "B2 avian-house")
        put(table, "gorilla", "B2")
        keeper(table, 1, "C4", "north")
        keeper(table, 2, "D4", "east")
        keeper(table, 3, "C1", "east")
        begin(table, "gorilla")
        table.rng = Rng(seed)
        play(table, "scatter")
        seen.add((where(table, 1)[1], where(table, 2)[1]))
        assert where(table, 3)[1] == "south", "away from the wall"
    assert seen == {("west", "north"), ("west", "south"), ("east", "north"), ("east", "south")}


def test_rule_4_7_6_E13_one_part_a_use_then_building() -> None:
    table = zoo("gorilla", "owl")
    carry(table, "gorilla", "kite", "rotor", "horn", "treads")
    put(table, "gorilla", "C3")
    begin(table, "gorilla")
    play(table, "add kite")
    assert "add rotor" not in legal(table)
    assert refused(table, "add rotor").rule == "4.7"
    for part in ("horn", "treads"):
        table.feature_used = False
        play(table, f"add {part}")
    assert legal(table) == ["build", "stop"]
    refusal = refused(table, "add rotor")
    assert refusal.reason == "One use of the Workshop adds one Part; come back on another turn."
    assert refused(table, "move east").reason == "Finish the use of the Workshop first: build, or stop."
    play(table, "stop")
    assert refused(table, "build").rule == "4.7", "adding and building make one use"
    table.feature_used = False
    play(table, "build")
    assert table.is_built


def test_rule_4_7_6_building_needs_a_part_of_each_kind() -> None:
    table = zoo("gorilla", "owl")
    put(table, "gorilla", "C3")
    table.machine_parts = table.pieces.card_named["treads"].bit
    begin(table, "gorilla")
    assert refused(table, "build").reason == "The Machine needs a Part of each kind; a lift is missing."


def test_rule_4_7_6_a_part_must_be_carried() -> None:
    table = zoo("gorilla", "owl")
    put(table, "gorilla", "C3")
    begin(table, "gorilla")
    assert refused(table, "add kite").reason == "The Gorilla does not carry the Kite Wing."


def test_rule_4_7_6_E30_a_seventh_part_is_refused() -> None:
    table = zoo("gorilla", "owl")
    put(table, "gorilla", "C3")
    six = ("treads", "bogie", "kite", "rotor", "horn", "lasso")
    table.machine_parts = sum(table.pieces.card_named[part].bit for part in six)
    carry(table, "gorilla", "crane")
    begin(table, "gorilla")
    refusal = refused(table, "add crane")
    assert (refusal.reason, refusal.rule) == ("The Machine holds 6 Parts already, which is all it can.", "4.7.6")


def test_rule_11_1_and_4_7_6_E13_level_easy_adds_any_number() -> None:
    table = zoo("gorilla", "owl", level="easy")
    carry(table, "gorilla", "kite", "horn", "treads")
    put(table, "gorilla", "C3")
    begin(table, "gorilla")
    play(table, "add kite")
    assert legal(table) == ["add treads", "add horn", "stop"]
    play(table, "add treads", "add horn", "build")
    assert table.is_built


def test_rule_4_7_6_nothing_can_be_added_once_built() -> None:
    table = zoo("gorilla", "owl")
    built(table, "D4", "treads", "kite", "horn")
    carry(table, "gorilla", "crane")
    put(table, "gorilla", "C3")
    begin(table, "gorilla")
    assert refused(table, "add crane").reason == "The Machine is built; nothing can be added any more."


# 4.8: the whistle


def test_rule_4_8_the_whistle_removes_a_keeper_within_four_tiles_once() -> None:
    table = zoo("gorilla", "owl")
    carry(table, "gorilla", "whistle")
    keeper(table, 1, "C3", "north")
    keeper(table, 2, "D3", "north")
    keeper(table, 3, "B1", "east")
    begin(table, "gorilla")
    assert [decision for decision in legal(table) if "whistle" in decision] == ["whistle keeper 1", "whistle keeper 3"]
    assert "out of reach" in refused(table, "whistle keeper 2").reason
    play(table, "whistle keeper 1", "ability keeper 3")
    assert (table.stands[0], table.stands[2]) == (OUTSIDE, OUTSIDE)
    assert table.view(None)["gone"] == ["whistle"]
    assert refused(table, "whistle keeper 2").reason == "The Gorilla has no Whistle."


# 5: alarm


def test_rule_5_1_the_lowest_reserve_keeper_of_the_animal_comes() -> None:
    table = zoo("gorilla", "owl", "monkey")
    lay(table, "E6 promenade-camera")
    begin(table, "owl")
    play(table, "move west")
    assert table.duty == (0, 1, 2, 4)
    assert table.stands[4] == OUTSIDE
    assert table.stands[3] == RESERVE


def test_rule_5_1_and_10_2_no_keeper_left() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 promenade-camera")
    for number in (3, 5, 7, 9):
        keeper(table, number, "D4", "east")
    begin(table, "gorilla")
    log = play(table, "move east")
    assert table.result() == "Lost after 1 round: no Keeper of the Gorilla is left to add."
    assert log[-2] == "A camera sees the Gorilla, and the Gorilla has no Keeper left to add."
    assert table.added == 0, "the first that ends the game counts (E42)"


def test_rule_5_2_E29_the_top_card_of_the_supply_goes_into_the_draw_pile() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 promenade-camera")
    set_power(table, [1, 1], (2, 2, 2, 2))
    begin(table, "gorilla")
    play(table, "move east")
    power = table.view(None)["power"]
    assert (power["pile"], power["discards"]) == ([1, 1, 3], [2, 2, 2, 2])
    assert power["supply"] == [3, 3, 3, 4, 4, 4, 4]


def test_rule_5_2_and_10_2_no_power_card_left() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "B1 promenade-camera")
    table.added = 8
    begin(table, "gorilla")
    play(table, "move east")
    assert table.result() == "Lost after 1 round: no Power Card is left to add."
