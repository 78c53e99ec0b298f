"""Sections 6, 7 and 9 of docs/rules/zoo-escape.md, by number; E-numbers are rulings that it contains."""

from __future__ import annotations

import pytest

from menagerie.games.zoo_escape.board import OUTSIDE
from menagerie.games.zoo_escape.state import Table

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
    where,
    zoo,
)

FAR = "E5"
"""Where the Animals are when a walk has nothing to do with them; the Gorilla, whose Keeper walks, hides there."""


def walker(where: str, facing: str, *tiles: str, down: str = "", busy: bool = False, target: str = FAR) -> Table:
    """A zoo in which only Keeper 1 walks."""
    table = zoo("gorilla", "owl")
    lay(table, *tiles)
    if down:
        cover(table, *down.split(","))
    put(table, "gorilla", target)
    put(table, "owl", FAR)
    table.hiding = 1 if target == FAR else 0
    keeper(table, 1, where, facing, busy=busy)
    only(table, 1)
    return table


def ends(make: Table, power: int) -> set[tuple[str | None, str | None]]:
    """All ends that the walk of Keeper 1 can have."""
    found = set()
    for seed in range(24):
        table = make.copy()
        set_off(table, power, seed)
        found.add(where(table, 1))
    return found


# A keeper's walk, by hand: where it stands and faces, tiles, moves, and all places where it can end.

WALKS = [
    ("straight over a crossing", walker("C2", "south"), 1, {("C3/1", "south")}),
    ("straight, three moves", walker("C2", "south"), 3, {("C5/1", "south")}),
    ("a bend is followed", walker("B4", "east", "C4 bends r0"), 1, {("C4/2", "south")}),
    ("a bend leads on", walker("B4", "east", "C4 bends r0"), 2, {("C5/1", "south")}),
    ("two bends one after another", walker("B4", "east", "C4 bends r0", "C5 bends r1"), 2, {("C5/2", "west")}),
    ("a bridge is crossed straight", walker("B4", "east", "C4 bridge-camera r0"), 1, {("C4/2", "east")}),
    ("a fork straight on", walker("C3", "south", "C4 fork r0"), 1, {("C4/1", "south")}),
    ("a fork from its side: coin", walker("D4", "west", "C4 fork r0"), 1, {("C4/1", "north"), ("C4/1", "south")}),
    ("a dead end: straight on", walker("B4", "east", "C4 fork r0"), 1, {("C4/2", "east")}),
    ("a dead end costs a crossing", walker("B4", "east", "C4 fork r0"), 2, {("C4/1", "east")}),
    ("and then on", walker("B4", "east", "C4 fork r0"), 3, {("D4/1", "east")}),
    ("face down: busy after one move", walker("B4", "east", down="C4 fork"), 1, {("C4", "east")}),
    ("through after two", walker("B4", "east", down="C4 fork"), 2, {("C4", "east")}),
    ("on after three", walker("B4", "east", down="C4 fork"), 3, {("D4/1", "east")}),
    ("busy from the turn before", walker("C4/-", "east", down="C4 fork", busy=True), 1, {("C4", "east")}),
    ("busy from the turn before, two", walker("C4/-", "east", down="C4 fork", busy=True), 2, {("D4/1", "east")}),
    ("two face-down tiles", walker("B4", "east", down="C4 fork,D4 bends"), 3, {("D4", "east")}),
    ("to the edge: coin", walker("C2", "north"), 1, {("C1/1", "east"), ("C1/1", "west")}),
    ("along the edge: coin", walker("B1", "east"), 1, {("C1/1", "east"), ("C1/1", "south")}),
    (
        "face-down edge: coin while busy",
        walker("B1", "east", down="C1 edge-fork"),
        1,
        {("C1", "east"), ("C1", "south")},
    ),
    ("into a corner", walker("B1", "west"), 1, {("A1/1", "south")}),
    ("through a corner", walker("B1", "west"), 2, {("A2/1", "south"), ("A2/1", "east")}),
    (
        "the edge where the path ends there",
        walker("C2", "north", "C1 promenade"),
        1,
        {("C1/2", "east"), ("C1/2", "west")},
    ),
    ("then it crosses", walker("C2", "north", "C1 promenade"), 2, {("C1/1", "east"), ("C1/1", "west")}),
]


