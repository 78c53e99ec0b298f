"""Every registered title passes every property."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import menagerie

from .suite import PROPERTIES, Case, Way, check

EXAMPLES = int(os.environ.get("MENAGERIE_EXAMPLES", "4"))


def cases() -> list[Case]:
    found = []
    for id in menagerie.titles():
        game = menagerie.load(id)
        known = importlib.import_module(f"tests.games.{game.folder.name}.conformance")
        found += [Case(game, players, options, known.census, known.naive_scores) for players, options in known.CASES]
    return found


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
@pytest.mark.parametrize("case", cases(), ids=str)
def test_title(case: Case, holds: Callable[[Case, Way], None]) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(seed=st.integers(0, 1 << 64), picks=st.lists(st.integers(0, 10_000), min_size=40, max_size=160))
    def walk(seed: int, picks: list[int]) -> None:
        check(case, Way(seed, picks), holds)

    walk()
