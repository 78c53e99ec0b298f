"""What all decisions of New York Zoo have in common."""

from __future__ import annotations

from menagerie.core.phase import Phase
from menagerie.core.seats import SEATS
from menagerie.games.new_york_zoo.state import Position


class Decision(Phase[Position]):
    """A question to the active seat."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.active]

    def settle(self, state: Position) -> bool:
        """A question with one answer is not asked."""
        return self.take_only_choice(state, state.active)
