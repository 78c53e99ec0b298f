"""What a table says, by examples that can be reckoned by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from menagerie.lab import summary
from menagerie.lab.estimates import Estimate, mean, quantile, share
from menagerie.lab.simulate import Table
from menagerie.lab.summary import cells, comparisons, facts, pieces

ABOUT: dict[str, Any] = {
    "title": "zooloretto-mini",
    "facts": {"board": {"words": "", "own": True}},
    "counts": {"laid": ""},
}


def row(game: int, seat: int, place: int | None, score: int, won: float, **more: Any) -> dict[str, Any]:
    return {
        "players": 2,
        "options": "",
        "lineup": "greedy",
        "content": "own",
        "game": game,
        "seat": seat,
        "place": place,
        "bot": "greedy",
        "score": score,
        "won": won,
        "margin": None if place is None else 2 * won * 3 - 3,
        "turns": 5,
        "decisions": 10,
        "free_decisions": 8,
        "choices": 40,
        "most_choices": 9 + seat,
        "points": [{"name": "tiles", "points": score}],
        "facts": [{"name": "board", "value": "AB"[seat]}],
        "counts": [{"name": "laid", "piece": "rhino", "times": 3 - 3 * seat}],
        "game_counts": [],
        **more,
    }


def game(number: int, first: int, scores: tuple[int, int], **more: Any) -> list[dict[str, Any]]:
    """Seat `first` is first; the higher score wins."""
    return [
        row(number, seat, 1 + (seat != first), score, float(score == max(scores)), **more)
        for seat, score in enumerate(scores)
    ]


TABLE = Table(ABOUT, [*game(0, 0, (10, 4)), *game(1, 1, (2, 8)), *game(2, 0, (5, 3)), *game(3, 1, (7, 1))])


def test_who_is_first_wins_three_of_four() -> None:
    (cell,) = cells(TABLE)
    assert (cell.places()[1].value, cell.places()[2].value) == (0.75, 0.25)
    assert cell.places()[1].low == pytest.approx(0.3006, abs=1e-4), "Wilson's interval of 3 of 4"
    assert cell.ahead()[1].value == (6 + 6 + 2 - 6) / 4
    assert cell.name == "2 players, greedy"


def test_points_pace_and_choices() -> None:
    (cell,) = cells(TABLE)
    assert cell.score().value == (7 + 5 + 4 + 4) / 4
    assert cell.score().count == 4, "one figure a game, not one a seat"
    assert cell.winning_score().value == (10 + 8 + 5 + 7) / 4
    assert cell.sources()["tiles"][0].value == 5.0
    every, best = cell.sources()["tiles"]
    assert best is not None
    assert (every.value, best.value) == (5.0, 7.5)
    assert (cell.decisions().value, cell.turns().value, cell.choices().value) == (20, 10, 4)
    assert (cell.free().value, cell.most_choices(), cell.lengths()) == (0.8, 10, (20, 20, 20))


def test_a_board_of_ones_own_is_compared_with_the_others_of_the_game() -> None:
    found = facts(cells(TABLE), "board", own=True)
    assert found["A"]["points"].value == (6 - 6 + 2 + 6) / 4 == -found["B"]["points"].value
    assert found["A"]["wins"].value == 0.75 - 0.5


def test_what_is_alike_for_all_is_compared_with_other_games() -> None:
    rows = [*game(0, 0, (10, 4), facts=[{"name": "sun", "value": "yes"}])]
    rows += game(1, 0, (2, 4), facts=[{"name": "sun", "value": "no"}])
    found = facts(cells(Table(ABOUT, rows)), "sun", own=False)
    assert (found["yes"]["points"].value, found["no"]["points"].value) == (2.0, -2.0)
    assert "wins" not in found["yes"], "somebody always wins"


def test_a_team_wins_or_loses() -> None:
    rows = [row(number, seat, None, won, won) for number, won in enumerate([1, 0, 0, 0]) for seat in range(2)]
    (cell,) = cells(Table(ABOUT, rows))
    assert not cell.is_contest
    assert (cell.won().value, cell.won().count) == (0.25, 4)
    figures = summary.figures(Table(ABOUT, rows))["cells"][0]
    assert figures["won"]["value"] == 0.25
    assert "wins_by_place" not in figures


def test_how_often_a_piece_matters_and_to_whom() -> None:
    found = pieces(cells(TABLE)[0].games, "laid")["rhino"]
    assert (found["times"].value, found["games"].value) == (3, 1)
    assert found["ahead"].value == (6 - 6 + 2 + 6) / 4, "the first seat always has more of it"


def test_variants_are_compared_game_by_game() -> None:
    dear = [{**one, "content": "dear", "score": one["score"] + 2 + one["game"] % 2} for one in TABLE.rows]
    (one,) = comparisons(cells(Table(ABOUT, [*TABLE.rows, *dear])))
    points = one.differences["points of a seat"]
    assert points.value == 2.5
    assert points.high - points.low < 1.2, "though scores differ by far more between games"
    assert one.differences["decisions of a game"] == Estimate(0, 0, 0, 4)
    assert one.differences["wins of who is first"].value == 0
    assert "points of a seat          +2.50  (+1.93 to +3.07)" in summary.text(Table(ABOUT, [*TABLE.rows, *dear]))


def test_intervals() -> None:
    two = mean([1.0, 3.0])
    assert [two.value, two.low, two.high] == pytest.approx([2.0, 0.04, 3.96])
    assert (mean([5.0]).value, mean([5.0]).low) == (5.0, -math.inf), "one game says nothing about others"
    assert share([1.0, 0.5, 0.5, 0.0]).value == 0.5
    assert mean([2.0, 3.0, 4.0]).is_above(1)
    assert not mean([2.0, 3.0, 4.0]).is_above(2.5)
    assert [quantile(range(100), part) for part in (0.05, 0.5, 0.95)] == [5, 50, 95]
