"""The mutants of a toy: what its tests cannot see survives, all else is killed, also what would never end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import menagerie

from .making import Mutant, mutants_of
from .running import fits
from .subject import deciding
from .toy import shop

TOY = Path(shop.__file__)
ROOT = Path(__file__).resolve().parents[2]

RUN = """
import sys
from pathlib import Path
from tests.mutants.__main__ import run
from tests.mutants.subject import Subject
toy, folder = Path(sys.argv[1]), Path(sys.argv[2])
print(run(Subject("toy", [toy / "shop.py"], [toy / "check_shop.py"], [], folder), 1000, 1, 2))
"""


def run_toy(folder: Path) -> tuple[str, str]:
    """In a process of its own: it takes pytest over. What it reports, and how it went on."""
    command = [sys.executable, "-c", RUN, str(TOY.parent), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.mark.slow
def test_a_toy(tmp_path: Path) -> None:
    """One run serves all that there is to see, because it takes a while."""
    report, _ = run_toy(tmp_path)
    check_survivors(report)
    check_the_killed(report)
    check_what_fails_anyway(report)
    check_going_on(tmp_path, report)


def check_survivors(report: str) -> None:
    """Told by function, with their lines: nothing tests exactly ten apples, and nobody is greeted."""
    functions = [line for line in report.splitlines() if line.startswith("shop.py, ")]
    assert functions == ["shop.py, Shop.price", "shop.py, change", "shop.py, greeting"]
    assert "+ return apples * 2 if (apples > 10) else apples * 3" in report
    assert "+ return apples * 2 if apples >= (11) else apples * 3" in report
    assert "line 42 (no test reaches it)" in report


def check_the_killed(report: str) -> None:
    """All the rest, counted in the last line; also what never ends, and a table that is made on import."""
    survivors = report.count("    + ")
    mutants = [mutant for mutant in mutants_of(TOY) if fits(mutant)]
    assert report.splitlines()[-1] == f"toy: {len(mutants) - survivors} of {len(mutants)} killed"
    assert survivors < len(mutants) / 2
    assert "self.sold" not in report
    assert [mutant for mutant in mutants if mutant.text == "pass" and "left -= coin" in mutant.difference()]
    assert "- left -= coin" not in report
    assert [mutant for mutant in mutants if mutant.function == "table"]
    assert "shop.py, table" not in report


def check_what_fails_anyway(report: str) -> None:
    """It kills nobody."""
    assert "left out, because it fails without any fault: " in report
    assert "test_that_fails_anyway" in report


def check_going_on(folder: Path, report: str) -> None:
    """Two results are forgotten: only these are found anew, and the report is the same."""
    file = folder / "toy.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:-2]), encoding="utf-8")
    again, progress = run_toy(folder)
    assert again == report
    assert "toy [##############################] 2 of 2" in progress
    assert "which test reaches" not in progress


def faults(tmp_path: Path, source: str) -> set[str]:
    """The last lines of all mutants of a function."""
    path = tmp_path / "module.py"
    body = "\n".join(f"    {line}" for line in source.splitlines())
    path.write_text(f"def f(a, b, c):\n{body}\n", encoding="utf-8")
    return {mutant.difference().splitlines()[-1].removeprefix("+ ") for mutant in mutants_of(path)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("return a < b", {"return (a <= b)"}),
        ("return a is not None", {"return (a is None)"}),
        ("return a and b", {"return (a or b)", "return (a)", "return (b)"}),
        ("return not a", {"return (a)"}),
        ("return a + 1", {"return (a - 1)", "return a + (2)", "return a + (0)"}),
        ("return a[-1]", set()),
        ("return True", {"return (False)"}),
        ("return min(a, b)", {"return (max(a, b))"}),
        ("return [x for x in a if b]", {"return ([x for x in a])"}),
        ("return a if b else c", {"return (a)", "return (c)"}),
        ("if a:\n    b()", {"if True:", "if False:", "pass"}),
        ("a.b = c", {"pass"}),
        ("a += b", {"pass", "a -= b"}),
        ("assert a < 1", set()),
        ('"""1 < 2"""', set()),
        ("return f'{a + 1}'", set()),
        ("return zip(a, b, strict=True)", set()),
    ],
)
def test_faults(tmp_path: Path, source: str, expected: set[str]) -> None:
    assert faults(tmp_path, source) == expected


def test_a_mutant_in_a_line_with_letters_of_several_bytes(tmp_path: Path) -> None:
    assert faults(tmp_path, "return 'Löwe', a < b") == {"return 'Löwe', (a <= b)"}


def test_what_makes_no_difference_is_no_mutant() -> None:
    """Text that compiles to the same code is left out."""
    mutant = Mutant(TOY, "Shop.price", (14, 14), (8, 66), "return (apples * 2 if apples >= 10 else apples * 3)")
    assert not fits(mutant)


@pytest.mark.parametrize("title", menagerie.titles())
def test_what_decides_is_mutated_and_advice_to_bots_is_not(title: str) -> None:
    package = menagerie.load(title).folder
    names = {path.relative_to(package).as_posix() for path in deciding(package)}
    assert {"state.py", "scoring.py"} <= names
    assert [name for name in names if name.startswith("phases")]
    assert not names & {"advice.py", "actions.py", "danger.py", "forecast.py", "ground.py", "ways_home.py"}
    assert not [name for name in names if name.startswith(("display/", "site/"))]
