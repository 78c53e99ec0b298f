"""Serve reviews over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post

from menagerie.server.http.handlers.guard import network_of
from menagerie.server.http.handlers.parameters import Id
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.moments import ReviewProgress
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest


@get("/tables/{table:str}/review", summary="Show the review of a game")
async def review(services: Services, table: Id) -> ReviewProgress:
    """Return the review of a finished game, or its progress."""
    return await services.reviews.look(await services.tables.get(table))


@post("/tables/{table:str}/review", status_code=200, summary="Review a finished game")
async def begin_review(
    request: Request[Any, Any, Any], services: Services, guest: Guest | None, table: Id, data: incoming.Nothing
) -> ReviewProgress:
    """Review a game in the background, unless that has been done."""
    who = known(guest)
    return await services.reviews.begin(await services.tables.get(table), who.id, network_of(request))


REVIEWS = (review, begin_review)
