"""Rules 3 to 5: using, placing, symbols. Rulings N8 to N17."""

import pytest

from menagerie import IllegalAction
from menagerie.games.night_at_the_zoo.phases.drafting import next_drafter
from tests.games.night_at_the_zoo.position import Scenario, new, using

# Tiles by what they show: 01 double move, 04 discover, 05 bonus, 06 3 points, 07 discover|bonus, 09 move|discover,
# 11 move|bonus, 12 double move|discover, 15 move|2 points, 17 discover|2 points, 19 meat, 20 carrot.


def to_using(players: int = 3, seed: int = 5):
    """Return a game in which all players have drafted."""
    state = new(players, seed=seed)
    while not state.lanes:
        state.play(state.legal()[0])
    return state


# 3. Using tiles


def test_rule_3_1_all_players_use_their_tiles_at_the_same_time():
    state = to_using(3)
    assert state.to_act == (0, 1, 2)
    tile = state.boards[2].drafted
    state.play(f"store {tile}", seat=2)
    assert state.to_act == (0, 1)
    with pytest.raises(Exception, match="A and B may act now"):
        state.play("done", seat=2)


def test_rule_3_1_the_drafted_tile_must_be_used():
    scenario = Scenario().hold("grass-19")
    assert "done" not in scenario.choices
    reason, rule = scenario.refused("done")
    assert reason == "You must use the tile you drafted: place, store or discard it."
    assert rule == "3.1"


def test_rule_3_1_stored_tiles_may_be_used_in_any_order():
    """N13: one tile after the other, each completely."""
    scenario = Scenario().hold("grass-19", "sand-19", "rocks-bonus")
    scenario.play("place rocks-bonus at A1", "place grass-19 at C1", "place sand-19 at B1")
    assert scenario.has_used()
    assert [str(tile) for tile in scenario.board.tiles[:3]] == ["rocks-bonus", "sand-19", "grass-19"]


def test_rule_3_1_a_tile_that_is_not_there_cannot_be_used():
    scenario = Scenario().hold("grass-19")
    reason = "You don't have that grass tile (carrot). Use the grass tile (meat)."
    assert scenario.refused("place grass-20 at A1") == (reason, "3.1")
    assert scenario.refused("discard sand-01")[1] == "3.1"
    assert scenario.refused("store sand-01")[1] == "3.1"


def test_rule_3_2_place_store_or_discard():
    scenario = Scenario().hold("grass-19")
    assert len(scenario.choices) == 24 + 2
    assert {"place grass-19 at E5", "store grass-19", "discard grass-19"} <= set(scenario.choices)
    reason, rule = scenario.refused("move wolf S1 north")
    assert (reason, rule) == ("Use the grass tile (meat): place, store or discard it.", "3.2")


def test_rule_3_3_a_tile_stored_in_this_phase_waits_for_the_next():
    """N9."""
    scenario = Scenario().hold("grass-19", "sand-19").play("store grass-19")
    assert not any("grass-19" in text for text in scenario.choices)
    reason, rule = scenario.refused("discard grass-19")
    assert (reason, rule) == (
        "You just stored the grass tile (meat). Use it from the next draft.",
        "3.3",
    )
    scenario.play("done")
    state = scenario.state
    while not scenario.is_using():
        state.play(state.legal()[0])
    assert [tile.name for tile in scenario.board.stored] == ["sand-19", "grass-19"], "in the order in which they came"
    assert "discard grass-19" in scenario.choices
    assert "discard sand-19" in scenario.choices


def test_rule_3_4_the_warehouse_holds_two_tiles():
    """N10: a third tile has no room; using a stored one makes it."""
    scenario = Scenario().hold("grass-19", "sand-19", "sand-20")
    assert "store grass-19" not in scenario.choices
    assert scenario.refused("store grass-19")[1] == "3.4"
    scenario.play("discard sand-19", "store grass-19")
    assert [tile.name for tile in scenario.board.stored + scenario.board.kept] == ["sand-20", "grass-19"]


def test_rule_3_4_a_stored_tile_is_not_stored_again():
    scenario = Scenario().hold("grass-19", "sand-19")
    assert "store sand-19" not in scenario.choices
    reason, rule = scenario.refused("store sand-19")
    assert "already in your Warehouse" in reason
    assert rule == "3.4"


