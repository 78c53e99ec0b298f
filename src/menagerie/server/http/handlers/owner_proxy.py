"""Forward requests about a table to the process that owns it."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from menagerie.server.base.errors import Refused
from menagerie.server.http.handlers.guard import LOG, is_inside
from menagerie.server.services.assembly import Services
from menagerie.server.services.owner_relay import NOT_MINE, SECRET, NotMine, Relay, Unreachable
from menagerie.server.store import table_index
from menagerie.server.store.ownership import Elsewhere

PATIENCE: Final = 8.0
"""Seconds to find the owner of a table that is changing hands."""
PAUSE: Final = 0.1


class ElsewhereFirst:
    """Middleware of everything about a single table."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle the request here, or forward it."""
        services: Services = scope["litestar_app"].state.services
        table = await _table_of(scope, services) if services.relay is not None else None
        if table is None or services.relay is None:
            await self._app(scope, receive, send)
            return
        asked = _Asked(scope, receive, services.settings.limits.body)
        lost, end = "", time.monotonic() + PATIENCE
        while True:
            try:
                await services.tables.get(table, lost)
                break
            except Elsewhere as owner:
                if is_inside(scope, services):
                    await _not_mine(scope, asked.again, send)
                    return
                answered, lost = await _hand_on(services.relay, owner, asked, send)
                if answered:
                    return
            except Refused:
                break  # the handler refuses it, too
            if time.monotonic() > end:
                raise Elsewhere
        await self._app(scope, asked.again, send)


class _Asked:
    """A client's request, which may have to be sent to several processes in turn."""

    def __init__(self, scope: Scope, receive: Receive, most: int) -> None:
        self.scope: Any = scope
        self.receive = receive
        self._most = most
        self._heard: list[Any] = []
        self._body: bytes | None = None

    @property
    def is_repeatable(self) -> bool:
        """Return whether doing it twice has the same effect as once: commands have keys."""
        return self.scope["method"] in ("GET", "HEAD") or self.scope["path"].endswith("/do")

    async def again(self) -> Any:
        """Return the next message, starting with those already read."""
        return self._heard.pop(0) if self._heard else await self.receive()

    async def body(self) -> bytes:
        if self._body is None:
            parts, size, more = [], 0, True
            while more:
                message: Any = await self.receive()
                if message["type"] != "http.request":
                    raise ConnectionResetError
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > self._most:
                    raise Refused("large", "This request is larger than 64 KiB.")
                more = message.get("more_body", False)
            self._body = b"".join(parts)
            self._heard = [{"type": "http.request", "body": self._body, "more_body": False}]
        return self._body

    async def begin(self) -> None:
        """Read a websocket client's request to connect."""
        if not self._heard:
            self._heard = [await self.receive()]


async def _table_of(scope: Scope, services: Services) -> str | None:
    parameters: dict[str, Any] = scope.get("path_params", {})
    if "link" in parameters:
        return await asyncio.to_thread(table_index.id_by_link, services.database, str(parameters["link"]))
    return str(parameters["table"]) if "table" in parameters else None


async def _hand_on(relay: Relay, owner: Elsewhere, asked: _Asked, send: Send) -> tuple[bool, str]:
    """Let the owner answer; return whether it did, and its name if it has ended."""
    try:
        if asked.scope["type"] == ScopeType.WEBSOCKET:
            await asked.begin()
            await relay.socket(owner, asked.scope, asked.receive, send)
        else:
            answer = await relay.request(owner, asked.scope, await asked.body())
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await send({"type": "http.response.body", "body": answer.body, "more_body": False})
        return True, ""
    except NotMine:
        lost = ""
    except Unreachable as problem:
        LOG.info("Process %s did not answer (%s)", owner.process, "gone" if problem.is_gone else "no answer")
        if problem.was_sent and asked.scope["type"] == ScopeType.HTTP and not asked.is_repeatable:
            raise Elsewhere from None
        lost = owner.process if problem.is_gone else ""
    if not lost:
        await asyncio.sleep(PAUSE)
    return False, lost


async def _not_mine(scope: Scope, receive: Any, send: Send) -> None:
    """Tell another process that it has asked the wrong one."""
    sending: Any = send
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await sending({"type": "websocket.accept", "subprotocol": None, "headers": []})
        await sending({"type": "websocket.close", "code": NOT_MINE, "reason": ""})
        return
    await sending({"type": "http.response.start", "status": 421, "headers": [(SECRET, b"no")]})
    await sending({"type": "http.response.body", "body": b"", "more_body": False})
