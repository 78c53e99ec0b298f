"""Every rule of docs/rules/zooloretto-mini.md, by its number; Z-numbers are rulings that it contains."""

from collections import Counter

import pytest

import menagerie
from menagerie import BadSetup, IllegalAction
from menagerie.games.zooloretto_mini.state import Table

from .position import choices, play, position, shows

GAME = menagerie.load("zooloretto-mini")
BARN = 3


def refused(table: Table, decision: str) -> IllegalAction:
    before = (table.view(None), table.secrets(), table.history)
    with pytest.raises(IllegalAction) as caught:
        table.play(decision)
    assert (table.view(None), table.secrets(), table.history) == before
    return caught.value


# 1. Setting up


@pytest.mark.parametrize(("players", "kinds"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_rule_1_1_and_8_1_kinds_by_players(players: int, kinds: int) -> None:
    table = GAME.new(players=players, seed=5)
    assert isinstance(table, Table)
    assert len(table.kinds) == kinds
    assert {tile.group for tile in table.pile if tile.is_animal} == set(table.kinds)
    assert sum(count for count in table.view(None)["supply"].values()) == 2 * kinds


def test_rule_1_1_kinds_differ_from_seed_to_seed() -> None:
    assert len({tuple(GAME.new(players=3, seed=seed).view(None)["kinds"]) for seed in range(20)}) > 5


def test_rule_1_1_kinds_can_be_named() -> None:
    view = GAME.new(players=3, seed=5, removed=["wolf", "llama"]).view(None)
    assert "wolf" not in view["kinds"]
    assert "llama" not in view["kinds"]
    assert GAME.new(players=3, seed=5, removed="wolf, llama").view(None) == view


def test_rule_1_1_the_number_of_named_kinds_must_fit() -> None:
    with pytest.raises(BadSetup, match="With 3 players 2 kinds are removed, not 1"):
        GAME.new(players=3, removed=["wolf"])


@pytest.mark.parametrize(("players", "all_tiles", "main"), [(2, 53, 38), (3, 64, 49), (4, 75, 60), (5, 86, 71)])
def test_rule_1_2_piles(players: int, all_tiles: int, main: int) -> None:
    table = GAME.new(players=players, seed=2)
    assert isinstance(table, Table)
    assert (len(table.pile), table.view(None)["tiles_left"], table.view(None)["end_pile_left"]) == (all_tiles, main, 15)
    counts = Counter(tile.name for tile in table.pile)
    for kind in table.kinds:
        assert (counts[kind], counts[f"male {kind}"], counts[f"female {kind}"]) == (7, 2, 2)
    assert [counts[landscape] for landscape in ("pond", "shrub", "rock")] == [3, 3, 3]


def test_rule_1_3_the_supply_holds_two_offspring_of_each_kind_in_play() -> None:
    supply = GAME.new(players=4, seed=2, removed="wolf").view(None)["supply"]
    assert supply == {"meerkat": 2, "giraffe": 2, "impala": 2, "llama": 2, "rhino": 2, "ostrich": 2, "wolf": 0}


def test_rule_1_4_empty_zoos() -> None:
    for zoo in GAME.new(players=5, seed=2).view(None)["zoos"]:
        assert (zoo["enclosures"], zoo["barn"]) == ([[], [], []], [])


@pytest.mark.parametrize(("players", "spaces"), [(2, [1, 2, 3]), (3, [3] * 3), (4, [3] * 4), (5, [3] * 5)])
def test_rule_1_5_and_8_2_trucks(players: int, spaces: list[int]) -> None:
    assert [truck["spaces"] for truck in GAME.new(players=players, seed=2).view(None)["trucks"]] == spaces


def test_rule_1_6_chance_decides_who_begins() -> None:
    assert {GAME.new(players=3, seed=seed).to_act for seed in range(30)} == {(0,), (1,), (2,)}


# 2. A turn


def test_rule_2_1_a_turn_is_a_draw_or_a_truck() -> None:
    table = position(trucks=("rhino", "", "pond, rock, shrub"))
    assert choices(table) == ["draw", "take 1", "take 3"]
    assert refused(table, "load 1").rule == "2.1"


def test_rule_2_1_then_the_next_player_who_is_still_in() -> None:
    table = position(trucks=("rhino", "llama", ""))
    play(table, "take 1", "place rhino in barn")
    assert table.to_act == (1,)
    play(table, "draw", "load 3")
    assert table.to_act == (2,)
    play(table, "draw", "load 3")
    assert table.to_act == (1,)


def test_rule_2_2_no_draw_when_all_trucks_are_full() -> None:
    table = position(trucks=("2 rhino, pond", "2 llama, rock", "3 impala"))
    assert choices(table) == ["take 1", "take 2", "take 3"]
    assert str(refused(table, "draw")) == "Every truck in the middle is full: take one."


def test_rule_2_2_the_drawn_tile_is_seen_by_all_and_must_be_loaded() -> None:
    table = position(pile="ostrich")
    assert play(table, "draw") == ["A draws an ostrich."]
    assert [table.view(seat)["drawn"] for seat in (0, 1, None)] == ["ostrich"] * 3
    assert refused(table, "draw").reason == "The ostrich must be loaded onto a truck first."


def test_rule_2_3_loading_needs_a_free_space_on_a_truck_in_the_middle() -> None:
    table = position(trucks=("2 rhino, pond", "llama", ""), pile="wolf")
    play(table, "draw")
    assert choices(table) == ["load 2", "load 3"]
    assert refused(table, "load 1").reason == "Truck 1 is full."
    assert refused(table, "load 5").reason == "There are trucks 1 to 3, no truck 5."
    play(table, "load 2")
    assert table.view(None)["trucks"][1]["tiles"] == ["llama", "wolf"]


def test_rule_2_4_a_truck_needs_a_tile_to_be_taken() -> None:
    table = position(trucks=("rhino", "", ""))
    assert "is empty" in refused(table, "take 2").reason
    assert choices(position()) == ["draw"]


def test_rule_2_4_a_taken_truck_is_gone() -> None:
    table = position(trucks=("rhino", "llama", ""))
    play(table, "take 1", "place rhino in barn")
    assert refused(table, "take 1").reason == "Truck 1 has been taken this round."


def test_rule_2_5_who_took_a_truck_is_out() -> None:
    table = position(2, trucks=("llama", "rhino", ""))
    play(table, "take 1", "place llama in barn")
    assert table.view(None)["zoos"][0]["out"]
    for _ in range(2):
        assert table.to_act == (1,)
        play(table, "draw", "load 3")


# 3. Placing


def test_rule_3_1_tiles_are_placed_one_by_one_in_any_order() -> None:
    table = position(trucks=("rhino, pond, llama", "", ""))
    play(table, "take 1")
    assert choices(table)[:4] == [
        "place rhino in enclosure 1",
        "place rhino in enclosure 2",
        "place rhino in enclosure 3",
        "place rhino in barn",
    ]
    assert len(choices(table)) == 12
    play(table, "place llama in enclosure 2", "place rhino in enclosure 1", "place pond in enclosure 2")
    assert shows(table, 0, 1) == ["llama", "pond"]
    assert table.to_act == (1,)


def test_rule_3_1_only_tiles_of_the_truck() -> None:
    table = position(trucks=("rhino, pond", "", ""))
    play(table, "take 1")
    assert refused(table, "place wolf in barn").reason == "There is no wolf on your truck; it holds rhino and pond."
    assert refused(table, "draw").rule == "3.1"


def test_rule_3_1_alike_tiles_are_offered_once() -> None:
    table = position(trucks=("2 rhino, rhino", "", ""))
    play(table, "take 1")
    assert len(choices(table)) == 4


def test_rule_3_2_six_tiles_fill_an_enclosure() -> None:
    table = position(trucks=("rhino, pond", "", ""), zoos={0: ("4 rhino, 2 pond", "", "")})
    play(table, "take 1")
    assert refused(table, "place rhino in enclosure 1").reason == "Enclosure 1 is full: it holds six tiles."
    assert refused(table, "place pond in enclosure 1").rule == "3.2"


def test_rule_3_3_one_kind_in_an_enclosure() -> None:
    table = position(trucks=("impala", "", ""), zoos={0: ("llama", "baby llama, pond", "pond")})
    play(table, "take 1")
    assert choices(table) == ["place impala in enclosure 3", "place impala in barn"]
    error = refused(table, "place impala in enclosure 1")
    assert error.reason == "Enclosure 1 already holds llamas; impalas need another one, or the barn."
    assert error.rule == "3.3"


def test_rule_3_3_the_same_kind_may_live_in_several_enclosures() -> None:
    table = position(trucks=("2 llama", "", ""), zoos={0: ("llama", "", "")})
    play(table, "take 1", "place llama in enclosure 2", "place llama in enclosure 1")
    assert (shows(table, 0, 0), shows(table, 0, 1)) == (["llama", "llama"], ["llama"])


def test_rule_3_4_landscapes_mix_freely_and_leave_the_kind_open() -> None:
    table = position(trucks=("rock, wolf", "", ""), zoos={0: ("2 llama, rock, pond", "pond", "")})
    play(table, "take 1", "place rock in enclosure 1", "place wolf in enclosure 2")
    assert shows(table, 0, 0) == ["llama", "llama", "pond", "rock", "rock"]
    assert shows(table, 0, 1) == ["pond", "wolf"]


def test_rule_3_5_the_barn_takes_anything_even_if_an_enclosure_would() -> None:
    table = position(trucks=("llama, rock", "", ""), zoos={0: ("llama", "", "")}, barns={0: "5 wolf, shrub"})
    play(table, "take 1", "place llama in barn", "place rock in barn")
    assert shows(table, 0, BARN) == ["llama", "rock", "shrub", *["wolf"] * 5]


def test_rule_3_6_no_decision_moves_a_tile_inside_a_zoo() -> None:
    table = position(trucks=("llama", "", ""), zoos={0: ("llama", "", "")}, barns={0: "wolf"})
    assert choices(table) == ["draw", "take 1"]
    assert "is not a decision" in refused(table, "move wolf to enclosure 2").reason


# 4. Offspring


def test_rule_4_1_a_pair_has_offspring_at_once() -> None:
    table = position(trucks=("male rhino", "", ""), zoos={0: ("female rhino, rhino", "", "")})
    log = play(table, "take 1", "place male rhino in enclosure 1")
    assert shows(table, 0, 0) == ["baby rhino", "female rhino", "male rhino", "rhino"]
    assert log[-1] == "A baby rhino is born in enclosure 1 of A."
    assert table.view(None)["supply"]["rhino"] == 1


def test_rule_4_1_two_of_one_sex_have_none() -> None:
    table = position(trucks=("male rhino", "", ""), zoos={0: ("male rhino", "", "")})
    play(table, "take 1", "place male rhino in enclosure 1")
    assert shows(table, 0, 0) == ["male rhino", "male rhino"]


def test_rule_4_2_offspring_goes_into_the_barn_when_the_enclosure_is_full() -> None:
    table = position(trucks=("female rhino", "", ""), zoos={0: ("male rhino, 4 pond", "", "")})
    log = play(table, "take 1", "place female rhino in enclosure 1")
    assert shows(table, 0, BARN) == ["baby rhino"]
    assert "A baby rhino is born to A; the enclosure is full, so it goes into the barn." in log


def test_rule_4_3_each_animal_is_a_parent_once() -> None:
    table = position(
        trucks=("male rhino", "female rhino", ""), zoos={0: ("male rhino, female rhino, baby rhino", "", "")}
    )
    play(table, "take 1", "place male rhino in enclosure 1")
    assert shows(table, 0, 0).count("baby rhino") == 1


def test_rule_4_3_a_partner_of_its_own_brings_the_second_offspring() -> None:
    zoo = "male rhino, female rhino, baby rhino, male rhino"
    table = position(trucks=("female rhino", "", ""), zoos={0: (zoo, "", "")})
    play(table, "take 1", "place female rhino in enclosure 1")
    assert shows(table, 0, 0).count("baby rhino") == 2


def test_rule_4_4_no_offspring_in_the_barn_or_on_a_truck() -> None:
    table = position(trucks=("male rhino, female rhino", "", ""), zoos={0: ("", "", "")})
    assert table.view(None)["trucks"][0]["tiles"] == ["male rhino", "female rhino"]
    play(table, "take 1", "place male rhino in barn", "place female rhino in barn")
    assert shows(table, 0, BARN) == ["female rhino", "male rhino"]


def test_rule_4_4_a_pair_in_two_enclosures_has_none() -> None:
    table = position(trucks=("male rhino", "", ""), zoos={0: ("female rhino", "", "")})
    play(table, "take 1", "place male rhino in enclosure 2")
    assert table.view(None)["supply"]["rhino"] == 2


def test_rule_4_5_the_order_decides_who_gets_the_last_space() -> None:
    zoo = {0: ("female rhino, 3 rhino", "wolf", "llama")}
    male_first = position(trucks=("male rhino, rhino", "", ""), zoos=zoo)
    play(male_first, "take 1", "place male rhino in enclosure 1")
    assert shows(male_first, 0, 0).count("baby rhino") == 1
    assert shows(male_first, 0, BARN) == ["rhino"]  # it fits nowhere, so it went by itself

    plain_first = position(trucks=("male rhino, rhino", "", ""), zoos=zoo)
    play(plain_first, "take 1", "place rhino in enclosure 1", "place male rhino in enclosure 1")
    assert shows(plain_first, 0, BARN) == ["baby rhino"]


def test_rule_4_6_an_offspring_is_an_animal_but_never_fertile() -> None:
    table = position(trucks=("female llama, wolf", "", ""), zoos={0: ("baby llama", "", "")})
    play(table, "take 1")
    assert "place wolf in enclosure 1" not in choices(table)
    play(table, "place female llama in enclosure 1")
    assert shows(table, 0, 0) == ["baby llama", "female llama"]


# 5. The bonus action


def filled(**barns: str) -> Table:
    """A is about to fill enclosure 1 with a llama; B's and C's barns as given."""
    seats = {"a": 0, "b": 1, "c": 2}
    return position(
        trucks=("llama", "", ""),
        zoos={0: ("4 llama, pond", "rhino", "")},
        barns={seats[seat]: barn for seat, barn in barns.items()},
    )


def test_rule_5_1_a_filled_enclosure_brings_a_bonus_action() -> None:
    table = filled(b="rhino", a="wolf")
    play(table, "take 1", "place llama in enclosure 1")
    assert choices(table) == [
        "take over rhino from B into enclosure 2",
        "take over rhino from B into enclosure 3",
        "discard wolf",
        "no bonus",
    ]


def test_rule_5_1_an_offspring_that_fills_counts_too() -> None:
    table = position(
        trucks=("male rhino", "", ""), zoos={0: ("female rhino, 2 rhino, pond", "", "")}, barns={0: "wolf"}
    )
    play(table, "take 1", "place male rhino in enclosure 1")
    assert choices(table) == ["discard wolf", "no bonus"]


def test_rule_5_1_an_enclosure_that_was_full_before_does_not_count() -> None:
    table = position(trucks=("llama", "", ""), zoos={0: ("6 llama", "", "")}, barns={0: "wolf"})
    play(table, "take 1", "place llama in enclosure 2")
    assert table.to_act == (1,)


def test_rule_5_1_it_comes_after_all_tiles_are_placed() -> None:
    table = position(trucks=("llama, wolf", "", ""), zoos={0: ("5 llama", "", "")}, barns={1: "rhino"})
    play(table, "take 1", "place llama in enclosure 1")
    assert choices(table) == ["place wolf in enclosure 2", "place wolf in enclosure 3", "place wolf in barn"]


def test_rule_5_2_one_bonus_action_even_for_two_full_enclosures() -> None:
    table = position(trucks=("2 llama", "", ""), zoos={0: ("5 llama", "5 llama", "")}, barns={0: "wolf, rhino"})
    play(table, "take 1", "place llama in enclosure 1", "place llama in enclosure 2", "discard wolf")
    assert shows(table, 0, BARN) == ["rhino"]
    assert table.to_act == (1,)


def test_rule_5_2_other_decisions_are_refused_with_what_is_possible() -> None:
    table = filled(a="wolf")
    play(table, "take 1", "place llama in enclosure 1")
    assert refused(table, "draw").rule == "5.2"


@pytest.mark.parametrize("tile", ["rhino", "female rhino", "baby rhino", "rock"])
def test_rule_5_3_take_over_any_tile_into_an_enclosure(tile: str) -> None:
    table = filled(c=tile)
    play(table, "take 1", "place llama in enclosure 1", f"take over {tile} from C into enclosure 2")
    assert shows(table, 0, 1) == sorted(["rhino", tile])
    assert shows(table, 2, BARN) == []


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("take over wolf from A into enclosure 3", "not from your own"),
        ("take over wolf from B into enclosure 2", "already holds rhinos"),
        ("take over wolf from B into enclosure 1", "Enclosure 1 is full"),
        ("take over wolf from C into enclosure 3", "no wolf in the barn of C"),
        ("take over wolf from D into enclosure 3", "Nobody sits at D"),
        ("take over wolf from B into barn", "is not a decision"),
    ],
)
def test_rule_5_3_what_cannot_be_taken_over(decision: str, reason: str) -> None:
    table = filled(a="wolf", b="wolf")
    play(table, "take 1", "place llama in enclosure 1")
    assert reason in refused(table, decision).reason


