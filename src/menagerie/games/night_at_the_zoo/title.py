"""The title itself: how a game of Night at the Zoo begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import final

from menagerie.core.action import Action
from menagerie.core.game import Game, Setup
from menagerie.games.night_at_the_zoo.actions import Catalogue
from menagerie.games.night_at_the_zoo.phases.drafting import DRAFTING
from menagerie.games.night_at_the_zoo.pieces import Pieces
from menagerie.games.night_at_the_zoo.state import Position


@final
class NightAtTheZoo(Game):
    """Night at the Zoo."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.catalogue = Catalogue(self.pieces)

    def deal(self, setup: Setup) -> Position:
        state = Position()
        state.prepare(self, setup)
        state.deal(self.pieces, self.catalogue)
        state.stack.append(DRAFTING)
        return state

    def read(self, text: str) -> Action | None:
        return self.catalogue.read(text)
