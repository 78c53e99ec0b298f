"""Rules 1 to 8 and 11 of docs/rules/new-york-zoo.md, by their numbers; letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

from collections import Counter

import pytest

import menagerie
from menagerie import BadSetup, IllegalAction
from menagerie.games.new_york_zoo.state import Table

from .position import (
    BUSY,
    GAME,
    acting,
    cells_of,
    choices,
    in_houses,
    leave_open,
    living,
    over,
    play,
    position,
    ranking,
    tile,
    walks,
)


def refused(table: Table, decision: str, seat: int | None = None) -> IllegalAction:
    seat = table.to_act[0] if seat is None else seat
    before = (table.view(None), table.history, choices(table, seat))
    with pytest.raises(IllegalAction) as caught:
        table.play(decision, seat)
    assert (table.view(None), table.history, choices(table, seat)) == before
    return caught.value


# 1. Setting up


SPACES = {1: [80], 2: [107, 105], 3: [81, 80, 78], 4: [63, 62, 60, 59], 5: [54, 53, 51, 50, 49]}
HOUSES = {1: [3], 2: [3, 3], 3: [2, 3, 3], 4: [2, 3, 3, 4], 5: [2, 3, 3, 4, 4]}


@pytest.mark.parametrize("players", range(1, 6))
def test_rule_1_1_every_seat_has_its_own_board(players: int) -> None:
    zoos = GAME.new(players=players, seed=3).view(None)["zoos"]
    assert [zoo["open"] for zoo in zoos] == SPACES[players]
    assert [zoo["houses"] for zoo in zoos] == HOUSES[players]
    assert GAME.new(players=players, seed=3).to_act == (0,)


def test_rule_1_2_two_animals_stand_in_houses() -> None:
    zoos = GAME.new(players=5, seed=3).view(None)["zoos"]
    assert [set(zoo["in_houses"]) for zoo in zoos] == [
        {"meerkat", "flamingo"},
        {"meerkat", "flamingo"},
        {"meerkat", "kangaroo"},
        {"meerkat", "kangaroo"},
        {"flamingo", "kangaroo"},
    ]


def test_rule_1_3_the_strip() -> None:
    strip = GAME.new(players=2, seed=3).view(None)["strip"]
    pairs = [frozenset(space["animals"]) for space in strip if space["animals"]]
    assert len(strip) == 25
    assert len(pairs) == len(set(pairs)) == 10, "every pair of species is shown once"
    assert [index for index, space in enumerate(strip) if space["line_before"]] == [4, 9, 14, 19, 24]
    assert GAME.new(players=2, seed=3).view(None)["elephant"] == 0


def test_rule_1_4_stacks_by_size() -> None:
    table = GAME.new(players=3, seed=3)
    stacks = [space["stack"] for space in table.view(None)["strip"] if space["stack"]]
    sizes = Counter("".join(id[1] for id in stack) for stack in stacks)
    assert sizes == {"567": 7, "456": 8}
    assert len({id for stack in stacks for id in stack}) == 45


def test_rule_1_4_and_9_1_two_tiles_in_the_solo_and_short_game() -> None:
    for table in (GAME.new(players=1, seed=3), GAME.new(players=2, seed=3, short=True)):
        stacks = [space["stack"] for space in table.view(None)["strip"] if not space["animals"]]
        assert Counter("".join(id[1] for id in stack) for stack in stacks) == {"56": 7, "45": 8}


def test_rule_1_4_stacks_differ_from_seed_to_seed() -> None:
    assert len({str(GAME.new(players=2, seed=seed).view(None)["strip"]) for seed in range(10)}) == 10


def test_rule_1_5_the_market_d7() -> None:
    assert GAME.new(players=2, seed=1).view(None)["market"] == {
        "A1": None,
        "A2": 6,
        "A3I": 3,
        "A3L": 3,
        "A4I": 1,
        "A4O": 1,
        "A6": 1,
        "A8": 1,
    }


def test_rule_1_6_everything_is_open_g2() -> None:
    table = position(zoos=BUSY)
    assert table.view(0) == table.view(1) == table.view(None)
    assert all("stack" in space for space in table.view(0)["strip"])


def test_rule_1_6_animals_never_run_out_g1() -> None:
    """More foxes than the box has pieces, and still more to acquire."""
    cells = ("E1", "J1", "E4", "I4", "A6", "E7", "I7")
    zoos = {0: [f"E7-0{n} r0 at {cell}: 6 fox" for n, cell in enumerate(cells, start=1)]}
    table = position(zoos=zoos, houses={0: "2 fox"})
    play(table, "walk 2")
    assert sum(table.animals) == 42
    assert "acquire fox into house" in choices(table)


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
    table = position(stacks={1: "E4-01"})
    play(table, "walk 1")
    flat = {text for text in choices(table) if " r0 " in text}
    upright = {text for text in choices(table) if " r1 " in text}
    assert "place E4-01 r0 at K1" in flat
    assert "place E4-01 r0 at L1" not in flat
    assert "place E4-01 r1 at N6" in upright
    assert "place E4-01 r1 at N7" not in upright
    assert len(flat) + len(upright) == len(choices(table))


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
    table = position(stacks={1: "E4-06"}, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: "fox"})
    play(table, "walk 1")
    assert {"M8", "A6", "E2"} <= cells_of(choices(table))


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("place E4-01 r0 at L1", "stick out of your board"),
        ("place E4-01 r0 at Z9", "stick out of your board"),
        ("place E4-01 r1 at E8", "stick out of your board"),
        ("place E4-01 r0 at A1", "cover the barn"),
        ("place E4-01 r0 at A5", "cover the barn"),
        ("place E4-01 r0 at G6", "overlap another tile"),
    ],
)
def test_rule_2_3_only_on_free_construction_spaces(decision: str, reason: str) -> None:
    table = position(stacks={1: "E4-01"}, zoos={0: ["E4-06 r0 at J6: 1 fox"]})
    play(table, "walk 1")
    error = refused(table, decision)
    assert reason in error.reason
    assert error.rule == "2.3"


def test_rule_2_3_every_way_is_listed_once_and_fits() -> None:
    table = position(stacks={1: "E7-01"}, zoos={0: ["E4-06 r0 at J6: 1 fox", "E5-01 r1 at E5: 1 fox"]})
    play(table, "walk 1")
    board = table.boards[0]
    free = {(r, c) for r in range(9) for c in range(14) if board.is_construction(r, c)}
    free -= {cell for place in table.zoos[0] for cell in place.cells}
    naive = set()
    for turned in tile("E7-01").orientations:
        for row in range(9):
            for column in range(14):
                cells = frozenset((row + r, column + c) for r, c in turned.cells)
                if cells <= free:
                    naive.add(cells)
    listed = [frozenset(place.cells) for place in table.legal(0)]  # type: ignore[attr-defined]
    assert len(listed) == len(set(listed))
    assert set(listed) == naive


def test_rule_2_4_a_laid_tile_stays_g4_96319() -> None:
    table = position(stacks={1: "E4-01"})
    play(table, "walk 1", "place E4-01 r0 at E1", "settle meerkat from house")
    where = table.zoos[0][0]
    for _ in range(6):
        play(table, choices(table)[0])
    assert table.zoos[0][0] is where
    assert "must be laid" in refused(position_at_slot(), "place E4-01 r0 at E5").reason


def position_at_slot() -> Table:
    table = position(stacks={1: "E4-06"}, zoos={0: ["E4-01 r0 at E1: 2 fox"]})
    play(table, "walk 1")
    return table


# 3. The elephant


@pytest.mark.parametrize(("players", "most"), [(2, 4), (3, 3), (4, 4), (5, 3)])
def test_rule_3_1_how_far_by_players_a5(players: int, most: int) -> None:
    houses = dict.fromkeys(range(players), "meerkat")
    table = position(players, houses=houses)
    assert walks(table) == {f"walk {steps}" for steps in range(1, most + 1)}
    assert "walks 1 to" in refused(table, f"walk {most + 1}").reason
    refused(table, "walk 0")
    refused(table, "walk free")


def test_rule_3_2_empty_slots_and_lines_do_not_count_a1() -> None:
    table = position(stacks={1: "", 3: "", 4: ""}, zoos=BUSY)
    play(table, "walk 2")
    assert table.elephant == 5


def test_rule_3_2_a_slot_that_cannot_be_used_counts_a1() -> None:
    table = position(stacks={1: "E7-01", 3: "E4-06"}, zoos=BUSY)
    leave_open(table, 0, "E9", "F9", "E8", "F8")
    assert walks(table) == {"walk 2", "walk 3"}
    play(table, "walk 3")
    assert table.elephant == 3


def test_rule_3_3_a_slot_needs_a_tile_that_fits_a2() -> None:
    table = position(stacks={1: "E5-01", 3: "", 4: ""}, zoos=BUSY)
    leave_open(table, 0, "E6", "F6", "G6", "H6")
    error = refused(table, "walk 1")
    assert "fits nowhere" in error.reason
    assert error.rule == "3.3"


def test_rule_3_3_a_slot_needs_an_animal_that_can_move_in_a2() -> None:
    zoos = {0: ["E4-01 r0 at E1: 1 fox", "E5-01 r0 at E2: 1 fox"]}
    table = position(zoos=zoos, houses={0: ""}, stacks={3: "", 4: ""})
    assert walks(table) == {"walk 2", "walk 3"}
    assert "Nobody could move into" in refused(table, "walk 1").reason


def test_rule_3_3_a_pair_in_an_enclosure_is_enough_a2() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, houses={0: ""})
    assert walks(table) == {"walk 1", "walk 2", "walk 3", "walk 4"}


def test_rule_3_4_no_place_for_a_new_animal_a3() -> None:
    """Seat A of three has two houses and two animals: no animals space on the first turn."""
    table = GAME.new(players=3, seed=4)
    assert [str(action) for action in table.legal()] == ["walk 1", "walk 3"]
    with pytest.raises(IllegalAction, match="no free house and no enclosure") as caught:
        table.play("walk 2")
    assert caught.value.rule == "3.4"


def test_rule_3_4_one_enclosure_is_enough_a3() -> None:
    table = position(3, zoos={0: ["E4-01 r0 at E1: 1 fox"]}, houses={0: "meerkat meerkat"})
    assert "walk 2" in walks(table)


def test_rule_3_5_no_way_out_a4() -> None:
    """Solo, houses full, no enclosure, no slot in reach: on to the next animals space, for nothing."""
    table = position(1, houses={0: "3 fox"}, stacks={1: "", 3: "E5-01"})
    table.markers = 0b00010
    table.settle()
    log = table.history
    assert log == []
    assert table.elephant != 0


def test_rule_3_6_landing_behind_a_line_crosses_it_a7() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=3, stacks={4: "E4-06"}, houses={0: "meerkat"})
    play(table, "walk 1", "place E4-06 r0 at J6", "settle meerkat from house")
    assert choices(table) == ["breed E4-01", "no breeding"]


def test_rule_3_6_stopping_before_a_line_does_not_a7() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=2, stacks={3: "E4-06"}, houses={0: "meerkat"})
    play(table, "walk 1", "place E4-06 r0 at J6", "settle meerkat from house")
    assert table.to_act == (1,)
    assert "walk 1" in choices(table)


def test_rule_3_6_wrapping_round_breeds_once_96762_96902() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, elephant=22, stacks={23: "", 24: ""}, houses={0: ""})
    log = play(table, "walk 1", "acquire meerkat into house")
    assert [line for line in log if line.startswith("Breeding")] == ["Breeding time for the penguins."]
    play(table, "breed E4-01")
    assert living(table, "E4-01") == [("penguin", 3)]
    assert table.to_act == (1,)


def two_lines(**more: object) -> Table:
    """From 13 over the flamingo and the kangaroo line to 20."""
    empty = {14: "", 16: "", 18: "", 19: ""}
    zoos = {0: ["E4-01 r0 at E1: 2 flamingo", "E5-01 r0 at E2: 2 kangaroo"]}
    return position(zoos=zoos, elephant=13, stacks=empty, houses={0: ""}, **more)  # type: ignore[arg-type]


def test_rule_3_6_two_lines_breed_in_the_order_crossed_a6_e6_97063() -> None:
    table = two_lines()
    play(table, "walk 3", "acquire fox into house")
    assert choices(table) == ["breed E4-01", "no breeding"]
    play(table, "breed E4-01", "no bonus")
    assert choices(table) == ["breed E5-01", "no breeding"]
    play(table, "breed E5-01")
    assert choices(table) == ["bonus E4-01", "no bonus"], "each breeding has a bonus of its own"
    play(table, "bonus E4-01")
    play(table, "no attraction") if "no attraction" in choices(table) else None
    assert living(table, "E5-01") == [("kangaroo", 3)]


def test_rule_3_7_turns_go_round() -> None:
    table = position(3, zoos={seat: [f"E4-0{seat + 1} r0 at F6: 1 fox"] for seat in range(3)})
    movers = [table.mover]
    while len(movers) < 8:
        play(table, choices(table)[0])
        if table.mover != movers[-1]:
            movers.append(table.mover)
    assert movers == [0, 1, 2, 0, 1, 2, 0, 1]


# 4. A new enclosure


def test_rule_4_1_the_topmost_tile_and_no_other_110206() -> None:
    table = position(stacks={1: "E5-01 E6-08"})
    play(table, "walk 1")
    assert all(text.startswith("place E6-08 ") for text in choices(table))
    error = refused(table, "place E5-01 r0 at E1")
    assert "E6-08" in error.reason
    assert error.rule == "4.1"
    play(table, "place E6-08 r0 at E1")
    assert [one.id for one in table.stacks[1]] == ["E5-01"]


def new_enclosure(houses: str, *zoo: str) -> Table:
    table = position(stacks={1: "E5-01"}, zoos={0: list(zoo)}, houses={0: houses})
    play(table, "walk 1", "place E5-01 r0 at E9")
    return table


def test_rule_4_2_one_animal_must_move_in() -> None:
    table = new_enclosure("fox meerkat")
    assert choices(table) == ["settle meerkat from house", "settle fox from house"]
    assert refused(table, "settle no more").rule == "4.2"
    assert refused(table, "walk 1").rule == "4.2"


def test_rule_4_3_from_houses_and_enclosures_c1() -> None:
    table = new_enclosure("fox", "E4-01 r0 at E1: 2 meerkat", "E4-06 r0 at E2: 1 penguin")
    assert choices(table) == ["settle fox from house", "settle meerkat from E4-01"]
    play(table, "settle meerkat from E4-01")
    assert living(table, "E4-01", "E5-01") == [("meerkat", 1), ("meerkat", 1)]


def test_rule_4_3_the_last_animal_stays() -> None:
    table = new_enclosure("fox meerkat", "E4-01 r0 at E1: 1 meerkat")
    error = refused(table, "settle meerkat from E4-01")
    assert "last animal never leaves" in error.reason
    assert error.rule == "4.3"


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("settle penguin from house", "no penguin in your houses"),
        ("settle penguin from E4-01", "no penguin in E4-01"),
        ("settle meerkat from E4-08", "E4-08 is not in your zoo"),
    ],
)
def test_rule_4_3_who_is_not_there_cannot_move(decision: str, reason: str) -> None:
    table = new_enclosure("fox meerkat", "E4-01 r0 at E1: 3 meerkat")
    assert reason in refused(table, decision).reason


def test_rule_4_4_a_second_of_the_same_species_c1() -> None:
    table = new_enclosure("2 meerkat fox", "E4-01 r0 at E1: 3 meerkat")
    play(table, "settle meerkat from house")
    assert choices(table) == ["settle meerkat from house", "settle meerkat from E4-01", "settle no more"]
    error = refused(table, "settle fox from house")
    assert "must be one too" in error.reason
    assert error.rule == "4.4"
    play(table, "settle meerkat from E4-01")
    assert living(table, "E5-01", "E4-01") == [("meerkat", 2), ("meerkat", 2)]
    assert table.to_act == (1,), "no follow-up on top, and no third animal"


def test_rule_4_4_both_from_one_enclosure_with_three_c1() -> None:
    table = new_enclosure("", "E4-01 r0 at E1: 3 meerkat")
    assert living(table, "E5-01") == [("meerkat", 1)], "the only animal that can move in does so by itself"
    play(table, "settle meerkat from E4-01")
    assert living(table, "E4-01", "E5-01") == [("meerkat", 1), ("meerkat", 2)]


def test_rule_4_4_nobody_asks_where_there_is_no_second() -> None:
    table = new_enclosure("meerkat fox")
    play(table, "settle fox from house")
    assert table.to_act == (1,)
    table = new_enclosure("2 fox")
    play(table, "settle no more")
    assert living(table, "E5-01") == [("fox", 1)]


def test_rule_4_5_never_full_at_once_c2() -> None:
    assert min(one.size for one in GAME.pieces.enclosures) == 4  # type: ignore[attr-defined]


def test_rule_4_6_animals_move_into_the_last_tile_c3() -> None:
    table = position(stacks={1: "E5-01"}, houses={0: "2 fox"})
    leave_open(table, 0, "E9", "F9", "G9", "H9", "I9")
    play(table, "walk 1")
    assert not over(table), "the animals have not moved in yet"
    play(table, "settle fox from house")
    assert over(table)
    assert living(table, "E5-01") == [("fox", 2)]
    assert table.winners == (0,)


# 5. An animals space. Space 2 shows penguin and kangaroo.


def at_animals(houses: str, *zoo: str, **more: object) -> Table:
    table = position(zoos={0: list(zoo)}, houses={0: houses}, **more)  # type: ignore[arg-type]
    if table.elephant == 0:  # else there was no other way
        play(table, "walk 2")
    return table


def test_rule_5_1_two_shown_in_either_order_b1() -> None:
    for first, second in (("penguin", "kangaroo"), ("kangaroo", "penguin")):
        table = at_animals("")
        play(table, f"acquire {first} into house")
        assert choices(table) == [f"acquire {second} into house", "acquire no more"]
        play(table, f"acquire {second} into house")
        assert in_houses(table) == {"kangaroo": 1, "penguin": 1}
        assert table.to_act == (1,)


def test_rule_5_1_one_of_any_species_b1() -> None:
    table = at_animals("")
    play(table, "acquire fox into house")
    assert in_houses(table) == {"fox": 1}
    assert table.to_act == (1,)


def test_rule_5_1_only_the_other_one_follows_b1() -> None:
    table = at_animals("")
    assert refused(table, "acquire no more").rule == "5.1"
    play(table, "acquire penguin into house")
    error = refused(table, "acquire fox into house")
    assert "only the other follows" in error.reason
    assert error.rule == "5.1"
    refused(table, "acquire penguin into house")
    play(table, "acquire no more")
    assert in_houses(table) == {"penguin": 1}


def test_rule_5_2_placed_one_by_one() -> None:
    table = at_animals("")
    assert refused(table, "walk 1").rule == "5.2"


def test_rule_5_3_where_new_animals_go_b3() -> None:
    table = at_animals("meerkat", "E4-01 r0 at E1: 1 penguin", "E4-06 r0 at E2: 1 fox", "E5-01 r0 at E5:")
    penguins = [text for text in choices(table) if text.startswith("acquire penguin")]
    assert penguins == ["acquire penguin into house", "acquire penguin into E4-01", "acquire penguin into E5-01"]
    error = refused(table, "acquire penguin into E4-06")
    assert "E4-06 holds arctic foxes; a penguin needs another enclosure, or a house." in error.reason
    assert (
        refused(table, "acquire penguin into E7-01").reason
        == "E7-01 is not in your zoo: choose a house or an enclosure of yours."
    )
    play(table, "acquire penguin into E5-01")
    assert living(table, "E5-01") == [("penguin", 1)]


def test_rule_5_3_full_houses_b3_108499() -> None:
    table = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin", "E5-01 r0 at E2: 1 kangaroo")
    assert refused(table, "acquire penguin into house").reason == "All your houses are full: choose an enclosure."
    assert "acquire penguin" not in choices(table), "an animal always has a destination"


def test_rule_5_4_only_one_of_the_two_fits_b2() -> None:
    table = at_animals("3 fox", "E4-01 r0 at E1: 1 penguin")
    assert "acquire penguin into E4-01" not in choices(table), "the only place was taken by itself"
    assert living(table, "E4-01") == [("penguin", 2)]
    assert table.to_act == (1,)


def test_rule_5_5_follow_up_b4() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into E4-01")
    assert choices(table) == ["follow up in E4-01", "no follow-up"]
    assert refused(table, "acquire kangaroo into house").rule == "5.5"
    play(table, "follow up in E4-01")
    assert living(table, "E4-01") == [("penguin", 3)]
    assert in_houses(table) == {"penguin": 1}
    assert choices(table) == ["acquire kangaroo into house", "acquire no more"], "not asked twice"
    assert refused(table, "follow up in E4-01").rule == "5.2"


def test_rule_5_5_no_follow_up_into_a_full_enclosure_b4() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 3 penguin")
    play(table, "acquire penguin into E4-01")
    assert choices(table) == ["keep one", "keep none"]


def test_rule_5_5_completion_comes_before_the_second_animal_b4() -> None:
    table = at_animals("2 penguin", "E4-01 r0 at E1: 2 penguin")
    play(table, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    assert "acquire kangaroo into E4-01" not in choices(table)
    assert choices(table)[0] == "acquire kangaroo into house"


def test_rule_5_5_only_the_same_species_follows() -> None:
    table = at_animals("2 fox", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into E4-01")
    assert choices(table) == ["acquire kangaroo into house", "acquire no more"]


def test_rule_5_6_nothing_follows_into_a_house_b6() -> None:
    table = at_animals("penguin", "E4-01 r0 at E1: 1 penguin")
    play(table, "acquire penguin into house")
    assert choices(table)[-1] == "acquire no more"


def test_rule_5_7_two_animals_for_an_enclosure_in_one_action_b5_106446() -> None:
    table = at_animals("penguin", "E4-01 r0 at E1: 2 penguin")
    play(table, "acquire penguin into E4-01", "follow up in E4-01", "keep none", "no attraction")
    error = refused(table, "acquire kangaroo into E4-01")
    assert "already received two animals" in error.reason
    assert error.rule == "5.7"


def test_rule_5_7_one_and_one_is_two_b5() -> None:
    table = at_animals("kangaroo", "E4-01 r0 at E1: 3 penguin")
    play(table, "acquire penguin into E4-01", "keep none", "no attraction", "acquire kangaroo into E4-01")
    assert living(table, "E4-01") == [("kangaroo", 1)]
    assert table.to_act == (1,), "a follow-up would be the third animal"


# 6. Completed enclosures


def completed(houses: str = "", **more: object) -> Table:
    table = at_animals(houses, "E4-01 r0 at E1: 3 penguin", **more)
    if "acquire penguin into E4-01" in choices(table):  # else it was the only place
        play(table, "acquire penguin into E4-01")
    return table


def test_rule_6_1_the_animals_leave_and_the_tile_stays_d5() -> None:
    table = completed()
    assert living(table, "E4-01") == [(None, 0)]
    play(table, "keep none", "no attraction")
    assert [place.tile.id for place in table.zoos[0]] == ["E4-01"]
    assert "acquire kangaroo into E4-01" in choices(table)


def test_rule_6_1_an_empty_enclosure_neither_gives_nor_breeds_d5() -> None:
    zoos = {0: ["E4-01 r0 at E1:", "E5-01 r0 at E2: 1 fox"]}
    table = position(zoos=zoos, houses={0: ""}, stacks={3: "", 4: ""})
    assert walks(table) == {"walk 2", "walk 3"}, "nobody could move into a new enclosure"


def test_rule_6_2_keep_one_d1_d2() -> None:
    table = completed()
    play(table, "keep one")
    assert in_houses(table) == {"penguin": 1}
    table = completed()
    assert refused(table, "no attraction").rule == "6.2"
    play(table, "keep none")
    assert in_houses(table) == {}


def test_rule_6_2_not_without_a_free_house_d1() -> None:
    table = completed("3 fox")
    assert choices(table)[-1] == "no attraction"


def test_rule_6_2_a_house_left_by_the_follow_up_counts_d1() -> None:
    table = at_animals("penguin 2 fox", "E4-01 r0 at E1: 2 penguin", "E5-01 r0 at E2:")
    play(table, "acquire penguin into E4-01", "follow up in E4-01")
    assert choices(table) == ["keep one", "keep none"]


def test_rule_6_3_an_attraction_d3() -> None:
    table = completed("3 fox")
    assert cells_of(text for text in choices(table) if text.startswith("place A8 r0"))
    play(table, "place A8 r0 at E6")
    assert table.open[0] == 107 - 4 - 8
    assert table.view(None)["market"]["A8"] == 0
    table = completed("3 fox")
    assert refused(table, "place E5-02 r0 at E6").rule == "6.3"
    play(table, "no attraction")
    assert table.open[0] == 103


def test_rule_6_4_only_what_is_left_d7() -> None:
    table = completed("3 fox")
    table.market[-1] = 0
    table.settle()
    assert not any(text.startswith("place A8") for text in choices(table))
    assert "no A8 left" in refused(table, "place A8 r0 at E6").reason
    for attraction in range(1, len(table.market)):
        table.market[attraction] = 0
    table.settle()
    assert {text.split()[1] for text in choices(table)} == {"A1", "attraction"}
    play(table, "place A1 r0 at E6")
    assert table.view(None)["market"]["A1"] is None, "they never run out"


def test_rule_6_3_attractions_do_not_overlap() -> None:
    table = completed("3 fox")
    assert refused(table, "place A8 r0 at E1").rule == "2.3"


def test_rule_6_5_nothing_to_take_on_a_full_board_d4() -> None:
    zoos = {0: ["E4-01 r0 at E1: 3 penguin", "E4-06 r0 at E2: 3 kangaroo"]}
    table = position(zoos=zoos, houses={0: "3 fox"}, stacks={1: "", 3: "", 4: ""})
    leave_open(table, 0, "E9")
    play(table, "walk 1", "acquire penguin into E4-01", "place A1 r0 at E9")
    assert not table.is_over, "the second animal may still be placed"
    play(table, "acquire kangaroo into E4-06")
    assert table.is_over


def two_full(houses: str = "") -> Table:
    zoos = {0: ["E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 4 fox"]}
    table = position(zoos=zoos, elephant=3, houses={0: houses})
    play(table, "walk 2", "acquire penguin into house", "breed E4-01 E5-01")
    return table


def test_rule_6_6_the_owner_chooses_the_order_d6() -> None:
    table = two_full()
    assert choices(table) == ["complete E4-01", "complete E5-01"]
    assert refused(table, "keep one").rule == "6.6"
    play(table, "complete E5-01", "keep one", "place A8 r0 at E6", "keep one", "place A6 r0 at J6")
    assert in_houses(table) == {"penguin": 1, "fox": 2}
    assert living(table, "E4-01", "E5-01") == [(None, 0), (None, 0)]


# 7. Breeding


def breeding(*zoo: str, players: int = 2, houses: str = "", others: dict[int, list[str]] | None = None) -> Table:
    """Seat 0 has crossed the fox line and stands on space 5."""
    zoos = {0: list(zoo), **(others or {})}
    table = position(players, zoos=zoos, elephant=3, houses={0: houses})
    play(table, "walk 2", "acquire penguin into house")
    return table


def test_rule_7_1_for_all_from_the_mover_clockwise_e1() -> None:
    others = {1: ["E4-02 r0 at F6: 2 fox"], 2: ["E4-03 r0 at F6: 2 fox"]}
    table = breeding("E4-01 r0 at F6: 2 fox", players=3, others=others)
    asked = []
    while "no breeding" in choices(table):
        asked.append(table.to_act[0])
        play(table, "no breeding")
    assert asked == [0, 1, 2]
    assert table.to_act == (1,), "then the next turn"


def test_rule_7_1_after_the_whole_main_action_e1() -> None:
    """The second fox comes with the main action, just in time."""
    table = position(zoos={0: ["E4-01 r0 at E1: 1 fox"]}, elephant=3, houses={0: ""})
    play(table, "walk 2", "acquire fox into E4-01")
    assert choices(table) == ["breed E4-01", "no breeding"]


def test_rule_7_2_a_pair_in_one_enclosure_e1_109314() -> None:
    table = breeding("E4-01 r0 at E1: 1 fox", "E4-06 r0 at E2: 1 fox", "E5-01 r0 at E5: 2 meerkat", houses="2 fox")
    assert table.to_act == (1,), "no pair of foxes, nothing to ask"
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    error = refused(table, "breed E5-01")
    assert "at least two arctic foxes" in error.reason
    assert error.rule == "7.2"


def test_rule_7_3_up_to_two_e2_97107() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E4-06 r0 at E2: 2 fox", "E5-01 r0 at E5: 2 fox")
    assert choices(table) == [
        "breed E4-01",
        "breed E4-01 E4-06",
        "breed E4-01 E5-01",
        "breed E4-06",
        "breed E4-06 E5-01",
        "breed E5-01",
        "no breeding",
    ]
    assert "in the order in which they were laid" in refused(table, "breed E5-01 E4-01").reason
    with pytest.raises(IllegalAction, match="not a decision"):
        table.play("breed E4-01 E4-06 E5-01")
    play(table, "breed E4-01 E5-01")
    assert living(table, "E4-01", "E4-06", "E5-01") == [("fox", 3), ("fox", 2), ("fox", 3)]


def test_rule_7_3_one_offspring_however_many_parents() -> None:
    table = breeding("E6-08 r0 at E6: 4 fox")
    play(table, "breed E6-08")
    assert living(table, "E6-08") == [("fox", 5)]


def test_rule_7_3_nobody_is_asked_for_nothing_e7() -> None:
    table = breeding("E4-01 r0 at E1: 2 meerkat")
    assert table.to_act == (1,)
    assert "walk 1" in choices(table)


def test_rule_7_4_a_follow_up_for_each_e3() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="2 fox")
    play(table, "breed E4-01 E5-01")
    assert choices(table) == ["follow up in E4-01", "follow up in E5-01", "no follow-up"]
    play(table, "follow up in E5-01")
    assert choices(table) == ["follow up in E4-01", "no follow-up"], "one into each"
    assert "one into each" in refused(table, "follow up in E5-01").reason
    play(table, "follow up in E4-01")
    assert living(table, "E5-01") == [("fox", 4)]
    assert in_houses(table) == {"penguin": 1}


def test_rule_7_4_a_single_house_animal_goes_where_its_owner_likes_e3() -> None:
    for where in ("E4-01", "E5-01"):
        table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 fox", houses="fox")
        play(table, "breed E4-01 E5-01", f"follow up in {where}")
        assert "follow" not in " ".join(choices(table))


def test_rule_7_4_completion_after_all_follow_ups_e3() -> None:
    """One is full by its offspring; its animals leave only after the other's follow-up, so none of them can follow."""
    table = breeding("E4-01 r0 at E1: 3 fox", "E5-01 r0 at E5: 2 fox")
    play(table, "breed E4-01 E5-01", "keep one", "no attraction")
    assert living(table, "E4-01", "E5-01") == [(None, 0), ("fox", 3)]
    assert table.to_act == (1,), "the animal kept comes too late, and there is no bonus to have"


