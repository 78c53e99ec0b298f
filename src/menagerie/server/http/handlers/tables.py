"""Tables over HTTP: lists, seats, and what is done at a table."""

from __future__ import annotations

import asyncio

from litestar import get, post

from menagerie.server.http.handlers.parameters import Id, Page
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.play import rematch
from menagerie.server.play.commands import whole
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import CommandAnswer
from menagerie.server.protocol.outgoing.base import Ok
from menagerie.server.protocol.outgoing.lobby import Lobby
from menagerie.server.protocol.outgoing.table import Table
from menagerie.server.services.assembly import Services
from menagerie.server.show import table_object
from menagerie.server.store.guests import Guest


@get("/tables", summary="My tables, open tables, games to watch")
async def list_tables(services: Services, guest: Guest | None, page: Page = 1) -> Lobby:
    """My tables, open tables, games to watch; of my games that are over a page."""
    return await asyncio.to_thread(services.lobby_lists.of, guest, page)


@post("/tables", summary="Make a table")
async def create_table(services: Services, guest: Guest | None, data: incoming.NewTable) -> Table:
    """Make a table."""
    who = known(guest)
    return table_object.about(await services.make_table(who, data), who.id)


@get("/tables/{table:str}", summary="A table")
async def get_table(services: Services, guest: Guest | None, table: Id) -> Table:
    """A table."""
    return table_object.about(await services.tables.get(table), guest.id if guest else None)


@get("/join/{link:str}", summary="What one is invited to")
async def invitation(services: Services, guest: Guest | None, link: Id) -> Table:
    """What one is invited to."""
    return table_object.about(await services.tables.by_link(link), guest.id if guest else None, invited=True)


@post("/join/{link:str}", status_code=200, summary="Sit down")
async def join(services: Services, guest: Guest | None, link: Id, data: incoming.Join) -> Table:
    """Sit down."""
    who = known(guest)
    return table_object.about(await services.seating.join(who, link, data.seat), who.id)


@post("/tables/{table:str}/leave", status_code=200, summary="Leave a table")
async def leave(services: Services, guest: Guest | None, table: Id, data: incoming.Nothing) -> Ok:
    """Leave a table."""
    await services.seating.leave(known(guest), table)
    return Ok()


@post("/tables/{table:str}/seat", status_code=200, summary="Fill a seat before the game begins")
async def change_seat(services: Services, guest: Guest | None, table: Id, data: incoming.SeatChange) -> Table:
    """Fill a seat of my table otherwise, before the game begins."""
    who = known(guest)
    return table_object.about(await services.seating.change_seat(who, table, data), who.id)


@post("/tables/{table:str}/do", status_code=200, summary="A command")
async def do(services: Services, guest: Guest | None, table: Id, data: incoming.AnyCommand) -> CommandAnswer:
    """Carry out a command at a table."""
    answer = await whole(services.do(guest, table, data))
    answer.id = data.id
    return answer


@post("/tables/{table:str}/again", summary="The same game once more")
async def again(services: Services, guest: Guest | None, table: Id, data: incoming.Again) -> Table:
    """A new table with the same title, options and bots, to which all who sat here are asked; seats rotate, or are
    changed."""
    who = known(guest)
    made = await rematch.again(services.maker, who, await services.tables.get(table), data)
    return table_object.about(made, who.id, invited=True)


TABLES = (list_tables, create_table, get_table, invitation, join, leave, change_seat, do, again)
