"""What bots are called on screen: names that belong to no title."""

from __future__ import annotations

import re

import pytest

import menagerie
from menagerie import bots
from menagerie.core.registry import titles


def test_a_level_has_an_id_and_a_name() -> None:
    assert [bots.name_of(kind) for kind in ("visitor", "keeper", "director")] == ["Visitor", "Ranger", "Director"]
    assert bots.make("keeper").kind == "keeper", "records and addresses keep the id"


def test_a_kind_without_a_name_is_called_by_its_id() -> None:
    assert bots.name_of("random") == "Random"
    assert bots.name_of("not-installed-any-more") == "Not-installed-any-more"


@pytest.mark.parametrize("title", titles())
def test_no_title_uses_the_name_of_a_level(title: str) -> None:
    """One name for one thing on screen: the enemies of Dr. Potamus are Keepers."""
    folder = menagerie.load(title).folder
    pages = sorted((folder.parents[3] / "docs" / "rules").glob(f"{title}.md"))
    for file in [*pages, *sorted(folder.glob("content/*.toml")), folder / "guide.toml", folder / "learn.toml"]:
        text = file.read_text(encoding="utf-8")
        for kind in ("visitor", "keeper", "director"):
            assert not re.search(rf"\b{bots.name_of(kind)}s?\b", text, re.I), (file.name, kind)
