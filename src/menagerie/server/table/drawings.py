"""What was drawn and written of a table, kept for all who look at it. Everything here can be made again."""

from __future__ import annotations

from typing import Any, Final

from menagerie.core.display.scene import Scene
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.server.protocol.outgoing.log import Caption
from menagerie.server.protocol.outgoing.moments import Course
from menagerie.server.protocol.outgoing.turn import Turn

MOMENTS: Final = 6
"""Scenes of so many past moments are kept: most people look at one near the last."""


class Drawings:
    """Scenes, films and messages of one table."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._scenes: dict[int, tuple[State, Scene]] = {}
        """What was drawn since the last event, by the state's id; the state is kept so that the id stays its own."""
        self._moments: dict[tuple[int, int | None], Scene] = {}
        """Moments that someone has looked at lately."""
        self.frames: tuple[int, list[Any]] | None = None
        """The frames of the last decision's film, with the stamp of its moment, once someone has watched it."""
        self.captions: tuple[tuple[int, tuple[str, ...]], list[Caption]] | None = None
        """What is told at each of its steps, with the stamp and the names."""
        self.written: dict[str | int, bytes] = {}
        """What all viewers are sent alike, until the next event: the film, and the log after so many lines. See
        `show.table_messages`."""
        self.standing: Turn | None = None
        """How the game stands, which all viewers are told alike, until the next event."""
        self.score_history: tuple[int, Course] | None = None
        """Points and rounds by moment, and after which event that was: see `show.score_history`."""

    def scene(self, state: State, eyes: int | None) -> Scene:
        """Return the present state, or one on the way to it, as a seat sees it. What is open to all is drawn once."""
        drawn = self._scenes.get(id(state))
        if drawn is not None:
            return drawn[1].seen_from(eyes)
        scene = self._game.scene(state, eyes)
        if scene.open_to_all:
            self._scenes[id(state)] = state, scene
        return scene

    def moment(self, stamp: int, state: State, eyes: int | None) -> Scene:
        """Return a moment that has this stamp, as a seat sees it."""
        key = (stamp, eyes)
        scene = self._moments.pop(key, None) or self._game.scene(state, eyes)
        self._moments[key] = scene
        if len(self._moments) > MOMENTS:
            del self._moments[next(iter(self._moments))]
        return scene

    def forget_present(self) -> None:
        """Drop what shows the table as it was before an event."""
        self.written.clear()
        self.standing = None
        self._scenes.clear()

    def forget_film(self) -> None:
        """Drop the film of a decision that is no longer the last one."""
        self.frames = None

    def forget_moments(self) -> None:
        """Drop the past: players have other names, or something else was dealt."""
        self._moments.clear()
