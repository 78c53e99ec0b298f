"""Decisions of whoever leads the turn, and what goes on until they end it (rules 3.2, 4.1, 4.7.6 and 8.2)."""

from menagerie.core.phase import Phase
from menagerie.core.seats import SEATS
from menagerie.games.zoo_escape.state import Position


class Led(Phase[Position]):
    """Rule 3.2: who began the turn makes its decisions."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.leader]


class OpenEnded(Led):
    """A turn, or the use of a Part or of the Workshop: it goes on until somebody ends it, which is listed last."""

    def settle(self, state: Position) -> bool:
        """Where nothing but ending it is left it ends by itself."""
        if state.only_choice(self, state.leader) is None:
            return False
        self.finish(state)
        return True

    def finish(self, state: Position) -> None:
        """It is over."""
        raise NotImplementedError