def test_rule_7_5_each_player_with_bonus_before_the_next_e5() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", others={1: ["E4-06 r0 at F6: 2 fox"]})
    play(table, "breed E4-01")
    assert choices(table) == ["bonus E5-01", "no bonus"]
    play(table, "bonus E5-01")
    assert table.to_act == (1,)
    assert choices(table) == ["breed E4-06", "no breeding"]


def test_rule_7_6_bonus_in_another_enclosure_e4() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat", "E4-06 r0 at E6: 1 penguin")
    play(table, "breed E4-01")
    assert choices(table) == ["bonus E5-01", "no bonus"]
    assert "already received" in refused(table, "bonus E4-01").reason
    assert "at least two animals" in refused(table, "bonus E4-06").reason
    play(table, "bonus E5-01")
    assert living(table, "E4-01", "E5-01") == [("fox", 3), ("meerkat", 3)]


def test_rule_7_6_no_bonus_without_offspring_e4_97064() -> None:
    table = breeding("E4-01 r0 at E1: 2 fox", "E5-01 r0 at E5: 2 meerkat")
    play(table, "no breeding")
    assert "walk 1" in choices(table)


@pytest.mark.parametrize(("players", "bonus"), [(2, True), (3, True), (4, False), (5, False)])
def test_rule_7_6_bonus_by_players_e4(players: int, bonus: bool) -> None:
    table = breeding("E4-01 r1 at F1: 2 fox", "E4-06 r0 at F6: 2 meerkat", players=players, houses="meerkat")
    play(table, "breed E4-01")
    assert ("bonus E4-06" in choices(table)) == bonus


