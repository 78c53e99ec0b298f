"""The requests themselves that `outside` lets go out: loaded when the first one is made."""

from __future__ import annotations

import asyncio
import ssl
from socket import AddressFamily

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from menagerie.server.notices.outside import NOT_OUTSIDE, SECONDS, NotOutside, Outcome, is_outside


class _Outside(AbstractResolver):
    """Looks names up, and takes no answer that leads inside."""

    def __init__(self) -> None:
        self._asked = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily = AddressFamily.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._asked.resolve(host, port, family)
        if not found or not all(is_outside(one["host"]) for one in found):
            raise NotOutside(NOT_OUTSIDE)
        return found

    async def close(self) -> None:
        await self._asked.close()


class Poster:
    """Sends to addresses that were checked."""

    def __init__(self, may_be_inside: bool) -> None:
        resolver = ThreadedResolver() if may_be_inside else _Outside()
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=resolver, use_dns_cache=False, force_close=True, limit=16),
            timeout=aiohttp.ClientTimeout(total=SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            max_line_size=4096,
        )

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[Outcome, str]:
        """Send something; what became of it, and in words."""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                return _outcome(answer.status)
        except NotOutside as error:
            return Outcome.REFUSED, str(error)
        except (aiohttp.ClientConnectorError, aiohttp.InvalidURL, ssl.SSLError, UnicodeError) as error:
            inside = isinstance(getattr(error, "os_error", None), NotOutside)
            return Outcome.REFUSED, NOT_OUTSIDE if inside else "There was no connection to that address."
        except (TimeoutError, aiohttp.ClientError, OSError):
            return Outcome.DOUBTED, "That address did not answer in time."

    async def close(self) -> None:
        """Let go of connections."""
        await self._session.close()
        await asyncio.sleep(0)


def _outcome(status: int) -> tuple[Outcome, str]:
    if 200 <= status < 300:
        return Outcome.SENT, ""
    if status in (404, 410):
        return Outcome.GONE, f"That address is gone (it answered {status})."
    return Outcome.REFUSED, f"That address answered {status}."
