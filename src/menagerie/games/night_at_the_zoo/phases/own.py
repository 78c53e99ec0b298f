"""What the phases share that every player goes through alone, while the others are in theirs (rules 3.1 and 9.2)."""

from typing import Any, Final

from menagerie.core.phase import Phase
from menagerie.core.seats import SEATS

SEATS_AT_MOST: Final = 4


class OwnPhase(Phase[Any]):
    """A phase of one player."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def seats(self, state: Any) -> tuple[int, ...]:
        return SEATS[self.seat]

    def bonus_tiles_offered(self) -> int:
        """How many Bonus tiles may be taken already (rule 3.7)."""
        return 0

    def terrain_in_hand(self) -> int:
        """The terrain of the Bonus tile that was taken and is to be used now; -1 without one."""
        return -1
