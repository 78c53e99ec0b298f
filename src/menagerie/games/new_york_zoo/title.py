"""The title itself: how a game of New York Zoo begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game, Setup
from menagerie.games.new_york_zoo.actions import Catalogue
from menagerie.games.new_york_zoo.pieces import Mode, Pieces
from menagerie.games.new_york_zoo.reference import Reference
from menagerie.games.new_york_zoo.rulebook import Rulebook
from menagerie.games.new_york_zoo.state import Position

_MODES: Final = ("", "solo", "two", "three", "four", "five")


@final
class NewYorkZoo(Game):
    """New York Zoo."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.catalogue = Catalogue(self.pieces)
        self.rulebook = Rulebook()
        self.reference = Reference()

    def deal(self, setup: Setup) -> Position:
        state = self.lay_out(setup)
        state.deal(self.pieces.never_dealt if setup.options["rules"] == "reference" else [])
        state.flow.begin(state)
        return state

    def lay_out(self, setup: Setup) -> Position:
        """A table with boards, strip and market, but no enclosures yet."""
        mode = self._mode(setup)
        boards = mode.boards
        if setup.players == 1:
            boards = (boards[1],) if setup.options["board"] == "4h" else (boards[0],)
        elif setup.options["board"] != "3h":
            raise BadSetup(f"The option board is for the solo game, not for {setup.players} players.")
        state = Position()
        state.prepare(self, setup)
        by_reference = setup.options["rules"] == "reference"
        state.set_up(self.pieces, self.catalogue, self.reference if by_reference else self.rulebook, mode, boards)
        return state

    def _mode(self, setup: Setup) -> Mode:
        if not setup.options["short"]:
            return self.pieces.modes[_MODES[setup.players]]
        if setup.players != 2:
            raise BadSetup(f"The short game is for 2 players, not {setup.players}.")
        return self.pieces.modes["short"]

    def read(self, text: str) -> Action | None:
        return self.catalogue.read(text)
