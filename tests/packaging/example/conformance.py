"""The title keeps the contract: `python conformance.py` checks every property on many walks through its games."""

from __future__ import annotations

from typing import cast

import menagerie
from menagerie import State
from menagerie.testing import PROPERTIES, Case, check, unseen


def runners(state: State) -> int:
    """All pieces there are: a flamingo for each player."""
    return len(cast("list[int]", state.view(None)["spaces"]))


def spaces(state: State) -> tuple[int, ...]:
    """The scores, counted a second time."""
    return tuple(state.view(None)["spaces"])


CASE = Case(menagerie.load("flamingo-race"), [(2, {}), (4, {})], runners, spaces)

if __name__ == "__main__":
    missing = unseen(CASE)
    assert not missing, f"no walk sees {missing}"
    ways = [way for beginning in CASE.beginnings for way in beginning.ways]
    for way in ways:
        for holds in PROPERTIES:
            check(CASE, way, holds)
    print(f"{len(PROPERTIES)} properties hold")
