"""Work for a Dask cluster: many machines, or some workers on this one.

All workers must have the same Menagerie as we have, for a game must go the same way wherever it is played. That is
compared before the start, and by every worker that comes later before its first task.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import menagerie
from menagerie import _extras
from menagerie.core.errors import BadSetup, MenagerieError
from menagerie.core.registry import catalog
from menagerie.core.seats import counted
from menagerie.lab.parallel import not_interrupted

Done = TypeVar("Done")
LOCAL: Final = "local"
PATIENCE: Final = 20
"""Seconds to wait for a scheduler, and for its first worker."""
SOURCES: Final = ("core", "games", "bots", "lab")
"""What decides how a game goes and what is noted of it."""


@contextmanager
def joined(where: str) -> Iterator[Executor]:
    """The workers of a cluster: `tcp://HOST:PORT`, or `local:4` for four on this machine (`local`: one a core). Raises
    BadSetup. Workers that were started here end with this, whatever they do; on others their work may continue for
    a moment, without effect."""
    _extras.need("cluster", "clusters")
    own: Any = None
    if where.partition(":")[0] == LOCAL:
        workers = _count(where)
        with not_interrupted():
            own = _distributed().LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                preload=[__name__],
                silence_logs=logging.ERROR,
            )
    try:
        client = _connected(where if own is None else own.scheduler_address)
        try:
            compare(client)
            print(_told(client), file=sys.stderr)
            hands = Cluster(client)
            try:
                yield hands
            finally:
                hands.shutdown(cancel_futures=True)
        finally:
            client.close()
    finally:
        if own is not None:
            own.close()


def dask_setup(worker: object) -> None:
    """What a worker that we start does first: it lets others go before, and leaves Ctrl-C to us."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _count(where: str) -> int:
    """How many workers `local:4` asks for; raises BadSetup."""
    _, colon, number = where.partition(":")
    if not colon:
        return os.cpu_count() or 1
    if not number.isdigit() or not int(number):
        raise BadSetup(f"A cluster on this machine looks like local or local:4, not {where!r}.")
    return int(number)


def _distributed() -> Any:
    """The package, loaded when it is needed: it takes a second."""
    import distributed

    return distributed


def _connected(address: str) -> Any:
    """A client of that scheduler, with at least one worker; raises BadSetup."""
    if "://" not in address:
        raise BadSetup(f"A cluster is tcp://HOST:PORT or local:N, not {address!r}.")
    try:
        with not_interrupted():
            client: Any = _distributed().Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise BadSetup(f"No cluster answers at {address}: start one with dask scheduler and dask worker.") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        client.close()
        raise BadSetup(
            f"The cluster at {address} has no workers: dask worker {address} --nthreads 1 adds one."
        ) from None
    return client


def _told(client: Any) -> str:
    return f"Cluster with {counted(_threads(client), 'worker', 'workers')}; dashboard: {client.dashboard_link}"


def _threads(client: Any) -> int:
    return sum(client.nthreads().values())


class Cluster(Executor):
    """The workers of a cluster as an executor. A worker that dies takes nothing with it: the scheduler gives its tasks
    to others."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._mine = about()

    @property
    def _max_workers(self) -> int:
        """As other executors call it; workers come and go."""
        return max(1, _threads(self._client))

    def submit(self, work: Callable[..., Done], /, *given: Any, **named: Any) -> Future[Done]:
        """Give a task to the scheduler; who does it has compared what it has with what we have."""
        told: Future[Done] = Future()
        done: Future[Done] = self._executor.submit(_compared, self._mine, work, given, named)
        done.add_done_callback(lambda future: _pass_on(future, told))
        told.add_done_callback(lambda future: done.cancel() if future.cancelled() else None)
        return told

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """No more tasks; those that are under way are given up if `cancel_futures`."""
        self._executor.shutdown(wait=wait and not cancel_futures)


def _pass_on(future: Future[Any], told: Future[Any]) -> None:
    """What a worker has found, or a sentence about why it has not."""
    if future.cancelled() or not told.set_running_or_notify_cancel():
        with suppress(Exception):
            told.cancel()
        return
    error = future.exception()
    if error is None:
        told.set_result(future.result())
    elif isinstance(error, MenagerieError):
        told.set_exception(error)
    elif type(error).__name__ == "KilledWorker":
        told.set_exception(MenagerieError("A task was given up: four workers have died over it, one after another."))
    else:
        told.set_exception(error)


def _compared(theirs: dict[str, str], work: Callable[..., Done], given: Any, named: Any) -> Done:
    """Runs on a worker: do the task, if Menagerie is the same here as where it was asked for."""
    problem = difference(theirs, about(), "a worker that came later")
    if problem:
        raise BadSetup(problem)
    return work(*given, **named)


# Versions.


@cache
def about() -> dict[str, str]:
    """What must be the same everywhere: Python, the package, its sources and every title's rules."""
    rules = ", ".join([f"{game.id} {game.rules_version}" for game in catalog()])
    return {
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "Menagerie": menagerie.__version__,
        "rules": rules,
        "sources": _sources(),
    }


def _sources() -> str:
    """A digest of what decides how games go."""
    package = Path(menagerie.__file__).parent
    total = hashlib.sha256()
    for folder in SOURCES:
        for file in sorted([*(package / folder).rglob("*.py"), *(package / folder).rglob("*.toml")]):
            total.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()[:12]


def compare(client: Any) -> None:
    """Raise BadSetup with one sentence if a worker has another Python, package or rules than we have."""
    try:
        everywhere: dict[str, dict[str, str]] = client.run(about)
    except Exception as error:
        raise BadSetup(f"A worker of the cluster cannot load Menagerie: {type(error).__name__}: {error}.") from None
    for worker, theirs in sorted(everywhere.items()):
        problem = difference(about(), theirs, f"the worker at {worker}")
        if problem:
            raise BadSetup(problem)


def difference(here: dict[str, str], there: dict[str, str], who: str) -> str:
    """What two places have not in common, in a sentence; empty if they are alike."""
    for name, mine in here.items():
        if there.get(name) != mine:
            return (
                f"{who[0].upper()}{who[1:]} has {name} {there.get(name)}, here is {mine}: install the same everywhere."
            )
    return ""
