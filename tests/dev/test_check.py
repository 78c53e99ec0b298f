"""How `./menagerie test` counts: a test that fails twice has failed; one that passes alone is named."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEST = ["test_some.py", "-p", "no:schemathesis"]
TESTS = """
from pathlib import Path
HERE = Path(__file__).parent
def test_fine():
    pass
def test_shaky():
    was_here = (HERE / "mark").exists()
    (HERE / "mark").touch()
    assert was_here
def test_wrong():
    assert not (HERE / "wrong").exists()
"""


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, which leaves its reports in a folder of the test."""
    spec = importlib.util.spec_from_file_location("check_of_test", ROOT / "dev" / "check.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "check_of_test", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "REPORTS", tmp_path)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "CORES", 1)
    (tmp_path / "test_some.py").write_text(TESTS)
    return module


def test_what_passes_only_alone_is_named(check: ModuleType) -> None:
    run = check.Run(verbose=False, fast=False, expression="")
    outcome = check.pytest(run, "some", TEST, "", again=True)
    assert (outcome.status, run.counts) == ("ok", {"passed": 3, "failed": 0, "skipped": 0})
    assert outcome.note.endswith("passed only when run again, alone: test_shaky")


def test_what_fails_twice_has_failed(check: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "wrong").touch()
    run = check.Run(verbose=False, fast=False, expression="")
    outcome = check.pytest(run, "some", TEST, "", again=True)
    assert (outcome.status, run.counts["failed"]) == ("failed", 2)
    assert "test_wrong" in outcome.output


def test_tests_of_the_engine_have_one_try(check: ModuleType) -> None:
    run = check.Run(verbose=False, fast=False, expression="")
    outcome = check.pytest(run, "some", TEST, "")
    assert (outcome.status, run.counts["failed"]) == ("failed", 1)