@pytest.mark.parametrize(("table", "power", "expected"), [walk[1:] for walk in WALKS], ids=[walk[0] for walk in WALKS])
def test_rules_7_3_and_7_5_E21_E22_E23_walks(table: Table, power: int, expected: set[tuple[str, str]]) -> None:
    assert ends(table, power) == expected


def test_rule_7_3_2_E23_crossing_a_face_down_tile_may_take_two_turns() -> None:
    table = walker("B4", "east", down="C4 fork")
    set_off(table, 1)
    assert table.busy == 1
    log = set_off(table, 1)
    assert (table.busy, where(table, 1)) == (0, ("C4", "east"))
    assert "Keeper 1 gets through C4." in log
    set_off(table, 1)
    assert where(table, 1) == ("D4/1", "east")
    assert not table.up >> (spot("C4") >> 2) & 1, "keepers turn up no tiles"


def test_rule_7_3_1_and_7_5_2_E3_entering_takes_a_move_and_a_coin() -> None:
    table = walker("C3", "south")
    table.stands[0], table.facing[0] = OUTSIDE, -1
    assert ends(table, 1) == {("A1/1", "east"), ("A1/1", "south")}
    assert {place for place, _ in ends(table, 2)} == {"B1/1", "A2/1"}


def test_rule_7_5_1_a_keeper_that_enters_turns_to_its_animal_in_line() -> None:
    table = walker("C3", "south", target="A4")
    table.stands[0], table.facing[0] = OUTSIDE, -1
    assert ends(table, 1) == {("A1/1", "south")}


def test_rule_7_3_3_E19_it_crosses_to_its_animal_on_the_same_tile_and_captures_it() -> None:
    table = walker("C4/2", "south", "C4 bends r0", target="C4/1")
    log = set_off(table, 1)
    assert where(table, 1) == ("C4/1", "south")
    assert "Keeper 1 captures the Gorilla, which goes back to its Enclosure." in log


def test_rule_7_3_3_E19_other_keepers_walk_by() -> None:
    table = walker("C4/2", "south", "C4 bends r0", target="C4/1")
    keeper(table, 2, "C4/2", "south")
    only(table, 2)
    set_off(table, 1)
    assert where(table, 2)[0] == "C5/1"
    assert table.added == 0


def test_rule_7_3_4_it_crosses_when_its_path_does_not_lead_where_it_faces() -> None:
    table = walker("C4/2", "north", "C4 bends r0")
    assert ends(table, 1) == {("C4/1", "north")}
    assert ends(table, 2) == {("C3/1", "north")}


# 7.1, 7.2: cards and the start of a turn


def test_rule_7_1_each_keeper_draws_a_card_of_its_own() -> None:
    table = zoo("gorilla", "owl", "monkey")
    for animal in ("gorilla", "owl", "monkey"):
        put(table, animal, FAR)
    before = table.view(None)["power"]
    table.had_turn = 7
    table.settle()
    after = table.view(None)["power"]
    assert len(after["discards"]) == 3
    assert sorted(after["pile"] + after["discards"]) == before["pile"]


def test_rule_7_1_E28_a_card_just_drawn_is_a_discard_when_the_pile_is_made_anew() -> None:
    table = walker("C2", "south")
    set_off(table, 1)
    set_power(table, [], (3, 3))
    assert [table.draw_power(), table.draw_power(), table.draw_power()] == [3, 3, 3]
    assert (table.pile[3], table.discards[3]) == (1, 1)


def test_rule_7_1_cards_are_drawn_by_chance() -> None:
    table = zoo("gorilla", "owl")
    drawn = set()
    for _ in range(6):
        drawn.add(table.draw_power())
    assert drawn == {1, 2}


def test_rule_7_2_E25_poop_underfoot_at_the_start_costs_the_whole_turn() -> None:
    table = walker("C2", "south")
    table.poop[0] = 1 << (spot("C2") >> 2)
    log = set_off(table, 3)
    assert where(table, 1) == ("C2/1", "south")
    assert table.poop == [0, 0]
    assert log[-2] == "Keeper 1 cleans C2 and makes no more moves."


def test_rule_7_2_it_looks_before_it_cleans() -> None:
    table = walker("C2", "south", target="E2")
    table.poop[0] = 1 << (spot("C2") >> 2)
    set_off(table, 3)
    assert where(table, 1) == ("C2/1", "east")


def test_rule_7_4_E25_coming_onto_poop_ends_the_moves_after_turning() -> None:
    table = walker("B4", "east", "C4 bends r0")
    table.poop[1] = 1 << (spot("C4") >> 2)
    set_off(table, 4)
    assert where(table, 1) == ("C4/2", "south")
    assert table.poop == [0, 0]


