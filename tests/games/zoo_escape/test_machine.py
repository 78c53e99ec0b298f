"""Section 8 of docs/rules/zoo-escape.md, by number; E-numbers are rulings that it contains."""

from __future__ import annotations

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
    spot,
    where,
    zoo,
)


def machine(
    at: str, *parts: str, aboard: str = "gorilla", tiles: tuple[str, ...] = (), down: tuple[str, ...] = ()
) -> Table:
    """The Machine's turn has begun; the Owl is at home."""
    table = zoo("gorilla", "owl")
    lay(table, *tiles)
    cover(table, *down)
    built(table, at, *parts, aboard=aboard)
    begin(table, "machine")
    return table


def uses(table: Table, part: str) -> list[str]:
    """What the Part can do now."""
    return [decision.removeprefix(f"machine {part} ") for decision in legal(table) if f"machine {part} " in decision]


# 8.1: building


def test_rule_8_1_E33_the_builder_is_loaded_and_the_hippo_stands_where_it_stood() -> None:
    table = zoo("gorilla", "owl", "monkey")
    carry(table, "gorilla", "kite", "crane")
    table.machine_parts = table.pieces.card_named["treads"].bit | table.pieces.card_named["horn"].bit
    put(table, "gorilla", "C3")
    put(table, "owl", "C3")
    begin(table, "gorilla")
    log = play(table, "add kite", "build")
    assert (table.machine, table.loaded) == (spot("C3"), 0b011), "the Owl on the same Path is Loaded too"
    assert (table.spots[0], table.spots[1]) == (OUTSIDE, OUTSIDE)
    assert log[1:4] == [
        "The Gorilla and Dr. Potamus build the Incredible Machine.",
        "The Gorilla is aboard the Machine.",
        "The Owl is aboard the Machine.",
    ]
    assert table.to_act == (0, 1, 2)
    assert table.view(None)["animals"][0]["cards"] == ["crane"], "what it carries is not out of the game (E40)"


def test_rule_8_3_a_loaded_animal_has_no_turn() -> None:
    table = zoo("gorilla", "owl", "monkey")
    built(table, "C4", "treads", "kite", "horn", aboard="gorilla")
    refusal = refused(table, "begin gorilla", 0)
    assert (refusal.reason, refusal.rule) == ("The Gorilla is aboard the Machine and has no turn of its own.", "8.3")


# 8.2: the turn


def test_rule_8_2_each_part_once_in_any_order() -> None:
    table = machine("C4", "treads", "kite", "lasso")
    play(table, "machine kite east", "machine treads south")
    assert table.machine == spot("D5")
    assert table.active == 1, "with nothing left to use the turn ends by itself, and the Owl's begins"
    table = machine("C4", "treads", "kite", "horn", "bogie")
    play(table, "machine kite east")
    assert refused(table, "machine kite east").reason == "The Machine has used the Kite Wing this turn."
    assert refused(table, "machine rotor east").reason == "The Machine has no Ceiling-Fan Rotor."
    assert refused(table, "poop").reason == "It is the Machine's turn: use one of its Parts, or end the turn."


def test_rule_8_2_the_use_of_a_part_is_finished_first() -> None:
    table = machine("C4", "cart-wheels", "kite", "horn")
    play(table, "machine cart-wheels east")
    assert legal(table)[-1] == "stop"
    refusal = refused(table, "machine kite east")
    assert (refusal.reason, refusal.rule) == (
        "Finish the use of the Shopping-Cart Wheels first: go on with it, or stop.",
        "8.2",
    )
    play(table, "stop", "machine kite east")
    assert table.machine == spot("E4")


def test_rule_8_2_E39_the_machine_turns_up_tiles_but_raises_no_alarm() -> None:
    table = machine("C4", "cart-wheels", "kite", "horn", down=("D4 bridge-camera",))
    play(table, "machine cart-wheels east", "turn tile r1")
    assert table.machine == spot("D4/1"), "the path with the camera, turned to lie from east to west"
    assert (len(table.duty), table.added) == (2, 0)


def test_rule_8_2_captured_on_its_turn_the_turn_is_over() -> None:
    table = machine("C4", "cart-wheels", "kite", "horn", "crane")
    keeper(table, 2, "D4", "north")
    play(table, "machine cart-wheels east")
    assert (table.machine, table.active, table.added) == (spot("C3"), -1, 1)
    assert legal(table, 0) == ["remove cart-wheels", "remove kite", "remove horn", "remove crane"]
    play(table, "remove horn")
    assert table.had_turn >> table.team & 1
    assert table.active == 1


# 8.3: Loading


def test_rule_8_3_E34_an_animal_that_comes_onto_the_machines_path_is_loaded() -> None:
    table = zoo("gorilla", "owl")
    built(table, "E6", "treads", "kite", "horn", aboard="gorilla")
    begin(table, "owl")
    play(table, "move west")
    assert (table.loaded, table.spots[1]) == (3, OUTSIDE)


