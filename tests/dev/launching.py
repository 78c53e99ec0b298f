"""Starting the launcher in a checkout made for a test."""

import os
import subprocess
import sys
from pathlib import Path

LAUNCHER = Path(__file__).parents[2] / "menagerie"
PATIENCE = 300
"""Seconds after which what does not come counts as missing: a busy machine is slow."""
NEEDED = ("sh", "dirname", "readlink", "cmp", "mkdir", "rm", "cp", "mv", "cat", "grep", "tail", "sleep")


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def real_python(path: Path) -> None:
    base = getattr(sys, "_base_executable", sys.executable)
    program(path / "python3", f'exec "{Path(base).resolve()}" "$@"')


def environment(path: Path | str, **env: str) -> dict[str, str]:
    """What a start in such a checkout sees: nothing that leads it to the real package.

    No byte code is kept: a source that a test changes within a second to one of the same size would not be read again.
    What the run has kept of others is used: without it, each of these processes compiles setuptools.
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("COV", "PYTHON", "MENAGERIE"))}
    kept |= {key: value for key, value in os.environ.items() if key == "PYTHONPYCACHEPREFIX"}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1", **env, "PATH": str(path)}


def start(
    launcher: Path, path: Path | str, *arguments: str, cwd: Path | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(launcher), *arguments],
        env=environment(path, **env),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
