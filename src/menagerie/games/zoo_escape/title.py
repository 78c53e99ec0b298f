"""The title itself: how a game begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import final

from menagerie.core.action import Action
from menagerie.core.game import Game, Setup
from menagerie.games.zoo_escape.actions import Catalogue
from menagerie.games.zoo_escape.phases.rounds import ROUND
from menagerie.games.zoo_escape.pieces import Pieces
from menagerie.games.zoo_escape.state import Position


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

    def read(self, text: str) -> Action | None:
        return self.catalogue.read(text)
