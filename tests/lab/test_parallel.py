"""Hands of any kind: the same results in the same order, nothing begun that nobody asked for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice

import pytest

from menagerie import BadSetup
from menagerie.lab.parallel import Here, as_done, hands, in_order, processes, seed_of, width


def square(number: int) -> int:
    if number == 13:
        raise BadSetup("Thirteen brings bad luck.")
    return number * number


def test_the_order_is_that_of_the_tasks() -> None:
    with processes(2) as two, ThreadPoolExecutor(3) as threads:
        for executor in (Here(), two, threads):
            assert list(in_order(square, range(10), executor)) == [number * number for number in range(10)]


def test_tasks_may_be_endless() -> None:
    with ThreadPoolExecutor(3) as threads:
        for executor in (Here(), threads):
            assert list(islice(in_order(square, count(), executor), 3)) == [0, 1, 4]


def test_nothing_is_begun_before_somebody_has_time_for_it() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(6):
            asked.append(number)
            yield number

    done = as_done(square, tasks(), Here())
    assert (next(done), asked) == (0, [0])
    assert sorted(done) == [1, 4, 9, 16, 25]


def test_what_goes_wrong_is_told_by_the_task_that_did() -> None:
    with processes(2) as two:
        for executor in (Here(), two):
            for way in (in_order(square, [1, 13], executor), as_done(square, iter([13]), executor)):
                with pytest.raises(BadSetup, match="Thirteen"):
                    list(way)


def test_how_many_hands_there_are() -> None:
    with hands(1) as one, hands(2) as two:
        assert (width(one), width(two)) == (1, 2)
    with pytest.raises(BadSetup, match=r"tcp://HOST:PORT or local:N, not 'moon'"), hands(cluster="moon"):
        pass


def test_a_seed_belongs_to_a_name() -> None:
    assert seed_of("learn", 1) == seed_of("learn", 1) != seed_of("learn", 2)


WORKERS = """
import os, sys
from menagerie.lab.parallel import processes
if __name__ == "__main__":
    with processes(1) as one:
        print(one.submit(os.getpid).result(), flush=True)
        sys.stdin.read()
"""


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_do_not_outlive_who_was_killed() -> None:
    """Nobody tells them, and they would wait for work for ever."""
    command = [sys.executable, "-c", WORKERS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert is_running(worker)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        for _ in range(600):
            if not is_running(worker):
                return
            time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    raise AssertionError("the worker is still there")
