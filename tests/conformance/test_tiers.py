"""Two tiers of titles: a playable one passes the suite, a complete one has all that CONTRIBUTING.md lists."""

import re
from collections import Counter
from pathlib import Path

import pytest

import menagerie
from menagerie import Game
from menagerie.testing import COMPLETE, missing
from menagerie.testing.tiers import has
from tests.core.test_plugins import run
from tests.packaging.projects import lay_out

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GAMES = [menagerie.load(title) for title in menagerie.titles()]


def listed(heading: str) -> list[list[str]]:
    """What the tables below a heading of CONTRIBUTING.md name, table by table."""
    (section,) = re.findall(rf"^### {heading}\n(.*?)(?=^##)", PAGE, re.DOTALL | re.MULTILINE)
    tables = re.split(r"^\| --- .*\n", section, flags=re.MULTILINE)[1:]
    return [re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE) for table in tables]


(PLAYABLE,) = listed("A day: playable")
COMPLETES, OPTIONAL = listed("A week: complete")


def parts_of(game: Game) -> set[str]:
    """The files and folders of a title, as the lists name them: a package counts as its module."""
    found: set[str] = set()
    for path in [*game.folder.iterdir(), *(game.folder / "display").iterdir()]:
        name = path.relative_to(game.folder).as_posix()
        if path.is_file() and path.suffix != ".so" and path.name not in ("__init__.py", ".DS_Store"):
            found.add(name)
        elif path.is_dir() and path.name not in ("__pycache__", "display"):
            has_code = (path / "__init__.py").is_file() and path.name != "phases"
            found.add(f"{name}.py" if has_code else f"{name}/")
    return {"phases/" if name == "phases.py" else name for name in found}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_title_that_says_it_is_complete_has_everything(game: Game) -> None:
    assert missing(game) == []


def test_contributing_lists_what_the_suite_asks_of_a_complete_title() -> None:
    assert list(COMPLETE) == COMPLETES


def test_contributing_names_every_part_that_most_titles_have() -> None:
    """A part of a few titles is their own affair; what most have belongs to what a title is made of."""
    times = Counter(part for game in GAMES for part in parts_of(game))
    usual = {part for part, count in times.items() if 2 * count > len(GAMES)}
    assert usual - {*PLAYABLE, *COMPLETES, *OPTIONAL} == set()


@pytest.mark.parametrize("part", [*PLAYABLE, *COMPLETES, *OPTIONAL])
def test_every_part_that_contributing_names_is_part_of_a_title(part: str) -> None:
    assert any(part in parts_of(game) or has(game, part) for game in GAMES)


ASK = """
import menagerie
from menagerie.testing import missing
print(*missing(menagerie.load("flamingo-race")))
"""


def test_a_playable_title_lacks_nothing_until_it_says_that_it_is_complete(tmp_path: Path) -> None:
    lay_out("example", tmp_path)
    assert run(tmp_path, "-c", ASK).stdout == "\n"
    about = tmp_path / "menagerie_flamingos" / "title.toml"
    about.write_text(about.read_text(encoding="utf-8").replace("longest", "complete = true\nlongest"), encoding="utf-8")
    lacking = run(tmp_path, "-c", ASK).stdout.split()
    assert {"advice.py", "encoding.py", "guide.toml", "learn.toml", "lessons/", "puzzles.toml"} <= set(lacking)
    assert "[daily]" not in lacking  # it has one
