"""Section 8 of docs/rules/zoo-escape.md, by number; E-numbers are rulings that it contains."""

from __future__ import annotations

from menagerie.games.zoo_escape.board import OUTSIDE
from menagerie.games.zoo_escape.state import Position

from .position import (
    at_the_zoo,
    begin,
    built,
    cover,
    keeper,
    lay,
    legal,
    only,
    play,
    put,
    refused,
    set_off,
    spot,
    where,
    zoo,
)


def machine(
    at: str, *parts: str, aboard: str = "gorilla", tiles: tuple[str, ...] = (), down: tuple[str, ...] = ()
) -> Position:
    """Start the Machine's turn, with the Owl at home."""
    state = zoo("gorilla", "owl")
    lay(state, *tiles)
    cover(state, *down)
    built(state, at, *parts, aboard=aboard)
    begin(state, "machine")
    return state


def uses(state: Position, part: str) -> list[str]:
    """Return what the Part can do now."""
    return [decision.removeprefix(f"machine {part} ") for decision in legal(state) if f"machine {part} " in decision]


# 8.1: building


def test_rule_8_1_E33_the_builder_is_loaded_and_the_hippo_stands_where_it_stood() -> None:
    state = at_the_zoo(
        """
        players: 3

        [table]
        animals: gorilla, owl, monkey
        steps: round, turn
        active: gorilla

        [tiles]
        C3: workshop

        [gorilla]
        spot: C3
        cards: kite, crane

        [owl]
        spot: C3

        [machine]
        parts: treads, horn
        """
    )
    log = play(state, "add kite", "build")
    assert (state.machine, state.loaded) == (spot("C3"), 0b011), "the Owl on the same Path is Loaded too"
    assert (state.spots[0], state.spots[1]) == (OUTSIDE, OUTSIDE)
    assert log[1:4] == [
        "The Gorilla and Dr. Potamus build the Incredible Machine.",
        "The Gorilla boards the Machine.",
        "The Owl boards the Machine.",
    ]
    assert state.to_act == (0, 1, 2)
    assert state.view(None)["animals"][0]["cards"] == ["crane"], "what it carries is not out of the game (E40)"


def test_rule_8_3_a_loaded_animal_has_no_turn() -> None:
    state = at_the_zoo(
        """
        players: 3

        [table]
        animals: gorilla, owl, monkey

        [tiles]
        C4: building

        [gorilla]
        spot: aboard

        [machine]
        spot: C4
        parts: treads, kite, horn
        """
    )
    refusal = refused(state, "begin gorilla", 0)
    assert (refusal.reason, refusal.rule) == ("The Gorilla is aboard the Machine and takes no turns.", "8.3")


# 8.2: the turn


def test_rule_8_2_each_part_once_in_any_order() -> None:
    state = machine("C4", "treads", "kite", "lasso")
    play(state, "machine kite east", "machine treads south")
    assert state.machine == spot("D5")
    assert state.active == 1, "with nothing left to use the turn ends automatically, and the Owl's starts"
    state = machine("C4", "treads", "kite", "horn", "bogie")
    play(state, "machine kite east")
    assert refused(state, "machine kite east").reason == "The Machine has already used the Kite Wing this turn."
    assert refused(state, "machine rotor east").reason == "The Machine has no Ceiling-Fan Rotor."
    assert refused(state, "poop").reason == "It's the Machine's turn. Use one of its Parts or end the turn."


def test_rule_8_2_the_use_of_a_part_is_finished_first() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn")
    play(state, "machine cart-wheels east")
    assert legal(state)[-1] == "stop"
    refusal = refused(state, "machine kite east")
    assert (refusal.reason, refusal.rule) == (
        "First finish using the Shopping-Cart Wheels, or stop.",
        "8.2",
    )
    play(state, "stop", "machine kite east")
    assert state.machine == spot("E4")


def test_rule_8_2_E39_the_machine_turns_up_tiles_but_raises_no_alarm() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn", down=("D4 bridge-camera",))
    play(state, "machine cart-wheels east", "turn tile r1")
    assert state.machine == spot("D4/1"), "the path with the camera, turned to lie from east to west"
    assert (len(state.duty), state.added) == (2, 0)


def test_rule_8_2_and_2_5_a_building_that_the_machine_turns_up_has_loot() -> None:
    state = machine("C4", "kite", "treads", "horn", down=("D4 building",))
    play(state, "machine kite east")
    assert state.loot[spot("D4") >> 2] == 3


def test_rule_8_2_next_round_all_parts_can_be_used_again() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn", aboard="gorilla owl")
    only(state)
    play(state, "machine cart-wheels east", "stop", "machine kite east")
    assert state.view(None)["machine"]["used"] == [], "its turn is over"
    play(state, "begin machine")
    assert uses(state, "kite")
    assert len(uses(state, "cart-wheels")) == 4


