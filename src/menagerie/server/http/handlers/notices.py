"""Notices over HTTP: what I wish to be told, in which ways, and the link in every letter that ends them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.features.notices.preferences import Preferences
from menagerie.server.features.notices.push import Device
from menagerie.server.http.handlers.parameters import Id
from menagerie.server.http.handlers.request_identity import known
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.base import Ok
from menagerie.server.protocol.outgoing.notices import Notices, TableNotices, WebhookSecret
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest

Token = Annotated[str, Parameter(max_length=200)]


@get("/notices", summary="What I am told when I am not at the table")
async def notices(services: Services, asker: Asker) -> Notices:
    """What I wish, the devices and the program that are told, and what could not be told lately."""
    return await asyncio.to_thread(services.notices.about, known(asker.guest), asker.token)


@post("/notices", status_code=200, summary="Wish to be told something else")
async def wish(services: Services, asker: Asker, data: incoming.NoticeWishes) -> Notices:
    """By kind the ways in which I am told, quiet hours and how often there is a letter."""
    who = known(asker.guest)
    wanted = Preferences(data.kinds, data.zone, data.quiet_from, data.quiet_until, data.digest)
    await asyncio.to_thread(services.notices.wish, who.id, wanted)
    return await asyncio.to_thread(services.notices.about, who, asker.token)


@get("/notices/tables/{id:str}", summary="What I am told about one table")
async def at_table(services: Services, guest: Guest | None, id: Id) -> TableNotices:
    """By kind the ways in which I am told about this table; null: the same as about all."""
    return TableNotices(kinds=await asyncio.to_thread(services.notices.at_table, known(guest).id, id))


@post("/notices/tables/{id:str}", status_code=200, summary="Wish to be told something else about one table")
async def wish_at_table(services: Services, guest: Guest | None, id: Id, data: incoming.TableNotices) -> TableNotices:
    """Nothing at all, with no ways; null: the same as about all."""
    await asyncio.to_thread(services.notices.wish_at_table, known(guest).id, id, data.kinds)
    return TableNotices(kinds=await asyncio.to_thread(services.notices.at_table, known(guest).id, id))


@post("/notices/devices", status_code=200, summary="Tell me on this device")
async def add_device(services: Services, asker: Asker, data: incoming.PushDevice) -> Notices:
    """What `PushManager.subscribe` has given to the browser."""
    who = known(asker.guest)
    device = Device(data.endpoint, data.p256dh, data.auth)
    await asyncio.to_thread(services.notices.add_device, who.id, asker.token, device)
    return await asyncio.to_thread(services.notices.about, who, asker.token)


@post("/notices/devices/{id:str}/remove", status_code=200, summary="Tell me no more on a device")
async def remove_device(services: Services, asker: Asker, id: Id, data: incoming.Nothing) -> Notices:
    """Tell me no more on a device."""
    who = known(asker.guest)
    await asyncio.to_thread(services.notices.remove_device, who.id, id)
    return await asyncio.to_thread(services.notices.about, who, asker.token)


@post("/notices/webhook", status_code=200, summary="Tell a program of mine")
async def set_webhook(services: Services, guest: Guest | None, data: incoming.Webhook) -> WebhookSecret:
    """The answer has the secret with which plain messages are signed; it is not shown again."""
    secret = await asyncio.to_thread(services.notices.set_webhook, known(guest), data.form, data.address)
    return WebhookSecret(secret=secret)


@post("/notices/webhook/remove", status_code=200, summary="Tell that program no more")
async def remove_webhook(services: Services, guest: Guest | None, data: incoming.Nothing) -> Ok:
    """Tell that program no more."""
    await asyncio.to_thread(services.notices.remove_webhook, known(guest).id)
    return Ok()


@post("/notices/off/{token:str}", status_code=200, summary="No more letters")
async def off(services: Services, token: Token) -> Ok:
    """What the link in a letter does: no more of them. Needs no signing in; mail programs ask for it themselves."""
    await asyncio.to_thread(services.notices.no_more_letters, token)
    return Ok()


NOTICES = (notices, wish, at_table, wish_at_table, add_device, remove_device, set_webhook, remove_webhook, off)
