"""Handle accounts over HTTP: create, sign in and out, devices, email, export, deletion."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Response, get, post
from litestar.response import Stream

from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.parameters import ZIP, Id, LongId
from menagerie.server.http.handlers.request_identity import about, known, me_answer, sign_in_ways, token_cookie
from menagerie.server.people.accounts import one_time_tokens, qr_codes
from menagerie.server.people.accounts.accounts import Kept
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing import accounts as outgoing
from menagerie.server.protocol.outgoing.accounts import DeviceCode, Me, NewCodes, PasskeyRequest
from menagerie.server.protocol.outgoing.base import Ok
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest

Asked = Request[Any, Any, Any]


@get("/me/account", summary="Show my account")
async def account(services: Services, asker: Asker) -> outgoing.Account:
    """Return how my account is protected, my devices, and what belongs to me."""
    who, accounts = known(asker.guest), services.accounts
    return outgoing.Account(
        guest=about(who),
        account=await asyncio.to_thread(accounts.how_kept, who.id),
        devices=await asyncio.to_thread(services.authentication.devices.all, who.id, asker.token),
        has=await asyncio.to_thread(accounts.belongings, who.id),
        can=sign_in_ways(services, asker),
    )


def _kept(request: Asked, services: Services, asker: Asker, kept: Kept) -> Response[Me]:
    who = known(asker.guest)
    return me_answer(request, services, Guest(who.id, who.name, True), kept.token, codes=kept.codes)


def _changed(services: Services, token: str) -> Response[Ok]:
    """Return the answer to a browser whose token has changed, or that has none now."""
    return Response(Ok(), cookies=[token_cookie(services, token)])


@post("/me/keep", status_code=200, summary="Create an account with a password")
async def keep(request: Asked, services: Services, asker: Asker, data: incoming.Password) -> Response[Me]:
    """Turn a guest into an account. The answer contains recovery codes, which are never shown again."""
    return _kept(request, services, asker, await services.authentication.keep(asker, data.password))


@post("/me/passkey/begin", status_code=200, summary="Start making a passkey")
async def begin_passkey(services: Services, asker: Asker, data: incoming.Nothing) -> PasskeyRequest:
    """Return the arguments for `navigator.credentials.create`."""
    return await services.authentication.begin_passkey(asker)


@post("/me/passkey", status_code=200, summary="Add a passkey, or create an account with one")
async def add_passkey(request: Asked, services: Services, asker: Asker, data: incoming.PasskeyMade) -> Response[Me]:
    """Add the passkey that the browser has made. A guest gets an account and recovery codes."""
    kept, token = await services.authentication.add_passkey(asker, data)
    return me_answer(request, services, asker.guest, token) if kept is None else _kept(request, services, asker, kept)


@post("/me/passkeys/{id:str}/remove", status_code=200, summary="Remove a passkey")
async def remove_passkey(services: Services, asker: Asker, id: LongId, data: incoming.Nothing) -> Response[Ok]:
    """Remove a passkey if there is another way to sign in. My other devices are signed out."""
    return _changed(services, await services.authentication.remove_passkey(asker, id))


@post("/me/password", status_code=200, summary="Set a password")
async def set_password(services: Services, asker: Asker, data: incoming.Password) -> Response[Ok]:
    """Set a new password, or the first. My other devices are signed out."""
    return _changed(services, await services.authentication.set_password(asker, data.password))


@post("/me/codes", status_code=200, summary="Make new recovery codes")
async def new_codes(services: Services, asker: Asker, data: incoming.Nothing) -> Response[NewCodes]:
    """Return ten new recovery codes, which replace the old ones. My other devices are signed out."""
    made, token = await services.authentication.new_codes(asker)
    return Response(NewCodes(codes=made), cookies=[token_cookie(services, token)])


@post("/me/prove", status_code=200, summary="Confirm with my password that it's me")
async def prove(services: Services, asker: Asker, data: incoming.Password) -> Response[Ok]:
    """Confirm my identity, as anything requires that could take an account away, unless it was done within 15 minutes.
    Sets a new cookie."""
    return _changed(services, await services.authentication.prove(asker, data.password))


@post("/me/prove/passkey", status_code=200, summary="Confirm with a passkey that it's me")
async def prove_by_passkey(services: Services, asker: Asker, data: incoming.PasskeyAnswer) -> Response[Ok]:
    """Confirm my identity with a passkey. `/api/sign-in/passkey/begin` returns what to sign."""
    return _changed(services, await services.authentication.prove_by_passkey(asker, data))


@post("/me/device", status_code=200, summary="Make a code for another device")
async def device_code(request: Asked, services: Services, asker: Asker, data: incoming.Nothing) -> DeviceCode:
    """Return a code to type on another device, and a QR code of an address that needs no typing."""
    code = await services.authentication.device_code(asker)
    base = services.settings.public_url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', '')}"
    link = f"{base}/sign-in#device={code}"
    shown = f"{code[:4]}-{code[4:]}".upper()
    seconds = int(one_time_tokens.DEVICE)
    return DeviceCode(code=shown, link=link, qr=qr_codes.picture(link), seconds=seconds)


@post("/me/devices/{id:str}/end", status_code=200, summary="Sign out one of my devices")
async def end_device(services: Services, asker: Asker, id: Id, data: incoming.Nothing) -> Ok:
    """Sign out one of my devices."""
    await services.authentication.end_device(asker, id)
    return Ok()


@post("/me/sign-out", status_code=200, summary="Sign out here")
async def sign_out(services: Services, asker: Asker, data: incoming.Nothing) -> Response[Ok]:
    """Sign out this device. A guest can't come back."""
    await services.authentication.sign_out(asker)
    return _changed(services, "")


