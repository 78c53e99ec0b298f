"""Limit how many connections there are, and how long each may keep us waiting.

Uvicorn closes connections that are idle after an answer, and pings websockets. This room handles what it doesn't:
connections that never send a whole request or never read their answer, and too many from one address."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from menagerie.server.base.rate_limits import Proxies, network
from menagerie.server.base.settings import Limits
from menagerie.server.http.connections import websocket_frames
from menagerie.server.show.client_connection import LINE, Hear

LOG: Final = logging.getLogger("menagerie.server")
INSIDE: Final = "another process"
PROXY: Final = "a proxy"
RESERVED: Final = 64
"""Open files reserved for the database, the bot processes and everything else."""


class Door:
    """Counts connections, and decides which may come in."""

    def __init__(self, limits: Limits, open_files: int, trusted: tuple[str, ...] = (), inside: int = 0) -> None:
        """`inside`: the port for other processes of this server."""
        self.limits = limits
        self._inside = inside
        self._most = max(8, open_files - RESERVED)
        # One address alone must not be able to lock everyone else out.
        self._most_each = min(limits.connections_per_address, max(4, self._most * 3 // 4))
        self._trusted = Proxies(trusted)
        self._here: Counter[str] = Counter()
        self._speaking: list[GuardedSocket] = []
        """Sockets with messages to be written in a moment."""

    def name(self, client: tuple[str, int] | None, server: tuple[str, int | None] | None) -> str:
        """Return the address that a connection counts for."""
        if self._inside and server is not None and server[1] == self._inside:
            return INSIDE
        address = client[0] if client else ""
        return PROXY if self._trusted.hold(address) else network(address)

    def lets_in(self, address: str) -> bool:
        """Return whether an address may open one more connection."""
        if self._here.total() >= self._most:
            LOG.warning("Refused a connection from %s: the limit of %d connections is reached", address, self._most)
            return False
        if address not in (PROXY, INSIDE) and self._here[address] >= self._most_each:
            LOG.warning("Refused a connection from %s: it already has %d", address, self._most_each)
            return False
        return True

    @property
    def connections(self) -> int:
        """Return the number of connections of all kinds."""
        return self._here.total()

    def enter(self, address: str) -> None:
        """Count a new connection."""
        self._here[address] += 1

    def send_soon(self, socket: GuardedSocket) -> None:
        """Write a client's messages together with all others of the same event loop cycle."""
        if not self._speaking:
            socket.loop.call_soon(self._send)
        self._speaking.append(socket)

    def _send(self) -> None:
        speaking, self._speaking = self._speaking, []
        for socket in speaking:
            socket.write_waiting()

    def leave(self, address: str) -> None:
        """Count a closed connection."""
        self._here[address] -= 1
        if self._here[address] <= 0:
            del self._here[address]


class Config(uvicorn.Config):
    """Uvicorn's configuration with these limits."""

    def __init__(self, app: Any, door: Door, **settings: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, **settings)
        self.door = door


