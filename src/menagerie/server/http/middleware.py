"""Handle what is common to all HTTP requests: HEAD, contradictory headers, and compression."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from typing import Any, Final

from menagerie.server.base.errors import Refused
from menagerie.server.protocol.incoming import write
from menagerie.server.protocol.outgoing.answers import problem

Send = Callable[[Any], Awaitable[None]]

LEAST: Final = 1_000
"""The smallest answer worth compressing, in bytes."""
LEVEL: Final = 5
_PACKED: Final = (b"application/json", b"image/svg+xml", b"text/")
_PRIVATE: Final = "/api/me"
"""Never compressed, because the size of a compressed answer would reveal something about the CSRF token in it."""


class HttpFront:
    """The application behind these checks."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if b"content-length" in headers and b"transfer-encoding" in headers:
            # Two servers in a row could disagree about where the request ends.
            await _refuse(send, Refused("bad", "A request must not have both Content-Length and Transfer-Encoding."))
            return
        if scope["method"] == "HEAD":
            # The web server leaves out the body.
            scope = scope | {"method": "GET"}
        packs = b"gzip" in headers.get(b"accept-encoding", b"") and scope["path"].startswith("/api/")
        await self._app(scope, receive, _Packing(send).send if packs and scope["path"] != _PRIVATE else send)


async def _refuse(send: Send, refused: Refused) -> None:
    body = write(problem(refused))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class _Packing:
    """Compresses an answer that comes in one piece."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Any = None

    async def send(self, message: Any) -> None:
        """Send a part of the answer. Its head waits until the size of the body is known."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            body = message.get("body", b"")
            if not message.get("more_body") and len(body) >= LEAST and _can_be_packed(start["headers"]):
                body = gzip.compress(body, LEVEL, mtime=0)
                start = start | {"headers": _packed_headers(start["headers"], len(body))}
                message = message | {"body": body}
            await self._send(start)
        await self._send(message)


def _can_be_packed(headers: Any) -> bool:
    held = {name.lower(): value for name, value in headers}
    return b"content-encoding" not in held and held.get(b"content-type", b"").startswith(_PACKED)


def _packed_headers(headers: Any, size: int) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in headers if name.lower() not in (b"content-length", b"vary")]
    told = [(b"content-length", str(size).encode()), (b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
    return [*kept, *told]
