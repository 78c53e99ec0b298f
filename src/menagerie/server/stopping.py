"""Stopping so that nobody notices much: what is under way is finished, everybody is told to come back, and the process
ends with exit code 0 in bounded time. Everything that was acknowledged is on disk anyway."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Final

import uvicorn

from menagerie.server.services import Services

FINISH: Final = 1.0
"""Seconds that commands under way have to be answered."""
TELL: Final = 1.0
"""Seconds that clients have to hear that they are to come back."""
REST: Final = 3
"""Seconds that all other connections have, such as uploads, to come to an end."""
LOOK: Final = 0.01


class GentleServer(uvicorn.Server):
    """uvicorn, but nobody's connection is cut off in the middle of an answer."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, finish, tell everybody, then end as uvicorn does."""
        for listening in self.servers:
            listening.close()
        services = self._services
        services.health.is_serving = False
        await _until(lambda: services.under_way == 0, FINISH)
        services.hub.close()
        await _until(lambda: services.hub.sockets == 0, TELL)
        await super().shutdown(sockets)


async def _until(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        await asyncio.sleep(LOOK)