class GuardedHttp(H11Protocol):
    """A connection that must send its request and read the answer in time."""

    config: Config

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._address: str | None = None
        """The address of an admitted connection until it closes or becomes a websocket."""
        self._waiting_for = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit or refuse a new connection."""
        super().connection_made(transport)
        address = self.config.door.name(self.client, self.server)
        if not self.config.door.lets_in(address):
            transport.abort()
            return
        self._address = address
        self.config.door.enter(address)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Pass data on, and watch what is awaited."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Watch what is awaited after an answer."""
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Refuse data that isn't HTTP, even in the middle of a body, and stop the answer."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # it was answered before its body had arrived
            self.transport.abort()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to a websocket, which counts itself."""
        super().handle_websocket_upgrade(event)
        self._go()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the closed connection."""
        super().connection_lost(exc)
        self._go()

    def _go(self) -> None:
        self._wait_for("", 0.0)
        if self._address is not None:
            self.config.door.leave(self._address)
            self._address = None

    def _look(self) -> None:
        """Find out what is awaited now, and restart the timer if that has changed."""
        limits, cycle = self.config.door.limits, self.cycle
        if self._address is None:
            return
        if cycle is None or cycle.response_complete:
            self._wait_for("a request", limits.request_seconds)
        elif cycle.more_body:
            self._wait_for("a body", limits.body_seconds)
        else:
            self._wait_for("an answer", limits.answer_seconds)

    def _wait_for(self, what: str, seconds: float) -> None:
        if what == self._waiting_for:
            return
        self._waiting_for = what
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._end) if what else None

    def _end(self) -> None:
        LOG.info("Closed a connection from %s that waited too long for %s", self._address, self._waiting_for)
        self.transport.abort()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A websocket that is counted, and closes for certain if its client neither reads nor answers.

    It is a `Line`: once the application listens, messages pass without queues and tasks in between."""

    config: Config

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._hear: Hear | None = None
        self._behind = 0
        """Messages since the client stopped reading."""
        self._said: list[bytes] = []
        """Messages to be written in a moment."""
        self._due = 0
        """Their size in bytes."""
        self._is_open = False
        """Whether the handshake is complete."""
        self._is_split = False
        """Whether a frame arrived in parts, in which case only the library knows where the next one starts."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit or refuse a new websocket."""
        super().connection_made(transport)
        self._address = self.config.door.name(self.client, self.server)
        self.config.door.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the closed websocket."""
        super().connection_lost(exc)
        self._hear = None
        self.config.door.leave(self._address)

    def handle_connect(self, event: Any) -> None:
        """Complete the handshake, and offer the application the line."""
        super().handle_connect(event)
        self._is_open = True
        if hasattr(self, "scope"):
            self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]

    def data_received(self, data: bytes) -> None:
        """Read data, which is mostly one short, complete message."""
        if self._is_open and not self._is_split:
            if self._hear is not None and not self.frames and self.conn.state is State.OPEN and not self.close_sent:
                message = websocket_frames.text(data)
                if message is not None:
                    if websocket_frames.is_utf8(message):
                        self._hear(message)
                    else:
                        self._refuse_text()
                    return
            self._is_split = not websocket_frames.are_whole(data)
        super().data_received(data)

    async def send(self, message: Any) -> None:
        """Send what the application says. Uvicorn wouldn't note that a refusal ends the handshake."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        """Abort after an unanswered ping. A regular close would wait for ever for a client that doesn't read."""
        super().keepalive_timeout()
        self.transport.abort()

    # The line.

    async def listen(self, hear: Hear) -> None:
        """Pass on every message until the connection ends."""
        while not self.queue.empty():  # messages from before anyone listened
            event = await self.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            hear(text.encode() if text is not None else event.get("bytes") or b"")
        self._hear = hear
        await self.receive()  # from now on only the close event arrives this way

    def send_receive_event_to_app(self) -> None:
        """Pass on a complete message."""
        if self.curr_msg_data_type == "text" and not websocket_frames.is_utf8(b"".join(self.frames)):
            self.frames = []
            self._refuse_text()
        elif self._hear is None:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            data, self.frames = b"".join(self.frames), []
            self._hear(data)

    def _refuse_text(self) -> None:
        """Close a connection whose client sent invalid text."""
        if self.conn.state is State.OPEN:
            self.conn.fail(1007, "Text must be UTF-8.")
            self.handle_parser_exception()

    def say(self, message: bytes) -> None:
        """Send a message after all earlier ones. Messages of one event loop cycle go out together, so that the client
        wakes up once."""
        if self.conn.state is State.OPEN:
            self._behind += not self.writable.is_set()
            size = len(message)
            if not self._due:
                self.config.door.send_soon(self)
            self._due += size
            self._said += (websocket_frames.head(size), message)

    def write_waiting(self) -> None:
        """Write the waiting messages."""
        said, self._said, self._due = self._said, [], 0
        if said and self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join(said))

    def resume_writing(self) -> None:
        """Note that the client has read most of what it was sent."""
        super().resume_writing()
        self._behind = 0

    def behind(self) -> tuple[int, int]:
        """Return how far the client is behind: messages since it stopped reading, and bytes."""
        return self._behind, self._due + self.transport.get_write_buffer_size()

    def end(self, code: int, reason: str) -> None:
        """Close with a reason."""
        task = self.loop.create_task(self._end(code, reason))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def _end(self, code: int, reason: str) -> None:
        self.write_waiting()  # nothing can be sent after the close frame
        with contextlib.suppress(Exception):  # the client is gone
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def abort(self) -> None:
        """Close without a reason."""
        self.transport.abort()


def raise_open_files(wanted: int = 65_536) -> int:
    """Raise this process's limit of open files as far as allowed; return the limit."""
    try:
        import resource
    except ImportError:  # Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return wanted if soft == resource.RLIM_INFINITY else soft
