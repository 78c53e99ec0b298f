"""Rules 1, 2 and 9 to 12: set-up, draft, rounds, scoring, solo. Rulings N1 to N7 and N28 to N35."""

from collections import Counter
from random import Random

import pytest

import menagerie
from menagerie.core.playout import play_randomly
from menagerie.games.night_at_the_zoo.phases.drafting import MAINTENANCE, leo_drafts
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, TERRAINS
from menagerie.games.night_at_the_zoo.places import FIRST_ENTRANCE, UNDISCOVERED
from menagerie.games.night_at_the_zoo.state import LEO
from tests.games.night_at_the_zoo.position import GAME, Scenario, new, tile

# 1. Set-up


def test_rule_1_1_three_animals_with_at_least_six_moons():
    """N1: 17 of the 20 triples are possible."""
    triples = {frozenset(new(1, seed=seed).letters) for seed in range(400)}
    moons = (1, 2, 2, 2, 3, 4)
    assert all(len(triple) == 3 and sum(moons[animal] for animal in triple) >= 6 for triple in triples)
    assert len(triples) == 17


def test_rule_1_1_the_animals_can_be_named():
    assert new(2, animals="sloth,wolf,penguin").view(None)["animals"] == ["penguin", "wolf", "sloth"]
    with pytest.raises(
        menagerie.BadSetup, match="at least 6 moons together are in play, not penguin, wolf, snake with 5"
    ):
        new(2, animals="penguin,wolf,snake")
    with pytest.raises(menagerie.BadSetup, match="Three animals"):
        new(2, animals="butterfly,sloth")


def test_rule_1_2_the_board():
    board = new(1).view(None)["boards"][0]
    assert len(board["spaces"]) == 24
    assert "C3" not in board["spaces"]
    assert [figure["entrance"] for figure in board["figures"]] == ["N1", "N2", "N3", "E1", "E2", "S1", "S2", "W1", "W2"]
    assert board["warehouse"] == []


def test_rule_1_3_setup_tiles_are_dealt_without_putting_back():
    """N2."""
    for seed in range(50):
        setups = [board.setup.name for board in new(4, seed=seed).boards]
        assert len(set(setups)) == 4


def test_rule_1_3_one_figure_of_each_animal_begins_on_its_entrance():
    """N3."""
    for seed in range(30):
        state = new(2, seed=seed)
        for board in state.boards:
            assert Counter(board.animals) == dict.fromkeys(state.letters, 3)
            started = [figure for figure in range(9) if board.places[figure] == FIRST_ENTRANCE + figure]
            assert sorted(board.animals[figure] for figure in started) == sorted(state.letters)
            assert board.places.count(UNDISCOVERED) == 6


def test_rule_1_3_the_rulebooks_example_begins_with_an_a_on_the_left_side():
    """All sloths belong to A; the one on the left begins on an entrance."""
    state = new(1, setups="setup-2")
    started = [figure for figure in state.view(None)["boards"][0]["figures"] if figure["place"].startswith("entrance")]
    first = state.view(None)["animals"][0]
    assert [figure["entrance"] for figure in started if figure["animal"] == first] == ["W2"]


def test_rule_1_3_the_setup_tiles_can_be_named():
    assert [board.setup.name for board in new(2, setups="setup-9,setup-4").boards] == ["setup-4", "setup-9"]
    with pytest.raises(menagerie.BadSetup, match="With 3 players 3 Setup tiles are named, not 2"):
        new(3, setups="setup-9,setup-4")


def test_rule_1_4_the_tiles():
    state = new(4)
    assert len(set(state.deck)) == 75
    assert state.piles == [14, 14, 14]


@pytest.mark.parametrize(("players", "size"), [(1, 3), (2, 3), (3, 4), (4, 5)])
def test_rule_1_5_the_market_has_a_tile_more_than_players(players, size):
    state = new(players)
    assert len(state.market) == size


