"""The title itself: how a game of Night at the Zoo begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, final

from menagerie.core.action import Action
from menagerie.core.game import Game, Setup
from menagerie.games.night_at_the_zoo.actions import EXAMPLES, Decisions
from menagerie.games.night_at_the_zoo.phases import DRAFTING
from menagerie.games.night_at_the_zoo.pieces import Pieces
from menagerie.games.night_at_the_zoo.state import Table

if TYPE_CHECKING:
    from menagerie.core.choosing import Pointing
    from menagerie.core.scene import Drawing


@final
class NightAtTheZoo(Game):
    """Night at the Zoo."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.decisions = Decisions(self.pieces)

    def deal(self, setup: Setup) -> Table:
        table = Table()
        table.prepare(self, setup)
        table.deal(self.pieces, self.decisions)
        table.stack.append(DRAFTING)
        return table

    def parse(self, text: str) -> Action:
        action = self.decisions.by_notation.get(" ".join(text.lower().split()))
        if action is None:
            raise self.unknown_notation(text, EXAMPLES)
        return action

    def drawing(self) -> Drawing:
        from menagerie.games.night_at_the_zoo import drawing

        return drawing

    def pointing(self) -> Pointing:
        from menagerie.games.night_at_the_zoo import pointing

        return pointing
