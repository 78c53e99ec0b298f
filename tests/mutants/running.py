"""Running mutants: tests are collected once; every mutant is tried in a process that splits off from there.

The mutated function's code replaces the original's in that process only, so that nothing is imported or written anew.
Only tests that reach a mutated line are run, the quickest first, up to the first that fails. A test that needs far more
processor time than it did without the fault hangs, and counts as failed.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from .making import Mutant

MEMORY = 4 << 30
LEAST_TIME = 1.0
"""Seconds of processor time that any test may take."""
PATIENCE = 8
"""How many times longer a test may take than it did without a fault (while its lines were noted: that is slow, too)."""


class Hangs(BaseException):
    """A test takes too long. No test may catch it."""


@dataclass
class Reach:
    """Which tests reach which lines, and how long each takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    """By the test's name, of those that pass."""
    tests: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    """By file and line."""
    failed: list[str] = field(default_factory=list)
    """Tests that fail without any fault: nothing can be learnt from them."""

    def reaching(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the quickest first."""
        lines = self.tests.get(str(mutant.path), {})
        names = {name for line in range(mutant.lines[0], mutant.lines[1] + 1) for name in lines.get(line, [])}
        return sorted((name for name in names if name in self.seconds), key=lambda name: self.seconds[name])

    def add(self, other: Reach) -> None:
        """What another process found."""
        self.seconds |= other.seconds
        self.failed += other.failed
        for path, lines in other.tests.items():
            mine = self.tests.setdefault(path, {})
            for line, names in lines.items():
                mine.setdefault(line, []).extend(names)


def split_off(work: Callable[[], Any]) -> tuple[int, int]:
    """Do something in a process of its own; its id, and where to read the answer."""
    here, there = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.close(there)
        return child, here
    os.close(here)
    status = 1
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        with open(there, "w", encoding="utf-8") as answer:  # noqa: PTH123 - a pipe
            try:
                json.dump({"found": work()}, answer)
            except Exception:
                json.dump({"wrong": traceback.format_exc()}, answer)
        status = 0
    finally:
        os._exit(status)


def answer_of(child: int, pipe: int) -> Any:
    """Wait for such a process; None if it was brought down before it could answer."""
    with open(pipe, encoding="utf-8") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    try:
        answer = json.loads(text)
    except ValueError:
        return None
    if "wrong" in answer:
        raise RuntimeError(f"A process of ours failed, not a test:\n{answer['wrong']}")
    return answer["found"]


def all_at_once(works: Sequence[Callable[[], Any]], jobs: int) -> Iterator[tuple[int, Any]]:
    """Do things in processes of their own, so many at a time; each one's number and answer, as they come."""
    running: dict[int, tuple[int, int]] = {}
    waiting = list(enumerate(works))[::-1]
    while waiting or running:
        while waiting and len(running) < jobs:
            number, work = waiting.pop()
            child, pipe = split_off(work)
            running[pipe] = (number, child)
        ready = select.select(list(running), [], [])[0][0]
        number, child = running.pop(ready)
        yield number, answer_of(child, ready)


# In a process of its own.


def note_reach(items: list[pytest.Item], files: list[Path]) -> dict[str, Any]:
    """Run these tests, and note which lines each reaches."""
    found = Reach()
    measuring = coverage.Coverage(data_file=None, include=[str(file) for file in files], config_file=False)
    measuring.set_option("run:disable_warnings", ["no-data-collected"])
    measuring.start()
    for item, following in followed(items):
        measuring.switch_context(item.nodeid)
        started = time.process_time()
        if passes(item, following):
            found.seconds[item.nodeid] = time.process_time() - started
        else:
            found.failed.append(item.nodeid)
    measuring.stop()
    data = measuring.get_data()
    for path in data.measured_files():
        found.tests[path] = dict(data.contexts_by_lineno(path))
    return {"seconds": found.seconds, "tests": found.tests, "failed": found.failed}


def reach_from(answer: dict[str, Any]) -> Reach:
    """What such a process answered."""
    tests = {path: {int(line): names for line, names in lines.items()} for path, lines in answer["tests"].items()}
    return Reach(answer["seconds"], tests, answer["failed"])


def followed(items: list[pytest.Item]) -> list[tuple[pytest.Item, pytest.Item | None]]:
    """Each test with the one after it: pytest tears down what that one does not need."""
    following: list[pytest.Item | None] = [*items[1:], None]
    return list(zip(items, following, strict=False))


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run one test."""
    reports = runtestprotocol(item, log=False, nextitem=following)
    return not any(report.failed for report in reports)


def killer(mutant: Mutant, items: list[pytest.Item], reach: Reach) -> str:
    """The name of the first of these tests that notices the mutant; empty if none does."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _hangs)
    put_in(mutant)
    for item, following in followed(items):
        signal.setitimer(signal.ITIMER_VIRTUAL, max(LEAST_TIME, PATIENCE * reach.seconds[item.nodeid]), 1.0)
        try:
            passed = passes(item, following)
        except BaseException:
            passed = False
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if not passed:
            return item.nodeid
    return ""


def killed_afresh(mutant: Mutant, tests: Sequence[Path], reach: Reach, root: Path) -> str:
    """The same in a new process: modules may use its function while they are imported, and keep what came of it."""
    seconds = int(60 + PATIENCE * sum(reach.seconds.values()))
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as mutated:
        mutated.write(mutant.source())
        mutated.flush()
        left_out = [f"--deselect={name}" for name in reach.failed]
        options = ["-q", "-x", f"--rootdir={root}", *left_out]
        command = [sys.executable, "-m", "tests.mutants.afresh", str(mutant.path), mutated.name, str(seconds)]
        # No test of a title needs a plugin of pytest; the settings need that of the time limit.
        quickly = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "pytest_timeout"}
        done = subprocess.run(
            [*command, *options, *map(str, tests)], cwd=root, env=quickly, capture_output=True, check=False
        )
    if done.returncode in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"The tests do not run in a new process:\n{done.stdout.decode()}{done.stderr.decode()}")
    return "" if done.returncode == 0 else "(when modules are imported)"


