"""Handle notices over HTTP: preferences, devices, webhooks, and the link in every email that ends them."""

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


@get("/notices", summary="Show my notices")
async def notices(services: Services, asker: Asker) -> Notices:
    """Return my preferences, devices, webhook, and what couldn't be delivered lately."""
    return await asyncio.to_thread(services.notices.about, known(asker.guest), asker.token)


@post("/notices", status_code=200, summary="Change my notices")
async def wish(services: Services, asker: Asker, data: incoming.NoticeWishes) -> Notices:
    """Set the ways for each kind, quiet hours, and how often there is an email."""
    who = known(asker.guest)
    wanted = Preferences(data.kinds, data.zone, data.quiet_from, data.quiet_until, data.digest)
    await asyncio.to_thread(services.notices.wish, who.id, wanted)
    return await asyncio.to_thread(services.notices.about, who, asker.token)


@get("/notices/tables/{id:str}", summary="Show my notices about one table")
async def at_table(services: Services, guest: Guest | None, id: Id) -> TableNotices:
    """Return the ways for each kind at this table; null if they are the general ones."""
    return TableNotices(kinds=await asyncio.to_thread(services.notices.at_table, known(guest).id, id))


@post("/notices/tables/{id:str}", status_code=200, summary="Change my notices about one table")
async def wish_at_table(services: Services, guest: Guest | None, id: Id, data: incoming.TableNotices) -> TableNotices:
    """Set the ways for each kind at this table: empty for none, null for the general ones."""
    await asyncio.to_thread(services.notices.wish_at_table, known(guest).id, id, data.kinds)
    return TableNotices(kinds=await asyncio.to_thread(services.notices.at_table, known(guest).id, id))


@post("/notices/devices", status_code=200, summary="Get notices on this device")
async def add_device(services: Services, asker: Asker, data: incoming.PushDevice) -> Notices:
    """Register the result of `PushManager.subscribe`."""
    who = known(asker.guest)
    device = Device(data.endpoint, data.p256dh, data.auth)
    await asyncio.to_thread(services.notices.add_device, who.id, asker.token, device)
    return await asyncio.to_thread(services.notices.about, who, asker.token)


@post("/notices/devices/{id:str}/remove", status_code=200, summary="Stop notices on a device")
async def remove_device(services: Services, asker: Asker, id: Id, data: incoming.Nothing) -> Notices:
    """Stop notices on a device."""
    who = known(asker.guest)
    await asyncio.to_thread(services.notices.remove_device, who.id, id)
    return await asyncio.to_thread(services.notices.about, who, asker.token)


@post("/notices/webhook", status_code=200, summary="Set a webhook")
async def set_webhook(services: Services, guest: Guest | None, data: incoming.Webhook) -> WebhookSecret:
    """Set a webhook. The answer contains the secret that signs plain messages; it is not shown again."""
    secret = await asyncio.to_thread(services.notices.set_webhook, known(guest), data.form, data.address)
    return WebhookSecret(secret=secret)


@post("/notices/webhook/remove", status_code=200, summary="Remove the webhook")
async def remove_webhook(services: Services, guest: Guest | None, data: incoming.Nothing) -> Ok:
    """Remove the webhook."""
    await asyncio.to_thread(services.notices.remove_webhook, known(guest).id)
    return Ok()


@post("/notices/off/{token:str}", status_code=200, summary="Stop emails")
async def off(services: Services, token: Token) -> Ok:
    """Stop all emails, as the link in each one does. Needs no sign-in, since mail programs request it, too."""
    await asyncio.to_thread(services.notices.unsubscribe, token)
    return Ok()


NOTICES = (notices, wish, at_table, wish_at_table, add_device, remove_device, set_webhook, remove_webhook, off)
