"""Points, ranking and result of Night at the Zoo (rules 10.1 to 10.5 and 11.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.core.seats import counted
from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, BUTTERFLY
from menagerie.games.night_at_the_zoo.places import FIGURES_IN

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position


def points(board: Board) -> int:
    """A player's points, as if the game ended now."""
    return board.points + animals_at_home(board) + discovered(board) + foods(board)


def breakdown(board: Board) -> dict[str, int]:
    """Rules 10.1 to 10.4: the points by what they are for."""
    return {
        "scored during the game": board.points,
        "animals at home": animals_at_home(board),
        "animals discovered": discovered(board),
        "foods": foods(board),
    }


def animals_at_home(board: Board) -> int:
    """Rule 10.2: what the animals in the Zoo score."""
    pieces = board.pieces
    counts = [0] * len(ANIMALS)
    total = 0
    for figure in FIGURES_IN[board.home]:
        animal = board.animals[figure]
        counts[animal] += 1
        if animal == BUTTERFLY:
            total += pieces.by_pollen[board.pollen[figure]]
    for animal, count in enumerate(counts):
        total += pieces.by_home[animal][count]
    return total


def discovered(board: Board) -> int:
    """Rule 10.3: discovered animals that are not home."""
    return board.pieces.for_discovered * board.out.bit_count()


def foods(board: Board) -> int:
    """Rule 10.4: different foods in the Neighborhood."""
    return board.pieces.by_foods[board.foods.bit_count()]


def standing(board: Board) -> tuple[int, ...]:
    """Rule 10.5: points, then animals at home."""
    return (points(board), board.home.bit_count())


def tie_break(first: Board, second: Board) -> str:
    """Rule 10.5: how animals at home part two players with equal points."""
    return f"by {counted(first.home.bit_count(), 'animal', 'animals')} at home to {second.home.bit_count()}"


def solo_result(state: Position, name: str) -> str:
    """Rule 11.4: points and rank, in one sentence."""
    reached = points(state.boards[0])
    return f"{name} reaches {counted(reached, 'point', 'points')} against Leo: {state.pieces.rank(reached)}."