@post("/me/sign-out-everywhere", status_code=200, summary="Sign out all my devices")
async def sign_out_everywhere(services: Services, asker: Asker, data: incoming.Nothing) -> Response[Ok]:
    """Sign out all my devices at once."""
    await services.authentication.sign_out_everywhere(asker)
    return _changed(services, "")


@get("/me/export", summary="Export all my data", media_type=ZIP)
async def export_me(services: Services, asker: Asker) -> Stream:
    """Return a zip with everything stored about me and the records of my finished games. An account must confirm its
    identity first."""
    pieces = await services.data_export.of(known(asker.guest), asker)
    headers = {"content-disposition": 'attachment; filename="menagerie.zip"'}
    return Stream(pieces, media_type="application/zip", headers=headers)


@post("/me/delete", status_code=200, summary="Delete me")
async def delete_me(services: Services, asker: Asker, data: incoming.Me) -> Response[Ok]:
    """Delete everything about me, after I have typed my name. Other people's games stay, without my name."""
    await services.authentication.delete(asker, data.name)
    return _changed(services, "")


@post("/me/mail", status_code=200, summary="Set an email address")
async def set_mail(services: Services, asker: Asker, data: incoming.Email) -> Response[Ok]:
    """Set an email address, which a link in an email confirms. My other devices are signed out."""
    return _changed(services, await services.email_addresses.set_address(asker, data.email))


@post("/me/mail/remove", status_code=200, summary="Remove my email address")
async def remove_mail(services: Services, asker: Asker, data: incoming.Nothing) -> Response[Ok]:
    """Remove my email address. My other devices are signed out."""
    return _changed(services, await services.email_addresses.remove_address(asker))


@post("/me/mail/confirm", status_code=200, summary="Confirm an email address")
async def confirm_mail(services: Services, data: incoming.Code) -> Ok:
    """Confirm an email address with the token in an email's link."""
    await services.email_addresses.confirm(data.code)
    return Ok()


PEOPLE = (
    *(account, keep, begin_passkey, add_passkey, remove_passkey, set_password, new_codes, prove, prove_by_passkey),
    *(device_code, end_device, sign_out, sign_out_everywhere, export_me, delete_me),
    *(set_mail, remove_mail, confirm_mail),
)
