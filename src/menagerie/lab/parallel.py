"""Work for all cores, with the same result on any number of them."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


def in_order(work: Callable[[Task], Done], tasks: Sequence[Task], jobs: int) -> Iterator[Done]:
    """What becomes of each task, in the order of the tasks, on so many cores."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with processes(jobs) as pool:
        with not_interrupted():
            done = pool.map(work, tasks)
        yield from done


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes. If something goes wrong here, or somebody presses Ctrl-C, they are ended whatever they do."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=os.nice, initargs=(5,))
    try:
        yield pool
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def not_interrupted() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, for whoever is interrupted while it holds a queue's lock
    holds up all others; we hear it as soon as this is over."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def seed_of(*parts: object) -> int:
    """A seed of its own for everything that has a name."""
    return int.from_bytes(hashlib.sha256(" ".join([str(part) for part in parts]).encode()).digest()[:8], "big")
