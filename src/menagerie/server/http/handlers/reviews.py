"""Reviews over HTTP."""

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


@get("/tables/{table:str}/review", summary="How the review of a game stands")
async def review(services: Services, table: Id) -> ReviewProgress:
    """The review of a game that is over, or how much of it is done."""
    return await services.reviews.look(await services.tables.get(table))


@post("/tables/{table:str}/review", status_code=200, summary="Review a game that is over")
async def begin_review(
    request: Request[Any, Any, Any], services: Services, guest: Guest | None, table: Id, data: incoming.Nothing
) -> ReviewProgress:
    """Have a game reviewed in the background, if it is not yet."""
    who = known(guest)
    return await services.reviews.begin(await services.tables.get(table), who.id, network_of(request))


REVIEWS = (review, begin_review)