def test_rule_7_6_third_enclosure_of_the_same_species_and_follow_up_e4() -> None:
    """Three enclosures with two free spaces each, one flamingo in a house: it can help to complete two of them."""
    zoos = {0: [f"{id} r0 at {cell}: 2 flamingo" for id, cell in (("E4-01", "E1"), ("E4-06", "E2"), ("E4-02", "G2"))]}
    table = position(zoos=zoos, elephant=13, houses={0: "flamingo"})
    play(table, "walk 2", "acquire meerkat into house", "breed E4-01 E4-06", "follow up in E4-01", "keep one")
    play(table, "place A8 r0 at F8", "bonus E4-02", "follow up in E4-02", "keep one", "place A6 r0 at J8")
    assert living(table, "E4-01", "E4-06", "E4-02") == [(None, 0), ("flamingo", 3), (None, 0)]
    assert in_houses(table) == {"meerkat": 1, "flamingo": 1}


# 8. The end


def test_rule_8_1_the_mover_wins_without_breeding_f1() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=3, stacks={4: "E4-06"}, houses={0: "meerkat"})
    leave_open(table, 0, "E6", "F6", "E7", "F7")
    play(table, "walk 1", "settle meerkat from house")
    assert over(table), "the fox line was crossed, but nobody breeds"
    assert (table.winners, table.scores) == ((0,), (0, -105))
    assert table.result() == "A wins with a full board and 3 animals."


