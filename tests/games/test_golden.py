"""Golden games: complete games in our notation whose results must never change."""

from __future__ import annotations

from pathlib import Path

import pytest

import menagerie

GAMES = sorted(Path(__file__).parent.glob("*/golden/*.zoo"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    record = menagerie.Record.load(path)
    assert record.scores is not None, "a golden game has a result"
    final = record.final()
    assert final.result() == record.result
    assert str(menagerie.Record.parse(str(record))) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("id", menagerie.titles())
def test_every_title_has_a_golden_game(id: str) -> None:
    folder = menagerie.load(id).folder.name
    assert [path for path in GAMES if path.parent.parent.name == folder]
