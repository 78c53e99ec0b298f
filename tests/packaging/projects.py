"""The two small projects beside this file, laid out as if they were installed."""

import shutil
import tomllib
from pathlib import Path

PROJECTS = Path(__file__).parent


def lay_out(name: str, site: Path) -> None:
    """Put a project's package and what an installer writes about it (name and entry points) into a folder."""
    described = tomllib.loads((PROJECTS / name / "pyproject.toml").read_text(encoding="utf-8"))
    project = described["project"]
    (package,) = described["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    shutil.copytree(PROJECTS / name / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines: list[str] = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *[f"{key} = {value}" for key, value in entries.items()]]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
