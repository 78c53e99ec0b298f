"""What an observation of New York Zoo tells, read as a player would."""

from __future__ import annotations

from typing import Any

import menagerie
from menagerie import State
from tests.games.told import listed, named, only, told

GAME = menagerie.load("new-york-zoo")
ENCLOSURES = list(GAME.observation["animals"].labels[0])


def laid() -> State:
    """Two players; A has walked to the first slot and laid its tile in the left corner below."""
    state = GAME.new(players=2, seed=5)
    state.play("walk 1")
    state.play(next(action for action in state.legal() if " at A6" in str(action) or " at A7" in str(action)))
    return state


def covered(grid: list[list[int]]) -> set[str]:
    return {
        f"{'ABCDEFGHIJKLMN'[column]}{row + 1}"
        for row, cells in enumerate(grid)
        for column, cell in enumerate(cells)
        if cell
    }


def zoo(state: State, seat: int) -> dict[str, Any]:
    return dict(state.view(None)["zoos"][seat])


def test_every_decision_has_a_code() -> None:
    """18,512 ways to lay a tile; 45 enclosures, alone and in pairs, 5 species from or to each; and some words."""
    assert GAME.encoding().decisions == 18_512 + 2_656 == 21_168


def test_codes_are_frozen() -> None:
    codes = {"settle no more": 0, "ready": 7, "walk free": 8, "keep none": 10, "walk 3": 14}
    assert {notation: GAME.parse(notation).code for notation in codes} == codes
    assert GAME.encoding().name(21_167).startswith("place A8 ")


def test_what_lies_off_the_grid_has_no_code() -> None:
    assert GAME.parse("place A8 r0 at N9").code == -1


def test_the_strip() -> None:
    state = GAME.new(players=2, seed=5)
    seen, strip = told(state), state.view(None)["strip"]
    assert seen["elephant"][0] == 1
    for space, stack in zip(strip, seen["stacks"], strict=True):
        numbers = [number for number in stack if number]
        assert [ENCLOSURES[number - 1] for number in numbers] == space["stack"][::-1]
    assert only(seen["asked"]) == "walk"
    assert only(seen["mode"]) == "two"
    assert seen["reference"] == 0
    assert named(seen["market"]) == {"A2": 6, "A3I": 3, "A3L": 3, "A4I": 1, "A4O": 1, "A6": 1, "A8": 1}


def test_a_tile_covers_its_cells() -> None:
    state = laid()
    mine, theirs = told(state, 0), told(state, 1)
    (tile,) = zoo(state, 0)["enclosures"]
    assert covered(mine["enclosures"][0]) == set(tile["cells"])
    assert max(max(row) for row in mine["enclosures"][0]) == ENCLOSURES.index(tile["tile"]) + 1
    assert len(covered(mine["open"][0])) == zoo(state, 0)["open"]
    assert not covered(mine["open"][0]) & set(tile["cells"])
    assert theirs["enclosures"][1] == mine["enclosures"][0]
    assert mine["owners"][tile["tile"]] == [1, 0, 0, 0, 0]
    assert theirs["owners"][tile["tile"]] == [0, 1, 0, 0, 0]


def test_only_who_is_to_act_is_asked() -> None:
    state = laid()
    assert only(told(state, 0)["asked"]) == "populate"
    assert named(told(state, 1)["asked"]) == {}
    assert listed(state, 1) == set()
    assert told(state, 1)["to_act"] == [0, 1, 0, 0, 0]


def test_animals_move_in() -> None:
    state = laid()
    species = next(iter(zoo(state, 0)["in_houses"]))
    before = told(state, 0)["in_houses"][0]
    state.play(f"settle {species} from house")
    seen, (tile,) = told(state, 0), zoo(state, 0)["enclosures"]
    assert before[species] - seen["in_houses"][0][species] == 1
    assert seen["animals"][tile["tile"]] == tile["animals"] == 1
    assert only(seen["residents"][tile["tile"]]) == species
    assert seen["received"][tile["tile"]] == 1


def test_in_the_short_game_both_are_asked() -> None:
    state = GAME.new(players=2, seed=5, short=True)
    seen = told(state, 1)
    assert seen["to_act"] == [1, 1, 0, 0, 0]
    assert only(seen["asked"]) == "lay dealt"
    assert sorted(named(seen["hands"][0])) == sorted(zoo(state, 1)["hand"])
    assert sorted(named(seen["hands"][1])) == sorted(zoo(state, 0)["hand"])


def test_alone_there_are_markers() -> None:
    state = GAME.new(players=1, seed=5)
    assert told(state)["markers"] == [1, 1, 1, 1, 1]
    state.play("walk 2")
    assert told(state)["markers"] == [1, 1, 0, 1, 1]


def test_the_other_programs_rules_are_told() -> None:
    assert told(GAME.new(players=2, seed=5, rules="reference"))["reference"] == 1
