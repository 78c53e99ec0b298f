"""A small share of `python -m tests.fuzz`: whatever is broken is refused with a sentence, and soon."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import running
from tests.fuzz.parsers import PARSERS, Parser, Try
from tests.fuzz.running import run

FEWEST = 100
"""Inputs, so that some of them are taken."""


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_broken_inputs_are_refused_and_nothing_else_comes_out(parser: Parser, tmp_path) -> None:
    report = run(parser, max(FEWEST, parser.share // 200), 2, tmp_path)
    assert report.problems == {}
    assert 0 < report.taken < report.tried  # some faults leave it right: else the inputs would not be near enough


def compute_without_end(chance: Random) -> bool:
    while True:
        pass


def test_what_computes_without_end_is_a_problem(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def endless(folder: Path) -> Iterator[Try]:
        yield compute_without_end

    monkeypatch.setattr(running, "PATIENCE", 0.05)
    report = run(Parser("endless", 1, endless), 1, 2, tmp_path)
    assert list(report.problems.values()) == ["endless --seed 2 --only 0"]
