"""What walks have seen: which kinds of phases were asked, and which kinds of decisions were made."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, TypeVar

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.core.phase import Phase
from menagerie.testing.cases import Case
from menagerie.testing.walks import Way

T = TypeVar("T")


def asked_phases(game: Game) -> set[type[Phase[Any]]]:
    """The title's kinds of phases that ask a seat. A phase without a prompt or without a list only settles."""
    needed = ("legal", "play", "prompt")
    return {kind for kind in _kinds(game, Phase) if all(getattr(kind, name) != getattr(Phase, name) for name in needed)}


def decisions(case: Case) -> set[type[Action]]:
    """The title's kinds of decisions: all but those that others are kinds of, and those that are only meant."""
    return {kind for kind in _kinds(case.game, Action) if not kind.__subclasses__()} - set(case.only_meant)


def unseen(case: Case) -> list[str]:
    """The title's kinds of phases that no walk asks, and kinds of decisions that none makes, by their names."""
    seen: set[type] = set()
    for beginning in case.beginnings:
        for way in beginning.ways:
            state = way.start
            for state in way.positions():
                seen.update([type(state.phase(seat)) for seat in state.to_act])
            seen.update([type(action) for _, action in state.history[way.start.ply :]])
    return sorted(kind.__name__ for kind in (asked_phases(case.game) | decisions(case)) - seen)


def by_phase(case: Case) -> dict[type, list[Way]]:
    """For every kind of phase that is asked the ways that begin there."""
    found: dict[type, list[Way]] = {}
    for beginning in case.beginnings:
        for way in beginning.ways:
            for seat in way.start.to_act[:1]:
                found.setdefault(type(way.start.phase(seat)), []).append(way)
    return found


def _kinds(game: Game, base: type[T]) -> list[type[T]]:
    """The subclasses in the title's package; a title of one module has them there."""
    module = type(game).__module__
    package = module.rpartition(".")[0]
    if not package:
        return [kind for kind in _subclasses(base) if kind.__module__ == module]
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        importlib.import_module(info.name)
    return [kind for kind in _subclasses(base) if kind.__module__.startswith(f"{package}.")]


def _subclasses(base: type[T]) -> Iterator[type[T]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)