def test_rule_5_4_faq_the_rhino_taken_over_breeds_into_the_barn_and_there_is_no_chain() -> None:
    """The rulebook's question about impalas, rhinos and llamas."""
    table = position(
        trucks=("llama", "", ""),
        zoos={0: ("3 impala, 2 shrub", "female rhino, 4 rhino", "4 llama, pond")},
        barns={1: "male rhino, wolf"},
    )
    play(table, "take 1", "place llama in enclosure 3", "take over male rhino from B into enclosure 2")
    assert len(shows(table, 0, 1)) == 6
    assert shows(table, 0, BARN) == ["baby rhino"]
    assert table.to_act == (1,)


def test_rule_5_4_faq_an_offspring_that_fills_by_a_take_over_brings_no_second_bonus() -> None:
    table = position(
        trucks=("llama", "", ""),
        zoos={0: ("5 llama", "female rhino, 3 rhino", "")},
        barns={1: "male rhino", 2: "wolf"},
    )
    play(table, "take 1", "place llama in enclosure 1", "take over male rhino from B into enclosure 2")
    assert shows(table, 0, 1).count("baby rhino") == 1
    assert table.to_act == (1,)


def test_rule_5_5_discard_takes_a_tile_out_of_the_game() -> None:
    table = filled(a="2 wolf")
    play(table, "take 1", "place llama in enclosure 1", "discard wolf")
    assert shows(table, 0, BARN) == ["wolf"]
    assert table.view(None)["gone"] == ["wolf"]


