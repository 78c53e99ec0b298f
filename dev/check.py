"""Every check and every test: `./menagerie test`.

Each step prints one line, and what it printed itself only if it failed (or with -v). A step that cannot run here (no C
compiler, no browser, a part that does not exist) is named as not run, with the reason, and is no failure.
The last line counts the tests: `N passed, N failed, N skipped`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "build" / "reports"
WEB = ROOT / "src" / "menagerie" / "web"
TYPESCRIPT = "5.9.3"
NO_COMPILER = 3  # exit code of dev/build.py
FAILED = 1  # exit codes of pytest: some tests failed, there were none
NO_TESTS = 5
FEW = 3  # so many failed tests of real browsers, servers and processes are given a second try
CORES = os.cpu_count() or 1
PATIENCE = 45 * 60  # seconds for one command; the longest takes a third of it on two busy cores

# Folders of tests that run on both engines. The coverage of the engine is that of the rules' own tests alone: what the
# conformance suite walks through by chance says little about what is tested.
SUITE = "tests/conformance"
RULE_TESTS = ("tests/core", "tests/games")
ENGINE_TESTS = (SUITE, *RULE_TESTS)
BROWSER_TESTS = "tests/web"
SERVER_TESTS = "tests/server"
WHEEL_TESTS = "tests/packaging"
SITE = {"NO_MKDOCS_2_WARNING": "1", "MENAGERIE_ENGINE": "interpreted"}
TRAINING_TESTS = "tests/training"
TRAINING = ("torch==2.13.0", "sb3-contrib==2.9.2")  # large, and needed for nothing else: in no lock
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass
class Outcome:
    """How a step ended: "ok", "failed" or "not run"."""

    status: str
    note: str = ""
    output: str = ""


@dataclass
class Run:
    """One run of this program: what was asked for, and what has happened so far."""

    verbose: bool
    fast: bool
    expression: str
    lines: list[tuple[str, Outcome, float]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=lambda: {"passed": 0, "failed": 0, "skipped": 0})

    def step(self, name: str, action: Callable[[Run], Outcome]) -> Outcome:
        """Run one step and print how it went."""
        print(f"{name} ...", end="\n" if self.verbose else "", flush=True)
        start = time.perf_counter()
        outcome = action(self)
        seconds = time.perf_counter() - start
        self.lines.append((name, outcome, seconds))
        print(f"{name}:" if self.verbose else "", line(outcome, seconds), flush=True)
        if outcome.status == "failed" and outcome.output:
            print(outcome.output.rstrip(), flush=True)
        return outcome

    def outcome_of(self, action: Callable[[Run], Outcome]) -> Outcome:
        """How an earlier step ended."""
        (name,) = [name for name, other in STEPS if other is action]
        return next(outcome for known, outcome, _ in self.lines if known == name)

    @property
    def has_failed(self) -> bool:
        """Whether any step failed."""
        return any(outcome.status == "failed" for _, outcome, _ in self.lines)


def line(outcome: Outcome, seconds: float) -> str:
    return f"{outcome.status:<7} {seconds:6.1f} s  {outcome.note}".rstrip()


def ok(note: str = "") -> Outcome:
    return Outcome("ok", note)


def not_run(reason: str) -> Outcome:
    return Outcome("not run", reason)


def tool(name: str) -> str:
    """Return the path of a program of the environment that this runs in."""
    return str(Path(sys.executable).parent / name)


def call(run: Run, *command: str, env: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Run a command in the root; return its exit code and what it printed (nothing if that was shown already)."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=None if run.verbose else subprocess.PIPE,
            stderr=None if run.verbose else subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired as hanging:
        said = hanging.stdout or b""
        return 1, f"{said.decode(errors='replace')}\nended: it took more than {PATIENCE // 60} minutes"
    return done.returncode, done.stdout or ""


def judge(run: Run, *command: str, env: Mapping[str, str] | None = None) -> Outcome:
    """Run a command that has to succeed."""
    code, output = call(run, *command, env=env)
    return Outcome("failed", f"exit code {code}", output) if code else ok()


def existing(*paths: str) -> list[str]:
    return [path for path in paths if (ROOT / path).exists()]


# ---- style, types, imports ------------------------------------------------------------------------------------------


def ruff_check(run: Run) -> Outcome:
    return judge(run, tool("ruff"), "check", "--quiet", ".")


def ruff_format(run: Run) -> Outcome:
    return judge(run, tool("ruff"), "format", "--check", ".")


def mypy(run: Run) -> Outcome:
    return judge(run, sys.executable, "-m", "mypy", "--strict", *existing("src", "dev", "tests"))


def import_rules(run: Run) -> Outcome:
    return judge(run, tool("lint-imports"), "--no-cache")


def client_types(run: Run) -> Outcome:
    """Check the browser's JavaScript by its typed comments."""
    scripts = sorted(str(path.relative_to(ROOT)) for path in WEB.rglob("*.js"))
    if not scripts:
        return not_run("there is no JavaScript yet")
    if not (shutil.which("node") and shutil.which("npm")):
        return not_run("node and npm are not installed")
    compiler = install_typescript(run)
    if compiler is None:
        return not_run(f"typescript {TYPESCRIPT} could not be installed with npm")
    options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022"]
    options += ["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"]
    return judge(run, "node", str(compiler), *options, *scripts)