def test_rule_8_2_captured_in_the_middle_of_a_roll_no_part_is_in_use_any_more() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn", "crane", aboard="gorilla owl")
    keeper(state, 2, "D4", "north")
    only(state, 2)
    play(state, "machine cart-wheels east", "remove crane", "begin machine")
    assert state.view(None)["active"]["part"] is None
    assert len(uses(state, "cart-wheels")) == 4


def test_rule_8_2_captured_on_its_turn_the_turn_is_over() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn", "crane")
    keeper(state, 2, "D4", "north")
    play(state, "machine cart-wheels east")
    assert (state.machine, state.active, state.added) == (spot("C3"), -1, 1)
    assert legal(state, 0) == ["remove cart-wheels", "remove kite", "remove horn", "remove crane"]
    play(state, "remove horn")
    assert state.had_turn >> state.team & 1
    assert state.active == 1


# 8.3: Loading


def test_rule_8_3_E34_an_animal_that_comes_onto_the_machines_path_is_loaded() -> None:
    state = zoo("gorilla", "owl")
    built(state, "E6", "treads", "kite", "horn", aboard="gorilla")
    begin(state, "owl")
    play(state, "move west")
    assert (state.loaded, state.spots[1]) == (3, OUTSIDE)


def test_rule_8_3_E34_the_machine_loads_whose_path_it_comes_onto() -> None:
    state = machine("C4", "treads", "kite", "horn")
    put(state, "owl", "D4")
    play(state, "machine treads east")
    assert state.loaded == 3


def test_rule_8_3_a_loaded_animal_no_longer_hides() -> None:
    state = machine("C4", "treads", "kite", "horn", tiles=("D4 sewer",))
    put(state, "owl", "D4")
    state.hiding = 0b10
    play(state, "machine treads east")
    assert (state.loaded, state.hiding) == (3, 0)


def test_rule_8_3_not_from_the_other_path_of_the_tile() -> None:
    state = machine("C4", "kite", "treads", "horn", tiles=("D4 bends r0",))
    put(state, "owl", "D4/1")
    play(state, "machine kite east path 2")
    assert state.loaded == 1
    play(state, "machine treads path 1")
    assert state.loaded == 3


def test_rule_8_3_put_together_is_loaded_too() -> None:
    state = machine("F6", "treads", "kite", "horn")
    put(state, "owl", "D4")
    keeper(state, 2, "C4", "east")
    only(state, 2)
    set_off(state, 1)
    assert (state.captured, state.loaded) == (0, 3), "the captured Owl was put on the Machine's Path (next round)"
    state = machine("C4", "treads", "kite", "horn", "bogie")
    put(state, "owl", "C3")
    keeper(state, 2, "D4", "north")
    play(state, "machine bogie east")
    assert state.loaded == 3, "the captured Machine was put on the Workshop"


# 8.4: Parts


def test_rule_8_4_1_roll() -> None:
    state = machine("C4", "cart-wheels", "kite", "horn", tiles=("D4 bends r0",))
    assert uses(state, "cart-wheels") == ["north", "east", "south", "west"]
    play(state, "machine cart-wheels east")
    assert state.machine == spot("D4/2")
    assert uses(state, "cart-wheels") == ["south", "west"], "along the bend"
    refusal = refused(state, "machine cart-wheels north")
    assert refusal.rule == "8.4.1"
    assert refusal.reason == "The Machine's Path doesn't lead north. It leads south or west."
    play(state, "machine cart-wheels south")
    assert state.machine == spot("D5")
    assert uses(state, "cart-wheels") == []


def test_rule_8_4_2_roll_in_line() -> None:
    state = machine("B4", "bogie", "kite", "horn")
    play(state, "machine bogie east")
    assert uses(state, "bogie") == ["east"]
    play(state, "machine bogie east", "machine bogie east")
    assert state.machine == spot("E4")
    assert uses(state, "bogie") == []


def test_rule_8_4_2_a_roll_in_line_to_the_north_too() -> None:
    state = machine("C5", "bogie", "kite", "horn")
    play(state, "machine bogie north")
    assert uses(state, "bogie") == ["north"]


def test_rule_8_4_2_a_bend_ends_a_roll_in_line() -> None:
    state = machine("B4", "bogie", "kite", "horn", tiles=("C4 bends r0",))
    play(state, "machine bogie east")
    assert state.stack[-1] is state.stack[1], "the use is over"
    assert uses(state, "kite")


