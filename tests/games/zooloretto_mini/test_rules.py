"""Every rule of docs/rules/zooloretto-mini.md, by its number; Z-numbers are rulings that it contains."""

from collections import Counter
from textwrap import dedent

import pytest

import menagerie
from menagerie import BadSetup, IllegalAction
from menagerie.games.zooloretto_mini.state import Position

from .position import choices, laid, play, position, shows

GAME = menagerie.load("zooloretto-mini")
BARN = 3


def refused(state: Position, decision: str) -> IllegalAction:
    before = (state.view(None), state.secrets(), state.history)
    with pytest.raises(IllegalAction) as caught:
        state.play(decision)
    assert (state.view(None), state.secrets(), state.history) == before
    return caught.value


# 1. Setting up


@pytest.mark.parametrize(("players", "kinds"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_rule_1_1_and_8_1_kinds_by_players(players: int, kinds: int) -> None:
    state = GAME.new(players=players, seed=5)
    assert isinstance(state, Position)
    assert len(state.kinds) == kinds
    assert {tile.group for tile in state.pile if tile.is_animal} == set(state.kinds)
    assert sum(count for count in state.view(None)["supply"].values()) == 2 * kinds


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
    with pytest.raises(BadSetup, match="With 3 players 2 kinds are removed, not 3"):
        GAME.new(players=3, removed=["wolf", "llama", "rhino"])


@pytest.mark.parametrize(("players", "all_tiles", "main"), [(2, 53, 38), (3, 64, 49), (4, 75, 60), (5, 86, 71)])
def test_rule_1_2_piles(players: int, all_tiles: int, main: int) -> None:
    state = GAME.new(players=players, seed=2)
    assert isinstance(state, Position)
    assert (len(state.pile), state.view(None)["tiles_left"], state.view(None)["end_pile_left"]) == (all_tiles, main, 15)
    counts = Counter(tile.name for tile in state.pile)
    for kind in state.kinds:
        assert (counts[kind], counts[f"male {kind}"], counts[f"female {kind}"]) == (7, 2, 2)
    assert [counts[landscape] for landscape in ("pond", "shrub", "rock")] == [3, 3, 3]


def test_rule_1_2_the_tiles_are_mixed() -> None:
    piles = {tuple(GAME.new(players=5, seed=seed).secrets()["pile"]) for seed in range(10)}
    assert len(piles) == 10
    assert len({pile[0] for pile in piles}) > 3


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


def test_rule_1_6_no_player_knows_what_comes_next() -> None:
    state = position(pile="rhino, wolf")
    play(state, "draw")
    worlds = [state.imagine(0, seed) for seed in range(30)]
    assert {world.view(0)["drawn"] for world in worlds} == {"rhino"}, "what was turned over is known"
    for world in worlds:
        assert Counter(world.secrets()["pile"]) == Counter(state.secrets()["pile"]), "it is among those not seen yet"
    assert len({world.secrets()["pile"][1] for world in worlds}) > 5, "the very next tile is not"
    assert len({world.secrets()["pile"][-1] for world in worlds}) > 5, "nor is the last one of the end pile"


def well_on() -> Position:
    """Four kinds in play, a baby llama born, three tiles out of the game."""
    state = position(2, trucks=("male llama", "pond", "2 rhino"), zoos={0: ("female llama", "", "")}, barns={0: "wolf"},
                     removed=("giraffe", "impala", "ostrich"))  # fmt: skip
    state.gone = state.barns[0]
    play(state, "take 1", "place male llama in enclosure 1", "take 2", "place pond in barn")
    return state


def test_rule_1_6_kinds_offspring_and_tiles_out_of_the_game_are_in_view() -> None:
    view = well_on().view(1)
    assert view["kinds"] == ["meerkat", "llama", "rhino", "wolf"]
    assert [view["supply"][kind] for kind in view["kinds"]] == [2, 1, 2, 2]
    assert view["gone"] == ["wolf", "rhino", "rhino"]


def test_rule_1_6_kinds_offspring_and_tiles_out_of_the_game_are_in_the_text() -> None:
    shown = str(well_on())
    assert "In play, with offspring left: meerkat 2, llama 1, rhino 2, wolf 2\n" in shown
    assert "Out of the game: wolf, 2 rhino\n" in shown
    assert "Out of the game: -\n" in str(position())


def test_rule_1_6_kinds_offspring_and_tiles_out_of_the_game_are_in_the_picture() -> None:
    pieces = GAME.scene(well_on(), 1).pieces
    labels = [piece.label for id, piece in pieces.items() if id.startswith("offspring-")]
    assert labels == [
        "Meerkat: in play, 2 offspring left",
        "Llama: in play, 1 offspring left",
        "Rhino: in play, 2 offspring left",
        "Wolf: in play, 2 offspring left",
    ]
    assert ">1<" in pieces["offspring-llama"].body
    assert pieces["gone"].label == "Out of the game: wolf, rhino, rhino"
    assert pieces["gone"].body.count("#rhino") == pieces["gone"].body.count("#wolf") == 1, "one of each sort"
    assert ">2<" in pieces["gone"].body, "and how many there are"
    assert GAME.scene(position(), 1).pieces["gone"].label == "Out of the game: nothing"


# 2. A turn


def test_rule_2_1_a_turn_is_a_draw_or_a_truck() -> None:
    state = position(trucks=("rhino", "", "pond, rock, shrub"))
    assert choices(state) == ["draw", "take 1", "take 3"]
    assert refused(state, "load 1").rule == "2.1"


def test_rule_2_1_then_the_next_player_who_is_still_in() -> None:
    state = position(trucks=("rhino", "llama", ""))
    play(state, "take 1", "place rhino in barn")
    assert state.to_act == (1,)
    play(state, "draw", "load 3")
    assert state.to_act == (2,)
    play(state, "draw", "load 3")
    assert state.to_act == (1,)


def test_rule_2_2_no_draw_when_all_trucks_are_full() -> None:
    state = position(trucks=("2 rhino, pond", "2 llama, rock", "3 impala"))
    assert choices(state) == ["take 1", "take 2", "take 3"]
    assert str(refused(state, "draw")) == "All trucks are full. Take one."


def test_rule_2_2_the_drawn_tile_is_seen_by_all_and_must_be_loaded() -> None:
    state = position(pile="ostrich")
    assert play(state, "draw") == ["A draws an ostrich."]
    assert [state.view(seat)["drawn"] for seat in (0, 1, None)] == ["ostrich"] * 3
    assert refused(state, "draw").reason == "Load the ostrich onto a truck first."


def test_rule_2_3_loading_needs_a_free_space_on_a_truck_in_the_middle() -> None:
    state = position(trucks=("2 rhino, pond", "llama", ""), pile="wolf")
    play(state, "draw")
    assert choices(state) == ["load 2", "load 3"]
    assert refused(state, "load 1").reason == "Truck 1 is full. Choose a truck with a free space."
    assert refused(state, "load 4").reason == "There is no truck 4. Choose 1 to 3."
    assert refused(state, "load 5").reason == "There is no truck 5. Choose 1 to 3."
    play(state, "load 2")
    assert state.view(None)["trucks"][1]["tiles"] == ["llama", "wolf"]


def test_rule_2_4_a_truck_needs_a_tile_to_be_taken() -> None:
    state = position(trucks=("rhino", "", ""))
    assert "is empty" in refused(state, "take 2").reason
    assert choices(position()) == ["draw"]


@pytest.mark.parametrize("decision", ["load 1", "place rhino in barn", "no bonus"])
def test_rule_2_4_all_trucks_full_means_take_one(decision: str) -> None:
    """Not "draw a tile": there is no room for one."""
    state = position(trucks=("2 rhino, pond", "2 llama, rock", "3 impala"))
    error = refused(state, decision)
    assert (error.reason, error.rule) == ("All trucks are full. Take one.", "2.4")


def test_rule_2_4_all_trucks_empty_means_draw() -> None:
    error = refused(position(), "load 1")
    assert (error.reason, error.rule) == ("All trucks are empty. Draw a tile.", "2.4")
    assert refused(position(), "take 1").reason == "Truck 1 is empty. Draw a tile."


def test_rule_2_4_a_taken_truck_is_gone() -> None:
    state = position(trucks=("rhino", "llama", ""))
    play(state, "take 1", "place rhino in barn")
    assert refused(state, "take 1").reason == "Truck 1 was already taken this round."


def test_rule_2_5_who_took_a_truck_is_out() -> None:
    state = position(2, trucks=("llama", "rhino", ""))
    play(state, "take 1", "place llama in barn")
    assert state.view(None)["zoos"][0]["out"]
    for _ in range(2):
        assert state.to_act == (1,)
        play(state, "draw", "load 3")


def test_rule_2_4_the_prompt_names_a_truck_only_where_one_can_be_taken() -> None:
    assert position().prompt(0) == "Draw a tile."
    assert position(trucks=("llama",)).prompt(0) == "Draw a tile or take a truck."
    full = position(trucks=("3 llama", "3 llama", "3 rhino"))
    assert full.prompt(0) == "All trucks are full. Take one."


# 3. Placing


def test_rule_3_1_tiles_are_placed_one_by_one_in_any_order() -> None:
    state = position(trucks=("rhino, pond, llama", "", ""))
    play(state, "take 1")
    assert choices(state)[:4] == [
        "place rhino in enclosure 1",
        "place rhino in enclosure 2",
        "place rhino in enclosure 3",
        "place rhino in barn",
    ]
    assert len(choices(state)) == 12
    play(state, "place llama in enclosure 2", "place rhino in enclosure 1", "place pond in enclosure 2")
    assert shows(state, 0, 1) == ["llama", "pond"]
    assert state.to_act == (1,)


def test_rule_3_1_only_tiles_of_the_truck() -> None:
    state = position(trucks=("rhino, pond", "", ""))
    play(state, "take 1")
    assert refused(state, "place wolf in barn").reason == "Your truck has no wolf. Place the rhino and pond."
    assert refused(state, "draw").rule == "3.1"


def test_rule_3_1_alike_tiles_are_offered_once() -> None:
    state = position(trucks=("2 rhino, rhino", "", ""))
    play(state, "take 1")
    assert len(choices(state)) == 4


def test_rule_3_2_six_tiles_fill_an_enclosure() -> None:
    state = laid(
        """
        [trucks]
        1: rhino, pond
        [zoo A]
        enclosure 1: 4 rhino, 2 pond
        """
    )
    play(state, "take 1")
    assert (
        refused(state, "place rhino in enclosure 1").reason
        == "Enclosure 1 is full. Choose another enclosure or the barn."
    )
    assert refused(state, "place pond in enclosure 1").rule == "3.2"


def test_rule_3_3_one_kind_in_an_enclosure() -> None:
    state = position(trucks=("impala", "", ""), zoos={0: ("llama", "baby llama, pond", "pond")})
    play(state, "take 1")
    assert choices(state) == ["place impala in enclosure 3", "place impala in barn"]
    error = refused(state, "place impala in enclosure 1")
    assert error.reason == "Enclosure 1 already holds llamas. Put the impala in another enclosure or the barn."
    assert error.rule == "3.3"


def test_rule_3_3_the_same_kind_may_live_in_several_enclosures() -> None:
    state = laid(
        """
        [trucks]
        1: 2 llama
        [zoo A]
        enclosure 1: llama
        """
    )
    play(state, "take 1", "place llama in enclosure 2", "place llama in enclosure 1")
    assert (shows(state, 0, 0), shows(state, 0, 1)) == (["llama", "llama"], ["llama"])


def test_rule_3_4_landscapes_mix_freely_and_leave_the_kind_open() -> None:
    state = laid(
        """
        [trucks]
        1: rock, wolf
        [zoo A]
        enclosure 1: 2 llama, rock, pond
        enclosure 2: pond
        """
    )
    play(state, "take 1", "place rock in enclosure 1", "place wolf in enclosure 2")
    assert shows(state, 0, 0) == ["llama", "llama", "pond", "rock", "rock"]
    assert shows(state, 0, 1) == ["pond", "wolf"]


def test_rule_3_5_the_barn_takes_anything_even_if_an_enclosure_would() -> None:
    state = laid(
        """
        [trucks]
        1: llama, rock
        [zoo A]
        enclosure 1: llama
        barn: 5 wolf, shrub
        """
    )
    play(state, "take 1", "place llama in barn", "place rock in barn")
    assert shows(state, 0, BARN) == ["llama", "rock", "shrub", *["wolf"] * 5]


def test_rule_3_6_no_decision_moves_a_tile_inside_a_zoo() -> None:
    state = laid(
        """
        [trucks]
        1: llama
        [zoo A]
        enclosure 1: llama
        barn: wolf
        """
    )
    assert choices(state) == ["draw", "take 1"]
    assert "is not a decision" in refused(state, "move wolf to enclosure 2").reason


def test_rule_3_6_the_bonus_action_does_not_move_a_tile_out_of_the_own_barn_into_an_enclosure() -> None:
    state = filled(a="wolf")
    play(state, "take 1", "place llama in enclosure 1")
    error = refused(state, "place wolf in enclosure 3")
    assert (error.reason, error.rule) == (
        "You can't move tiles within your zoo. You can only discard the wolf.",
        "3.6",
    )
    assert refused(state, "place rock in enclosure 3").rule == "5.2", "there is no rock to be moved"


# 4. Offspring


def test_rule_4_1_a_pair_has_offspring_at_once() -> None:
    state = laid(
        """
        [trucks]
        1: male rhino
        [zoo A]
        enclosure 1: female rhino, rhino
        """
    )
    log = play(state, "take 1", "place male rhino in enclosure 1")
    assert shows(state, 0, 0) == ["baby rhino", "female rhino", "male rhino", "rhino"]
    assert log[-1] == "A baby rhino is born in A's enclosure 1."
    assert state.view(None)["supply"]["rhino"] == 1


def test_rule_4_1_two_of_one_sex_have_none() -> None:
    state = laid(
        """
        [trucks]
        1: male rhino
        [zoo A]
        enclosure 1: male rhino
        """
    )
    play(state, "take 1", "place male rhino in enclosure 1")
    assert shows(state, 0, 0) == ["male rhino", "male rhino"]


def test_rule_4_2_offspring_goes_into_the_barn_when_the_enclosure_is_full() -> None:
    state = position(trucks=("female rhino", "", ""), zoos={0: ("male rhino, 4 pond", "", "")})
    log = play(state, "take 1", "place female rhino in enclosure 1")
    assert shows(state, 0, BARN) == ["baby rhino"]
    assert "A baby rhino is born in A's zoo. The enclosure is full, so it goes to the barn." in log


def test_rule_4_3_each_animal_is_a_parent_once() -> None:
    state = laid(
        """
        [trucks]
        1: male rhino
        2: female rhino
        [zoo A]
        enclosure 1: male rhino, female rhino, baby rhino
        """
    )
    play(state, "take 1", "place male rhino in enclosure 1")
    assert shows(state, 0, 0).count("baby rhino") == 1


def test_rule_4_3_a_partner_of_its_own_brings_the_second_offspring() -> None:
    zoo = "male rhino, female rhino, baby rhino, male rhino"
    state = position(trucks=("female rhino", "", ""), zoos={0: (zoo, "", "")})
    play(state, "take 1", "place female rhino in enclosure 1")
    assert shows(state, 0, 0).count("baby rhino") == 2


def test_rule_4_4_no_offspring_in_the_barn_or_on_a_truck() -> None:
    state = laid(
        """
        [trucks]
        1: male rhino, female rhino
        """
    )
    assert state.view(None)["trucks"][0]["tiles"] == ["male rhino", "female rhino"]
    play(state, "take 1", "place male rhino in barn", "place female rhino in barn")
    assert shows(state, 0, BARN) == ["female rhino", "male rhino"]


def test_rule_4_4_a_pair_in_two_enclosures_has_none() -> None:
    state = laid(
        """
        [trucks]
        1: male rhino
        [zoo A]
        enclosure 1: female rhino
        """
    )
    play(state, "take 1", "place male rhino in enclosure 2")
    assert state.view(None)["supply"]["rhino"] == 2


def test_rule_4_5_the_order_decides_who_gets_the_last_space() -> None:
    zoo = {0: ("female rhino, 3 rhino", "wolf", "llama")}
    male_first = position(trucks=("male rhino, rhino", "", ""), zoos=zoo)
    play(male_first, "take 1", "place male rhino in enclosure 1")
    assert shows(male_first, 0, 0).count("baby rhino") == 1
    assert shows(male_first, 0, BARN) == ["rhino"]  # it fits nowhere, so it went automatically

    plain_first = position(trucks=("male rhino, rhino", "", ""), zoos=zoo)
    play(plain_first, "take 1", "place rhino in enclosure 1", "place male rhino in enclosure 1")
    assert shows(plain_first, 0, BARN) == ["baby rhino"]


def test_rule_4_6_an_offspring_is_an_animal_but_never_fertile() -> None:
    state = position(trucks=("female llama, wolf", "", ""), zoos={0: ("baby llama", "", "")})
    play(state, "take 1")
    assert "place wolf in enclosure 1" not in choices(state)
    play(state, "place female llama in enclosure 1")
    assert shows(state, 0, 0) == ["baby llama", "female llama"]


# 5. The bonus action


def filled(**barns: str) -> Position:
    """A is about to fill enclosure 1 with a llama; B's and C's barns as given."""
    seats = {"a": 0, "b": 1, "c": 2}
    return position(
        trucks=("llama", "", ""),
        zoos={0: ("4 llama, pond", "rhino", "")},
        barns={seats[seat]: barn for seat, barn in barns.items()},
    )


def test_rule_5_1_a_filled_enclosure_brings_a_bonus_action() -> None:
    state = filled(b="rhino", a="wolf")
    play(state, "take 1", "place llama in enclosure 1")
    assert choices(state) == [
        "take over rhino from B into enclosure 2",
        "take over rhino from B into enclosure 3",
        "discard wolf",
        "no bonus",
    ]


def test_rule_5_1_an_offspring_that_fills_counts_too() -> None:
    state = laid(
        """
        [trucks]
        1: male rhino
        [zoo A]
        enclosure 1: female rhino, 2 rhino, pond
        barn: wolf
        """
    )
    play(state, "take 1", "place male rhino in enclosure 1")
    assert choices(state) == ["discard wolf", "no bonus"]


def test_rule_5_1_an_enclosure_that_was_full_before_does_not_count() -> None:
    state = laid(
        """
        [trucks]
        1: llama
        [zoo A]
        enclosure 1: 6 llama
        barn: wolf
        """
    )
    play(state, "take 1", "place llama in enclosure 2")
    assert state.to_act == (1,)


def test_rule_5_1_a_later_tile_does_not_take_the_bonus_away() -> None:
    """The llama fills an enclosure; where the wolf goes then makes no difference."""
    for place in ("enclosure 2", "enclosure 3", "barn"):
        state = position(trucks=("llama, wolf", "", ""), zoos={0: ("5 llama", "", "")}, barns={0: "rock"})
        play(state, "take 1", "place llama in enclosure 1", f"place wolf in {place}")
        assert "discard rock" in choices(state)


def test_rule_5_1_it_is_for_this_turn_only() -> None:
    """A has used the bonus action; B fills nothing and gets none."""
    for decision in ("discard wolf", "no bonus", "take over rhino from B into enclosure 2"):
        state = position(
            trucks=("llama", "wolf", ""), zoos={0: ("5 llama", "", "")}, barns={0: "wolf", 1: "rhino", 2: "rock"}
        )
        play(state, "take 1", "place llama in enclosure 1", decision)
        assert not state.view(None)["bonus"]
        play(state, "take 2", "place wolf in enclosure 3")
        assert state.to_act == (2,)


def test_rule_5_1_it_comes_after_all_tiles_are_placed() -> None:
    state = laid(
        """
        [trucks]
        1: llama, wolf
        [zoo A]
        enclosure 1: 5 llama
        [zoo B]
        barn: rhino
        """
    )
    play(state, "take 1", "place llama in enclosure 1")
    assert choices(state) == ["place wolf in enclosure 2", "place wolf in enclosure 3", "place wolf in barn"]


def test_rule_5_2_one_bonus_action_even_for_two_full_enclosures() -> None:
    state = position(trucks=("2 llama", "", ""), zoos={0: ("5 llama", "5 llama", "")}, barns={0: "wolf, rhino"})
    play(state, "take 1", "place llama in enclosure 1", "place llama in enclosure 2", "discard wolf")
    assert shows(state, 0, BARN) == ["rhino"]
    assert state.to_act == (1,)


def test_rule_5_2_other_decisions_are_refused_with_what_is_possible() -> None:
    state = filled(a="wolf")
    play(state, "take 1", "place llama in enclosure 1")
    assert refused(state, "draw").rule == "5.2"


@pytest.mark.parametrize("tile", ["rhino", "female rhino", "baby rhino", "rock"])
def test_rule_5_3_take_over_any_tile_into_an_enclosure(tile: str) -> None:
    state = filled(c=tile)
    play(state, "take 1", "place llama in enclosure 1", f"take over {tile} from C into enclosure 2")
    assert shows(state, 0, 1) == sorted(["rhino", tile])
    assert shows(state, 2, BARN) == []


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ("take over wolf from A into enclosure 3", "not your own"),
        ("take over wolf from B into enclosure 2", "already holds rhinos"),
        ("take over wolf from B into enclosure 1", "Enclosure 1 is full"),
        ("take over wolf from C into enclosure 3", "no wolf in C's barn"),
        ("take over wolf from D into enclosure 3", "There is no such player. Choose the barn of B or C."),
        ("take over wolf from B into barn", "must go in one of your enclosures, not your barn"),
        ("take over rock from B into barn", "no rock in B's barn"),
    ],
)
def test_rule_5_3_what_cannot_be_taken_over(decision: str, reason: str) -> None:
    state = filled(a="wolf", b="wolf")
    play(state, "take 1", "place llama in enclosure 1")
    assert reason in refused(state, decision).reason


