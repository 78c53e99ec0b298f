"""The name by which a browser is known, over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post

from menagerie.server.base.errors import Refused
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.guard import network_of
from menagerie.server.http.handlers.request_identity import device_of, me_answer
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.accounts import Me
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest


@get("/me", summary="Who I am")
async def me(request: Request[Any, Any, Any], services: Services, guest: Guest | None) -> Response[Me]:
    """Who I am, and the CSRF token for everything that changes something."""
    return me_answer(request, services, guest)


@post("/me", status_code=200, summary="Choose or change my name")
async def set_me(request: Request[Any, Any, Any], services: Services, asker: Asker, data: incoming.Me) -> Response[Me]:
    """Choose or change my name. With an account one signs in by it: another one needs a proof that it is me."""
    guest = asker.guest
    name = await asyncio.to_thread(services.social.texts.own_name, guest, data.name)
    if guest is not None:
        if guest.account and name != guest.name:
            await services.authentication.proved(asker)
        renamed = await services.seating.rename(guest, name)
        services.guests.forget(guest.id)  # on all devices
        return me_answer(request, services, renamed)
    if not services.arrivals.take(network_of(request)):
        raise Refused("busy", "Too many people have just come from your network; wait a minute.", retry=60)
    added, token = await services.guests.add(name, device_of(request))
    return me_answer(request, services, added, token)


ME = (me, set_me)