def test_rule_5_5_also_what_arrived_in_this_turn() -> None:
    table = position(trucks=("llama, wolf", "", ""), zoos={0: ("5 llama", "", "")})
    play(table, "take 1", "place llama in enclosure 1", "place wolf in barn", "discard wolf")
    assert shows(table, 0, BARN) == []
    table = position(trucks=("male llama", "", ""), zoos={0: ("female llama, 2 pond, 2 rock", "", "")})
    play(table, "take 1", "place male llama in enclosure 1", "discard baby llama")
    assert shows(table, 0, BARN) == []


def test_rule_5_5_only_from_the_own_barn() -> None:
    table = filled(b="wolf", a="rock")
    play(table, "take 1", "place llama in enclosure 1")
    assert refused(table, "discard wolf").reason == "There is no wolf in your barn."


def test_rule_5_6_the_bonus_may_be_declined() -> None:
    table = filled(a="wolf", b="rhino")
    play(table, "take 1", "place llama in enclosure 1", "no bonus")
    assert (shows(table, 0, BARN), shows(table, 1, BARN)) == (["wolf"], ["rhino"])
    assert table.to_act == (1,)


# 6. The end of a round


def test_rule_6_1_a_round_ends_when_all_have_a_truck() -> None:
    table = position(trucks=("llama", "rhino", "wolf"))
    log = play(table, "take 1", "place llama in barn", "take 2", "place rhino in barn", "take 3", "place wolf in barn")
    assert log[-1] == "Round 2 begins with C."
    view = table.view(None)
    assert [truck["tiles"] for truck in view["trucks"]] == [[], [], []]
    assert not any(zoo["out"] for zoo in view["zoos"])


