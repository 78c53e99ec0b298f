"""The standing orders of Dr. Potamus' Incredible Escape: play in seat order, and end a turn with only poop left.

Neither lets the Keepers set off, because the team may want to talk before that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.core.orders import Ended, Order
from menagerie.games.zoo_escape.actions import Begin, EndTurn, Poop
from menagerie.games.zoo_escape.phases.animals import Turn
from menagerie.games.zoo_escape.phases.rounds import Round, machine_waits, waiting
from menagerie.games.zoo_escape.state import Position


@final
class BeginInTurn(Order[Position]):
    """Take the turn when all players in earlier seats have had theirs, if the seat has one Animal to choose from."""

    def __init__(self) -> None:
        super().__init__("begin", "Play in seat order", "Playing in seat order")

    def can_be_given(self, state: Position, seat: int) -> bool:
        return state.players > 1 and not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not isinstance(state.phase(seat), Round) or state.to_act[0] != seat or machine_waits(state):
            return None
        choices = state.legal(seat)
        return choices[0] if len(choices) == 1 and isinstance(choices[0], Begin) else None


@final
class EndSpentTurn(Order[Position]):
    """End the turn of an Animal that can only leave a poop, unless it is the last of the round."""

    def __init__(self) -> None:
        words = "End my turn when only leaving a poop is possible, unless the Keepers move next"
        super().__init__("end-turn", words, "Ending turns")

    def can_be_given(self, state: Position, seat: int) -> bool:
        return not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not isinstance(state.phase(seat), Turn):
            return None
        if not waiting(state) & ~(1 << state.active) and not machine_waits(state):
            return None
        choices = state.legal(seat)
        if all(isinstance(choice, (Poop, EndTurn)) for choice in choices):
            return choices[-1]
        return None


def orders(game: Game) -> Sequence[Order[Position]]:
    """Return the standing orders of this title."""
    return (BeginInTurn(), EndSpentTurn())