def test_rule_5_3_wolves_need_another_enclosure_and_not_the_barn() -> None:
    state = filled(b="wolf")
    play(state, "take 1", "place llama in enclosure 1")
    error = refused(state, "take over wolf from B into enclosure 2")
    assert (error.reason, error.rule) == ("Enclosure 2 already holds rhinos. The wolf can't go there.", "3.3")


def test_rule_5_3_a_refusal_takes_names() -> None:
    state = filled(b="wolf")
    play(state, "take 1", "place llama in enclosure 1")
    state.names = ("Lisa", "Ben", "Mia")
    reason = refused(state, "take over wolf from C into enclosure 3").reason
    assert reason == "There is no wolf in Mia's barn."


def test_rule_5_4_faq_the_rhino_taken_over_breeds_into_the_barn_and_there_is_no_chain() -> None:
    """The rulebook's question about impalas, rhinos and llamas."""
    state = laid(
        """
        [trucks]
        1: llama
        [zoo A]
        enclosure 1: 3 impala, 2 shrub
        enclosure 2: female rhino, 4 rhino
        enclosure 3: 4 llama, pond
        [zoo B]
        barn: male rhino, wolf
        """
    )
    play(state, "take 1", "place llama in enclosure 3", "take over male rhino from B into enclosure 2")
    assert len(shows(state, 0, 1)) == 6
    assert shows(state, 0, BARN) == ["baby rhino"]
    assert state.to_act == (1,)