def test_rule_6_2_the_last_player_may_go_on_drawing() -> None:
    table = position(trucks=("llama", "rhino", ""), pile="pond, rock, wolf")
    play(table, "take 1", "place llama in barn", "take 2", "place rhino in barn")
    for _ in range(2):
        assert table.to_act == (2,)
        play(table, "draw")  # one truck is left, so it is loaded there
    assert choices(table) == ["draw", "take 3"]
    play(table, "draw")  # full now, so it is taken
    assert len(table.hand) == 3


def test_rule_6_3_who_took_the_last_truck_begins() -> None:
    table = position(trucks=("llama", "rhino", "wolf"), active=1)
    play(table, "take 1", "place llama in barn", "take 2", "place rhino in barn", "take 3", "place wolf in barn")
    assert table.to_act == (0,)


# 7. The end of the game


def to_the_end_pile(table: Table) -> Table:
    """Only the end pile is left."""
    table.revealed = table.main_pile
    return table


def test_rule_7_1_the_first_tile_of_the_end_pile_makes_the_round_the_last() -> None:
    table = to_the_end_pile(position(trucks=("llama", "", "")))
    assert not table.view(None)["last_round"]
    log = play(table, "draw")
    assert log[-1] == "The end pile has been opened: this is the last round."
    assert table.view(None)["last_round"]