def test_rule_8_4_3_creep_before_after_or_instead() -> None:
    start = machine("C4/1", "treads", "kite", "horn", tiles=("C4 bends r0", "C5 bends r0"))
    assert uses(start, "treads") == ["north", "east", "path 2"]
    before = start.copy()
    play(before, "machine treads path 2")
    assert uses(before, "treads") == ["south", "west"]
    play(before, "machine treads south")
    assert before.machine == spot("C5/1")
    assert uses(before, "treads") == [], "one change, one tile"
    after = machine("C4/2", "treads", "kite", "horn", tiles=("C4 bends r0", "C5 bends r0"))
    play(after, "machine treads south", "machine treads path 2")
    assert after.machine == spot("C5/2")
    assert uses(after, "treads") == []
    play(start, "machine treads path 2", "stop")
    assert start.machine == spot("C4/2")
    single = machine("C4", "treads", "kite", "horn")
    assert refused(single, "machine treads path 2").reason == "Tile C4 has only one Path."


def test_rule_8_4_3_the_path_can_be_changed_again_on_the_next_turn() -> None:
    tiles = ("C4 bends r0", "C5 bends r0")
    state = machine("C4/1", "treads", "kite", "horn", aboard="gorilla owl", tiles=tiles)
    only(state)
    play(state, "machine treads path 2", "stop", "end turn")
    assert state.round == 2
    play(state, "begin machine", "machine treads south")
    assert uses(state, "treads") == ["path 2"]


def test_rule_8_4_4_hop_whatever_the_paths_and_choose_where_to_land() -> None:
    state = machine("C4/1", "rotor", "treads", "horn", tiles=("C4 bends r0", "C5 bends r0"))
    assert uses(state, "rotor") == ["north", "east", "south path 1", "south path 2", "west"]
    play(state, "machine rotor south path 2")
    assert state.machine == spot("C5/2")
    edge = machine("C1", "rotor", "treads", "horn")
    assert uses(edge, "rotor") == ["east", "south", "west"]
    assert refused(edge, "machine rotor north").rule == "8.4.4"


def test_rule_8_4_4_landing_on_a_face_down_tile_it_is_turned_and_then_the_path_is_chosen() -> None:
    state = machine("C4", "rotor", "treads", "horn", down=("C5 fork",))
    play(state, "machine rotor south")
    assert refused(state, "path 1").rule == "4.4"
    play(state, "turn tile r3")
    assert legal(state) == ["path 1", "path 2"]
    assert refused(state, "end turn").rule == "8.4.4"
    play(state, "path 2")
    assert state.machine == spot("C5/2")


def test_rule_8_4_4_landing_on_a_keepers_path_is_capture() -> None:
    state = machine("C4", "rotor", "treads", "horn", down=("C5 bends",))
    keeper(state, 2, "C5/-", "north", busy=True)
    play(state, "machine rotor south", "turn tile r0", "path 1")
    assert state.machine == spot("C3")
    assert state.captured >> state.team & 1


def test_rule_8_4_5_leap_exactly_two_tiles() -> None:
    state = machine("B4", "springs", "treads", "horn", tiles=("B2 bends r0",))
    keeper(state, 2, "C4", "north")
    assert uses(state, "springs") == ["north path 1", "north path 2", "east", "south"]
    play(state, "machine springs east")
    assert state.machine == spot("D4"), "over the Keeper"


def test_rule_8_4_6_fly_one_to_three_tiles() -> None:
    state = machine("B4", "rocket", "treads", "horn")
    found = ["north 1", "north 2", "north 3", "east 1", "east 2", "east 3", "south 1", "south 2", "west 1"]
    assert uses(state, "rocket") == found
    play(state, "machine rocket east 3")
    assert state.machine == spot("E4")


def test_rule_8_4_7_scare() -> None:
    state = machine("C4", "horn", "kite", "treads")
    keeper(state, 1, "E4", "west")
    keeper(state, 2, "C1", "south")
    keeper(state, 3, "D5", "north")
    keeper(state, 4, "C4", "north")
    assert uses(state, "horn") == ["keeper 1"], "2 would face a wall, 3 is not in line, 4 on the same tile"
    assert "unless it would face a wall" in refused(state, "machine horn keeper 2").reason
    assert refused(state, "machine horn keeper 7").reason == "Keeper 7 isn't in the Zoo."
    play(state, "machine horn keeper 1")
    assert where(state, 1) == ("E4/1", "east")


def test_rule_8_4_8_shoo() -> None:
    state = machine("C4", "catapult", "lasso", "kite", "treads")
    keeper(state, 1, "D5", "west")
    keeper(state, 2, "C1", "south")
    keeper(state, 3, "F4", "north")
    keeper(state, 4, "A3", "north")
    keeper(state, 5, "C4", "north")
    assert uses(state, "catapult") == ["keeper 1", "keeper 5"]
    assert uses(state, "lasso") == ["keeper 2", "keeper 3", "keeper 5"]
    play(state, "machine lasso keeper 2", "machine catapult keeper 1")
    assert (state.stands[0], state.stands[1]) == (OUTSIDE, OUTSIDE)