def test_rule_5_4_faq_an_offspring_that_fills_by_a_take_over_brings_no_second_bonus() -> None:
    state = laid(
        """
        [trucks]
        1: llama
        [zoo A]
        enclosure 1: 5 llama
        enclosure 2: female rhino, 3 rhino
        [zoo B]
        barn: male rhino
        [zoo C]
        barn: wolf
        """
    )
    play(state, "take 1", "place llama in enclosure 1", "take over male rhino from B into enclosure 2")
    assert shows(state, 0, 1).count("baby rhino") == 1
    assert state.to_act == (1,)


def test_rule_5_5_discard_takes_a_tile_out_of_the_game() -> None:
    state = filled(a="2 wolf")
    play(state, "take 1", "place llama in enclosure 1", "discard wolf")
    assert shows(state, 0, BARN) == ["wolf"]
    assert state.view(None)["gone"] == ["wolf"]


def test_rule_5_5_a_discard_is_told() -> None:
    state = laid(
        """
        [trucks]
        1: llama
        [zoo A]
        enclosure 1: 5 llama
        barn: wolf
        """
    )
    told = play(state, "take 1", "place llama in enclosure 1", "discard wolf")
    assert told[-1] == "A discards a wolf from the barn."


def test_rule_5_5_also_what_arrived_in_this_turn() -> None:
    state = laid(
        """
        [trucks]
        1: llama, wolf
        [zoo A]
        enclosure 1: 5 llama
        """
    )
    play(state, "take 1", "place llama in enclosure 1", "place wolf in barn", "discard wolf")
    assert shows(state, 0, BARN) == []
    state = laid(
        """
        [trucks]
        1: male llama
        [zoo A]
        enclosure 1: female llama, 2 pond, 2 rock
        """
    )
    play(state, "take 1", "place male llama in enclosure 1", "discard baby llama")
    assert shows(state, 0, BARN) == []


