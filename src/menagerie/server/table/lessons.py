"""Find the lessons, the coach of a lesson's table, and what it sends to the client."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lessons
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.core.registry import load
from menagerie.server.protocol.outgoing import turn
from menagerie.server.protocol.outgoing.table import LeftOut, LessonAbout

if TYPE_CHECKING:
    from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")


@cache
def lessons_of(title: str) -> tuple[Lesson, ...]:
    """Return a title's lessons; none if they are damaged, since its games can be played all the same."""
    try:
        return tuple(lessons(load(title)))
    except MenagerieError as error:
        LOG.error("The lessons of %s cannot be read: %s", title, error)
        return ()


def name(lesson: Lesson) -> str:
    """Return a lesson's name for a table's facts, with a mark of its current text."""
    return f"{lesson.id}@{lesson.digest}"


def coach(game: Game, stored: str | None) -> Coach | None:
    """Return the coach for these facts. A lesson changed since then isn't taught, because its way through the game may
    differ."""
    if stored is None or game.content_digest:
        return None
    found = next((lesson for lesson in lessons_of(game.id) if name(lesson) == stored), None)
    return None if found is None else Coach(found)


def about(table: Table) -> LessonAbout | None:
    """Return the lesson taught at a table."""
    if table.coach is None:
        return None
    lesson = table.coach.lesson
    known = lessons_of(lesson.game.id)
    following = known[lesson.number].heading if lesson.number < len(known) else None
    more = [LeftOut(words=one.words, rule=one.rule) for one in lesson.more]
    return LessonAbout(number=lesson.number, of=len(known), heading=lesson.heading, next=following, more=more)


def coach_payload(table: Table, seats: Sequence[int]) -> turn.Coach | None:
    """Return what the coach says now to the player at these seats."""
    coach = table.coach
    if coach is None or coach.lesson.seat not in seats:
        return None
    bubble = coach.bubble(table.state)
    if bubble is None:
        return None
    steps = 0 if coach.lesson.is_game else len(coach.lesson.steps)
    return turn.Coach(
        step=bubble.number,
        steps=steps,
        words=bubble.words,
        lit=bubble.lit,
        wanted=_wanted(table, coach) if bubble.waits else [],
        waits=bubble.waits,
        last=bubble.last,
    )


def _wanted(table: Table, coach: Coach) -> list[str]:
    """Return the targets that lead to an accepted decision and to nothing else; none if everything is accepted."""
    step = coach.step(table.n)
    choices = table.game.choices(table.state, coach.lesson.seat)
    accepted = [choice for choice in choices if step and any(one.fits(choice.notation) for one in step.accepts)]
    others = {target for choice in choices if choice not in accepted for target in choice.path}
    return list(dict.fromkeys([target for choice in accepted for target in choice.path if target not in others]))