def _hangs(number: int, frame: FrameType | None) -> None:
    raise Hangs


def put_in(mutant: Mutant) -> None:
    """Give the function its mutated code, in this process."""
    function_of(mutant).__code__ = code_of(mutant)


def fits(mutant: Mutant) -> bool:
    """Whether it can be put in, and differs from the original."""
    try:
        code, original = code_of(mutant), function_of(mutant).__code__
    except (SyntaxError, LookupError, AttributeError):
        return False
    return len(code.co_freevars) == len(original.co_freevars) and not _same(code, original)


def _same(one: CodeType, other: CodeType) -> bool:
    """Whether two codes do the same; where their lines are does not matter."""
    if (one.co_code, one.co_names, one.co_varnames) != (other.co_code, other.co_names, other.co_varnames):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    for mine, theirs in zip(one.co_consts, other.co_consts, strict=True):
        if isinstance(mine, CodeType) and isinstance(theirs, CodeType):
            if not _same(mine, theirs):
                return False
        elif type(mine) is not type(theirs) or mine != theirs:
            return False
    return True


def code_of(mutant: Mutant) -> CodeType:
    """The mutated function's code, from the file that was compiled anew."""
    code = compile(mutant.source(), str(mutant.path), "exec", dont_inherit=True)
    for name in mutant.function.split("."):
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
    return code


def function_of(mutant: Mutant) -> FunctionType:
    """The function in the module that the tests have imported."""
    modules = [module for module in sys.modules.values() if getattr(module, "__file__", None) == str(mutant.path)]
    if not modules:
        raise LookupError(f"no test imports {mutant.path}")
    found: Any = modules[0]
    for name in mutant.function.split("."):
        found = vars(found)[name]
    if isinstance(found, property):
        found = found.fget
    found = getattr(found, "__func__", found)
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    if not isinstance(found, FunctionType):
        raise LookupError(mutant.function)
    return found


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without what pytest prints."""
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        yield
