"""What a stranger has: the sources as git or an archive hands them out, and a Python with nothing installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
PYTHONS = "MENAGERIE_PYTHONS"
"""A variable with the paths of Pythons to build for, beside those on PATH."""


def call(*command: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody does who has nothing to do with this checkout."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("COV", "PYTHON", "MENAGERIE"))}
    return subprocess.run(command, cwd=cwd, env={**kept, **env}, capture_output=True, text=True, check=False)


def version_of(python: str) -> str:
    """Return `3.12` if this is a Python that works (version managers put up names that only print an error)."""
    told = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        return call(python, "-c", told, cwd=ROOT).stdout.strip()
    except OSError:
        return ""


def other_pythons() -> dict[str, str]:
    """Return the supported Pythons that are found, without the one of these tests, by version."""
    named = [path for path in os.environ.get(PYTHONS, "").split(os.pathsep) if path]
    on_path = [f"python{version}" for version in SUPPORTED]
    # What pyenv puts on PATH works only for the versions that are chosen; what it has installed lies here.
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found: dict[str, str] = {}
    for python in [*named, *on_path, *map(str, sorted(pyenv.glob("*/bin/python3")))]:
        version = version_of(python)
        if version in SUPPORTED and version != version_of(sys.executable):
            found.setdefault(version, python)
    return found


def clone(folder: Path) -> Path:
    """Return a clone of this checkout as it is now, with what is not yet committed."""
    target = folder / "clone"
    done = call("git", "clone", "--quiet", "--no-hardlinks", ROOT, target, cwd=folder)
    assert done.returncode == 0, done.stderr
    changed = call("git", "ls-files", "--modified", "--others", "--exclude-standard", cwd=ROOT).stdout.splitlines()
    for name in changed:
        (target / name).unlink(missing_ok=True)
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    return target


def source_distribution(sources: Path, folder: Path) -> Path:
    """Return the archive that a release of these sources would publish."""
    done = call(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=sources)
    assert done.returncode == 0, done.stderr
    (archive,) = folder.glob("*.tar.gz")
    return archive


def unpack(archive: Path, folder: Path) -> Path:
    """Return the folder of sources that an archive holds."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (sources,) = [path for path in folder.iterdir() if path.is_dir()]
    return sources


class Environment:
    """An environment with nothing in it but what is installed for the test."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.folder = folder
        done = call(python, "-m", "venv", "venv", cwd=folder)
        assert done.returncode == 0, done.stderr
        self.python = folder / "venv" / "bin" / "python"

    def install(self, *arguments: str | Path, cwd: Path | None = None, **env: str) -> str:
        """Install with pip; return what it said."""
        done = call(self.python, "-m", "pip", "install", *arguments, cwd=cwd or self.folder, **env)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def menagerie(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return call(self.python.parent / "menagerie", *arguments, cwd=self.folder)

    def run(self, program: str) -> str:
        """Run a program; return what it printed."""
        done = call(self.python, "-c", program, cwd=self.folder)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def plays(self) -> None:
        """Assert that titles are listed and a game is played and verified."""
        titles = self.menagerie("titles")
        assert titles.stdout.startswith("zooloretto-mini: Zooloretto Mini, for 2 to 5 players\n"), titles.stderr
        watched = self.menagerie("watch", "zooloretto-mini", "--bots", "random", "--seed", "4", "--save", "game.zoo")
        assert watched.returncode == 0, watched.stderr
        assert "decisions of zooloretto-mini replay." in self.menagerie("verify", "game.zoo").stdout
