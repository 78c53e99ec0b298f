"""The advice: distances, danger, the worth of positions, and turns planned with it."""

from __future__ import annotations

import math

import pytest

from menagerie import Event, bots
from menagerie.core.rng import Rng
from menagerie.games.zoo_escape.advice import TitleAdvice
from menagerie.games.zoo_escape.board import DISTANCE, OUTSIDE
from menagerie.games.zoo_escape.danger import risks
from menagerie.games.zoo_escape.distances import Layouts
from menagerie.games.zoo_escape.events import Captured
from menagerie.games.zoo_escape.outlook import NONE_CAPTURED, RIDE_TILES, Outlook, chance_of_all, expected_draws
from menagerie.games.zoo_escape.state import Position

from .position import GAME, begin, built, carry, cover, keeper, lay, only, play, put, set_power, spot, zoo


def advice() -> TitleAdvice:
    found = GAME.advice()
    assert isinstance(found, TitleAdvice)
    return found


def chance(state: Position) -> float:
    return advice().value(state, 0)


# Distances.


def test_distances_go_along_paths() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C4 bends r0")
    found = Layouts(3).of(state).to_any(1 << (spot("C5") >> 2))
    assert found[spot("C5")] == 0
    assert found[spot("C4/2")] == 1, "the bend that leads south"
    assert found[spot("C4/1")] == 3, "the other one has to go round: north or east, then over D4, D5 or so"
    assert found[spot("C3")] == 4


def test_distances_over_unknown_tiles_count_them_as_crossings() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "C4 fork")
    found = Layouts(3).of(state).to_any(1 << (spot("C5") >> 2))
    assert found[spot("C4/-")] == 1
    assert found[spot("C3")] == 2


def test_distances_go_round_cameras() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C4 bridge-camera r0")
    found = Layouts(3).of(state).to_any(1 << (spot("C5") >> 2))
    assert found[spot("C3")] == 4, "not over the bridge, which would be 2"
    easy = zoo("gorilla", "owl", level="easy")
    lay(easy, "C4 bridge-camera r0")
    assert Layouts(3).of(easy).to_any(1 << (spot("C5") >> 2))[spot("C3")] == 2, "at this level cameras do nothing"


# Danger.


def measured(state: Position, animal: int, games: int = 300) -> float:
    """Return how often the Animal is captured where it stands, in Keepers' phases by the rules themselves."""
    caught = 0
    for seed in range(games):
        twin = state.copy()
        twin.rng = Rng(seed)
        twin.had_turn = twin.whole_team
        log: list[Event] = []
        twin.log = log
        twin.settle()
        caught += any(isinstance(event, Captured) and event.animal is twin.animals[animal] for event in log)
    return caught / games


def test_danger_agrees_with_keepers_phases_by_the_rules() -> None:
    """The walk in `danger` repeats section 7, so for one Keeper it must give the same chances."""
    compared = 0
    for seed in range(10):
        state = GAME.new(players=2, seed=seed, animal_1="gorilla", animal_2="owl")
        assert isinstance(state, Position)
        state.up |= Rng(seed).word() << 4 & (1 << 36) - 1
        places = [place for place in range(36) if state.up >> place & 1]
        coin = Rng(seed + 100)
        state.spots[1] = state.workshop << 2
        at = coin.choice(places)
        hunter = seed % 2
        only(state, hunter + 1)
        if seed % 3:
            keeper(state, hunter + 1, "A1", "south")
            state.stands[hunter] = at << 2
            state.facing[hunter] = coin.below(4)
        else:
            state.stands[hunter] = OUTSIDE
            state.facing[hunter] = -1
            at = 35 * hunter
        set_power(state, [1, 2, 2, 3, 3, 4])
        for place in [place for place in places if 0 < DISTANCE[at * 36 + place] <= 3 and place != state.workshop]:
            state.spots[0] = place << 2
            told = risks(state)[0]
            assert abs(told - measured(state, 0)) < 0.09, (seed, place)
            compared += told > 0.1
    assert compared >= 15


@pytest.mark.parametrize(("where", "risk"), [("C4", 1.0), ("D4", 0.5), ("E4", 0.0)])
def test_danger_by_hand(where: str, risk: float) -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", where)
    put(state, "owl", "E6")
    keeper(state, 2, "B4", "east")
    only(state, 2)
    set_power(state, [1, 2])
    assert risks(state)[:2] == [risk, 0.0]
    state.hiding = 1
    assert risks(state)[0] == 0, "who hides is not captured"


def test_danger_counts_less_for_an_animal_that_can_still_move_away() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    keeper(state, 2, "B4", "east")
    only(state, 2)
    before = advice().features(state, 0)["danger"]
    state.had_turn = 1
    assert advice().features(state, 0)["danger"] < before < 0


# What a position is worth.


