"""Play lessons at real tables: start and resume them, and record a guest's progress."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from menagerie.core.display.lessons import Lesson
from menagerie.core.registry import titles
from menagerie.server.base.errors import missing
from menagerie.server.play.new_table import TableMaker, new_facts
from menagerie.server.protocol.outgoing.titles import LessonProgress
from menagerie.server.store import table_index
from menagerie.server.store.database import Database
from menagerie.server.store.guests import Guest
from menagerie.server.store.ownership import Elsewhere
from menagerie.server.store.seats import Seat
from menagerie.server.table import lessons
from menagerie.server.table.table import Table


async def begin(maker: TableMaker, guest: Guest, title: str, number: int, again: bool) -> Table:
    """Return the table where a guest takes this lesson: resumed, or new."""
    known = lessons.lessons_of(title) if title in titles() else ()
    if not 1 <= number <= len(known):
        raise missing("lesson")
    lesson = known[number - 1]
    left = await asyncio.to_thread(_unfinished, maker.tables.database, guest, lesson)
    if left and not again:
        return await maker.tables.look_at(left[-1])
    for id in left:
        with contextlib.suppress(Elsewhere):  # another process owns the table; it stays there
            async with maker.tables.hold(id) as table:
                await maker.tables.remove(table)
    return await _make(maker, guest, lesson)


async def _make(maker: TableMaker, guest: Guest, lesson: Lesson) -> Table:
    record = lesson.setup
    state = await asyncio.to_thread(record.begin)
    facts = new_facts(guest, state, record.seed, hints=lesson.is_game, public=False, lesson=lessons.name(lesson))
    seats = [_seat(guest, lesson, number) for number in range(record.players)]
    return await maker.tables.add(facts, seats, record.decisions, is_counted=False)


def _seat(guest: Guest, lesson: Lesson, number: int) -> Seat:
    """Return the learner's seat, or one that the lesson plays, which is named after the easiest bot."""
    if number == lesson.seat:
        return Seat(number, "person", guest.id, guest.name)
    kind = lesson.bot or "visitor"
    return Seat(number, "bot", None, kind, kind)


def _unfinished(database: Database, guest: Guest, lesson: Lesson) -> list[str]:
    """Return the tables where a guest has started this lesson and not finished it."""
    own = (lesson.game.id, lessons.name(lesson))
    return [
        id
        for id, title, stored, status in table_index.lessons_of(database, guest.id)
        if (title, stored) == own and status == "playing"
    ]


def progress(database: Database, guest: Guest | None) -> dict[str, list[LessonProgress]]:
    """Return every title's lessons and a guest's progress. Waits for the disk, so call it in a thread."""
    had = table_index.lessons_of(database, guest.id) if guest else []
    return {title: [_standing(title, lesson, had) for lesson in lessons.lessons_of(title)] for title in titles()}


def _standing(title: str, lesson: Lesson, had: Sequence[tuple[str, str, str, str]]) -> LessonProgress:
    mine = [(id, stored, status) for id, of, stored, status in had if of == title]
    left = [id for id, stored, status in mine if stored == lessons.name(lesson) and status == "playing"]
    return LessonProgress(
        number=lesson.number,
        heading=lesson.heading,
        learn=lesson.learn,
        done=any(stored.partition("@")[0] == lesson.id and status == "over" for _, stored, status in mine),
        table=left[-1] if left else None,
    )
