"""What all decisions of New York Zoo have in common."""

from __future__ import annotations

from menagerie.core.action import Action
from menagerie.core.phase import Phase
from menagerie.core.seats import SEATS
from menagerie.games.new_york_zoo.state import Table


class Decision(Phase[Table]):
    """A question to the active seat. What can be answered is found once, when the question comes up."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.active]

    def find(self, state: Table, seat: int) -> list[Action]:
        """Every legal decision, in a stable order."""
        raise NotImplementedError

    def legal(self, state: Table, seat: int) -> list[Action]:
        return list(state.options)

    def settle(self, state: Table) -> bool:
        """A question with one answer is not asked."""
        options = self.find(state, state.active)
        if len(options) == 1:
            self.play(state, state.active, options[0])
            return True
        state.options = options
        return False


def listed(state: Table, action: Action) -> bool:
    """Whether a decision is among those found. Decisions are ready-made: what is legal is the same object."""
    for option in state.options:
        if option is action:
            return True
    return action in state.options
