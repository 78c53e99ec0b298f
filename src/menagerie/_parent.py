"""A worker process must not outlive the one that gives it work."""

from __future__ import annotations

import os
import threading
from multiprocessing import connection, parent_process


def end_with_it() -> None:
    """End this process when the one that started it is gone. Nothing else tells us if it was
    killed, and we would wait for work for ever."""
    threading.Thread(target=_wait, name="parent", daemon=True).start()


def _wait() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
