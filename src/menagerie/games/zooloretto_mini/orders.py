"""The standing orders of Zooloretto Mini. Only drawing can be a formality: all else is a choice or automatic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.core.orders import Ended, Order
from menagerie.games.zooloretto_mini.phases import Turn
from menagerie.games.zooloretto_mini.state import Position


@final
class DrawWhenNothingElse(Order[Position]):
    """While all trucks in the middle are empty a turn begins with drawing (rule 2.4)."""

    def __init__(self) -> None:
        super().__init__("draw", "Draw a tile when I can do nothing else", "Drawing")

    def can_be_given(self, state: Position, seat: int) -> bool:
        return not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not isinstance(state.phase(seat), Turn) or state.with_tiles:
            return None
        return state.catalogue.draw


def orders(game: Game) -> Sequence[Order[Position]]:
    """All of them."""
    return (DrawWhenNothingElse(),)
