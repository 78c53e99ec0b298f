"""Parts are drawn again only if what they show has changed: along whole games that is never too seldom."""

from __future__ import annotations

import random

import pytest

import menagerie
from menagerie.core.display.scene import Piece, Scene, forget
from menagerie.core.state import State

Shown = tuple[list[tuple[str, Piece]], object, object]


def shown(scene: Scene) -> Shown:
    """All that comes out of a scene, in its order."""
    return list(scene.pieces.items()), list(scene.parts.items()), list(scene.defs.items())


def moments(game: menagerie.Game, players: int, seed: int) -> list[State]:
    """A whole game, with the states at its events."""
    state = game.new(players=players, seed=seed)
    rng = random.Random(seed)
    found = [state.copy()]
    while not state.is_over:
        seat = rng.choice(state.to_act)
        state.play(rng.choice(state.legal(seat)), seat, lambda at, _event: found.append(at.copy()))
        found.append(state.copy())
    return found


@pytest.mark.parametrize("title", menagerie.titles())
def test_what_is_remembered_is_what_would_be_drawn(title: str) -> None:
    """Every seat and an onlooker look at every moment, and at another game in between."""
    game = menagerie.load(title)
    states = moments(game, game.players[-1], 3)[::3]
    others = moments(game, game.players[0], 4)
    looks = (*range(game.players[-1]), None)
    remembered: list[list[Shown]] = []
    for number, state in enumerate(states):
        game.scene(others[number % len(others)], 0)
        remembered.append([shown(game.scene(state, seat)) for seat in looks])
    for number, state in enumerate(states):
        # All from the beginning, and from there on one seat after another: each is drawn anew again and again.
        for at, seat in enumerate(looks):
            if number < 20 or number % len(looks) == at:
                forget()
                assert shown(game.scene(state, seat)) == remembered[number][at], f"moment {number}, seat {seat}"
