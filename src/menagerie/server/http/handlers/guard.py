"""What is checked before a request reaches a handler, and what is added to every answer."""

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
"""What a mail program asks for by itself, with a token in the address that nobody else knows instead of cookies."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
DRAWS: Final = "draws"
"""The option of a handler whose answer takes long to draw."""
ALWAYS: Final = ("/api/health", "/api/ready")
"""What is answered whatever else cannot be said."""

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
"""The headers of a careful site, sent with every answer unless a handler sets its own."""

HSTS: Final = {"strict-transport-security": "max-age=31536000"}
"""For a year browsers come over HTTPS only, also if somebody types http://."""

Connection = ASGIConnection[Any, Any, Any, Any]


def headers_for(settings: Settings) -> dict[str, str]:
    """What every answer of a server has."""
    return HEADERS | HSTS if settings.is_secure else HEADERS


def address_of(connection: Connection) -> str:
    """Where a connection comes from."""
    return connection.client.host if connection.client else ""


def network_of(connection: Connection) -> str:
    """As whose a connection counts."""
    return network(address_of(connection))


def is_own_origin(connection: Connection, further: Iterable[str]) -> bool:
    """Whether a request comes from one of our own pages. Programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None or origin in further:
        return True
    # A page of the same name over plain HTTP may be anybody's who is on the way.
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return origin == f"{scheme}://{connection.headers.get('host')}"


def is_known_host(connection: Connection, settings: Settings) -> bool:
    """Whether the server is called by a name of its own. Else any site could give its name to our address, and its
    pages would count as ours."""
    host = connection.headers.get("host")
    if host is None:  # no browser
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
    """The names by which browsers may call the server."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine}.local", *further})


def has_csrf_token(connection: Connection) -> bool:
    """Whether the header repeats the cookie: a page of another site can send the cookie, but not read it."""
    cookie, header = connection.cookies.get(CSRF_COOKIE, ""), connection.headers.get(CSRF_HEADER, "")
    return len(cookie) >= 32 and hmac.compare_digest(cookie.encode(), header.encode())


def is_inside(scope: Scope, services: Services) -> bool:
    """Whether another process of ours hands something on; whoever else comes to that port is refused."""
    relay, server = services.relay, scope.get("server")
    if relay is None or server is None or server[1] != relay.port:
        return False
    if not hmac.compare_digest(dict(scope["headers"]).get(SECRET, b""), relay.secret):
        raise Refused("origin", "This port is for the processes of the server alone.")
    return True


async def _is_unknown(scope: Scope, services: Services) -> bool:
    """Whether this process cannot say anything certain: the database is out of reach, and other processes may go on."""
    asked = scope["path"].startswith("/api/") and scope["path"] not in ALWAYS
    return asked and services.cluster is not None and await services.cluster.is_out_of_touch()


async def _turn_away(receive: Any, send: Any) -> None:
    """Refuse a websocket in a way that lets a proxy ask another process."""
    await receive()
    await send({"type": "websocket.http.response.start", "status": 503, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b"", "more_body": False})


class Guard:
    """The middleware that refuses what does not come from our own pages, or comes too often."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then go on."""
        services: Services = scope["litestar_app"].state.services
        inside = is_inside(scope, services)
        if inside:
            # Another process of ours has checked it, and hands it on.
            scope["client"] = (dict(scope["headers"]).get(FROM, b"").decode("latin-1"), 0)
        connection: Connection = ASGIConnection(scope)
        logs.about(address_of(connection))
        if "\0" in scope["path"]:  # PostgreSQL could not even look for it
            raise missing("address")
        if await _is_unknown(scope, services):
            if scope["type"] == ScopeType.HTTP:
                raise no_answer()
            await _turn_away(receive, send)
            return
        if scope["type"] == ScopeType.HTTP and not inside:
            if not is_known_host(connection, services.settings):
                raise Refused("host", "The server does not go by this name; its operator can allow it.")
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
            raise Refused("csrf", "The CSRF token is missing or wrong; load the page again.")
        limits = services.settings.limits
        if not services.posts.take(who):
            raise _too_many(limits.posts_burst, limits.posts_per_second)

    @staticmethod
    def _check_reading(connection: Connection, services: Services, who: str) -> None:
        limits = services.settings.limits
        if not services.gets.take(who):
            raise _too_many(limits.gets_burst, limits.gets_per_second)
        # Names cost nothing: what takes long to draw is counted for all guests of an address together.
        draws = connection.route_handler.opt.get(DRAWS)
        if draws and not services.draws.take(network_of(connection)):
            raise _too_many(limits.gets_burst // 2, limits.gets_per_second / 2)


def _too_many(burst: int, per_second: float) -> Refused:
    wait = max(1, math.ceil(1 / per_second))
    how_many = f"More than {burst} requests of this kind at once or {per_second:g} a second."
    told = f"{how_many} Wait {counted(wait, 'second', 'seconds')}."
    return Refused("busy", told, retry=wait)
