"""Forward requests and websockets for a table to the process that owns it.

The processes reach each other on a separate port and authenticate with a secret in the database. A client's request is
passed on unchanged with its address, and the answer goes back to the client."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, MutableMapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import h11
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from menagerie.server.show.hub import MOVED
from menagerie.server.store.ownership import Elsewhere

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

T = TypeVar("T")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

SECRET: Final = b"x-menagerie-inside"
FROM: Final = b"x-menagerie-from"
"""The headers that mark a forwarded request, and its client's address."""
NOT_MINE: Final = 4421
"""The code with which a process closes a websocket for a table that isn't its own; for a request the status is 421."""
_CONNECTING: Final = 2.0
_ONE_HOP: Final = frozenset(
    (
        b"connection",
        b"keep-alive",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
        b"expect",
        b"date",
        SECRET,
        FROM,
    )
)
"""Headers for a single connection, or that only we may set."""
_NO_SOCKET: Final = (b"sec-websocket-", b"host", b"content-length")


class Answer(NamedTuple):
    """A table owner's answer to a request."""

    status: int
    headers: Headers
    body: bytes


class Unreachable(Exception):
    """Raised when the owner didn't answer."""

    def __init__(self, *, is_gone: bool, was_sent: bool) -> None:
        super().__init__()
        self.is_gone = is_gone
        """Whether nothing listens at its address any more."""
        self.was_sent = was_sent
        """Whether it may have carried out the request."""


class NotMine(Exception):
    """Raised when the asked process no longer owns the table."""