def test_rule_3_4_two_bonus_tiles_of_a_terrain_are_one_choice():
    scenario = Scenario().hold("", "sand-bonus", "sand-bonus")
    assert scenario.choices.count("discard sand-bonus") == 1
    scenario.play("place sand-bonus at A1")
    assert [tile.name for tile in scenario.board.stored] == ["sand-bonus"]


def test_rule_3_4_like_bonus_tiles_are_one_choice_wherever_they_lie_in_an_owners_warehouse():
    scenario = Scenario().hold("", "rocks-19", "sand-bonus", "sand-bonus")
    assert len(set(scenario.choices)) == len(scenario.choices)
    assert "discard sand-bonus" in scenario.choices


def test_rule_3_5_discarding_is_always_allowed():
    """N10 and N27: with everything full, discarding is what is left; with one possibility nothing is asked."""
    scenario = Scenario().lay_everywhere().hold("grass-19", "rocks-19", "rocks-20")
    assert scenario.choices == ["discard grass-19", "discard rocks-19", "discard rocks-20"]
    scenario = Scenario().lay_everywhere("grass").hold("sand-19")
    scenario.alone("wolf S1", "entrance")
    scenario.board.kept = (scenario.tiles["rocks-19"], scenario.tiles["rocks-20"])
    scenario.state.settle()
    assert scenario.board.drafted is None
    assert scenario.tiles["sand-19"] in scenario.state.gone


def test_rule_3_5_a_bonus_tile_that_fits_nowhere_is_discarded():
    scenario = Scenario().lay_everywhere("grass").hold("sand-05", "rocks-19", "rocks-20")
    scenario.board.tiles[0] = None
    scenario.board.free |= 1
    scenario.play("place sand-05 at A1", "take bonus rocks")
    assert [tile.name for tile in scenario.state.gone][-1] == "rocks-bonus"
    assert scenario.moves() == {"move wolf S1 north"}


def test_rule_3_5_a_bonus_tile_without_a_free_space_may_still_be_stored():
    scenario = Scenario().lay_everywhere("grass").hold("sand-05", "rocks-19")
    scenario.board.tiles[0] = None
    scenario.board.free |= 1
    scenario.play("place sand-05 at A1", "take bonus rocks")
    assert scenario.choices == ["store rocks-bonus", "discard rocks-bonus"]


def test_rule_3_6_done_when_the_drafted_tile_has_been_used():
    scenario = Scenario().hold("grass-19", "sand-19").play("place grass-19 at A1")
    assert scenario.is_using()
    assert "done" in scenario.choices
    scenario.play("done")
    assert scenario.has_used()
    assert [tile.name for tile in scenario.board.stored] == ["sand-19"]


def test_rule_3_6_who_is_done_acts_no_more_in_this_phase():
    state = using("A", [14, 14, 14], "rocks-19", "grass-19")
    state.boards[1].stored = (state.pieces.bonus_tiles[0],)
    state.play("place grass-19 at A1", 1)
    state.play("done", 1)
    before = state.view(None)
    for decision in ("done", "discard rocks-bonus", "place rocks-bonus at C1", "move wolf S1 north"):
        with pytest.raises(IllegalAction, match=r"It isn't B's turn. A may act now"):
            state.play(decision, 1)
    assert state.view(None) == before


def test_rule_3_6_without_tiles_a_player_is_done_unasked():
    assert Scenario().hold("grass-19").play("place grass-19 at A1").has_used()


# 4. Placing


def test_rule_4_1_only_empty_spaces_are_covered():
    scenario = Scenario().lay(A1="sand").hold("grass-19")
    assert "place grass-19 at A1" not in scenario.choices
    assert scenario.refused("place grass-19 at A1") == (
        "Space A1 is already covered. Choose an empty space.",
        "4.1",
    )
    assert scenario.refused("place grass-19 at C3") == ("Space C3 is the Zoo. No tile can cover it.", "4.1")


