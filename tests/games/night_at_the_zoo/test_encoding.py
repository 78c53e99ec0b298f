"""Night at the Zoo in numbers: positions set up by hand, encoded, and read back."""

from __future__ import annotations

import pytest

from menagerie import IllegalAction

from ..told import listed, named, only, told
from .position import GAME, Scenario, new, play, tile, using


def test_every_decision_has_a_code_of_its_own() -> None:
    encoding = GAME.encoding()
    assert encoding.decisions == 2362
    assert [action.code for action in encoding.catalogue] == list(range(2362))
    for text, code in [
        ("done", 0),
        ("wait", 1),
        ("draft 1", 2),
        ("take bonus sand", 9),
        ("gain 2", 11),
        ("discover penguin at N1", 19),
        ("move wolf N2 south", 151),
        ("turn snake N1 west", 292),
        ("wake sloth N1", 325),
        ("store rocks-01", 334),
        ("discard rocks-01", 335),
        ("place rocks-01 at A1", 336),
        ("place sand-bonus at E5", 2361),
    ]:
        assert GAME.parse(text).code == code, text
        assert encoding.name(code) == text


def test_what_is_never_legal_has_no_code() -> None:
    assert GAME.parse("place rocks-01 at C3").code == -1, "the Zoo is never covered"


def test_the_mask_marks_what_is_listed_and_a_code_leads_back_to_the_decision() -> None:
    state = Scenario().hold("grass-19", "rocks-bonus").lay_everywhere().state
    state.boards[0].free |= 1
    state.changed_by_hand()
    assert listed(state) == {
        "place grass-19 at A1", "store grass-19", "discard grass-19", "place rocks-bonus at A1", "discard rocks-bonus",
    }  # fmt: skip
    encoding = GAME.encoding()
    assert str(encoding.action(state, 0, GAME.parse("store grass-19").code)) == "store grass-19"
    with pytest.raises(IllegalAction, match="Space A2 is already covered"):
        encoding.action(state, 0, GAME.parse("place grass-19 at A2").code)
    with pytest.raises(IllegalAction, match="0 to 2361, not 2362"):
        encoding.action(state, 0, 2362)


def test_the_market_tells_what_lies_at_each_position() -> None:
    state = new(2)
    state.market = [tile("grass-05"), None, tile("sand-18")]
    market = [named(position) for position in told(state)["market"]]
    assert market == [{"grass": 1, "bonus": 1}, {}, {"sand": 1, "bonus": 1, "points": 2}, {}, {}]


def test_a_tile_is_told_with_everything_printed_on_it() -> None:
    state = new(2)
    for one in GAME.pieces.action_tiles:
        state.market[0] = one
        expected = {one.name.partition("-")[0]: 1}
        for word in one.gives:
            expected |= {"points": int(word[0])} if "point" in word else {word: 1}
        expected |= {GAME.pieces.foods[one.food]: 1} if one.food >= 0 else {}
        assert named(told(state)["market"][0]) == expected, one.name


def test_the_tiles_to_come_are_known_and_their_order_is_not() -> None:
    state = new(3, seed=4)
    seen = told(state, 1)
    assert sum(seen["face_down"].values()) == 75 - 4
    assert [seen["face_down"][face.name] for face in state.market if face is not None] == [0, 0, 0, 0]
    assert told(state.imagine(1, 99), 1) == seen


def test_the_own_board_comes_first() -> None:
    state = using("C", [14, 14, 14], "rocks-01", "grass-01", "sand-01")
    state.boards[2].points = 7
    seen = told(state, 2)
    assert seen["players"] == [1, 1, 1, 0]
    assert seen["seat"] == [0, 0, 1, 0]
    assert seen["first"] == [1, 0, 0, 0, 0]
    assert [board["gained"] for board in seen["points"]] == [7, 0, 0, 0]
    drafted = [named(tiles[0]) for tiles in seen["tiles"]]
    assert drafted == [
        {"sand": 1, "double move": 1, "usable": 1},
        {"rocks": 1, "double move": 1, "usable": 1},
        {"grass": 1, "double move": 1, "usable": 1},
        {},
    ]
    assert named(seen["own_tiles"]) == {"sand-01": 1}
    assert told(state, 0)["points"][2]["gained"] == 7, "and A sees it two seats on"


