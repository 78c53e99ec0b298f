"""What is said about an answer: right, right in another order, as good, or wrong with what it costs."""

from __future__ import annotations

import re

import pytest

import menagerie
from menagerie import IllegalAction
from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.judging import is_answered, judge, points, solution
from menagerie.puzzles.weighing import begins_with
from tests.tiers import COMPLETE

pytestmark = pytest.mark.slow
titles = pytest.mark.parametrize("title", COMPLETE)


def first(title: str) -> Puzzle:
    return next(iter(book.puzzles(title).values()))


@titles
def test_the_answer_is_right_and_the_reason_and_the_second_best_are_told(title: str) -> None:
    puzzle = first(title)
    verdict = judge(title, puzzle.number, puzzle.answer[: puzzle.asked])
    assert verdict.is_right
    why, second = verdict.sentences
    assert why.endswith(".")
    assert second.startswith("The second best turn (")
    assert second.endswith(f" would have cost {points(puzzle.margin)}.")


@titles
def test_the_second_best_is_wrong_and_costs_something(title: str) -> None:
    puzzle = first(title)
    verdict = judge(title, puzzle.number, puzzle.second[: puzzle.asked])
    assert not verdict.is_right
    assert verdict.sentences[0].startswith("It costs ")
    cost, low, high = [int(number) for number in re.findall(r"\d+", verdict.sentences[0]) if number != "100"]
    assert low == max(0, high - cost), "the numbers fit each other"
    assert "The win chance is " in verdict.sentences[0]
    told = " ".join(verdict.sentences)
    assert not any(decision in told for decision in puzzle.answer if decision not in puzzle.second), "no answer is told"


@titles
def test_the_solution_is_told_step_by_step(title: str) -> None:
    puzzle = first(title)
    told = solution(title, puzzle.number)
    assert tuple(step.decision for step in told.steps) == puzzle.answer
    state = puzzle.position()
    for step in told.steps:
        state.play(step.decision, puzzle.seat)
    assert told.data()["heading"] == "The answer"


def test_what_is_not_legal_is_no_answer() -> None:
    with pytest.raises(IllegalAction):
        judge("zooloretto-mini", 1, ("load 9",))
    with pytest.raises(IllegalAction, match="haven't made a decision"):
        judge("zooloretto-mini", 1, ())


def test_decisions_in_another_order_are_the_same_turn() -> None:
    """Lisa takes a truck with two tiles and puts the second one away first."""
    game = menagerie.load("zooloretto-mini")
    state = game.new(players=2, seed=4)
    for decision in ("draw", "load 3", "draw", "load 3"):
        state.play(decision)
    seat = state.to_act[0]
    state.play("take 3", seat)
    world = state.imagine(seat, 1)
    placed = [str(action) for action in world.legal(seat) if "enclosure" in str(action)]
    one = placed[0]
    after = world.copy()
    after.play(one, seat)
    two = next(str(action) for action in after.legal(seat) if "enclosure" in str(action) and str(action) in placed)
    turn = [game.parse(one), game.parse(two)]
    assert begins_with(world, seat, turn, turn, 2)
    assert begins_with(world, seat, turn[::-1], turn, 2)
    assert not begins_with(world, seat, turn[:1], turn, 2), "half a turn is no answer"


def test_an_answer_is_complete_when_enough_is_decided_or_the_turn_is_over() -> None:
    puzzle = next(one for one in book.puzzles("zooloretto-mini").values() if one.asked == 2)
    state = puzzle.position()
    assert not is_answered(puzzle, state, [])
    for number, decision in enumerate(puzzle.answer[:2], start=1):
        state.play(decision, puzzle.seat)
        assert is_answered(puzzle, state, puzzle.answer[:number]) == (number == 2)
    if "draw" in [str(action) for action in puzzle.position().legal(puzzle.seat)]:
        drawn = puzzle.position()
        drawn.play("draw", puzzle.seat)
        assert is_answered(puzzle, drawn, ["draw"]), "something has come to light"


def test_who_does_something_beside_the_point_can_still_answer() -> None:
    """Dr. Potamus: whether the Owl leaves a poop first does not matter; where it goes does."""
    puzzle = next(
        one
        for one in book.puzzles("zoo-escape").values()
        if one.asked == 1 and one.answer[0].startswith("move") and "poop" in map(str, one.position().legal(one.seat))
    )
    state = puzzle.position()
    state.play("poop", puzzle.seat)
    assert not is_answered(puzzle, state, ["poop"])
    state.play(puzzle.answer[0], puzzle.seat)
    assert is_answered(puzzle, state, ["poop", puzzle.answer[0]])
    elsewhere = next(
        str(one)
        for one in puzzle.position().legal(puzzle.seat)
        if str(one).startswith("move") and str(one) != puzzle.answer[0]
    )
    other = puzzle.position()
    other.play(elsewhere, puzzle.seat)
    assert is_answered(puzzle, other, [elsewhere]), "that decides it"
