"""The build step and the locks."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from dev.check import steps

from dev import build

ROOT = Path(__file__).parents[2]


def test_the_interpreted_folders_are_left_out() -> None:
    engine = [path for name in ("core", "games", "bots") for path in (build.PACKAGE / name).rglob("*.py")]
    left_out = {path.relative_to(build.PACKAGE).as_posix() for path in set(engine) - set(build.sources())}
    assert "core/state.py" not in left_out
    assert {"core/display/arranging.py", "games/eighteen_zoo/site/reading.py", "core/__init__.py"} <= left_out
    assert not {"core/display/scene.py", "games/zooloretto_mini/display/pointing.py"} & left_out
    assert all(re.search(r"/(display|site)/|/__init__\.py$", name) for name in left_out - {"core/errors.py"})


def test_of_the_server_what_every_decision_needs_is_compiled() -> None:
    server = build.PACKAGE / "server"
    served = {path.relative_to(server).as_posix() for path in build.sources() if path.is_relative_to(server)}
    of_tables = {
        "table/table.py",
        "table/game_history.py",
        "table/table_log.py",
        "table/drawings.py",
        "table/standing_orders.py",
    }
    assert served == of_tables | {"show/animation.py", "show/table_messages.py", "show/table_object.py", "show/hub.py"}


def test_every_title_draws_in_an_interpreted_folder() -> None:
    titles = [path.parent for path in build.PACKAGE.glob("games/*/title.toml")]
    assert titles
    assert all((title / "display" / "style.css").is_file() for title in titles)


def test_without_a_compiler_one_line_says_so() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "dev" / "build.py")],
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == build.NO_COMPILER == steps.NO_COMPILER
    assert done.stderr.startswith("not compiled: no C compiler (no-such-compiler)")
    assert len(done.stderr.splitlines()) == 1


ONE_FILE = {"http-ece", "py-vapid"}
"""What is published as one file alone, the sources or a wheel for every machine."""


@pytest.mark.parametrize("name", ["run", "research", "build", "dev", "release"])
def test_locks_are_hashed_and_name_no_registry(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = text.replace("\\\n", "").splitlines()[1:]
    # Of every file of a version: with the hash of one wheel alone another machine could not install it.
    alone = [entry.split("==")[0] for entry in entries if entry.count("--hash=sha256:") < 2]
    assert set(alone) <= ONE_FILE
    assert "://" not in text
    assert "index-url" not in text


def test_wheels_are_built_for_every_python_that_is_promised() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    promise = "Programming Language :: Python :: 3."
    promised = [line.removeprefix(promise) for line in described["project"]["classifiers"] if line.startswith(promise)]
    assert promised
    assert described["tool"]["cibuildwheel"]["build"] == [f"cp3{minor}-*" for minor in promised]
    named = " | ".join(f"3.{minor}" for minor in promised)
    assert f"case $version in {named}) ;;" in (ROOT / "dev" / "wheels.sh").read_text(encoding="utf-8")
