"""The line to a client: a websocket as those need it who show a table, whichever web server holds it.

What is said goes to the web server at once, without a task that hands it on: `http.connections` has such a line. A web
server that knows nothing of us can only be awaited; then what is said waits in an `Outbox`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

LINE: Final = "menagerie.line"
"""Where the scope of a websocket has its line, if the web server offers one."""

Hear = Callable[[bytes], None]
"""Is called with every message of a client."""


class Line(Protocol):
    """A connection to one client."""

    def say(self, message: bytes) -> None:
        """Send a message, after all before it; nothing if the client is gone."""

    def behind(self) -> tuple[int, int]:
        """How many messages the client is behind, and how many bytes wait for it."""

    def end(self, code: int, reason: str) -> None:
        """Send what waits, and say why the connection ends."""

    def abort(self) -> None:
        """End it without a word."""

    async def listen(self, hear: Hear) -> None:
        """Have every message heard, until the connection has ended."""


class Outbox:
    """What is said waits until somebody takes it."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        """Messages; a code and a reason end the connection."""
        self._bytes = 0

    def say(self, message: bytes) -> None:
        """Keep a message."""
        self._bytes += len(message)
        self._waiting.put_nowait(message)

    def behind(self) -> tuple[int, int]:
        """All that waits."""
        return self._waiting.qsize(), self._bytes

    def end(self, code: int, reason: str) -> None:
        """Keep the reason."""
        self._waiting.put_nowait((code, reason))

    def abort(self) -> None:
        """Nothing: there is no way to do it that all web servers know."""

    async def listen(self, hear: Hear) -> None:
        """Nobody is at the other end."""

    async def take(self) -> bytes | tuple[int, str]:
        """What is to be sent next."""
        message = await self._waiting.get()
        if isinstance(message, bytes):
            self._bytes -= len(message)
        return message

    def take_all(self) -> list[bytes | tuple[int, str]]:
        """All that waits."""
        self._bytes = 0
        return [self._waiting.get_nowait() for _ in range(self._waiting.qsize())]
