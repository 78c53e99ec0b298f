"""What other packages add: titles and bots, named in the entry points of whatever is installed (docs/installing.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from menagerie.core.errors import MenagerieError

TITLES = "menagerie.titles"
BOTS = "menagerie.bots"

_PROBLEMS: dict[tuple[str, str], str] = {}


def found(group: str, why_unusable: Callable[[str, Any], str]) -> dict[str, Any]:
    """What installed packages offer in this group, by name. What is broken or unusable is left out: see `problems`."""
    from importlib.metadata import entry_points  # slow to import, and only needed here

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
            except (Exception, SystemExit) as fault:  # somebody else's code: whatever is wrong there, the rest goes on
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
    """Return whether any installed package offers something in this group."""
    from importlib.metadata import entry_points

    return bool(entry_points(group=group))


def problem(group: str, name: str) -> str:
    """Why something that a package offers is not there, in one sentence; empty if nothing is known of it."""
    return _PROBLEMS.get((group, name), "")


def problems() -> tuple[str, ...]:
    """Everything that was offered and cannot be used, one sentence each."""
    return tuple(_PROBLEMS.values())
