"""Handle a guest's name over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post

from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.request_identity import me_answer
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.accounts import Me
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest


@get("/me", summary="Show who I am")
async def me(request: Request[Any, Any, Any], services: Services, guest: Guest | None) -> Response[Me]:
    """Return who I am, and the CSRF token for every request that changes something."""
    return me_answer(request, services, guest)


@post("/me", status_code=200, summary="Choose or change my name")
async def set_me(request: Request[Any, Any, Any], services: Services, asker: Asker, data: incoming.Me) -> Response[Me]:
    """Choose or change my name. An account signs in by its name, so changing it requires confirming my identity."""
    guest, token = await services.own_name.choose(asker, data.name)
    return me_answer(request, services, guest, token)


ME = (me, set_me)