def test_rule_7_4_poop_on_the_other_path_does_not_matter() -> None:
    table = walker("B4", "east", "C4 bends r0")
    table.poop[0] = 1 << (spot("C4") >> 2)
    set_off(table, 2)
    assert where(table, 1)[0] == "C5/1"
    assert table.poop[0]


def test_rule_7_4_crossing_onto_poop_ends_the_moves_too() -> None:
    table = walker("C4/2", "north", "C4 bends r0")
    table.poop[0] = 1 << (spot("C4") >> 2)
    set_off(table, 4)
    assert (where(table, 1), table.poop) == (("C4/1", "north"), [0, 0])


def test_rule_7_4_E25_of_two_keepers_the_first_cleans() -> None:
    table = walker("B4", "east")
    keeper(table, 2, "B4", "east")
    only(table, 1, 2)
    table.poop[0] = 1 << (spot("C4") >> 2)
    set_off(table, 2)
    assert (where(table, 1)[0], where(table, 2)[0]) == ("C4/1", "D4/1")


def test_rule_7_10_poop_does_not_protect() -> None:
    table = walker("B4", "east", target="C4")
    table.poop[0] = 1 << (spot("C4") >> 2)
    log = set_off(table, 1)
    assert log[2:6] == [
        "Keeper 1 walks east to C4.",
        "Keeper 1 captures the Gorilla, which goes back to its Enclosure.",
        "A Power Card 3 is shuffled into the draw pile.",
        "Keeper 1 cleans C4 and makes no more moves.",
    ]
    assert table.spots[0] == spot("A1")
    assert table.poop == [0, 0]


# 7.5 to 7.8: turning and seeing


@pytest.mark.parametrize(
    ("facing", "target", "seen"),
    [
        ("north", "C1", "north"),
        ("north", "F4", "east"),
        ("north", "A4", "west"),
        ("north", "C6", None),
        ("east", "A4", None),
        ("east", "C6", "south"),
        ("south", "C1", None),
        ("west", "F4", None),
        ("north", "D3", None),
    ],
)
def test_rule_7_7_E17_it_sees_in_line_at_any_distance_but_not_backwards(
    facing: str, target: str, seen: str | None
) -> None:
    table = walker("C4", facing, target=target)
    table.poop[0] = 1 << (spot("C4") >> 2)
    set_off(table, 1)
    assert where(table, 1)[1] == (seen or facing)


def test_rule_7_7_whatever_lies_between_does_not_matter() -> None:
    table = walker("C4", "north", "D4 bends r0", down="E4 fork", target="F4")
    table.poop[0] = 1 << (spot("C4") >> 2)
    keeper(table, 3, "E4/-", "north", busy=True)
    only(table, 1)
    set_off(table, 1)
    assert where(table, 1)[1] == "east"


def test_rule_7_7_it_hunts_only_its_own_animal() -> None:
    table = walker("C4", "north")
    put(table, "owl", "E4")
    assert ends(table, 1) == {("C3/1", "north")}


def test_rule_7_7_a_hiding_animal_is_not_seen() -> None:
    table = walker("C4", "north", target="E4")
    table.hiding = 1
    assert ends(table, 1) == {("C3/1", "north")}


def test_rule_7_7_E18_it_looks_after_each_move() -> None:
    table = walker("C5", "north", target="F3")
    set_off(table, 2)
    assert where(table, 1) == ("C3/1", "east")


def test_rule_7_7_E18_it_does_not_look_during_the_animals_phase() -> None:
    table = walker("C4", "north", target="F3")
    put(table, "gorilla", "F3")
    begin(table, "gorilla")
    play(table, "move south", "move south", "end turn")
    assert where(table, 1) == ("C4/1", "north")


def test_rule_7_7_it_does_not_look_while_busy() -> None:
    table = walker("C4/-", "north", down="C4 fork", busy=True, target="F4")
    log = set_off(table, 1)
    assert log.index("Keeper 1 gets through C4.") < log.index("Keeper 1 sees its target and turns east.")
    table = walker("B4", "east", down="C4 fork", target="C6")
    set_off(table, 1)
    assert where(table, 1) == ("C4", "east")


