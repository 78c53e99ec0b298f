"""Which animals somebody has at the end of a game: what profiles call favourites.

A title that can tell offers a module `display/owned_animals.py` with `animals(state, seat)`: names in the plural, and
how many. What counts as having one is the title's own affair, and its docstring says so.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from menagerie.core.state import State


class OwnedAnimals(Protocol):
    """The module of a title."""

    def animals(self, state: State, seat: int) -> dict[str, int]:
        """Names of animals, and how many of each."""


def animals(state: State, seat: int) -> dict[str, int]:
    """The animals that a seat has; none where the title cannot tell."""
    game = state.game
    if not (game.folder / "display" / "owned_animals.py").is_file():
        return {}
    module = importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.display.owned_animals")
    found = cast("OwnedAnimals", module).animals(state, seat)
    return {name: count for name, count in found.items() if count > 0}
