"""The standing orders of Dr. Potamus' Incredible Escape: to begin in turn, and to end a turn that is spent.

Neither lets the keepers set off: what comes before that the team may want to talk about.
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
    """Go as the seats go: when everybody has begun who sits before me, and there is one Animal to begin with."""

    def __init__(self) -> None:
        super().__init__("begin", "Begin my turn when those who sit before me have had theirs", "Beginning")

    def can_be_given(self, state: Position, seat: int) -> bool:
        return state.players > 1 and not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not isinstance(state.phase(seat), Round) or state.to_act[0] != seat or machine_waits(state):
            return None
        choices = state.legal(seat)
        return choices[0] if len(choices) == 1 and isinstance(choices[0], Begin) else None


@final
class EndSpentTurn(Order[Position]):
    """End the turn of an Animal that can do nothing more but poop; not the last of the round."""

    def __init__(self) -> None:
        words = "End my turn when only poop is left to do, unless the keepers come next"
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
    """All of them."""
    return (BeginInTurn(), EndSpentTurn())
