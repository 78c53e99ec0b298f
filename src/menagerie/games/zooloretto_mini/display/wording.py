"""Decisions of Zooloretto Mini in words, for people."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.actions import PLACES, Discard, Draw, Load, Place, Take, TakeOver
from menagerie.games.zooloretto_mini.pieces import BARN
from menagerie.games.zooloretto_mini.state import Position

FORETOLD: Final = (Place, TakeOver, Discard)
"""The kinds of decisions of which it can be told what comes of them."""


def words(state: State, seat: int, action: Action) -> str:
    """What that seat would do."""
    state = cast(Position, state)
    if isinstance(action, Draw):
        return "Draw a tile"
    if isinstance(action, Load):
        return f"Load the {state.drawn or 'tile'} onto truck {action.truck + 1}"
    if isinstance(action, Take):
        return f"Take truck {action.truck + 1}"
    if isinstance(action, Place):
        return f"Put the {action.tile} into {_place(action.where)}"
    if isinstance(action, TakeOver):
        return f"Take the {action.tile} from the barn of {state.names[action.owner]} into {_place(action.where)}"
    return f"Remove the {action.tile} from your barn" if isinstance(action, Discard) else "No bonus"


def _place(where: int) -> str:
    return "the barn" if where == BARN else PLACES[where]


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Points that a tile brings or costs."""
    return isinstance(action, FORETOLD)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """How the seat's points change."""
    gained = after.score(seat) - before.score(seat)
    return f"{gained:+d} {'point' if abs(gained) == 1 else 'points'}" if gained else ""
