"""Decisions of 18ZOO that are made step by step: runs drawn by hand, and questions with a price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menagerie.core.display.choosing import Sketch
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.display.pointing import drawn_runs, prices
from menagerie.games.eighteen_zoo.display.pointing.drawn_runs import DRAW
from menagerie.games.eighteen_zoo.display.pointing.paths import path_to
from menagerie.games.eighteen_zoo.phases.operating import RUN_STEP
from menagerie.games.eighteen_zoo.state import Position


def sketch(state: State, seat: int, path: Sequence[str]) -> Sketch | None:
    """Return how a decision continues after these targets; None if none that begins so is made in steps."""
    state = cast(Position, state)
    if state.phase(seat) is None:
        return None
    if path and path[0] == DRAW:
        return drawn_runs.sketch(state, seat, path[1:]) if state.stack[-1] is RUN_STEP else None
    for action in state.legal(seat):
        if prices.names_price(state, action):
            begins = path_to(state, seat, action)
            if begins == tuple(path[: len(begins)]):
                return prices.sketch(state, seat, action, len(path) > len(begins))
    return None
