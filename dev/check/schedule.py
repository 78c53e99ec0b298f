"""Run the steps, two at a time: tests wait for processes, pages and disks, so one step alone leaves cores idle."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dev.check.outcome import ROOT, Asked, Outcome, Step, failed

PATIENCE = 3 * 60 * 60  # seconds for one command; tests that hang have limits of their own (pyproject.toml)
LANES = 2
BYTECODE = ROOT / "build" / "bytecode"
# Tests start hundreds of processes. Each would compile its sources again where the environment forbids bytecode.
KEEP_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTECODE)}


@dataclass
class Run:
    """One run of the checks: what was asked for, and what has happened so far."""

    asked: Asked
    done: dict[str, tuple[Outcome, float]] = field(default_factory=dict)
    under_way: dict[str, float] = field(default_factory=dict)
    busy: dict[str, float] = field(default_factory=dict)  # seconds for which the commands of a step kept cores busy
    step_of: dict[int, str] = field(default_factory=dict)  # what each lane is at, by its thread
    started: float = field(default_factory=time.monotonic)

    def call(self, *command: str, env: Mapping[str, str] | None = None) -> tuple[int, str]:
        """Run a command in the root; return its exit code and what it printed (nothing with -v, which shows it)."""
        started = time.monotonic()
        with tempfile.TemporaryFile() as printed:
            running = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **KEEP_BYTECODE, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=None if self.asked.verbose else printed,
                stderr=None if self.asked.verbose else subprocess.STDOUT,
            )
            limit = threading.Timer(PATIENCE, running.kill)
            limit.start()
            code = self._wait(running)
            limit.cancel()
            printed.seek(0)
            output = printed.read().decode(errors="replace")
        is_stopped = code == -signal.SIGKILL and time.monotonic() - started >= PATIENCE
        return (1, f"{output}\nstopped after {PATIENCE // 60} minutes") if is_stopped else (code, output)

    def _wait(self, running: subprocess.Popen[bytes]) -> int:
        """Wait for a command; return its exit code and add to its step how long it kept cores busy.

        That counts the processes it has waited for, too. Unlike the time on the clock it hardly depends on what else
        the machine does.
        """
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        step = self.step_of.get(threading.get_ident(), "")
        self.busy[step] = self.busy.get(step, 0.0) + usage.ru_utime + usage.ru_stime
        return running.returncode

    def judge(self, *command: str, env: Mapping[str, str] | None = None) -> Outcome:
        """Run a command that must succeed."""
        code, output = self.call(*command, env=env)
        return failed(f"exit code {code}", output) if code else Outcome("ok")

    def outcome_of(self, name: str) -> Outcome:
        """Return how an earlier step ended."""
        return self.done[name][0]

    @property
    def has_failed(self) -> bool:
        """Whether any step failed."""
        return any(outcome.status == "failed" for outcome, _ in self.done.values())


class Schedule:
    """Hands out the first step whose predecessors are done, to as many lanes as there are."""

    def __init__(self, run: Run, steps: Sequence[Step], lanes: int) -> None:
        self.run = run
        self.waiting = list(steps)
        self.lanes = lanes
        self.changed = threading.Condition()
        self.ended: list[str] = []  # not yet reported

    def start(self) -> None:
        """Start the lanes; they end when no step is left."""
        for _ in range(self.lanes):
            threading.Thread(target=self._work, daemon=True).start()

    def next_ended(self, seconds: float) -> list[str]:
        """Wait up to so many seconds for a step to end; return the names of those that did."""
        with self.changed:
            self.changed.wait_for(lambda: self.ended, seconds)
            ended, self.ended = self.ended, []
            return ended

    @property
    def is_over(self) -> bool:
        """Whether every step has ended and was reported."""
        with self.changed:
            return not (self.waiting or self.run.under_way or self.ended)

    def _work(self) -> None:
        while (step := self._take()) is not None:
            self.run.step_of[threading.get_ident()] = step.name
            try:
                outcome = step.action(self.run)
            except Exception as error:  # a fault of the checks themselves: report it and continue with the others
                outcome = failed(f"{type(error).__name__}: {error}")
            with self.changed:
                self.run.done[step.name] = (outcome, time.monotonic() - self.run.under_way.pop(step.name))
                self.ended.append(step.name)
                self.changed.notify_all()

    def _take(self) -> Step | None:
        """Wait for a step that can start; nothing when none is left."""
        with self.changed:
            self.changed.wait_for(lambda: not self.waiting or self._ready())
            if not self.waiting:
                return None
            step = self._ready()[0]
            self.waiting.remove(step)
            self.run.under_way[step.name] = time.monotonic()
            return step

    def _ready(self) -> list[Step]:
        return [step for step in self.waiting if all(name in self.run.done for name in step.after)]
