"""The sheet of Night at the Zoo: points, what animals bring, and the tiles that are still to come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from menagerie.core.display.sheet import Chart, Row, Sheet, capital, chart, points
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, BUTTERFLY, POSITIONS, TERRAINS, SoloTile, Tile
from menagerie.games.night_at_the_zoo.places import FIGURES_IN

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position


def sheet(state: Position, seat: int | None) -> Sheet:
    """Return the same for all seats: only the order of the face-down piles is hidden (rule 1.7)."""
    charts = [points(state), _animals(state), _worth(state), _foods(state), _bonus(state), _deck(state)]
    if state.leo:
        charts += [_leo(state), _ranks(state)]
    return Sheet(tuple(charts))


def _animals(state: Position) -> Chart:
    """Return where all players' animals are."""
    rows: list[Row] = []
    for animal in state.letters:
        cells: list[str] = []
        for board in state.boards:
            home = sum([board.animals[figure] == animal for figure in FIGURES_IN[board.home]])
            out = sum([board.animals[figure] == animal for figure in FIGURES_IN[board.out]])
            cells.append(f"{home} home, {out} out")
        rows.append((capital(ANIMALS[animal]), *cells))
    rows.append(("Foods", *[_foods_of(state, seat) for seat in range(state.players)]))
    return chart("Animals and foods", ("", *state.names[: state.players]), rows)


def _foods_of(state: Position, seat: int) -> str:
    found = [food for number, food in enumerate(state.pieces.foods) if state.boards[seat].foods >> number & 1]
    return ", ".join(found) or "-"


def _worth(state: Position) -> Chart:
    """Rule 10.2: what so many animals of a kind at home bring."""
    pieces = state.pieces
    most = max([len(pieces.by_home[animal]) for animal in state.letters])
    rows: list[Row] = [
        (
            capital(ANIMALS[animal]),
            *[
                pieces.by_home[animal][count] if count < len(pieces.by_home[animal]) else "-"
                for count in range(1, most)
            ],
        )
        for animal in state.letters
        if animal != BUTTERFLY
    ]
    note = f"A discovered animal that is not home: {pieces.for_discovered}."
    if BUTTERFLY in state.letters:
        note += f" A butterfly at home, by its pollen: {', '.join([str(worth) for worth in pieces.by_pollen])}."
    return chart("Points for animals at home", ("", *[str(count) for count in range(1, most)]), rows, note)


def _foods(state: Position) -> Chart:
    """Rule 10.4."""
    worth = state.pieces.by_foods
    columns = ("", *[str(count) for count in range(1, len(worth))])
    return chart("Points for different foods", columns, [("Points", *worth[1:])])


def _bonus(state: Position) -> Chart:
    rows = [(capital(terrain), left) for terrain, left in zip(TERRAINS, state.piles, strict=True)]
    return chart("Bonus tiles left", ("", "Left"), rows)


def _deck(state: Position) -> Chart:
    """The Action tiles by what they show; their order is hidden."""
    left = Counter([_words(state, tile) for tile in state.deck[state.dealt :]])
    everything = Counter([_words(state, tile) for tile in state.pieces.action_tiles])
    rows: list[Row] = [
        (capital(TERRAINS[terrain]), shows, left[terrain, shows], count - left[terrain, shows])
        for (terrain, shows), count in sorted(everything.items())
    ]
    return chart("Action tiles", ("Terrain", "Shows", "Face down", "Seen"), rows)


def _words(state: Position, tile: Tile) -> tuple[int, str]:
    food = state.pieces.foods[tile.food] if tile.food >= 0 else ""
    return tile.terrain, " or ".join([*tile.gives, *([food] if food else [])]) or "nothing"


def _leo(state: Position) -> Chart:
    """Rule 11.3: which of Leo's tiles are still face down."""
    seen = state.leo[: state.leo_seen]
    rows = [(_order(tile), "seen" if tile in seen else "face down") for tile in state.pieces.solo_tiles]
    return chart("Leo's tiles", ("He takes", ""), rows)


def _order(tile: SoloTile) -> str:
    takes = ", else ".join([POSITIONS[position] for position in tile.takes])
    return f"{takes}; then all are shuffled" if tile.shuffle else takes


def _ranks(state: Position) -> Chart:
    """Rule 11.4."""
    return chart("Ranks", ("", "From"), [(name, least) for least, name in state.pieces.ranks])
