"""Test what is drawn once for all, and when it is drawn again."""

from __future__ import annotations

import pytest

import menagerie
from menagerie.core.display.scene import Scene
from menagerie.core.state import State
from menagerie.server.table.drawings import MOMENTS, Drawings

pytestmark = pytest.mark.one_store


def begun() -> tuple[Drawings, State]:
    """A game in which all is open, and its drawings."""
    game = menagerie.load("zooloretto-mini")
    return Drawings(game), game.new(players=2, seed=5)


def test_an_open_view_is_drawn_once_until_the_next_event() -> None:
    drawings, state = begun()
    first = drawings.scene(state, None)
    assert first.open_to_all
    assert drawings.scene(state, 1).canvases is first.canvases
    drawings.forget_present()
    assert drawings.scene(state, 1).canvases is not first.canvases


def test_viewed_moments_are_kept_the_latest_ones_longest() -> None:
    drawings, state = begun()
    scenes: list[Scene] = [drawings.moment(stamp, state, None) for stamp in range(MOMENTS + 1)]
    assert drawings.moment(1, state, None) is scenes[1]
    assert drawings.moment(0, state, None) is not scenes[0]


def test_a_moment_is_drawn_for_each_seat() -> None:
    drawings, state = begun()
    assert drawings.moment(1, state, 0) is not drawings.moment(1, state, 1)


def test_after_a_redeal_no_moment_is_shown_as_it_was() -> None:
    drawings, state = begun()
    before = drawings.moment(1, state, None)
    drawings.forget_moments()
    assert drawings.moment(1, state, None) is not before