def test_rule_5_5_only_from_the_own_barn() -> None:
    state = filled(b="wolf", a="rock")
    play(state, "take 1", "place llama in enclosure 1")
    assert refused(state, "discard wolf").reason == "Your barn has no wolf."


def test_rule_5_6_the_bonus_may_be_declined() -> None:
    state = filled(a="wolf", b="rhino")
    log = play(state, "take 1", "place llama in enclosure 1", "no bonus")
    assert log[-1] == "A skips the bonus action."
    assert (shows(state, 0, BARN), shows(state, 1, BARN)) == (["wolf"], ["rhino"])
    assert state.to_act == (1,)


# 6. The end of a round


def test_rule_6_1_a_round_ends_when_all_have_a_truck() -> None:
    state = position(trucks=("llama", "rhino", "wolf"))
    log = play(state, "take 1", "place llama in barn", "take 2", "place rhino in barn", "take 3", "place wolf in barn")
    assert log[-1] == "Round 2. C starts."
    view = state.view(None)
    assert [truck["tiles"] for truck in view["trucks"]] == [[], [], []]
    assert not any(zoo["out"] for zoo in view["zoos"])


def test_rule_6_2_the_last_player_may_go_on_drawing() -> None:
    state = position(trucks=("llama", "rhino", ""), pile="pond, rock, wolf")
    play(state, "take 1", "place llama in barn", "take 2", "place rhino in barn")
    for _ in range(2):
        assert state.to_act == (2,)
        play(state, "draw")  # one truck is left, so it is loaded there
    assert choices(state) == ["draw", "take 3"]
    play(state, "draw")  # full now, so it is taken
    assert len(state.hand) == 3