def test_animals_are_told_with_their_places_and_what_they_do() -> None:
    scene = Scenario("snake,butterfly,sloth").put("snake E1", "D2", faces="west").put("sloth W1", "A3", asleep=True)
    scene.put("butterfly S1", "zoo", pollen=3)
    seen = told(scene.state)
    assert only(seen["figures"][0]["E1"]) == "snake"
    assert only(seen["places"][0]["E1"]) == "D2"
    assert only(seen["postures"][0]["E1"]) == "west"
    assert only(seen["places"][0]["W1"]) == "A3"
    assert only(seen["postures"][0]["W1"]) == "asleep"
    assert only(seen["places"][0]["S1"]) == "zoo"
    assert named(seen["pollen"][0]) == {"S1": 3}
    assert only(seen["places"][0]["E2"]) == "undiscovered"
    assert named(seen["postures"][0]["E2"]) == {}, "no player knows where an undiscovered snake faces"


def test_spaces_are_told_by_terrain_and_foods_together() -> None:
    meat = next(one.name for one in GAME.pieces.action_tiles if one.food == 0)
    seen = told(Scenario().lay(A1="sand", B1="rocks", C1=meat.replace("-", "_")).state)
    terrain = meat.partition("-")[0]
    ground = {name: set(named(spaces)) for name, spaces in seen["terrain"][0].items()}
    expected: dict[str, set[str]] = {"rocks": {"B1"}, "grass": set(), "sand": {"A1"}}
    expected[terrain].add("C1")
    assert ground == expected
    assert named(seen["foods"][0]) == {"meat": 1}


def test_the_warehouse_tells_what_can_be_used_now() -> None:
    scene = Scenario().hold("", "grass-bonus")
    scene.board.kept = (tile("rocks-bonus"),)
    drafted, stored, kept = told(scene.state)["tiles"][0]
    assert named(drafted) == {}
    assert named(stored) == {"grass": 1, "Bonus tile": 1, "usable": 1}
    assert named(kept) == {"rocks": 1, "Bonus tile": 1}


def test_what_is_offered_now_and_what_comes_after_it() -> None:
    """A2 and A3 of one terrain give two Bonus tiles: the first is used while the second still waits."""
    scene = Scenario().lay(A3="sand").hold("sand-bonus").play("place sand-bonus at A2")
    seen = told(scene.state)
    assert only(seen["asked"][0]) == "resolve"
    assert named(seen["offers"][0][0]) == {"double bonus": 1}
    scene.play("take bonus grass")
    seen = told(scene.state)
    assert only(seen["asked"][0]) == "use a Bonus tile"
    assert only(seen["bonus_in_hand"][0]) == "grass"
    assert named(seen["pending"][0]) == {"bonus": 1}
    assert seen["piles"] == {"rocks": 14, "grass": 13, "sand": 14}


def test_special_moves_tell_who_may_move_and_the_second_step_of_a_cheetah() -> None:
    scene = Scenario("cheetah,wolf,sloth").lay(A1="sand", B1="sand", C1="sand")
    scene.alone("cheetah E1", "A1").put("wolf S1", "B1").hold("sand-bonus").play("discard sand-bonus")
    seen = told(scene.state)
    assert only(seen["asked"][0]) == "special move"
    assert set(named(seen["movers"][0])) == {"E1", "S1"}
    scene.play("move cheetah E1 east")
    seen = told(scene.state)
    assert only(seen["asked"][0]) == "second step"
    assert only(seen["runner"][0]) == "E1"
    assert only(seen["movers"][0]) == "S1"


def test_who_waits_for_a_bonus_tile_is_not_asked() -> None:
    state = using("A", [2, 14, 14], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1", "B wait")
    seen = told(state, 1)
    assert named(seen["asked"][0]) == {"resolve": 1, "waits": 1}
    assert seen["to_act"] == [0, 1, 0, 0]


def test_leo_has_tiles_and_no_board() -> None:
    state = new(1, seed=3)
    seen = told(state)
    assert seen["first"] == [0, 0, 0, 0, 1]
    last = state.leo_last
    assert last is not None
    assert only(seen["leo"]["last"]) == last.name
    assert seen["players"] == [1, 0, 0, 0]
