"""The log of a table: what everyone there reads."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.log import Entry
from menagerie.server.store.events import TableEvent
from menagerie.server.table.values import ChapterEvent


class TableLog:
    """Lines, and the part of the game that they have come to."""

    def __init__(self) -> None:
        self.lines: list[Entry] = []
        """This list only ever grows. An undo begins another one, so that a viewer's list stays what they were sent."""
        self._chapter = ""

    def add(self, n: int, event: TableEvent, sentence: str) -> None:
        """Tell something other than a decision, after so many decisions."""
        self.lines.append(Entry(n, event.seat, None, [sentence], event.at))

    def add_decision(
        self, n: int, event: TableEvent, decision: str, events: Sequence[ChapterEvent], names: Sequence[str]
    ) -> None:
        """Tell what the n-th decision has set off."""
        sentences = [one.event.tell(names) for one in events]
        self.lines.append(Entry(n, event.seat, decision, sentences, event.at, self._heads(events)))

    def _heads(self, events: Sequence[ChapterEvent]) -> dict[int, str]:
        """Return before which of these sentences another part of the game begins, and its name."""
        heads: dict[int, str] = {}
        for number, one in enumerate(events):
            if one.chapter != self._chapter:
                self._chapter = heads[number] = one.chapter
        return heads

    def go_back(self, to: int) -> None:
        """Forget what was told after a moment, at the end of the log: what came between earlier decisions stays."""
        stays = len(self.lines)
        while stays and self.lines[stays - 1].n > to:
            stays -= 1
        self.lines = self.lines[:stays]
        self._chapter = next((list(line.heads.values())[-1] for line in reversed(self.lines) if line.heads), "")
