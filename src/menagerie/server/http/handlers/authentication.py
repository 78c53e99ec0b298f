"""Sign in over HTTP: with a passkey, a password, a recovery code, another device's code, or an email.

Every way ends alike: the browser gets a new token, and a guest's data moves along if wanted."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post

from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.request_identity import about, me_answer, sign_in_ways
from menagerie.server.people.accounts.accounts import Proof
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.accounts import CodeLook, Me, PasskeyRequest, SignIn
from menagerie.server.protocol.outgoing.base import Ok
from menagerie.server.services.assembly import Services

Asked = Request[Any, Any, Any]


async def _signed_in(request: Asked, services: Services, asker: Asker, proof: Proof, bring: bool) -> Response[Me]:
    token = await services.authentication.sign_in(asker, proof, bring)
    return me_answer(request, services, await services.guests.known(token), token)


@get("/sign-in", summary="List the ways to sign in")
async def ways(services: Services, asker: Asker) -> SignIn:
    """Return the available ways, and what a guest here would bring along."""
    guest = asker.guest
    has = None if guest is None else await asyncio.to_thread(services.accounts.belongings, guest.id)
    return SignIn(guest=None if guest is None else about(guest), has=has, can=sign_in_ways(services, asker))


@post("/sign-in/password", status_code=200, summary="Sign in with a name and a password")
async def by_password(request: Asked, services: Services, asker: Asker, data: incoming.SignIn) -> Response[Me]:
    """Sign in with a name and a password."""
    proof = await services.authentication.by_password(asker, data.name, data.password)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/passkey/begin", status_code=200, summary="Start signing in with a passkey")
async def ask_passkey(services: Services, asker: Asker, data: incoming.Nothing) -> PasskeyRequest:
    """Return the arguments for `navigator.credentials.get`."""
    return await services.authentication.ask_passkey(asker)


@post("/sign-in/passkey", status_code=200, summary="Sign in with a passkey")
async def by_passkey(request: Asked, services: Services, asker: Asker, data: incoming.PasskeyAnswer) -> Response[Me]:
    """Sign in with any passkey of the browser."""
    proof = await services.authentication.by_passkey(asker, data)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/code", status_code=200, summary="Sign in with a recovery code")
async def by_code(request: Asked, services: Services, asker: Asker, data: incoming.Code) -> Response[Me]:
    """Sign in with a recovery code, which is used up."""
    proof = await services.authentication.by_code(asker, data.code)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/device/look", status_code=200, summary="Look up a device code")
async def look_at_device(services: Services, asker: Asker, data: incoming.Code) -> CodeLook:
    """Return whose account a device code signs in, where it was made, and what I would bring along."""
    return await services.authentication.look_at_code(asker, data.code)


@post("/sign-in/device", status_code=200, summary="Sign in with a code from another device")
async def by_device(request: Asked, services: Services, asker: Asker, data: incoming.Code) -> Response[Me]:
    """Sign in with a code from another device, which is used up."""
    proof = await services.authentication.by_device_code(asker, data.code)
    return await _signed_in(request, services, asker, proof, data.bring)


@post("/sign-in/letter/send", status_code=200, summary="Email me a link to sign in")
async def send_letter(services: Services, asker: Asker, data: incoming.Email) -> Ok:
    """Send a link to a confirmed address. The answer is the same for every address."""
    await services.email_addresses.send_recovery(asker, data.email)
    return Ok()


@post("/sign-in/letter", status_code=200, summary="Sign in with the link in an email")
async def by_letter(request: Asked, services: Services, asker: Asker, data: incoming.Code) -> Response[Me]:
    """Sign in with the token in an email's link, which is used up."""
    proof = await services.email_addresses.by_link(data.code)
    return await _signed_in(request, services, asker, proof, data.bring)


SIGNING = (
    *(ways, by_password, ask_passkey, by_passkey, by_code),
    *(look_at_device, by_device, send_letter, by_letter),
)
