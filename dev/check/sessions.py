"""Run a session of pytest, read what became of each test, and give a few that failed a second try.

A second try is for tests of real browsers, servers and processes. A crashed interpreter never gets one: it fails the
run, whatever happens when the test is run again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dev.check.outcome import ROOT, Outcome, Result, not_run

if TYPE_CHECKING:
    from dev.check.schedule import Run

REPORTS = ROOT / "build" / "reports"
FEW = 3  # so many failed tests are given a second try
NO_TESTS = 5  # exit code of pytest
CORES = os.cpu_count() or 1
BAD = ("failed", "crashed", "timed out")


def session(
    run: Run,
    name: str,
    arguments: list[str],
    *,
    engine: str = "",
    workers: int = CORES,
    prefix: tuple[str, ...] = ("-m",),
    python: str = sys.executable,
    marks: str = "",
    has_second_try: bool = False,
    env: Mapping[str, str] | None = None,
) -> Outcome:
    """Run tests with pytest and return how each ended."""
    report = REPORTS / f"{name}.jsonl"
    report.unlink(missing_ok=True)
    env = {"MENAGERIE_ENGINE": engine, "MENAGERIE_REPORT": str(report), **(env or {})}
    if run.asked.long:
        env["MENAGERIE_LONG"] = "1"
    command = [python, *prefix, "pytest", "-q", "-p", "dev.check.recorder", "-o", f"cache_dir={REPORTS / name}.cache"]
    chosen = [*arguments, *choice(run, marks)]
    spread = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else ["-n", "0"]
    code, output = run.call(*command, *spread, *chosen, env=env)
    tests = read(report)
    if code == NO_TESTS:
        return not_run("no test was chosen")
    if code:
        tests += unfinished(report)
    bad = [test for test in tests if test.outcome in BAD]
    (REPORTS / f"{name}.txt").write_text(output, encoding="utf-8")
    if code and not bad:
        bad = [Result(f"pytest ended with exit code {code}", "failed", 0.0)]
        tests += bad
    elif bad and has_second_try and len(bad) <= FEW and all(test.outcome != "crashed" for test in bad):
        env["MENAGERIE_REPORT"] += ".again"
        code, second = run.call(*command, "-n", "0", *[test.name for test in bad], env=env)
        output += second
        if not code:
            return Outcome(
                "ok",
                f"{count(tests, again=len(bad))}; passed only when run again: {names(bad)}",
                output,
                forgiven(tests),
            )
    status = "failed" if bad else "ok"
    return Outcome(status, f"{count(tests)}{': ' if bad else ''}{names(bad)}", output, tuple(tests))


def choice(run: Run, marks: str) -> list[str]:
    """Return the options that choose among the tests, by name and by mark."""
    names = ["-k", run.asked.expression] if run.asked.expression else []
    every = [mark for mark in (marks, "not slow" if run.asked.fast else "") if mark]
    return [*names, "-m", " and ".join(every)] if every else names


def read(report: Path) -> list[Result]:
    """Return the tests in a report; a test that was run twice in it counts once, as it ended last."""
    found = {
        line["name"]: Result(line["name"], line["outcome"], line["seconds"], line["processor"], line["slow"])
        for line in lines(report)
        if "name" in line
    }
    return list(found.values())


def unfinished(report: Path) -> list[Result]:
    """Return the tests that began and never ended: their interpreter died."""
    began = [line["began"] for line in lines(report) if "began" in line]
    ended = {test.name for test in read(report)}
    return [Result(name, "crashed", 0.0) for name in dict.fromkeys(began) if name not in ended]


def progress(report: Path) -> tuple[int, int]:
    """Return how many tests have ended, and how many there are (0 while that is not known)."""
    ended, total = 0, 0
    for line in lines(report):
        ended += "name" in line
        total = line.get("total", total)
    return ended, total


def lines(report: Path) -> Iterator[dict[str, Any]]:
    """Yield what the recorder wrote; the last line may be half written."""
    if report.exists():
        for text in report.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(text)
            except ValueError:
                return


def count(tests: list[Result], again: int = 0) -> str:
    """Return the figures of a session in words."""
    number = {word: sum(test.outcome == word for test in tests) for word in ("passed", *BAD, "skipped")}
    if again:
        number = {**number, "passed": number["passed"] + again, "failed": 0, "timed out": 0}
    return ", ".join(
        f"{number[word]} {word}" for word in number if number[word] or word in ("passed", "failed", "skipped")
    )


def names(tests: list[Result]) -> str:
    return ", ".join(f"{test.name} ({test.outcome})" for test in tests)


def forgiven(tests: list[Result]) -> tuple[Result, ...]:
    """Return the tests as passed, after all of them have passed at their second try."""
    return tuple(replace(test, outcome="passed") if test.outcome in BAD else test for test in tests)
