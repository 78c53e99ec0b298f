"""Puzzles at the table: a position as a table of one's own, which nobody stores.

Whoever solves a puzzle sends along what they have decided so far; the table is made anew from that, and sent as any
table is. It begins with `Puzzle.position`: all that its seat cannot know was dealt anew, so that it is in no message.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

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
from menagerie.server.show import table_messages, title_catalog
from menagerie.server.store.events import TableEvent
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table.event_kinds.decisions import Played
from menagerie.server.table.table import Table

JSON = dict[str, Any]
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


def card(puzzle: Puzzle) -> JSON:
    """What is told of a puzzle before it is solved."""
    return {
        "title": puzzle.title,
        "number": puzzle.number,
        "theme": theme(puzzle.title, puzzle.theme).words,
        "stars": puzzle.stars,
        "players": puzzle.record.players,
        "address": f"/puzzles/{puzzle.title}/{puzzle.number}",
    }


def books() -> JSON:
    """All puzzles by title, and the one of the day."""
    titles = []
    for title in book.titles_with_puzzles():
        cards = [card(puzzle) for puzzle in book.puzzles(title).values()]
        titles.append({"id": title, "name": title_catalog.title(title).name, "puzzles": cards})
    return {"titles": titles, "today": card(book.of_day(book.today())) if titles else None}


def about(puzzle: Puzzle) -> JSON:
    """What is asked: who is to act, and for how much."""
    numbers = list(book.puzzles(puzzle.title))
    at = numbers.index(puzzle.number)
    asks = "Find the decision." if puzzle.asked == 1 else f"Find {counted(puzzle.asked, 'decision', 'decisions')}."
    return {
        **card(puzzle),
        "name": title_catalog.title(puzzle.title).name,
        "letter": LETTERS[puzzle.seat],
        "asked": puzzle.asked,
        "asks": asks,
        "next": f"/puzzles/{puzzle.title}/{numbers[(at + 1) % len(numbers)]}",
    }


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


def whole(puzzle: Puzzle, played: Sequence[str]) -> JSON:
    """Everything that is seen after these decisions, as the first message of a table is."""
    at = table(puzzle, played)
    audience = table_messages.Audience(at, (puzzle.seat,))
    message = msgspec.json.decode(incoming.write(audience.whole(at)))  # some of it is written already
    return _told(puzzle, at, {"type": "table", **message, "chat": []})


def decide(puzzle: Puzzle, played: Sequence[str], decision: str) -> tuple[JSON, list[str], bool]:
    """One more decision: what has changed by it, all decisions as the title writes them, and whether that is the
    answer."""
    at = table(puzzle, played)
    audience = table_messages.Audience(at, (puzzle.seat,))
    for one in decision.split("\n"):  # some are made in one step
        play(at, puzzle.seat, one)
    message = msgspec.json.decode(audience.update(at))
    made = [written for _, written in at.decisions]
    return _told(puzzle, at, message), made, is_answered(puzzle, at.state, made)


def _told(puzzle: Puzzle, at: Table, message: JSON) -> JSON:
    """A message as the solver gets it: nothing in it depends on when it is sent, nobody gives standing orders, and no
    game ends."""
    message["turn"] = {**message["turn"], "orders": [], "over": False, "result": None}
    name = f"{at.game.name} · Puzzle {puzzle.number}"
    return {**message, "now": 0.0, "table": {**table_messages.about(at, SOLVER.id), "name": name}}


def ask(puzzle: Puzzle, played: Sequence[str], command: incoming.Why | incoming.Draw | incoming.Try) -> JSON:
    """What a table answers: why not, how a decision goes on, what can be tried."""
    at = table(puzzle, played)
    match command:
        case incoming.Why():
            return questions.why(SOLVER, at, command)
        case incoming.Draw():
            return questions.draw(SOLVER, at, command)
        case incoming.Try():
            return questions.trials(SOLVER, at, command)
