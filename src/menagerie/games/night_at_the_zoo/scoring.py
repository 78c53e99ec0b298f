"""Points and ranking of Night at the Zoo (rules 10.1 to 10.5)."""

from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, BUTTERFLY
from menagerie.games.night_at_the_zoo.places import FIGURES_IN


def points(board: Board) -> int:
    """A player's points, as if the game ended now."""
    return board.points + animals_at_home(board) + discovered(board) + foods(board)


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


def at_home(board: Board) -> int:
    """Rule 10.5, the tie-break: animals in the Zoo."""
    return board.home.bit_count()
