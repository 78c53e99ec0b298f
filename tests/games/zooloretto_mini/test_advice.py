"""What Zooloretto Mini knows about playing it well."""

from __future__ import annotations

from random import Random

import pytest

import menagerie
from menagerie.bots.bot import Clock
from menagerie.bots.turns import best_decision
from menagerie.core.advice import Advice
from menagerie.games.zooloretto_mini.state import Position
from tests.games.zooloretto_mini.position import position, tiles

SOME_KINDS = ("wolf", "ostrich", "llama")


@pytest.fixture(scope="module")
def advice() -> Advice:
    return menagerie.load("zooloretto-mini").advice()


def table(**pieces: object) -> Position:
    """A table of two with meerkats, giraffes, impalas and rhinos."""
    return position(2, removed=SOME_KINDS, **pieces)  # type: ignore[arg-type]


def family(advice: Advice, state: Position, name: str, seat: int = 0) -> dict[str, float]:
    """The features of one family, without their stage."""
    found = advice.features(state, seat).items()
    return {key.partition(":")[2].partition("@")[0]: amount for key, amount in found if key.startswith(name + ":")}


def choice(advice: Advice, state: Position, seat: int = 0) -> str:
    return str(best_decision(advice, state, seat, Clock(playouts=1000)))


# Features.


def test_enclosures_are_told_apart_by_animals_and_landscapes(advice: Advice) -> None:
    state = table(zoos={0: ("3 rhino, pond", "shrub", "")})
    assert family(advice, state, "enclosure") == {"3,1": 1, "0,1": 1, "0,0": 1}
    assert family(advice, state, "enclosure", seat=1) == {"0,0": 3}


def test_a_kind_is_worth_what_is_still_to_come_of_it(advice: Advice) -> None:
    state = table(zoos={0: ("3 rhino, pond", "", "")})
    state.pile = tiles(state, "6 shrub, 2 rhino, male rhino, 5 impala")
    assert family(advice, state, "coming") == {"2,3": 1}  # room for two, three to come
    state.pile = tiles(state, "6 shrub, 5 impala")
    assert family(advice, state, "coming") == {"2,0": 1}


def test_nothing_is_to_come_for_an_enclosure_that_is_full_or_without_animals(advice: Advice) -> None:
    assert family(advice, table(zoos={0: ("6 rhino", "pond", "")}), "coming") == {}


def test_an_animal_waits_for_a_partner(advice: Advice) -> None:
    state = table(zoos={0: ("male rhino", "female impala, male impala", "giraffe")})
    state.pile = tiles(state, "female rhino, male rhino, 6 pond")
    assert family(advice, state, "couple") == {"1": 1}


def test_the_barn_counts_kinds(advice: Advice) -> None:
    state = table(barns={0: "2 rhino, impala, pond"})
    assert family(advice, state, "barn") == {"2,1": 1}
    assert family(advice, state, "barn", seat=1) == {"0,0": 1}


def test_the_best_truck_is_the_one_that_fits(advice: Advice) -> None:
    state = table(zoos={0: ("rhino", "impala", "meerkat")}, trucks=("giraffe", "rhino, impala"), barns={1: "giraffe"})
    assert family(advice, state, "truck") == {"acting,2,0": 1}
    assert family(advice, state, "truck", seat=1) == {"waiting,2,0": 1}
    state.trucks[1] = ()
    assert family(advice, state, "truck") == {"acting,0,1": 1}


def test_a_kind_that_is_in_the_barn_already_costs_nothing_there(advice: Advice) -> None:
    state = table(zoos={0: ("rhino", "impala", "meerkat")}, trucks=("giraffe",), barns={0: "giraffe"})
    assert family(advice, state, "truck") == {"acting,0,0": 1}


def test_every_free_enclosure_takes_one_new_kind(advice: Advice) -> None:
    state = table(zoos={0: ("rhino", "impala", "")}, trucks=("", "", "giraffe, giraffe, meerkat"))
    assert family(advice, state, "truck") == {"acting,2,1": 1}


