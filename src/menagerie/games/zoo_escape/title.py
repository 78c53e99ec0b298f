"""The title itself: set up a game and read its decisions."""

from __future__ import annotations

from pathlib import Path
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.event import Event
from menagerie.core.game import Game, Setup
from menagerie.core.state import State
from menagerie.games.zoo_escape.actions import Catalogue
from menagerie.games.zoo_escape.events import KeepersPhaseBegan
from menagerie.games.zoo_escape.phases.rounds import ROUND, waiting
from menagerie.games.zoo_escape.pieces import Pieces
from menagerie.games.zoo_escape.state import NO_TURN, Position

WORLDS: Final = 4
"""How many imagined worlds are checked for whether a decision may send the Keepers off."""


@final
class ZooEscape(Game):
    """Dr. Potamus' Incredible Escape."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.catalogue = Catalogue(self.pieces)

    def deal(self, setup: Setup) -> Position:
        state = Position()
        state.prepare(self, setup)
        state.deal(self.pieces, self.catalogue)
        state.stack.append(ROUND)
        return state

    def closes_discussion(self, state: State, seat: int, action: Action) -> bool:
        """Rule 3.3: return whether the Keepers set off, or may, after this decision. Tried in imagined worlds."""
        assert isinstance(state, Position)
        if state.active == NO_TURN or waiting(state) & ~(1 << state.active):
            return False
        for seed in range(WORLDS):
            told: list[Event] = []
            state.imagine(seat, seed).play(action, seat, told)
            if any(isinstance(event, KeepersPhaseBegan) for event in told):
                return True
        return False

    def read(self, text: str) -> Action | None:
        return self.catalogue.read(text)
