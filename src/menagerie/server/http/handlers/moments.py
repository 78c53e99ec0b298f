"""What can be looked up about a game, over HTTP: its moments, its log, its pictures."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

from menagerie.core.display.arranging import Part, arrange
from menagerie.server.http.handlers.parameters import SVG, Id, Moment, Pixels, parsed
from menagerie.server.http.handlers.pictures import picture_answer
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing import moments
from menagerie.server.protocol.outgoing.log import Film, Log
from menagerie.server.protocol.outgoing.moments import Course, Guides, MomentSince
from menagerie.server.protocol.outgoing.scene import Arrangement, Overlays, Place, Sheet
from menagerie.server.services.assembly import Services
from menagerie.server.show import moment_messages, newcomer_help, score_history
from menagerie.server.store.guests import Guest


@get("/tables/{table:str}/moment/{n:int}", draws=True, summary="A moment of a game")
async def moment(
    services: Services, guest: Guest | None, table: Id, n: Moment, since: Moment | None = None
) -> moments.Moment | MomentSince:
    """The table after n decisions; with `since` as differences from that moment."""
    return moment_messages.moment(await services.tables.get(table), guest.id if guest else None, n, since)


@get("/tables/{table:str}/sheet", draws=True, summary="Points, supply and the like as tables")
async def sheet(services: Services, guest: Guest | None, table: Id, n: Moment | None = None) -> Sheet:
    """What is too long to be drawn, after n decisions or now."""
    found = await services.tables.get(table)
    return moment_messages.sheet(found, guest.id if guest else None, found.n if n is None else n)


@get("/tables/{table:str}/overlays", draws=True, summary="What can be laid over the table")
async def overlays(services: Services, guest: Guest | None, table: Id, n: Moment | None = None) -> Overlays:
    """What can be laid over the table, after n decisions or now."""
    found = await services.tables.get(table)
    return moment_messages.overlays(found, guest.id if guest else None, found.n if n is None else n)


@get("/tables/{table:str}/guide", draws=True, summary="What newcomers are told beside their questions")
async def guide(services: Services, guest: Guest | None, table: Id) -> Guides:
    """What is told beside the questions that I am asked now."""
    return newcomer_help.guides(await services.tables.get(table), guest.id if guest else None)


@get("/tables/{table:str}/course", draws=True, summary="Points and rounds by moment")
async def course(services: Services, table: Id) -> Course:
    """Everybody's points at every moment, and where rounds begin."""
    found = await services.tables.get(table)
    async with found.lock:  # nobody takes anything back meanwhile
        return await asyncio.to_thread(score_history.course, found)


@get("/tables/{table:str}/film/{n:int}", draws=True, summary="What a decision set off, step by step")
async def film(services: Services, guest: Guest | None, table: Id, n: Moment) -> Film:
    """What decision number n set off, step by step."""
    return moment_messages.film(await services.tables.get(table), guest.id if guest else None, n)


@get("/tables/{table:str}/log", summary="The log of a game")
async def log(services: Services, table: Id) -> Log:
    """The log of a game."""
    return Log(log=(await services.tables.get(table)).log)


@get("/tables/{table:str}/picture.svg", draws=True, summary="A picture of a moment", media_type=SVG)
async def picture(
    services: Services, guest: Guest | None, table: Id, n: Moment | None = None, theme: Id = "light"
) -> Response[str]:
    """A picture of a moment, as one file."""
    found = await services.tables.get(table)
    scene = moment_messages.scene_of(found, guest.id if guest else None, found.n if n is None else n)
    return picture_answer(scene.svg("dark" if theme == "dark" else "light"))


@get("/arrangement", sync_to_thread=True, draws=True, summary="Where the parts of a scene lie on a screen")
def arrangement(
    width: Pixels,
    height: Pixels,
    parts: Annotated[str, Parameter(max_length=6000)],
    asked: Annotated[str, Parameter(max_length=2000)] = "[]",
) -> Response[Arrangement]:
    """Where the parts of a scene lie on a screen of that size; `parts` as the scene has them, and the names of those
    that are `asked` about, as JSON."""
    extents = parsed(incoming.read_parts, parts, "The parts")
    names = parsed(incoming.read_names, asked, "The parts")
    shapes = {
        name: Part(one.width, one.height, one.purpose, one.least, one.seat, one.group, one.tight)
        for name, one in extents.items()
    }
    places = {name: Place(*place) for name, place in arrange(shapes, width, height, frozenset(names)).items()}
    return Response(Arrangement(places=places), headers={"cache-control": "public, max-age=3600"})


MOMENTS = (moment, film, sheet, overlays, guide, course, log, picture, arrangement)
