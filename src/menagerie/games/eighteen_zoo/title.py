"""The title itself: how a game of 18ZOO begins, and how its decisions are read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, final

from menagerie.core.action import Action
from menagerie.core.game import Game, Setup
from menagerie.games.eighteen_zoo.catalogue import Catalogue
from menagerie.games.eighteen_zoo.phases.draft import DRAFT
from menagerie.games.eighteen_zoo.phases.rounds import TIMELINE
from menagerie.games.eighteen_zoo.pieces import Pieces
from menagerie.games.eighteen_zoo.state import Position

if TYPE_CHECKING:
    from menagerie.core.record import Record


@final
class EighteenZoo(Game):
    """The title 18ZOO."""

    def __init__(self, folder: Path, content: Path | None = None) -> None:
        super().__init__(folder, content)
        self.pieces = Pieces(self.content)
        self.catalogue = Catalogue(self.pieces)

    def deal(self, setup: Setup) -> Position:
        state = Position()
        state.prepare(self, setup)
        state.deal(self.pieces, self.catalogue)
        state.stack.append(TIMELINE)
        state.stack.append(DRAFT)
        return state

    def read(self, text: str) -> Action | None:
        return self.catalogue.read(text)

    def import_record(self, data: dict[str, Any]) -> Record | None:
        from menagerie.games.eighteen_zoo.site import reading

        return reading.from_18xx(self, data) if reading.is_ours(data) else None

    def export_record(self, record: Record) -> dict[str, Any]:
        from menagerie.games.eighteen_zoo.site import writing

        return writing.to_18xx(self, record)

    def remarks(self, record: Record) -> list[str]:
        from menagerie.games.eighteen_zoo.site import figures

        return figures.differences(record)
