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
    state = zoo("gorilla", "owl")
    lay(state, "B1 pa")
    keeper(state, 1, "C2", "north")
    begin(state, "gorilla")
    play(state, "move east", "poop", "announce", "move south", "ability keeper 1", "end turn")
    assert state.spots[0] == spot("B2")
    assert state.poop[0] >> (spot("B1") >> 2) & 1
    assert state.stands[0] == OUTSIDE


def test_rule_4_1_doing_nothing_is_allowed() -> None:
    state = zoo("gorilla", "owl")
    begin(state, "gorilla")
    play(state, "end turn")
    assert state.active == 1


def test_rule_4_1_where_nothing_is_left_to_do_the_turn_ends_by_itself() -> None:
    state = zoo("gorilla", "owl")
    state.poop_left[0] = 0
    begin(state, "gorilla")
    play(state, "move east", "move east")
    assert (state.active, state.had_turn) == (1, 1)


def test_rule_4_2_two_tiles_a_turn() -> None:
    state = zoo("gorilla", "owl")
    begin(state, "gorilla")
    play(state, "move east", "move south")
    assert state.spots[0] == spot("B2")
    refusal = refused(state, "move east")
    assert (refusal.reason, refusal.rule) == ("The Gorilla has used its 2 moves for this turn.", "4.2")


def test_rule_4_2_moving_through_the_wall_of_the_zoo_is_refused() -> None:
    state = zoo("gorilla", "owl")
    begin(state, "gorilla")
    refusal = refused(state, "move north")
    assert refusal.reason == "The wall of the Zoo is to the north. The Path leads east or south."
    assert refusal.rule == "4.2"


def test_rule_4_2_moving_where_the_path_does_not_lead_is_refused() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C4 bends r0")
    put(state, "gorilla", "C4/1")
    begin(state, "gorilla")
    assert refused(state, "move south").reason == "The Gorilla's Path doesn't lead south. It leads north or east."


def test_rule_4_2_no_animal_goes_through_a_gateway() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C1 gate")
    put(state, "gorilla", "C1")
    begin(state, "gorilla")
    assert "Only the Machine can go through the gateway." in refused(state, "move north").reason


def test_rule_4_2_an_animal_comes_onto_the_path_that_joins_the_side_entered() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C4 bends r0")
    put(state, "gorilla", "C5")
    begin(state, "gorilla")
    play(state, "move north")
    assert state.spots[0] == spot("C4/2"), "the bend from south to west"


def test_rule_4_2_several_animals_may_share_a_path() -> None:
    state = zoo("gorilla", "owl")
    put(state, "owl", "B1")
    begin(state, "gorilla")
    play(state, "move east", "end turn")
    assert state.spots == [spot("B1"), spot("B1")]


def test_rule_4_2_E12_an_animal_may_walk_away_from_a_keeper_on_its_path() -> None:
    state = zoo("gorilla", "owl")
    keeper(state, 1, "A1", "east")
    begin(state, "gorilla")
    play(state, "move south")
    assert (state.spots[0], state.captured) == (spot("A2"), 0)


def test_rule_4_2_and_6_1_moving_onto_a_keepers_path_means_capture_and_ends_the_turn() -> None:
    state = zoo("gorilla", "owl")
    keeper(state, 2, "B1", "east")
    begin(state, "gorilla")
    play(state, "move east")
    assert (state.spots[0], state.captured, state.active) == (spot("A1"), 1, 1)


def test_rule_4_2_E14_each_time_an_animal_moves_onto_a_path_with_a_camera_there_is_an_alarm() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera")
    begin(state, "gorilla")
    play(state, "move east", "move west")
    assert (len(state.duty), state.added) == (3, 1)
    play(state, "end turn")
    state.had_turn = 0
    state.stack[1:] = []
    begin(state, "gorilla")
    play(state, "move east")
    assert (len(state.duty), state.added) == (4, 2)


def test_rule_4_2_the_other_path_of_a_camera_tile_is_harmless() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera")
    put(state, "gorilla", "B2")
    begin(state, "gorilla")
    play(state, "move north")
    assert (state.spots[0], state.added) == (spot("B1/2"), 0)