def finishing_breeding(first: int, second: int) -> Table:
    """Both complete their boards in the same breeding, with so many animals left."""
    zoos = {
        0: ["E4-01 r0 at E1: 3 fox", f"E6-08 r0 at E6: {first} meerkat"],
        1: ["E4-06 r0 at F1: 3 fox", f"E6-09 r0 at F6: {second} meerkat"],
    }
    table = position(zoos=zoos, elephant=3, houses={0: "", 1: ""})
    leave_open(table, 0, "E9")
    leave_open(table, 1, "E9")
    play(table, "walk 2", "acquire flamingo into house", "breed E4-01", "keep none", "place A1 r0 at E9")
    return table


def test_rule_8_2_everybody_finishes_the_breeding_f2() -> None:
    table = finishing_breeding(1, 3)
    assert table.open[0] == 0
    assert not over(table)
    play(table, "breed E4-06", "keep none", "place A1 r0 at E9")
    while not over(table):
        play(table, choices(table)[-1])
    assert table.open == [0, 0]
    assert table.winners == (1,), "more animals"


def test_rule_8_2_also_the_second_line_f2() -> None:
    table = two_lines()
    leave_open(table, 0, "E9")
    table.animals[tile("E4-01").index] = 3
    play(table, "walk 3", "acquire fox into house", "breed E4-01", "keep none", "place A1 r0 at E9")
    while "breed E5-01" not in choices(table):
        play(table, "no bonus")
    assert not over(table)
    play(table, "no breeding")
    assert over(table)


