"""Dr. Potamus' Incredible Escape in numbers: positions set up by hand, encoded, and read back."""

from __future__ import annotations

import pytest

from menagerie import IllegalAction
from menagerie.games.zoo_escape.board import place_named
from menagerie.games.zoo_escape.state import Position

from ..told import listed, named, told
from ..told import only as one_of
from .position import GAME, begin, built, carry, cover, keeper, lay, only, play, put, zoo


def test_every_decision_has_a_code_of_its_own() -> None:
    encoding = GAME.encoding()
    assert encoding.decisions == 281
    assert [action.code for action in encoding.catalogue] == list(range(281))
    for text in (
        "begin owl",
        "begin machine",
        "move east",
        "turn tile r2",
        "ability keeper 20",
        "machine rocket west 3",
    ):
        assert encoding.name(GAME.parse(text).code) == text


def test_the_mask_marks_what_is_listed_and_a_code_leads_back_to_the_decision() -> None:
    state = zoo("gorilla", "owl")
    begin(state, "owl")
    assert listed(state, 1) == {"move north", "move west", "poop", "end turn"}
    assert listed(state, 0) == set()
    encoding = GAME.encoding()
    assert str(encoding.action(state, 1, GAME.parse("move west").code)) == "move west"
    with pytest.raises(IllegalAction, match="wall of the Zoo"):
        encoding.action(state, 1, GAME.parse("move south").code)
    with pytest.raises(IllegalAction, match="It isn't A's turn"):
        encoding.action(state, 0, GAME.parse("move west").code)


def test_the_own_animal_comes_first() -> None:
    state = zoo("gorilla", "owl", "cobra")
    put(state, "owl", "C4")
    carry(state, "owl", "kite", "whistle")
    seen = told(state, 1)
    assert seen["players"] == [1, 1, 1, 0]
    assert seen["seat"] == [0, 1, 0, 0]
    assert [one_of(seen["animals"][who]) for who in ("own", "second", "third")] == ["owl", "cobra", "gorilla"]
    assert named(seen["animals"]["fourth"]) == {}
    assert one_of(seen["places"]["own"]) == "C4"
    assert one_of(seen["paths"]["own"]) == "path 1"
    assert one_of(seen["places"]["third"]) == "A1", "the Gorilla is at home"
    assert set(named(seen["cards"]["own"])) == {"kite", "whistle"}
    assert len(named(seen["cards"]["not drawn"])) == len(GAME.encoding().layout["cards"].labels[1]) - 2
    assert set(named(told(state, 0)["cards"]["second"])) == {"kite", "whistle"}, "A sees them with the next seat"


def test_alone_both_animals_are_led_by_the_only_player() -> None:
    state = zoo("gorilla", "owl", players=1)
    seen = told(state)
    assert seen["players"] == [1, 0, 0, 0]
    assert [one_of(seen["animals"][who]) for who in ("own", "second")] == ["gorilla", "owl"]


def test_tiles_tell_what_is_on_them_and_nothing_while_face_down() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "D4 bends-camera", "B2 building", "C5 fork r1")
    cover(state, "E5 bends")
    state.poop = [0, 1 << place_named("C5")]
    tiles = told(state)["tiles"]
    everywhere = {f"path 1 {side}": 1 for side in ("north", "east", "south", "west")}
    assert named(tiles["B2"]) == {"face up": 1, "building": 1, "loot": 3} | everywhere
    assert named(tiles["C3"]) == {"face up": 1, "workshop": 1} | everywhere
    assert {name for name in named(tiles["D4"]) if not name.startswith("path")} == {"face up", "camera 1"}
    paths = {(name[:6], name[7:]) for name in named(tiles["C5"]) if name.startswith("path")}
    assert paths == {("path 1", side) for side in sides(state, "C5", 0)} | {
        ("path 2", side) for side in sides(state, "C5", 1)
    }
    assert tiles["C5"]["poop 2"] == 1
    assert named(tiles["E5"]) == {}