def test_rule_4_2_camera_then_capture() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera")
    keeper(state, 2, "B1", "east")
    begin(state, "gorilla")
    log = play(state, "move east")
    assert [line.split()[0] for line in log[1:4]] == ["A", "A", "Keeper"], log
    assert state.added == 2


def test_rule_4_3_E2_an_inner_tile_is_seen_and_then_turned_at_will() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "B2 fork")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    play(state, "move south")
    assert legal(state) == ["turn tile r0", "turn tile r1", "turn tile r2", "turn tile r3"]
    assert state.view(None)["tiles"][7]["tile"] == "fork"
    play(state, "turn tile r1")
    assert state.spots[0] == spot("B2/2"), "the dead end of a fork turned by a quarter is in the north"


def test_rule_4_3_ways_that_look_the_same_count_once() -> None:
    state = zoo("gorilla", "owl")
    for tile, ways in (("bends", 2), ("bends-camera", 4), ("bridge-camera", 2), ("fork", 4), ("building", 1)):
        assert len(state.pieces.ways[state.pieces.face_named[tile].index]) == ways, tile
    cover(state, "B2 bends")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    play(state, "move south")
    refusal = refused(state, "turn tile r2")
    assert (refusal.reason, refusal.rule) == (
        "The tile looks the same another way round. Choose one of the ways offered.",
        "4.3",
    )


def test_rule_4_3_E2_an_edge_tile_lies_with_its_wall_outside() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "A2 edge-bend-east")
    begin(state, "gorilla")
    play(state, "move south")
    assert state.zoo[spot("A2") >> 2].sides == [0b0011, 0b0100], "north to east, and a dead end in the south"
    assert state.spots[0] == spot("A2/1")


def test_rule_4_4_nothing_else_before_the_tile_lies() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "B2 fork")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    play(state, "move south")
    refusal = refused(state, "poop")
    assert (refusal.reason, refusal.rule) == ("First choose how tile B2 lies.", "4.4")


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
    state = zoo(animal, "owl" if animal != "owl" else "cobra")
    lay(state, "C3 bends r0")
    put(state, animal, "C3/1")
    begin(state, animal)
    reached = []
    for row in "123456":
        for column in "ABCDEF":
            keeper(state, 2, column + row + ("/2" if column + row == "C3" else ""), "north")
            if "ability keeper 2" in legal(state):
                reached.append(column + row)
    assert sorted(reached) == sorted(REACH[animal].split())


def test_rule_4_5_E6_a_removed_keeper_waits_outside_without_direction_and_comes_in_again() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "B1 edge-fork")
    keeper(state, 2, "B1/-", "east", busy=True)
    begin(state, "gorilla")
    play(state, "ability keeper 2")
    assert (where(state, 2), state.busy) == ((None, None), 0)
    put(state, "gorilla", "C4")
    put(state, "owl", "D4")
    only(state, 2)
    state.stands[1] = OUTSIDE
    log = set_off(state, 1)
    assert "Keeper 2 draws a 1." in log
    assert state.stands[1] == spot("F6")


def test_rule_4_5_once_a_turn() -> None:
    state = zoo("gorilla", "owl")
    keeper(state, 1, "B1", "east")
    keeper(state, 2, "A2", "east")
    begin(state, "gorilla")
    play(state, "ability keeper 2")
    refusal = refused(state, "ability keeper 1")
    assert (refusal.reason, refusal.rule) == ("The Gorilla has already used Chest Thump this turn.", "4.5")


def test_rule_4_5_and_4_7_once_a_turn_means_again_on_the_next() -> None:
    state = zoo("gorilla", "monkey")
    lay(state, "B1 pa", "E6 pa")
    keeper(state, 1, "C1", "east")
    keeper(state, 2, "D6", "east")
    put(state, "gorilla", "B1")
    put(state, "monkey", "E6")
    begin(state, "gorilla")
    play(state, "announce", "ability keeper 1", "end turn")
    assert {"announce", "ability keeper 2"} <= set(legal(state)), "the turn of the Monkey"