def test_rule_7_1_an_empty_main_pile_at_the_end_of_a_round_brings_another_round() -> None:
    table = to_the_end_pile(position(trucks=("llama", "rhino", "wolf")))
    play(table, "take 1", "place llama in barn", "take 2", "place rhino in barn", "take 3", "place wolf in barn")
    assert not table.is_over
    assert table.view(None)["round"] == 2


def test_rule_7_2_the_last_round_is_played_to_its_end() -> None:
    table = to_the_end_pile(
        position(trucks=("llama", "rhino", "wolf"), zoos={2: ("5 wolf", "", "")}, barns={2: "pond"})
    )
    play(table, "draw", "load 1", "take 2", "place rhino in barn", "take 3")
    play(table, "place wolf in enclosure 1")
    assert choices(table)[-2:] == ["discard pond", "no bonus"]
    play(table, "discard pond", "take 1")
    while not table.is_over:
        play(table, choices(table)[-1])
    assert table.to_act == ()
    assert table.legal() == []
    with pytest.raises(IllegalAction, match="The game is over"):
        table.play("draw")


@pytest.mark.parametrize(("animals", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (6, 12)])
def test_rule_7_3_points_of_an_enclosure(animals: int, points: int) -> None:
    table = position(zoos={0: (f"{animals} wolf" if animals else "", "", "")})
    assert table.scores[0] == points