class Relay:
    """Forwards to other processes."""

    def __init__(self, secret: str) -> None:
        self.secret: Final = secret.encode()
        self.port = 0
        """The port at which others reach this process."""
        self._under_way: defaultdict[str, set[asyncio.Task[Any]]] = defaultdict(set)

    def drop(self, process: str) -> None:
        """Drop the connections to a process that is gone, even if they look alive."""
        for task in self._under_way.pop(process, ()):
            task.cancel()

    def drop_all(self) -> None:
        """Drop all connections, since it is unknown which processes are gone."""
        for process in list(self._under_way):
            self.drop(process)

    async def request(self, owner: Elsewhere, scope: Scope, body: bytes) -> Answer:
        """Forward a request. Raises Unreachable or NotMine."""
        reader, writer = await _open(owner)
        try:
            passed_on = [pair for pair in self._passed_on(scope) if pair[0] != b"content-length"]
            headers = [*passed_on, (b"connection", b"close"), (b"content-length", b"%d" % len(body))]
            answer = await self._watched(owner, _ask(reader, writer, scope, headers, body))
        except (OSError, EOFError, h11.ProtocolError):
            raise Unreachable(is_gone=False, was_sent=True) from None
        finally:
            writer.close()
        if answer.status == 421 and (SECRET, b"no") in answer.headers:
            raise NotMine
        return answer

    async def socket(self, owner: Elsewhere, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a websocket that hasn't been accepted yet. Raises Unreachable or NotMine until then."""
        upstream = await self._connect(owner, scope)
        if upstream is None:
            await send({"type": "websocket.close", "code": 4403, "reason": "This request comes from another site."})
            return
        try:
            first = await self._watched(owner, _first(upstream))
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            if first is not None:
                await send(_message(first))
                with contextlib.suppress(Unreachable):
                    await self._watched(owner, _pump(upstream, receive, send))
            code, reason = upstream.close_code, upstream.close_reason or ""
            end = MOVED if code in (None, 1005, 1006) else (code, reason)
            with contextlib.suppress(Exception):  # the client may be gone
                await send({"type": "websocket.close", "code": end[0], "reason": end[1]})
        finally:
            upstream.transport.close()

    async def _connect(self, owner: Elsewhere, scope: Scope) -> ClientConnection | None:
        """Return a websocket to the owner; None if it refuses the handshake."""
        from websockets.asyncio.client import connect  # not at the top: a single process forwards nothing

        host, _, port = owner.address.rpartition(":")
        headers = [(name, value) for name, value in self._passed_on(scope) if not name.startswith(_NO_SOCKET)]
        named = dict(scope["headers"]).get(b"host", owner.address.encode()).decode("latin-1")
        target = _target(scope).decode("latin-1")
        try:
            return await connect(
                f"ws://{named}{target}",
                additional_headers=[(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers],
                user_agent_header=None,
                compression=None,
                max_size=None,
                open_timeout=_CONNECTING,
                proxy=None,
                host=host,
                port=int(port),
            )
        except (InvalidStatus, InvalidURI) as refusal:
            if isinstance(refusal, InvalidStatus) and refusal.response.status_code != 403:
                raise _unreachable(refusal) from None
            return None
        except (OSError, EOFError, ValueError, InvalidHandshake) as error:
            raise _unreachable(error) from None

    def _passed_on(self, scope: Scope) -> Headers:
        client = scope.get("client")
        ours = [(SECRET, self.secret), (FROM, str(client[0] if client else "").encode())]
        return [*_without(scope["headers"]), *ours]

    async def _watched(self, owner: Elsewhere, work: Coroutine[Any, Any, T]) -> T:
        """Wait for another process's work, but not longer than it lives."""
        task = asyncio.ensure_future(work)
        self._under_way[owner.process].add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if task.cancelled() and not _is_cancelled():
                raise Unreachable(is_gone=True, was_sent=True) from None
            task.cancel()
            raise
        finally:
            self._under_way[owner.process].discard(task)
            if not self._under_way[owner.process]:
                del self._under_way[owner.process]


def _is_cancelled() -> bool:
    """Return whether our own task is being cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _without(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    return [(name, value) for name, value in headers if name.lower() not in _ONE_HOP]


def _target(scope: Scope) -> bytes:
    path: bytes = scope.get("raw_path") or str(scope["path"]).encode()
    query: bytes = scope["query_string"]
    return path + b"?" + query if query else path


def _unreachable(error: BaseException) -> Unreachable:
    """Return the error to raise. If nothing listens there, that process has ended; anything else may be temporary."""
    return Unreachable(is_gone=isinstance(error, ConnectionRefusedError), was_sent=False)


async def _open(owner: Elsewhere) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = owner.address.rpartition(":")
    try:
        return await asyncio.wait_for(asyncio.open_connection(host, int(port)), _CONNECTING)
    except (OSError, ValueError) as error:  # a timeout is an OSError, too
        raise _unreachable(error) from None


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, scope: Scope, headers: Headers, body: bytes
) -> Answer:
    connection = h11.Connection(h11.CLIENT)
    request = h11.Request(method=scope["method"], target=_target(scope), headers=headers)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    answer, content = None, bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Response):
            answer = event
        elif isinstance(event, h11.Data):
            content += event.data
        elif isinstance(event, h11.EndOfMessage) and answer is not None:
            return Answer(answer.status_code, _without(answer.headers), bytes(content))
        else:
            raise EOFError


async def _first(upstream: ClientConnection) -> str | bytes | None:
    """Return the first message; None if the owner closes with a reason. Raises NotMine or Unreachable."""
    try:
        return await upstream.recv()
    except ConnectionClosed as closed:
        if closed.rcvd is None:
            raise Unreachable(is_gone=False, was_sent=False) from None
        if closed.rcvd.code == NOT_MINE:
            raise NotMine from None
        return None


async def _pump(upstream: ClientConnection, receive: Receive, send: Send) -> None:
    """Pass messages in both directions until one side closes."""

    async def up() -> None:
        while (message := await receive())["type"] == "websocket.receive":
            text = message.get("text")
            await upstream.send(text if text is not None else message.get("bytes") or b"")

    async def down() -> None:
        async for message in upstream:
            await send(_message(message))

    tasks = [asyncio.ensure_future(up()), asyncio.ensure_future(down())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _message(data: str | bytes) -> dict[str, Any]:
    return (
        {"type": "websocket.send", "text": data} if isinstance(data, str) else {"type": "websocket.send", "bytes": data}
    )
