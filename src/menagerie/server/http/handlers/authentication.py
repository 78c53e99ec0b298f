"""Signing in on a browser, over HTTP: with a passkey, a password, a recovery code, another device's code, a letter.

Every way ends alike: the browser gets a new token, and what a guest had there comes along if that is wanted.
"""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post

from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.request_identity import JSON, me_answer
from menagerie.server.people.accounts.accounts import Proof
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import people_now

Asked = Request[Any, Any, Any]


async def _signed_in(request: Asked, services: Services, asker: Asker, proof: Proof, bring: bool) -> Response[JSON]:
    token = await services.authentication.sign_in(asker, proof, bring)
    return me_answer(request, services, await services.guests.known(token), token)


@get("/sign-in", summary="How one can sign in here")
async def ways(services: Services, asker: Asker) -> JSON:
    """Which ways there are, and what a guest here would bring along."""
    guest = asker.guest
    has = None if guest is None else await asyncio.to_thread(services.accounts.belongings, guest.id)
    return {
        "guest": None if guest is None else {"id": guest.id, "name": guest.name, "account": guest.account},
        "has": has,
        "can": {"mail": services.email_addresses.mailer.is_there, "passkeys": asker.site is not None},
    }


@post("/sign-in/password", status_code=200, summary="Sign in with a name and a password")
async def by_password(request: Asked, services: Services, asker: Asker, data: incoming.SignIn) -> Response[JSON]:
    """Sign in with a name and a password."""
    proof = await services.authentication.by_password(asker, data.name, data.password)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/passkey/begin", status_code=200, summary="Begin to sign in with a passkey")
async def ask_passkey(services: Services, asker: Asker, data: incoming.Nothing) -> JSON:
    """What `navigator.credentials.get` is to be called with."""
    return await services.authentication.ask_passkey(asker)


@post("/sign-in/passkey", status_code=200, summary="Sign in with a passkey")
async def by_passkey(request: Asked, services: Services, asker: Asker, data: incoming.PasskeyAnswer) -> Response[JSON]:
    """Sign in with whichever passkey the browser has."""
    proof = await services.authentication.by_passkey(asker, data)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/code", status_code=200, summary="Sign in with a recovery code")
async def by_code(request: Asked, services: Services, asker: Asker, data: incoming.Code) -> Response[JSON]:
    """Sign in with a recovery code, which is used up."""
    proof = await services.authentication.by_code(asker, data.code)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/device/look", status_code=200, summary="Whose code that is")
async def look_at_device(services: Services, asker: Asker, data: incoming.Code) -> JSON:
    """Whom a code from another device makes of this one, where it was made, and what I would bring along."""
    guest, origin = await services.authentication.look_at_code(asker, data.code)
    people = await asyncio.to_thread(people_now, services.database, [guest])
    has = await asyncio.to_thread(services.accounts.belongings, guest)
    here = asker.guest
    is_same = here is not None and here.id == guest
    brings = None
    if here is not None and not here.account and not is_same:
        brings = await asyncio.to_thread(services.accounts.belongings, here.id)
    return {
        "name": people[guest].name,
        "has": has,
        "same": is_same,
        "from": {"device": origin.device, "network": origin.network, "near": origin.network == asker.network},
        "at": origin.at,
        "brings": brings,
    }


@post("/sign-in/device", status_code=200, summary="Sign in with a code from another device")
async def by_device(request: Asked, services: Services, asker: Asker, data: incoming.Code) -> Response[JSON]:
    """Sign in with a code from another device, which is used up."""
    proof = await services.authentication.by_device_code(asker, data.code)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/letter/send", status_code=200, summary="Send me a link to sign in")
async def send_letter(services: Services, asker: Asker, data: incoming.Email) -> JSON:
    """Send a link to an address that was confirmed. The answer is the same for every address."""
    await services.email_addresses.send_recovery(asker, data.email)
    return {"ok": True}


@post("/sign-in/letter", status_code=200, summary="Sign in with the link in a letter")
async def by_letter(request: Asked, services: Services, asker: Asker, data: incoming.Code) -> Response[JSON]:
    """Sign in with what the link in a letter has, which is used up."""
    proof = await services.email_addresses.by_link(data.code)
    return await _signed_in(request, services, asker, proof, data.bring)


SIGNING = (
    *(ways, by_password, ask_passkey, by_passkey, by_code),
    *(look_at_device, by_device, send_letter, by_letter),
)
