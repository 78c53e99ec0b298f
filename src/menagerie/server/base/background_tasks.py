"""Background tasks: kept until they are done, with their errors in the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from menagerie.server.base.errors import mistake

LOG: Final = logging.getLogger("menagerie.server")


class BackgroundTasks:
    """What is under way; `failed` is what the log says of those that end in a mistake."""

    def __init__(self, failed: str) -> None:
        self._failed = failed
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Have it done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("%s: %s", self._failed, mistake(error))

    def close(self) -> None:
        """Stop what is under way."""
        for task in list(self._tasks):
            task.cancel()
