"""Sections 6, 7 and 9 of docs/rules/zoo-escape.md, by number; E-numbers are rulings that it contains."""

from __future__ import annotations

import pytest

from menagerie import Event
from menagerie.games.zoo_escape.board import OUTSIDE
from menagerie.games.zoo_escape.state import Position

from .position import (
    at_the_zoo,
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


def walker(where: str, facing: str, *tiles: str, down: str = "", busy: bool = False, target: str = FAR) -> Position:
    """Return a Zoo in which only Keeper 1 walks."""
    state = zoo("gorilla", "owl")
    lay(state, *tiles)
    if down:
        cover(state, *down.split(","))
    put(state, "gorilla", target)
    put(state, "owl", FAR)
    state.hiding = 1 if target == FAR else 0
    keeper(state, 1, where, facing, busy=busy)
    only(state, 1)
    return state


def ends(make: Position, power: int) -> set[tuple[str | None, str | None]]:
    """Return all possible ends of Keeper 1's walk."""
    found = set()
    for seed in range(24):
        state = make.copy()
        set_off(state, power, seed)
        found.add(where(state, 1))
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


@pytest.mark.parametrize(("state", "power", "expected"), [walk[1:] for walk in WALKS], ids=[walk[0] for walk in WALKS])
def test_rules_7_3_and_7_5_E21_E22_E23_walks(state: Position, power: int, expected: set[tuple[str, str]]) -> None:
    assert ends(state, power) == expected


def test_rule_7_3_2_E23_crossing_a_face_down_tile_may_take_two_turns() -> None:
    state = at_the_zoo(
        """
        players: 2

        [table]
        animals: gorilla, owl

        [tiles]
        B4: building
        C4: down fork

        [keepers]
        1: B4, facing east
        2: reserve
        """
    )
    set_off(state, 1)
    assert (state.busy, where(state, 1)) == (1, ("C4", "east"))
    log = set_off(state, 1)
    assert (state.busy, where(state, 1)) == (0, ("C4", "east"))
    assert "Keeper 1 finishes crossing tile C4." in log
    assert not state.up >> (spot("C4") >> 2) & 1, "keepers turn up no tiles"


def test_rule_7_3_1_and_7_5_2_E3_entering_takes_a_move_and_a_coin() -> None:
    state = walker("C3", "south")
    state.stands[0], state.facing[0] = OUTSIDE, -1
    assert ends(state, 1) == {("A1/1", "east"), ("A1/1", "south")}
    assert {place for place, _ in ends(state, 2)} == {"B1/1", "A2/1"}


def test_rule_7_5_1_a_keeper_that_enters_turns_to_its_animal_in_line() -> None:
    state = walker("C3", "south", target="A4")
    state.stands[0], state.facing[0] = OUTSIDE, -1
    assert ends(state, 1) == {("A1/1", "south")}


def test_rule_7_3_3_E19_it_crosses_to_its_animal_on_the_same_tile_and_captures_it() -> None:
    state = walker("C4/2", "south", "C4 bends r0", target="C4/1")
    log = set_off(state, 1)
    assert where(state, 1) == ("C4/1", "south")
    assert "Keeper 1 captures the Gorilla and sends it home." in log


def test_rule_7_3_3_E19_other_keepers_walk_by() -> None:
    state = walker("C4/2", "south", "C4 bends r0", target="C4/1")
    keeper(state, 2, "C4/2", "south")
    only(state, 2)
    set_off(state, 1)
    assert where(state, 2)[0] == "C5/1"
    assert state.added == 0


def test_rule_7_3_4_it_crosses_when_its_path_does_not_lead_where_it_faces() -> None:
    state = walker("C4/2", "north", "C4 bends r0")
    assert ends(state, 1) == {("C4/1", "north")}
    assert ends(state, 2) == {("C3/1", "north")}


# 7.1, 7.2: cards and the start of a turn


def test_rule_7_1_each_keeper_draws_a_card_of_its_own() -> None:
    state = zoo("gorilla", "owl", "monkey")
    for animal in ("gorilla", "owl", "monkey"):
        put(state, animal, FAR)
    before = state.view(None)["power"]
    state.had_turn = 7
    state.settle()
    after = state.view(None)["power"]
    assert len(after["discards"]) == 3
    assert sorted(after["pile"] + after["discards"]) == before["pile"]


def test_rule_7_1_E28_a_card_just_drawn_is_a_discard_when_the_discards_become_the_pile() -> None:
    state = walker("C2", "south")
    set_off(state, 1)
    set_power(state, [], (3, 3))
    assert [state.draw_power(), state.draw_power(), state.draw_power()] == [3, 3, 3]
    assert (state.pile[3], state.discards[3]) == (1, 1)


def test_rule_7_1_cards_are_drawn_by_chance() -> None:
    state = zoo("gorilla", "owl")
    drawn = set()
    for _ in range(6):
        drawn.add(state.draw_power())
    assert drawn == {1, 2}


def test_rule_7_2_E25_poop_underfoot_at_the_start_costs_the_whole_turn() -> None:
    state = walker("C2", "south")
    state.poop[0] = 1 << (spot("C2") >> 2)
    log = set_off(state, 3)
    assert where(state, 1) == ("C2/1", "south")
    assert state.poop == [0, 0]
    assert log[-2] == "Keeper 1 cleans up the poop on tile C2 and stops."


def test_rule_7_2_it_looks_before_it_cleans() -> None:
    state = walker("C2", "south", target="E2")
    state.poop[0] = 1 << (spot("C2") >> 2)
    set_off(state, 3)
    assert where(state, 1) == ("C2/1", "east")


def test_rule_7_4_E25_coming_onto_poop_ends_the_moves_after_turning() -> None:
    state = walker("B4", "east", "C4 bends r0")
    state.poop[1] = 1 << (spot("C4") >> 2)
    set_off(state, 4)
    assert where(state, 1) == ("C4/2", "south")
    assert state.poop == [0, 0]


def test_rule_7_4_poop_on_the_other_path_does_not_matter() -> None:
    state = walker("B4", "east", "C4 bends r0")
    state.poop[0] = 1 << (spot("C4") >> 2)
    set_off(state, 2)
    assert where(state, 1)[0] == "C5/1"
    assert state.poop[0]


def test_rule_7_4_crossing_onto_poop_ends_the_moves_too() -> None:
    state = walker("C4/2", "north", "C4 bends r0")
    state.poop[0] = 1 << (spot("C4") >> 2)
    set_off(state, 4)
    assert (where(state, 1), state.poop) == (("C4/1", "north"), [0, 0])


def test_rule_7_4_E25_of_two_keepers_the_first_cleans() -> None:
    state = walker("B4", "east")
    keeper(state, 2, "B4", "east")
    only(state, 1, 2)
    state.poop[0] = 1 << (spot("C4") >> 2)
    set_off(state, 2)
    assert (where(state, 1)[0], where(state, 2)[0]) == ("C4/1", "D4/1")


def test_rule_7_10_poop_does_not_protect() -> None:
    state = walker("B4", "east", target="C4")
    state.poop[0] = 1 << (spot("C4") >> 2)
    log = set_off(state, 1)
    assert log[2:7] == [
        "Keeper 1 sees its target straight ahead to the east.",
        "Keeper 1 walks east to tile C4.",
        "Keeper 1 captures the Gorilla and sends it home.",
        "A Power Card 3 is shuffled into the draw pile.",
        "Keeper 1 cleans up the poop on tile C4 and stops.",
    ]
    assert state.spots[0] == spot("A1")
    assert state.poop == [0, 0]


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
    state = walker("C4", facing, target=target)
    state.poop[0] = 1 << (spot("C4") >> 2)
    set_off(state, 1)
    assert where(state, 1)[1] == (seen or facing)


def test_rule_7_7_whatever_lies_between_does_not_matter() -> None:
    state = walker("C4", "north", "D4 bends r0", down="E4 fork", target="F4")
    state.poop[0] = 1 << (spot("C4") >> 2)
    keeper(state, 3, "E4/-", "north", busy=True)
    only(state, 1)
    set_off(state, 1)
    assert where(state, 1)[1] == "east"


def test_rule_7_7_it_hunts_only_its_own_animal() -> None:
    state = walker("C4", "north")
    put(state, "owl", "E4")
    assert ends(state, 1) == {("C3/1", "north")}


def test_rule_7_7_a_hiding_animal_is_not_seen() -> None:
    state = walker("C4", "north", target="E4")
    state.hiding = 1
    assert ends(state, 1) == {("C3/1", "north")}


def test_rule_7_7_E18_it_looks_after_each_move() -> None:
    state = walker("C5", "north", target="F3")
    set_off(state, 2)
    assert where(state, 1) == ("C3/1", "east")


def test_rule_7_7_E18_it_does_not_look_during_the_animals_phase() -> None:
    state = walker("C4", "north", target="F3")
    put(state, "gorilla", "F3")
    begin(state, "gorilla")
    play(state, "move south", "move south", "end turn")
    assert where(state, 1) == ("C4/1", "north")


def test_rule_7_7_it_does_not_look_while_busy() -> None:
    state = walker("C4/-", "north", down="C4 fork", busy=True, target="F4")
    log = set_off(state, 1)
    assert log.index("Keeper 1 finishes crossing tile C4.") < log.index("Keeper 1 sees its target and turns east.")
    state = walker("B4", "east", down="C4 fork", target="C6")
    set_off(state, 1)
    assert where(state, 1) == ("C4", "east")


def test_rule_7_6_after_crossing_it_only_looks() -> None:
    state = walker("C4/2", "north", "C4 bends r0", target="F4")
    set_off(state, 1)
    assert where(state, 1) == ("C4/1", "east"), "towards its target"
    state = walker("C4/2", "north", "C4 bends r0", target="C6")
    set_off(state, 1)
    assert where(state, 1) == ("C4/1", "north"), "not backwards"


def test_rule_7_6_after_crossing_and_capturing_it_looks_where_its_animal_was_put() -> None:
    state = walker("C1/2", "south", "C1 promenade", target="C1/1")
    set_off(state, 1)
    assert state.spots[0] == spot("A1")
    assert where(state, 1) == ("C1/1", "west")


def test_rule_7_7_sight_of_the_machine_when_its_animal_is_loaded() -> None:
    state = walker("C5", "north", target="F5")
    built(state, "A5", "treads", "kite", "horn", aboard="gorilla")
    state.poop[0] = 1 << (spot("C5") >> 2)
    set_off(state, 1)
    assert where(state, 1)[1] == "west"
    state = walker("C5", "north", target="F5")
    built(state, "A5", "treads", "kite", "horn")
    state.poop[0] = 1 << (spot("C5") >> 2)
    set_off(state, 1)
    assert where(state, 1)[1] == "east", "its Animal is not aboard"


def test_rule_7_5_it_never_turns_back_by_itself() -> None:
    state = walker("C2", "north", target="C4")
    assert ends(state, 1) == {("C1/1", "east"), ("C1/1", "west")}


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
    state = walker("C1/-", "north", down="C1 edge-fork")
    assert {end for end, _ in ends(state, 1)} == {"B1/1", "D1/1"}


# 7.9: a tile turned up under a Keeper


@pytest.mark.parametrize(
    ("facing", "turns", "path"), [("north", 0, 1), ("east", 0, 1), ("south", 0, 2), ("north", 1, 2)]
)
def test_rule_7_9_E24_it_stands_on_the_path_that_it_faces(facing: str, turns: int, path: int) -> None:
    state = zoo("gorilla", "owl")
    cover(state, "C4 bends")
    keeper(state, 2, "C4/-", facing, busy=True)
    put(state, "gorilla", "B4")
    begin(state, "gorilla")
    play(state, "move east", f"turn tile r{turns}")
    assert where(state, 2) == (f"C4/{path}", facing)
    assert state.busy == 0
    assert bool(state.captured & 1) == (state.zoo[spot("C4") >> 2].path_at[3] + 1 == path)


def test_rule_7_9_E24_facing_a_wall_the_opposite_side_counts() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "C1 promenade")
    keeper(state, 2, "C1/-", "north")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    play(state, "move east")
    assert where(state, 2) == ("C1/2", "north")
    assert state.captured == 0