def test_parts_of_a_round(advice: Advice) -> None:
    state = table(trucks=("rhino", "pond"), pile="impala")
    parts = [next(iter(family(advice, state, "part", seat))) for seat in (0, 1)]
    assert parts == ["acting", "waiting"]
    state.play("draw")
    assert family(advice, state, "part") == {"loading": 1}
    state.play("load 2")
    state.play("take 2")
    state.play("place pond in enclosure 1")
    state.play("place impala in enclosure 1")
    parts = [next(iter(family(advice, state, "part", seat))) for seat in (0, 1)]
    assert parts == ["alone", "out"]


def test_tiles_in_hand_and_a_bonus_count_in_the_middle_of_a_turn(advice: Advice) -> None:
    state = table(trucks=("", "", "rhino, impala, giraffe"), zoos={0: ("5 rhino", "impala", "meerkat")})
    state.play("take 3")
    assert family(advice, state, "hand") == {"2,1": 1}
    state.play("place rhino in enclosure 1")
    assert family(advice, state, "hand") == {"1,1": 1}
    assert family(advice, state, "bonus") == {"due": 1}
    assert not advice.is_quiet(state, 0)


def test_stages_go_down_to_the_last_round(advice: Advice) -> None:
    state = table()
    stages = []
    for revealed in range(state.main_pile + 2):
        state.revealed = revealed
        stages.append(int(next(name for name in advice.features(state, 0) if "@" in name).partition("@")[2]))
    assert stages == sorted(stages, reverse=True)
    assert (stages[0], stages[-2], stages[-1]) == (5, 1, 0)


# What every advice must hold.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_worth_is_the_sum_of_the_features_in_every_world(advice: Advice, players: int) -> None:
    state = menagerie.load("zooloretto-mini").new(players=players, seed=players)
    chance = Random(players)
    while not state.is_over:
        for seat in range(players):
            features = advice.features(state, seat)
            weighed = sum(advice.weights.of(name) * amount for name, amount in features.items())
            assert advice.worth(state, seat) == pytest.approx(weighed)
            assert advice.features(state.imagine(seat, state.ply), seat) == features
        state.play(chance.choice(state.legal()))
    winner = state.winners[0]
    assert advice.features(state, winner) == {"score": state.score(winner), "win": 1 / len(state.winners)}
    assert advice.worth(state, winner) > state.score(winner)


def test_a_turn_ends_where_the_next_one_begins(advice: Advice) -> None:
    state = table(trucks=("rhino", ""), pile="impala")
    shown = advice.shown(state)
    state.play("draw")
    assert not advice.is_quiet(state, 0)
    assert advice.shown(state) != shown
    state.play("load 2")
    assert advice.is_quiet(state, 0)


# What it leads to.


def test_a_truck_that_fits_is_taken_rather_than_one_that_does_not(advice: Advice) -> None:
    state = table(zoos={0: ("4 rhino", "4 impala", "3 meerkat")}, trucks=("giraffe", "rhino, impala", "3 giraffe"))
    assert choice(advice, state) == "take 2"


def test_an_animal_joins_its_kind_and_stays_out_of_the_barn(advice: Advice) -> None:
    state = table(zoos={0: ("4 rhino", "", "")}, trucks=("", "rhino, pond", ""))
    state.play("take 2")
    first = choice(advice, state)
    assert "barn" not in first
    state.play(first)
    assert [first, choice(advice, state)].count("place rhino in enclosure 1") == 1


def test_the_bonus_empties_the_barn(advice: Advice) -> None:
    state = table(zoos={0: ("5 rhino", "3 impala", "3 meerkat")}, trucks=("rhino",), barns={0: "giraffe"})
    state.play("take 1")
    state.play("place rhino in enclosure 1")
    assert choice(advice, state) == "discard giraffe"
