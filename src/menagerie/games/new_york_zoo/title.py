"""The title itself: how a game of New York Zoo begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from menagerie.core.action import Action
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game, Setup
from menagerie.games.new_york_zoo.actions import EXAMPLES, Decisions
from menagerie.games.new_york_zoo.pieces import Mode, Pieces
from menagerie.games.new_york_zoo.reference import Reference
from menagerie.games.new_york_zoo.rulebook import Rulebook
from menagerie.games.new_york_zoo.state import Table

if TYPE_CHECKING:
    from menagerie.core.choosing import Pointing
    from menagerie.core.scene import Drawing

_MODES: Final = ("", "solo", "two", "three", "four", "five")


@final
class NewYorkZoo(Game):
    """New York Zoo."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.decisions = Decisions(self.pieces)
        self.rulebook = Rulebook()
        self.reference = Reference()

    def deal(self, setup: Setup) -> Table:
        table = self.lay_out(setup)
        table.deal(self.pieces.never_dealt if setup.options["rules"] == "reference" else [])
        table.flow.begin(table)
        return table

    def lay_out(self, setup: Setup) -> Table:
        """A table with boards, strip and market, but no enclosures yet."""
        mode = self._mode(setup)
        boards = mode.boards
        if setup.players == 1:
            boards = (boards[1],) if setup.options["board"] == "4h" else (boards[0],)
        elif setup.options["board"] != "3h":
            raise BadSetup(f"The option board is for the solo game, not for {setup.players} players.")
        table = Table()
        table.prepare(self, setup)
        by_reference = setup.options["rules"] == "reference"
        table.set_up(self.pieces, self.decisions, self.reference if by_reference else self.rulebook, mode, boards)
        return table

    def _mode(self, setup: Setup) -> Mode:
        if not setup.options["short"]:
            return self.pieces.modes[_MODES[setup.players]]
        if setup.players != 2:
            raise BadSetup(f"The short game is for 2 players, not {setup.players}.")
        return self.pieces.modes["short"]

    def parse(self, text: str) -> Action:
        action = self.decisions.parse(text)
        if action is None:
            raise self.unknown_notation(text, EXAMPLES)
        return action

    def drawing(self) -> Drawing:
        from menagerie.games.new_york_zoo import drawing

        return drawing

    def pointing(self) -> Pointing:
        from menagerie.games.new_york_zoo import pointing

        return pointing