# 6: capture


def test_rule_6_1_a_keeper_captures_any_animal_on_the_path_it_comes_onto() -> None:
    state = walker("B4", "east", target="C4")
    keeper(state, 2, "B4", "east")
    only(state, 2)
    log = set_off(state, 1)
    assert "Keeper 2 captures the Gorilla and sends it home." in log
    assert state.spots[0] == spot("A1")


def test_rule_6_1_all_animals_on_the_path_are_captured() -> None:
    state = zoo("gorilla", "owl", "monkey")
    for animal in ("gorilla", "owl"):
        put(state, animal, "C4")
    put(state, "monkey", "E6")
    keeper(state, 3, "B4", "east")
    only(state, 3)
    set_off(state, 1)
    assert state.spots == [spot("A1"), spot("F6"), spot("E6")]
    assert state.added == 2


def test_rule_6_1_E20_standing_together_is_not_capture() -> None:
    state = walker("C4", "east", target="C4")
    set_off(state, 1)
    assert (where(state, 1)[0], state.spots[0], state.added) == ("D4/1", spot("C4"), 0)


def test_rule_6_2_neither_hiding_nor_loaded_animals_are_captured() -> None:
    state = walker("B4", "east", "C4 sewer", target="C4")
    state.hiding = 1
    set_off(state, 2)
    assert (state.spots[0], where(state, 1)[0]) == (spot("C4"), "D4/1")


