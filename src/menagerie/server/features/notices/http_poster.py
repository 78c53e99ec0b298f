"""The requests themselves that `safe_http` lets go out: loaded when the first one is made."""

from __future__ import annotations

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, cast

import aiohttp
from aiohttp.resolver import ThreadedResolver

from menagerie.server.features.notices.safe_http import (
    CONNECTING,
    SECONDS,
    UNREACHED,
    Delivery,
    NotOutside,
    is_number,
    is_outside,
)

LOOKUPS: Final = 16
"""So many names are looked up at a time."""
_UNSAID: Final = (
    aiohttp.ClientConnectorError,
    aiohttp.ConnectionTimeoutError,
    aiohttp.InvalidURL,
    ssl.SSLError,
    UnicodeError,
)
"""What is wrong before anything was said."""


def _connecting(way: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for a connection to a machine; raises NotOutside."""
    family, kind, protocol, _, where = way
    if not is_number(str(where[0])) or not is_outside(str(where[0])):
        raise NotOutside
    return socket.socket(family, kind, protocol)


class _Lookups:
    """Looks up names in threads of its own: a name server that hangs must not take those of the database."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="lookups")

    async def getaddrinfo(self, host: str, port: int, **more: Any) -> Any:
        """The same as the event loop's."""
        look = partial(socket.getaddrinfo, host, port, **more)
        return await asyncio.get_running_loop().run_in_executor(self._threads, look)

    async def getnameinfo(self, address: Any, flags: int = 0) -> Any:
        """The same as the event loop's."""
        look = partial(socket.getnameinfo, address, flags)
        return await asyncio.get_running_loop().run_in_executor(self._threads, look)


class Poster:
    """Sends to addresses that were checked."""

    def __init__(self, may_be_inside: bool) -> None:
        connector = aiohttp.TCPConnector(
            resolver=ThreadedResolver(cast(Any, _Lookups())),
            use_dns_cache=False,
            force_close=True,
            limit=0,
            socket_factory=None if may_be_inside else _connecting,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=SECONDS, connect=CONNECTING),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            max_line_size=4096,
        )

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Delivery, str]:
        """Send something; what became of it, and in words."""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                return _outcome(answer.status)
        except (NotOutside, *_UNSAID):
            return Delivery.REFUSED, UNREACHED
        except (TimeoutError, aiohttp.ClientError, OSError):
            return Delivery.DOUBTED, "That address did not answer in time."

    async def close(self) -> None:
        """Let go of connections."""
        await self._session.close()
        await asyncio.sleep(0)


def _outcome(status: int) -> tuple[Delivery, str]:
    if 200 <= status < 300:
        return Delivery.SENT, ""
    if status in (404, 410):
        return Delivery.GONE, f"That address is gone (it answered {status})."
    return Delivery.REFUSED, f"That address answered {status}."
