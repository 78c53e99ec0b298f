"""Puzzles at the table: a position as a table of one's own, which nobody stores.

Whoever solves a puzzle sends along what they have decided so far; the table is made anew from that, and sent as any
table is. It begins with `Puzzle.position`: all that its seat cannot know was dealt anew, so that it is in no message.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from menagerie.core.errors import BadRecord, BadSetup, IllegalAction, MenagerieError
from menagerie.core.seats import LETTERS, counted
from menagerie.core.state import State
from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.judging import is_answered
from menagerie.puzzles.themes import theme
from menagerie.server.base.errors import Refused, missing
from menagerie.server.play import questions
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing import puzzles as outgoing
from menagerie.server.protocol.outgoing import table as outgoing_table
from menagerie.server.protocol.outgoing.answers import Drawn, Reason, Trials
from menagerie.server.protocol.outgoing.live import WholeTable
from menagerie.server.protocol.outgoing.puzzles import (
    PuzzleBook,
    PuzzleCard,
    PuzzlePlayed,
    PuzzlePosition,
    Puzzles,
    PuzzleShown,
)
from menagerie.server.protocol.outgoing.turn import Turn
from menagerie.server.show import table_object, title_catalog
from menagerie.server.show.table_messages import Audience
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table.event_kinds.decisions import Played
from menagerie.server.table.table import Table

LOG: Final = logging.getLogger("menagerie.server")
SOLVER: Final = Guest("solver", "You")
"""Who sits at the seat to act, whoever that is."""
OTHERS: Final = "bot"
"""Who sits at the other seats; none of them ever decides anything."""
KEPT: Final = 64
"""Positions of so many puzzles are in memory."""


def find(title: str, number: int) -> Puzzle:
    """A puzzle; raises Refused if there is none."""
    title_catalog.title(title)
    try:
        return book.puzzle(title, number)
    except BadSetup:
        raise missing("puzzle") from None
    except BadRecord as error:
        LOG.error("the puzzles of %s cannot be read: %s", title, error)
        raise missing("puzzle") from None


def card(puzzle: Puzzle) -> PuzzleCard:
    """Return what is told of a puzzle before it is solved."""
    return PuzzleCard(
        title=puzzle.title,
        number=puzzle.number,
        theme=theme(puzzle.title, puzzle.theme).words,
        stars=puzzle.stars,
        players=puzzle.record.players,
        address=f"/puzzles/{puzzle.title}/{puzzle.number}",
    )


def books() -> Puzzles:
    """Return all puzzles by title, and the one of the day."""
    titles = [
        PuzzleBook(
            id=title,
            name=title_catalog.title(title).name,
            puzzles=[card(puzzle) for puzzle in book.puzzles(title).values()],
        )
        for title in book.titles_with_puzzles()
    ]
    return Puzzles(titles=titles, today=card(book.of_day(book.today())) if titles else None)


def about(puzzle: Puzzle) -> outgoing.Puzzle:
    """Return what is asked: who is to act, and for how much."""
    numbers = list(book.puzzles(puzzle.title))
    at = numbers.index(puzzle.number)
    asks = "Find the decision." if puzzle.asked == 1 else f"Find {counted(puzzle.asked, 'decision', 'decisions')}."
    return outgoing.Puzzle(
        **msgspec.structs.asdict(card(puzzle)),
        name=title_catalog.title(puzzle.title).name,
        letter=LETTERS[puzzle.seat],
        asked=puzzle.asked,
        asks=asks,
        next=f"/puzzles/{puzzle.title}/{numbers[(at + 1) % len(numbers)]}",
    )


# The table.


@lru_cache(KEPT)
def _position(title: str, number: int) -> State:
    """Where a puzzle begins. Not to be changed."""
    return find(title, number).position()


def table(puzzle: Puzzle, played: Sequence[str]) -> Table:
    """A table that begins with the puzzle, after these decisions; raises Refused if they cannot be made."""
    begin = _position(puzzle.title, puzzle.number).copy()
    record = puzzle.record
    facts = TableFacts(
        id=f"{puzzle.title}-{puzzle.number}",
        title=puzzle.title,
        rules_version=record.rules_version,
        players=record.players,
        options=record.options,
        seed=0,  # what was dealt is nobody's business
        salt="",
        owner="",
        hints=False,
        public=False,
        status="playing",
        link="",
        created=0.0,
    )
    seats = [
        Seat(seat, "person", SOLVER.id, LETTERS[seat])
        if seat == puzzle.seat
        else Seat(seat, OTHERS, None, LETTERS[seat])
        for seat in range(record.players)
    ]
    found = Table(facts, seats, begin=begin)
    for decision in played:
        play(found, puzzle.seat, decision)
    return found


def play(at: Table, seat: int, decision: str) -> None:
    """Carry out a decision; raises Refused."""
    try:
        tried = at.try_decision(seat, decision)
    except IllegalAction as error:
        raise Refused("illegal", error.reason, rule=error.rule) from None
    except MenagerieError as error:
        raise Refused("illegal", str(error)) from None
    at.apply(TableEvent(at.id, at.seq + 1, Played.kind, seat, tried.decision, 0.0, ""), tried)


def shown(puzzle: Puzzle) -> PuzzlePosition:
    """Return what is asked, and the position as a table."""
    return PuzzlePosition(puzzle=about(puzzle), message=whole(puzzle, []))


def whole(puzzle: Puzzle, played: Sequence[str]) -> WholeTable:
    """Return everything that is seen after these decisions, as the first message of a table."""
    at = table(puzzle, played)
    message = Audience(at, (puzzle.seat,)).whole(at, SOLVER.id)
    message.turn, message.now, message.table = _without_end(message.turn), 0.0, _about(puzzle, at)
    return message


def do(puzzle: Puzzle, wish: incoming.Riddle) -> PuzzleShown | PuzzlePlayed | Reason | Drawn | Trials:
    """Carry out a decision, answer a question, or (without a command) show the table after what was played."""
    command = wish.command
    if command is None:
        return PuzzleShown(message=whole(puzzle, wish.played))
    if isinstance(command, incoming.Play):
        return _decide(puzzle, wish.played, command.decision)
    return _ask(puzzle, wish.played, command)


def _decide(puzzle: Puzzle, played: Sequence[str], decision: str) -> PuzzlePlayed:
    at = table(puzzle, played)
    audience = Audience(at, (puzzle.seat,))
    for one in decision.split("\n"):  # some are made in one step
        play(at, puzzle.seat, one)
    message = audience.update(at)
    message.turn, message.now, message.table = _without_end(message.turn), 0.0, _about(puzzle, at)
    made = [written for _, written in at.decisions]
    return PuzzlePlayed(message=message, played=made, answered=is_answered(puzzle, at.state, made))


def _without_end(turn: Turn) -> Turn:
    """Return a turn as the solver gets it: no one gives standing orders, and no game ends."""
    return msgspec.structs.replace(turn, orders=(), over=False, result=None)


def _about(puzzle: Puzzle, at: Table) -> outgoing_table.Table:
    found = table_object.about(at, SOLVER.id)
    found.name = f"{at.game.name} · Puzzle {puzzle.number}"
    return found


def _ask(
    puzzle: Puzzle, played: Sequence[str], command: incoming.Why | incoming.Draw | incoming.Try
) -> Reason | Drawn | Trials:
    """Return what a table answers: why not, how a decision continues, what can be tried."""
    at = table(puzzle, played)
    match command:
        case incoming.Why():
            return questions.why(SOLVER, at, command)
        case incoming.Draw():
            return questions.draw(SOLVER, at, command)
        case incoming.Try():
            return questions.trials(SOLVER, at, command)