def test_rule_4_2_tile_and_space_in_any_order():
    """N13: B1 gives a movement, the tile discovers; either may come first."""
    first = Scenario().lay(A1="sand", B5="sand").hold("grass-04").play("place grass-04 at B1")
    assert {"discover wolf at N2", "move wolf S1 north", "done"} <= set(first.choices)
    first.play("discover wolf at N1")
    assert "move wolf N1 south" in first.choices
    assert not any(text.startswith("discover") for text in first.choices)
    first.play("move wolf N1 south")
    assert first.has_used()
    other = Scenario().lay(A1="sand", B5="sand").hold("grass-04").play("place grass-04 at B1", "move wolf S1 north")
    assert not other.moves()
    other.play("discover wolf at N1")
    assert other.where("wolf N1") == "entrance N1"
    assert other.has_used()


def test_rule_4_2_one_of_two_symbols():
    """The rulebook's tile: Discover or a Bonus tile, not both."""
    scenario = Scenario().hold("rocks-07").play("place rocks-07 at A1")
    assert {"discover wolf at N2", "take bonus sand", "done"} <= set(scenario.choices)
    scenario.play("discover wolf at N2")
    assert scenario.has_used()
    assert scenario.state.piles == [14, 14, 14]


def test_rule_4_2_the_lower_corners_give_both():
    """N17."""
    scenario = Scenario().lay(B5="sand").hold("rocks-19").play("place rocks-19 at E5")
    assert scenario.points == 2
    assert scenario.moves() == {"move wolf S1 north"}
    scenario = Scenario().hold("rocks-19").play("place rocks-19 at A5")
    assert scenario.points == 2
    assert {"take bonus rocks", "take bonus grass", "take bonus sand", "done"} == set(scenario.choices)


def test_rule_4_2_what_is_not_offered_cannot_be_used():
    scenario = Scenario().lay(B5="sand").hold("rocks-04").play("place rocks-04 at A1")
    assert scenario.refused("move wolf S1 north") == ("You may discover an animal.", "4.2")
    assert scenario.refused("take bonus sand")[1] == "4.2"
    moving = Scenario().lay(B5="sand").hold("rocks-02").play("place rocks-02 at A1")
    assert moving.refused("discover wolf at N2") == ("You may move twice.", "4.2")
    assert scenario.refused("gain 2")[1] == "4.2"
    assert scenario.refused("store rocks-04")[1] == "4.2"


def test_rule_4_3_a_condition_never_forbids_placing():
    """N11: an unmet condition gives nothing, and the space is lost."""
    scenario = Scenario().hold("sand-19").play("place sand-19 at C2")
    assert scenario.points == 0
    assert scenario.has_used()


def test_rule_4_4_the_discover_condition_asks_for_the_icon():
    """N12: it counts also when the other half of the tile is chosen; food and Bonus tiles never meet it."""
    scenario = Scenario().hold("rocks-07").play("place rocks-07 at C2")
    assert scenario.points == 2
    scenario.play("take bonus sand", "place sand-bonus at B3")
    assert scenario.points == 2
    assert scenario.has_used()


@pytest.mark.parametrize(("space", "terrain"), [("B2", "sand"), ("B4", "grass"), ("D4", "rocks")])
@pytest.mark.parametrize("tile", ["rocks", "grass", "sand"])
def test_rule_4_5_the_terrain_condition(space, terrain, tile):
    """The rulebook's example: a grass tile on the grass space grants a movement."""
    scenario = Scenario().lay(B5="sand").hold(f"{tile}-19").play(f"place {tile}-19 at {space}")
    assert scenario.has_used() == (tile != terrain)
    if tile == terrain:
        assert "move wolf S1 north" in scenario.moves()


def test_rule_4_6_a_pair_of_the_same_terrain_gives_its_bonus_once():
    """N15: the first half gives nothing; the second brings the bonus as its space action."""
    scenario = Scenario().hold("sand-19", "sand-20").play("place sand-19 at C5")
    assert scenario.points == 0
    scenario.play("place sand-20 at D5")
    assert scenario.points == 5


def test_rule_4_6_a_pair_of_different_terrains_gives_nothing():
    """N15."""
    scenario = Scenario().hold("sand-19", "grass-20").play("place sand-19 at D5", "place grass-20 at C5")
    assert scenario.points == 0


def test_rule_4_6_the_upper_pair_is_a_double_arrow():
    """N15: "2 movements"."""
    scenario = Scenario().lay(D1="sand", B5="sand", B4="sand", A5="sand").hold("sand-19").play("place sand-19 at E1")
    scenario.play("move wolf S1 north", "move wolf S1 north")
    assert scenario.where("wolf S1") == "B4"
    assert scenario.has_used()


