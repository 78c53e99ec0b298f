"""Serve titles over HTTP: what there is to play, its rules, and its lessons."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post

from menagerie.server.http.handlers.parameters import SVG, Id, Moment
from menagerie.server.http.handlers.pictures import picture_answer
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.play import lesson_sessions
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.table import Table
from menagerie.server.protocol.outgoing.titles import Experience, Learn, LessonProgress, Rules, Titles
from menagerie.server.services.assembly import Services
from menagerie.server.show import newcomer_help, table_object, title_catalog
from menagerie.server.store.guests import Guest


@get("/titles", sync_to_thread=True, summary="List all titles and bots")
def titles() -> Titles:
    """Return all titles and kinds of bots."""
    return title_catalog.cards()


@get("/titles/{title:str}/rules", sync_to_thread=True, summary="Show a title's rules")
def rules(title: Id) -> Rules:
    """Return a title's rules page as HTML."""
    return title_catalog.rules(title)


@get(
    "/titles/{title:str}/rules/{figure:int}/picture.svg",
    sync_to_thread=True,
    summary="Draw a figure of the rules",
    media_type=SVG,
)
def rules_picture(title: Id, figure: Moment, theme: Id = "light") -> Response[str]:
    """Return a figure of a title's rules page, counted from 1."""
    return picture_answer(title_catalog.rules_picture(title, figure, "dark" if theme == "dark" else "light"))


@get("/titles/{title:str}/picture.svg", sync_to_thread=True, summary="Draw a title's cover", media_type=SVG)
def title_picture(title: Id, theme: Id = "light") -> Response[str]:
    """Return a drawing of a table set up for play."""
    return picture_answer(title_catalog.picture(title, "dark" if theme == "dark" else "light"))


@get("/titles/{title:str}/learn", sync_to_thread=True, summary="Show how to play a title")
def learn(title: Id) -> Learn:
    """Return how to play a title, on a few cards."""
    return title_catalog.learn(title)


@get(
    "/titles/{title:str}/learn/{card:int}/picture.svg",
    sync_to_thread=True,
    summary="Draw a card's picture",
    media_type=SVG,
)
def learn_picture(title: Id, card: Moment, theme: Id = "light") -> Response[str]:
    """Return the picture of a card about how to play, counted from 1."""
    return picture_answer(title_catalog.learn_picture(title, card, "dark" if theme == "dark" else "light"))


@get("/lessons", summary="List lessons and my progress")
async def lessons(services: Services, guest: Guest | None) -> dict[str, list[LessonProgress]]:
    """Return every title's lessons, those I have completed, and where I left one."""
    return await asyncio.to_thread(lesson_sessions.progress, services.tables.database, guest)


@post("/titles/{title:str}/lessons/{number:int}", summary="Start or resume a lesson")
async def begin_lesson(
    services: Services, guest: Guest | None, title: Id, number: Moment, data: incoming.BeginLesson
) -> Table:
    """Return the table of a lesson: resumed, or new."""
    who = known(guest)
    return table_object.about(await lesson_sessions.begin(services.maker, who, title, number, data.again), who.id)


@get("/titles/{title:str}/experience", summary="Count my finished games of a title")
async def experience(services: Services, guest: Guest | None, title: Id) -> Experience:
    """Return how many games of a title I have finished, and whether I'm a newcomer to it."""
    return await newcomer_help.experience(services.tables.database, guest, title)


TITLES = (
    *(titles, rules, rules_picture, title_picture, learn, learn_picture, experience),
    *(lessons, begin_lesson),
)
