"""The notebooks in examples/ run from the first cell to the last, and what they show is there."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of Jupyter's own parts, about each other
    import jupytext
    from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.md"))


def test_there_are_three() -> None:
    assert [path.name for path in NOTEBOOKS] == ["explore.md", "train.md", "variant.md"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Jupyter's own
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_promises(path: Path, tmp_path: Path) -> None:
    notebook = jupytext.read(path)
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",  # that of the environment which the tests run in
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute(env={**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"})
    shown = [kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert "image/png" in shown  # a figure
    if path.stem == "explore":
        assert {"image/svg+xml", "text/html"} <= set(shown)
    checks = [cell for cell in notebook.cells if "check" in cell.metadata.get("tags", [])]
    assert len(checks) == 1
    assert checks[0] is notebook.cells[-1]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_text_without_outputs(path: Path) -> None:
    notebook = jupytext.read(path)
    assert len([cell for cell in notebook.cells if cell.cell_type == "code"]) >= 5
    assert "outputs" not in path.read_text(encoding="utf-8")
