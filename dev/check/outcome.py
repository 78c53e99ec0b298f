"""What a step is, and how one ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dev.check.schedule import Run

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Result:
    """How one test ended: "passed", "failed", "crashed", "timed out" or "skipped"."""

    name: str
    outcome: str
    seconds: float
    processor: float = 0.0  # seconds for which a core was busy with it
    is_slow: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a step ended: "ok", "failed" or "not run"."""

    status: str
    note: str = ""
    output: str = ""
    tests: tuple[Result, ...] = ()

    @property
    def counts(self) -> Counter[str]:
        """Return how many tests passed, failed, and so on."""
        return Counter(test.outcome for test in self.tests)


@dataclass(frozen=True)
class Step:
    """One thing to run, and the steps it has to wait for."""

    name: str
    action: Callable[[Run], Outcome]
    after: tuple[str, ...] = ()
    report: str = ""  # the name of its report, where it is a session of pytest


@dataclass
class Asked:
    """What the command line asks for."""

    verbose: bool = False
    fast: bool = False
    long: bool = False
    expression: str = ""
    changed: list[str] = field(default_factory=list)


def ok(note: str = "") -> Outcome:
    return Outcome("ok", note)


def failed(note: str, output: str = "") -> Outcome:
    return Outcome("failed", note, output)


def not_run(reason: str) -> Outcome:
    return Outcome("not run", reason)
