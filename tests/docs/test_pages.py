"""Pages are easy to read: short paragraphs, one width, and a place in the site's navigation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GENERATED = {"docs/messages.md"}
RULES = "docs/rules/"
"""A rule is one paragraph with its number, however long it is."""
WIDTH = 120
LINES = 5
BYTES = 20_000
"""More belongs on two pages."""
PAGES = [
    path
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    if str(path.relative_to(ROOT)) not in GENERATED
]
NO_PROSE = re.compile(r"\s*(#|\||<|!\[|:::|>>>|```|$)")
ITEM = re.compile(r"\s*([-*]|\d+\.) ")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(text: str) -> str:
    """Return a page without its blocks of code, line by line."""
    return re.sub(r"^[ ]*```.*?^[ ]*```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)


def paragraphs(text: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph and of each item of a list."""
    lines: list[str] = []
    for line in prose(text).splitlines():
        if NO_PROSE.match(line) or ITEM.match(line):
            if lines:
                yield lines
            lines = [line] if ITEM.match(line) else []
        else:
            lines.append(line)
    if lines:
        yield lines


@pytest.mark.parametrize("page", [page for page in PAGES if not name(page).startswith(RULES)], ids=name)
def test_a_paragraph_has_at_most_five_lines(page: Path) -> None:
    long = [lines[0] for lines in paragraphs(page.read_text(encoding="utf-8")) if len(lines) > LINES]
    assert long == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_prose_is_wrapped(page: Path) -> None:
    wide = [
        line
        for lines in paragraphs(page.read_text(encoding="utf-8"))
        for line in lines
        if len(line) > WIDTH and len(line.split()) > 3
    ]
    assert wide == []


@pytest.mark.parametrize("page", [page for page in PAGES if not name(page).startswith((RULES, "docs/api/"))], ids=name)
def test_a_page_is_not_a_wall(page: Path) -> None:
    assert page.stat().st_size <= BYTES


def test_every_page_has_a_place_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    assert {page for page in pages if page not in navigation} == set()


def test_a_long_paragraph_and_a_wide_line_are_noticed() -> None:
    text = "# Heading\n\n" + "words\n" * 6 + "\n- item\n  more\n\n```sh\n" + "code\n" * 9 + "```\n"
    assert [len(lines) for lines in paragraphs(text)] == [6, 2]