def test_rule_6_3_who_took_the_last_truck_begins() -> None:
    state = position(trucks=("llama", "rhino", "wolf"), active=1)
    play(state, "take 1", "place llama in barn", "take 2", "place rhino in barn", "take 3", "place wolf in barn")
    assert state.to_act == (0,)


# 7. The end of the game


def at_the_end_pile(text: str) -> Position:
    """Only the end pile is left."""
    end_pile = "3 shrub, 3 rock, 2 pond, 4 impala, 3 giraffe"
    return laid(f"{dedent(text)}\n[tiles]\npile: {end_pile}\ngone: ...")


def test_rule_7_1_the_first_tile_of_the_end_pile_makes_the_round_the_last() -> None:
    state = at_the_end_pile("[trucks]\n1: llama")
    assert not state.view(None)["last_round"]
    log = play(state, "draw")
    assert log[-1] == "The end pile is open. This is the last round."
    assert state.view(None)["last_round"]


def test_rule_7_1_an_empty_main_pile_at_the_end_of_a_round_brings_another_round() -> None:
    state = at_the_end_pile("[trucks]\n1: llama\n2: rhino\n3: wolf")
    play(state, "take 1", "place llama in barn", "take 2", "place rhino in barn", "take 3", "place wolf in barn")
    assert not state.is_over
    assert state.view(None)["round"] == 2


