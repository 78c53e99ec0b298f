"""Having a parser read many broken inputs: nothing but its own refusals may come out, and soon."""

from __future__ import annotations

import contextlib
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from menagerie.server.base.errors import mistake
from tests.fuzz.parsers import Parser

PATIENCE = 30.0
"""Seconds after which something counts as hanging."""


class Hangs(Exception):
    """Something does not come to an end."""


@dataclass
class Report:
    """How it went."""

    name: str
    tried: int = 0
    taken: int = 0
    """Inputs that were still right, or right again."""
    seconds: float = 0
    slowest: float = 0
    problems: dict[str, str] = field(default_factory=dict)
    """What came out that should not have, with the number of the first input that it came from."""

    def line(self) -> str:
        """The report for people."""
        told = f"{self.name}: {self.tried} broken inputs, {self.taken} of them taken, {len(self.problems)} problems"
        return f"{told}; {self.seconds:.0f} s, the slowest {1000 * self.slowest:.0f} ms"


def run(parser: Parser, count: int, seed: int, folder: Path, only: int | None = None) -> Report:
    """Break so many inputs and have them read; `only` that one, to see what is wrong with it."""
    report = Report(parser.name)
    began = time.monotonic()
    with parser.open(folder) as attempt:
        for number in range(count) if only is None else [only]:
            started = time.monotonic()
            try:
                with _in_time():
                    report.taken += attempt(random.Random(f"{parser.name} {seed} {number}"))
            except Exception as error:
                if only is not None:
                    raise
                report.problems.setdefault(mistake(error), f"{parser.name} --seed {seed} --only {number}")
            report.tried += 1
            report.slowest = max(report.slowest, time.monotonic() - started)
    report.seconds = time.monotonic() - began
    return report


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise Hangs(f"no answer after {PATIENCE:.0f} seconds of computing")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