def test_rule_6_3_parts_leave_the_game_poop_and_whistle_stay() -> None:
    state = walker("B4", "east", target="C4")
    carry(state, "gorilla", "kite", "crane", "whistle")
    state.poop_left[0] = 2
    log = set_off(state, 1)
    animal = state.view(None)["animals"][0]
    assert (animal["spot"], animal["cards"], animal["poop"]) == ("A1/1", ["whistle"], 2)
    assert state.view(None)["gone"] == ["kite", "crane"]
    assert state.view(None)["power"]["supply"] == [3, 3, 3, 4, 4, 4, 4]
    assert any(line.endswith("The Gorilla loses the Kite Wing and the Crane Arm.") for line in log)


def test_rule_6_2_and_6_3_E27_keepers_at_home_do_not_matter_and_no_animal_is_captured_twice_a_round() -> None:
    state = walker("B4", "east", target="C4")
    keeper(state, 3, "A1", "south")
    state.stands[4] = OUTSIDE
    state.duty = (0, 2, 4)
    set_off(state, 1)
    assert where(state, 5)[0] == "A1/1", "Keeper 5 entered after the capture"
    assert (state.spots[0], state.added) == (spot("A1"), 1)


def test_rule_6_2_E27_from_the_next_round_on_it_can_be_captured_at_home() -> None:
    state = walker("B4", "east", target="C4")
    set_off(state, 1)
    state.stands[0], state.facing[0] = OUTSIDE, -1
    set_off(state, 1)
    assert state.added == 2