def test_rule_4_7_the_space_comes_before_the_tile():
    """B1 gives a movement and the tile a movement or discovering: after a first movement the tile's choice is open."""
    scenario = Scenario().lay(B5="sand", B4="sand").hold("grass-09").play("place grass-09 at B1", "move wolf S1 north")
    assert "discover wolf at N2" in scenario.choices
    assert "move wolf S1 north" in scenario.choices
    scenario.play("move wolf S1 north")
    assert scenario.has_used()


def test_rule_4_7_done_leaves_the_rest_unused():
    scenario = Scenario().lay(B5="sand").hold("grass-04").play("place grass-04 at B1", "done")
    assert scenario.has_used()
    assert scenario.where("wolf S1") == "entrance S1"


# 5. Symbols


def test_rule_5_1_discover_brings_a_figure_to_its_own_entrance():
    """The rulebook's example with a wolf; N3: each figure has its own entrance."""
    scenario = Scenario().hold("rocks-04").play("place rocks-04 at A1")
    discoveries = {text for text in scenario.choices if text.startswith("discover")}
    assert discoveries == {
        *("discover cheetah at E2", "discover cheetah at S2", "discover wolf at N1"),
        *("discover wolf at N2", "discover sloth at N3", "discover sloth at W2"),
    }
    assert scenario.refused("discover wolf at S1") == ("The wolf of entrance S1 is already discovered.", "5.1")
    assert scenario.refused("discover wolf at N3")[1] == "1.3"
    scenario.play("discover wolf at N2")
    assert scenario.where("wolf N2") == "entrance N2"


def test_rule_5_1_with_no_animal_left_to_discover_nothing_is_asked():
    scenario = Scenario().hold("sand-04")
    for name in scenario.figures():
        scenario.put(name, "zoo")
    assert scenario.play("place sand-04 at A1").has_used()


def test_rule_5_2_a_bonus_tile_is_used_at_once_and_completely():
    """N13: last in, first out: the Bonus tile's own space comes before the outer tile's space."""
    scenario = Scenario().lay(B5="sand").hold("rocks-05").play("place rocks-05 at B1", "take bonus grass")
    assert scenario.state.piles == [14, 13, 14]
    assert scenario.refused("move wolf S1 north")[1] == "5.2"
    scenario.play("place grass-bonus at D2")  # D2 brings another Bonus tile
    assert set(scenario.choices) == {"take bonus rocks", "take bonus grass", "take bonus sand", "done"}
    scenario.play("take bonus sand", "store sand-bonus")
    assert scenario.moves() == {"move wolf S1 north"}  # B1, at last
    scenario.play("done")
    assert scenario.has_used()
    assert [tile.name for tile in scenario.board.kept] == ["sand-bonus"]


def test_rule_5_2_a_bonus_tile_may_be_discarded_for_a_special_move():
    scenario = Scenario().lay(B5="sand").hold("rocks-05").play("place rocks-05 at A1", "take bonus rocks")
    scenario.play("discard rocks-bonus", "move wolf S1 north")
    assert scenario.where("wolf S1") == "B5"
    assert scenario.has_used()


def test_rule_5_2_a_bonus_tile_needs_room_to_be_stored():
    scenario = Scenario().hold("rocks-05", "sand-19", "sand-20").play("place rocks-05 at A1", "take bonus rocks")
    assert scenario.refused("store rocks-bonus")[1] == "3.4"


def test_rule_5_2_an_empty_pile_cannot_be_chosen():
    """N16."""
    scenario = Scenario().hold("rocks-05")
    scenario.state.piles[1] = 1
    scenario.play("place rocks-05 at D2", "take bonus grass", "place grass-bonus at A1")
    assert set(scenario.choices) == {"take bonus rocks", "take bonus sand", "done"}
    assert scenario.refused("take bonus grass") == ("There are no grass Bonus tiles left.", "5.2")


def test_rule_5_2_with_all_piles_empty_nothing_happens():
    """N16."""
    scenario = Scenario().hold("rocks-05")
    scenario.state.piles = [0, 0, 0]
    scenario.state.in_piles = 0
    assert scenario.play("place rocks-05 at A1").has_used()


