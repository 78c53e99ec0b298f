"""The websocket half of docs/protocol.md: one connection per viewer and table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from sqlalchemy.exc import DBAPIError

from menagerie.server import logs, wire
from menagerie.server.errors import Refused, mistake, no_answer, one_line
from menagerie.server.handlers.elsewhere import ElsewhereFirst
from menagerie.server.handlers.guard import GUEST_COOKIE, LOG, address_of, is_known_host, is_own_origin
from menagerie.server.handlers.problems import OURS
from menagerie.server.hub import ABORT, GONE, TOO_MANY, Viewer
from menagerie.server.limits import Bucket
from menagerie.server.services import Services

Socket = WebSocket[Any, Any, Any]
BAD_IN_A_ROW = 4
_CODES = {"damaged": 4500, "moved": 1012}
"""Why somebody is sent away for good, or is to come back at once; for all else one tries again in a while."""


@websocket("/api/tables/{table:str}/live", middleware=[ElsewhereFirst])
async def live(socket: Socket, table: str) -> None:
    """Show a table to somebody until the connection ends."""
    services: Services = socket.app.state.services
    logs.about(address_of(socket), None, table)
    if not is_known_host(socket, services.settings) or not is_own_origin(socket, services.settings.all_origins):
        LOG.info("refused websocket %s: origin %s", one_line(table), one_line(socket.headers.get("origin")))
        await socket.close(4403, "This request comes from another site.")
        return
    guest = await services.guests.known(socket.cookies.get(GUEST_COOKIE))
    logs.about(address_of(socket), guest.id if guest else None, table)
    abort: Any = socket.scope.get(ABORT, lambda: None)
    viewer = Viewer(guest, address_of(socket), services.settings.limits, abort)
    await socket.accept()
    try:
        await services.hub.enter(table, viewer)
    except Refused as refused:
        LOG.info("refused websocket %s: %s", one_line(table), refused)
        await socket.close(
            *(GONE if refused.code == "missing" else (_CODES.get(refused.code, TOO_MANY), refused.sentence))
        )
        return
    except Exception as error:  # a table that cannot be drawn: nobody is left waiting before an empty page
        LOG.error("failed to show table %s: %s", one_line(table), mistake(error))
        await socket.close(1011, OURS)
        return
    sender = asyncio.ensure_future(_send(socket, viewer))
    try:
        await Conversation(socket, services, table, viewer).listen()
    finally:
        services.hub.leave(table, viewer)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _send(socket: Socket, viewer: Viewer) -> None:
    """Send what waits, in order, until the end."""
    with contextlib.suppress(Exception):  # the client is gone; the listener learns of it as well
        while True:
            message = await viewer.next()
            if isinstance(message, tuple):
                await socket.close(*message)
                return
            await socket.send_data(message, mode="text")


class Conversation:
    """The commands of one connection, one after another."""

    def __init__(self, socket: Socket, services: Services, table: str, viewer: Viewer) -> None:
        limits = services.settings.limits
        self._socket = socket
        self._services = services
        self._table = table
        self._viewer = viewer
        self._bucket = Bucket(limits.messages_per_second, limits.messages_burst)
        self._size = limits.body
        self._bad = 0
        self._hints: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Carry out commands until the connection ends."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                break
            text = message.get("text")
            data = text.encode() if text is not None else message.get("bytes") or b""
            if not self._bucket.take():
                self._viewer.close((TOO_MANY, "Too many messages; slow down."))
                break
            if len(data) > self._size:
                self._viewer.close((1009, "The message is larger than 64 KiB."))
                break
            await self._hear(data)
        if message["type"] == "websocket.receive":
            # We end it: wait until the reason has been sent.
            while (await self._socket.receive())["type"] == "websocket.receive":
                pass

    async def _hear(self, data: bytes) -> None:
        try:
            command = wire.read_command(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._bad += 1
            self._answer(None, Refused("bad", f"The message is not valid: {error}."[:400]).wire() | {"ok": False})
            if self._bad >= BAD_IN_A_ROW:
                self._viewer.close((4400, "These messages do not follow the table's protocol."))
            return
        self._bad = 0
        if not isinstance(command, wire.Ping):
            self._viewer.active = time.monotonic()
        if isinstance(command, wire.Hint):
            # A bot takes its time; the conversation goes on. One hint at a time.
            if self._hints:
                busy = Refused("busy", "A hint is on its way already.", retry=2)
                self._answer(command.id, busy.wire() | {"ok": False})
                return
            task = asyncio.ensure_future(self._do(command))
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)
        else:
            await self._do(command)

    async def _do(self, command: wire.AnyCommand) -> None:
        try:
            result = await self._services.do(self._viewer.guest, self._table, command)
            self._answer(command.id, {"ok": True, **result})
        except Refused as refused:
            LOG.info("refused at table %s: %s", one_line(self._table), one_line(f"{refused.code}: {refused}"))
            self._answer(command.id, {"ok": False, **refused.wire()})
        except Exception as error:
            LOG.error("failed at table %s: %s", one_line(self._table), mistake(error))
            told = no_answer().wire() if isinstance(error, DBAPIError) else {"code": "server", "error": OURS}
            self._answer(command.id, {"ok": False, **told})

    def _answer(self, id: str | int | None, body: dict[str, Any]) -> None:
        self._viewer.send(wire.write({"type": "answer", "id": id, **body}))
