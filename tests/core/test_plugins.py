"""Titles and bots that other packages add by entry points: a good package, and one in which everything is wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.projects import PROJECTS, lay_out

PLAY = """
import menagerie
from menagerie.bots import Clock, decide, kinds, make
game = menagerie.load("flamingo-race")
assert menagerie.titles()[-1] == "flamingo-race" and kinds(game) == ("random", "montecarlo", "daring")
state = game.new(players=3, seed=5)
for kind in ["daring", "montecarlo", "random"] * 40:
    if not state.is_over:
        state.play(decide(make(kind, seed=1), state, state.to_act[0], Clock(playouts=8)))
record = menagerie.Record.parse(str(menagerie.Record.of(state)))
assert record.final().scores == state.scores and state.is_over
assert state.history[0][1] == game.parse("fly"), state.history
assert game.picture(state).startswith("<svg ") and [c.notation for c in game.choices(game.new(), 0)] == ["walk", "fly"]
print(state.result())
"""


def run(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    lay_out("example", tmp_path)
    return tmp_path


def test_a_title_and_a_bot_of_another_package_play_record_and_replay(site: Path) -> None:
    done = run(site, "-c", PLAY)
    assert done.returncode == 0, done.stderr
    assert "wins with 1" in done.stdout


def test_a_title_of_another_package_can_be_put_to_the_same_tests_as_ours(site: Path) -> None:
    done = run(site, str(PROJECTS / "example" / "conformance.py"))
    assert done.stdout.endswith("properties hold\n"), done.stderr


def test_the_command_line_knows_them(site: Path, tmp_path: Path) -> None:
    listed = run(site, "-m", "menagerie", "titles")
    assert "flamingo-race: Flamingo Race, for 2 to 4 players\n    Walk a step" in listed.stdout
    file = str(tmp_path / "race.zoo")
    options = ("--bots", "daring,random", "--seed", "3", "--save", file)
    watched = run(site, "-m", "menagerie", "watch", "flamingo-race", *options)
    assert watched.returncode == 0, watched.stderr
    verified = run(site, "-m", "menagerie", "verify", file)
    assert "decisions of flamingo-race replay." in verified.stdout, verified.stderr
    assert "**1.1 Moving.**" in run(site, "-m", "menagerie", "rules", "flamingo-race", "1.1").stdout
    assert len(watched.stderr.splitlines()) == len(verified.stderr.splitlines()) == 1  # the engine, and no complaint


def test_what_is_broken_is_said_and_breaks_nothing_else(site: Path) -> None:
    lay_out("broken", site)
    listed = run(site, "-m", "menagerie", "titles")
    assert listed.returncode == 0
    assert "flamingo-race: Flamingo Race" in listed.stdout
    assert "zooloretto-mini: Zooloretto Mini" in listed.stdout
    assert listed.stderr.splitlines()[1:] == [
        "menagerie: The title 'bare' of menagerie-broken cannot be used: "
        "title.toml: 'line' is missing; it must be a text.",
        "menagerie: The title 'crashing' of menagerie-broken cannot be used: RuntimeError: the flamingo fell over.",
        "menagerie: The title 'misnamed' of menagerie-broken cannot be used: "
        "its title.toml calls it 'zooloretto-mini'.",
        "menagerie: The title 'no-game' of menagerie-broken cannot be used: it is a int, not a menagerie.Game.",
        "menagerie: The title 'nowhere' of menagerie-broken cannot be used: "
        "AttributeError: module 'menagerie_broken' has no attribute 'GAME'.",
        "menagerie: The title 'undrawn' of menagerie-broken cannot be used: "
        "there is no drawing 'unicorn' for its symbol.",
        "menagerie: The title 'zooloretto-mini' of menagerie-broken cannot be used: "
        "there already is a title of this name.",
        "menagerie: The bot 'no-bot' of menagerie-broken cannot be used: it isn't a subclass of menagerie.bots.Bot.",
        "menagerie: The bot 'random' of menagerie-broken cannot be used: there already is a bot of this name.",
    ]


def test_what_lies_in_an_archive_is_found(site: Path, tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", site)
    offered = "from menagerie.core import plugins; print(plugins.is_offered(plugins.TITLES))"
    assert run(Path(archive), "-c", offered).stdout == "True\n"


def test_where_nothing_is_offered_nothing_is_loaded_to_find_that_out(tmp_path: Path) -> None:
    (tmp_path / "other-1.0.dist-info").mkdir()
    (tmp_path / "other-1.0.dist-info" / "entry_points.txt").write_text("[console_scripts]\nother = other:main\n")
    asked = "import sys; from menagerie.core import plugins; print(plugins.found(plugins.BOTS, lambda *_: ''))"
    assert run(tmp_path, "-c", f"{asked}; print('importlib.metadata' in sys.modules)").stdout == "{}\nFalse\n"


def test_who_asks_for_what_is_broken_learns_why(site: Path) -> None:
    lay_out("broken", site)
    code = """
import menagerie, menagerie.bots
for ask in (lambda: menagerie.load("crashing"), lambda: menagerie.bots.make("no-bot")):
    try:
        ask()
    except menagerie.MenagerieError as error:
        print(type(error).__name__, error)
"""
    done = run(site, "-c", code)
    assert done.stdout.splitlines() == [
        "UnknownGame The title 'crashing' of menagerie-broken cannot be used: RuntimeError: the flamingo fell over.",
        "BadSetup The bot 'no-bot' of menagerie-broken cannot be used: it isn't a subclass of menagerie.bots.Bot.",
    ], done.stderr