def test_rule_8_3_E34_the_machine_loads_whose_path_it_comes_onto() -> None:
    table = machine("C4", "treads", "kite", "horn")
    put(table, "owl", "D4")
    play(table, "machine treads east")
    assert table.loaded == 3


def test_rule_8_3_not_from_the_other_path_of_the_tile() -> None:
    table = machine("C4", "kite", "treads", "horn", tiles=("D4 bends r0",))
    put(table, "owl", "D4/1")
    play(table, "machine kite east path 2")
    assert table.loaded == 1
    play(table, "machine treads path 1")
    assert table.loaded == 3


def test_rule_8_3_put_together_is_loaded_too() -> None:
    table = machine("F6", "treads", "kite", "horn")
    put(table, "owl", "D4")
    keeper(table, 2, "C4", "east")
    only(table, 2)
    set_off(table, 1)
    assert (table.captured, table.loaded) == (0, 3), "the captured Owl was put on the Machine's Path (next round)"
    table = machine("C4", "treads", "kite", "horn", "bogie")
    put(table, "owl", "C3")
    keeper(table, 2, "D4", "north")
    play(table, "machine bogie east")
    assert table.loaded == 3, "the captured Machine was put on the Workshop"


# 8.4: Parts


def test_rule_8_4_1_roll() -> None:
    table = machine("C4", "cart-wheels", "kite", "horn", tiles=("D4 bends r0",))
    assert uses(table, "cart-wheels") == ["north", "east", "south", "west"]
    play(table, "machine cart-wheels east")
    assert table.machine == spot("D4/2")
    assert uses(table, "cart-wheels") == ["south", "west"], "along the bend"
    refusal = refused(table, "machine cart-wheels north")
    assert refusal.rule == "8.4.1"
    assert refusal.reason.startswith("To the north that cannot be: with the Shopping-Cart Wheels the Machine rolls")
    play(table, "machine cart-wheels south")
    assert table.machine == spot("D5")
    assert uses(table, "cart-wheels") == []


def test_rule_8_4_2_roll_in_line() -> None:
    table = machine("B4", "bogie", "kite", "horn")
    play(table, "machine bogie east")
    assert uses(table, "bogie") == ["east"]
    play(table, "machine bogie east", "machine bogie east")
    assert table.machine == spot("E4")
    assert uses(table, "bogie") == []


def test_rule_8_4_2_a_bend_ends_a_roll_in_line() -> None:
    table = machine("B4", "bogie", "kite", "horn", tiles=("C4 bends r0",))
    play(table, "machine bogie east")
    assert table.stack[-1] is table.stack[1], "the use is over"
    assert uses(table, "kite")


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
    assert "There is no other Path to change to" in refused(single, "machine treads path 2").reason


def test_rule_8_4_4_hop_whatever_the_paths_and_choose_where_to_land() -> None:
    table = machine("C4/1", "rotor", "treads", "horn", tiles=("C4 bends r0", "C5 bends r0"))
    assert uses(table, "rotor") == ["north", "east", "south path 1", "south path 2", "west"]
    play(table, "machine rotor south path 2")
    assert table.machine == spot("C5/2")
    edge = machine("C1", "rotor", "treads", "horn")
    assert uses(edge, "rotor") == ["east", "south", "west"]
    assert refused(edge, "machine rotor north").rule == "8.4.4"


def test_rule_8_4_4_landing_on_a_face_down_tile_it_is_turned_and_then_the_path_is_chosen() -> None:
    table = machine("C4", "rotor", "treads", "horn", down=("C5 fork",))
    play(table, "machine rotor south")
    assert refused(table, "path 1").rule == "4.4"
    play(table, "turn tile r3")
    assert legal(table) == ["path 1", "path 2"]
    assert refused(table, "end turn").rule == "8.4.4"
    play(table, "path 2")
    assert table.machine == spot("C5/2")


def test_rule_8_4_4_landing_on_a_keepers_path_is_capture() -> None:
    table = machine("C4", "rotor", "treads", "horn", down=("C5 bends",))
    keeper(table, 2, "C5/-", "north", busy=True)
    play(table, "machine rotor south", "turn tile r0", "path 1")
    assert table.machine == spot("C3")
    assert table.captured >> table.team & 1


def test_rule_8_4_5_leap_exactly_two_tiles() -> None:
    table = machine("B4", "springs", "treads", "horn", tiles=("B2 bends r0",))
    keeper(table, 2, "C4", "north")
    assert uses(table, "springs") == ["north path 1", "north path 2", "east", "south"]
    play(table, "machine springs east")
    assert table.machine == spot("D4"), "over the Keeper"


