"""What pyproject.toml declares is what the sources import: neither more nor less, and the web only for the table."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from menagerie import MenagerieError, _extras

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "menagerie"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# Where each extra's packages may be imported; the engine, the bots and the command line itself do without.
PLACES = {
    "table": ("server/", "cli/storage.py", "lab/bench_server.py"),
    "terminal": ("terminal/", "cli/"),
    "learn": ("lab/learn.py", "lab/learn_team.py"),
    "postgres": ("server/store/postgres/",),
    "metrics": ("server/http/metrics.py",),
    "envs": ("envs/",),
    "spiel": ("envs/spiel.py", "envs/bench.py"),
    "render": ("envs/styles.py", "envs/raster.py", "envs/window.py"),
    "lab": ("lab/simulate.py", "lab/report/", "lab/dataset/"),
    "cluster": ("lab/cluster.py",),
}

# uvicorn loads websockets and uvloop, zoneinfo tzdata; pandas is for people, who read our tables with it.
IMPORTED_BY_OTHERS = {"websockets", "tzdata", "uvloop", "pandas"}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(requirements: list[str]) -> set[str]:
    """The distributions that are asked for; an extra that names other extras of ours asks for theirs."""
    found = set()
    for requirement in requirements:
        if requirement.startswith("menagerie["):
            for extra in requirement.removeprefix("menagerie[").rstrip("]").split(","):
                found |= declared(PROJECT["optional-dependencies"][extra])
        else:
            found.add(normal(re.split(r"[<>=\[ ;]", requirement)[0]))
    return found


@cache
def imported() -> set[tuple[str, str]]:
    """The distributions that our modules import, each with the module's path."""
    distributions = packages_distributions()
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                top = name.partition(".")[0]
                if top != "menagerie" and top not in sys.stdlib_module_names:
                    found.add((normal(distributions[top][0]), path.relative_to(PACKAGE).as_posix()))
    return found


def test_everything_that_is_imported_is_declared_where_it_is_needed() -> None:
    engine = declared(PROJECT["dependencies"])
    extras = {extra: declared(PROJECT["optional-dependencies"][extra]) for extra in PLACES}
    for distribution, path in sorted(imported()):
        homes = [extra for extra, places in PLACES.items() if path.startswith(places)]
        allowed = engine.union(*[extras[extra] for extra in homes])
        assert distribution in allowed, f"{path} imports {distribution}, which is not declared for it"


def test_everything_that_is_declared_is_imported() -> None:
    used = {distribution for distribution, _ in imported()} | IMPORTED_BY_OTHERS
    wanted = declared(PROJECT["dependencies"])
    for extra in PLACES:
        wanted |= declared(PROJECT["optional-dependencies"][extra])
    assert wanted - used == set()


def test_the_extras_are_known_by_what_they_let_one_import() -> None:
    distributions = packages_distributions()
    for extra, packages in _extras.EXTRAS.items():
        offered = {normal(distributions[package][0]) for package in packages}
        # What only some systems have is not needed.
        needed = [one for one in PROJECT["optional-dependencies"][extra] if ";" not in one]
        assert offered == declared(needed)


def test_research_is_the_sum_of_its_parts_and_all_is_everything() -> None:
    extras = PROJECT["optional-dependencies"]
    assert extras["research"] == ["menagerie[envs,render,spiel,lab,cluster]"]
    assert declared(extras["all"]) == set().union(*[declared(extras[extra]) for extra in _extras.EXTRAS])


def test_who_needs_a_missing_extra_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _extras.need("table", "the browser table")
    monkeypatch.setitem(_extras.EXTRAS, "table", ("no_such_package",))
    with pytest.raises(MenagerieError) as missing:
        _extras.need("table", "the browser table")
    command = "pip install 'menagerie[table]'"
    assert str(missing.value) == f"Packages for the browser table are missing. Install them with {command}."
    assert isinstance(missing.value, ImportError)


@pytest.mark.parametrize("extra", ["envs", "render", "spiel", "lab", "cluster"])
def test_a_checkout_installs_what_research_needs_by_its_launcher(
    extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(_extras.EXTRAS, extra, ("no_such_package",))
    with pytest.raises(ImportError, match=r"Install them with \./menagerie install research\.$"):
        _extras.need(extra, "environments")
    monkeypatch.setattr(_extras, "LAUNCHER", tmp_path / "menagerie")
    with pytest.raises(ImportError, match=rf"Install them with pip install 'menagerie\[{extra}\]'\.$"):
        _extras.need(extra, "environments")
