"""The release checklist finds what was forgotten."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dev import release

ROOT = Path(__file__).resolve().parents[2]
FILES = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "src/menagerie/versions.py")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with what the checklist reads, all committed."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / release.MIGRATIONS, tmp_path / release.MIGRATIONS, ignore=shutil.ignore_patterns("__py*"))
    who = ("-c", "user.name=Lisa", "-c", "user.email=lisa@zoo.example")
    for command in (("init", "-q"), ("add", "-A"), (*who, "commit", "-q", "-m", "All")):
        subprocess.run(("git", *command), cwd=tmp_path, check=True)
    return tmp_path


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.mark.parametrize(
    "check",
    [release.versions_agree, release.dates_agree, release.migrations_are_frozen, release.licence_is_complete],
    ids=lambda check: check.__name__,
)
def test_this_checkout_could_be_released(check) -> None:
    assert check(ROOT) == ""


def test_a_version_that_was_forgotten_is_named(checkout: Path) -> None:
    version = release.project(checkout)["version"]
    change(checkout / "CITATION.cff", f"version: {version}", "version: 0.9.9")
    assert "CITATION.cff has 0.9.9" in release.versions_agree(checkout)
    change(checkout / "CITATION.cff", "date-released: 20", "date-released: 19")
    assert "CITATION.cff 19" in release.dates_agree(checkout)


def test_an_unreleased_section_is_not_a_release(checkout: Path) -> None:
    change(checkout / "CHANGELOG.md", "\n## ", "\n## Unreleased\n\n## ")
    assert release.changelog_is_cut(checkout)


def test_a_released_migration_keeps_its_number(checkout: Path) -> None:
    versions = checkout / release.MIGRATIONS / "versions"
    (versions / "9999_new.py").write_text("")
    assert release.migrations_are_frozen(checkout) == "add 9999_new to released.toml"
    (versions / "0003_results.py").rename(versions / "0003_outcomes.py")
    assert release.migrations_are_frozen(checkout) == "0003_results was released and is not there under its number"


def test_the_long_run_must_have_passed_on_this_commit(checkout: Path) -> None:
    assert release.tests_have_passed(checkout) == "run ./menagerie test --long on this commit"
    last = {"commit": release.git(checkout, "rev-parse", "HEAD"), "clean": True, "mode": "long", "ok": True}
    reports = checkout / "build" / "reports"
    reports.mkdir(parents=True)
    (reports / "last.json").write_text(json.dumps(last))
    assert release.tests_have_passed(checkout) == ""
    (reports / "last.json").write_text(json.dumps({**last, "mode": "usual"}))
    assert release.tests_have_passed(checkout)


def test_changes_and_missing_files_are_left_to_do(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.tree_is_clean(checkout) == ""
    (checkout / "notes.txt").write_text("remember")
    assert release.tree_is_clean(checkout)
    assert "cp311, cp312, cp313, cp314, the source distribution" in release.files_are_built(checkout)
    assert release.main(checkout) == 1
    assert "to do  Everything is committed." in capsys.readouterr().out
