"""Stopping so that nobody notices much: what is under way is finished, everybody is told to come back, and the process
ends with exit code 0 in bounded time. Everything that was acknowledged is on disk anyway."""

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
"""Seconds that commands under way have to be answered."""
TELL: Final = 1.0
"""Seconds that clients have to hear that they are to come back."""
REST: Final = 3
"""Seconds that all other connections have, such as uploads, to come to an end."""
LOOK: Final = 0.01
TICK: Final = 0.1
"""Seconds between what uvicorn does again and again."""


class GentleServer(uvicorn.Server):
    """uvicorn, but nobody's connection is cut off in the middle of an answer, and nobody waits longer than need be:
    uvicorn looks every tenth of a second whether it is to stop, and then waits for another tenth in any case."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services
        self._is_asked = asyncio.Event()
        self._why = "asked to"
        self.greeting = ""
        """What the log says when the server has started."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """We are asked to stop."""
        super().handle_exit(sig, frame)
        self._why = f"asked by {signal.Signals(sig).name}"
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
        """Let nobody in any more, finish, tell everybody, let the other connections end, and close everything."""
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
            LOG.warning("%d requests took too long to end and were given up", len(state.tasks))
        for task in state.tasks:
            task.cancel()
        if not self.force_exit:
            await self.lifespan.shutdown()
        LOG.info("stopped")


async def _until(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        await asyncio.sleep(LOOK)
