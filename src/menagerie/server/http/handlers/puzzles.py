"""Serve puzzles over HTTP: lists, positions, answers. Nothing is stored, and no name is needed."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import Parameter

from menagerie.server.http.handlers.guard import network_of
from menagerie.server.http.handlers.parameters import SVG, Id, parsed
from menagerie.server.http.handlers.pictures import picture_answer
from menagerie.server.play import puzzle_tables
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing import moments
from menagerie.server.protocol.outgoing import puzzles as outgoing
from menagerie.server.protocol.outgoing.answers import Drawn, Reason, Trials
from menagerie.server.protocol.outgoing.log import Film
from menagerie.server.protocol.outgoing.moments import Course, MomentSince
from menagerie.server.protocol.outgoing.scene import Overlays, Sheet
from menagerie.server.services.assembly import Services
from menagerie.server.show import moment_messages, score_history
from menagerie.server.table.table import Table

Number = Annotated[int, Parameter(ge=1, le=1_000_000)]
Moment = Annotated[int, Parameter(ge=0, le=1000)]
Played = Annotated[str, Parameter(max_length=4000)]


@get("/puzzles", sync_to_thread=True, summary="List all puzzles, and today's")
def all_puzzles() -> outgoing.Puzzles:
    """Return all puzzles by title, and today's."""
    return puzzle_tables.books()


@get("/puzzles/{title:str}/{number:int}", sync_to_thread=True, summary="Show a puzzle")
def puzzle(title: Id, number: Number) -> outgoing.PuzzlePosition:
    """Return the goal, and the position as a table."""
    return puzzle_tables.shown(puzzle_tables.find(title, number))


@post(
    "/puzzles/{title:str}/{number:int}/do", status_code=200, sync_to_thread=True, summary="Make a decision in a puzzle"
)
def do_puzzle(
    title: Id, number: Number, data: incoming.Riddle
) -> outgoing.PuzzleShown | outgoing.PuzzlePlayed | Reason | Drawn | Trials:
    """Answer a decision, a question, or (without a command) return the table after the decisions so far."""
    return puzzle_tables.do(puzzle_tables.find(title, number), data)


@post("/puzzles/{title:str}/{number:int}/verdict", status_code=200, summary="Judge an answer")
async def verdict(
    request: Request[Any, Any, Any], services: Services, title: Id, number: Number, data: incoming.Riddle
) -> outgoing.Verdict:
    """Return whether the decisions are right, and why, or what they cost."""
    found = puzzle_tables.find(title, number)
    return await services.puzzle_answers.verdict(found, data.played, network_of(request))


@post("/puzzles/{title:str}/{number:int}/solution", status_code=200, summary="Show a puzzle's solution")
async def solution(
    request: Request[Any, Any, Any], services: Services, title: Id, number: Number, data: incoming.Nothing
) -> outgoing.Solution:
    """Return the solution step by step, like a hint."""
    return await services.puzzle_answers.solution(puzzle_tables.find(title, number), network_of(request))


# What else the table page requests. The query contains the decisions so far as a JSON list.


def _table(title: str, number: int, after: str) -> Table:
    played = parsed(incoming.read_played, after, "The decisions")
    return puzzle_tables.table(puzzle_tables.find(title, number), played)


@get(
    "/puzzles/{title:str}/{number:int}/sheet",
    sync_to_thread=True,
    draws=True,
    summary="Show a puzzle's tables of words and numbers",
)
def puzzle_sheet(title: Id, number: Number, n: Moment | None = None, after: Played = "[]") -> Sheet:
    """Return what is too long to draw."""
    at = _table(title, number, after)
    return moment_messages.sheet(at, puzzle_tables.SOLVER.id, at.n if n is None else n)


@get(
    "/puzzles/{title:str}/{number:int}/overlays",
    sync_to_thread=True,
    draws=True,
    summary="Show a puzzle's overlays",
)
def puzzle_overlays(title: Id, number: Number, n: Moment | None = None, after: Played = "[]") -> Overlays:
    """Return the overlays."""
    at = _table(title, number, after)
    return moment_messages.overlays(at, puzzle_tables.SOLVER.id, at.n if n is None else n)


@get(
    "/puzzles/{title:str}/{number:int}/moment/{n:int}",
    sync_to_thread=True,
    draws=True,
    summary="Show a moment of a puzzle",
)
def puzzle_moment(
    title: Id, number: Number, n: Moment, since: Moment | None = None, after: Played = "[]"
) -> moments.Moment | MomentSince:
    """Return the table after n of these decisions; with `since` as differences from that moment."""
    return moment_messages.moment(_table(title, number, after), puzzle_tables.SOLVER.id, n, since)


@get(
    "/puzzles/{title:str}/{number:int}/film/{n:int}",
    sync_to_thread=True,
    draws=True,
    summary="Show what a decision caused",
)
def puzzle_film(title: Id, number: Number, n: Moment, after: Played = "[]") -> Film:
    """Return what decision number n caused, step by step."""
    return moment_messages.film(_table(title, number, after), puzzle_tables.SOLVER.id, n)


@get(
    "/puzzles/{title:str}/{number:int}/course",
    sync_to_thread=True,
    draws=True,
    summary="Show points by moment of a puzzle",
)
def puzzle_course(title: Id, number: Number, after: Played = "[]") -> Course:
    """Return everyone's points at every moment."""
    return score_history.course(_table(title, number, after))


@get(
    "/puzzles/{title:str}/{number:int}/picture.svg",
    sync_to_thread=True,
    draws=True,
    summary="Draw a puzzle",
    media_type=SVG,
)
def puzzle_picture(title: Id, number: Number, theme: Id = "light") -> Response[str]:
    """Return the position as one picture file."""
    found = puzzle_tables.find(title, number)
    at = puzzle_tables.table(found, [])
    return picture_answer(at.game.scene(at.state, found.seat).svg("dark" if theme == "dark" else "light"))


PUZZLES = (
    *(all_puzzles, puzzle, do_puzzle, verdict, solution),
    *(puzzle_sheet, puzzle_overlays, puzzle_moment, puzzle_film, puzzle_course, puzzle_picture),
)
