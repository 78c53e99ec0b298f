"""The build step and the locks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dev import build, check

ROOT = Path(__file__).parents[2]


def test_the_interpreted_files_are_left_out() -> None:
    files = build.sources()
    assert files
    assert not {path.name for path in files} & set(build.INTERPRETED)
    assert {path.relative_to(build.PACKAGE).parts[0] for path in files} <= {"core", "games"}


def test_without_a_compiler_one_line_says_so() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "dev" / "build.py")],
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == build.NO_COMPILER == check.NO_COMPILER
    assert done.stderr.startswith("not compiled: no C compiler (no-such-compiler)")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["run", "dev"])
def test_locks_are_hashed_and_name_no_registry(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    entries = text.replace("\\\n", "").splitlines()[1:]
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "index-url" not in text


def test_tests_are_counted_from_the_report(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    suite = '<testsuites><testsuite tests="9" failures="1" errors="2" skipped="3"/></testsuites>'
    report.write_text(suite)
    assert check.count_tests(report) == {"passed": 3, "failed": 3, "skipped": 3}
    assert check.count_tests(tmp_path / "none.xml")["failed"] == 1
