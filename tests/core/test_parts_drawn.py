"""Parts are drawn again only if what they show has changed: along whole games that is never too seldom."""

from __future__ import annotations

import random
from typing import cast

import pytest

import menagerie
from menagerie.core.display.scene import Piece, Pieces, Scene, forget
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


GAMES = [menagerie.load(title) for title in menagerie.titles()]
OPEN = [game.id for game in GAMES if game.scene(game.new(seed=1)).open_to_all]


@pytest.mark.parametrize("title", OPEN)
def test_where_all_see_the_same_one_drawing_does_for_every_seat(title: str) -> None:
    """Everything is as if it had been drawn for that seat, in the same order; and so are the differences."""
    game = menagerie.load(title)
    before: dict[int | None, tuple[Scene, Scene]] = {}
    for number, state in enumerate(moments(game, game.players[-1], 5)[::2]):
        once = game.scene(state, number % game.players[-1])
        for seat in (*range(game.players[-1]), None):
            other, own = once.seen_from(seat), game.scene(state, seat)
            assert shown(other) == shown(own), f"moment {number}, seat {seat}"
            if seat in before:
                shared, alone = other.changes_since(before[seat][0]), own.changes_since(before[seat][1])
                assert shared == alone
                assert list(cast(Pieces, shared["set"])) == list(cast(Pieces, alone["set"]))
            before[seat] = other, own
    assert len(OPEN) == 3
