"""Titles and bots from other packages, found by the entry points of what is installed (docs/installing.md)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from menagerie.core.errors import MenagerieError

TITLES = "menagerie.titles"
BOTS = "menagerie.bots"

_PROBLEMS: dict[tuple[str, str], str] = {}


def found(group: str, why_unusable: Callable[[str, Any], str]) -> dict[str, Any]:
    """Return what installed packages offer in this group, by name, without what is broken (see `problems`)."""
    if not is_offered(group):
        return {}
    from importlib.metadata import entry_points  # a quarter of a start of the command line

    usable: dict[str, Any] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        problem = f"another package offers {entry.name!r} too" if entry.name in usable else ""
        value: Any = None
        if not problem:
            try:
                value = entry.load()
                problem = why_unusable(entry.name, value)
            except MenagerieError as error:
                problem = str(error)
            except (
                Exception,
                SystemExit,
            ) as fault:  # another package's code: whatever is wrong there must not stop the rest
                problem = f"{type(fault).__name__}: {fault}".splitlines()[0]
        if problem:
            what = group.rpartition(".")[2].removesuffix("s")
            package = entry.dist.name if entry.dist else "an unknown package"
            sentence = f"The {what} {entry.name!r} of {package} cannot be used: {problem.rstrip('.')}."
            _PROBLEMS[group, entry.name] = sentence
        else:
            usable[entry.name] = value
    return usable


def is_offered(group: str) -> bool:
    """Return whether any installed package may offer something in this group.

    Answered from the files that installers write. Where packages can lie elsewhere, in archives or where an import hook
    finds them, the answer is yes.
    """
    hooks = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions") and finder is not PathFinder]
    return bool(hooks) or any(_may_offer(Path(folder or "."), f"[{group}]") for folder in sys.path)


def _may_offer(folder: Path, heading: str) -> bool:
    try:
        packages = [path for path in folder.iterdir() if path.suffix in (".dist-info", ".egg-info", ".egg")]
    except NotADirectoryError:  # an archive
        return True
    except OSError:
        return False
    return any(heading in _text_of(path, "entry_points.txt", "EGG-INFO/entry_points.txt") for path in packages)


def _text_of(folder: Path, *names: str) -> str:
    """Return the text of the first of these files that is there; most packages have none."""
    for name in names:
        try:
            return (folder / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    return ""


def problem(group: str, name: str) -> str:
    """Return in a sentence why an offered title or bot is missing; empty if no package offers it."""
    return _PROBLEMS.get((group, name), "")


def problems() -> tuple[str, ...]:
    """Return a sentence for everything offered that cannot be used."""
    return tuple(_PROBLEMS.values())