def test_rule_7_3_offspring_count_and_landscapes_do_not() -> None:
    assert position(zoos={0: ("2 wolf, baby wolf, 3 pond", "", "")}).scores[0] == 3 + 2


def test_rule_7_4_two_points_for_each_type_of_landscape() -> None:
    """Bridget's rock and pond in one enclosure, rock and shrub in another."""
    assert position(zoos={0: ("rock, pond", "rock, shrub", "")}).scores[0] == 6


def test_rule_7_5_two_points_less_for_each_kind_and_type_in_the_barn() -> None:
    assert position(barns={0: "3 llama"}).scores[0] == -2
    assert position(barns={0: "llama, baby llama, male wolf, 2 pond, rock"}).scores[0] == -8
    assert position(zoos={0: ("pond", "", "")}, barns={0: "pond"}).scores[0] == 0


def test_rule_7_scoring_example_of_24_points() -> None:
    table = position(
        zoos={0: ("4 impala, pond, rock", "5 rhino, baby rhino", "5 llama, pond")}, barns={0: "2 wolf, 3 shrub"}
    )
    assert table.scores[0] == 4 + 12 + 8 + 4 - 4 == 24


def ended(**zoos: tuple[str, ...]) -> Table:
    seats = {"a": 0, "b": 1, "c": 2}
    table = position(zoos={seats[seat]: zoo for seat, zoo in zoos.items()})
    table.stack.clear()
    return table


