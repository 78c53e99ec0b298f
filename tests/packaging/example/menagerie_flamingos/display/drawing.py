"""How the race looks: a row of spaces for each flamingo."""

from __future__ import annotations

from typing import cast

from menagerie import State
from menagerie.core.display.scene import Scene, badge, rect

from ..title import LENGTH, Position


def scene(state: State, seat: int | None = None) -> Scene:
    """The table; nothing in it is hidden from anybody."""
    position = cast(Position, state)
    picture = Scene(40 + 40 * (LENGTH + 3), 20 + 50 * position.players)
    for runner, space in enumerate(position.spaces):
        y = 20 + 50 * runner
        lane = "".join([rect(40 * x, 0, 40, 40, "space") for x in range(LENGTH + 3)])
        picture.put(f"lane-{runner}", lane, 20, y, label=f"Lane {runner + 1}")
        picture.put(f"flamingo-{runner}", badge(runner, 20, 20), 20 + 40 * space, y, layer=1, label="Flamingo")
    return picture