def test_rule_7_2_the_last_round_is_played_to_its_end() -> None:
    state = at_the_end_pile(
        """
        [trucks]
        1: llama
        2: rhino
        3: wolf

        [zoo C]
        enclosure 1: 5 wolf
        barn: pond
        """
    )
    play(state, "draw", "load 1", "take 2", "place rhino in barn", "take 3")
    play(state, "place wolf in enclosure 1")
    assert choices(state)[-2:] == ["discard pond", "no bonus"]
    log = play(state, "discard pond", "take 1")
    while not state.is_over:
        log = play(state, choices(state)[-1])
    scores = state.scores
    assert log[-1] == f"Game over: A {scores[0]}, B {scores[1]}, C {scores[2]}."
    assert state.to_act == ()
    assert state.legal() == []
    with pytest.raises(IllegalAction, match="The game is over"):
        state.play("draw")


def test_rule_7_2_in_the_last_round_tiles_are_drawn_as_before() -> None:
    state = at_the_end_pile("[trucks]\n1: llama")
    play(state, "draw", "load 2")
    assert choices(state) == ["draw", "take 1", "take 2"]
    play(state, "draw", "load 3")
    assert state.view(None)["end_pile_left"] == 13


@pytest.mark.parametrize(("animals", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (6, 12)])
def test_rule_7_3_points_of_an_enclosure(animals: int, points: int) -> None:
    state = position(zoos={0: (f"{animals} wolf" if animals else "", "", "")})
    assert state.scores[0] == points


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
    state = position(
        zoos={0: ("4 impala, pond, rock", "5 rhino, baby rhino", "5 llama, pond")}, barns={0: "2 wolf, 3 shrub"}
    )
    assert state.scores[0] == 4 + 12 + 8 + 4 - 4 == 24