def test_rule_7_6_most_points_win() -> None:
    table = ended(a=("3 wolf", "", ""), b=("2 wolf", "", ""))
    assert (table.winners, table.ranking) == ((0,), ((0,), (1,), (2,)))
    assert table.result() == "A wins with 3 points."


def test_rule_7_6_a_tie_goes_to_the_most_landscape_tiles_in_enclosures() -> None:
    table = ended(a=("pond, 2 wolf", "", ""), b=("2 pond, 2 wolf", "", ""))
    assert table.scores[:2] == (4, 4)
    assert table.winners == (1,)


def test_rule_7_6_a_tie_that_stays_is_shared() -> None:
    table = ended(a=("pond, 2 wolf", "", ""), b=("rock, 2 wolf", "", ""))
    assert table.winners == (0, 1)
    assert table.result() == "A and B share the win with 4 points."


# 8. Two players


def test_rule_8_2_small_trucks_fill_up() -> None:
    table = position(2, trucks=("llama", "", ""), pile="pond")
    play(table, "draw")
    assert choices(table) == ["load 2", "load 3"]


def test_rule_8_3_tiles_of_the_third_truck_leave_the_game() -> None:
    table = position(2, trucks=("llama", "pond", "2 rhino"))
    log = play(table, "take 1", "place llama in barn", "take 2", "place pond in barn")
    assert "Nobody took a rhino, a rhino: out of the game." in log
    assert table.view(None)["gone"] == ["rhino", "rhino"]
    assert table.to_act == (1,)


def test_rule_8_3_also_in_the_last_round() -> None:
    table = to_the_end_pile(position(2, trucks=("llama", "pond", "2 rhino")))
    play(table, "draw")
    while table.to_act == (0,):
        play(table, choices(table)[0])
    play(table, "take 1", "place llama in barn")
    gone_before = len(table.view(None)["gone"])
    while not table.is_over:
        play(table, choices(table)[-1])
    assert len(table.view(None)["gone"]) > gone_before


# 9. What the table does by itself


def test_rule_9_1_forced_steps() -> None:
    table = position(trucks=("2 rhino, pond", "2 llama, rock", "wolf"), pile="wolf", active=0)
    log = play(table, "draw")
    assert log == ["A draws a wolf.", "A loads a wolf onto truck 3."]

    table = position(trucks=("wolf, llama", "", ""), zoos={0: ("rhino", "impala", "6 pond")})
    log = play(table, "take 1")
    assert shows(table, 0, BARN) == ["llama", "wolf"]
    assert log[1:] == ["A puts the wolf into the barn.", "A puts the llama into the barn."]

    table = filled()
    play(table, "take 1", "place llama in enclosure 1")
    assert table.to_act == (1,)  # nothing to take over, nothing to discard


def test_rule_9_1_a_tile_is_never_drawn_by_itself() -> None:
    assert choices(position()) == ["draw"]
