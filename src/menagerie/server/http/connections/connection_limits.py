"""The door: how many connections there may be, and how long one may keep us waiting.

uvicorn ends connections that are idle after an answer, and asks websockets whether they still live. What it lets be are
connections that never send a whole request, that do not read their answer, and those of one address that are too many.
"""

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
"""Open files that are kept for the database, the bots' processes and whatever else is no connection."""


class Door:
    """Counts connections, and says who may come in."""

    def __init__(self, limits: Limits, open_files: int, trusted: tuple[str, ...] = (), inside: int = 0) -> None:
        """`inside` is the port at which other processes of ours come in."""
        self.limits = limits
        self._inside = inside
        self._most = max(8, open_files - RESERVED)
        # One address alone must not be able to keep everybody else out.
        self._most_each = min(limits.connections_per_address, max(4, self._most * 3 // 4))
        self._trusted = Proxies(trusted)
        self._here: Counter[str] = Counter()
        self._speaking: list[GuardedSocket] = []
        """Where something was said that goes out in a moment."""

    def name(self, client: tuple[str, int] | None, server: tuple[str, int | None] | None) -> str:
        """As whose connection it counts."""
        if self._inside and server is not None and server[1] == self._inside:
            return INSIDE
        address = client[0] if client else ""
        return PROXY if self._trusted.hold(address) else network(address)

    def lets_in(self, address: str) -> bool:
        """Whether there is room for one more connection that counts as that address's."""
        if self._here.total() >= self._most:
            LOG.warning("refused a connection of %s: there are %d already", address, self._most)
            return False
        if address not in (PROXY, INSIDE) and self._here[address] >= self._most_each:
            LOG.warning("refused a connection of %s: it has %d already", address, self._most_each)
            return False
        return True

    @property
    def connections(self) -> int:
        """How many there are, of all kinds."""
        return self._here.total()

    def enter(self, address: str) -> None:
        """A connection begins."""
        self._here[address] += 1

    def send_soon(self, socket: GuardedSocket) -> None:
        """Have sent what was said to a client, together with all that is said to others in the same go."""
        if not self._speaking:
            socket.loop.call_soon(self._send)
        self._speaking.append(socket)

    def _send(self) -> None:
        speaking, self._speaking = self._speaking, []
        for socket in speaking:
            socket.write_said()

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self._here[address] -= 1
        if self._here[address] <= 0:
            del self._here[address]


class Config(uvicorn.Config):
    """uvicorn's configuration, with the door for its connections."""

    def __init__(self, app: Any, door: Door, **settings: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, **settings)
        self.door = door


class GuardedHttp(H11Protocol):
    """A connection that has to send its request, and to read the answer, in time."""

    config: Config

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._address: str | None = None
        """Of a connection that was let in, until it has gone or become a websocket."""
        self._waiting_for = ""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        super().connection_made(transport)
        address = self.config.door.name(self.client, self.server)
        if not self.config.door.lets_in(address):
            transport.abort()
            return
        self._address = address
        self.config.door.enter(address)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Something comes in."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """An answer has been sent."""
        super().on_response_complete()
        self._look()

    def send_400_response(self, msg: str) -> None:
        """What comes in is no HTTP, perhaps in the middle of a body: who has begun to answer need not go on."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # it was answered before its body had come
            self.transport.abort()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is a websocket, which counts itself."""
        super().handle_websocket_upgrade(event)
        self._go()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        self._go()

    def _go(self) -> None:
        self._wait_for("", 0.0)
        if self._address is not None:
            self.config.door.leave(self._address)
            self._address = None

    def _look(self) -> None:
        """See what is awaited now, and begin to count when that is something else than before."""
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
        LOG.info("ended a connection of %s that waited too long for %s", self._address, self._waiting_for)
        self.transport.abort()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A websocket that is counted, and really ends when its client neither reads nor answers.

    It is a `Line`: once the application listens, messages go to and fro without passing through queues and tasks.
    """

    config: Config

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._hear: Hear | None = None
        self._behind = 0
        """Messages since the client ceased to read."""
        self._said: list[bytes] = []
        """What goes out in a moment."""
        self._due = 0
        """Bytes of it."""
        self._is_open = False
        """Whether the handshake is over."""
        self._is_split = False
        """Whether a frame has come in parts: then only the library knows where the next one begins."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It begins."""
        super().connection_made(transport)
        self._address = self.config.door.name(self.client, self.server)
        self.config.door.enter(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        self._hear = None
        self.config.door.leave(self._address)

    def handle_connect(self, event: Any) -> None:
        """The handshake: the application is offered the line."""
        super().handle_connect(event)
        self._is_open = True
        if hasattr(self, "scope"):
            self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]

    def data_received(self, data: bytes) -> None:
        """Something comes in: mostly a short message, all of it at once."""
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
        """Send what the application says. uvicorn does not note that a refusal ends the handshake, and complains."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def keepalive_timeout(self) -> None:
        """No answer to a ping. Closing waits until everything is sent, for ever if the client does not read."""
        super().keepalive_timeout()
        self.transport.abort()

    # The line.

    async def listen(self, hear: Hear) -> None:
        """Have every message heard, until the connection has ended."""
        while not self.queue.empty():  # what came before anybody listened
            event = await self.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            hear(text.encode() if text is not None else event.get("bytes") or b"")
        self._hear = hear
        await self.receive()  # from now on only the end comes this way

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self.curr_msg_data_type == "text" and not websocket_frames.is_utf8(b"".join(self.frames)):
            self.frames = []
            self._refuse_text()
        elif self._hear is None:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            data, self.frames = b"".join(self.frames), []
            self._hear(data)

    def _refuse_text(self) -> None:
        """End a connection whose client sends a text that is none."""
        if self.conn.state is State.OPEN:
            self.conn.fail(1007, "A text must be UTF-8.")
            self.handle_parser_exception()

    def say(self, message: bytes) -> None:
        """Send a message, after all before it. What is said in one go goes out together: the client wakes up once."""
        if self.conn.state is State.OPEN:
            self._behind += not self.writable.is_set()
            size = len(message)
            if not self._due:
                self.config.door.send_soon(self)
            self._due += size
            self._said += (websocket_frames.head(size), message)

    def write_said(self) -> None:
        """Hand over what was said."""
        said, self._said, self._due = self._said, [], 0
        if said and self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join(said))

    def resume_writing(self) -> None:
        """The client has read most of what it was sent."""
        super().resume_writing()
        self._behind = 0

    def behind(self) -> tuple[int, int]:
        """How far the client is behind: messages since it ceased to read, and bytes."""
        return self._behind, self._due + self.transport.get_write_buffer_size()

    def end(self, code: int, reason: str) -> None:
        """Say why it ends."""
        task = self.loop.create_task(self._end(code, reason))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def _end(self, code: int, reason: str) -> None:
        self.write_said()  # nothing can be said after that
        with contextlib.suppress(Exception):  # the client is gone
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def abort(self) -> None:
        """End it without a word."""
        self.transport.abort()


def raise_open_files(wanted: int = 65_536) -> int:
    """Allow this process as many open files as it may have; how many that is."""
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