def test_rule_1_6_the_first_player_is_drawn():
    """N4."""
    assert {new(4, seed=seed).first for seed in range(60)} == {0, 1, 2, 3}
    assert {new(1, seed=seed).first for seed in range(20)} == {LEO}


def test_rule_1_7_only_the_order_of_the_piles_is_hidden():
    state = new(1, seed=4)
    twin = state.imagine(0, 77)
    assert twin.view(0) == state.view(0)
    assert sorted(twin.secrets()["deck"]) == sorted(state.secrets()["deck"])
    assert twin.secrets()["deck"] != state.secrets()["deck"]
    assert "deck" not in str(state.view(None)).replace("deck_left", "")
    # What is imagined depends on nothing that is hidden: from another world it is the same.
    for seed in range(70, 80):
        assert state.imagine(0, seed).imagine(0, 5).secrets() == state.imagine(0, 5).secrets()


# 2. The draft


def test_rule_2_1_three_rounds_of_five_drafts():
    state = new(2, seed=8)
    seen = set()
    while not state.is_over:
        seen.add((state.round, state.draft))
        seat = state.to_act[0]
        state.play(state.legal(seat)[-1], seat)
    assert seen == {((draft - 1) // 5 + 1, draft) for draft in range(1, 16)}


def test_rule_2_2_one_tile_each_in_clockwise_order():
    """N5."""
    state = new(3, seed=2)
    first = state.first
    for distance, position in enumerate((2, 4, 1)):
        assert state.to_act == ((first + distance) % 3,)
        tile = state.market[position - 1]
        state.play(f"draft {position}")
        assert state.boards[(first + distance) % 3].drafted is tile


def test_rule_2_2_a_tile_that_is_gone_cannot_be_drafted():
    state = new(2, seed=2)
    state.play("draft 2")
    for decision, reason in (
        ("draft 2", "Position 2 is empty. Choose another tile."),
        ("draft 4", "There is no position 4. Choose 1 to 3."),
        ("done", "Draft a tile from the market first."),
    ):
        with pytest.raises(menagerie.IllegalAction) as caught:
            state.play(decision)
        assert (caught.value.reason, caught.value.rule) == (reason, "2.2")


def test_rule_2_3_the_last_tile_goes_to_the_leftover_zone():
    state = new(2, seed=2)
    left = state.market[2]
    state.play("draft 2")
    state.play("draft 1")
    assert state.leftovers == (left,)
    assert state.view(None)["market"] == [None, None, None]


def test_rule_2_4_four_players_use_every_tile_once():
    """N6."""
    state = new(4, seed=1)
    play_randomly(state, Random(1))
    assert state.dealt == 75
    assert state.view(None)["deck_left"] == 0


# 9. Maintenance and the end of a round


def test_rule_9_1_a_new_market_and_first_player():
    state = new(3, seed=6)
    first = state.first
    while state.draft == 1:
        seat = state.to_act[0]
        state.play("draft 1" if "draft 1" in map(str, state.legal(seat)) else state.legal(seat)[-1], seat)
    assert state.first == (first + 1) % 3
    assert state.to_act == (state.first,)
    assert all(tile is not None for tile in state.market)
    assert state.dealt == 8


@pytest.mark.parametrize(
    ("leftovers", "terrain"),
    [
        ("rocks sand rocks sand grass", "rocks"),  # the rulebook's example
        ("sand rocks rocks sand grass", "sand"),
        ("grass rocks rocks sand sand", "rocks"),
        ("grass sand sand sand rocks", "sand"),
        ("grass grass rocks rocks rocks", "rocks"),
    ],
)
def test_rule_9_2_the_terrain_with_most_leftovers_moves(leftovers, terrain):
    """N28: of tied terrains the one furthest left."""
    state = new(2)
    state.leftovers = tuple(tile(f"{name}-{number:02}") for number, name in enumerate(leftovers.split(), start=1))
    assert TERRAINS[state.leading] == state.view(None)["leading"] == terrain
    assert f" - {terrain} leads" in str(state)


def end_of_round(scenario: Scenario, terrain: str, draft: int = 5) -> Scenario:
    state = scenario.state
    state.draft = draft
    state.leftovers = tuple(scenario.tiles[f"{terrain}-{number:02}"] for number in range(1, 6))
    state.stack = [MAINTENANCE]
    state.settle()
    return scenario


def test_rule_9_2_animals_on_the_terrain_may_move_entrances_included():
    """N28: optional, without the cheetah's second step."""
    scenario = Scenario().lay(E2="sand", E1="grass", D2="sand").put("wolf S1", "E1").put("cheetah E1", "entrance")
    end_of_round(scenario, "grass")
    assert set(scenario.choices) == {"move cheetah E1 west", "move wolf S1 south", "done"}
    assert scenario.refused("move sloth W1 east")[1] == "6.2"
    scenario.play("move cheetah E1 west")
    assert scenario.refused("move cheetah E1 north")[1] == "9.2"
    scenario.play("done")
    assert scenario.where("wolf S1") == "E1"
    assert scenario.state.draft == 6


def test_rule_9_2_no_pollen_at_the_end_of_a_round():
    """N28."""
    scenario = end_of_round(Scenario("cheetah,wolf,butterfly").lay(A2="sand"), "sand").play("move butterfly W1 east")
    assert scenario.where("butterfly W1") == "A2"
    assert scenario.pollen("butterfly W1") == 0


def test_rule_9_2_all_players_move_at_the_same_time():
    state = new(2, seed=1, animals="cheetah,wolf,sloth", setups="setup-1,setup-2")
    for board in state.boards:
        for space in range(25):
            if board.free >> space & 1:
                board.lay(state.pieces.bonus_tiles[0], space)
    state.draft = 5
    state.leftovers = tuple(tile for tile in state.pieces.tiles if tile.name.startswith("grass"))[:5]
    state.stack = [MAINTENANCE]
    state.settle()
    assert state.to_act == (0, 1)
    state.play("done", 1)
    assert list(state.to_act) == [0]


def test_rule_9_3_the_leftover_zone_is_emptied():
    """N7."""
    scenario = end_of_round(Scenario().alone("wolf S1", "entrance"), "sand")
    assert scenario.state.leftovers == ()
    assert [tile.name for tile in scenario.state.gone][-5:] == [f"sand-0{number}" for number in range(1, 6)]


def test_rule_9_4_the_last_movement_comes_before_scoring():
    """N29; and N6: no new market after draft 15."""
    scenario = Scenario().lay(D3="sand").put("wolf S1", "D3")
    dealt = scenario.state.dealt
    end_of_round(scenario, "sand", draft=15)
    assert scenario.state.to_act == (0,)
    scenario.play("move wolf S1 west")
    assert scenario.state.is_over
    assert scenario.state.scores == (7 + 2,)
    assert scenario.state.dealt == dealt


# 10. Scoring


def home(scenario: Scenario, *figures: str, **how) -> Scenario:
    for figure in figures:
        scenario.put(figure, "zoo", **how)
    return scenario


def test_rule_10_1_points_gained_during_the_game_count():
    scenario = Scenario()
    scenario.board.points = 17
    assert scenario.state.scores == (17 + 3,)


@pytest.mark.parametrize(
    ("animal", "points"),
    [
        ("penguin", (0, 5, 10, 15)),
        ("cheetah", (0, 6, 12, 18)),
        ("wolf", (0, 7, 16, 27)),
        ("snake", (0, 10, 20, 30)),
        ("sloth", (0, 15, 30, 45)),
    ],
)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_rule_10_2_animals_at_home(animal, points, count):
    scenario = Scenario("wolf,butterfly,sloth" if animal == "sloth" else f"{animal},butterfly,sloth")
    figures = [scenario.figures()[i] for i in range(9) if ANIMALS[scenario.board.animals[i]] == animal]
    for number in range(9):
        scenario.put(scenario.figures()[number], "undiscovered")
    home(scenario, *figures[:count])
    assert scenario.state.scores == (points[count],)


@pytest.mark.parametrize(("pollen", "points"), [(0, 0), (1, 5), (2, 7), (3, 9), (4, 11)])
def test_rule_10_2_butterflies_score_by_pollen(pollen, points):
    """N25: at home without pollen a butterfly is worth nothing, not even the point for a discovered animal."""
    scenario = home(Scenario("cheetah,wolf,butterfly"), "butterfly W1", pollen=pollen)
    assert scenario.state.scores == (points + 2,)


def test_rule_10_3_discovered_animals_that_are_not_home():
    """N30: entrances included, undiscovered ones not."""
    scenario = Scenario().lay(B5="sand").put("wolf S1", "B5").put("wolf N1", "entrance")
    assert scenario.state.scores == (4,)


@pytest.mark.parametrize("kinds", range(8))
def test_rule_10_4_different_foods(kinds):
    """N30: each kind once, on tiles in the Neighborhood only."""
    scenario = Scenario().hold("", "rocks-25", "grass-25")
    spaces = ["A1", "B1", "C1", "D1", "E1", "A2", "B2"]
    scenario.lay(**{spaces[i]: f"sand_{19 + i}" for i in range(kinds)})
    if kinds:
        scenario.lay(A5="rocks_19")
    assert scenario.state.scores == (3 + (0, 0, 6, 8, 11, 16, 22, 30)[kinds],)


def test_rule_10_5_most_points_win_then_animals_at_home_then_shared():
    """N31."""
    state = new(2, seed=1, animals="cheetah,wolf,sloth")
    for board in state.boards:
        board.points = 10
    state.stack.clear()
    assert state.ranking[0] == (0, 1)
    assert state.result() == "A and B share the win with 13 points."
    state.boards[1].points = 4
    figure = next(i for i in range(9) if ANIMALS[state.boards[1].animals[i]] == "wolf" and state.boards[1].out >> i & 1)
    state.boards[1].places[figure] = 12
    state.boards[1].out &= ~(1 << figure)
    assert state.scores == (13, 13)
    assert [list(group) for group in state.ranking] == [[1], [0]]
    assert state.result() == "B wins with 13 points, by 1 animal at home to 0."
    assert state.result(["Lisa", "Tom"]) == "Tom wins with 13 points, by 1 animal at home to 0."


def test_rule_10_6_the_rulebooks_example_of_54_points():
    """N32: 43 for animals at home, here three wolves, a cheetah and a snake; 3 discovered; meat, carrot and apple."""
    scenario = home(Scenario("cheetah,wolf,snake"), "wolf S1", "wolf N1", "wolf N2", "cheetah E1", "snake W1")
    scenario.put("cheetah E2", "entrance").put("snake N3", "entrance").put("snake W2", "entrance")
    scenario.lay(A1="sand_19", C1="grass_20", E2="rocks_21")
    points = scenario.state.view(None)["boards"][0]["points"]
    assert points == {"gained": 0, "animals": 43, "discovered": 3, "foods": 8}
    assert scenario.state.scores == (54,)


# 11. Solo


def test_rule_11_1_leo_and_the_player_take_turns_at_being_first():
    """N33."""
    state = new(1, seed=9)
    firsts: list[int] = []
    while not state.is_over:
        if len(firsts) < state.draft:
            firsts.append(state.first)
        state.play(state.legal()[-1])
    assert firsts == [LEO, 0] * 7 + [LEO]


def leo_tile(state, name: str):
    order = [tile for tile in state.pieces.solo_tiles if tile.name == name]
    state.leo = tuple(order + [tile for tile in state.pieces.solo_tiles if tile.name != name])
    state.leo_seen = 0


def test_rule_11_2_the_rulebooks_example_of_a_solo_draft():
    """Leo is first and takes the leftmost tile, Ann the rightmost; the middle one is left over."""
    state = new(1, seed=9)
    state.fill_market()
    left, middle, right = state.market
    leo_tile(state, "leo-1")
    state.active = LEO
    state.settle()
    assert state.gone[-1] is left
    assert [str(action) for action in state.legal()] == ["draft 2", "draft 3"]
    state.play("draft 3")
    assert state.boards[0].drafted is right
    assert state.leftovers == (middle,)


def test_rule_11_2_leo_takes_the_first_position_that_still_holds_a_tile():
    """N33: positions are those of the market, not of the tiles left."""
    state = new(1, seed=9)
    state.fill_market()
    leo_tile(state, "leo-3")  # middle, left, right
    middle = state.market[1]
    state.take_from_market(0)
    leo_drafts(state)
    assert state.gone[-1] is middle
    state.fill_market()
    leo_tile(state, "leo-1")  # left, middle, right
    right = state.market[2]
    state.take_from_market(0)
    state.take_from_market(1)
    leo_drafts(state)
    assert state.gone[-1] is right


def test_rule_11_3_the_shuffle_symbol_makes_a_new_pile():
    """N34."""
    state = new(1, seed=9)
    state.fill_market()
    leo_tile(state, "leo-2")
    leo_drafts(state)
    assert state.leo_seen == 0
    assert sorted(tile.name for tile in state.leo) == [f"leo-{number}" for number in range(1, 7)]
    state.fill_market()
    leo_tile(state, "leo-1")
    leo_drafts(state)
    assert state.leo_seen == 1
    assert state.view(None)["leo"]["open"] == [
        {"name": "leo-1", "takes": ["left", "middle", "right"], "shuffle": False}
    ]


def test_rule_11_3_a_pile_that_has_run_out_is_shuffled():
    """N34."""
    state = new(1, seed=9)
    state.fill_market()
    leo_tile(state, "leo-1")
    state.leo_seen = 6
    leo_drafts(state)
    assert state.leo_seen in (0, 1)


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (0, "Lost Lemur"),
        (49, "Lost Lemur"),
        (50, "Sneaky Weasel"),
        (64, "Sneaky Weasel"),
        (65, "Clever Chimp"),
        (79, "Clever Chimp"),
        (80, "Runaway Tiger"),
        (89, "Runaway Tiger"),
        (90, "Zoo Ghost"),
        (123, "Zoo Ghost"),
    ],
)
def test_rule_11_4_the_rank(points, rank):
    """N35."""
    state = new(1)
    state.boards[0].points = points - 3
    state.stack.clear()
    assert state.result() == f"A reaches {points} points against Leo: {rank}."


