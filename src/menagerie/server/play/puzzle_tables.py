"""Serve puzzles as tables that are never stored.

With each request the solver sends the decisions made so far. The table is rebuilt from them and sent like any other. It
starts from `Puzzle.position`, in which everything hidden from the seat was dealt again, so no message can give it away.
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
"""Sits at the seat to act, whichever it is."""
OTHERS: Final = "bot"
"""Sits at the other seats, which never decide anything."""
KEPT: Final = 64
"""How many positions are kept in memory."""


def find(title: str, number: int) -> Puzzle:
    """Return a puzzle; raise Refused if there is none."""
    title_catalog.title(title)
    try:
        return book.puzzle(title, number)
    except BadSetup:
        raise missing("puzzle") from None
    except BadRecord as error:
        LOG.error("The puzzles of %s cannot be read: %s", title, error)
        raise missing("puzzle") from None


def card(puzzle: Puzzle) -> PuzzleCard:
    """Return what is shown of a puzzle before it is solved."""
    return PuzzleCard(
        title=puzzle.title,
        number=puzzle.number,
        theme=theme(puzzle.title, puzzle.theme).words,
        stars=puzzle.stars,
        players=puzzle.record.players,
        address=f"/puzzles/{puzzle.title}/{puzzle.number}",
    )


def books() -> Puzzles:
    """Return all puzzles by title, and today's."""
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
    """Return what the puzzle asks for: who acts, and the goal."""
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
    """Return the position where a puzzle starts. Do not change it."""
    return find(title, number).position()


def table(puzzle: Puzzle, played: Sequence[str]) -> Table:
    """Return a table that starts with the puzzle and continues with these decisions; raise Refused if they aren't
    legal."""
    begin = _position(puzzle.title, puzzle.number).copy()
    record = puzzle.record
    facts = TableFacts(
        id=f"{puzzle.title}-{puzzle.number}",
        title=puzzle.title,
        rules_version=record.rules_version,
        players=record.players,
        options=record.options,
        seed=0,  # the real deal stays hidden
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
    """Carry out a decision; raise Refused."""
    try:
        tried = at.try_decision(seat, decision)
    except IllegalAction as error:
        raise Refused("illegal", error.reason, rule=error.rule) from None
    except MenagerieError as error:
        raise Refused("illegal", str(error)) from None
    at.apply(TableEvent(at.id, at.seq + 1, Played.kind, seat, tried.decision, 0.0, ""), tried)


def shown(puzzle: Puzzle) -> PuzzlePosition:
    """Return the goal, and the position as a table."""
    return PuzzlePosition(puzzle=about(puzzle), message=whole(puzzle, []))


def whole(puzzle: Puzzle, played: Sequence[str]) -> WholeTable:
    """Return everything that is seen after these decisions, as a table's first message."""
    at = table(puzzle, played)
    message = Audience(at, (puzzle.seat,)).whole(at, SOLVER.id)
    message.turn, message.now, message.table = _without_end(message.turn), 0.0, _about(puzzle, at)
    return message


def do(puzzle: Puzzle, wish: incoming.Riddle) -> PuzzleShown | PuzzlePlayed | Reason | Drawn | Trials:
    """Carry out a decision or answer a question. Without a command, show the table after the decisions so far."""
    command = wish.command
    if command is None:
        return PuzzleShown(message=whole(puzzle, wish.played))
    if isinstance(command, incoming.Play):
        return _decide(puzzle, wish.played, command.decision)
    return _ask(puzzle, wish.played, command)


def _decide(puzzle: Puzzle, played: Sequence[str], decision: str) -> PuzzlePlayed:
    at = table(puzzle, played)
    audience = Audience(at, (puzzle.seat,))
    for one in decision.split("\n"):  # one step can hold several decisions
        play(at, puzzle.seat, one)
    message = audience.update(at)
    message.turn, message.now, message.table = _without_end(message.turn), 0.0, _about(puzzle, at)
    made = [written for _, written in at.decisions]
    return PuzzlePlayed(message=message, played=made, answered=is_answered(puzzle, at.state, made))


def _without_end(turn: Turn) -> Turn:
    """Return a turn as the solver gets it, without standing orders or the end of the game."""
    return msgspec.structs.replace(turn, orders=(), over=False, result=None)


def _about(puzzle: Puzzle, at: Table) -> outgoing_table.Table:
    found = table_object.about(at, SOLVER.id)
    found.name = f"{at.game.name} · Puzzle {puzzle.number}"
    return found


def _ask(
    puzzle: Puzzle, played: Sequence[str], command: incoming.Why | incoming.Draw | incoming.Try
) -> Reason | Drawn | Trials:
    """Answer a question about the position: why a decision is illegal, how one continues, or what can be tried."""
    at = table(puzzle, played)
    match command:
        case incoming.Why():
            return questions.why(SOLVER, at, command)
        case incoming.Draw():
            return questions.draw(SOLVER, at, command)
        case incoming.Try():
            return questions.trials(SOLVER, at, command)
