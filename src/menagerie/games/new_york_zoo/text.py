"""The table of New York Zoo as plain data and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any


if TYPE_CHECKING:
    from menagerie.games.new_york_zoo.state import Table


def view(state: Table) -> dict[str, Any]:
    return {}


def table(state: Table) -> str:
    return ""
