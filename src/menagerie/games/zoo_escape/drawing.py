"""The table of the escape as a scene."""

from __future__ import annotations

from typing import cast

from menagerie.core.choosing import Choice, button
from menagerie.core.scene import Scene, text
from menagerie.core.state import State
from menagerie.games.zoo_escape.state import Table


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    table = cast(Table, state)
    picture = Scene(800, 600)
    for number, line in enumerate(str(table).splitlines()):
        picture.put(f"line-{number}", text(line, 0, 0), 20, 30 + 18 * number)
    return picture


def choices(state: State, seat: int) -> list[Choice]:
    """How that seat's decisions are made by pointing."""
    return [Choice(str(action), (button(str(action)),)) for action in state.legal(seat)]