def test_rule_7_6_after_crossing_it_only_looks() -> None:
    table = walker("C4/2", "north", "C4 bends r0", target="F4")
    set_off(table, 1)
    assert where(table, 1) == ("C4/1", "east"), "towards its target"
    table = walker("C4/2", "north", "C4 bends r0", target="C6")
    set_off(table, 1)
    assert where(table, 1) == ("C4/1", "north"), "not backwards"


def test_rule_7_7_sight_of_the_machine_when_its_animal_is_loaded() -> None:
    table = walker("C5", "north", target="F5")
    built(table, "A5", "treads", "kite", "horn", aboard="gorilla")
    table.poop[0] = 1 << (spot("C5") >> 2)
    set_off(table, 1)
    assert where(table, 1)[1] == "west"
    table = walker("C5", "north", target="F5")
    built(table, "A5", "treads", "kite", "horn")
    table.poop[0] = 1 << (spot("C5") >> 2)
    set_off(table, 1)
    assert where(table, 1)[1] == "east", "its Animal is not aboard"


def test_rule_7_5_it_never_turns_back_by_itself() -> None:
    table = walker("C2", "north", target="C4")
    assert ends(table, 1) == {("C1/1", "east"), ("C1/1", "west")}


@pytest.mark.parametrize(
    ("place", "facing", "ways"),
    [
        ("C1", "north", {"B1/1", "D1/1"}),
        ("A1", "north", {"B1/1"}),
        ("A1", "west", {"A2/1"}),
        ("F3", "east", {"F2/1", "F4/1"}),
    ],
)
def test_rule_7_8_facing_a_wall_it_turns_left_or_right_first(place: str, facing: str, ways: set[str]) -> None:
    assert {end for end, _ in ends(walker(place, facing), 1)} == ways


def test_rule_7_8_E23_on_a_face_down_edge_tile_too() -> None:
    table = walker("C1/-", "north", down="C1 edge-fork")
    assert {end for end, _ in ends(table, 1)} == {"B1/1", "D1/1"}


# 7.9: a tile turned up under a Keeper


@pytest.mark.parametrize(
    ("facing", "turns", "path"), [("north", 0, 1), ("east", 0, 1), ("south", 0, 2), ("north", 1, 2)]
)
def test_rule_7_9_E24_it_stands_on_the_path_that_it_faces(facing: str, turns: int, path: int) -> None:
    table = zoo("gorilla", "owl")
    cover(table, "C4 bends")
    keeper(table, 2, "C4/-", facing, busy=True)
    put(table, "gorilla", "B4")
    begin(table, "gorilla")
    play(table, "move east", f"turn tile r{turns}")
    assert where(table, 2) == (f"C4/{path}", facing)
    assert table.busy == 0
    assert bool(table.captured & 1) == (table.zoo[spot("C4") >> 2].path_at[3] + 1 == path)


def test_rule_7_9_E24_facing_a_wall_the_opposite_side_counts() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "C1 promenade")
    keeper(table, 2, "C1/-", "north")
    put(table, "gorilla", "B1")
    begin(table, "gorilla")
    play(table, "move east")
    assert where(table, 2) == ("C1/2", "north")
    assert table.captured == 0


# 6: capture


def test_rule_6_1_a_keeper_captures_any_animal_on_the_path_it_comes_onto() -> None:
    table = walker("B4", "east", target="C4")
    keeper(table, 2, "B4", "east")
    only(table, 2)
    log = set_off(table, 1)
    assert "Keeper 2 captures the Gorilla, which goes back to its Enclosure." in log
    assert table.spots[0] == spot("A1")


def test_rule_6_1_E20_standing_together_is_not_capture() -> None:
    table = walker("C4", "east", target="C4")
    set_off(table, 1)
    assert (where(table, 1)[0], table.spots[0], table.added) == ("D4/1", spot("C4"), 0)


def test_rule_6_2_neither_hiding_nor_loaded_animals_are_captured() -> None:
    table = walker("B4", "east", "C4 sewer", target="C4")
    table.hiding = 1
    set_off(table, 2)
    assert (table.spots[0], where(table, 1)[0]) == (spot("C4"), "D4/1")


def test_rule_6_3_parts_leave_the_game_poop_and_whistle_stay() -> None:
    table = walker("B4", "east", target="C4")
    carry(table, "gorilla", "kite", "crane", "whistle")
    table.poop_left[0] = 2
    log = set_off(table, 1)
    animal = table.view(None)["animals"][0]
    assert (animal["spot"], animal["cards"], animal["poop"]) == ("A1/1", ["whistle"], 2)
    assert table.view(None)["gone"] == ["kite", "crane"]
    assert table.view(None)["power"]["supply"] == [3, 3, 3, 4, 4, 4, 4]
    assert any(line.endswith("goes back to its Enclosure and loses the Kite Wing, the Crane Arm.") for line in log)


