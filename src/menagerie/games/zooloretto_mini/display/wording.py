"""Decisions of Zooloretto Mini in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.seats import change, joined
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.actions import Discard, Draw, Load, Place, Take, TakeOver
from menagerie.games.zooloretto_mini.pieces import BARN, Tile, find
from menagerie.games.zooloretto_mini.state import Position

SKIP_BONUS: Final = "Skip bonus"
"""What the button says that declines the bonus action."""

FORETOLD: Final = (Place, TakeOver, Discard)
"""The kinds of decisions whose consequence is shown."""


def words(state: State, seat: int, action: Action) -> str:
    """Return what that seat would do."""
    state = cast(Position, state)
    if isinstance(action, Draw):
        return "Draw a tile"
    if isinstance(action, Load):
        return f"Load the {state.drawn or 'tile'} onto truck {action.truck + 1}"
    if isinstance(action, Take):
        return f"Take truck {action.truck + 1}"
    if isinstance(action, Place):
        if action.where == BARN:
            return f"Put the {action.tile} in the barn"
        return f"Put the {action.tile} in enclosure {action.where + 1}"
    if isinstance(action, TakeOver):
        return f"Take the {action.tile} from {state.names[action.owner]}'s barn for enclosure {action.where + 1}"
    return f"Discard the {action.tile} from your barn" if isinstance(action, Discard) else SKIP_BONUS


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Return whether the decision can change points."""
    return isinstance(action, FORETOLD)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """Return how the seat's points change, and which of its other tiles go to the barn because nothing else is left."""
    before, after = cast(Position, before), cast(Position, after)
    gained = after.score(seat) - before.score(seat)
    forced = _forced(before, after, seat, action)
    if not forced:
        return _points(gained)
    cost = after.score(seat) - _without_in_barn(after, seat, forced).score(seat)
    left = f"{joined([tile.name for tile in forced])} to the barn"
    return "; ".join([part for part in (_points(gained - cost), f"{left}, {_points(cost)}" if cost else left) if part])


def _points(gained: int) -> str:
    return change(gained, "point", "points") if gained else ""


def _forced(before: Position, after: Position, seat: int, action: Action) -> list[Tile]:
    """The other tiles of the truck that the table then puts into the barn (rule 9.1)."""
    if not isinstance(action, Place) or after.hand:
        return []
    rest = list(before.hand)
    rest.pop(find(before.hand, action.tile.sort))
    return [tile for tile in rest if tile in after.barns[seat]]


def _without_in_barn(state: Position, seat: int, tiles: Sequence[Tile]) -> Position:
    """The same position, but these tiles are not in the barn."""
    twin = state.copy()
    twin.barns[seat] = tuple([tile for tile in twin.barns[seat] if tile not in tiles])
    return twin