# 12. Notation


@pytest.mark.parametrize(
    "text",
    [
        *("draft 2", "place grass-17 at C2", "store sand-04", "discard rocks-09", "place grass-bonus at D4", "done"),
        *("discover wolf at N2", "take bonus grass", "gain 2", "move wolf N2 south", "slide penguin W2 east"),
        *("turn snake E1 west", "move snake E1 north", "wake sloth S1", "wait"),
    ],
)
def test_rule_12_1_notation_both_ways(text):
    assert str(GAME.parse(text)) == text
    assert GAME.parse(f"  {text.upper()} ") is GAME.parse(text)


@pytest.mark.parametrize(
    "text", ["", "dance", "place grass-17", "place grass-99 at C2", "move penguin W2 east", "draft 6"]
)
def test_rule_12_1_other_texts_are_no_decisions(text):
    with pytest.raises(menagerie.IllegalAction, match="is not a decision in Night at the Zoo"):
        GAME.parse(text)


def test_rule_12_2_what_is_no_choice_is_not_asked():
    """A double arrow while no animal can move; a tile that fits nowhere."""
    assert Scenario().hold("grass-01").play("place grass-01 at A1").has_used()
    scenario = Scenario().lay_everywhere().hold("grass-05", "rocks-19", "rocks-20")
    scenario.board.tiles[0], scenario.board.free = None, 1
    scenario.alone("wolf S1", "zoo").play("place grass-05 at A1", "take bonus rocks")
    assert scenario.state.gone[-1] is tile("rocks-bonus")
    assert scenario.is_using()
