"""Which of N random faults in a title's rules do its tests notice? `python -m tests.mutants TITLE [-n N] [--seed S]`

Mutated are the functions that decide: phases, state, scoring and what they rest on; not words, pictures, content, and
advice to bots.
Run against them are the title's own tests, its golden games and the conformance suite. What is done is kept under
build/mutants, and the same command goes on where it was broken off, as long as neither sources nor tests change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

# The sources, and few walks of the suite for each property: before anything of the package is imported.
os.environ["MENAGERIE_ENGINE"] = "interpreted"
os.environ["MENAGERIE_EXAMPLES"] = "1"

import pytest

from .making import Mutant, mutants_of
from .running import Reach, all_at_once, fits, killed_afresh, killer, note_reach, quiet, reach_from
from .subject import ROOT, Subject, subject_of

PARTS_OF_RECORDING = 16


class Kept:
    """What is known already, in a file that grows with every result."""

    def __init__(self, subject: Subject) -> None:
        subject.folder.mkdir(parents=True, exist_ok=True)
        self.path = subject.folder / f"{subject.name}.jsonl"
        self.print = fingerprint(subject)
        self.killers: dict[str, str] = {}
        """By the mutant's key: the test that killed it, empty if it survived."""
        self.before: dict[str, str] = {}
        """The same from before sources or tests changed: which test to try first."""
        self.reach: Reach | None = None
        if self.path.exists():
            self._read()
        else:
            self._begin()

    def _read(self) -> None:
        entries = [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()]
        killers = {entry["mutant"]: entry["killer"] for entry in entries if "mutant" in entry}
        if entries and entries[0].get("print") == self.print:
            self.killers = killers
            reaches = [entry["reach"] for entry in entries if "reach" in entry]
            self.reach = reach_from(reaches[0]) if reaches else None
        else:
            self.before = killers
            self._begin()

    def _begin(self) -> None:
        self.path.write_text(json.dumps({"print": self.print}) + "\n", encoding="utf-8")

    def add(self, entry: dict[str, Any]) -> None:
        """One more line."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def fingerprint(subject: Subject) -> str:
    """Another one as soon as a source or a test is another."""
    digest = hashlib.sha256()
    sources = sorted((ROOT / "src" / "menagerie").rglob("*.py")) if subject.folder.is_relative_to(ROOT) else []
    tests = [file for path in subject.tests for file in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    for file in [*sources, *subject.files, *tests]:
        if file.is_file() and file.suffix != ".pyc":
            digest.update(file.read_bytes())
    return digest.hexdigest()


class Bar:
    """How far it is, and how long it will take."""

    def __init__(self, what: str, total: int) -> None:
        self.what = what
        self.total = total
        self.done = 0
        self.started = time.monotonic()

    def step(self, note: str = "") -> None:
        """One more is done."""
        self.done += 1
        left = (time.monotonic() - self.started) / self.done * (self.total - self.done)
        filled = 30 * self.done // self.total
        bar = f"[{'#' * filled}{'.' * (30 - filled)}] {self.done} of {self.total}{note}"
        bar += f", {left // 60:.0f}:{left % 60:02.0f} left"
        if sys.stderr.isatty():
            end = "\n" if self.done == self.total else ""
            print(f"\r{self.what} {bar}  ", end=end, file=sys.stderr, flush=True)
        elif self.done % max(1, self.total // 10) == 0:
            print(f"{self.what} {bar}", file=sys.stderr, flush=True)


class Session:
    """Takes over from pytest when the tests are collected."""

    def __init__(self, subject: Subject, count: int, seed: int, jobs: int) -> None:
        self.subject = subject
        self.count = count
        self.seed = seed
        self.jobs = jobs
        self.kept = Kept(subject)
        self.chosen: list[Mutant] = []
        self.reach = Reach()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.subject.concerns(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.reach = self.kept.reach or self.record(session.items)
        every = [mutant for path in self.subject.files for mutant in mutants_of(path)]
        Random(self.seed).shuffle(every)
        self.chosen = []
        for mutant in every:
            if len(self.chosen) < self.count and fits(mutant):
                self.chosen.append(mutant)
        self.try_all({item.nodeid: item for item in session.items})
        return True

    def record(self, items: list[pytest.Item]) -> Reach:
        """Run every test once without a fault."""
        parts = [items[number::PARTS_OF_RECORDING] for number in range(min(len(items), PARTS_OF_RECORDING))]
        bar = Bar("which test reaches which line", len(parts))
        reach = Reach()
        works = [partial(note_reach, part, self.subject.files) for part in parts]
        for _, answer in all_at_once(works, self.jobs):
            if answer is None:
                raise SystemExit("Noting what the tests reach broke down: do they run?")
            reach.add(reach_from(answer))
            bar.step()
        self.kept.add({"reach": {"seconds": reach.seconds, "tests": reach.tests, "failed": reach.failed}})
        return reach

    def try_all(self, items: dict[str, pytest.Item]) -> None:
        """Try the mutants whose fate is not known."""
        left = [mutant for mutant in self.chosen if mutant.key not in self.kept.killers]
        works = [partial(self.try_one, mutant, items) for mutant in left]
        bar = Bar(self.subject.name, len(left))
        for number, answer in all_at_once(works, self.jobs):
            # Without an answer the mutant brought the whole process down, as when memory runs out.
            self.kept.killers[left[number].key] = "(brought down)" if answer is None else str(answer)
            self.kept.add({"mutant": left[number].key, "killer": self.kept.killers[left[number].key]})
            bar.step(f", {self.killed()} killed")

    def try_one(self, mutant: Mutant, items: dict[str, pytest.Item]) -> str:
        names = self.reach.reaching(mutant)
        first = self.kept.before.get(mutant.key)
        if first in names:
            names.remove(first)
            names.insert(0, first)
        found = killer(mutant, [items[name] for name in names if name in items], self.reach)
        return found or killed_afresh(mutant, self.subject.own_tests, self.reach, ROOT)

    def killed(self) -> int:
        return sum(bool(self.kept.killers.get(mutant.key)) for mutant in self.chosen)

    def report(self) -> str:
        """Survivors by function, and the count."""
        lines = []
        for name in self.reach.failed:
            lines.append(f"left out, because it fails without any fault: {name}")
        survivors = [mutant for mutant in self.chosen if not self.kept.killers.get(mutant.key)]
        where = ""
        for mutant in sorted(survivors, key=lambda mutant: (str(mutant.path), mutant.lines, mutant.text)):
            function = f"{mutant.path.relative_to(common(self.subject.files))}, {mutant.function}"
            if function != where:
                lines += ["", function]
                where = function
            tests = len(self.reach.reaching(mutant))
            told = f"{tests} tests reach it" if tests else "no test reaches it"
            lines.append(f"  line {mutant.lines[0]} ({told})")
            lines += [f"    {line}" for line in mutant.difference().splitlines()]
        return "\n".join([*lines, "", f"{self.subject.name}: {self.killed()} of {len(self.chosen)} killed"])


def common(files: list[Path]) -> Path:
    """The folder that all files are in."""
    return Path(os.path.commonpath([file.parent for file in files]))


def run(subject: Subject, count: int, seed: int, jobs: int) -> str:
    """Collect the tests, try the mutants, and say how it went."""
    session = Session(subject, count, seed, jobs)
    options = ["-q", "-p", "no:schemathesis", "-p", "no:xdist", f"--rootdir={ROOT}"]
    with quiet():
        code = pytest.main([*options, *map(str, subject.tests)], plugins=[session])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"The tests of {subject.name} could not be collected: pytest ended with {code!r}.")
    return session.report()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("title", help="the id of a title, for example zooloretto-mini")
    parser.add_argument("-n", type=int, default=150, help="how many mutants (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed chooses others (%(default)s)")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, help="how many at the same time (%(default)s)")
    arguments = parser.parse_args()
    print(run(subject_of(arguments.title), arguments.n, arguments.seed, arguments.j))


if __name__ == "__main__":
    main()