def sides(state: Position, place: str, path: int) -> list[str]:
    """Return the sides that a Path joins, from the view."""
    letters = state.view(None)["tiles"][place_named(place)]["paths"][path]
    return [{"N": "north", "E": "east", "S": "south", "W": "west"}[letter] for letter in letters]


def test_keepers_are_encoded_by_number_with_their_target() -> None:
    state = zoo("gorilla", "owl")
    keeper(state, 4, "C4", "south")
    keeper(state, 2, "E5/-", "west", busy=True)
    only(state, 2, 4)
    seen = told(state, 0)
    assert one_of(seen["keeper_of"]["4"]) == "second", "keeper 4 is the Owl's"
    assert one_of(told(state, 1)["keeper_of"]["4"]) == "own"
    assert one_of(seen["keeper_places"]["4"]) == "C4"
    assert one_of(seen["keeper_paths"]["4"]) == "path 1"
    assert one_of(seen["keeper_faces"]["4"]) == "south"
    assert named(seen["keeper_paths"]["2"]) == {}, "on a face-down tile"
    assert one_of(seen["keeper_state"]["2"]) == "busy"
    assert one_of(seen["keeper_state"]["1"]) == "reserve"
    assert named(seen["keeper_of"]["11"]) == {}, "two Animals have ten Keepers"
    assert named(seen["keeper_of"]["Billionaire"]) == {}, "he has not appeared"


def test_the_machine_shows_its_parts_and_the_animals_aboard() -> None:
    state = zoo("gorilla", "owl")
    built(state, "D4", "cart-wheels", "kite", "crane", aboard="owl")
    state.stands[-1], state.facing[-1] = 8, 2
    play(state, "begin machine")
    play(state, "machine cart-wheels west")
    seen = told(state, 0)
    assert one_of(seen["places"]["machine"]) == "C4"
    assert named(seen["machine_state"]) == {"built": 1}
    assert set(named(seen["cards"]["machine"])) == {"cart-wheels", "kite", "crane"}
    assert one_of(seen["cards"]["used this turn"]) == "cart-wheels"
    assert one_of(seen["animal_state"]["second"]) == "loaded"
    assert named(seen["places"]["second"]) == {}
    assert one_of(seen["asked"]) == "use of a Part"
    assert one_of(seen["active"]) == "machine"
    assert one_of(seen["part"]) == "cart-wheels"
    assert seen["part_steps_left"] == 1
    assert one_of(seen["part_line"]) == "west"
    assert one_of(seen["keeper_of"]["Billionaire"]) == "machine"
    assert one_of(seen["keeper_places"]["Billionaire"]) == "C1"


def test_a_tile_that_is_turned_up_is_shown_before_it_lies() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    cover(state, "D4 bends")
    begin(state, "gorilla")
    assert named(told(state)["tiles"]["D4"]) == {}
    play(state, "move east")
    seen = told(state)
    assert one_of(seen["asked"]) == "lay a tile"
    assert one_of(seen["turning"]) == "D4"
    assert one_of(seen["entered_from"]) == "west"
    assert seen["tiles"]["D4"]["face up"] == 1
    assert seen["moves_left"] == 1


def test_between_turns_all_players_who_may_start_are_to_act() -> None:
    state = zoo("gorilla", "owl", "cobra")
    assert told(state, 0)["to_act"] == [1, 1, 1, 0]
    begin(state, "owl")
    seen = told(state, 0)
    assert seen["to_act"] == [0, 1, 0, 0]
    assert seen["led_by"] == [0, 1, 0, 0]
    assert one_of(seen["active"]) == "second"
    play(state, "end turn")
    assert told(state, 0)["to_act"] == [1, 0, 1, 0]
    assert one_of(told(state, 0)["animal_state"]["second"]) == "had turn"


def test_power_cards_are_counted_by_value() -> None:
    seen = told(zoo("gorilla", "owl"))
    assert seen["power_pile"][:4] == [0, 2, 4, 0]
    assert sum(seen["power_discards"]) == 0
    assert seen["power_added"] == 0
    assert seen["round"] == 1
    assert one_of(seen["level"]) == "standard"
    assert one_of(seen["ending"]) == "playing"
