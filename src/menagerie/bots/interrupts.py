"""Ctrl-C while a bot thinks.

An exception in the middle of compiled code can end the whole process, and the game with it: mypyc takes an operation on
whole numbers that fails, for whatever reason, for a lack of memory. So Ctrl-C only stops the bot's clock, and takes
effect when the bot has answered, which a stopped clock makes it do at once. A second Ctrl-C does not wait.
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
    """Hold signals back that would raise an exception; `stop` is called when the first one comes."""
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
