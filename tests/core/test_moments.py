"""A listener hears what happens when it happens; titles say how it sounds and which part of the game it is."""

from __future__ import annotations

import importlib
from random import Random

import pytest

import menagerie
from menagerie.core import event
from menagerie.core.game import SOUNDS


def test_a_listener_hears_each_event_at_its_moment() -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=7)
    heard: list[tuple[str, object, int]] = []
    state.play("draw", log=lambda moment, event: heard.append((str(event), moment.view(None)["drawn"], moment.ply)))
    assert heard == [(f"A draws a {state.view(None)['drawn']}.", state.view(None)["drawn"], 1)]
    state.play(state.legal()[0])
    assert len(heard) == 1, "it listens to one decision only"


def test_nobody_hears_what_is_refused() -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=7)
    heard: list[str] = []
    with pytest.raises(menagerie.IllegalAction):
        state.play("take 1", log=lambda _moment, event: heard.append(str(event)))
    assert heard == []


def test_a_copy_from_the_middle_of_a_decision_lists_what_is_legal_then() -> None:
    """The listing that led to the decision is not shared with it."""
    state = menagerie.load("zooloretto-mini").new(players=2, seed=7)
    copies: list[menagerie.State] = []
    state.legal()
    state.play("draw", log=lambda moment, _event: copies.append(moment.copy()))
    assert [str(action) for action in copies[0].legal()] == [str(action) for action in state.legal()]


@pytest.mark.parametrize("title", ["zooloretto-mini", "new-york-zoo", "18zoo", "night-at-the-zoo", "zoo-escape"])
def test_sounds_are_of_events_that_there_are(title: str) -> None:
    game = menagerie.load(title)
    events = importlib.import_module(f"menagerie.games.{game.folder.name}.events")
    assert game.sounds
    assert set(game.sounds.values()) <= set(SOUNDS)
    for name in game.sounds:
        assert issubclass(getattr(events, name, None) or getattr(event, name), menagerie.Event)


@pytest.mark.parametrize(
    ("title", "players", "first"),
    [
        ("zooloretto-mini", 3, "Round 1"),
        ("new-york-zoo", 1, "Lap 1"),
        ("new-york-zoo", 2, "Lap 1"),
        ("18zoo", 3, "Draft"),
        ("night-at-the-zoo", 2, "Round 1"),
        ("zoo-escape", 2, "Round 1"),
    ],
)
def test_chapters_follow_one_another(title: str, players: int, first: str) -> None:
    state = menagerie.load(title).new(players=players, seed=3)
    chapters = [state.chapter()]
    chance = Random(3)
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
        if state.chapter() != chapters[-1]:
            chapters.append(state.chapter())
    assert chapters[0] == first
    assert len(set(chapters)) == len(chapters), "no part of a game comes twice"