def test_rule_4_5_out_of_reach_is_refused() -> None:
    state = zoo("gorilla", "owl")
    keeper(state, 1, "B2", "east")
    begin(state, "gorilla")
    refusal = refused(state, "ability keeper 1")
    assert refusal.reason == "Keeper 1 is out of reach. Chest Thump reaches a Keeper on a neighbouring tile."
    assert refused(state, "ability keeper 2").reason == "Keeper 2 isn't in the Zoo."
    assert refused(state, "ability keeper 11").reason == "There is no Keeper 11. They are numbered 1 to 10."


def test_rule_4_5_the_monkey_pays_a_poop() -> None:
    state = zoo("monkey", "owl")
    keeper(state, 2, "D1", "east")
    begin(state, "monkey")
    play(state, "ability keeper 2")
    assert state.poop_left[0] == 3
    state.ability_used = False
    state.poop_left[0] = 0
    keeper(state, 2, "D1", "east")
    assert refused(state, "ability keeper 2").reason == "Fling costs 1 poop. The Monkey has 0."


def test_rule_4_5_and_9_2_E6_E38_the_billionaire_cannot_be_removed() -> None:
    state = zoo("gorilla", "owl")
    state.stands[state.billionaire] = spot("B1")
    state.facing[state.billionaire] = 1
    begin(state, "gorilla")
    assert not [decision for decision in legal(state) if "keeper" in decision]


# 4.6: poop


def test_rule_4_6_E7_one_poop_a_path_as_often_as_there_is_some() -> None:
    state = zoo("gorilla", "owl")
    begin(state, "gorilla")
    play(state, "poop")
    refusal = refused(state, "poop")
    assert (refusal.reason, refusal.rule) == ("This Path already has a poop.", "4.6")
    play(state, "move east", "poop", "move east", "poop")
    assert state.poop_left[0] == 1
    assert state.poop[0].bit_count() == 3


def test_rule_4_6_both_paths_of_a_tile_have_room() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C4 bends r0")
    put(state, "gorilla", "C4/1")
    state.poop[1] = 1 << (spot("C4") >> 2)
    begin(state, "gorilla")
    play(state, "poop")
    assert state.view(None)["poop"] == ["C4/1", "C4/2"]


def test_rule_4_6_without_poop() -> None:
    state = zoo("gorilla", "owl")
    state.poop_left[0] = 0
    begin(state, "gorilla")
    assert refused(state, "poop").reason == "The Gorilla has no poop left. Fill it up at a Funnel Cake Stand."


def test_rule_4_6_E7_pooping_does_not_end_hiding() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B2 sewer")
    put(state, "gorilla", "B2")
    begin(state, "gorilla")
    play(state, "hide", "poop")
    assert state.hiding == 1


# 4.7: features


def test_rule_4_7_E8_one_use_of_one_feature_a_turn() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office", "C1 pa")
    begin(state, "gorilla")
    play(state, "move east", "ransack")
    refusal = refused(state, "ransack")
    assert refusal.rule == "4.7"
    play(state, "move east")
    refusal = refused(state, "announce")
    assert refusal.reason == "The Gorilla has already used a feature this turn. Only one use per turn is allowed."


def test_rule_4_7_a_feature_is_used_where_it_is() -> None:
    state = zoo("gorilla", "owl")
    begin(state, "gorilla")
    for decision, rule in (
        ("ransack", "4.7.1"),
        ("refill", "4.7.2"),
        ("announce", "4.7.3"),
        ("hide", "4.7.4"),
        ("scatter", "4.7.5"),
        ("build", "4.7.6"),
        ("add kite", "4.7.6"),
    ):
        assert refused(state, decision).rule == rule
    assert refused(state, "hide").reason == "You can only hide in a Sewer. The Gorilla is on tile A1 (Enclosure)."
    assert refused(state, "stop").rule == "4.1"


