"""What every state does, on a toy title where all act at the same time, and on the titles."""

from pathlib import Path
from random import Random

import pytest

import menagerie
from menagerie import Event, Game, IllegalAction, MenagerieError, State
from menagerie.core.playout import play_randomly

from . import toy


@pytest.fixture
def sums(tmp_path: Path) -> Game:
    return toy.make(tmp_path)


def acting(state: State) -> tuple[int, ...]:
    return state.to_act


def test_all_may_act_until_each_is_done(sums: Game) -> None:
    state = sums.new(players=3, seed=1)
    assert acting(state) == (0, 1, 2)
    for seat in (1, 2, 1, 0):
        state.play("say 2", seat)
    assert acting(state) == (0, 2)
    assert (state.legal(1), state.prompt(1), state.prompt(0)) == ([], "", "Say a number.")
    state.play("say 3", 2)
    state.play("say 1", 0)
    assert (acting(state), state.is_over, state.scores) == ((), True, (3, 4, 5))
    assert (state.ranking, state.winners, state.result()) == (((2,), (1,), (0,)), (2,), "C wins with 5 points.")


def test_whose_decision_is_meant_must_be_said(sums: Game) -> None:
    state = sums.new(players=3, seed=1)
    for ask in (state.legal, state.phase, lambda: state.play("say 1")):
        with pytest.raises(IllegalAction, match="A, B and C may act now: say whose decision is meant"):
            ask()


def test_a_seat_that_may_not_act(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    for _ in range(2):
        state.play("say 1", 1)
    with pytest.raises(IllegalAction, match="It is not B's turn: A may act now"):
        state.play("say 1", 1)
    assert state.refusal(toy.Say(1), 1) == "It is not B's turn: A may act now."
    with pytest.raises(IllegalAction, match="There is no seat 7: the seats are 0 to 1"):
        state.play("say 1", 7)
    for _ in range(2):
        state.play("say 1", 0)
    with pytest.raises(IllegalAction, match="The game is over"):
        state.play("say 1", 0)
    assert state.phase() is None
    assert state.result() == "A and B share the win with 2 points."


def test_a_refused_decision_says_why_and_by_which_rule(sums: Game) -> None:
    state = sums.new(players=1, seed=1)
    assert state.refusal(toy.Say(4), 0) == "Say a number from 1 to 3."
    assert state.refusal(toy.Say(3), 0) == ""
    with pytest.raises(IllegalAction) as caught:
        state.play("say 4", 0)
    assert (caught.value.reason, caught.value.rule) == ("Say a number from 1 to 3.", "1.1")
    with pytest.raises(IllegalAction, match="'sing' is not a decision in Sums; decisions look like: say 2"):
        state.play("sing", 0)
    with pytest.raises(IllegalAction, match=r"'x{37}\.\.\.' is not"):
        state.play("x" * 100, 0)
    assert (state.decisions, state.history) == (0, [])


def test_copies_share_their_past_and_nothing_else(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    state.play("say 1", 0)
    twin = state.copy()
    twin.play("say 2", 1)
    assert ([str(action) for _, action in state.history], state.decisions) == (["say 1"], 1)
    assert [(seat, str(action)) for seat, action in twin.history] == [(0, "say 1"), (1, "say 2")]
    assert state.view(None) == {"sums": [1, 0]}


def test_events_tell_themselves(sums: Game) -> None:
    log: list[Event] = []
    sums.new(players=2, seed=1).play("say 1", 1, log)
    assert [str(event) for event in log] == ["B says 1."]
    assert log[0].tell(["Lisa", "Ben"]) == "Ben says 1."
    assert repr(log[0]) == "<Said: B says 1.>"


def test_decisions_are_values() -> None:
    assert toy.Say(1) == toy.Say(1)
    assert toy.Say(1) != toy.Say(2)
    assert len({toy.Say(1), toy.Say(1), toy.Say(2)}) == 2
    assert repr(toy.Say(1)) == "<say 1>"


def test_an_imagined_state_has_no_seed(sums: Game) -> None:
    imagined = sums.new(players=2, seed=5).imagine(0, 9)
    assert (imagined.imagined, imagined.setup.seed, imagined.rng.seed) == (True, -1, 9)


@pytest.mark.parametrize("title", menagerie.titles())
def test_a_new_deal_changes_what_is_hidden_and_nothing_else(title: str) -> None:
    state = menagerie.load(title).new(seed=1)
    deals = [state.copy() for _ in range(3)]
    for deal, seed in zip(deals, (5, 5, 6), strict=True):
        deal.deal_anew(seed)
        assert deal.view(None) == state.view(None)
        assert (deal.imagined, deal.setup.seed, deal.setup.anew) == (False, 1, ((0, seed),))
    secrets = [deal.secrets() for deal in deals]
    assert secrets[0] == secrets[1]
    assert title == "new-york-zoo" or len({str(one) for one in (state.secrets(), *secrets)}) == 3
    assert state.setup.anew == ()


def test_a_new_deal_is_in_the_past_of_copies_and_not_in_imagined_states(sums: Game) -> None:
    state = sums.new(players=2, seed=5)
    state.play("say 1", 0)
    state.deal_anew(9)
    state.deal_anew(10)
    assert state.copy().setup.anew == ((1, 9), (1, 10))
    assert state.imagine(0, 3).setup.anew == ()
    assert (state.rng.seed, state.decisions) == (10, 1)


@pytest.mark.parametrize("seed", [-1, 1 << 376])
def test_a_new_deal_from_no_seed_is_refused_and_leaves_no_trace(sums: Game, seed: int) -> None:
    state = sums.new(players=2, seed=5)
    with pytest.raises(menagerie.BadSetup, match="A seed is a whole number"):
        state.deal_anew(seed)
    assert (state.setup.anew, state.rng.seed) == ((), 5)


def test_a_random_game_that_does_not_end_is_noticed() -> None:
    with pytest.raises(MenagerieError, match="has not ended after 5 decisions"):
        play_randomly(menagerie.load("zooloretto-mini").new(seed=1), Random(1), limit=5)


def test_a_random_game_with_simultaneous_decisions(sums: Game) -> None:
    assert play_randomly(sums.new(players=3, seed=1), Random(1)) == 6


@pytest.mark.parametrize("title", menagerie.titles())
def test_a_state_shows_itself_in_a_notebook(title: str) -> None:
    picture = menagerie.load(title).new(seed=1)._repr_svg_()
    assert picture.startswith("<svg ")
