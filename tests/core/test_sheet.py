"""Sheets: shapes in one line, points that add up, the three ways to show a table."""

from __future__ import annotations

import random

import pytest

import menagerie
from menagerie.core.display.sheet import Shape, Sheet, chart, lines, points, small
from tests.tiers import COMPLETE

CELLS = {(0, 0): 1, (1, 0): 2, (2, 0): 4, (0, 1): 8, (1, 1): 16, (2, 1): 32, (3, 0): 64, (3, 1): 128}


def spaces_of(text: str) -> set[tuple[int, int]]:
    """The squares that Braille letters show: by the numbers of their dots."""
    return {
        (row, column + 2 * at)
        for at, letter in enumerate(text)
        for (row, column), bit in CELLS.items()
        if ord(letter) - 0x2800 & bit
    }


def test_a_shape_is_one_line_and_has_all_its_squares() -> None:
    assert spaces_of(small([(0, 0), (0, 1), (1, 1), (0, 4)])) == {(0, 0), (0, 1), (1, 1), (0, 4)}
    assert small([(0, 0), (0, 1), (0, 2)]) == small([(5, 1), (6, 1), (7, 1)]), "a tall shape lies on its longer side"


def test_every_tile_of_new_york_zoo_is_shown_whole() -> None:
    game = menagerie.load("new-york-zoo")
    state = game.new(players=2, seed=1)
    for tile in state.pieces.tiles:  # type: ignore[attr-defined]
        assert len(spaces_of(small(tile.orientations[0].cells))) == tile.size
    assert small(state.stacks[1][-1].orientations[0].cells) in str(state)  # type: ignore[attr-defined]


def test_numbers_stand_to_the_right_and_words_to_the_left() -> None:
    made = chart("Tiles", ("", "Left", "Where"), [("Pond", 3, "here"), ("Rock", 12, "-")], "All of them.")
    assert lines(made) == [
        "Tiles",
        "        Left  Where",
        "  Pond     3  here",
        "  Rock    12  -",
        "  (All of them.)",
    ]


def test_a_sheet_is_plain_data_and_a_page() -> None:
    made = Sheet((chart("A < B", ("", "Left"), [(Shape("2-space", ((0, 0), (0, 1))), 1)]),))
    assert made.data()[0]["rows"] == [[{"words": "2-space", "spaces": ((0, 0), (0, 1))}, 1]]
    assert "A &lt; B" in made._repr_html_()
    assert "2-space" in str(made)


@pytest.mark.parametrize("title", COMPLETE)
def test_the_sheet_of_every_title_has_whole_tables_and_points_that_add_up(title: str) -> None:
    game, chance = menagerie.load(title), random.Random(5)
    state = game.new(players=2, seed=5)
    state.names = ("Lisa", "Ben")
    while not state.is_over and state.ply < 120:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    sheet = game.sheet(state, 0)
    assert len(sheet.charts) >= 4
    for one in sheet:
        assert one.title
        assert {len(row) for row in one.rows} <= {len(one.columns)}
        if one.total:
            for at, whole in enumerate(one.rows[-1][1:], start=1):
                assert sum([int(str(row[at])) for row in one.rows[:-1]]) == whole
    assert points(state).rows[-1][1:] == state.scores
    assert any("Lisa" in one.columns or "Lisa" in str(one.rows) for one in sheet)


def test_the_last_runs_of_every_family_are_kept() -> None:
    state, chance = menagerie.load("18zoo").new(players=2, seed=4), random.Random(1)
    ran: dict[str, list[list[str]]] = {}
    while not state.is_over and len(ran) < 2:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
        runs = state.view(None)["runs"]
        if runs is not None:
            ran[runs["family"]] = [leg["hexes"] for leg in runs["legs"]]
    shown = state.view(None)["last_runs"]
    assert len(ran) == 2
    assert {family: [leg["hexes"] for leg in run["legs"]] for family, run in shown.items()} == ran


def test_every_familys_runs_are_told_by_operating_round() -> None:
    """The newest first, with what became of each harvest; as many rounds as the log tells of."""
    state = menagerie.load("18zoo").new(players=2, seed=1)
    chance = random.Random(1)
    told: list[str] = []
    while not state.is_over and state.ply < 300:
        actions = state.legal(state.to_act[0])
        keen = [action for action in actions if str(action).split()[0] in ("launch", "run", "lay", "buy")]
        log: list[menagerie.Event] = []
        state.play(chance.choice(keen or actions), state.to_act[0], log=log)
        told += [str(event) for event in log]
    charts = {one.title: one for one in state.game.sheet(state) if one.title.endswith("' runs")}
    assert charts
    for title, runs in charts.items():
        family = title.removesuffix("' runs")
        ran = [line for line in told if line.startswith(f"{family}' squirrels harvest ")]
        rounds = [str(row[0]) for row in runs.rows if row[0]]
        assert len(rounds) == len(ran)
        assert rounds == sorted(rounds, reverse=True)
        for row in runs.rows:
            if row[0]:
                assert str(row[5]).startswith(("distributed, ", "kept, ")), row
