"""Compute a game's score history: points at every moment, where rounds start, and where a lost game turned."""

from __future__ import annotations

from collections.abc import Iterator

from menagerie.core.state import State
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.protocol.outgoing.moments import Chapter, Course, TurningPoint
from menagerie.server.table.table import Table


def course(table: Table) -> Course:
    """Return points and rounds by moment. Slow, since it replays the game, so call it in a thread with the table's lock
    held. Kept with the table until something happens there."""
    if table.drawings.score_history is not None and table.drawings.score_history[0] == table.seq:
        return table.drawings.score_history[1]
    found = _course(table)
    table.drawings.score_history = (table.seq, found)
    return found


def _course(table: Table) -> Course:
    scores: list[tuple[int, ...]] = []
    chapters: list[Chapter] = []
    chances: list[float] = []
    together = table.facts.players == 1 or is_cooperative(table.game)
    advice = table.game.advice() if together and table.game.gives_advice else None
    for n, state in enumerate(_moments(table)):
        scores.append(state.scores)
        name = state.chapter()
        if name and not state.is_over and (not chapters or chapters[-1].name != name):
            chapters.append(Chapter(n=n, name=name))
        if advice is not None:
            chances.append(round(advice.chances(state)[0], 3))
    is_lost = table.state.is_over and not table.state.winners
    return Course(
        scores=scores, chapters=chapters, chances=chances, turned=turned(chapters, chances) if is_lost else None
    )


def _moments(table: Table) -> Iterator[State]:
    """Yield the state at every moment. Use each before asking for the next."""
    state = table.moment(0).copy()
    yield state
    for n, (seat, decision) in enumerate(table.decisions, start=1):
        if table.deals.is_at(n):
            state = table.moment(n).copy()
        else:
            state.replay(decision, seat)
        yield state


def turned(chapters: list[Chapter], chances: list[float]) -> TurningPoint | None:
    """Return the round that cost the most chances of winning, and the chances left after it; None if no round stands
    out."""
    if not chapters or not chances:
        return None
    ends = [chapter.n for chapter in chapters[1:]] + [len(chances) - 1]
    falls = [chances[chapter.n] - chances[end] for chapter, end in zip(chapters, ends, strict=True)]
    worst = falls.index(max(falls))
    if falls[worst] <= 0:
        return None
    begin, end = chapters[worst].n, ends[worst]
    return TurningPoint(n=begin, chapter=chapters[worst].name, before=chances[begin], after=chances[end])
