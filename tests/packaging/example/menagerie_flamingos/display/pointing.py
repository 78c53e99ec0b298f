"""How moves are made at the table: two buttons."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie import Action, State
from menagerie.core.display.choosing import Choice, button


def choices(state: State, seat: int) -> list[Choice]:
    """A button for each move."""
    found = []
    for action in state.legal(seat):
        said = words(state, seat, action)
        found.append(Choice(str(action), (button(said),), words=said))
    return found


def words(state: State, seat: int, action: Action) -> str:
    """What stands on a move's button."""
    return str(action).capitalize()


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """Nothing but the buttons means anything."""
    return None


def trials(state: State, seat: int) -> list[Choice]:
    """There is nothing to try."""
    return []