def test_rule_6_2_and_6_3_E27_keepers_at_home_do_not_matter_and_nobody_is_captured_twice_a_round() -> None:
    table = walker("B4", "east", target="C4")
    keeper(table, 3, "A1", "south")
    table.stands[4] = OUTSIDE
    table.duty = (0, 2, 4)
    set_off(table, 1)
    assert where(table, 5)[0] == "A1/1", "Keeper 5 entered after the capture"
    assert (table.spots[0], table.added) == (spot("A1"), 1)


def test_rule_6_2_E27_from_the_next_round_on_it_can_be_captured_at_home() -> None:
    table = walker("B4", "east", target="C4")
    set_off(table, 1)
    table.stands[0], table.facing[0] = OUTSIDE, -1
    set_off(table, 1)
    assert table.added == 2


def test_rule_6_4_E31_a_captured_machine_goes_home_and_the_team_gives_up_a_part() -> None:
    table = walker("B4", "east")
    built(table, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    keeper(table, 2, "E6", "east")
    only(table, 1, 2)
    set_off(table, 3)
    assert (table.machine, table.added, table.loaded) == (spot("C3"), 1, 1)
    assert table.to_act == (0, 1), "whoever speaks first"
    assert legal(table, 0) == legal(table, 1) == ["remove treads", "remove bogie", "remove kite", "remove horn"]
    assert refused(table, "remove crane").reason.startswith("The Machine has no Crane Arm; its Parts are: treads, ")
    assert refused(table, "end turn").rule == "6.4"
    assert where(table, 2)[0] == "E6/1", "Keeper 2 waits for the decision"
    table.play("remove bogie", 1)
    assert table.view(None)["machine"]["parts"] == ["treads", "kite", "horn"]
    assert where(table, 1)[0] == "C2/1", "a Keeper that has captured goes on, here after the Machine (E26)"
    assert where(table, 2)[0] != "E6/1"


def test_rule_6_2_E27_the_machine_is_captured_once_a_round() -> None:
    table = walker("B4", "east")
    built(table, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    keeper(table, 2, "C2", "south")
    only(table, 1, 2)
    set_off(table, 1)
    table.play("remove bogie", 0)
    assert where(table, 2)[0] == "C3/1"
    assert (table.round, table.added) == (2, 1)


def test_rule_6_5_all_captured_in_one_round() -> None:
    table = walker("B4", "east", target="C4")
    put(table, "owl", "D4")
    set_off(table, 2)
    assert table.result() == "Lost after 1 round: all Animals were captured in one round."


def test_rule_6_5_not_over_two_rounds() -> None:
    table = walker("B4", "east", target="C4")
    put(table, "owl", "D4")
    set_off(table, 1)
    set_off(table, 1)
    assert (table.is_over, table.added) == (False, 2)


def test_rule_6_5_E32_animals_aboard_do_not_count_but_at_level_hard() -> None:
    for level, is_over in (("standard", False), ("hard", True)):
        table = zoo("gorilla", "owl", level=level)
        built(table, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla owl")
        keeper(table, 1, "B4", "east")
        only(table, 1)
        set_off(table, 1)
        assert table.is_over == is_over
        assert table.result() == ("Lost after 1 round: all Animals were captured in one round." if is_over else "")


def test_rule_6_5_E32_at_level_hard_those_aboard_count_with_the_others() -> None:
    table = zoo("gorilla", "owl", level="hard")
    built(table, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    put(table, "owl", "D4")
    keeper(table, 2, "B4", "east")
    only(table, 2)
    set_off(table, 2)
    assert not table.is_over
    table.play("remove bogie", 0)
    assert table.is_over


def test_rule_6_6_E31_all_parts_of_a_kind_have_left_the_game() -> None:
    table = walker("B4", "east", target="C4")
    table.gone = table.pieces.of_kind[1] & ~table.pieces.card_named["kite"].bit
    carry(table, "gorilla", "kite")
    set_off(table, 1)
    assert table.result() == "Lost after 1 round: no Part of the kind lift is left."
    assert table.added == 0, "the Parts leave first (E42)"


def test_rule_6_6_E31_the_machine_has_lost_its_last_part_of_a_kind() -> None:
    table = walker("B4", "east")
    built(table, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    set_off(table, 1)
    table.play("remove horn", 0)
    assert table.result() == "Lost after 1 round: no Part of the kind gadget is left."


def test_rule_6_3_and_10_2_a_capture_without_power_cards_is_the_end() -> None:
    table = walker("B4", "east", target="C4")
    table.added = 8
    set_off(table, 1)
    assert table.result() == "Lost after 1 round: no Power Card is left to add."


def test_rule_6_7_E26_a_keeper_that_captured_goes_on() -> None:
    table = walker("B4", "east", target="C4")
    set_off(table, 3)
    assert where(table, 1)[0] == "E4/1"


def test_rule_6_7_capture_comes_before_loading() -> None:
    table = zoo("gorilla", "owl")
    built(table, "C4", "treads", "kite", "horn")
    keeper(table, 2, "C4", "north")
    put(table, "gorilla", "B4")
    begin(table, "gorilla")
    play(table, "move east")
    assert (table.captured, table.loaded, table.spots[0]) == (1, 0, spot("A1"))


def test_rule_3_4_E42_the_first_thing_that_ends_the_game_counts() -> None:
    table = walker("B4", "east", target="C4")
    put(table, "owl", "C4")
    table.added = 8
    set_off(table, 1)
    assert table.ending == 4, "no Power Card for the first capture; the second never happens"
    assert table.spots[1] == spot("C4")


# 9: the Billionaire


def machine_is_built(*tiles: str) -> Table:
    """The Gorilla builds the Machine on C3."""
    table = zoo("gorilla", "owl")
    lay(table, *tiles)
    carry(table, "gorilla", "kite")
    table.machine_parts = table.pieces.card_named["treads"].bit | table.pieces.card_named["horn"].bit
    put(table, "gorilla", "C3")
    begin(table, "gorilla")
    return table


def billionaire(table: Table) -> tuple[str | None, str | None]:
    return where(table, table.billionaire + 1)


def test_rule_9_1_on_the_nearest_face_up_gate_facing_the_machine() -> None:
    table = machine_is_built("C6 gate", "F2 gate")
    play(table, "add kite", "build")
    assert billionaire(table) == ("C6/1", "north")


def test_rule_9_1_a_face_down_gate_does_not_count_then_the_nearest_enclosure_E37() -> None:
    table = machine_is_built()
    cover(table, "C1 gate")
    play(table, "add kite", "build")
    place, facing = billionaire(table)
    assert place == "A1/1"
    assert facing in ("east", "south")


def test_rule_9_1_ties_by_coin() -> None:
    found = set()
    for seed in range(12):
        table = machine_is_built("D1 gate", "A4 gate")
        table.rng = type(table.rng)(seed)
        play(table, "add kite", "build")
        found.add(billionaire(table)[0])
    assert found == {"D1/1", "A4/1"}


def test_rule_9_1_and_6_1_he_captures_where_he_appears() -> None:
    table = machine_is_built("C6 gate")
    put(table, "owl", "C6")
    play(table, "add kite", "build")
    assert (table.captured, table.spots[1]) == (2, spot("F6"))


def test_rule_9_2_E38_he_hunts_the_machine_with_a_card_of_his_own_and_ignores_poop() -> None:
    table = zoo("gorilla", "owl")
    put(table, "gorilla", FAR)
    put(table, "owl", FAR)
    built(table, "C4", "treads", "kite", "horn")
    only(table)
    table.stands[table.billionaire] = spot("F4")
    table.facing[table.billionaire] = 0
    table.poop[0] = 1 << (spot("F4") >> 2) | 1 << (spot("E4") >> 2)
    log = set_off(table, 2)
    assert billionaire(table) == ("D4/1", "west")
    assert table.poop[0].bit_count() == 2
    assert log[1:3] == ["The Billionaire draws a 2.", "The Billionaire sees the Machine and turns west."]


def test_rule_9_2_he_captures_animals_too() -> None:
    table = zoo("gorilla", "owl")
    built(table, "C4", "treads", "kite", "horn")
    put(table, "gorilla", "E4")
    put(table, "owl", "E6")
    only(table)
    table.stands[table.billionaire] = spot("F4")
    table.facing[table.billionaire] = 3
    log = set_off(table, 1)
    assert "The Billionaire captures the Gorilla, which goes back to its Enclosure." in log