def test_rule_8_3_ranking_f3_97336() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"], 1: ["E4-06 r0 at F1: 3 fox"]}, houses={0: "2 fox", 1: "fox"})
    table.open[:] = [5, 5]
    assert table.standing(0) == table.standing(1) == (-5, 4)
    assert ranking(table) == ((0, 1),), "animals in houses count too"
    table.animals[tile("E4-06").index] = 4
    assert ranking(table) == ((1,), (0,))
    table.open[0] = 4
    assert ranking(table) == ((0,), (1,)), "open spaces come first"


def test_rule_8_3_a_shared_win_f2() -> None:
    table = finishing_breeding(3, 1)
    table.stack.clear()
    table.open[:] = [0, 0]
    assert table.winners == (0, 1)
    assert table.result() == "A and B share the win with a full board and 4 animals."


# 11. The short game


def test_rule_11_1_three_sevens_and_three_sixes_each_g3() -> None:
    dealt: Counter[str] = Counter()
    for seed in range(60):
        zoos = GAME.new(players=2, seed=seed, short=True).view(None)["zoos"]
        for zoo in zoos:
            assert Counter(id[1] for id in zoo["hand"]) == {"7": 3, "6": 3}
        dealt.update(zoos[0]["hand"] + zoos[1]["hand"])
    assert dealt["E7-07"] > 20
    assert dealt["E6-11"] > 5


