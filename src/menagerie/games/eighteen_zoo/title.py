"""The title itself: how a game of 18ZOO begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from menagerie.core.action import Action
from menagerie.core.game import Game, Setup
from menagerie.games.eighteen_zoo.actions import EXAMPLES
from menagerie.games.eighteen_zoo.notation import Decisions
from menagerie.games.eighteen_zoo.phases.draft import DRAFT
from menagerie.games.eighteen_zoo.phases.rounds import TIMELINE
from menagerie.games.eighteen_zoo.pieces import Pieces
from menagerie.games.eighteen_zoo.state import Table

if TYPE_CHECKING:
    from menagerie.core.choosing import Pointing
    from menagerie.core.record import Record
    from menagerie.core.scene import Drawing


@final
class EighteenZoo(Game):
    """18ZOO."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.decisions = Decisions(self.pieces)
        self.accepts_unlisted = True
        """Right runs that nobody listed, other rotations of the same track, and any of several like cards."""

    def deal(self, setup: Setup) -> Table:
        table = Table()
        table.prepare(self, setup)
        table.deal(self.pieces, self.decisions)
        table.stack.append(TIMELINE)
        table.stack.append(DRAFT)
        return table

    def parse(self, text: str) -> Action:
        action = self.decisions.read(text)
        if action is None:
            raise self.unknown_notation(text, EXAMPLES)
        return action

    def import_record(self, data: dict[str, Any]) -> Record | None:
        from menagerie.games.eighteen_zoo import exchange

        return exchange.from_18xx(self, data) if exchange.is_ours(data) else None

    def export_record(self, record: Record) -> dict[str, Any]:
        from menagerie.games.eighteen_zoo import export

        return export.to_18xx(self, record)

    def drawing(self) -> Drawing:
        from menagerie.games.eighteen_zoo import drawing

        return drawing

    def pointing(self) -> Pointing:
        from menagerie.games.eighteen_zoo import pointing

        return pointing
