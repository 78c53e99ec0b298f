"""Cache what was drawn and written of a table for all its viewers. Everything here can be rebuilt."""

from __future__ import annotations

from typing import Any, Final

from menagerie.core.display.scene import Scene
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.server.protocol.outgoing.log import Caption
from menagerie.server.protocol.outgoing.moments import Course
from menagerie.server.protocol.outgoing.turn import Turn

MOMENTS: Final = 6
"""How many scenes of past moments are kept. Most viewers look at one near the last."""


class Drawings:
    """Scenes, animations and messages of one table."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._scenes: dict[int, tuple[State, Scene]] = {}
        """Scenes since the last event, by the state's id. The state is kept so that no other object gets its id."""
        self._moments: dict[tuple[int, int | None], Scene] = {}
        """Moments viewed recently."""
        self.frames: tuple[int, list[Any]] | None = None
        """The frames of the last decision's animation with the stamp of its moment, once someone has watched it."""
        self.captions: tuple[tuple[int, tuple[str, ...]], list[Caption]] | None = None
        """The captions of its steps, with the stamp and the names."""
        self.written: dict[str | int, bytes] = {}
        """Messages that are the same for all viewers, until the next event: the animation, and the log after so many
        lines. See `show.table_messages`."""
        self.standing: Turn | None = None
        """The turn as all viewers see it, until the next event."""
        self.score_history: tuple[int, Course] | None = None
        """Points and rounds by moment, and the event they were computed after: see `show.score_history`."""

    def scene(self, state: State, eyes: int | None) -> Scene:
        """Return the current state, or one on the way to it, as a seat sees it. An open view is drawn once for all."""
        drawn = self._scenes.get(id(state))
        if drawn is not None:
            return drawn[1].seen_from(eyes)
        scene = self._game.scene(state, eyes)
        if scene.open_to_all:
            self._scenes[id(state)] = state, scene
        return scene

    def moment(self, stamp: int, state: State, eyes: int | None) -> Scene:
        """Return the moment with this stamp, as a seat sees it."""
        key = (stamp, eyes)
        scene = self._moments.pop(key, None) or self._game.scene(state, eyes)
        self._moments[key] = scene
        if len(self._moments) > MOMENTS:
            del self._moments[next(iter(self._moments))]
        return scene

    def forget_present(self) -> None:
        """Drop drawings of the table before the latest event."""
        self.written.clear()
        self.standing = None
        self._scenes.clear()

    def forget_film(self) -> None:
        """Drop the animation of a decision that is no longer the last one."""
        self.frames = None

    def forget_moments(self) -> None:
        """Drop past moments, because names or hidden cards have changed."""
        self._moments.clear()