def test_rule_9_2_the_billionaire_cannot_be_shooed_or_scared() -> None:
    state = machine("C4", "catapult", "horn", "kite", "treads")
    state.stands[state.billionaire] = spot("D4")
    state.facing[state.billionaire] = 3
    assert uses(state, "catapult") == uses(state, "horn") == []


def test_rule_8_4_9_crane() -> None:
    state = machine("C4", "crane", "kite", "treads")
    put(state, "owl", "D5")
    assert uses(state, "crane") == []
    assert refused(state, "machine crane owl").reason.startswith("The Owl is too far away.")
    for place in ("D4", "C4/2", "C5"):
        put(state, "owl", place)
        assert uses(state, "crane") == ["owl"]
    play(state, "machine crane owl")
    assert state.loaded == 3


def test_rule_8_4_10_muck() -> None:
    state = machine("C4", "muck-spreader", "kite", "treads", tiles=("D4 bends r0",), down=("C5 fork",))
    assert uses(state, "muck-spreader") == ["north", "east", "west"], "not on face-down tiles"
    play(state, "machine muck-spreader east")
    assert state.view(None)["poop"] == ["D4/2"], "on the Path that leads to the Machine"
    assert uses(state, "muck-spreader") == ["north", "west"]
    play(state, "machine muck-spreader west")
    assert uses(state, "muck-spreader") == []
    assert state.view(None)["poop"] == ["B4/1", "D4/2"]
    assert state.poop_left == [4, 4]


def test_rule_8_4_4_and_8_4_10_the_corner_in_the_north_west_is_a_tile_like_any_other() -> None:
    state = machine("B1", "rotor", "muck-spreader", "treads")
    assert uses(state, "rotor") == uses(state, "muck-spreader") == ["east", "south", "west"]
    play(state, "machine rotor west")
    assert state.machine == spot("A1")


# 8.5: escape


def test_rule_8_5_E36_with_every_part_that_moves_by_one_tile() -> None:
    parts = ("cart-wheels", "bogie", "treads", "kite", "rocket", "springs", "horn")
    for part in ("cart-wheels", "bogie", "treads", "kite", "rocket"):
        state = machine("C6", *parts, aboard="gorilla owl", tiles=("C6 gate",))
        assert "machine springs escape" not in legal(state)
        play(state, f"machine {part} escape")
        assert state.winners == (0, 1)


def test_rule_8_5_rolling_onto_the_gate_and_through() -> None:
    state = machine("C5", "cart-wheels", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine cart-wheels south", "machine cart-wheels escape")
    assert state.winners == (0, 1)


def test_rule_8_5_a_part_that_came_to_the_gate_with_its_last_tile_leads_no_further() -> None:
    state = machine("C4", "cart-wheels", "treads", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine cart-wheels south", "machine cart-wheels south")
    assert [decision for decision in legal(state) if "escape" in decision] == [
        "machine treads escape",
        "machine kite escape",
    ]
    state = machine("C5", "treads", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine treads south")
    assert [decision for decision in legal(state) if "escape" in decision] == ["machine kite escape"]


def test_rule_8_5_a_roll_in_line_only_in_its_direction() -> None:
    state = machine("B6", "bogie", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine bogie east")
    assert uses(state, "bogie") == ["east"]
    assert refused(state, "machine bogie escape").rule == "8.5"
    state = machine("C5", "bogie", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(state, "machine bogie south", "machine bogie escape")
    assert state.winners == (0, 1)


def test_rule_8_5_nor_through_a_gate_in_the_west_by_a_roll_in_line_to_the_north() -> None:
    state = machine("A4", "bogie", "kite", "horn", aboard="gorilla owl", tiles=("A3 gate",))
    play(state, "machine bogie north")
    assert uses(state, "bogie") == ["north"]
    state = machine("B1", "bogie", "kite", "horn", aboard="gorilla owl", tiles=("C1 gate",))
    play(state, "machine bogie east")
    assert uses(state, "bogie") == ["east"]


def test_rule_8_5_not_without_every_animal_and_not_elsewhere() -> None:
    state = machine("C6", "cart-wheels", "kite", "horn", tiles=("C6 gate",))
    assert (
        refused(state, "machine kite escape").reason == "You would leave the Owl behind. First get every Animal aboard."
    )
    state = machine("C5", "cart-wheels", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    refusal = refused(state, "machine kite escape")
    assert refusal.reason == "Tile C5 isn't a Gate. The Machine can only escape from a Gate."
