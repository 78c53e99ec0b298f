"""Handle holidays over HTTP, and the tables where it is my turn."""

from __future__ import annotations

import asyncio

from litestar import get, post

from menagerie.server.http.handlers.parameters import Id
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.play.time import holidays, turn_list
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.lobby import Holiday, Turns
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest


@get("/holiday", summary="Show my holidays")
async def holiday(services: Services, guest: Guest | None) -> Holiday:
    """Return when my holiday ends, and the days left this year."""
    return await asyncio.to_thread(holidays.of, services.database, known(guest).id)


@post("/holiday", status_code=200, summary="Start a holiday")
async def take_holiday(services: Services, guest: Guest | None, data: incoming.TakeHoliday) -> Holiday:
    """Start or extend a holiday. Meanwhile my clocks stand still at tables with days per move."""
    return await asyncio.to_thread(holidays.take, services.database, known(guest).id, data.days)


@post("/holiday/end", status_code=200, summary="End my holiday")
async def end_holiday(services: Services, guest: Guest | None, data: incoming.Nothing) -> Holiday:
    """End my holiday now. Days that haven't started are given back."""
    return await asyncio.to_thread(holidays.end, services.database, known(guest).id)


@get("/turns", summary="Count the tables that wait for me")
async def my_turns(services: Services, guest: Guest | None, at: Id | None = None) -> Turns:
    """Return how many tables wait for me besides the one I'm `at`, and the next one to visit."""
    if guest is None:
        return turn_list.after([], at)
    found = await asyncio.to_thread(turn_list.turns, services.database, services.store, guest.id)
    return turn_list.after(found, at)


TIME = [holiday, take_holiday, end_holiday, my_turns]