def test_rule_11_2_both_at_once_g3_104477() -> None:
    table = GAME.new(players=2, seed=2, short=True)
    assert isinstance(table, Table)
    assert acting(table) == (0, 1)
    log: list[menagerie.Event] = []
    table.play(str(table.legal(1)[0]), 1, log=log)
    assert str(log[0]).startswith("B lays the enclosure")
    assert [len(hand) for hand in table.hands] == [6, 5]
    foreign = next(one.id for one in table.hands[1] if one.size == 6)
    assert "was not dealt to you" in refused(table, f"place {foreign} r0 at A6", 0).reason
    assert refused(table, "walk 1", 0).rule == "11.2"
    with pytest.raises(IllegalAction, match="say whose decision"):
        table.play("start over")


def test_rule_11_2_all_six_are_laid_empty_before_the_first_turn_g3() -> None:
    table = lay_all(GAME.new(players=2, seed=2, short=True))
    assert acting(table) == (0, 1)
    table.play("ready", 1)
    assert acting(table) == (0,)
    table.play("ready", 0)
    assert table.open == [107 - 39, 105 - 39]
    assert not any(table.animals)
    assert acting(table) == (0,)
    assert walks(table)


def lay_all(table: menagerie.State) -> Table:
    """Both lay what they can, the first way that is listed, and start over in another way when stuck."""
    assert isinstance(table, Table)
    for seat in (0, 1):
        number = 0
        while table.hands[seat]:
            ways = [action for action in table.legal(seat) if str(action).startswith("place")]
            table.play(ways[number % len(ways)], seat)
            number += 37
    return table


