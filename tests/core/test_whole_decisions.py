"""A decision is carried out wholly or not at all, and says by its parts what its notation says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import menagerie
from menagerie import Action, Event, IllegalAction, State
from menagerie.core.action import parts
from menagerie.games.eighteen_zoo.actions import BuyCard, LayTile, Offer, Run, Sell
from menagerie.games.zooloretto_mini.actions import Load
from menagerie.testing.generating import forgeries
from menagerie.testing.looking import everything, play_some

TITLES = menagerie.titles()


class Interruption(Exception):
    """What a listener raises in these tests."""


def within(title: str, decisions: int = 12) -> State:
    state = menagerie.load(title).new(players=2, seed=3)
    play_some(state, 3, decisions)
    return state


def interrupted(state: State, error: type[BaseException]) -> Action:
    """Play a decision of which something is told, with a listener that raises after its first event."""
    for seat in state.to_act:
        for action in state.legal(seat):
            log: list[Event] = []
            state.copy().play(action, seat, log)
            if not log:
                continue

            def listener(state: State, event: Event) -> None:
                raise error

            with pytest.raises(error):
                state.play(action, seat, listener)
            return action
    raise AssertionError("no decision tells anything")


@pytest.mark.parametrize("error", [Interruption, KeyboardInterrupt])
@pytest.mark.parametrize("title", TITLES)
def test_after_an_error_a_game_is_as_before(title: str, error: type[BaseException]) -> None:
    state = within(title)
    twin, before = state.copy(), everything(state)
    interrupted(state, error)
    assert everything(state) == before
    assert state == twin
    assert state.log is None
    for one in (state, twin):
        play_some(one, 5, 10)
    assert everything(state) == everything(twin), "it continues like its twin"


@pytest.mark.parametrize("title", TITLES)
def test_after_an_error_a_game_that_was_dealt_anew_is_as_before(title: str) -> None:
    state = within(title)
    state.deal_anew(11)
    play_some(state, 4, 10)
    state.deal_anew(12)
    twin = state.copy()
    interrupted(state, Interruption)
    assert state == twin
    assert bytes(state) == bytes(twin)


@pytest.mark.parametrize("title", TITLES)
def test_after_an_error_an_imagined_game_is_as_before(title: str) -> None:
    """No decisions of ours lead to it, so it is not found by playing them again."""
    state = within(title).imagine(0, 7)
    before = everything(state)
    interrupted(state, Interruption)
    assert everything(state) == before


def test_after_an_error_a_table_changed_by_hand_is_as_before() -> None:
    state: Any = within("18zoo")
    state.cash[0] += 100
    state.changed_by_hand()
    before = everything(state)
    interrupted(state, Interruption)
    assert everything(state) == before


def test_the_names_at_a_table_outlast_an_error() -> None:
    state = within("zooloretto-mini")
    state.names = ("Lisa", "Ben")
    interrupted(state, Interruption)
    assert state.names == ("Lisa", "Ben")


ZOO: Any = menagerie.load("18zoo")
FORGED: list[tuple[str, Action]] = [
    ("zooloretto-mini", Load(-1)),
    ("zooloretto-mini", Load(99)),
    ("18zoo", Sell(0, (), False, "sell PE child 1")),
    ("18zoo", Sell(0, (), False, "sell XX")),
    ("18zoo", Sell(0, (0, 1), True, "sell PE child 1")),
    ("18zoo", BuyCard(99, 0, False, "buy PE child 1 from lounge")),
    ("18zoo", LayTile("8", 7, "H11", -1, -1, "", ZOO.catalogue.codes)),
    ("18zoo", LayTile("8", 1, "H11", -1, 3, "", ZOO.catalogue.codes)),
    ("18zoo", Run((("2S-0", ()),))),
    ("18zoo", Offer(-5)),
]


@pytest.mark.parametrize(("title", "forged"), FORGED, ids=range(len(FORGED)))
def test_a_decision_whose_parts_disagree_with_its_notation_is_refused(title: str, forged: Action) -> None:
    for decisions in (0, 40, 150):
        state = within(title, decisions)
        before = everything(state)
        with pytest.raises(IllegalAction) as caught:
            state.play(forged)
        assert caught.value.reason.endswith(".")
        assert state.refusal(forged) == caught.value.reason
        assert everything(state) == before


@pytest.mark.parametrize("title", TITLES)
def test_a_decision_put_together_rightly_is_played(title: str) -> None:
    """What is listed elsewhere, or read again, is the same decision."""
    state = within(title)
    chance = Random(2)
    for seat in state.to_act:
        for action in chance.sample(state.legal(seat), min(20, len(state.legal(seat)))):
            assert state.game.genuine(action) == action
            twin = state.copy()
            twin.changed_by_hand()  # nothing is listed
            twin.play(action, seat)
            assert twin.history[-1] == (seat, action)


@pytest.mark.parametrize("title", TITLES)
def test_a_listed_decision_with_another_part_is_refused(title: str) -> None:
    """In every title: a program changes one part of a decision, so that its notation says something else."""
    refused = 0
    for decisions in (0, 6, 12, 20):
        state = within(title, decisions)
        for seat in state.to_act:
            for forged in [one for action in state.legal(seat)[:40] for one in forgeries(action)]:
                if says_another(state, forged):
                    refused += 1
                    with pytest.raises(IllegalAction):
                        state.play(forged, seat)
        assert state.ply == within(title, decisions).ply
    assert refused


def says_another(state: State, forged: Action) -> bool:
    """Whether the notation of a decision means one with other parts, or none."""
    try:
        return parts(state.game.parse(str(forged))) != parts(forged)
    except Exception:
        return True
