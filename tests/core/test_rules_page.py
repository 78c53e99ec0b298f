"""A title's page of rules, and the numbered sections in it."""

from __future__ import annotations

import pytest

import menagerie
from menagerie import MenagerieError
from menagerie.core import rules_page

PAGE = """\
# Rules

Words.

## 1. Begin

**1.1 One.** Text
more

**1.1.1 Deep.** x

- **1.1.2 In a list.** u

**1.2 Two.** y

## 2. End

z
"""


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("1.1", "**1.1 One.** Text\nmore\n\n**1.1.1 Deep.** x\n\n- **1.1.2 In a list.** u"),
        ("1.1.2", "- **1.1.2 In a list.** u"),
        ("1.2", "**1.2 Two.** y"),
        ("2", "## 2. End\n\nz"),
        ("2.", "## 2. End\n\nz"),
    ],
)
def test_sections(wanted: str, found: str) -> None:
    assert rules_page.section(PAGE, wanted) == found


def test_a_chapter_has_its_rules() -> None:
    assert rules_page.section(PAGE, "1").endswith("**1.2 Two.** y")
    assert rules_page.chapters(PAGE) == ["1. Begin", "2. End"]
    assert rules_page.numbers(PAGE) == ["1", "1.1", "1.1.1", "1.1.2", "1.2", "2"]
    for missing in ("3", "1.3", "11", ""):
        with pytest.raises(MenagerieError, match="There is no rule"):
            rules_page.section(PAGE, missing)


def test_a_title_without_a_page() -> None:
    original = menagerie.load("zooloretto-mini")
    game = original.with_content(original.content_folder)
    game.id = "unheard-of"
    with pytest.raises(MenagerieError, match="There is no rules page"):
        rules_page.read(game)
