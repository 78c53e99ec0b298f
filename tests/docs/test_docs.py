"""What the documents say is true: examples run, links lead somewhere, every title is listed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import menagerie

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TITLES = menagerie.titles()


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=name)
def test_examples_run(page: Path) -> None:
    failures, examples = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert examples > 0
    assert failures == 0


def test_the_readme_plays_a_game() -> None:
    assert "...         state.play(" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{name(page)} links to {target}, which is not there"
        assert linked.is_relative_to(ROOT)
        if anchor:
            assert anchor in anchors(linked), f"{name(page)} links to {target}: no such heading"


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub names them."""
    headings = re.findall(r"^#+ +(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("title", TITLES)
def test_the_readme_lists_every_title(title: str) -> None:
    game = menagerie.load(title)
    least, most = game.players[0], game.players[-1]
    row = f"| {game.name} | `{title}` | {least} to {most} | "
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert row in readme
    assert f"**{game.name}** by " in readme


def test_the_picture_is_drawn_from_the_record_beside_it() -> None:
    """Only that it can be: the drawing may get better without the picture being renewed each time."""
    record = menagerie.Record.load(ROOT / "docs" / "pictures" / "zooloretto-mini.zoo")
    assert record.final().is_over
    assert record.at(135)._repr_svg_().startswith("<svg ")
    assert (ROOT / "docs" / "pictures" / "zooloretto-mini.svg").read_text(encoding="utf-8").startswith("<svg ")
