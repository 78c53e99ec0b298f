"""What `./menagerie test` runs, step by step.

A step that cannot run here (no C compiler, no browser, no network) is named as not run, with the reason, and is no
failure.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
import tomllib
from pathlib import Path

from dev.build import compiler_problem
from dev.check import changed
from dev.check.outcome import ROOT, Outcome, Step, failed, not_run, ok
from dev.check.schedule import Run
from dev.check.sessions import session

WEB = ROOT / "src" / "menagerie" / "web"
TYPESCRIPT = "5.9.3"
PRETTIER = "3.6.2"
GENERATED = ("shared/protocol.js",)  # below the client's scripts; formatted by what writes them
NO_COMPILER = 3  # exit code of dev/build.py

# Tests that run on both engines. The coverage of the engine is that of the rules' own tests alone: what the conformance
# suite walks through by chance says little about what is tested.
SUITE = "tests/conformance"
RULE_TESTS = ("tests/core", "tests/games")
ENGINE_TESTS = (SUITE, *RULE_TESTS)
# Where parts lie on a table is worked out by the same interpreted code on both engines.
ON_ONE_ENGINE = ("tests/core/test_arranging.py", "tests/core/test_parts_drawn.py")
BROWSER_TESTS = "tests/web"
SERVER_TESTS = "tests/server"
WHEEL_TESTS = "tests/packaging"
TRAINING_TESTS = "tests/training"
FRAME_TESTS = "tests/envs/test_frames.py"  # some of them need what is installed for training
WITHOUT_SCHEMATHESIS = ("-p", "no:schemathesis")  # a plugin that is slow to load; only the server's tests use it

# Large and used only here, so in no lock: a learner, and what writes videos.
TRAINING = ("torch==2.13.0", "sb3-contrib==2.9.2", "moviepy==2.2.1")
SITE = {"NO_MKDOCS_2_WARNING": "1", "MENAGERIE_ENGINE": "interpreted"}
# The first that is found is used. The shell is Chromium without what a person at a screen needs: a fifth less work.
# It shows no notifications, so their tests use a whole browser.
SHELL = "chromium-headless-shell"
WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSERS = (SHELL, *WHOLE_BROWSERS)
# What the tests use beside Python: the names of a program, and the Debian package that has it.
PROGRAMS = {
    SHELL: BROWSERS,
    "chromium": WHOLE_BROWSERS,
    "nginx-light": ("nginx",),
    "caddy": ("caddy",),
}

TITLES = ("zooloretto-mini", "new-york-zoo", "18zoo", "night-at-the-zoo", "zoo-escape")
MUTANTS = 60  # faults tried in each title
ENOUGH_KILLED = 0.85
FEW_WALKS = {"MENAGERIE_EXAMPLES": "1"}
FEWEST_WALKS = {**FEW_WALKS, "MENAGERIE_ONE_IN": "3"}
LEFT_OUT = "left out by --fast"


def tool(name: str) -> str:
    """Return the path of a program in the environment this runs in."""
    return str(Path(sys.executable).parent / name)


# ---- style, types, imports ------------------------------------------------------------------------------------------


def ruff_check(run: Run) -> Outcome:
    return run.judge(tool("ruff"), "check", "--quiet", ".")


def ruff_format(run: Run) -> Outcome:
    return run.judge(tool("ruff"), "format", "--check", ".")


def mypy(run: Run) -> Outcome:
    return run.judge(sys.executable, "-m", "mypy", "--strict", "src", "dev", "tests")


def import_rules(run: Run) -> Outcome:
    return run.judge(tool("lint-imports"), "--no-cache")


def written_from_messages(run: Run) -> Outcome:
    """Compare what is written from the server's messages with the messages: types, tables, descriptions."""
    return run.judge(sys.executable, "-m", "dev.protocol", "--check")


def client_types(run: Run) -> Outcome:
    """Check the browser's JavaScript by its typed comments."""
    compiler = install_node_tool(run, "typescript", TYPESCRIPT, "lib/tsc.js")
    if isinstance(compiler, Outcome):
        return compiler
    options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022"]
    options += ["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"]
    return run.judge("node", str(compiler), *options, *scripts(WEB))


