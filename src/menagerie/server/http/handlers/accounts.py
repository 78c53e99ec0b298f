"""What somebody does about who they are, over HTTP: keep a name, sign in and out, devices, e-mail, export, deletion."""

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


@get("/me/account", summary="All about me")
async def account(services: Services, asker: Asker) -> outgoing.Account:
    """How my name is kept, my devices, and what belongs to me."""
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
    """Return what a browser is told that has another token from now on, or none."""
    return Response(Ok(), cookies=[token_cookie(services, token)])


@post("/me/keep", status_code=200, summary="Keep my name, with a password")
async def keep(request: Asked, services: Services, asker: Asker, data: incoming.Password) -> Response[Me]:
    """Make an account of a guest. The answer has recovery codes, which are never shown again."""
    return _kept(request, services, asker, await services.authentication.keep(asker, data.password))


@post("/me/passkey/begin", status_code=200, summary="Begin to make a passkey")
async def begin_passkey(services: Services, asker: Asker, data: incoming.Nothing) -> PasskeyRequest:
    """What `navigator.credentials.create` is to be called with."""
    return await services.authentication.begin_passkey(asker)


@post("/me/passkey", status_code=200, summary="Keep a passkey, and with it my name")
async def add_passkey(request: Asked, services: Services, asker: Asker, data: incoming.PasskeyMade) -> Response[Me]:
    """Keep the passkey that the browser has made. A guest has an account from then on, and recovery codes."""
    kept, token = await services.authentication.add_passkey(asker, data)
    return me_answer(request, services, asker.guest, token) if kept is None else _kept(request, services, asker, kept)


@post("/me/passkeys/{id:str}/remove", status_code=200, summary="Remove a passkey")
async def remove_passkey(services: Services, asker: Asker, id: LongId, data: incoming.Nothing) -> Response[Ok]:
    """Remove a passkey, if there is another way to sign in. My other devices are signed out."""
    return _changed(services, await services.authentication.remove_passkey(asker, id))


@post("/me/password", status_code=200, summary="Set another password")
async def set_password(services: Services, asker: Asker, data: incoming.Password) -> Response[Ok]:
    """Set another password, or the first. My other devices are signed out."""
    return _changed(services, await services.authentication.set_password(asker, data.password))


@post("/me/codes", status_code=200, summary="New recovery codes")
async def new_codes(services: Services, asker: Asker, data: incoming.Nothing) -> Response[NewCodes]:
    """Ten new recovery codes, which replace the old. My other devices are signed out."""
    made, token = await services.authentication.new_codes(asker)
    return Response(NewCodes(codes=made), cookies=[token_cookie(services, token)])


@post("/me/prove", status_code=200, summary="Show that it is me, with my password")
async def prove(services: Services, asker: Asker, data: incoming.Password) -> Response[Ok]:
    """Needed before what could take an account away, if it was not done in the last 15 minutes. There is a new cookie
    afterwards."""
    return _changed(services, await services.authentication.prove(asker, data.password))


@post("/me/prove/passkey", status_code=200, summary="Show that it is me, with a passkey")
async def prove_by_passkey(services: Services, asker: Asker, data: incoming.PasskeyAnswer) -> Response[Ok]:
    """The same with a passkey; what is to be signed `/api/sign-in/passkey/begin` tells."""
    return _changed(services, await services.authentication.prove_by_passkey(asker, data))


@post("/me/device", status_code=200, summary="A code for another device of mine")
async def device_code(request: Asked, services: Services, asker: Asker, data: incoming.Nothing) -> DeviceCode:
    """A code to be typed on another device, and a QR code of the address at which that is not needed."""
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
    """Sign out this device. A guest cannot come back."""
    await services.authentication.sign_out(asker)
    return _changed(services, "")


@post("/me/sign-out-everywhere", status_code=200, summary="Sign out all my devices")
async def sign_out_everywhere(services: Services, asker: Asker, data: incoming.Nothing) -> Response[Ok]:
    """Sign out all my devices at once."""
    await services.authentication.sign_out_everywhere(asker)
    return _changed(services, "")


@get("/me/export", summary="Everything that is stored of me", media_type=ZIP)
async def export_me(services: Services, asker: Asker) -> Stream:
    """A zip with everything that is stored of me, and the records of my games that are over. With an account it needs a
    proof that it is me."""
    pieces = await services.data_export.of(known(asker.guest), asker)
    headers = {"content-disposition": 'attachment; filename="menagerie.zip"'}
    return Stream(pieces, media_type="application/zip", headers=headers)


@post("/me/delete", status_code=200, summary="Delete me")
async def delete_me(services: Services, asker: Asker, data: incoming.Me) -> Response[Ok]:
    """Delete everything of mine; the name has to be typed. Games of others stay, with somebody in my place."""
    await services.authentication.delete(asker, data.name)
    return _changed(services, "")


@post("/me/mail", status_code=200, summary="Give an e-mail address")
async def set_mail(services: Services, asker: Asker, data: incoming.Email) -> Response[Ok]:
    """Give an e-mail address, which is confirmed by the link in a letter. My other devices are signed out."""
    return _changed(services, await services.email_addresses.set_address(asker, data.email))


@post("/me/mail/remove", status_code=200, summary="Take my e-mail address away")
async def remove_mail(services: Services, asker: Asker, data: incoming.Nothing) -> Response[Ok]:
    """Take my e-mail address away. My other devices are signed out."""
    return _changed(services, await services.email_addresses.remove_address(asker))


@post("/me/mail/confirm", status_code=200, summary="Confirm an e-mail address")
async def confirm_mail(services: Services, data: incoming.Code) -> Ok:
    """Confirm an e-mail address with what the link in the letter has."""
    await services.email_addresses.confirm(data.code)
    return Ok()


PEOPLE = (
    *(account, keep, begin_passkey, add_passkey, remove_passkey, set_password, new_codes, prove, prove_by_passkey),
    *(device_code, end_device, sign_out, sign_out_everywhere, export_me, delete_me),
    *(set_mail, remove_mail, confirm_mail),
)