def ended(**zoos: tuple[str, ...]) -> Position:
    seats = {"a": 0, "b": 1, "c": 2}
    state = position(zoos={seats[seat]: zoo for seat, zoo in zoos.items()})
    state.stack.clear()
    return state


def test_rule_7_6_most_points_win() -> None:
    state = ended(a=("3 wolf", "", ""), b=("2 wolf", "", ""))
    assert (state.winners, state.ranking) == ((0,), ((0,), (1,), (2,)))
    assert state.result() == "A wins with 3 points."


def test_rule_7_6_a_tie_goes_to_the_most_landscape_tiles_in_enclosures() -> None:
    state = ended(a=("pond, 2 wolf", "", ""), b=("2 pond, 2 wolf", "", ""))
    assert state.scores[:2] == (4, 4)
    assert state.winners == (1,)


def test_rule_7_6_the_result_names_the_tie_break() -> None:
    state = ended(a=("2 pond, wolf", "", ""), b=("4 pond, wolf", "", ""))
    assert state.result() == "B wins with 3 points, by 4 landscape tiles to 2."
    assert state.result(["Lisa", "Ben", "Mia"]) == "Ben wins with 3 points, by 4 landscape tiles to 2."
    state = ended(a=("pond, 2 wolf", "", ""), b=("2 wolf", "2 wolf", ""))
    assert state.result() == "A wins with 4 points, by 1 landscape tile to 0."


def test_rule_7_6_a_tie_that_stays_is_shared() -> None:
    state = ended(a=("pond, 2 wolf", "", ""), b=("rock, 2 wolf", "", ""))
    assert state.winners == (0, 1)
    assert state.result() == "A and B share the win with 4 points."


# 8. Two players


def test_rule_8_2_small_trucks_fill_up() -> None:
    state = position(2, trucks=("llama", "", ""), pile="pond")
    play(state, "draw")
    assert choices(state) == ["load 2", "load 3"]


