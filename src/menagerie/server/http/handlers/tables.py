"""Handle tables over HTTP: lists, seats, and commands."""

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


@get("/tables", summary="List my tables, open tables and games to watch")
async def list_tables(services: Services, guest: Guest | None, page: Page = 1) -> Lobby:
    """Return my tables, open tables and games to watch, and a page of my finished games."""
    return await asyncio.to_thread(services.lobby_lists.of, guest, page)


@post("/tables", summary="Make a table")
async def create_table(services: Services, guest: Guest | None, data: incoming.NewTable) -> Table:
    """Make a table."""
    who = known(guest)
    return table_object.about(await services.make_table(who, data), who.id)


@get("/tables/{table:str}", summary="Show a table")
async def get_table(services: Services, guest: Guest | None, table: Id) -> Table:
    """Return a table."""
    return table_object.about(await services.tables.get(table), guest.id if guest else None)


@get("/join/{link:str}", summary="Show an invitation")
async def invitation(services: Services, guest: Guest | None, link: Id) -> Table:
    """Return what a link invites to."""
    return table_object.about(await services.tables.by_link(link), guest.id if guest else None, invited=True)


@post("/join/{link:str}", status_code=200, summary="Take a seat")
async def join(services: Services, guest: Guest | None, link: Id, data: incoming.Join) -> Table:
    """Take a seat."""
    who = known(guest)
    return table_object.about(await services.seating.join(who, link, data.seat), who.id)


@post("/tables/{table:str}/leave", status_code=200, summary="Leave a table")
async def leave(services: Services, guest: Guest | None, table: Id, data: incoming.Nothing) -> Ok:
    """Leave a table."""
    await services.seating.leave(known(guest), table)
    return Ok()


@post("/tables/{table:str}/seat", status_code=200, summary="Change a seat before the game")
async def change_seat(services: Services, guest: Guest | None, table: Id, data: incoming.SeatChange) -> Table:
    """Change who fills a seat of my table before the game starts."""
    who = known(guest)
    return table_object.about(await services.seating.change_seat(who, table, data), who.id)


@post("/tables/{table:str}/do", status_code=200, summary="Send a command")
async def do(services: Services, guest: Guest | None, table: Id, data: incoming.AnyCommand) -> CommandAnswer:
    """Carry out a command at a table."""
    answer = await whole(services.do(guest, table, data))
    answer.id = data.id
    return answer


@post("/tables/{table:str}/again", summary="Start a rematch")
async def again(services: Services, guest: Guest | None, table: Id, data: incoming.Again) -> Table:
    """Make a new table with the same title, options and bots, and invite everyone who sat here. Seats rotate or are
    reassigned."""
    who = known(guest)
    made = await rematch.again(services.maker, who, await services.tables.get(table), data)
    return table_object.about(made, who.id, invited=True)


TABLES = (list_tables, create_table, get_table, invitation, join, leave, change_seat, do, again)
