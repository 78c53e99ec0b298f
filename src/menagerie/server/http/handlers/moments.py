"""Serve a game's moments, log and pictures over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

from menagerie.server.http.handlers.parameters import SVG, Id, Moment, Pixels, parsed
from menagerie.server.http.handlers.pictures import picture_answer
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing import moments
from menagerie.server.protocol.outgoing.log import Film, Log
from menagerie.server.protocol.outgoing.moments import Course, Guides, MomentSince
from menagerie.server.protocol.outgoing.scene import Arrangement, Overlays, Sheet
from menagerie.server.services.assembly import Services
from menagerie.server.show import arrangements, moment_messages, newcomer_help, score_history
from menagerie.server.store.guests import Guest


@get("/tables/{table:str}/moment/{n:int}", draws=True, summary="Show a moment of a game")
async def moment(
    services: Services, guest: Guest | None, table: Id, n: Moment, since: Moment | None = None
) -> moments.Moment | MomentSince:
    """Return the table after n decisions; with `since` as differences from that moment."""
    return moment_messages.moment(await services.tables.get(table), guest.id if guest else None, n, since)


@get("/tables/{table:str}/sheet", draws=True, summary="Show points, supply and the like as tables")
async def sheet(services: Services, guest: Guest | None, table: Id, n: Moment | None = None) -> Sheet:
    """Return what is too long to draw, after n decisions or now."""
    found = await services.tables.get(table)
    return moment_messages.sheet(found, guest.id if guest else None, found.n if n is None else n)


@get("/tables/{table:str}/overlays", draws=True, summary="Show a table's overlays")
async def overlays(services: Services, guest: Guest | None, table: Id, n: Moment | None = None) -> Overlays:
    """Return the overlays, after n decisions or now."""
    found = await services.tables.get(table)
    return moment_messages.overlays(found, guest.id if guest else None, found.n if n is None else n)


@get("/tables/{table:str}/guide", draws=True, summary="Show help for newcomers")
async def guide(services: Services, guest: Guest | None, table: Id) -> Guides:
    """Return the help texts for my current decisions."""
    return newcomer_help.guides(await services.tables.get(table), guest.id if guest else None)


@get("/tables/{table:str}/course", draws=True, summary="Show points and rounds by moment")
async def course(services: Services, table: Id) -> Course:
    """Return everyone's points at every moment, and where rounds start."""
    found = await services.tables.get(table)
    async with found.lock:  # no undo meanwhile
        return await asyncio.to_thread(score_history.course, found)


@get("/tables/{table:str}/film/{n:int}", draws=True, summary="Show step by step what a decision caused")
async def film(services: Services, guest: Guest | None, table: Id, n: Moment) -> Film:
    """Return what decision number n caused, step by step."""
    return moment_messages.film(await services.tables.get(table), guest.id if guest else None, n)


@get("/tables/{table:str}/log", summary="Show the log of a game")
async def log(services: Services, table: Id) -> Log:
    """Return the log of a game."""
    return Log(log=(await services.tables.get(table)).log)


@get("/tables/{table:str}/picture.svg", draws=True, summary="Draw a moment", media_type=SVG)
async def picture(
    services: Services, guest: Guest | None, table: Id, n: Moment | None = None, theme: Id = "light"
) -> Response[str]:
    """Return a picture of a moment as one file."""
    found = await services.tables.get(table)
    scene = moment_messages.scene_of(found, guest.id if guest else None, found.n if n is None else n)
    return picture_answer(scene.svg("dark" if theme == "dark" else "light"))


@get("/arrangement", sync_to_thread=True, draws=True, summary="Arrange the parts of a scene on a screen")
def arrangement(
    width: Pixels,
    height: Pixels,
    parts: Annotated[str, Parameter(max_length=6000)],
    asked: Annotated[str, Parameter(max_length=2000)] = "[]",
    title: Id = "",
) -> Response[Arrangement]:
    """Return where the parts of a scene are on a screen of that size.

    `parts` are the scene's, and `asked` the names of those that the question is about, both as JSON. `title` is the
    scene's `layout`: where a title composes its table, nothing depends on the question.
    """
    shapes = parsed(incoming.read_parts, parts, "The parts")
    names = parsed(incoming.read_names, asked, "The parts")
    answer = arrangements.arrangement(shapes, width, height, names, title)
    return Response(answer, headers={"cache-control": "public, max-age=3600"})


MOMENTS = (moment, film, sheet, overlays, guide, course, log, picture, arrangement)