def test_rule_4_7_1_E9_ransacking_draws_a_card_then_raises_an_alarm() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office")
    stack_deck(state, "kite")
    begin(state, "gorilla")
    log = play(state, "move east", "ransack")
    assert state.view(None)["animals"][0]["cards"] == ["kite"]
    assert state.loot[1] == 2
    assert (state.duty, state.stands[2], state.added) == ((0, 1, 2), OUTSIDE, 1)
    assert log[-3:] == [
        "The Gorilla ransacks the Building and finds the Kite Wing (lift).",
        "Ransacking raises the alarm and calls the Gorilla's Keeper 3.",
        "A Power Card 3 is shuffled into the draw pile.",
    ]


def test_rule_4_7_1_E9_three_times_a_building() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office")
    put(state, "gorilla", "B1")
    state.loot = (0, 1, *state.loot[2:])
    begin(state, "gorilla")
    play(state, "ransack")
    state.feature_used = False
    assert refused(state, "ransack").reason == "This Building has no loot left."


def test_rule_4_7_1_without_cards() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office")
    put(state, "gorilla", "B1")
    state.drawn = 17
    begin(state, "gorilla")
    assert refused(state, "ransack").reason == "No Building cards are left."


def test_rule_4_7_1_peanuts_fill_up_poop_at_once() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office")
    put(state, "gorilla", "B1")
    stack_deck(state, "peanuts")
    state.poop_left[0] = 0
    begin(state, "gorilla")
    play(state, "ransack")
    assert (state.poop_left[0], state.carried[0]) == (4, 0)
    assert state.view(None)["gone"] == ["peanuts"]


def test_rule_4_7_1_E9_if_the_alarm_loses_the_game_it_is_lost() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 ticket-office")
    put(state, "gorilla", "B1")
    state.added = 8
    begin(state, "gorilla")
    play(state, "ransack")
    assert state.result() == "Lost after 1 round: no Power Card is left to add."
    assert state.drawn == 1, "the card was drawn first"


def test_rule_4_7_2_funnel_cake_fills_up_poop() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "B2")
    state.poop_left[0] = 1
    begin(state, "gorilla")
    play(state, "refill")
    assert state.poop_left[0] == 4
    state.feature_used = False
    assert refused(state, "refill").reason == "The Gorilla already has all its poop."


@pytest.mark.parametrize(("tile", "side"), [("B1", "north"), ("F2", "east"), ("B6", "south"), ("A2", "west")])
def test_rule_4_7_3_E10_the_pa_turns_all_keepers_to_its_side_even_right_round(tile: str, side: str) -> None:
    state = zoo("gorilla", "owl")
    lay(state, f"{tile} pa")
    put(state, "gorilla", tile)
    for number, facing in enumerate(("north", "east", "south", "west"), start=1):
        keeper(state, number, "C4", facing)
    state.stands[state.billionaire] = spot("D4")
    state.facing[state.billionaire] = 0 if side != "north" else 1
    before = state.facing[state.billionaire]
    begin(state, "gorilla")
    play(state, "announce")
    assert {where(state, number)[1] for number in range(1, 5)} == {side}
    assert state.facing[state.billionaire] == before, "he is no Keeper (E38)"


def test_rule_4_7_3_the_pa_turns_a_keeper_in_the_north_west_corner_too() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "D1 pa")
    put(state, "gorilla", "D1")
    keeper(state, 1, "A1", "south")
    begin(state, "gorilla")
    play(state, "announce")
    assert where(state, 1) == ("A1/1", "north")


def test_rule_4_7_3_E10_a_keeper_that_sees_its_animal_follows_its_eyes() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 pa")
    put(state, "gorilla", "B1")
    keeper(state, 2, "C4", "south")
    put(state, "owl", "E4")
    begin(state, "gorilla")
    play(state, "announce")
    only(state, 2)
    set_off(state, 1)
    assert where(state, 2) == ("D4/1", "east")