def test_rule_5_3_two_bonus_tiles_one_after_the_other():
    """N15: the left pair; the terrains may differ."""
    scenario = Scenario().lay(A2="sand").hold("sand-19").play("place sand-19 at A3", "take bonus grass")
    scenario.play("place grass-bonus at A1", "take bonus rocks", "place rocks-bonus at C1")
    assert scenario.state.piles == [13, 13, 14]
    assert scenario.has_used()


def test_rule_5_3_the_second_bonus_tile_comes_before_the_tiles_own_symbol():
    """N13: the pair's bonus is completed before the tile's action."""
    scenario = Scenario().lay(A2="sand").hold("sand-04").play("place sand-04 at A3")
    assert "discover wolf at N2" in scenario.choices
    scenario.play("take bonus grass", "store grass-bonus")
    assert "discover wolf at N2" not in scenario.choices
    scenario.play("done")
    assert "discover wolf at N2" in scenario.choices
    assert "take bonus rocks" not in scenario.choices


def test_rule_5_4_points_are_scored_at_once():
    scenario = Scenario().hold("sand-06").play("place sand-06 at A1")
    assert scenario.points == 3
    assert scenario.state.scores == (3 + 3,)  # and three discovered animals


def test_rule_5_4_points_are_always_taken():
    """N14."""
    scenario = Scenario().hold("sand-17").play("place sand-17 at A1")
    assert "gain 2" in scenario.choices
    assert "done" not in scenario.choices
    assert scenario.refused("done")[1] == "5.4"
    scenario.play("gain 2")
    assert scenario.points == 2
    assert scenario.has_used()


def test_rule_5_4_points_instead_of_something_impossible_are_taken_unasked():
    scenario = Scenario().hold("sand-15").play("place sand-15 at C1")  # no animal can move
    assert scenario.points == 2
    assert scenario.has_used()


def test_rule_5_5_a_double_arrow_by_one_animal_or_by_two():
    """N18, and the rulebook's example: split between wolf and cheetah."""
    scenario = Scenario().lay(B5="sand", E2="sand", B4="sand").hold("grass-01").play("place grass-01 at A1")
    scenario.play("move wolf S1 north", "move cheetah E1 west")
    assert (scenario.where("wolf S1"), scenario.where("cheetah E1")) == ("B5", "E2")
    scenario = Scenario().lay(B5="sand", B4="sand").hold("grass-01").play("place grass-01 at A1")
    scenario.play("move wolf S1 north", "move wolf S1 north")
    assert scenario.where("wolf S1") == "B4"
    assert scenario.has_used()


def test_rule_5_5_a_double_arrow_once_begun_comes_before_the_space():
    """N13: each completely. D2 gives a Bonus tile, which waits until the second arrow is used or declined."""
    scenario = Scenario().lay(B5="sand", B4="sand").hold("grass-01").play("place grass-01 at D2", "move wolf S1 north")
    assert not any(text.startswith("take") for text in scenario.choices)
    scenario.play("done")
    assert "take bonus rocks" in scenario.choices
    assert not scenario.moves()


def test_rule_5_6_movements_discovering_and_bonus_tiles_may_be_declined():
    """N14."""
    scenario = Scenario().lay(B5="sand").hold("grass-01", "grass-04", "grass-05")
    for tile, space in (("grass-01", "A1"), ("grass-04", "C1"), ("grass-05", "E2")):
        scenario.play(f"place {tile} at {space}", "done")
    assert scenario.where("wolf S1") == "entrance S1"
    assert scenario.board.hidden.bit_count() == 6
    assert scenario.state.piles == [14, 14, 14]


def test_rule_5_7_bonus_and_food_tiles_have_no_action():
    scenario = Scenario().hold("grass-19", "sand-bonus").play("place grass-19 at A1", "place sand-bonus at C1")
    assert scenario.has_used()


def test_a_player_draws_on_no_other_board():
    state = to_using(2)
    before = state.view(None)["boards"][1]
    tile = state.boards[0].drafted
    state.play(f"place {tile} at A1", seat=0)
    assert state.view(None)["boards"][1] == before


def test_the_leftover_goes_to_the_leftmost_free_space():
    state = new(2, seed=1)
    state.play("draft 1")
    state.in_market &= 2
    left = state.market[1]
    next_drafter(state)
    assert state.leftovers == (left,)