def test_rule_6_4_E31_a_captured_machine_goes_home_and_the_team_gives_up_a_part() -> None:
    state = walker("B4", "east")
    built(state, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    keeper(state, 2, "E6", "east")
    only(state, 1, 2)
    set_off(state, 3)
    assert (state.machine, state.added, state.loaded) == (spot("C3"), 1, 1)
    assert state.to_act == (0, 1), "the first player to choose decides"
    assert legal(state, 0) == legal(state, 1) == ["remove treads", "remove bogie", "remove kite", "remove horn"]
    assert refused(state, "remove crane").reason.startswith(
        "The Machine has no Crane Arm. Choose from its Parts: Mower Treads, "
    )
    assert refused(state, "end turn").rule == "6.4"
    assert where(state, 2)[0] == "E6/1", "Keeper 2 waits for the decision"
    log: list[Event] = []
    state.play("remove bogie", 1, log)
    assert str(log[0]) == "The Machine loses the Monorail Bogie."
    assert state.view(None)["machine"]["parts"] == ["treads", "kite", "horn"]
    assert where(state, 1)[0] == "C2/1", "a Keeper continues after a capture, here after the Machine (E26)"
    assert where(state, 2)[0] != "E6/1"


def test_rule_6_4_the_only_part_goes_without_asking() -> None:
    state = walker("B4", "east")
    built(state, "C4", "treads", aboard="gorilla")
    set_off(state, 1)
    assert state.view(None)["gone"] == ["treads"]
    assert state.is_over


def test_rule_6_2_E27_the_machine_is_captured_once_a_round() -> None:
    state = walker("B4", "east")
    built(state, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    keeper(state, 2, "C2", "south")
    only(state, 1, 2)
    set_off(state, 1)
    state.play("remove bogie", 0)
    assert where(state, 2)[0] == "C3/1"
    assert (state.round, state.added) == (2, 1)


def test_rule_6_2_E27_an_animal_captured_this_round_walks_past_keepers_unharmed() -> None:
    state = machine_is_built("C6 gate")
    put(state, "owl", "C6")
    keeper(state, 1, "E6", "west")
    play(state, "add kite", "build")
    assert (state.captured, state.spots[1], state.added) == (0b10, spot("F6"), 1), "the Billionaire came upon the Owl"
    begin(state, "owl")
    play(state, "move west", "move west")
    assert (state.spots[1], state.added) == (spot("D6"), 1), "over Keeper 1's Path, and still its own turn"


def test_rule_6_5_all_captured_in_one_round() -> None:
    state = walker("B4", "east", target="C4")
    put(state, "owl", "D4")
    set_off(state, 2)
    assert state.result() == "Lost after 1 round: all Animals were captured in one round."


def test_rule_6_5_not_over_two_rounds() -> None:
    state = walker("B4", "east", target="C4")
    put(state, "owl", "D4")
    set_off(state, 1)
    set_off(state, 1)
    assert (state.is_over, state.added) == (False, 2)


def test_rule_6_5_E32_animals_aboard_do_not_count_but_at_level_hard() -> None:
    for level, is_over in (("standard", False), ("hard", True)):
        state = zoo("gorilla", "owl", level=level)
        built(state, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla owl")
        keeper(state, 1, "B4", "east")
        only(state, 1)
        set_off(state, 1)
        assert state.is_over == is_over
        assert state.result() == ("Lost after 1 round: all Animals were captured in one round." if is_over else "")


def test_rule_6_5_E32_at_level_hard_those_aboard_count_with_the_others() -> None:
    state = zoo("gorilla", "owl", level="hard")
    built(state, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    put(state, "owl", "D4")
    keeper(state, 2, "B4", "east")
    only(state, 2)
    set_off(state, 2)
    assert not state.is_over
    state.play("remove bogie", 0)
    assert state.is_over


def test_rule_6_6_E31_all_parts_of_a_kind_have_left_the_game() -> None:
    state = walker("B4", "east", target="C4")
    state.gone = state.pieces.of_kind[1] & ~state.pieces.card_named["kite"].bit
    carry(state, "gorilla", "kite")
    set_off(state, 1)
    assert state.result() == "Lost after 1 round: no Part of the kind lift is left."
    assert state.added == 0, "the Parts leave first (E42)"


def test_rule_6_6_E31_the_machine_has_lost_its_last_part_of_a_kind() -> None:
    state = walker("B4", "east")
    built(state, "C4", "treads", "bogie", "kite", "horn", aboard="gorilla")
    set_off(state, 1)
    state.play("remove horn", 0)
    assert state.result() == "Lost after 1 round: no Part of the kind gadget is left."


def test_rule_6_3_and_10_2_a_capture_without_power_cards_is_the_end() -> None:
    state = walker("B4", "east", target="C4")
    state.added = 8
    set_off(state, 1)
    assert state.result() == "Lost after 1 round: no Power Card is left to add."


def test_rule_6_7_E26_a_keeper_that_captured_goes_on() -> None:
    state = walker("B4", "east", target="C4")
    set_off(state, 3)
    assert where(state, 1)[0] == "E4/1"


def test_rule_6_7_capture_comes_before_loading() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C4", "treads", "kite", "horn")
    keeper(state, 2, "C4", "north")
    put(state, "gorilla", "B4")
    begin(state, "gorilla")
    play(state, "move east")
    assert (state.captured, state.loaded, state.spots[0]) == (1, 0, spot("A1"))


def test_rule_3_4_E42_the_first_thing_that_ends_the_game_counts() -> None:
    state = walker("B4", "east", target="C4")
    put(state, "owl", "C4")
    state.added = 8
    set_off(state, 1)
    assert state.ending == 4, "no Power Card for the first capture; the second never happens"
    assert state.spots[1] == spot("C4")


# 9: the Billionaire


def machine_is_built(*tiles: str) -> Position:
    """Let the Gorilla build the Machine on C3."""
    state = zoo("gorilla", "owl")
    lay(state, *tiles)
    carry(state, "gorilla", "kite")
    state.machine_parts = state.pieces.card_named["treads"].bit | state.pieces.card_named["horn"].bit
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    return state


def billionaire(state: Position) -> tuple[str | None, str | None]:
    return where(state, state.billionaire + 1)


def test_rule_9_1_on_the_nearest_face_up_gate_facing_the_machine() -> None:
    state = machine_is_built("C6 gate", "F2 gate")
    play(state, "add kite", "build")
    assert billionaire(state) == ("C6/1", "north")


def test_rule_9_1_a_face_down_gate_does_not_count_then_the_nearest_enclosure_E37() -> None:
    state = machine_is_built()
    cover(state, "C1 gate")
    play(state, "add kite", "build")
    place, facing = billionaire(state)
    assert place == "A1/1"
    assert facing in ("east", "south")


def test_rule_9_1_ties_by_coin() -> None:
    found = set()
    for seed in range(12):
        state = machine_is_built("D1 gate", "A4 gate")
        state.rng = type(state.rng)(seed)
        play(state, "add kite", "build")
        found.add(billionaire(state)[0])
    assert found == {"D1/1", "A4/1"}


def test_rule_9_1_and_6_1_he_captures_where_he_appears() -> None:
    state = machine_is_built("C6 gate")
    put(state, "owl", "C6")
    play(state, "add kite", "build")
    assert (state.captured, state.spots[1]) == (2, spot("F6"))


def test_rule_9_1_and_6_2_he_captures_no_animal_that_hides_or_was_captured_this_round() -> None:
    state = machine_is_built("C6 gate")
    put(state, "owl", "C6")
    state.hiding = 0b10
    play(state, "add kite", "build")
    assert (state.captured, state.spots[1], state.added) == (0, spot("C6"), 0)
    state = machine_is_built()
    put(state, "owl", "A1")
    state.captured = 0b10
    play(state, "add kite", "build")
    assert billionaire(state)[0] == "A1/1"
    assert (state.spots[1], state.added) == (spot("A1"), 0)


def test_rule_9_2_E38_he_hunts_the_machine_with_a_card_of_his_own_and_ignores_poop() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", FAR)
    put(state, "owl", FAR)
    built(state, "C4", "treads", "kite", "horn")
    only(state)
    state.stands[state.billionaire] = spot("F4")
    state.facing[state.billionaire] = 0
    state.poop[0] = 1 << (spot("F4") >> 2) | 1 << (spot("E4") >> 2)
    log = set_off(state, 2)
    assert billionaire(state) == ("D4/1", "west")
    assert state.poop[0].bit_count() == 2
    assert log[1:3] == ["The Billionaire draws a 2.", "The Billionaire sees the Machine and turns west."]


def test_rule_9_2_he_captures_animals_too() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C4", "treads", "kite", "horn")
    put(state, "gorilla", "E4")
    put(state, "owl", "E6")
    only(state)
    state.stands[state.billionaire] = spot("F4")
    state.facing[state.billionaire] = 3
    log = set_off(state, 1)
    assert "The Billionaire captures the Gorilla and sends it home." in log
