"""Rules 2 and 4: laying tiles, and new enclosures (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

from collections import Counter

import pytest

from menagerie.games.new_york_zoo.state import Position

from .position import GAME, cells_of, choices, leave_open, living, new_enclosure, over, play, position, refused, tile

# 2. Laying tiles


def test_rule_2_1_turned_and_mirrored_counts() -> None:
    """Every tile has its different orientations, no more."""
    counts = Counter(len(one.orientations) for one in GAME.pieces.tiles)  # type: ignore[attr-defined]
    assert len(tile("E4-01").orientations) == 2
    assert len(tile("E4-06").orientations) == 1
    assert len(tile("E4-02").orientations) == 8
    assert len(tile("E7-01").orientations) == 8
    assert set(counts) == {1, 2, 4, 8}


def test_rule_2_1_legal_cells_follow_the_turn_96302() -> None:
    state = position(stacks={1: "E4-01"})
    play(state, "walk 1")
    flat = {text for text in choices(state) if " r0 " in text}
    upright = {text for text in choices(state) if " r1 " in text}
    assert "place E4-01 r0 at K1" in flat
    assert "place E4-01 r0 at L1" not in flat
    assert "place E4-01 r1 at N6" in upright
    assert "place E4-01 r1 at N7" not in upright
    assert len(flat) + len(upright) == len(choices(state))


def test_rule_2_1_other_names_of_the_same_look_are_understood() -> None:
    assert str(GAME.parse("place E4-01 r2 at E1")) == "place E4-01 r0 at E1"
    assert str(GAME.parse("place E4-01 r3m at E1")) == "place E4-01 r1 at E1"
    assert str(GAME.parse("  PLACE  e4-02 R1M at c6 ")) == "place E4-02 r1m at C6"


def test_rule_2_1_what_the_names_mean() -> None:
    cells = {name: GAME.parse(f"place E4-02 {name} at E1").cells for name in ("r0", "r1", "r0m")}  # type: ignore[attr-defined]
    assert cells["r0"] == [(0, 4), (0, 5), (1, 4), (2, 4)]
    assert cells["r1"] == [(0, 4), (0, 5), (0, 6), (1, 6)]
    assert cells["r0m"] == [(0, 4), (0, 5), (1, 5), (2, 5)]


def test_rule_2_2_tiles_need_not_touch() -> None:
    state = position(stacks={1: "E4-06"}, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: "fox"})
    play(state, "walk 1")
    assert {"M8", "A6", "E2"} <= cells_of(choices(state))


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("place E4-01 r0 at L1", "doesn't fit on the board there"),
        ("place E4-01 r0 at Z9", "doesn't fit on the board there"),
        ("place E4-01 r1 at E8", "doesn't fit on the board there"),
        ("place E4-01 r0 at A1", "cover the barn"),
        ("place E4-01 r0 at A5", "cover the barn"),
        ("place E4-01 r0 at G6", "overlap another tile"),
    ],
)
def test_rule_2_3_only_on_free_construction_spaces(decision: str, reason: str) -> None:
    state = position(stacks={1: "E4-01"}, zoos={0: ["E4-06 r0 at J6: 1 fox"]})
    play(state, "walk 1")
    error = refused(state, decision)
    assert reason in error.reason
    assert error.rule == "2.3"


def test_rule_2_3_every_way_is_listed_once_and_fits() -> None:
    state = position(stacks={1: "E7-01"}, zoos={0: ["E4-06 r0 at J6: 1 fox", "E5-01 r1 at E5: 1 fox"]})
    play(state, "walk 1")
    board = state.boards[0]
    free = {(r, c) for r in range(9) for c in range(14) if board.is_construction(r, c)}
    free -= {cell for place in state.zoos[0] for cell in place.cells}
    naive = set()
    for turned in tile("E7-01").orientations:
        for row in range(9):
            for column in range(14):
                cells = frozenset((row + r, column + c) for r, c in turned.cells)
                if cells <= free:
                    naive.add(cells)
    listed = [frozenset(place.cells) for place in state.legal(0)]  # type: ignore[attr-defined]
    assert len(listed) == len(set(listed))
    assert set(listed) == naive


def test_rule_2_4_a_laid_tile_stays_g4_96319() -> None:
    state = position(stacks={1: "E4-01"})
    play(state, "walk 1", "place E4-01 r0 at E1", "settle meerkat from house")
    where = state.zoos[0][0]
    for _ in range(6):
        play(state, choices(state)[0])
    assert state.zoos[0][0] is where
    assert "Place that tile" in refused(position_at_slot(), "place E4-01 r0 at E5").reason


def position_at_slot() -> Position:
    state = position(stacks={1: "E4-06"}, zoos={0: ["E4-01 r0 at E1: 2 fox"]})
    play(state, "walk 1")
    return state


def test_rule_2_5_one_species_and_one_animal_a_space() -> None:
    """E4-01 has four spaces; a house has one."""
    state = position(zoos={0: ["E4-01 r0 at E1: 3 penguin"]}, houses={0: "2 fox"})
    play(state, "walk 2")
    assert "acquire kangaroo into E4-01" not in choices(state)
    assert refused(state, "acquire kangaroo into E4-01").rule == "5.3"
    play(state, "acquire penguin into house")
    assert state.house_room[0] == 0
    assert choices(state) == ["walk 1", "walk 2", "walk 3", "walk 4"], "three houses, three animals: no kangaroo"
    assert state.to_act == (1,)
    assert living(state, "E4-01") == [("penguin", 3)]


def test_rule_2_6_animals_are_not_rearranged() -> None:
    """At an animals space animals come from the supply, never from a house or another enclosure."""
    state = position(zoos={0: ["E4-01 r0 at E1: 2 penguin", "E5-01 r0 at E2:"]}, houses={0: "fox"})
    assert refused(state, "settle penguin from E4-01").rule == "3.1"
    play(state, "walk 2")
    assert refused(state, "settle penguin from E4-01").rule == refused(state, "settle fox from house").rule == "5.2"
    play(state, "acquire penguin into E5-01")
    assert living(state, "E4-01", "E5-01") == [("penguin", 2), ("penguin", 1)]


# 4. A new enclosure


def test_rule_4_1_the_topmost_tile_and_no_other_110206() -> None:
    state = position(stacks={1: "E5-01 E6-08"})
    play(state, "walk 1")
    assert all(text.startswith("place E6-08 ") for text in choices(state))
    error = refused(state, "place E5-01 r0 at E1")
    assert "6-space enclosure" in error.reason
    assert error.rule == "4.1"
    play(state, "place E6-08 r0 at E1")
    assert [one.id for one in state.stacks[1]] == ["E5-01"]


def test_rule_4_2_one_animal_must_move_in() -> None:
    state = new_enclosure("fox meerkat")
    assert choices(state) == ["settle meerkat from house", "settle fox from house"]
    assert refused(state, "settle no more").rule == "4.2"
    assert refused(state, "walk 1").rule == "4.2"


def test_rule_4_3_from_houses_and_enclosures_c1() -> None:
    state = new_enclosure("fox", "E4-01 r0 at E1: 2 meerkat", "E4-06 r0 at E2: 1 penguin")
    assert choices(state) == ["settle fox from house", "settle meerkat from E4-01"]
    play(state, "settle meerkat from E4-01")
    assert living(state, "E4-01", "E5-01") == [("meerkat", 1), ("meerkat", 1)]


def test_rule_4_3_the_last_animal_stays() -> None:
    state = new_enclosure("fox meerkat", "E4-01 r0 at E1: 1 meerkat")
    error = refused(state, "settle meerkat from E4-01")
    assert "last animal must stay" in error.reason
    assert error.rule == "4.3"


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("settle penguin from house", "no penguin in your houses"),
        ("settle penguin from E4-01", "no penguin in the 4-space enclosure"),
        ("settle meerkat from E4-08", "The 4-space enclosure isn't in your zoo"),
    ],
)
def test_rule_4_3_who_is_not_there_cannot_move(decision: str, reason: str) -> None:
    state = new_enclosure("fox meerkat", "E4-01 r0 at E1: 3 meerkat")
    assert reason in refused(state, decision).reason


def test_rule_4_4_a_second_of_the_same_species_c1() -> None:
    state = new_enclosure("2 meerkat fox", "E4-01 r0 at E1: 3 meerkat")
    play(state, "settle meerkat from house")
    assert choices(state) == ["settle meerkat from house", "settle meerkat from E4-01", "settle no more"]
    error = refused(state, "settle fox from house")
    assert "must be one too" in error.reason
    assert error.rule == "4.4"
    play(state, "settle meerkat from E4-01")
    assert living(state, "E5-01", "E4-01") == [("meerkat", 2), ("meerkat", 2)]
    assert state.to_act == (1,), "no follow-up on top, and no third animal"


def test_rule_4_4_both_from_one_enclosure_with_three_c1() -> None:
    state = new_enclosure("", "E4-01 r0 at E1: 3 meerkat")
    assert living(state, "E5-01") == [("meerkat", 1)], "the only animal that can move in does so automatically"
    play(state, "settle meerkat from E4-01")
    assert living(state, "E4-01", "E5-01") == [("meerkat", 1), ("meerkat", 2)]


def test_rule_4_4_no_question_where_there_is_no_second() -> None:
    state = new_enclosure("meerkat fox")
    log = play(state, "settle fox from house")
    assert state.to_act == (1,)
    assert log == ["A moves an arctic fox from a house to the new 5-space enclosure."], "and no second one was skipped"
    state = new_enclosure("2 fox")
    play(state, "settle no more")
    assert living(state, "E5-01") == [("fox", 1)]


def test_rule_4_5_never_full_at_once_c2() -> None:
    assert min(one.size for one in GAME.pieces.enclosures) == 4  # type: ignore[attr-defined]


def test_rule_4_6_animals_move_into_the_last_tile_c3() -> None:
    state = position(stacks={1: "E5-01"}, houses={0: "2 fox"})
    leave_open(state, 0, "E9", "F9", "G9", "H9", "I9")
    play(state, "walk 1")
    assert not over(state), "the animals have not moved in yet"
    play(state, "settle fox from house")
    assert over(state)
    assert living(state, "E5-01") == [("fox", 2)]
    assert state.winners == (0,)
