"""One seat is asked at a time: what is chosen at the same time stays unknown, and who goes first is a choice."""

import pickle
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

import menagerie
from menagerie import Game
from menagerie.core.sequential import NOBODY, Asking

from . import toy


@pytest.fixture
def sums(tmp_path: Path) -> Game:
    return toy.make(tmp_path)


def play_out(asking: Asking, chance: Random) -> None:
    while asking.seat != NOBODY:
        if asking.can_wait and chance.random() < 0.5:
            asking.wait()
        else:
            asking.decide(chance.choice(asking.legal()))


def test_nobody_knows_what_others_choose_at_the_same_time(sums: Game) -> None:
    asking = Asking(sums.new(players=3, seed=1))
    for seat in range(3):
        assert (asking.seat, asking.can_wait, asking.state.view(seat)) == (seat, False, {"sums": [0, 0, 0]})
        asking.decide(asking.legal()[seat])
        kept = [asking.kept(other) for other in range(3)]
        assert [choice is not None for choice in kept] == [other <= seat < 2 for other in range(3)]
    assert asking.state.view(0) == {"sums": [1, 2, 3]}
    assert [str(action) for _, action in asking.state.history] == ["say 1", "say 2", "say 3"]


def test_who_is_the_last_in_a_lane_is_asked_as_usual(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    for _ in range(2):
        state.play("say 1", 0)
    asking = Asking(state)
    asking.decide(asking.legal()[2])
    assert (asking.seat, state.scores) == (1, (2, 3))
    asking.decide(asking.legal()[2])
    assert (asking.seat, asking.legal(), state.is_over) == (NOBODY, [], True)


def test_who_goes_first_is_a_choice_of_all_who_may() -> None:
    asking = Asking(menagerie.load("zoo-escape").new(players=3, seed=1))
    assert (asking.state.to_act, asking.seat, asking.can_wait) == ((0, 1, 2), 0, True)
    asking.wait()
    assert (asking.seat, asking.can_wait) == (1, True)
    asking.wait()
    assert (asking.seat, asking.can_wait) == (2, False)  # somebody has to
    asking.decide(asking.legal()[0])
    assert asking.state.history[0][0] == 2
    while asking.seat == 2:
        asking.decide(asking.legal()[-1])  # a turn is ended by what is listed last
    assert (asking.state.to_act, asking.seat, asking.can_wait) == ((0, 1), 0, True)  # whoever waited is asked again


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_any_seat_can_be_the_one_that_is_asked_first(first: int, order: list[int]) -> None:
    asking = Asking(menagerie.load("zoo-escape").new(players=3, seed=1), first)
    asked = [asking.seat]
    while asking.can_wait:
        asking.wait()
        asked.append(asking.seat)
    assert asked == order


def test_a_choice_that_another_one_has_made_impossible_is_asked_for_again() -> None:
    """Rule 3.7 of Night at the Zoo: when the last Bonus tile is taken, a symbol that gives nothing is passed over."""
    dropped = 0
    for seed in range(12):
        state = menagerie.load("night-at-the-zoo").new(players=4, seed=seed)
        state.piles = [1, 0, 0]  # type: ignore[attr-defined]
        state.changed_by_hand()
        asking = Asking(state)
        chance = Random(seed)
        asked = 0
        while asking.seat != NOBODY:
            asking.decide(chance.choice(asking.legal()))
            asked += 1
        assert state.is_over
        dropped += asked - state.ply
    assert dropped > 0


@pytest.mark.parametrize("title", menagerie.titles())
@pytest.mark.parametrize("players", [2, 4])
def test_every_title_can_be_played_by_asking(title: str, players: int) -> None:
    state = menagerie.load(title).new(players=players, seed=5)
    play_out(Asking(state), Random(5))
    assert state.is_over
    record = menagerie.Record.of(state)  # nothing but decisions of the title
    assert record.final() == state


@pytest.mark.parametrize("title", ["night-at-the-zoo", "zoo-escape"])
def test_copies_and_pickles_keep_what_was_chosen_and_who_waited(title: str) -> None:
    asking = Asking(menagerie.load(title).new(players=3, seed=1))
    chance = Random(1)
    for _ in range(60):
        twins = [asking.copy(), deepcopy(asking), pickle.loads(pickle.dumps(asking))]
        for twin in twins:
            assert (twin.seat, twin.can_wait) == (asking.seat, asking.can_wait)
            assert [twin.kept(seat) for seat in range(3)] == [asking.kept(seat) for seat in range(3)]
        seed = chance.getrandbits(32)
        for each in (asking, *twins):
            again = Random(seed)
            if each.can_wait and again.random() < 0.5:
                each.wait()
            else:
                each.decide(again.choice(each.legal()))
        assert all((twin.seat, twin.state) == (asking.seat, asking.state) for twin in twins)