def client_format(run: Run) -> Outcome:
    """Check that Prettier would leave the browser's JavaScript, and that of its tests, as it is."""
    prettier = install_node_tool(run, "prettier", PRETTIER, "bin/prettier.cjs")
    if isinstance(prettier, Outcome):
        return prettier
    written = [path for path in scripts(WEB, ROOT / BROWSER_TESTS) if not path.endswith(GENERATED)]
    return run.judge("node", str(prettier), "--check", "--log-level", "warn", *written)


def scripts(*folders: Path) -> list[str]:
    """Return the paths of all JavaScript in these folders."""
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".js", ".mjs")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def install_node_tool(run: Run, package: str, version: str, program: str) -> Path | Outcome:
    """Return a program of an npm package, installed under build/ at the pinned version, or why it cannot run here."""
    if not (shutil.which("node") and shutil.which("npm")):
        return not_run("node and npm are not installed")
    folder = ROOT / "build" / f"{package}-{version}"
    path = folder / "node_modules" / package / program
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        wanted = f"{package}@{version}"
        run.call("npm", "install", "--prefix", str(folder), "--no-save", "--no-audit", "--no-fund", wanted)
    return path if path.exists() else not_run(f"{package} {version} could not be installed with npm")


def site(run: Run) -> Outcome:
    """Build the pages in docs/ and the reference of the API, without a warning and without anything from elsewhere."""
    if run.asked.fast:
        return not_run(LEFT_OUT)
    built = run.judge(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", env=SITE)
    return run.judge(sys.executable, "dev/site.py", "build/site") if built.status == "ok" else built


# ---- programs that are no Python packages ---------------------------------------------------------------------------


def programs(run: Run) -> Outcome:
    """Install the browser and the proxies of the tests where this may: on Debian, as root."""
    if run.asked.fast:
        return not_run(LEFT_OUT)
    missing = missing_packages()
    if missing and os.geteuid() == 0 and shutil.which("apt-get") and Path("/etc/debian_version").exists():
        install_packages(run, missing)
        missing = missing_packages()
    if missing:
        return not_run(f"tests that need them are skipped: install {', '.join(missing)} (Debian: apt install)")
    return ok()


def missing_packages() -> list[str]:
    """Return the Debian packages of the programs that are not found."""
    return [package for package, names in PROGRAMS.items() if not find_program(*names)]


def install_packages(run: Run, packages: list[str]) -> None:
    quietly = {"DEBIAN_FRONTEND": "noninteractive"}
    run.call("apt-get", "update", "-qq", env=quietly)
    for package in packages:  # one at a time: if one can't be installed, the others still can
        run.call("apt-get", "install", "-y", "-qq", "--no-install-recommends", package, env=quietly)


def find_program(*names: str) -> str:
    """Return the path of the first one found, or nothing. Debian keeps those of administrators in a folder apart."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    return next((found for found in (shutil.which(one, path=path) for one in names) if found), "")


# ---- the engine -----------------------------------------------------------------------------------------------------


def interpreted_tests(run: Run) -> Outcome:
    """Run the rules' own tests on the sources; the long run also measures how much of the engine they reach."""
    arguments = [*RULE_TESTS, *WITHOUT_SCHEMATHESIS]
    if not run.asked.long:
        arguments += [] if run.asked.fast or compiler_problem() else [f"--ignore={path}" for path in ON_ONE_ENGINE]
        return session(run, "interpreted", arguments, engine="interpreted")
    shutil.rmtree(ROOT / "build" / "coverage", ignore_errors=True)
    (ROOT / "build" / "coverage").mkdir(parents=True)
    return session(run, "interpreted", arguments, engine="interpreted", prefix=("-m", "coverage", "run", "-m"))


def coverage(run: Run) -> Outcome:
    """Hold the engine's coverage against the limit in pyproject.toml."""
    if run.asked.expression:
        return not_run("only some tests were chosen")
    run.call(sys.executable, "-m", "coverage", "combine", "--quiet")
    code, output = run.call(sys.executable, "-m", "coverage", "report")
    limit = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["coverage"]["report"]["fail_under"]
    _, total = run.call(sys.executable, "-m", "coverage", "report", "--format=total", "--fail-under=0")
    note = f"{total.strip()} % of the engine, at least {limit} % needed"
    return failed(note, output) if code else ok(note)


def interpreted_suite(run: Run) -> Outcome:
    """Run the conformance suite on the sources, with few walks: the compiled engine, where there is one, makes more."""
    arguments = [SUITE, *WITHOUT_SCHEMATHESIS]
    is_alone = run.outcome_of(BUILD).status != "ok"
    walks = FEW_WALKS if is_alone or run.asked.long else FEWEST_WALKS
    return session(run, "suite", arguments, engine="interpreted", env=walks)


def build(run: Run) -> Outcome:
    """Compile the engine."""
    if run.asked.fast:
        return not_run(LEFT_OUT)
    code, output = run.call(sys.executable, "dev/build.py", "--if-needed")
    if code == NO_COMPILER:
        return not_run("no C compiler")
    return failed(f"exit code {code}", output) if code else ok(output.strip().splitlines()[-1] if output else "")


def best_engine(run: Run) -> str:
    """Return the compiled engine if the build has made it: what bots play takes a quarter of the time on it."""
    return "compiled" if run.outcome_of("build with mypyc").status == "ok" else "interpreted"


def compiled_tests(run: Run) -> Outcome:
    """Run the engine's tests again, on the compiled engine."""
    built = run.outcome_of("build with mypyc")
    if built.status != "ok":
        return not_run(f"the engine was not compiled ({built.note})")
    return session(run, "compiled", [*ENGINE_TESTS, *WITHOUT_SCHEMATHESIS], engine="compiled")


# ---- everything around it -------------------------------------------------------------------------------------------


def other_tests(run: Run) -> Outcome:
    """Run everything around the engine: bots, terminal, server, documents, these tools. On the engine people use."""
    elsewhere = (BROWSER_TESTS, WHEEL_TESTS, TRAINING_TESTS, *ENGINE_TESTS)
    arguments = ["tests", *[f"--ignore={path}" for path in elsewhere]]
    return session(run, "others", arguments, engine=best_engine(run), has_second_try=True)


def postgres_tests(run: Run) -> Outcome:
    """Run the server's tests that touch storage again, with everything kept in PostgreSQL."""
    if run.asked.fast:
        return not_run(LEFT_OUT)
    stored = {"MENAGERIE_TESTS_ON": "postgresql"}
    return session(run, "postgresql", [SERVER_TESTS], engine=best_engine(run), has_second_try=True, env=stored)


def browser_tests(run: Run) -> Outcome:
    """Play in a real browser."""
    if run.asked.fast:
        return not_run(LEFT_OUT)
    browser = find_program(*BROWSERS)
    if not browser:
        return not_run("no Chromium: install it (Debian: apt install chromium)")
    arguments = [BROWSER_TESTS, *WITHOUT_SCHEMATHESIS]
    found = {"MENAGERIE_CHROMIUM": browser}
    return session(run, "browser", arguments, engine=best_engine(run), has_second_try=True, env=found)


def wheel_tests(run: Run) -> Outcome:
    """Install the wheel into an environment of its own, as a stranger does."""
    if run.asked.fast:
        return not_run(LEFT_OUT)
    # Some of them compile everything, which may take longer than a test that hangs is given elsewhere.
    patient = ("-o", "faulthandler_timeout=3600")
    # In one process: all of them use the same environment.
    return session(run, "wheel", [WHEEL_TESTS, *patient, *WITHOUT_SCHEMATHESIS], workers=1)


def training(run: Run) -> Outcome:
    """Let another project's learner learn a title, make its environments, and record videos of them."""
    python = install_training(run)
    if python is None:
        return not_run(f"{' and '.join(TRAINING)} could not be installed with pip")
    return session(
        run,
        "training",
        [TRAINING_TESTS, FRAME_TESTS, *WITHOUT_SCHEMATHESIS],
        engine=best_engine(run),
        workers=1,
        python=python,
    )


def install_training(run: Run) -> str | None:
    """Return the Python of an environment under build/ that has what this one has, and what learners need."""
    folder = ROOT / "build" / "train"
    python = str(folder / "bin" / "python")
    if not folder.exists():
        run.call(sys.executable, "-m", "venv", str(folder))
        (packages,) = folder.glob("lib/python*/site-packages")
        (packages / "layered.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    if run.call(python, "-c", "import moviepy, sb3_contrib, torch")[0]:
        run.call(python, "-m", "pip", "install", "--quiet", *TRAINING)
    return None if run.call(python, "-c", "import moviepy, sb3_contrib, torch")[0] else python


def mutants(run: Run) -> Outcome:
    """Break the rules on purpose, and see that the tests notice."""
    found = []
    for title in TITLES:
        code, output = run.call(sys.executable, "-m", "tests.mutants", title, "-n", str(MUTANTS))
        told = re.search(r"(\d+) of (\d+) killed", output)
        if code or told is None:
            return failed(f"{title}: exit code {code}", output)
        found.append(f"{title} {told[0]}")
        if int(told[1]) < ENOUGH_KILLED * int(told[2]):
            return failed(f"{'; '.join(found)}, at least {ENOUGH_KILLED:.0%} needed", output)
    return ok("; ".join(found))


def fuzz(run: Run) -> Outcome:
    """Feed broken inputs to everything that reads."""
    return run.judge(sys.executable, "-m", "tests.fuzz")


def kills(run: Run) -> Outcome:
    """Kill the processes of a cluster one by one under load, and compare what was promised with what is stored."""
    return run.judge(sys.executable, "-m", "tests.server.services.cluster_kills")


def changed_tests(run: Run) -> Outcome:
    """Run the tests that what has changed can break, all but those in a browser."""
    others, _ = changed.sessions_of(run.asked.changed)
    return chosen_by_change(run, "changed", others)


def changed_browser_tests(run: Run) -> Outcome:
    """Run the browser tests that what has changed can break."""
    _, in_browser = changed.sessions_of(run.asked.changed)
    return chosen_by_change(run, "changed-browser", in_browser)


def chosen_by_change(run: Run, name: str, paths: list[str]) -> Outcome:
    if not paths:
        return not_run("no test imports what has changed")
    outcome = session(run, name, paths, marks="not slow", has_second_try=True, env=FEW_WALKS)
    return Outcome(outcome.status, f"{len(paths)} files; {outcome.note}", outcome.output, outcome.tests)


BUILD = "build with mypyc"

STEPS = (
    Step("ruff check", ruff_check),
    Step("ruff format", ruff_format),
    Step("import rules", import_rules),
    Step(BUILD, build),
    Step("programs", programs),
    Step("engine tests, interpreted", interpreted_tests, report="interpreted"),
    Step("browser tests", browser_tests, (BUILD, "programs"), "browser"),
    Step("mypy --strict", mypy),
    Step("types and tables of the protocol", written_from_messages),
    Step("tsc on the client", client_types),
    Step("Prettier on the client", client_format),
    Step("pages as a site", site),
    Step("other tests", other_tests, (BUILD, "programs"), "others"),
    Step("engine tests, compiled", compiled_tests, (BUILD,), "compiled"),
    Step("server tests, on PostgreSQL", postgres_tests, (BUILD,), "postgresql"),
    Step("conformance suite, interpreted", interpreted_suite, (BUILD,), "suite"),
    Step("the wheel", wheel_tests, (BUILD,), "wheel"),
)
"""In the order in which they are handed out: what others wait for and what takes longest comes first."""

LONG_STEPS = (
    Step("coverage", coverage, ("engine tests, interpreted",)),
    Step("training with PPO", training, (BUILD,), "training"),
    Step("broken inputs", fuzz, (BUILD,)),
    Step("kills under load", kills, (BUILD,)),
    Step("mutants", mutants, (BUILD,)),
)
"""What is worth running before a release."""

CHANGED_STEPS = (
    Step("ruff check", ruff_check),
    Step("ruff format", ruff_format),
    Step("import rules", import_rules),
    Step("types and tables of the protocol", written_from_messages),
    Step("mypy --strict", mypy),
    Step("tsc on the client", client_types),
    Step("Prettier on the client", client_format),
    Step("tests of what has changed", changed_tests, report="changed"),
    Step("browser tests of what has changed", changed_browser_tests, report="changed-browser"),
)