def site(run: Run) -> Outcome:
    """Build the pages in docs/ and the reference of the API, without a warning and without anything from elsewhere."""
    if run.fast:
        return not_run("left out by --fast")
    built = judge(run, sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", env=SITE)
    return judge(run, sys.executable, "dev/site.py", "build/site") if built.status == "ok" else built


def install_typescript(run: Run) -> Path | None:
    """Return the compiler's script, installed under build/ at the pinned version."""
    folder = ROOT / "build" / f"typescript-{TYPESCRIPT}"
    compiler = folder / "node_modules" / "typescript" / "lib" / "tsc.js"
    if not compiler.exists():
        folder.mkdir(parents=True, exist_ok=True)
        package = f"typescript@{TYPESCRIPT}"
        call(run, "npm", "install", "--prefix", str(folder), "--no-save", "--no-audit", "--no-fund", package)
    return compiler if compiler.exists() else None


# ---- tests ----------------------------------------------------------------------------------------------------------


def pytest(
    run: Run,
    name: str,
    paths: list[str],
    engine: str,
    prefix: tuple[str, ...] = ("-m",),
    python: str = sys.executable,
    again: bool = False,
    **env: str,
) -> Outcome:
    """Run tests and count them. With `again`, a few that failed are run once more, alone: the note names them, so that
    a test which depends on how busy the machine is stays in sight."""
    report, cache = REPORTS / f"{name}.xml", REPORTS / f"{name}.cache"
    report.unlink(missing_ok=True)
    shutil.rmtree(cache, ignore_errors=True)
    command = [
        python,
        *prefix,
        "pytest",
        "-q",
        f"--junitxml={report}",
        "-o",
        f"cache_dir={cache}",
        "-n",
        str(CORES),
        *paths,
    ]
    if run.expression:
        command += ["-k", run.expression]
    if run.fast:
        command += ["-m", "not slow"]
    env = {"MENAGERIE_ENGINE": engine, **env}
    code, output = call(run, *command, env=env)
    counts, note = count_tests(report), ""
    if again and code == FAILED and counts["failed"] <= FEW:
        names = ", ".join(failed_tests(report))
        alone = ("-n", "0", "--last-failed", "--last-failed-no-failures=none", "--junitxml", f"{report}.again")
        code, second = call(run, *command, *alone, env=env)
        output += second
        if not code:
            counts = {**counts, "passed": counts["passed"] + counts["failed"], "failed": 0}
            note = f"; passed only when run again, alone: {names}"
    for key, number in counts.items():
        run.counts[key] += number
    if code == NO_TESTS:
        return not_run("no test was chosen")
    note = f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped{note}"
    return Outcome("failed", note, output) if code else ok(note)


def count_tests(report: Path) -> dict[str, int]:
    """Read a report of pytest's; a run that broke off before writing one counts as a failure."""
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    try:
        # The report was written a moment ago by our own tests.
        suites = list(ElementTree.parse(report).getroot().iter("testsuite"))  # noqa: S314
    except (OSError, ElementTree.ParseError):
        return {**counts, "failed": 1}
    for suite in suites:
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        counts["failed"] += failed
        counts["skipped"] += skipped
        counts["passed"] += int(suite.get("tests", 0)) - failed - skipped
    return counts


def failed_tests(report: Path) -> list[str]:
    """The names of the tests that failed, from a report of pytest's."""
    cases = ElementTree.parse(report).getroot().iter("testcase")  # noqa: S314
    return [
        case.get("name", "") for case in cases if case.find("failure") is not None or case.find("error") is not None
    ]


def interpreted_tests(run: Run) -> Outcome:
    """The rules' own tests on the sources; measuring what of the engine they reach makes them four times slower."""
    paths = existing(*RULE_TESTS)
    if not paths:
        return not_run("there are no tests of the engine yet")
    paths += ["-p", "no:schemathesis"]  # slow to load, and not for the engine
    if run.fast:
        return pytest(run, "interpreted", paths, "interpreted")
    shutil.rmtree(ROOT / "build" / "coverage", ignore_errors=True)
    (ROOT / "build" / "coverage").mkdir(parents=True)
    prefix = ("-m", "coverage", "run", "-m")
    return pytest(run, "interpreted", paths, "interpreted", prefix)


def interpreted_suite(run: Run) -> Outcome:
    """The conformance suite on the sources: each property walks a sixth of the ways. It walks all when compiled."""
    return pytest(run, "suite", [SUITE, "-p", "no:schemathesis"], "interpreted", MENAGERIE_EXAMPLES="1")


def other_tests(run: Run) -> Outcome:
    """Everything around the engine: bots, terminal, server, documents, these tools. On the engine that people use."""
    left_out = [f"--ignore={path}" for path in (BROWSER_TESTS, WHEEL_TESTS, TRAINING_TESTS, *ENGINE_TESTS)]
    return pytest(run, "others", ["tests", *left_out], best_engine(run), again=True)


def postgres_tests(run: Run) -> Outcome:
    """The server's tests again with all that is kept in PostgreSQL, but for those to which that makes no difference."""
    if run.fast:
        return not_run("left out by --fast")
    return pytest(run, "postgresql", [SERVER_TESTS], best_engine(run), again=True, MENAGERIE_TESTS_ON="postgresql")


def coverage(run: Run) -> Outcome:
    """Hold the engine's coverage against the limit in pyproject.toml."""
    if run.fast:
        return not_run("left out by --fast")
    if run.expression:
        return not_run("only some tests were chosen")
    if len(existing(*RULE_TESTS)) < len(RULE_TESTS):
        return not_run("the engine's tests are not all there yet")
    call(run, sys.executable, "-m", "coverage", "combine", "--quiet")
    code, output = call(run, sys.executable, "-m", "coverage", "report")
    limit = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["coverage"]["report"]["fail_under"]
    _, total = call(
        Run(False, False, ""), sys.executable, "-m", "coverage", "report", "--format=total", "--fail-under=0"
    )
    note = f"{total.strip()} % of the engine, at least {limit} % needed"
    return Outcome("failed", note, output) if code else ok(note)


def browser_tests(run: Run) -> Outcome:
    """Play in a real browser."""
    if run.fast:
        return not_run("left out by --fast")
    if not (ROOT / BROWSER_TESTS).is_dir():
        return not_run("there are no browser tests yet")
    browser = find_browser() or install_browser(run)
    if not browser:
        return not_run("no Chromium: install it (Debian: apt install chromium)")
    return pytest(run, "browser", [BROWSER_TESTS], best_engine(run), again=True, MENAGERIE_CHROMIUM=browser)


def find_browser() -> str:
    """Return the path of an installed Chromium, or nothing."""
    return next((path for path in map(shutil.which, BROWSERS) if path), "")


def install_browser(run: Run) -> str:
    """Try Debian's package, where this program may; return the path of the browser, or nothing."""
    if os.geteuid() != 0 or not shutil.which("apt-get") or not Path("/etc/debian_version").exists():
        return ""
    quietly = {"DEBIAN_FRONTEND": "noninteractive"}
    call(run, "apt-get", "update", "-qq", env=quietly)
    call(run, "apt-get", "install", "-y", "-qq", "chromium", env=quietly)
    return find_browser()


# ---- the compiled half ----------------------------------------------------------------------------------------------


def build(run: Run) -> Outcome:
    """Compile the engine."""
    if run.fast:
        return not_run("left out by --fast")
    code, output = call(run, sys.executable, "dev/build.py", "--if-needed")
    if code == NO_COMPILER:
        return not_run("no C compiler")
    return (
        Outcome("failed", f"exit code {code}", output)
        if code
        else ok(output.strip().splitlines()[-1] if output else "")
    )


def best_engine(run: Run) -> str:
    """The compiled engine, if the step before has made it: what bots play takes a quarter of the time on it."""
    return "compiled" if run.outcome_of(build).status == "ok" else "interpreted"


def compiled_tests(run: Run) -> Outcome:
    """Run the engine's tests again, on the compiled engine."""
    built = run.outcome_of(build)
    if built.status != "ok":
        return not_run(f"the engine was not compiled ({built.note})")
    return pytest(run, "compiled", [*existing(*ENGINE_TESTS), "-p", "no:schemathesis"], "compiled")


def wheel_tests(run: Run) -> Outcome:
    """Install the wheel into an environment of its own; it takes what was just compiled."""
    if run.fast:
        return not_run("left out by --fast")
    # In one process: all of them use the same environment.
    return pytest(run, "wheel", [WHEEL_TESTS, "-n", "0", "-p", "no:schemathesis"], "")


def training(run: Run) -> Outcome:
    """Let a learner of another project learn a title."""
    if run.fast:
        return not_run("left out by --fast")
    if run.expression:
        return not_run("only some tests were chosen")
    python = install_training(run)
    if python is None:
        return not_run(f"{' and '.join(TRAINING)} could not be installed with pip")
    # It takes a minute of one core; on a busy machine that is longer than other tests may hang.
    paths = [TRAINING_TESTS, "-n", "0", "-p", "no:schemathesis", "-o", f"faulthandler_timeout={PATIENCE}"]
    return pytest(run, "training", paths, best_engine(run), python=python)


def install_training(run: Run) -> str | None:
    """Return the Python of an environment under build/ that has what this one has, and what learners need."""
    folder = ROOT / "build" / "train"
    python = str(folder / "bin" / "python")
    if not folder.exists():
        call(run, sys.executable, "-m", "venv", str(folder))
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "layered.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    if call(run, python, "-c", "import sb3_contrib, torch")[0]:
        call(run, python, "-m", "pip", "install", "--quiet", *TRAINING)
    return None if call(run, python, "-c", "import sb3_contrib, torch")[0] else python


STEPS: tuple[tuple[str, Callable[[Run], Outcome]], ...] = (
    ("ruff check", ruff_check),
    ("ruff format", ruff_format),
    ("mypy --strict", mypy),
    ("import rules", import_rules),
    ("tsc on the client", client_types),
    ("pages as a site", site),
    ("engine tests, interpreted", interpreted_tests),
    ("conformance suite, interpreted", interpreted_suite),
    ("coverage", coverage),
    ("build with mypyc", build),
    ("engine tests, compiled", compiled_tests),
    ("other tests", other_tests),
    ("server tests, on PostgreSQL", postgres_tests),
    ("browser tests", browser_tests),
    ("training with PPO", training),
    ("the wheel", wheel_tests),
)


def summary(run: Run) -> str:
    """Return the table of steps, and what did not run in words."""
    width = max(len(name) for name, _, _ in run.lines)
    rows = [f"  {name:<{width}}  {line(outcome, seconds)}" for name, outcome, seconds in run.lines]
    return "\n".join(["", "Summary", *rows, ""])


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="./menagerie test", description="Run every check and every test.")
    parser.add_argument(
        "--fast",
        action="store_true",
        help="without the compiled engine, the wheel, the browser, PostgreSQL, coverage, and tests marked as slow",
    )
    parser.add_argument(
        "-k", dest="expression", default="", metavar="EXPR", help="only tests that match (as in pytest)"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show what each step prints")
    arguments = parser.parse_args()
    run = Run(arguments.verbose, arguments.fast, arguments.expression)
    REPORTS.mkdir(parents=True, exist_ok=True)
    try:
        for name, action in STEPS:
            run.step(name, action)
    except KeyboardInterrupt:
        print("\ninterrupted")
        return 130
    print(summary(run))
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**run.counts))
    return 1 if run.has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
