"""How many titles there are is counted: where a page or a source says a number, it is the right one."""

import re
import subprocess
from pathlib import Path

import menagerie

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = f"({'|'.join(NUMBERS)})"
COUNTED = re.compile(
    rf"\b{NUMBER} (?:(?:zoo|board|complete) )+(?:titles|games)\b|\b(?:all|our) {NUMBER} (?:titles|games)\b",
    re.IGNORECASE,
)
"""What says how many there are: `five zoo board games`, `all five titles`. (`Two titles` may be some of them.)"""
PAST = "CHANGELOG.md"
"""It says how many there were."""


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "*.toml", "*.yml", "*.cff", "src/*.py", "src/*.html", "src/*.js"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return [ROOT / name for name in listed if name != PAST and not name.startswith("tests/")]


def counts_in(path: Path) -> set[str]:
    return {word.lower() for found in COUNTED.findall(path.read_text(encoding="utf-8")) for word in found if word}


def test_a_number_of_titles_is_the_number_of_titles() -> None:
    count = NUMBERS[len(menagerie.titles()) - 1]
    wrong = {path.name: counts - {count} for path in files() if (counts := counts_in(path))}
    assert wrong
    assert not any(wrong.values()), wrong


def test_only_what_introduces_the_project_says_a_number() -> None:
    naming = {path.name for path in files() if counts_in(path)}
    assert naming <= {"README.md", "CITATION.cff", "mkdocs.yml", "pyproject.toml"}
