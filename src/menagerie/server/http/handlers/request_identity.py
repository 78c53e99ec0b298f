"""Identify the guest behind a request, and set the cookies for the next one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from litestar import Request, Response
from litestar.datastructures import Cookie
from msgspec import UNSET

from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import network
from menagerie.server.features.accounts.authentication import Asker
from menagerie.server.http.handlers.guard import CSRF_COOKIE, GUEST_COOKIE, address_of
from menagerie.server.people.accounts import devices, passkeys
from menagerie.server.protocol.outgoing import accounts as outgoing
from menagerie.server.protocol.outgoing.accounts import Me
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest, hashed

YEAR = 365 * 24 * 3600


async def provide_services(request: Request[Any, Any, Any]) -> Services:
    """Return the parts of the server."""
    services: Services = request.app.state.services
    return services


async def provide_guest(request: Request[Any, Any, Any]) -> Guest | None:
    """Return the guest who asks."""
    services: Services = request.app.state.services
    return await services.guests.known(request.cookies.get(GUEST_COOKIE))


async def provide_asker(request: Request[Any, Any, Any]) -> Asker:
    """Return the guest who asks, and from where."""
    services: Services = request.app.state.services
    token = request.cookies.get(GUEST_COOKIE, "")
    guest = await services.guests.known(token)
    # A challenge is bound to a browser and its current guest, which the cookies identify.
    browser = hashed(f"{request.cookies.get(CSRF_COOKIE, '')} {token if guest else ''}")
    return Asker(
        guest=guest,
        token=token if guest else "",
        browser=browser,
        network=network(address_of(request)),
        device=device_of(request),
        site=passkeys.site(services.settings, request.headers.get("host", "")),
    )


def device_of(request: Request[Any, Any, Any]) -> str:
    """Return the name of the requesting device."""
    return devices.device_name(request.headers.get("user-agent", ""))


def known(guest: Guest | None) -> Guest:
    """Return the guest, where one is required."""
    if guest is None:
        raise Refused("guest", "Choose a name first.")
    return guest


def cookie(services: Services, name: str, value: str, samesite: Any, max_age: int | None) -> Cookie:
    """Return a cookie that no script can read."""
    secure = services.settings.is_secure
    return Cookie(name, path="/", value=value, max_age=max_age, httponly=True, samesite=samesite, secure=secure)


def token_cookie(services: Services, token: str) -> Cookie:
    """Return the cookie that identifies a guest, or its deletion."""
    return cookie(services, GUEST_COOKIE, token, "lax", YEAR if token else 0)


def me_answer(
    request: Request[Any, Any, Any],
    services: Services,
    guest: Guest | None,
    token: str | None = None,
    codes: Sequence[str] | None = None,
) -> Response[Me]:
    """Return who I am, with the cookies that are missing."""
    csrf, cookies = request.cookies.get(CSRF_COOKIE, ""), []
    if not 32 <= len(csrf) <= 100:
        csrf = secrets.token_hex(32)
        cookies.append(cookie(services, CSRF_COOKIE, csrf, "strict", None))
    if token is not None:
        cookies.append(token_cookie(services, token))
    told = Me(guest=None if guest is None else about(guest), csrf=csrf, codes=UNSET if codes is None else codes)
    return Response(told, cookies=cookies)


def sign_in_ways(services: Services, asker: Asker) -> outgoing.SignInWays:
    """Return the ways in which this server can sign someone in."""
    return outgoing.SignInWays(mail=services.email_addresses.mailer.is_there, passkeys=asker.site is not None)


def about(guest: Guest) -> outgoing.Guest:
    """Return what a guest sees of themselves."""
    return outgoing.Guest(id=guest.id, name=guest.name, account=guest.account)
