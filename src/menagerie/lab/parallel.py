"""Work for many processes, always with the same result: this process, others on this machine, or a cluster.

Whatever runs many games takes a `concurrent.futures.Executor`. Tasks are small and have seeds of their own, so that one
which was lost with its worker is simply done again.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ParamSpec, TypeVar

from menagerie import _parent

Task = TypeVar("Task")
Done = TypeVar("Done")
Given = ParamSpec("Given")


class Here(Executor):
    """No other hands: what is submitted is done at once, by who submits it."""

    def submit(self, work: Callable[Given, Done], /, *given: Given.args, **named: Given.kwargs) -> Future[Done]:
        """Do it; Ctrl-C comes through as it is."""
        future: Future[Done] = Future()
        try:
            future.set_result(work(*given, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def hands(jobs: int | None = None, cluster: str = "") -> AbstractContextManager[Executor]:
    """Those that work: a cluster (`tcp://HOST:PORT`, `local`, `local:4`), or so many processes here, by default one a
    core; raises BadSetup. Never the process that the user presses Ctrl-C for: in the middle of compiled code that could
    end it without a word (see `bots.interrupts`)."""
    if cluster:
        from menagerie.lab.cluster import joined

        return joined(cluster)
    return processes(jobs or os.cpu_count() or 1)


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes. If something goes wrong here, or the user presses Ctrl-C, they are ended whatever they do."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare)
    try:
        yield pool
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare() -> None:
    """A worker lets others go first, and ends with who started it, also if that was killed."""
    os.nice(5)
    _parent.end_with_it()


def width(executor: Executor) -> int:
    """How many tasks it does at the same time."""
    known: Any = 1 if isinstance(executor, Here) else getattr(executor, "_max_workers", None)
    return int(known or os.cpu_count() or 1)


def in_order(work: Callable[[Task], Done], tasks: Iterable[Task], executor: Executor) -> Iterator[Done]:
    """Yield the result of each task, in the order of the tasks. Some start ahead, so that no process waits; tasks may
    be endless."""
    ahead = 1 if isinstance(executor, Here) else 2 * width(executor)
    begun: deque[Future[Done]] = deque()
    try:
        for task in tasks:
            begun.append(_submit(executor, work, task))
            if len(begun) >= ahead:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        for future in begun:
            future.cancel()


def as_done(work: Callable[[Task], Done], tasks: Iterator[Task], executor: Executor) -> Iterator[Done]:
    """Yield the results of the tasks, the fastest first. The next task is taken when a process is free."""
    running: set[Future[Done]] = set()
    while True:
        while len(running) < width(executor):
            try:
                running.add(_submit(executor, work, next(tasks)))
            except StopIteration:
                break
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _submit(executor: Executor, work: Callable[[Task], Done], task: Task) -> Future[Done]:
    if isinstance(executor, Here):
        return executor.submit(work, task)  # and Ctrl-C is heard meanwhile
    with not_interrupted():
        return executor.submit(work, task)


@contextmanager
def not_interrupted() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, because one that is interrupted while it holds a queue's
    lock would block all others. We hear it as soon as this is over."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def seed_of(*parts: object) -> int:
    """A seed of its own for everything that has a name."""
    return int.from_bytes(hashlib.sha256(" ".join([str(part) for part in parts]).encode()).digest()[:8], "big")
