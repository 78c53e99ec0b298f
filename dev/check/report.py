"""What a run prints: a line for each step, progress with the time left, a summary, and a file for releases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from dev.check.outcome import ROOT, Outcome, Result, Step
from dev.check.schedule import Run, Schedule
from dev.check.sessions import REPORTS, progress

SLOW = 5.0  # seconds on two quiet cores: a test that takes longer is marked as slow
SLOWEST = 10
HEARTBEAT = 1.0 if sys.stdout.isatty() else 60.0  # seconds between two lines of progress
TIMES = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "menagerie" / "test-times.json"
"""How long each step took in the last run on this machine, for every checkout of it."""


def follow(run: Run, schedule: Schedule, steps: Sequence[Step]) -> None:
    """Print each step as it ends, and progress in between, until all have ended."""
    expected = {} if run.asked.verbose else last_times(run)
    while not schedule.is_over:
        ended = schedule.next_ended(HEARTBEAT)
        for name in ended:
            outcome, seconds = run.done[name]
            show(f"{clock(time.monotonic() - run.started)}  {name}: {line(outcome, seconds, run.busy.get(name, 0.0))}")
            if outcome.status == "failed" and outcome.output:
                print(outcome.output.rstrip(), flush=True)
        if not ended and not run.asked.verbose:
            show(progress_line(run, steps, expected), is_passing=True)


def show(text: str, is_passing: bool = False) -> None:
    """Print a line; on a terminal a passing one is written over by the next."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{text}", end="" if is_passing else "\n", flush=True)
    else:
        print(text, flush=True)


def progress_line(run: Run, steps: Sequence[Step], expected: dict[str, float]) -> str:
    """Return what is under way, how far it is, and how long the rest will take."""
    parts, left = [], 0.0
    for step in steps:
        if step.name in run.under_way:
            since = time.monotonic() - run.under_way[step.name]
            ended, total = progress(REPORTS / f"{step.report}.jsonl") if step.report else (0, 0)
            parts.append(f"{step.name} {f'{ended} of {total}' if total else f'{since:.0f} s'}")
            left += max(0.0, expected.get(step.name, 0.0) - since)
        elif step.name not in run.done:
            left += expected.get(step.name, 0.0)
    estimate = f"; about {clock(left / min(2, max(1, len(parts))))} left" if expected else ""
    return f"{clock(time.monotonic() - run.started)}  running: {', '.join(parts)}{estimate}"


def clock(seconds: float) -> str:
    return f"{seconds // 60:2.0f}:{seconds % 60:02.0f}"


def line(outcome: Outcome, seconds: float, busy: float) -> str:
    return f"{outcome.status:<7} {seconds:6.1f} s  {busy:6.1f} s  {outcome.note}".rstrip()


def last_times(run: Run) -> dict[str, float]:
    """Return how long each step took in the last run of this kind on this machine."""
    try:
        times: dict[str, float] = json.loads(TIMES.read_bytes())[mode(run)]
    except (OSError, ValueError, KeyError):
        return {}
    return times


def mode(run: Run) -> str:
    """Return the kind of run in one word."""
    asked = run.asked
    if asked.expression or asked.changed:
        return "part"
    return "fast" if asked.fast else "long" if asked.long else "usual"


def keep(run: Run) -> None:
    """Write down how long the steps took, and for the release script how the run ended."""
    REPORTS.joinpath("last.json").write_text(json.dumps(last(run), indent=1) + "\n")
    try:
        known = json.loads(TIMES.read_bytes())
    except (OSError, ValueError):
        known = {}
    times = {name: round(seconds, 1) for name, (_, seconds) in run.done.items()}
    try:
        TIMES.parent.mkdir(parents=True, exist_ok=True)
        TIMES.write_text(json.dumps({**known, mode(run): times}, indent=1) + "\n")
    except OSError:
        return  # without a cache folder the next run only shows no time left


def last(run: Run) -> dict[str, object]:
    """Return which commit was checked, how, and whether all was well."""
    commit = subprocess.run(("git", "rev-parse", "HEAD"), cwd=ROOT, capture_output=True, text=True, check=False)
    status = subprocess.run(("git", "status", "--porcelain"), cwd=ROOT, capture_output=True, text=True, check=False)
    return {
        "commit": commit.stdout.strip(),
        "clean": not status.returncode and not status.stdout.strip(),
        "mode": mode(run),
        "ok": not run.has_failed,
    }


def summary(run: Run, steps: Sequence[Step]) -> str:
    """Return the table of steps, the slowest tests, and the closing line that counts the tests."""
    width = max(len(step.name) for step in steps)
    rows = [f"  {step.name:<{width}}  {line(*run.done[step.name], run.busy.get(step.name, 0.0))}" for step in steps]
    total = sum((outcome.counts for outcome, _ in run.done.values()), Counter())
    taken, busy = (clock(seconds).strip() for seconds in (time.monotonic() - run.started, sum(run.busy.values())))
    title = f"Summary, {taken} minutes; how long each step took, and how long it kept a core busy ({busy} in all)"
    parts = ["", title, *rows, *slowest(run), ""]
    apart = [f"{total[word]} {word}" for word in ("crashed", "timed out") if total[word]]
    parts += [f"Of the failed tests {' and '.join(apart)}.", ""] if apart else []
    bad = total["failed"] + total["crashed"] + total["timed out"]
    return "\n".join([*parts, f"{total['passed']} passed, {bad} failed, {total['skipped']} skipped"])


def slowest(run: Run) -> list[str]:
    """Return the slowest tests, and which of those that take more than 5 s are not marked as slow."""
    tests: list[tuple[str, Result]] = [
        (name, test) for name, (outcome, _) in run.done.items() for test in outcome.tests
    ]
    tests.sort(key=lambda pair: pair[1].seconds, reverse=True)
    if not tests:
        return []
    found = ["", "Slowest tests, and how long they kept a core busy"]
    found += [
        f"  {test.seconds:5.1f} s  {test.processor:5.1f} s  {test.name} ({name}){remark(test)}"
        for name, test in tests[:SLOWEST]
    ]
    unmarked = sum(bool(remark(test)) for _, test in tests[SLOWEST:])
    return [*found, f"  and {unmarked} more over {SLOW:.0f} s that are not marked as slow"] if unmarked else found


def remark(test: Result) -> str:
    return f": over {SLOW:.0f} s and not marked as slow" if test.seconds > SLOW and not test.is_slow else ""
