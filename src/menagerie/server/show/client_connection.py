"""Connect to a client over any web server's websocket.

Messages go to the web server at once, without a task in between, if it offers a `Line` as `http.connections` does.
Other web servers can only be awaited, so messages for them wait in an `Outbox`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

LINE: Final = "menagerie.line"
"""The key of a websocket's line in its scope, if the web server offers one."""

Hear = Callable[[bytes], None]
"""Called with each message of a client."""


class Line(Protocol):
    """A connection to one client."""

    def say(self, message: bytes) -> None:
        """Send a message after all earlier ones; do nothing if the client is gone."""

    def behind(self) -> tuple[int, int]:
        """Return how many messages and bytes wait for the client."""

    def end(self, code: int, reason: str) -> None:
        """Send what waits, then close with this reason."""

    def abort(self) -> None:
        """Close at once, without a reason."""

    async def listen(self, hear: Hear) -> None:
        """Pass on every message until the connection ends."""


class Outbox:
    """A line whose messages wait until a task takes them."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        """Messages. A pair of code and reason closes the connection."""
        self._bytes = 0

    def say(self, message: bytes) -> None:
        """Keep a message."""
        self._bytes += len(message)
        self._waiting.put_nowait(message)

    def behind(self) -> tuple[int, int]:
        """Return how much waits."""
        return self._waiting.qsize(), self._bytes

    def end(self, code: int, reason: str) -> None:
        """Keep the reason."""
        self._waiting.put_nowait((code, reason))

    def abort(self) -> None:
        """Do nothing, since no way to do it works with every web server."""

    async def listen(self, hear: Hear) -> None:
        """Do nothing, since the task that takes messages listens."""

    async def take(self) -> bytes | tuple[int, str]:
        """Return what to send next."""
        message = await self._waiting.get()
        if isinstance(message, bytes):
            self._bytes -= len(message)
        return message

    def take_all(self) -> list[bytes | tuple[int, str]]:
        """Return everything that waits."""
        self._bytes = 0
        return [self._waiting.get_nowait() for _ in range(self._waiting.qsize())]
