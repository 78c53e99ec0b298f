"""What follows from a decision: where the rulebook and the other program part (docs/rules/new-york-zoo.md, 10).

The decisions themselves are the same for both (`phases.py`); what happens after them is asked of the table's flow:
`rulebook.py` or `reference.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.games.new_york_zoo.pieces import Tile

if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Position


class Flow:
    """How a turn continues. The seat is always the table's active one."""

    def begin(self, state: Position) -> None:
        """Lay the first phases."""
        raise NotImplementedError

    def begin_main_action(self, state: Position, crossed: tuple[int, ...]) -> None:
        """The elephant has moved over these lines; the phase on top was the turn's."""
        raise NotImplementedError

    def end_populating(self, state: Position) -> None:
        """The new enclosure has its two animals, or there is no second one for it."""
        raise NotImplementedError

    def may_enter(self, state: Position, tile: Tile) -> bool:
        """Whether one more animal may be acquired into that enclosure (rule 5.7)."""
        raise NotImplementedError

    def enter(self, state: Position, tile: Tile) -> None:
        """An acquired animal or a bonus offspring has come into an enclosure."""
        raise NotImplementedError

    def follow_up(self, state: Position, tile: Tile) -> None:
        """A house animal follows the one that came into that enclosure."""
        raise NotImplementedError

    def no_follow_up(self, state: Position) -> None:
        """No house animal follows."""
        raise NotImplementedError

    def breed(self, state: Position, tiles: tuple[Tile, ...]) -> None:
        """The active seat raises offspring in these enclosures, or in none."""
        raise NotImplementedError

    def bonus(self, state: Position, tile: Tile | None) -> None:
        """The active seat raises a bonus offspring there, or none."""
        raise NotImplementedError
