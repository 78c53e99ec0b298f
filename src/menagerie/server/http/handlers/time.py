"""Time over HTTP: holidays, and the tables where it is one's turn."""

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


@get("/holiday", summary="My holidays")
async def holiday(services: Services, guest: Guest | None) -> Holiday:
    """Until when I am on holiday, and how many days are left this year."""
    return await asyncio.to_thread(holidays.of, services.database, known(guest).id)


@post("/holiday", status_code=200, summary="Go on holiday")
async def take_holiday(services: Services, guest: Guest | None, data: incoming.TakeHoliday) -> Holiday:
    """Go on holiday from now, or stay longer: meanwhile no time of mine runs at tables where moves have days."""
    return await asyncio.to_thread(holidays.take, services.database, known(guest).id, data.days)


@post("/holiday/end", status_code=200, summary="Be back from holiday")
async def end_holiday(services: Services, guest: Guest | None, data: incoming.Nothing) -> Holiday:
    """Be back from now on; days that have not begun come back."""
    return await asyncio.to_thread(holidays.end, services.database, known(guest).id)


@get("/turns", summary="How many tables wait for me, and the next")
async def my_turns(services: Services, guest: Guest | None, at: Id | None = None) -> Turns:
    """How many tables wait for me beside the one that I am `at`, and the one to go to next."""
    if guest is None:
        return turn_list.after([], at)
    found = await asyncio.to_thread(turn_list.turns, services.database, services.store, guest.id)
    return turn_list.after(found, at)


TIME = [holiday, take_holiday, end_holiday, my_turns]
