"""The client's logic that needs no browser, tested under Node: see `client/`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = sorted((Path(__file__).parent / "client").glob("*.test.mjs"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.split(".")[0])
def test_the_logic_of_the_client(path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the client's logic was not tested: no Node on this machine")
    run = subprocess.run([node, "--test", str(path)], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
