"""The launcher, in a checkout of its own with empty locks: nothing is downloaded."""

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.dev.launching import LAUNCHER, NEEDED, program, real_python, start

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder to be the whole PATH: the few tools that the launcher uses, and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "a checkout"
    package = root / "src" / "menagerie"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text("import sys\nprint('started with', sys.argv[1:])\n")
    (root / "requirements").mkdir()
    (root / "dev").mkdir()
    for name in ("run", "research", "build", "dev"):
        (root / "requirements" / f"{name}.txt").write_text(f"# {name}: nothing\n")
    for name in ("check", "build"):
        (root / "dev" / f"{name}.py").write_text(f"import sys\nprint('{name} with', sys.argv[1:])\n")
    (root / "dev" / "background.py").touch()
    shutil.copy(LAUNCHER, root / "menagerie")
    return root


def test_first_and_later_starts(checkout: Path, path: Path, tmp_path: Path) -> None:
    real_python(path)
    first = start(checkout / "menagerie", path, "play", "two words", cwd=tmp_path)
    assert first.stdout == "started with ['play', 'two words']\n", first.stderr
    assert "making .venv" in first.stderr
    assert "installing" in first.stderr

    later = start(checkout / "menagerie", path)
    assert (later.stdout, later.stderr) == ("started with []\n", "")

    link = tmp_path / "link"
    link.symlink_to("a checkout/menagerie")
    assert start(link, path, "x", cwd=checkout / "src").stdout == "started with ['x']\n"

    build = start(checkout / "menagerie", path, "build", "--clean")
    assert build.stdout == "build with ['--clean']\n"
    assert "requirements/build.txt" in build.stderr
    tests = start(checkout / "menagerie", path, "test", "--fast")
    assert tests.stdout == "check with ['--fast']\n"
    assert "requirements/dev.txt" in tests.stderr
    assert "requirements/research.txt" in tests.stderr
    (checkout / ".venv" / ".stamp-build").unlink()
    assert start(checkout / "menagerie", path, "build").stderr == ""  # what tests need includes it

    # What research needs can be installed by itself, and nothing else can.
    (checkout / ".venv" / ".stamp-research").unlink()
    research = start(checkout / "menagerie", path, "install", "research")
    assert "requirements/research.txt" in research.stderr
    assert research.returncode == 0
    assert start(checkout / "menagerie", path, "install", "chess").returncode == 1

    # A changed lock is installed into the same environment, a missing stamp makes a new one.
    (checkout / "requirements" / "run.txt").write_text("# other\n")
    changed = start(checkout / "menagerie", path)
    assert "installing" in changed.stderr
    assert "making" not in changed.stderr
    program(path / "uv", "exit 0")  # with it, an environment is made without pip: quickly
    (checkout / ".venv" / ".stamp-run").unlink()
    (checkout / ".venv" / "half-made").touch()
    assert "making .venv" in start(checkout / "menagerie", path).stderr
    assert not (checkout / ".venv" / "half-made").exists()

    # A checkout that was moved finds its own sources.
    moved = tmp_path / "moved"
    checkout.rename(moved)
    (moved / "src" / "menagerie" / "__main__.py").write_text("print('moved')\n")
    assert start(moved / "menagerie", path).stdout == "moved\n"


def test_no_python(checkout: Path, path: Path) -> None:
    done = start(checkout / "menagerie", path)
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed, found none" in done.stderr
    assert not (checkout / ".venv").exists()


def test_old_python(checkout: Path, path: Path) -> None:
    program(path / "python3", "echo old 3.9")
    done = start(checkout / "menagerie", path)
    assert done.returncode == 1
    assert done.stderr == "menagerie: Python 3.11 or newer is needed, found only 3.9: install a newer python3\n"


def test_python_without_venv(checkout: Path, path: Path) -> None:
    program(path / "python3", f'case "$2" in *ensurepip*) exit 1 ;; *) echo "{path}/python3" ;; esac')
    done = start(checkout / "menagerie", path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "apt install python3-venv" in done.stderr


def test_a_failed_download_is_tried_once_more_and_not_trusted(checkout: Path, path: Path) -> None:
    real_python(path)
    program(path / "uv", "echo refused by the registry >&2; exit 1")
    done = start(checkout / "menagerie", path)
    assert done.returncode == 1
    assert done.stderr.count("trying once more") == 1
    assert "refused by the registry" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("menagerie: could not download the packages")
    assert not (checkout / ".venv.lock").exists()
    assert not (checkout / ".venv" / ".stamp-run").exists()

    program(path / "uv", "exit 0")
    again = start(checkout / "menagerie", path)
    assert again.stdout == "started with []\n"
    assert "making .venv" in again.stderr


def test_a_lock_left_behind_is_taken_over(checkout: Path, path: Path) -> None:
    real_python(path)
    program(path / "uv", "exit 0")
    dead = subprocess.Popen(["true"])
    dead.wait()
    (checkout / ".venv.lock").mkdir()
    (checkout / ".venv.lock" / "pid").write_text(f"{dead.pid}\n")
    assert start(checkout / "menagerie", path).stdout == "started with []\n"