def test_rule_11_3_start_over_until_ready_g3() -> None:
    table = GAME.new(players=2, seed=2, short=True)
    assert isinstance(table, Table)
    before = (set(table.hands[0]), choices(table, 0))
    assert refused(table, "start over", 0).rule == "11.3"
    table.play(table.legal(0)[5], 0)
    table.play("start over", 0)
    assert set(table.hands[0]) == before[0]
    assert sorted(choices(table, 0)) == sorted(before[1])
    assert table.open[0] == 107
    table = lay_all(table)
    assert choices(table, 0) == ["ready", "start over"]
    table.play("ready", 0)
    assert table.legal(0) == []
    assert table.legal(1) != []


def test_rule_11_3_stuck_means_starting_over() -> None:
    table = GAME.new(players=2, seed=2, short=True)
    assert isinstance(table, Table)
    first = table.legal(0)[0]
    table.taken_low[0] = table.pieces.boards["2p-1"].blocked_low | first.low  # type: ignore[attr-defined]
    everything = table.pieces.words(tuple(table.pieces.bits))
    table.taken_low[0] = everything[0] & ~first.low  # type: ignore[attr-defined]
    table.taken_high[0] = everything[1] & ~first.high  # type: ignore[attr-defined]
    log: list[menagerie.Event] = []
    table.play(first, 0, log=log)
    assert str(log[-1]) == "A takes the dealt enclosures back and starts over."
    assert len(table.hands[0]) == 6


def test_rule_11_only_for_two() -> None:
    with pytest.raises(BadSetup, match="The short game is for 2 players, not 3"):
        GAME.new(players=3, short=True)
