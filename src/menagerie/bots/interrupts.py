"""Handle Ctrl-C while a bot thinks.

An exception in compiled code can end the whole process and the game with it: mypyc treats any failed operation on whole
numbers as out of memory. So Ctrl-C only stops the bot's clock and takes effect when the bot has answered, which a
stopped clock makes it do at once. A second Ctrl-C doesn't wait.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

SIGNALS: Final = tuple([getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)])


@contextmanager
def held_back(stop: Callable[[], None]) -> Iterator[None]:
    """Hold back signals that would raise an exception. `stop` is called at the first one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append((number, frame))
        stop()

    before: dict[int, Any] = {number: signal.getsignal(number) for number in SIGNALS}
    held = [number for number, handler in before.items() if callable(handler)]
    for number in held:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number in held:
            signal.signal(number, before[number])
    for number, frame in came:
        before[number](number, frame)
