"""The pages of the API name everything that they show, with a line each, so that they can be read without the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dev import api_lines


@pytest.mark.parametrize("page", api_lines.PAGES, ids=lambda page: page.stem)
def test_a_page_has_a_line_for_every_public_name(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert api_lines.names(text) == api_lines.names(api_lines.page(text)), "run python -m dev.api_lines"


@pytest.mark.parametrize("page", api_lines.PAGES, ids=lambda page: page.stem)
def test_every_line_says_something(page: Path) -> None:
    assert re.findall(r"^\| `[^`]+` \| +\|$", page.read_text(encoding="utf-8"), re.MULTILINE) == []


def test_writing_a_page_twice_changes_nothing() -> None:
    text = "# Bots\n\n::: menagerie.bots.make\n\n::: menagerie.bots.kinds\n"
    once = api_lines.page(text)
    assert "`make(kind, seed)`" in once
    assert "make" in api_lines.names(once)
    assert api_lines.page(once) == once
