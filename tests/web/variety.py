"""Tests of the same promise in many places: a few places in every run, all of them in the long one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest


def one_of(name: str, values: Iterable[str], *usual: str) -> pytest.MarkDecorator:
    """Parametrize with every value; only the usual ones are in every run."""
    return pytest.mark.parametrize(name, [value if value in usual else _rarely(value) for value in values])


def crossed(names: str, some: Iterable[str], others: Iterable[str]) -> pytest.MarkDecorator:
    """Parametrize with every pair; every run has each value of both once or a few times."""
    first, second = list(some), list(others)
    count = max(len(first), len(second))
    usual = {(first[number % len(first)], second[number % len(second)]) for number in range(count)}
    pairs = product(first, second)
    return pytest.mark.parametrize(names, [pair if pair in usual else _rarely(*pair) for pair in pairs])


def _rarely(*values: str) -> object:
    return pytest.param(*values, marks=pytest.mark.long)
