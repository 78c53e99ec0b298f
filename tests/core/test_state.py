"""What every state does, on a toy title where all act at the same time, and on the titles."""

from pathlib import Path
from random import Random

import pytest

import menagerie
from menagerie import Action, Event, Game, IllegalAction, MenagerieError, State, play_randomly, why_not

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
        with pytest.raises(IllegalAction, match=r"A, B and C may act now. Say which seat decides"):
            ask()


def test_the_only_seat_left_in_its_lane_need_not_be_said(sums: Game) -> None:
    state = sums.new(players=3, seed=1)
    for seat in (0, 0, 2, 2):
        state.play("say 2", seat)
    assert acting(state) == (1,)
    assert [str(action) for action in state.legal()] == ["say 1", "say 2", "say 3"]
    assert (state.phase(), state.refusal("say 4")) == (state.phase(1), "B, say a number from 1 to 3.")
    state.play("say 3")
    state.play("say 1")
    assert (state.is_over, state.scores, [seat for seat, _ in state.history[-2:]]) == (True, (4, 4, 4), [1, 1])
    assert (state.legal(), state.refusal("say 1")) == ([], "The game is over. There is nothing left to play.")


def test_a_seat_that_may_not_act(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    for _ in range(2):
        state.play("say 1", 1)
    with pytest.raises(IllegalAction, match=r"It isn't B's turn. A may act now"):
        state.play("say 1", 1)
    assert state.refusal(toy.Say(1), 1) == "It isn't B's turn. A may act now."
    with pytest.raises(IllegalAction, match=r"There is no seat 7. The seats are 0 to 1"):
        state.play("say 1", 7)
    for _ in range(2):
        state.play("say 1", 0)
    with pytest.raises(IllegalAction, match="The game is over"):
        state.play("say 1", 0)
    assert state.phase() is None
    assert state.result() == "A and B share the win with 2 points."


def test_a_refused_decision_says_why_and_by_which_rule(sums: Game) -> None:
    state = sums.new(players=1, seed=1)
    assert state.refusal(toy.Say(4), 0) == "A, say a number from 1 to 3."
    assert state.refusal(toy.Say(3), 0) == ""
    with pytest.raises(IllegalAction) as caught:
        state.play("say 4", 0)
    assert (caught.value.reason, caught.value.rule) == ("A, say a number from 1 to 3.", "1.1")
    with pytest.raises(IllegalAction, match="'sing' is not a decision in Sums; decisions look like: say 2"):
        state.play("sing", 0)
    with pytest.raises(IllegalAction, match=r"'x{37}\.\.\.' is not"):
        state.play("x" * 100, 0)
    assert (state.ply, state.history) == (0, [])


def test_a_refusal_takes_notation_as_play_does(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    assert state.refusal("say 3", 0) == state.refusal(toy.Say(3), 0) == ""
    assert state.refusal("say 4", 0) == state.refusal(toy.Say(4), 0) == "A, say a number from 1 to 3."
    assert state.refusal("sing", 0) == "'sing' is not a decision in Sums; decisions look like: say 2."
    assert state.refusal("say 3") == "A and B may act now. Say which seat decides."
    assert state.refusal("say 3", 7) == "There is no seat 7. The seats are 0 to 1."
    assert (state.ply, state.history) == (0, [])


@pytest.mark.parametrize("title", menagerie.titles())
def test_refusals_of_every_title_take_notation(title: str) -> None:
    state = menagerie.load(title).new(seed=1)
    seat = state.to_act[0]
    assert all(state.refusal(str(action), seat) == "" for action in state.legal(seat))
    assert "is not a decision in" in state.refusal("sing", seat)


def test_a_decision_may_be_legal_without_being_listed(sums: Game) -> None:
    """The phase says so in `accepts`."""
    state = sums.new(players=1, seed=1)
    for _ in range(2):  # asked before anything is listed, and after
        assert state.refusal("say 0", 0) == ""
        assert [str(action) for action in state.legal(0)] == ["say 1", "say 2", "say 3"]
    state.play("say 0", 0)
    assert (state.scores, state.ply) == ((0,), 1)


def test_what_is_listed_is_found_once_for_every_moment(sums: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    legal = toy.OneNumber.legal

    def counting(phase: toy.OneNumber, state: toy.Sums, seat: int) -> list[Action]:
        asked.append(seat)
        return legal(phase, state, seat)

    monkeypatch.setattr(toy.OneNumber, "legal", counting)
    state = sums.new(players=2, seed=1)
    state.legal(0).clear()  # the list is the caller's own
    assert len(state.legal(0)) == 3
    state.copy().play("say 1", 0)
    state.play("say 1", 0)
    assert asked == [0]
    state.legal(0)
    state.legal(1)
    assert asked == [0, 0, 1]
    state.changed_by_hand()
    state.legal(1)
    assert asked == [0, 0, 1, 1]


def test_copies_share_their_past_and_nothing_else(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    state.play("say 1", 0)
    twin = state.copy()
    twin.play("say 2", 1)
    assert ([str(action) for _, action in state.history], state.ply) == (["say 1"], 1)
    assert [(seat, str(action)) for seat, action in twin.history] == [(0, "say 1"), (1, "say 2")]
    assert state.view(None) == {"sums": [1, 0]}


def test_events_tell_themselves(sums: Game) -> None:
    log: list[Event] = []
    sums.new(players=2, seed=1).play("say 1", 1, log)
    assert [str(event) for event in log] == ["B says 1."]
    assert log[0].tell(["Lisa", "Ben"]) == "Ben says 1."
    assert repr(log[0]) == "<Said: B says 1.>"


def test_a_state_tells_what_it_is(sums: Game) -> None:
    state = sums.new(players=1, seed=1)
    assert repr(state) == "<Sums, 1 player, ply 0, A to act>"
    state = sums.new(players=3, seed=1)
    state.names = ("Lisa", "Ben", "Mia")
    state.play("say 1", 0)
    assert repr(state) == "<Sums, 3 players, ply 1, A, B and C to act>"
    play_randomly(state, Random(1))
    assert repr(state) == "<Sums, 3 players, ply 6, over>"


# Results and names.


def ended(sums: Game, *said: tuple[int, int]) -> State:
    """A game in which the players said these numbers."""
    state = sums.new(players=len(said), seed=1)
    for seat, numbers in enumerate(said):
        for number in numbers:
            state.play(f"say {number}", seat)
    return state


def test_a_result_says_who_wins_with_how_many_points(sums: Game) -> None:
    assert ended(sums, (1, 1), (2, 2)).result() == "B wins with 4 points."
    assert ended(sums, (1, 2)).result() == "A wins with 3 points."
    assert ended(sums, (0, 1), (0, 0)).result() == "A wins with 1 point."
    assert ended(sums, (0, 0)).result() == "A wins with 0 points."


def test_a_result_names_the_tie_break_that_decided(sums: Game) -> None:
    state = ended(sums, (2, 2), (1, 3))
    assert (state.scores, state.ranking) == ((4, 4), ((1,), (0,)))
    assert state.result() == "B wins with 4 points, by a largest number of 3 to 2."


def test_a_win_can_be_shared(sums: Game) -> None:
    assert ended(sums, (2, 1), (1, 2)).result() == "A and B share the win with 3 points."
    assert ended(sums, (2, 1), (1, 2), (2, 1)).result() == "A, B and C share the win with 3 points."


def test_sharers_have_won_by_the_same_tie_break(sums: Game) -> None:
    state = ended(sums, (3, 1), (2, 2), (1, 3))
    assert state.winners == (0, 2)
    assert state.result() == "A and C share the win with 4 points, by a largest number of 3 to 2."


def test_results_take_names(sums: Game) -> None:
    state = ended(sums, (2, 2), (1, 3), (1, 3))
    told = "Ben and Mia share the win with 4 points, by a largest number of 3 to 2."
    assert state.result(["Lisa", "Ben", "Mia"]) == told
    state.names = ("Lisa", "Ben", "Mia")
    assert (state.result(), state.copy().result()) == (told, told)
    assert state.result(["X", "Y", "Z"]).startswith("Y and Z share")
    assert sums.new(players=2, seed=1).result(["Lisa", "Ben"]) == ""


def test_refusals_call_the_players_by_their_names(sums: Game) -> None:
    state = sums.new(players=2, seed=1)
    state.names = ("Lisa", "Ben")
    assert state.refusal("say 1") == "Lisa and Ben may act now. Say which seat decides."
    assert state.refusal("say 4", 0) == "Lisa, say a number from 1 to 3."
    for number in (1, 2):
        state.play(f"say {number}", 0)
    assert state.refusal("say 1", 0) == "It isn't Lisa's turn. Ben may act now."
    refused = why_not(state, 0, [])
    assert refused is not None
    assert refused.reason == "It isn't Lisa's turn. Ben may act now."


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
    once = state.copy()
    once.deal_anew(10)
    state.deal_anew(9)
    state.deal_anew(10)
    assert state.copy().setup.anew == once.setup.anew == ((1, 10),), "an earlier deal of that moment leaves no trace"
    assert state.secrets() == once.secrets()
    assert state.imagine(0, 3).setup.anew == ()
    assert (state.rng.seed, state.ply) == (10, 1)


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
