"""The suite serves titles of other packages: the example of docs/testing.md runs as it stands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.packaging.projects import lay_out

ROOT = Path(__file__).resolve().parents[2]


def example() -> str:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return str(example)


def run(folder: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_flamingo_race.py").write_text(tests, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "-p", "no:cacheprovider", ".", *options]
    path = os.pathsep.join([str(folder), str(ROOT / "src")])
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_the_example_of_the_page(tmp_path: Path) -> None:
    lay_out("example", tmp_path)
    done = run(tmp_path, example())
    assert done.returncode == 0, done.stdout
    assert re.search(r"^\d{2,} passed in ", done.stdout, re.MULTILINE)


def test_a_title_without_pictures(tmp_path: Path) -> None:
    """It fails what needs pictures, and nothing else."""
    lay_out("example", tmp_path)
    shutil.rmtree(tmp_path / "menagerie_flamingos" / "display")
    assert "every_picture_is_a_whole_document" in run(tmp_path, example(), "-x", "-k", "picture").stdout
    chosen = "[holds for holds in PROPERTIES if holds not in PICTURES]"
    tests = example().replace('"holds", PROPERTIES', f'"holds", {chosen}').replace("import P", "import PICTURES, P", 1)
    done = run(tmp_path, tests, "-k", "2p")
    assert done.returncode == 0, done.stdout
