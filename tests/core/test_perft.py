"""The counts of decision sequences in `perft.toml` are still true."""

from pathlib import Path
from typing import Any

import pytest

import menagerie

from .perft import answers, choices, golden_games, known, known_of, perft, position


def name(entry: dict[str, Any]) -> str:
    options = "".join(f" {name}={value}" for name, value in entry.get("options", {}).items())
    return f"{entry['title']} {entry['players']}p{options} after {entry['after']}"


@pytest.mark.parametrize("entry", known(), ids=name)
def test_perft(entry: dict[str, Any]) -> None:
    counts = entry.pop("counts")
    state = position(**entry)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("title", menagerie.titles())
def test_every_title_has_counts(title: str) -> None:
    assert title in [entry["title"] for entry in known()], "python -m tests.core.perft prints them for perft.toml"


@pytest.mark.parametrize("path", golden_games(), ids=lambda path: path.stem)
def test_choices_of_golden_games(path: Path) -> None:
    assert choices(path) == known_of(path, "choices")


@pytest.mark.parametrize("path", golden_games(), ids=lambda path: path.stem)
def test_what_is_answered_in_golden_games(path: Path) -> None:
    assert answers(path) == known_of(path, "answers")