def test_rule_8_4_6_fly_one_to_three_tiles() -> None:
    table = machine("B4", "rocket", "treads", "horn")
    found = ["north 1", "north 2", "north 3", "east 1", "east 2", "east 3", "south 1", "south 2", "west 1"]
    assert uses(table, "rocket") == found
    play(table, "machine rocket east 3")
    assert table.machine == spot("E4")


def test_rule_8_4_7_scare() -> None:
    table = machine("C4", "horn", "kite", "treads")
    keeper(table, 1, "E4", "west")
    keeper(table, 2, "C1", "south")
    keeper(table, 3, "D5", "north")
    keeper(table, 4, "C4", "north")
    assert uses(table, "horn") == ["keeper 1"], "2 would face a wall, 3 is not in line, 4 on the same tile"
    assert "unless it would then face a wall" in refused(table, "machine horn keeper 2").reason
    assert refused(table, "machine horn keeper 7").reason == "Keeper 7 is not in the Zoo."
    play(table, "machine horn keeper 1")
    assert where(table, 1) == ("E4/1", "east")


def test_rule_8_4_8_shoo() -> None:
    table = machine("C4", "catapult", "lasso", "kite", "treads")
    keeper(table, 1, "D5", "west")
    keeper(table, 2, "C1", "south")
    keeper(table, 3, "F4", "north")
    keeper(table, 4, "A3", "north")
    keeper(table, 5, "C4", "north")
    assert uses(table, "catapult") == ["keeper 1", "keeper 5"]
    assert uses(table, "lasso") == ["keeper 2", "keeper 3", "keeper 5"]
    play(table, "machine lasso keeper 2", "machine catapult keeper 1")
    assert (table.stands[0], table.stands[1]) == (OUTSIDE, OUTSIDE)


def test_rule_9_2_the_billionaire_cannot_be_shooed_or_scared() -> None:
    table = machine("C4", "catapult", "horn", "kite", "treads")
    table.stands[table.billionaire] = spot("D4")
    table.facing[table.billionaire] = 3
    assert uses(table, "catapult") == uses(table, "horn") == []


def test_rule_8_4_9_crane() -> None:
    table = machine("C4", "crane", "kite", "treads")
    put(table, "owl", "D5")
    assert uses(table, "crane") == []
    assert refused(table, "machine crane owl").reason.startswith("The Owl is not near the Machine")
    for place in ("D4", "C4/2", "C5"):
        put(table, "owl", place)
        assert uses(table, "crane") == ["owl"]
    play(table, "machine crane owl")
    assert table.loaded == 3


def test_rule_8_4_10_muck() -> None:
    table = machine("C4", "muck-spreader", "kite", "treads", tiles=("D4 bends r0",), down=("C5 fork",))
    assert uses(table, "muck-spreader") == ["north", "east", "west"], "not on face-down tiles"
    play(table, "machine muck-spreader east")
    assert table.view(None)["poop"] == ["D4/2"], "on the Path that leads to the Machine"
    assert uses(table, "muck-spreader") == ["north", "west"]
    play(table, "machine muck-spreader west")
    assert uses(table, "muck-spreader") == []
    assert table.view(None)["poop"] == ["B4/1", "D4/2"]
    assert table.poop_left == [4, 4]


# 8.5: escape


def test_rule_8_5_E36_with_every_part_that_moves_by_one_tile() -> None:
    parts = ("cart-wheels", "bogie", "treads", "kite", "rocket", "springs", "horn")
    for part in ("cart-wheels", "bogie", "treads", "kite", "rocket"):
        table = machine("C6", *parts, aboard="gorilla owl", tiles=("C6 gate",))
        assert "machine springs escape" not in legal(table)
        play(table, f"machine {part} escape")
        assert table.winners == (0, 1)


def test_rule_8_5_rolling_onto_the_gate_and_through() -> None:
    table = machine("C5", "cart-wheels", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(table, "machine cart-wheels south", "machine cart-wheels escape")
    assert table.winners == (0, 1)


def test_rule_8_5_a_roll_in_line_only_in_its_direction() -> None:
    table = machine("B6", "bogie", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(table, "machine bogie east")
    assert uses(table, "bogie") == ["east"]
    assert "cannot take the Machine through the gateway now" in refused(table, "machine bogie escape").reason
    table = machine("C5", "bogie", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    play(table, "machine bogie south", "machine bogie escape")
    assert table.winners == (0, 1)


def test_rule_8_5_not_without_everybody_and_not_elsewhere() -> None:
    table = machine("C6", "cart-wheels", "kite", "horn", tiles=("C6 gate",))
    assert refused(table, "machine kite escape").reason == "Not everybody is aboard: the Owl would be left behind."
    table = machine("C5", "cart-wheels", "kite", "horn", aboard="gorilla owl", tiles=("C6 gate",))
    refusal = refused(table, "machine kite escape")
    assert refusal.reason == "The Machine escapes from a Gate; it stands on C5, which is none."