def test_rule_4_7_4_hiding_until_the_animal_moves() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B2 sewer")
    put(state, "gorilla", "B2")
    begin(state, "gorilla")
    play(state, "hide")
    state.feature_used = False
    assert refused(state, "hide").reason == "The Gorilla is already hiding."
    state.feature_used = True
    keeper(state, 1, "B3", "north")
    only(state, 1)
    play(state, "end turn")
    set_off(state, 1)
    assert (state.spots[0], state.captured, where(state, 1)[0]) == (spot("B2"), 0, "B2/1")
    begin(state, "gorilla")
    play(state, "move north")
    assert (state.hiding, state.spots[0]) == (0, spot("B1"))


def test_rule_4_7_4_and_4_7_each_animal_for_itself() -> None:
    state = zoo("gorilla", "owl", "monkey")
    lay(state, "C4 sewer", "D4 building")
    put(state, "owl", "C4")
    put(state, "monkey", "D4")
    stack_deck(state, "kite")
    begin(state, "owl")
    play(state, "hide", "end turn")
    begin(state, "monkey")
    play(state, "ransack", "poop", "end turn")
    animals = state.view(None)["animals"]
    assert [animal["hiding"] for animal in animals] == [False, True, False]
    assert [animal["cards"] for animal in animals] == [[], [], ["kite"]]
    assert [animal["poop"] for animal in animals] == [4, 4, 3]


def test_rule_4_7_5_E11_the_avian_house_turns_every_keeper_a_quarter_by_coin() -> None:
    seen = set()
    for seed in range(30):
        state = zoo("gorilla", "owl")
        lay(state, "B2 avian-house")
        put(state, "gorilla", "B2")
        keeper(state, 1, "C4", "north")
        keeper(state, 2, "D4", "east")
        keeper(state, 3, "C1", "east")
        keeper(state, 4, "F3", "north")
        begin(state, "gorilla")
        state.rng = Rng(seed)
        log = play(state, "scatter")
        assert log[0] == "Birds burst out of the Avian House. Every Keeper in the Zoo changes direction."
        seen.add((where(state, 1)[1], where(state, 2)[1]))
        assert (where(state, 3)[1], where(state, 4)[1]) == ("south", "west"), "away from the wall"
    assert seen == {("west", "north"), ("west", "south"), ("east", "north"), ("east", "south")}


def test_rule_4_7_6_E13_one_part_a_use_then_building() -> None:
    state = zoo("gorilla", "owl")
    carry(state, "gorilla", "kite", "rotor", "horn", "treads")
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    play(state, "add kite")
    assert "add rotor" not in legal(state)
    assert refused(state, "add rotor").rule == "4.7"
    for part in ("horn", "treads"):
        state.feature_used = False
        play(state, f"add {part}")
    assert legal(state) == ["build", "stop"]
    refusal = refused(state, "add rotor")
    assert refusal.reason == "You can add one Part per turn. Add the next one on a later turn."
    assert refused(state, "move east").reason == "First finish at the Workshop. Build the Machine or stop working."
    play(state, "stop")
    assert refused(state, "build").rule == "4.7", "adding and building make one use"
    state.feature_used = False
    play(state, "build")
    assert state.is_built


def test_rule_4_7_6_building_needs_a_part_of_each_kind() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C3")
    state.machine_parts = state.pieces.card_named["treads"].bit
    begin(state, "gorilla")
    assert refused(state, "build").reason == "The Machine needs a Part of each kind. It has no lift yet."


def test_rule_4_7_6_a_part_must_be_carried() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    assert refused(state, "add kite").reason == "The Gorilla isn't carrying the Kite Wing."


def test_rule_4_7_6_E30_a_seventh_part_is_refused() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C3")
    six = ("treads", "bogie", "kite", "rotor", "horn", "lasso")
    state.machine_parts = sum(state.pieces.card_named[part].bit for part in six)
    carry(state, "gorilla", "crane")
    begin(state, "gorilla")
    refusal = refused(state, "add crane")
    assert (refusal.reason, refusal.rule) == ("The Machine already has 6 Parts. That's the maximum.", "4.7.6")


