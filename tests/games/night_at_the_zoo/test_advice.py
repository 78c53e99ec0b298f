"""What the advice says about positions that a person can count, and what players do who follow it."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from menagerie.bots.bot import Clock, decide
from menagerie.bots.levels import Keeper
from menagerie.bots.turns import ends_of_turn
from menagerie.games.night_at_the_zoo.advice import TitleAdvice
from menagerie.games.night_at_the_zoo.places import DIRECTIONS
from menagerie.games.night_at_the_zoo.state import Position
from tests.games.night_at_the_zoo.position import GAME, Scenario, acting, new, play, using
from tests.yardsticks import night_at_the_zoo as yardstick

ADVICE = cast(TitleAdvice, GAME.advice())
OUTLOOK = ADVICE.outlook
LINE = {"C1": "sand", "C2": "sand"}


def price(scenario: Scenario, figure: str) -> float:
    number = scenario.figure(figure)
    return OUTLOOK.price(scenario.board, number)


def amount(scenario: Scenario, feature: str) -> float:
    return ADVICE.features(scenario.state, 0).get(feature, 0.0)


def best_turn(state: Position, seat: int = 0) -> list[str]:
    """The decisions of the turn that looks best."""
    state.changed_by_hand()
    line = ends_of_turn(ADVICE, state.imagine(seat, 1), seat, 12, 0, Clock(playouts=100_000))[0]
    return [str(action) for action in line.decisions]


def positions(players: int, seed: int) -> list[Position]:
    """Some from all over a random game."""
    chance = Random(seed)
    state = new(players, seed)
    found = []
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
        if chance.random() < 0.2:
            found.append(state.copy())
    return [*found, state]


# Ways home.


@pytest.mark.parametrize(
    ("animals", "figure", "place", "how", "movements"),
    [
        ("cheetah,wolf,sloth", "wolf N2", "entrance", {}, 3),
        ("cheetah,wolf,sloth", "wolf N2", "C2", {}, 1),
        ("cheetah,wolf,sloth", "sloth W1", "C1", {}, 3),  # step, wake, step
        ("cheetah,wolf,sloth", "sloth W1", "C1", {"asleep": True}, 4),
        ("penguin,cheetah,sloth", "penguin E1", "C1", {}, 1),  # it slides
        ("cheetah,snake,sloth", "snake N2", "entrance", {}, 3),  # it faces the Zoo all the way
        ("cheetah,snake,sloth", "snake N2", "C1", {"faces": "north"}, 3),  # turn, step, step
    ],
)
def test_movements_home_over_tiles(animals, figure, place, how, movements):
    scenario = Scenario(animals).lay(**LINE).put(figure, place, **how)
    assert price(scenario, figure) == movements
    assert yardstick.movements_home(scenario.board, scenario.figure(figure)) == movements


def test_missing_tiles_and_discovery_cost_extra():
    scenario = Scenario().lay(C2="sand").put("wolf N2", "entrance")
    missing, discovery = ADVICE.weights.of("price_missing_tile"), ADVICE.weights.of("price_discovery")
    assert price(scenario, "wolf N2") == 3 + missing
    assert price(scenario.put("wolf N2", "undiscovered"), "wolf N2") == pytest.approx(3 + missing + discovery)
    assert price(scenario.lay(C1="sand"), "wolf N2") == pytest.approx(3 + discovery)


def test_a_penguin_slides_over_tiles_still_to_be_laid():
    scenario = Scenario("penguin,cheetah,sloth").put("penguin E1", "C1")
    assert price(scenario, "penguin E1") == 1 + ADVICE.weights.of("price_missing_tile")
    scenario.put("penguin E1", "A1")  # along the edge it stops where no tile follows
    assert price(scenario.lay(B1="sand", C1="sand", C2="sand"), "penguin E1") == 2


def test_a_cheetahs_way_is_cheaper():
    scenario = Scenario().lay_everywhere().put("cheetah E1", "E2").put("wolf S1", "E2")
    assert price(scenario, "wolf S1") == 3
    assert price(scenario, "cheetah E1") == pytest.approx(3 * ADVICE.weights.of("price_cheetah"))


def test_costs_agree_with_movements_on_a_full_board():
    """Where no tile is missing, a price is a number of movements: the same as found by going there."""
    for animals in ("penguin,snake,sloth", "wolf,butterfly,sloth"):
        scenario = Scenario(animals).lay_everywhere()
        for figure, name in enumerate(scenario.figures()):
            for place in ("entrance", "A1", "D2", "C5"):
                for faces in DIRECTIONS if "snake" in name else ("",):
                    scenario.put(name, place, faces=faces)
                    assert price(scenario, name) == yardstick.movements_home(scenario.board, figure), (name, place)


# Features.


def test_a_step_towards_the_zoo_is_an_improvement():
    far, near = (Scenario().lay(**LINE).put("wolf N2", place) for place in ("C1", "C2"))
    assert amount(near, "animals") > amount(far, "animals")
    assert ADVICE.worth(near.state, 0) > ADVICE.worth(far.state, 0)


def test_an_animal_at_home_counts_as_scored():
    scenario = Scenario()
    before = amount(scenario, "animals")
    scenario.put("sloth W1", "zoo")
    assert amount(scenario, "home") == 15
    assert amount(scenario, "animals") < before


def test_the_budget_of_movements_grows_with_the_drafts_to_come():
    scenario = Scenario()
    assert OUTLOOK.animals(scenario.board, 10) > OUTLOOK.animals(scenario.board, 5) > OUTLOOK.animals(scenario.board, 0)


def test_a_butterfly_with_pollen_brings_more():
    worths = [
        OUTLOOK.animals(Scenario("cheetah,wolf,butterfly").put("butterfly W1", "A2", pollen=pollen).board, 9)
        for pollen in range(5)
    ]
    assert worths == sorted(worths)
    assert worths[0] < worths[4]


def test_foods_laid_stored_and_to_come():
    scenario = Scenario().lay(A1="sand_19", B1="sand_20")
    assert OUTLOOK.foods(scenario.board, 0) == 6
    scenario.hold("", "rocks-21")
    assert 6 < OUTLOOK.foods(scenario.board, 0) < 8
    scenario.hold("", "rocks-19")  # there is meat already
    assert OUTLOOK.foods(scenario.board, 0) == 6
    assert OUTLOOK.foods(scenario.board, 5) > 6
    assert OUTLOOK.foods(scenario.lay(C1="rocks_21", D1="rocks_22", E1="rocks_23", A2="rocks_24").board, 15) == 30


def test_free_spaces_count_for_their_symbols_while_tiles_come():
    scenario = Scenario()
    free = OUTLOOK.spaces(scenario.board, 14)
    assert OUTLOOK.spaces(scenario.board, 3) < free
    assert OUTLOOK.spaces(scenario.board, 0) == 0
    assert OUTLOOK.spaces(Scenario().lay(A1="sand").board, 14) == free  # it shows nothing
    assert OUTLOOK.spaces(Scenario().lay(E5="sand").board, 14) < free


def test_a_pair_half_covered_promises_more_than_an_empty_one_and_a_covered_one_nothing():
    empty, half, covered = Scenario(), Scenario().lay(C5="sand"), Scenario().lay(C5="sand", D5="rocks")
    assert amount(half, "pairs") > amount(empty, "pairs") > amount(covered, "pairs") > 0


def test_an_offer_counts_until_it_is_used():
    scenario = Scenario().hold("rocks-01").lay(C1="sand").put("wolf N2", "entrance")
    assert amount(scenario, "symbols") == 0
    scenario.play("place rocks-01 at C2")
    assert amount(scenario, "symbols") == ADVICE.weights.of("symbol_double_move")
    scenario.play("move wolf N2 south")
    assert amount(scenario, "symbols") == ADVICE.weights.of("symbol_move")


def test_of_two_symbols_the_better_one_counts():
    scenario = Scenario().hold("rocks-12").play("place rocks-12 at A1")
    assert amount(scenario, "symbols") == max(
        ADVICE.weights.of("symbol_double_move"), ADVICE.weights.of("symbol_discover")
    )


def test_tiles_in_store_are_of_no_use_after_the_last_draft():
    scenario = Scenario().hold("", "rocks-01")
    assert amount(scenario, "tiles") > 0
    scenario.state.draft = 15
    assert amount(scenario, "tiles") > 0  # it may still be used
    state = using("A", [14, 14, 14], "rocks-01", "sand-19")
    state.draft = 15
    play(state, "A store rocks-01")
    assert "tiles" not in ADVICE.features(state, 0)


def test_who_has_won_knows_it():
    state = positions(2, seed=8)[-1]
    won = [ADVICE.features(state, seat).get("won", 0.0) for seat in range(2)]
    assert won == list(ADVICE.result(state))
    assert sum(won) == 1
    alone = positions(1, seed=8)[-1]
    assert alone.score(0) < 90
    assert ADVICE.result(alone) == (0.0,)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_worth_is_the_sum_of_the_features(players):
    values = ADVICE.weights.values
    for state in positions(players, seed=3):
        for seat in range(players):
            features = ADVICE.features(state, seat)
            assert ADVICE.worth(state, seat) == pytest.approx(
                sum(values[name] * amount for name, amount in features.items())
            )
            assert set(features) <= set(ADVICE.weights.words)


@pytest.mark.parametrize("players", [1, 3])
def test_nothing_hidden_is_read(players):
    for state in positions(players, seed=4):
        for seat in range(players):
            other = state.imagine(seat, 99)
            assert ADVICE.features(other, seat) == ADVICE.features(state, seat)
            assert ADVICE.shown(other) == ADVICE.shown(state)
            if seat in acting(state):
                assert [str(a) for a in ADVICE.candidates(other, seat)] == [
                    str(a) for a in ADVICE.candidates(state, seat)
                ]


# Turns.


def test_a_turn_ends_with_the_last_use_of_a_tile():
    state = using("A", [14, 14, 14], "rocks-19", "sand-19")
    assert not ADVICE.is_quiet(state, 0)
    play(state, "A place rocks-19 at A1")
    assert ADVICE.is_quiet(state, 0)
    assert not ADVICE.is_quiet(state, 1)
    shown = ADVICE.shown(state)
    play(state, "B place sand-19 at A1")
    assert ADVICE.is_quiet(state, 0)
    assert ADVICE.is_quiet(state, 1)
    assert ADVICE.shown(state) != shown  # a new market


def test_a_turn_goes_on_while_others_draft():
    state = new(3)
    first = state.to_act[0]
    state.play("draft 1")
    assert first not in acting(state)
    assert not ADVICE.is_quiet(state, first)
    lines = ends_of_turn(ADVICE, new(3), first, 2, 1, Clock(playouts=100_000))
    assert {str(line.decisions[0]) for line in lines} == {"draft 1", "draft 2", "draft 3", "draft 4"}
    assert all(len(line.decisions) > 1 and line.plan == line.decisions[:1] for line in lines)


def test_leo_shows_something_only_when_he_drafts_after_the_player():
    state = new(1)
    shown = ADVICE.shown(state)
    state.play("draft " + str(state.legal()[0]).split()[1])  # Leo came first
    assert ADVICE.shown(state) == shown
    while state.draft == 1:
        state.play(state.legal()[-1])
    shown = ADVICE.shown(state)
    state.play(state.legal()[0])
    assert ADVICE.shown(state) != shown


def test_a_plan_survives_what_others_do_at_the_same_time():
    state = using("A", [14, 14, 14], "rocks-01", "sand-19")
    bot = Keeper(1)
    first = decide(bot, state, 0, Clock(playouts=400))
    state.play(first, 0)
    planned = bot.planned()
    assert planned
    play(state, "B place sand-19 at A1")
    clock = Clock(playouts=400)
    assert decide(bot, state, 0, clock) is planned[0]
    assert clock.spent == 0


# What players do who follow it.


def test_only_movements_that_bring_nearer_are_worth_a_thought():
    scenario = Scenario().lay_everywhere().alone("wolf N2", "C1").hold("sand-bonus").play("discard sand-bonus")
    assert "move wolf N2 east" in scenario.choices
    assert [str(action) for action in ADVICE.candidates(scenario.state, 0)] == ["move wolf N2 south"]


def test_candidates_are_legal_and_never_none():
    for state in positions(3, seed=6):
        for seat in acting(state):
            candidates = ADVICE.candidates(state, seat)
            assert candidates
            assert set(map(str, candidates)) <= set(map(str, state.legal(seat)))


def last_turn(scenario: Scenario) -> list[str]:
    """The best turn in the last draft, without Bonus tiles."""
    scenario.state.draft = 15
    scenario.state.in_piles = 0
    scenario.state.leftovers = (scenario.tiles["rocks-25"],)
    return best_turn(scenario.state)


def test_an_animal_is_led_home_when_two_movements_are_enough():
    scenario = Scenario().lay(C1="sand", C2="sand").alone("wolf N2", "C1").hold("rocks-01")
    assert last_turn(scenario)[1:3] == ["move wolf N2 south", "move wolf N2 south"]


def test_the_second_half_of_a_pair_gets_the_terrain_of_the_first():
    scenario = Scenario().lay(C5="sand").hold("sand-22")
    assert last_turn(scenario) == ["place sand-22 at D5"]
    scenario = Scenario().lay(C5="rocks").hold("sand-22")
    assert last_turn(scenario) != ["place sand-22 at D5"]


def test_a_tile_is_discarded_where_many_animals_stand_on_its_terrain_before_the_zoo():
    scenario = Scenario().lay(C2="sand", B3="sand", D3="sand", C4="sand").hold("sand-19")
    for figure, place in (("wolf S1", "C2"), ("cheetah E1", "B3"), ("sloth W1", "D3")):
        scenario.put(figure, place)
    turn = last_turn(scenario)
    assert turn[0] == "discard sand-19"
    assert {"move wolf S1 south", "move cheetah E1 east", "move sloth W1 west"} <= set(turn)


def test_a_butterfly_without_pollen_does_not_go_home_by_an_arrow():
    scenario = Scenario("cheetah,wolf,butterfly").lay(C2="sand").alone("butterfly W1", "C2").hold("rocks-15")
    assert "move butterfly W1 south" not in best_turn(scenario.state)
