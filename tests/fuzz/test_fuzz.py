"""A small share of `python -m tests.fuzz`: whatever is broken is refused with a sentence, and soon."""

from __future__ import annotations

import pytest

from tests.fuzz.parsers import PARSERS, Parser
from tests.fuzz.running import run

FEWEST = 100
"""Inputs, so that some of them are taken."""


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
def test_broken_inputs_are_refused_and_nothing_else_comes_out(parser: Parser, tmp_path) -> None:
    report = run(parser, max(FEWEST, parser.share // 200), 2, tmp_path)
    assert report.problems == {}
    assert 0 < report.taken < report.tried  # some faults leave it right: else the inputs would not be near enough
