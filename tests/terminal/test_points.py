"""What points are for, as a table at the end of a game."""

from __future__ import annotations

from random import Random

import menagerie
from menagerie.terminal.show import points


def test_the_table_of_points_adds_up() -> None:
    state = menagerie.load("zooloretto-mini").new(seed=2)
    menagerie.play_randomly(state, Random(1))
    lines = points(state, ["A Lisa", "B Tom"])
    assert lines[0].split() == ["A", "Lisa", "B", "Tom"]
    figures = [[int(figure) for figure in line.split()[-2:]] for line in lines[1:]]
    assert [sum(column) for column in zip(*figures[:-1], strict=True)] == figures[-1] == list(state.scores)
    assert lines[-1].startswith("together")


def test_one_kind_of_points_needs_no_table() -> None:
    assert points(menagerie.load("zoo-escape").new(seed=2), ["A", "B"]) == []
