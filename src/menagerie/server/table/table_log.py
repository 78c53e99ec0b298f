"""Keep the log of a table, which everyone there reads."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.log import Entry
from menagerie.server.store.events import TableEvent
from menagerie.server.table.values import ChapterEvent


class TableLog:
    """The lines, and the part of the game they have reached."""

    def __init__(self) -> None:
        self.lines: list[Entry] = []
        """Only ever appended to. An undo starts a new list, so a viewer's copy stays what was sent."""
        self._chapter = ""

    def add(self, n: int, event: TableEvent, sentence: str) -> None:
        """Log something other than a decision, after so many decisions."""
        self.lines.append(Entry(n, event.seat, None, [sentence], event.at))

    def add_decision(
        self, n: int, event: TableEvent, decision: str, events: Sequence[ChapterEvent], names: Sequence[str]
    ) -> None:
        """Log what the n-th decision caused."""
        sentences = [one.event.tell(names) for one in events]
        self.lines.append(Entry(n, event.seat, decision, sentences, event.at, self._heads(events)))

    def _heads(self, events: Sequence[ChapterEvent]) -> dict[int, str]:
        """Return the sentences before which a new part of the game starts, with its name."""
        heads: dict[int, str] = {}
        for number, one in enumerate(events):
            if one.chapter != self._chapter:
                self._chapter = heads[number] = one.chapter
        return heads

    def go_back(self, to: int) -> None:
        """Remove the latest lines about undone decisions; lines between earlier decisions stay."""
        stays = len(self.lines)
        while stays and self.lines[stays - 1].n > to:
            stays -= 1
        self.lines = self.lines[:stays]
        self._chapter = next((list(line.heads.values())[-1] for line in reversed(self.lines) if line.heads), "")
