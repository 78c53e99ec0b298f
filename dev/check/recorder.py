"""A plugin for pytest that writes down each test as it ends, so that progress can be shown and a crash is not lost.

Loaded with `-p dev.check.recorder`; the file is named by MENAGERIE_REPORT. One line has the number of tests; each test
has a line when it begins and one when it has ended, so that what was under way when the interpreter died is known.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

PROCESSOR: Final = "processor"
"""The name of the property of a report that says how long cores were busy."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


class ProcessorTime:
    """Notes how long each test kept a core busy, with the processes that it started or uses.

    Unlike the time on the clock it hardly depends on what else the machine does.
    """

    def __init__(self) -> None:
        self.before = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self.before = processor_time()
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.when == "teardown":
            item.user_properties.append((PROCESSOR, max(0.0, processor_time() - self.before)))


def processor_time() -> float:
    """Return the seconds that this process and all it started have kept cores busy; living ones only on Linux."""
    return sum(os.times()[:4]) + sum(map(ticks_of, descendants(os.getpid()))) / TICKS


def descendants(process: int) -> list[int]:
    """Return the living processes that this one has started, and those they have started."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it has just ended
            for child in map(int, path.read_text().split()):
                found += [child, *descendants(child)]
    return found


def ticks_of(process: int) -> int:
    """Return how long a process and its ended children have kept cores busy."""
    try:
        told = Path(f"/proc/{process}/stat").read_text()
    except OSError:  # it has just ended
        return 0
    return sum(map(int, told.rpartition(")")[2].split()[11:15]))


class Recorder:
    """Adds up the three phases of a test (set-up, call, tear-down) and writes one line when the last is over."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.under_way: dict[str, dict[str, Any]] = {}
        path.write_text("")

    def write(self, **line: Any) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.write(total=len(items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.write(total=len(ids))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.write(began=nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = self.under_way.setdefault(report.nodeid, {"outcome": "passed", "seconds": 0.0, "slow": False})
        test["seconds"] += report.duration
        test["slow"] = test["slow"] or "slow" in report.keywords
        if report.outcome != "passed" and test["outcome"] in ("passed", "skipped"):
            test["outcome"] = outcome_of(report)
        test["processor"] = round(processor_seconds(report), 2)
        # A worker that crashed sends no tear-down: its one report, of a phase called "???", is the last.
        if report.when not in ("setup", "call"):
            self.write(name=report.nodeid, **self.under_way.pop(report.nodeid))


def processor_seconds(report: pytest.TestReport) -> float:
    """Return how long the test kept a core busy; 0 before its tear-down, which is when that is known."""
    return sum(seconds for name, seconds in report.user_properties if name == PROCESSOR and isinstance(seconds, float))


def outcome_of(report: pytest.TestReport) -> str:
    """Return in one word how a test ended that did not pass."""
    if report.outcome == "skipped":
        return "skipped"
    text = str(report.longrepr)
    if text.startswith("worker ") and " crashed while running " in text:
        return "crashed"
    return "timed out" if "from pytest-timeout" in text else "failed"


def pytest_configure(config: pytest.Config) -> None:
    """Record in the process that gathers the reports; the workers of xdist have an input of their own."""
    path = os.environ.get("MENAGERIE_REPORT")
    if path:
        config.pluginmanager.register(ProcessorTime(), "menagerie-processor-time")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(path)), "menagerie-recorder")
