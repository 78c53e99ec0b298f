"""Phases that belong to the player who takes the turn (rules 3.2, 4.1, 4.7.6 and 8.2)."""

from menagerie.core.phase import Phase
from menagerie.core.seats import SEATS
from menagerie.games.zoo_escape.state import Position


class Led(Phase[Position]):
    """Rule 3.2: the player who started the turn makes its decisions."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.leader]


class OpenEnded(Led):
    """A turn, or the use of a Part or of the Workshop, which lasts until its player ends it. Ending is listed last."""

    def settle(self, state: Position) -> bool:
        """End it if nothing else is left."""
        if state.only_choice(self, state.leader) is None:
            return False
        self.finish(state)
        return True

    def finish(self, state: Position) -> None:
        """End the phase."""
        raise NotImplementedError
