"""Keep background tasks until they finish, and log their errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from menagerie.server.base.errors import mistake

LOG: Final = logging.getLogger("menagerie.server")


class BackgroundTasks:
    """A group of background tasks. `failed` starts the log line about an error."""

    def __init__(self, failed: str) -> None:
        self._failed = failed
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("%s: %s", self._failed, mistake(error))

    def close(self) -> None:
        """Cancel the running tasks."""
        for task in list(self._tasks):
            task.cancel()