def test_rule_8_2_a_truck_is_full_when_its_spaces_are() -> None:
    state = position(2, pile="pond, rock, shrub")
    play(state, "draw", "load 1", "draw")
    assert choices(state) == ["load 2", "load 3"]
    assert refused(state, "load 1").reason == "Truck 1 is full. Choose a truck with a free space."
    play(state, "load 2", "draw", "load 2")
    assert [truck["tiles"] for truck in state.view(None)["trucks"]] == [["pond"], ["rock", "shrub"], []]
    play(state, "draw")
    assert len(state.view(None)["trucks"][2]["tiles"]) == 1, "only the third has room, so it was loaded there"


def test_rule_8_3_tiles_of_the_third_truck_leave_the_game() -> None:
    state = position(2, trucks=("llama", "pond", "2 rhino"))
    log = play(state, "take 1", "place llama in barn", "take 2", "place pond in barn")
    assert "No one took the truck with a rhino and a rhino. Its tiles leave the game." in log
    assert state.view(None)["gone"] == ["rhino", "rhino"]
    assert state.to_act == (1,)


def test_rule_8_3_also_in_the_last_round() -> None:
    state = position(2, trucks=("llama", "pond", "2 rhino"))
    state.revealed = state.main_pile
    play(state, "draw")
    while state.to_act == (0,):
        play(state, choices(state)[0])
    play(state, "take 1", "place llama in barn")
    gone_before = len(state.view(None)["gone"])
    while not state.is_over:
        play(state, choices(state)[-1])
    assert len(state.view(None)["gone"]) > gone_before


# 9. What the table does automatically


def test_rule_9_1_forced_steps() -> None:
    state = position(trucks=("2 rhino, pond", "2 llama, rock", "wolf"), pile="wolf", active=0)
    log = play(state, "draw")
    assert log == ["A draws a wolf.", "A loads the wolf onto truck 3."]

    state = position(trucks=("wolf, llama", "", ""), zoos={0: ("rhino", "impala", "6 pond")})
    log = play(state, "take 1")
    assert shows(state, 0, BARN) == ["llama", "wolf"]
    assert log[1:] == ["A puts the wolf in the barn.", "A puts the llama in the barn."]

    state = filled()
    play(state, "take 1", "place llama in enclosure 1")
    assert state.to_act == (1,)  # nothing to take over, nothing to discard


def test_rule_9_1_one_forced_step_leads_to_the_next() -> None:
    """A's bonus is of no use; then only one truck is left, and it is full: B takes it."""
    state = position(2, trucks=("llama", "", "2 llama, rock"), zoos={0: ("5 llama", "", "")})
    state.with_room = 0  # the truck with two spaces was taken
    log = play(state, "take 1", "place llama in enclosure 1")
    assert log[-1] == "B takes truck 3 with a llama, a llama and a rock."
    assert len(state.hand) == 3


def test_rule_9_1_tiles_wait_as_long_as_one_of_them_has_a_choice() -> None:
    state = position(trucks=("wolf, llama", "", ""), zoos={0: ("rhino", "llama", "6 pond")})
    play(state, "take 1")
    assert choices(state) == ["place wolf in barn", "place llama in enclosure 2", "place llama in barn"]


def test_rule_9_1_a_truck_is_not_taken_by_itself_while_there_is_another_or_room() -> None:
    state = position(trucks=("2 rhino, pond", "2 llama, rock", "2 wolf, pond"))
    play(state, "take 1", "place pond in barn", "place rhino in barn", "place rhino in barn")
    assert choices(state) == ["take 2", "take 3"]
    play(state, "take 2", "place rock in barn", "place llama in barn", "place llama in barn")
    assert len(state.hand) == 3, "the last one was taken"


def test_rule_9_1_a_tile_is_never_drawn_by_itself() -> None:
    assert choices(position()) == ["draw"]


# Copies


def test_what_is_played_on_a_copy_leaves_the_original_alone() -> None:
    state = laid(
        """
        [trucks]
        1: llama, male rhino, wolf
        2: pond
        [zoo A]
        enclosure 1: 5 llama
        enclosure 2: female rhino
        barn: rock
        [zoo B]
        barn: wolf
        """
    )
    state.gone = state.barns[1]
    before = (state.view(None), state.secrets(), choices(state))
    twin = state.copy()
    assert (twin.view(None), twin.secrets(), choices(twin)) == before
    play(twin, "take 1", "place llama in enclosure 1", "place male rhino in enclosure 2", "place wolf in barn")
    play(twin, "discard rock", "draw", "load 3")
    assert (state.view(None), state.secrets(), choices(state)) == before
    assert twin.view(None)["supply"]["rhino"] == 1
