"""The wheel in an environment of its own: the engine without the web, compiled, with a title of somebody else.

Takes what `./menagerie build` made; where that is not there, the wheel is compiled here, which takes minutes.
"""

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from dev import build
from menagerie import _engine
from menagerie.server.show import documentation
from menagerie.versions import VERSION
from tests.packaging.projects import PROJECTS
from tests.packaging.strangers import ROOT, Environment, call

IS_COMPILED = not build.compiler_problem()

PLAY_EVERYTHING = """
import menagerie
from menagerie import _extras
from random import Random
from menagerie.core.playout import play_randomly
print(menagerie.COMPILED, [extra for extra in _extras.EXTRAS if _extras.is_installed(extra)])
for title in menagerie.titles():
    state = menagerie.load(title).new(seed=1)
    play_randomly(state, Random(2))
    record = menagerie.Record.parse(str(menagerie.Record.of(state)))
    assert state.is_over and record.final().scores == state.scores
    assert state._repr_svg_().startswith("<svg ")
"""


def build_wheel(project: Path, folder: Path, **env: str) -> Path:
    done = call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=project, **env)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("fresh"))
    environment.install(wheel)
    return environment


@pytest.fixture(scope="module")
def with_example(tmp_path_factory: pytest.TempPathFactory, fresh: Environment) -> Environment:
    folder = tmp_path_factory.mktemp("example")
    project = shutil.copytree(PROJECTS / "example", folder / "project")
    fresh.install("--no-index", build_wheel(project, folder))
    return fresh


def test_the_wheel_is_compiled_where_there_is_a_compiler(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert ("menagerie/_compiled.json" in names) == IS_COMPILED
    assert (f"menagerie/core/state{_engine.python_tag()}" in names) == IS_COMPILED
    assert wheel.name.endswith("-py3-none-any.whl") != IS_COMPILED
    assert {"menagerie/core/state.py", "menagerie/docs/rules/18zoo.md", "menagerie/web/pages/index.html"} <= names
    assert {f"menagerie/docs/{page}.md" for page in documentation.PAGES} <= names
    assert not [name for name in names if name.startswith(("tests/", "dev/", "build/"))]


@pytest.mark.parametrize("env", [{"CC": "no-such-compiler"}, {"MENAGERIE_ENGINE": "interpreted"}])
def test_without_a_compiler_and_on_request_it_is_pure(tmp_path: Path, env: dict[str, str]) -> None:
    pure = build_wheel(ROOT, tmp_path, **env)
    assert pure.name.endswith("-py3-none-any.whl")
    assert not [name for name in zipfile.ZipFile(pure).namelist() if name.endswith((".so", "_compiled.json"))]


def test_it_installs_without_the_web_and_plays_every_title(fresh: Environment) -> None:
    done = call(fresh.python, "-c", PLAY_EVERYTHING, cwd=fresh.folder)
    assert done.stdout == f"{IS_COMPILED} []\n", done.stderr


def test_its_commands_play_and_read_the_rules(fresh: Environment) -> None:
    watched = fresh.menagerie("watch", "zooloretto-mini", "--bots", "random", "--seed", "4", "--save", "game.zoo")
    assert watched.returncode == 0, watched.stderr
    engine = "compiled" if IS_COMPILED else "interpreted (installed without the compiled one, which is"
    assert watched.stderr.startswith(f"Menagerie {VERSION}, engine: {engine}")
    assert "decisions of zooloretto-mini replay." in fresh.menagerie("verify", "game.zoo").stdout
    rules = fresh.menagerie("rules", "18zoo", "7.4")
    assert rules.returncode == 0, rules.stderr
    assert rules.stdout.startswith("**7.4 ")


@pytest.mark.parametrize("arguments", [(), ("serve",), ("bench", "server")])
def test_what_needs_the_web_says_what_to_install(fresh: Environment, arguments: tuple[str, ...]) -> None:
    done = fresh.menagerie(*arguments)
    assert done.returncode == 2
    command = "pip install 'menagerie[table]'"
    said = f"menagerie: Packages for the browser table are missing. Install them with {command}."
    assert done.stderr.splitlines()[1:] == [said]


def test_a_title_and_a_bot_of_another_package(with_example: Environment) -> None:
    assert "flamingo-race: Flamingo Race, for 2 to 4 players" in with_example.menagerie("titles").stdout
    options = ("--bots", "daring,montecarlo", "--seed", "3", "--playouts", "8", "--save", "race.zoo")
    watched = with_example.menagerie("watch", "flamingo-race", *options)
    assert watched.returncode == 0, watched.stderr
    assert "decisions of flamingo-race replay." in with_example.menagerie("verify", "race.zoo").stdout
    assert "Flamingo Race" in with_example.menagerie("replay", "race.zoo").stdout
    conformance = call(with_example.python, PROJECTS / "example" / "conformance.py", cwd=with_example.folder)
    assert conformance.stdout.endswith("properties hold\n"), conformance.stderr
    loaded = "import menagerie; print(menagerie.load('flamingo-race').new(players=3, seed=1).legal())"
    assert call(with_example.python, "-c", loaded, cwd=with_example.folder).stdout == "[<walk>, <fly>]\n"
