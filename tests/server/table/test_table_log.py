"""Test the log: its headings, and what an undo leaves of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from menagerie.core.event import Event
from menagerie.server.store.events import TableEvent
from menagerie.server.table.table_log import TableLog
from menagerie.server.table.values import ChapterEvent

pytestmark = pytest.mark.one_store

NAMES = ("Lisa", "Tom")


class Drew(Event):
    """A player drew a tile."""

    def tell(self, names: Sequence[str]) -> str:
        """Say so."""
        return f"{names[0]} draws a rhino."


def at(seq: int, seat: int | None = 0) -> TableEvent:
    return TableEvent("t", seq, "play", seat, "draw", float(seq), "")


def decide(log: TableLog, n: int, *chapters: str) -> None:
    """Make a decision with one event in each of these parts of the game."""
    log.add_decision(n, at(n), "draw", [ChapterEvent(Drew(), chapter) for chapter in chapters], NAMES)


def heads(log: TableLog) -> list[dict[int, str]]:
    return [line.heads for line in log.lines]


def test_a_decision_is_logged_with_the_names_of_its_time() -> None:
    log = TableLog()
    decide(log, 1, "Round 1")
    (line,) = log.lines
    assert (line.n, line.seat, line.decision, line.text, line.at) == (1, 0, "draw", ["Lisa draws a rhino."], 1.0)


def test_a_heading_is_where_a_new_part_of_the_game_starts() -> None:
    log = TableLog()
    decide(log, 1, "Round 1", "Round 1")
    decide(log, 2, "Round 1", "Round 2")
    assert heads(log) == [{0: "Round 1"}, {1: "Round 2"}]


def test_an_undo_removes_later_lines_and_their_headings() -> None:
    log = TableLog()
    decide(log, 1, "Round 1")
    log.add(1, at(2, None), "Tom is back.")
    decide(log, 2, "Round 2")
    log.go_back(1)
    assert [line.text for line in log.lines] == [["Lisa draws a rhino."], ["Tom is back."]]
    decide(log, 2, "Round 2")
    assert heads(log)[-1] == {0: "Round 2"}


def test_a_viewers_log_stays_as_it_was_sent() -> None:
    """An undo starts another list: what is new is found by comparing the two."""
    log = TableLog()
    decide(log, 1, "Round 1")
    decide(log, 2, "Round 1")
    sent = log.lines
    log.go_back(1)
    assert len(sent) == 2
    assert log.lines[0] is sent[0]
