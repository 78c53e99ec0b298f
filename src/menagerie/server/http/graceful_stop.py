"""Stop gracefully: finish current work, ask clients to reconnect, and exit with code 0 in bounded time. Everything
acknowledged is already on disk."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

from menagerie.server.services.assembly import Services

LOG: Final = logging.getLogger("menagerie.server")
FINISH: Final = 1.0
"""Seconds to answer commands in progress."""
TELL: Final = 1.0
"""Seconds for clients to receive the request to reconnect."""
REST: Final = 3
"""Seconds for all other connections, such as uploads, to finish."""
LOOK: Final = 0.01
TICK: Final = 0.1
"""Seconds between uvicorn's periodic checks."""


class GentleServer(uvicorn.Server):
    """Uvicorn, stopped without cutting off answers and without needless waiting: it checks every tenth of a second
    whether to stop, and then always waits for another tenth."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services
        self._is_asked = asyncio.Event()
        self._why = "on request"
        self.greeting = ""
        """What the log says when the server has started."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle a signal to stop."""
        super().handle_exit(sig, frame)
        self._why = f"on {signal.Signals(sig).name}"
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._is_asked.set)

    async def main_loop(self) -> None:
        """Serve until asked to stop."""
        self._loop = asyncio.get_running_loop()
        LOG.info("started: %s", self.greeting)
        ticks = 0
        while not await self.on_tick(ticks):
            ticks += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._is_asked.wait(), TICK)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting connections, finish, notify clients, let other connections end, and close everything."""
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        LOG.info("stopping: %s", self._why)
        services, state = self._services, self.server_state
        services.health.is_serving = False
        await _until(lambda: services.under_way == 0, FINISH)
        services.hub.close()
        await _until(lambda: services.hub.sockets == 0, TELL)
        for connection in list(state.connections):
            connection.shutdown()
        await _until(lambda: not (state.connections or state.tasks) or self.force_exit, REST)
        if state.tasks and not self.force_exit:
            LOG.warning("%d requests took too long to finish and were dropped", len(state.tasks))
        for task in state.tasks:
            task.cancel()
        if not self.force_exit:
            await self.lifespan.shutdown()
        LOG.info("stopped")


async def _until(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        await asyncio.sleep(LOOK)
