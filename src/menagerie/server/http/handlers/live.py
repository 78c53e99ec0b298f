"""Handle the websocket half of docs/protocol.md: one connection per viewer and table."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import deque
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from sqlalchemy.exc import DBAPIError

from menagerie.core.seats import counted
from menagerie.server.base import logs
from menagerie.server.base.errors import Refused, mistake, no_answer, one_line
from menagerie.server.base.rate_limits import Bucket
from menagerie.server.http.handlers.guard import GUEST_COOKIE, LOG, address_of, is_known_host, is_own_origin
from menagerie.server.http.handlers.owner_proxy import ElsewhereFirst
from menagerie.server.http.handlers.problems import OURS
from menagerie.server.protocol import incoming
from menagerie.server.protocol.outgoing.answers import refusal
from menagerie.server.services.assembly import Services
from menagerie.server.show.client_connection import LINE, Hear, Line, Outbox
from menagerie.server.show.hub import GONE, TOO_MANY, Viewer
from menagerie.server.store.guests import hashed

Socket = WebSocket[Any, Any, Any]
BAD_IN_A_ROW = 4
_CODES = {"damaged": 4500, "deal": 4403, "moved": 1012}
"""Close codes for a final refusal or an immediate reconnect. After all others the client waits and tries again."""
_under_way: set[asyncio.Task[None]] = set()
"""Commands in progress, whose clients may be gone. The event loop alone wouldn't keep them."""


@websocket("/api/tables/{table:str}/live", middleware=[ElsewhereFirst])
async def live(socket: Socket, table: str) -> None:
    """Show a viewer a table until the connection ends."""
    services: Services = socket.app.state.services
    logs.about(address_of(socket), None, table)
    if not is_known_host(socket, services.settings) or not is_own_origin(socket, services.settings.all_origins):
        LOG.info("Refused websocket %s: origin %s", one_line(table), one_line(socket.headers.get("origin")))
        await socket.close(4403, "This request comes from another site.")
        return
    token = socket.cookies.get(GUEST_COOKIE, "")
    guest = await services.guests.known(token)
    logs.about(address_of(socket), guest.id if guest else None, table)
    line: Line = socket.scope.get(LINE) or AwaitedLine(socket)  # type: ignore[assignment]
    viewer = Viewer(guest, address_of(socket), services.settings.limits, line, hashed(token))
    await socket.accept()
    try:
        await services.tables.seen_by(guest, table)
        await services.hub.enter(table, viewer)
    except Refused as refused:
        LOG.info("Refused websocket %s: %s", one_line(table), refused)
        await socket.close(
            *(GONE if refused.code == "missing" else (_CODES.get(refused.code, TOO_MANY), refused.sentence))
        )
        return
    except Exception as error:  # a table that can't be drawn must not leave viewers with an empty page
        LOG.error("Failed to show table %s: %s", one_line(table), mistake(error))
        await socket.close(1011, OURS)
        return
    try:
        await line.listen(Conversation(services, table, viewer).hear)
    finally:
        services.hub.leave(table, viewer)


class AwaitedLine(Outbox):
    """A line over any web server, with a task that sends."""

    def __init__(self, socket: Socket) -> None:
        super().__init__()
        self._socket = socket

    async def listen(self, hear: Hear) -> None:
        """Pass on every message, and send what waits, until the connection ends."""
        sender = asyncio.ensure_future(self._send())
        try:
            while (message := await self._socket.receive())["type"] == "websocket.receive":
                text = message.get("text")
                hear(text.encode() if text is not None else message.get("bytes") or b"")
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _send(self) -> None:
        with contextlib.suppress(Exception):  # the client is gone, which the listener notices, too
            while True:
                message = await self.take()
                if isinstance(message, tuple):
                    await self._socket.close(*message)
                    return
                await self._socket.send_data(message, mode="text")


class Conversation:
    """Carries out one connection's commands in order. A command is finished even if its client is gone."""

    def __init__(self, services: Services, table: str, viewer: Viewer) -> None:
        limits = services.settings.limits
        self._services = services
        self._table = table
        self._viewer = viewer
        self._bucket = Bucket(limits.messages_per_second, limits.messages_burst)
        self._limits = limits
        self._too_many = 0
        """Messages in a row that came too soon."""
        self._wait = max(1, math.ceil(1 / limits.messages_per_second))
        self._too_fast = (
            f"Too many messages. The limit is {limits.messages_burst} at once and "
            f"{limits.messages_per_second:g} per second. "
            f"Wait {counted(self._wait, 'second', 'seconds')}."
        )
        self._size = limits.body
        self._bad = 0
        self._heard: deque[bytes] = deque()
        """Unanswered messages, at most as many as the rate limit allows."""
        self._answering: asyncio.Task[None] | None = None
        self._hint: asyncio.Task[None] | None = None
        self._context = copy_context()
        """The context of log lines."""

    def hear(self, data: bytes) -> None:
        """Handle a message."""
        if self._viewer.is_ending:
            return
        if len(data) > self._size:
            self._viewer.close((1009, "This message is larger than 64 KiB."))
        elif not self._bucket.take():
            self._refuse(data)
        else:
            self._too_many = 0
            self._heard.append(data)
            if self._answering is None or self._answering.done():
                self._answering = self._begin(self._answer_all())

    def _refuse(self, data: bytes) -> None:
        """Refuse a message too many, with the time to wait, and close the connection if the client keeps sending."""
        self._too_many += 1
        if self._too_many > self._limits.messages_burst:
            self._viewer.close((TOO_MANY, self._too_fast))
            return
        id = None
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            id = incoming.read_command(data).id
        self._refuse_command(id, Refused("busy", self._too_fast, retry=self._wait))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._finish(work), context=self._context)
        _under_way.add(task)
        return task

    @staticmethod
    async def _finish(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            _under_way.discard(asyncio.current_task())

    async def _answer_all(self) -> None:
        while self._heard:
            await self._hear(self._heard.popleft())

    async def _hear(self, data: bytes) -> None:
        try:
            command = incoming.read_command(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._bad += 1
            self._refuse_command(None, Refused("bad", f"This message isn't valid: {error}."[:400]))
            if self._bad >= BAD_IN_A_ROW:
                self._viewer.close((4400, "These messages don't follow the table's protocol."))
            return
        self._bad = 0
        if not isinstance(command, incoming.Ping):
            self._viewer.active = time.monotonic()
        if isinstance(command, incoming.Hint):
            # A bot takes its time, so other commands continue meanwhile. One hint at a time.
            if self._hint is not None and not self._hint.done():
                self._refuse_command(command.id, Refused("busy", "A hint is already on its way. Wait for it.", retry=2))
                return
            self._hint = self._begin(self._do(command))
        else:
            await self._do(command)

    async def _do(self, command: incoming.AnyCommand) -> None:
        try:
            answer = await self._services.do(self._viewer.guest, self._table, command)
            answer.type, answer.id = "answer", command.id
            self._viewer.send(incoming.write(answer))
        except Refused as refused:
            LOG.info("Refused at table %s: %s", one_line(self._table), one_line(f"{refused.code}: {refused}"))
            self._refuse_command(command.id, refused)
        except Exception as error:
            LOG.error("Failed at table %s: %s", one_line(self._table), mistake(error))
            self._refuse_command(command.id, no_answer() if isinstance(error, DBAPIError) else Refused("server", OURS))

    def _refuse_command(self, id: str | int | None, refused: Refused) -> None:
        self._viewer.send(incoming.write(refusal(refused, id)))
