"""Check requests before they reach a handler, and add headers to every answer."""

from __future__ import annotations

import hmac
import logging
import math
import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from menagerie.core.seats import counted
from menagerie.server.base import logs
from menagerie.server.base.errors import Refused, missing, no_answer
from menagerie.server.base.rate_limits import network
from menagerie.server.base.settings import Settings
from menagerie.server.services.assembly import Services
from menagerie.server.services.owner_relay import FROM, SECRET

LOG: Final = logging.getLogger("menagerie.server")
GUEST_COOKIE: Final = "menagerie_guest"
CSRF_COOKIE: Final = "menagerie_csrf"
SEEN_COOKIE: Final = "menagerie_seen"
"""The deals of days that guests have tried in this browser."""
CSRF_HEADER: Final = "x-csrf-token"
LETTERS_OFF: Final = "/api/notices/off/"
"""Requested by mail programs without cookies, with a secret token in the address."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
DRAWS: Final = "draws"
"""Marks handlers whose answers are slow to draw."""
ALWAYS: Final = ("/api/health", "/api/ready")
"""Answered even when nothing else can be."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; font-src 'self'; media-src 'self' data:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)

HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Security headers of every answer, unless a handler sets its own."""

HSTS: Final = {"strict-transport-security": "max-age=31536000"}
"""For a year browsers use HTTPS only, even if a user types http://."""

Connection = ASGIConnection[Any, Any, Any, Any]


def headers_for(settings: Settings) -> dict[str, str]:
    """Return the headers of every answer."""
    return HEADERS | HSTS if settings.is_secure else HEADERS


def address_of(connection: Connection) -> str:
    """Return a connection's address."""
    return connection.client.host if connection.client else ""


def network_of(connection: Connection) -> str:
    """Return the network that a connection counts for."""
    return network(address_of(connection))


def is_own_origin(connection: Connection, further: Iterable[str]) -> bool:
    """Return whether a request comes from one of our own pages. Programs other than browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in further:
        return True
    # A page of the same name over plain HTTP could be forged by anyone on the way.
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return origin == f"{scheme}://{connection.headers.get('host')}"


def is_known_host(connection: Connection, settings: Settings) -> bool:
    """Return whether the server is called by one of its own names. Otherwise any site could point its name at our
    address and pass its pages off as ours."""
    host = connection.headers.get("host")
    if host is None:  # not a browser
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return _is_address(name) or name in own_names(settings.all_names)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def own_names(further: tuple[str, ...]) -> frozenset[str]:
    """Return the names by which browsers may call the server."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine}.local", *further})


def has_csrf_token(connection: Connection) -> bool:
    """Return whether the header repeats the cookie: another site's page can send the cookie, but not read it."""
    cookie, header = connection.cookies.get(CSRF_COOKIE, ""), connection.headers.get(CSRF_HEADER, "")
    return len(cookie) >= 32 and hmac.compare_digest(cookie.encode(), header.encode())


def is_inside(scope: Scope, services: Services) -> bool:
    """Return whether another process of ours forwards this; refuse anyone else at that port."""
    relay, server = services.relay, scope.get("server")
    if relay is None or server is None or server[1] != relay.port:
        return False
    if not hmac.compare_digest(dict(scope["headers"]).get(SECRET, b""), relay.secret):
        raise Refused("origin", "This port is only for the server's own processes.")
    return True


async def _is_unknown(scope: Scope, services: Services) -> bool:
    """Return whether this process can't answer reliably because it has lost the database, while others may continue."""
    asked = scope["path"].startswith("/api/") and scope["path"] not in ALWAYS
    return asked and services.cluster is not None and await services.cluster.is_out_of_touch()


async def _turn_away(receive: Any, send: Any) -> None:
    """Refuse a websocket in a way that lets a proxy try another process."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b"", "more_body": False})


class Guard:
    """Middleware that refuses requests that don't come from our own pages, or come too often."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, then pass it on."""
        services: Services = scope["litestar_app"].state.services
        inside = is_inside(scope, services)
        if inside:
            # Another process of ours has checked it and forwards it.
            scope["client"] = (dict(scope["headers"]).get(FROM, b"").decode("latin-1"), 0)
        connection: Connection = ASGIConnection(scope)
        logs.about(address_of(connection))
        if "\0" in scope["path"]:  # PostgreSQL could not even search for it
            raise missing("address")
        if await _is_unknown(scope, services):
            if scope["type"] == ScopeType.HTTP:
                raise no_answer()
            await _turn_away(receive, send)
            return
        if scope["type"] == ScopeType.HTTP and not inside:
            if not is_known_host(connection, services.settings):
                raise Refused(
                    "host", "The server doesn't accept this host name. Its operator can add it in the settings."
                )
            guest = await services.guests.known(connection.cookies.get(GUEST_COOKIE))
            who = guest.id if guest else network_of(connection)
            logs.about(address_of(connection), guest.id if guest else None, scope["path_params"].get("table"))
            if scope["method"] not in SAFE:
                self._check(connection, services, who)
            elif scope["path"].startswith("/api/"):
                self._check_reading(connection, services, who)
        await self._app(scope, receive, send)

    @staticmethod
    def _check(connection: Connection, services: Services, who: str) -> None:
        by_token = connection.scope["path"].startswith(LETTERS_OFF)
        if not by_token and not is_own_origin(connection, services.settings.all_origins):
            raise Refused("origin", "This request comes from another site.")
        if not by_token and not has_csrf_token(connection):
            raise Refused("csrf", "The CSRF token is missing or wrong. Reload the page.")
        limits = services.settings.limits
        if not services.posts.take(who):
            raise _too_many(limits.posts_burst, limits.posts_per_second)

    @staticmethod
    def _check_reading(connection: Connection, services: Services, who: str) -> None:
        limits = services.settings.limits
        if not services.gets.take(who):
            raise _too_many(limits.gets_burst, limits.gets_per_second)
        # Guests cost nothing to create, so slow drawings are counted per address.
        draws = connection.route_handler.opt.get(DRAWS)
        if draws and not services.draws.take(network_of(connection)):
            raise _too_many(limits.gets_burst // 2, limits.gets_per_second / 2)


def _too_many(burst: int, per_second: float) -> Refused:
    wait = max(1, math.ceil(1 / per_second))
    limit = f"Too many requests. The limit is {burst} at once and {per_second:g} per second."
    return Refused("busy", f"{limit} Wait {counted(wait, 'second', 'seconds')}.", retry=wait)
