"""What can be seen in Night at the Zoo, as plain data: all but the order of the face-down piles (rule 1.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.core.seats import LETTERS
from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.phases import waiting
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    BUTTERFLY,
    POSITIONS,
    SLOTH,
    SNAKE,
    TERRAINS,
    Pieces,
    SoloTile,
    Tile,
)
from menagerie.games.night_at_the_zoo.places import (
    DIRECTIONS,
    FIGURES,
    FIRST_ENTRANCE,
    SPACE_NAMES,
    SPACES,
    UNDISCOVERED,
    ZOO,
)

if TYPE_CHECKING:
    from menagerie.games.night_at_the_zoo.state import Position


def view(state: Position, seat: int | None) -> dict[str, Any]:
    """Return the table as that seat sees it: as all seats do."""
    pieces = state.pieces
    seen: dict[str, Any] = {
        "title": state.game.id,
        "players": state.players,
        "animals": [ANIMALS[animal] for animal in state.letters],
        "round": state.round,
        "draft": state.draft,
        "drafts": pieces.rounds * pieces.drafts_in_a_round,
        "to_act": list(state.to_act),
        "first": drafter(state, state.first),
        "market": [None if tile is None else _tile(pieces, tile) for tile in state.market],
        "leftovers": [_tile(pieces, tile) for tile in state.leftovers],
        "leading": TERRAINS[state.leading] if state.leftovers else None,
        "deck_left": len(state.deck) - state.dealt,
        "bonus_piles": dict(zip(TERRAINS, state.piles, strict=True)),
        "gone": [tile.name for tile in state.gone],
        "entrances": {name: _entrance(pieces, number) for number, name in enumerate(pieces.entrance_names)},
        "boards": [_board(state, owner) for owner in range(state.players)],
        "scores": list(state.scores),
    }
    if state.leo:
        seen["leo"] = {
            "last": None if state.leo_last is None else _order(state.leo_last),
            "open": [_order(tile) for tile in state.leo[: state.leo_seen]],
            "face_down": len(state.leo) - state.leo_seen,
            "rank": pieces.rank(state.score(0)),
        }
    return seen


def drafter(state: Position, seat: int) -> str:
    """The letter of who drafts at this seat; Leo has none."""
    return "Leo" if seat >= state.players else LETTERS[seat]


def _entrance(pieces: Pieces, number: int) -> dict[str, str]:
    """Where an entrance lies: on which side of which space, and its terrain (rules 8.1 and 9.2 ask for it)."""
    return {
        "terrain": TERRAINS[pieces.entrance_terrain[number]],
        "before": SPACE_NAMES[pieces.before[number]],
        "inward": DIRECTIONS[pieces.inward[number]],
    }


def _board(state: Position, seat: int) -> dict[str, Any]:
    board, pieces = state.boards[seat], state.pieces
    spaces: dict[str, Any] = {}
    for space in range(SPACES):
        if space != ZOO:
            tile = board.tiles[space]
            spaces[SPACE_NAMES[space]] = {
                "gives": list(pieces.spaces[space].gain.words),
                "needs": _needs(pieces, space),
                "tile": None if tile is None else _tile(pieces, tile),
            }
    return {
        "seat": LETTERS[seat],
        "setup": board.setup.name,
        "prompt": state.prompt(seat),
        "waits_for": [LETTERS[other] for other in waiting.waited_for(state, seat)],
        "spaces": spaces,
        "figures": [_figure(pieces, board, figure) for figure in range(FIGURES)],
        "drafted": None if board.drafted is None else _tile(pieces, board.drafted),
        "warehouse": [_tile(pieces, tile) for tile in board.stored + board.kept],
        "usable": [tile.name for tile in board.stored],
        "foods": [food for number, food in enumerate(pieces.foods) if board.foods >> number & 1],
        "points": {
            "gained": board.points,
            "animals": scoring.animals_at_home(board),
            "discovered": scoring.discovered(board),
            "foods": scoring.foods(board),
        },
    }


def _figure(pieces: Pieces, board: Board, figure: int) -> dict[str, Any]:
    animal, place = board.animals[figure], board.places[figure]
    seen: dict[str, Any] = {
        "animal": ANIMALS[animal],
        "entrance": pieces.entrance_names[figure],
        "place": place_name(pieces, place),
    }
    if animal == SNAKE and place != UNDISCOVERED:
        seen["faces"] = DIRECTIONS[board.posture[figure]]
    elif animal == SLOTH:
        seen["asleep"] = board.posture[figure] == ASLEEP
    elif animal == BUTTERFLY:
        seen["pollen"] = board.pollen[figure]
    return seen


def place_name(pieces: Pieces, place: int) -> str:
    """`C2`, `zoo`, `entrance N2` or `undiscovered`."""
    if place == ZOO:
        return "zoo"
    if place < SPACES:
        return SPACE_NAMES[place]
    return "undiscovered" if place == UNDISCOVERED else f"entrance {pieces.entrance_names[place - FIRST_ENTRANCE]}"


def _needs(pieces: Pieces, space: int) -> str:
    """A space's condition: a terrain, `discover`, `same as D1` or nothing."""
    partner = pieces.partner[space]
    return f"same as {SPACE_NAMES[partner]}" if partner >= 0 else pieces.spaces[space].needs


def _tile(pieces: Pieces, tile: Tile) -> dict[str, Any]:
    return {
        "name": tile.name,
        "terrain": TERRAINS[tile.terrain],
        "gives": list(tile.gives),
        "food": None if tile.food < 0 else pieces.foods[tile.food],
    }


def _order(tile: SoloTile) -> dict[str, Any]:
    return {"name": tile.name, "takes": [POSITIONS[position] for position in tile.takes], "shuffle": tile.shuffle}