def test_expected_draws_by_hand() -> None:
    pieces = zoo("gorilla", "owl").pieces
    drive, lift, _ = pieces.of_kind
    assert expected_draws(pieces, [], pieces.parts, 17) == 0
    assert expected_draws(pieces, [drive], pieces.parts, 17) == pytest.approx(18 / 6)
    assert expected_draws(pieces, [drive, lift], pieces.parts, 17) == pytest.approx(18 / 6 * 2 - 18 / 11)


def test_the_chance_of_all_kinds_by_hand() -> None:
    assert chance_of_all([], 17, 0) == 1
    assert chance_of_all([], 17, -1) == 0
    assert chance_of_all([5], 17, 1) == pytest.approx(5 / 17)
    assert chance_of_all([1, 1], 2, 2) == pytest.approx(1)
    assert chance_of_all([1, 1], 3, 2) == pytest.approx(1 / 3)
    assert chance_of_all([0], 3, 3) == 0, "a kind that is gone"


def test_the_chance_rises_with_every_step_of_the_escape() -> None:
    steps: list[float] = []

    def note(state: Position) -> None:
        steps.append(chance(state))

    state = zoo("gorilla", "owl")
    only(state)
    lay(state, "C6 gate")
    note(state)
    carry(state, "gorilla", "kite")
    note(state)
    put(state, "gorilla", "C3")
    note(state)
    state.carried[0] = 0
    state.machine_parts = state.pieces.card_named["kite"].bit
    note(state)
    built(state, "C3", "kite", "horn", "treads", aboard="gorilla")
    note(state)
    put(state, "owl", "C5")
    note(state)
    built(state, "C5", "kite", "horn", "treads", aboard="gorilla owl")
    note(state)
    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)
    built(state, "C6", "kite", "horn", "treads", aboard="gorilla owl")
    begin(state, "machine")
    play(state, "machine treads escape")
    assert chance(state) > 0.99


def gain_by_a_part_to_lose(level: str, *animals: str) -> float:
    state = zoo(*animals, level=level)
    only(state)
    worths: list[float] = []
    for more in ((), ("catapult",)):  # it moves nothing, so that the Machine is as fast as without it
        built(state, "C3", "kite", "horn", "treads", *more, aboard="gorilla")
        worths.append(advice().worth(state, 0))
    return worths[1] - worths[0]


def test_four_animals_do_not_build_in_haste() -> None:
    """Where all Parts are added at once they built as soon as they could, and lost the only Part of a kind with the
    first capture of the Machine."""
    four = ("gorilla", "owl", "cobra", "monkey")
    assert gain_by_a_part_to_lose("easy", *four) > gain_by_a_part_to_lose("easy", *four[:3]) + 0.4
    assert gain_by_a_part_to_lose("easy", *four) > gain_by_a_part_to_lose("standard", *four) + 0.4
    assert gain_by_a_part_to_lose("standard", *four) > 0


def test_the_chance_falls_with_alarms_and_ends_at_nothing() -> None:
    state = zoo("gorilla", "owl")
    before = chance(state)
    state.added = 4
    assert chance(state) < before
    state.round = 60
    only(state)
    state.had_turn = 3
    state.settle()
    assert chance(state) < 0.01


def test_a_capture_that_would_lose_the_last_part_of_a_kind_is_the_end() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    carry(state, "gorilla", "kite")
    keeper(state, 2, "B4", "east")
    only(state, 2)
    set_power(state, [2])
    state.had_turn = 1
    before = chance(state)
    state.gone = state.pieces.of_kind[1] & ~state.carried[0]
    assert chance(state) < before / 100


def test_features_add_up_to_the_worth() -> None:
    judge = advice()
    for seed in range(6):
        state = GAME.new(players=2 + seed % 3, seed=seed, level=("easy", "standard", "hard")[seed % 3])
        coin = Rng(seed)
        while not state.is_over:
            weighed = sum(judge.weights.of(name) * amount for name, amount in judge.features(state, 0).items())
            assert math.isclose(judge.worth(state, 0), weighed, abs_tol=1e-9)
            assert judge.worth(state, 0) == judge.worth(state, 1), "all win or lose together"
            seat = state.to_act[0]
            state.play(coin.choice(state.legal(seat)), seat)


def test_words_say_what_features_do() -> None:
    """The weight of every feature has the sign of its words."""
    judge = advice()
    state = zoo("gorilla", "owl")
    only(state)
    before = judge.contributions(state, 0)

    def change() -> dict[str, float]:
        after = judge.contributions(state, 0)
        return {name: after.get(name, 0.0) - before.get(name, 0.0) for name in {*before, *after}}

    lay(state, "C6 gate")
    assert change()["gate"] > 0
    state.poop_left = [1, 1]
    assert change()["poop"] < 0
    carry(state, "gorilla", "kite")
    assert change()["parts"] > 0
    state.added = 6
    assert change()["supply"] < 0
    keeper(state, 1, "F1", "west")
    assert change()["keepers"] < 0
    state.round = 59
    assert change()["dawn"] < 0


