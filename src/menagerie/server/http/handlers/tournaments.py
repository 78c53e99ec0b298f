"""Handle tournaments over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from litestar import get, post
from litestar.params import Parameter

from menagerie.server.features.tournaments import payloads, registration
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.tournaments import Tournament, Tournaments
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest

REASON: Final = 200
"""Maximum length of a reason."""
Id = Annotated[str, Parameter(max_length=64, pattern="^[0-9A-Za-z_-]+$")]


async def _may_begin(services: Services, guest: Guest | None) -> Guest:
    """Return the guest who asks; refuse a suspended one."""
    who = known(guest)
    await asyncio.to_thread(services.social.moderation.check_begin, who.id)
    return who


async def _reason(services: Services, guest: Guest, reason: str) -> str:
    """Return a reason that everyone may read."""
    return await asyncio.to_thread(services.social.texts.words, guest, reason, "A reason", REASON)


async def _page(services: Services, guest: Guest | None, tournament: str) -> Tournament:
    return await asyncio.to_thread(payloads.page, services.database, guest, tournament)


@get("/tournaments", summary="List tournaments")
async def tournaments(services: Services, guest: Guest | None) -> Tournaments:
    """Return the listed tournaments, and mine."""
    return await asyncio.to_thread(payloads.lists, services.database, guest)


@post("/tournaments", summary="Create a tournament")
async def make_tournament(services: Services, guest: Guest | None, data: incoming.NewTournament) -> Tournament:
    """Create a tournament. Requires an account."""
    who = await _may_begin(services, guest)
    name = await asyncio.to_thread(services.social.texts.name, who, data.name, "A tournament's name")
    wish = incoming.replace(data, name=name)
    return await _page(services, who, await asyncio.to_thread(registration.make, services.database, who, wish))


@get("/tournaments/{tournament:str}", summary="Show a tournament")
async def tournament(services: Services, guest: Guest | None, tournament: Id) -> Tournament:
    """Return a tournament: standings, rounds, and what I can do."""
    return await _page(services, guest, tournament)


@post("/tournaments/{tournament:str}/enter", status_code=200, summary="Enter a tournament")
async def enter(services: Services, guest: Guest | None, tournament: Id, data: incoming.Nothing) -> Tournament:
    """Enter a tournament. Requires an account."""
    who = await _may_begin(services, guest)
    await asyncio.to_thread(registration.enter, services.database, who, tournament)
    return await _page(services, who, tournament)


@post("/tournaments/{tournament:str}/leave", status_code=200, summary="Leave a tournament")
async def leave(services: Services, guest: Guest | None, tournament: Id, data: incoming.Nothing) -> Tournament:
    """Leave a tournament. Results stand, and a running game is lost."""
    who = known(guest)
    await asyncio.to_thread(registration.leave, services.database, who, tournament)
    await services.tournaments.attend(tournament)
    return await _page(services, who, tournament)


@post("/tournaments/{tournament:str}/next", status_code=200, summary="Start a tournament or its next round")
async def next_round(services: Services, guest: Guest | None, tournament: Id, data: incoming.Nothing) -> Tournament:
    """Start my tournament, or its next round if rounds don't start automatically."""
    who = await _may_begin(services, guest)
    await asyncio.to_thread(registration.check_next, services.database, who, tournament)
    await services.tournaments.attend(tournament, is_requested=True)
    return await _page(services, who, tournament)


@post("/tournaments/{tournament:str}/remove", status_code=200, summary="Remove a player from a tournament")
async def remove(services: Services, guest: Guest | None, tournament: Id, data: incoming.Removal) -> Tournament:
    """Remove a player from my tournament, with a reason."""
    who = known(guest)
    reason = await _reason(services, who, data.reason)
    await asyncio.to_thread(registration.remove, services.database, who, tournament, data.person, reason)
    await services.tournaments.attend(tournament)
    return await _page(services, who, tournament)


@post("/tournaments/{tournament:str}/cancel", status_code=200, summary="Cancel a tournament")
async def cancel(services: Services, guest: Guest | None, tournament: Id, data: incoming.CallOff) -> Tournament:
    """Cancel my tournament, with a reason."""
    who = known(guest)
    reason = await _reason(services, who, data.reason)
    await asyncio.to_thread(registration.cancel, services.database, who, tournament, reason)
    return await _page(services, who, tournament)


TOURNAMENTS = [tournaments, make_tournament, tournament, enter, leave, next_round, remove, cancel]
