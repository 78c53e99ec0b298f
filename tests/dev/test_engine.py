"""Which engine is chosen: src/menagerie/_engine.py, on a small package made for the purpose."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from menagerie import _engine

INIT = "from menagerie import _engine\n_engine.install()\n"
REPORT = (
    "import menagerie.core.thing as t; from menagerie import _engine as e; print(t.VALUE, e.COMPILED, e.describe())"
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one engine module, and beside it a compiled file that Python would prefer and cannot load."""
    package = tmp_path / "menagerie"
    (package / "core").mkdir(parents=True)
    (package / "__init__.py").write_text(INIT)
    (package / "_engine.py").write_text(Path(_engine.__file__).read_text())
    (package / "core" / "__init__.py").write_text("")
    (package / "core" / "thing.py").write_text("VALUE = 1\n")
    (package / "core" / f"thing{_engine.python_tag()}").write_bytes(b"no library at all")
    return package


def stamp(package: Path) -> None:
    stamp = _engine.make_stamp([package / "core" / "thing.py"], package=package)
    compiled = package / "core" / f"thing{_engine.python_tag()}"
    stamp["files"] = {compiled.relative_to(package.parent).as_posix(): compiled.stat().st_size}
    (package / "_compiled.json").write_text(json.dumps(stamp))


def start(package: Path, engine: str = "") -> subprocess.CompletedProcess[str]:
    # Not to be measured: the small package has the names of the real one.
    kept = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    env = {**kept, "PYTHONPATH": str(package.parent), "MENAGERIE_ENGINE": engine}
    return subprocess.run([sys.executable, "-c", REPORT], env=env, capture_output=True, text=True, check=False)


def test_without_a_stamp_compiled_files_are_not_used(package: Path) -> None:
    done = start(package)
    assert done.stdout.startswith("1 False engine: interpreted (installed without the compiled one"), done.stderr


def test_a_true_stamp_lets_compiled_files_in(package: Path) -> None:
    stamp(package)
    assert _engine.reason_not_compiled(package) == ""
    # That Python now tries to load the file, and fails, shows that it was let in.
    assert "ImportError" in start(package).stderr


def test_a_touched_source_is_compared_by_content(package: Path) -> None:
    stamp(package)
    os.utime(package / "core" / "thing.py", (1, 1))
    assert _engine.reason_not_compiled(package) == ""


@pytest.mark.parametrize("text", ["VALUE = 2\n", "VALUE = 22\n"])
def test_a_changed_source_refuses_compiled_files(package: Path, text: str) -> None:
    stamp(package)
    thing = package / "core" / "thing.py"
    thing.write_text(text)
    os.utime(thing, (1, 1))
    done = start(package)
    assert done.stdout.split()[:2] == [text.split()[-1], "False"], done.stderr
    assert "older than the sources and were not used" in done.stdout


def test_a_removed_source_refuses_compiled_files(package: Path) -> None:
    stamp(package)
    (package / "core" / "thing.py").unlink()
    assert "older than the sources" in _engine.reason_not_compiled(package)


def test_another_pythons_files_are_refused(package: Path) -> None:
    stamp(package)
    path = package / "_compiled.json"
    path.write_text(path.read_text().replace(_engine.python_tag(), ".another.so"))
    assert "another Python" in _engine.reason_not_compiled(package)


def test_a_missing_or_shortened_compiled_file_refuses_them_all(package: Path) -> None:
    stamp(package)
    compiled = package / "core" / f"thing{_engine.python_tag()}"
    compiled.write_bytes(b"no")
    assert "not complete" in _engine.reason_not_compiled(package)
    compiled.unlink()
    assert start(package).stdout.startswith("1 False engine: interpreted (the compiled files are not complete")


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"python": 1, "sources": 2, "files": 3}', '{"python": "TAG", "sources": 2, "files": 3}']
)
def test_a_damaged_stamp_is_no_stamp(package: Path, text: str) -> None:
    (package / "_compiled.json").write_text(text.replace("TAG", _engine.python_tag()))
    assert _engine.reason_not_compiled(package) != ""


def test_interpreted_can_be_forced(package: Path) -> None:
    stamp(package)
    done = start(package, "interpreted")
    assert done.stdout.strip() == "1 False engine: interpreted (asked for by MENAGERIE_ENGINE)", done.stderr


def test_compiled_cannot_be_forced_on_stale_files(package: Path) -> None:
    done = start(package, "compiled")
    assert done.returncode != 0
    assert "asks for the compiled engine, but there is none to use" in done.stderr


def test_an_unknown_engine_is_refused(package: Path) -> None:
    assert "it may be 'interpreted' or 'compiled'" in start(package, "fast").stderr


def test_other_packages_are_found_as_usual() -> None:
    finder = _engine.SourcesOnly()
    assert finder.find_spec("json", None) is None
    assert finder.find_spec("menagerie.corelike", [str(_engine.PACKAGE)]) is None
    assert finder.find_spec("menagerie.core.nothing", [str(_engine.PACKAGE / "core")]) is None