def test_rule_11_1_and_4_7_6_E13_level_easy_adds_any_number() -> None:
    state = zoo("gorilla", "owl", level="easy")
    carry(state, "gorilla", "kite", "horn", "treads")
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    play(state, "add kite")
    assert legal(state) == ["add treads", "add horn", "stop"]
    assert refused(state, "add crane").reason == "The Gorilla isn't carrying the Crane Arm."
    play(state, "add treads", "add horn", "build")
    assert state.is_built


def test_rule_4_7_6_nothing_can_be_added_once_built() -> None:
    state = zoo("gorilla", "owl")
    built(state, "D4", "treads", "kite", "horn")
    carry(state, "gorilla", "crane")
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    assert refused(state, "add crane").reason == "The Machine is already built. You can't add any more Parts."


# 4.8: the whistle


def test_rule_4_8_the_whistle_removes_a_keeper_within_four_tiles_once() -> None:
    state = zoo("gorilla", "owl")
    carry(state, "gorilla", "whistle")
    keeper(state, 1, "C3", "north")
    keeper(state, 2, "D3", "north")
    keeper(state, 3, "B1", "east")
    begin(state, "gorilla")
    assert [decision for decision in legal(state) if "whistle" in decision] == ["whistle keeper 1", "whistle keeper 3"]
    assert "out of the Whistle's range" in refused(state, "whistle keeper 2").reason
    play(state, "whistle keeper 1", "ability keeper 3")
    assert (state.stands[0], state.stands[2]) == (OUTSIDE, OUTSIDE)
    assert state.view(None)["gone"] == ["whistle"]
    assert refused(state, "whistle keeper 2").reason == "The Gorilla has no Whistle."


def test_rule_4_8_a_keeper_in_the_north_west_corner_is_not_always_within_reach() -> None:
    state = zoo("gorilla", "owl")
    carry(state, "gorilla", "whistle")
    put(state, "gorilla", "E5")
    keeper(state, 1, "A1", "east")
    begin(state, "gorilla")
    assert [decision for decision in legal(state) if "whistle" in decision] == []
    assert "out of the Whistle's range" in refused(state, "whistle keeper 1").reason


# 5: alarm


def test_rule_5_1_the_lowest_reserve_keeper_of_the_animal_comes() -> None:
    state = zoo("gorilla", "owl", "monkey")
    lay(state, "E6 promenade-camera")
    begin(state, "owl")
    play(state, "move west")
    assert state.duty == (0, 1, 2, 4)
    assert state.stands[4] == OUTSIDE
    assert state.stands[3] == RESERVE


def test_rule_5_1_and_3_3_called_later_it_still_moves_by_its_number() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera", "E6 promenade-camera")
    begin(state, "owl")
    play(state, "move west", "end turn", "move east")
    assert state.duty == (0, 1, 2, 3), "Keeper 4 of the Owl was called before Keeper 3 of the Gorilla"


def test_rule_5_1_and_10_2_no_keeper_left() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera")
    for number in (3, 5, 7, 9):
        keeper(state, number, "D4", "east")
    begin(state, "gorilla")
    log = play(state, "move east")
    assert state.result() == "Lost after 1 round: no Keeper of the Gorilla is left to add."
    assert log[-2] == "A camera sees the Gorilla. The alarm finds no Keeper left to call."
    assert state.added == 0, "the first that ends the game counts (E42)"


def test_rule_5_2_E29_the_top_card_of_the_supply_goes_into_the_draw_pile() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera")
    set_power(state, [1, 1], (2, 2, 2, 2))
    begin(state, "gorilla")
    play(state, "move east")
    power = state.view(None)["power"]
    assert (power["pile"], power["discards"]) == ([1, 1, 3], [2, 2, 2, 2])
    assert power["supply"] == [3, 3, 3, 4, 4, 4, 4]


def test_rule_5_2_and_10_2_no_power_card_left() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "B1 promenade-camera")
    state.added = 8
    begin(state, "gorilla")
    play(state, "move east")
    assert state.result() == "Lost after 1 round: no Power Card is left to add."