# Where turns end, and what comes to light.


def test_a_turn_ends_with_the_animals_turn() -> None:
    state, judge = zoo("gorilla", "owl"), advice()
    only(state)
    begin(state, "gorilla")
    assert not judge.is_quiet(state, 0)
    play(state, "move east")
    assert not judge.is_quiet(state, 0)
    play(state, "end turn")
    assert judge.is_quiet(state, 0), "the Owl's turn has started automatically"


def test_one_player_plans_one_animal_at_a_time() -> None:
    state, judge = zoo("gorilla", "owl", players=1), advice()
    only(state)
    begin(state, "gorilla")
    assert not judge.is_quiet(state, 0)
    play(state, "poop")
    assert not judge.is_quiet(state, 0)
    play(state, "move east", "end turn")
    assert judge.is_quiet(state, 0)
    play(state, "poop")
    assert not judge.is_quiet(state, 0)


def test_tiles_cards_and_keepers_come_to_light() -> None:
    state, judge = zoo("gorilla", "owl"), advice()
    only(state)
    cover(state, "B2 building")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    seen = [judge.shown(state)]
    play(state, "poop")
    assert judge.shown(state) == seen[0], "nothing in it but what was decided"
    play(state, "move south")
    seen.append(judge.shown(state))
    play(state, "ransack")
    seen.append(judge.shown(state))
    play(state, "end turn", "end turn")
    seen.append(judge.shown(state))
    assert len(set(seen)) == 4
    assert judge.stage(state) == 2


# Turns planned with it.


def planned(state: Position, seat: int = 0, kind: str = "director", thoughts: int = 1500) -> list[str]:
    """Return what a bot does until its turn is over, in a copy of the state."""
    state.changed_by_hand()
    state = state.copy()
    bot, judge = bots.make(kind, seed=1), advice()
    decisions: list[str] = []
    while not decisions or not (state.is_over or judge.is_quiet(state, seat)):
        action = bots.decide(bot, state, seat, bots.Clock(playouts=thoughts))
        state.play(action, seat)
        decisions.append(str(action))
    return decisions


def test_delivers_the_last_part_and_builds() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C5")
    put(state, "owl", "D3")
    lay(state, "F5 gate")
    keeper(state, 1, "A6", "north")
    only(state, 1)
    carry(state, "gorilla", "kite")
    state.machine_parts = sum(state.pieces.card_named[part].bit for part in ("horn", "cart-wheels", "treads"))
    state.added = 5
    decisions = planned(state, thoughts=10_000)
    assert "add kite" in decisions
    assert decisions[-1] == "build"


def test_does_not_step_onto_a_keepers_path() -> None:
    """B4 is on the way to the Workshop, and a Keeper comes along there."""
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "A4")
    put(state, "owl", "F1")
    carry(state, "gorilla", "kite")
    keeper(state, 2, "B1", "south")
    only(state, 2)
    set_power(state, [3, 3, 3])
    end = state.copy()
    for decision in planned(state):
        end.play(decision, 0)
    end.had_turn = 1
    assert risks(end)[0] < 0.5


def test_escapes_when_it_can() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C6 gate")
    built(state, "C5", "kite", "horn", "cart-wheels", aboard="gorilla owl")
    keeper(state, 1, "C2", "south")
    assert planned(state)[-1].endswith("escape")


def test_after_a_capture_the_part_that_is_not_needed_goes() -> None:
    state = zoo("gorilla", "owl")
    built(state, "C5", "kite", "horn", "cart-wheels", "treads", aboard="gorilla")
    outlook = Outlook(hidden=2.0, camera=3)
    afterwards = outlook.amounts(state, state.team)
    assert afterwards[RIDE_TILES] == pytest.approx((2 + 1) / 3), "the treads go: wheels and kite take it three tiles"
    assert outlook.amounts(state, NONE_CAPTURED)[RIDE_TILES] == pytest.approx((2 + 1 + 1) / 3)


def test_what_is_remembered_of_one_position_does_not_colour_another() -> None:
    def empty_handed() -> Position:
        return zoo("gorilla", "owl")

    easy = zoo("gorilla", "owl", level="easy")
    laden, fewer_cards, with_loot = empty_handed(), empty_handed(), empty_handed()
    carry(laden, "owl", "kite")
    fewer_cards.added = 2
    lay(with_loot, "D4 building")
    outlook = Outlook(hidden=2.0, camera=3)
    seen = []
    for state in (empty_handed(), easy, laden, fewer_cards, with_loot):
        for captured in (NONE_CAPTURED, 1):
            seen.append(outlook.amounts(state, captured))
            assert seen[-1] == Outlook(hidden=2.0, camera=3).amounts(state, captured)
    assert len({tuple(amounts) for amounts in seen}) > 5, "they do differ"
