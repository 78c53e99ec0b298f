"""How each decision of Night at the Zoo is made by pointing at the scene, and what else can be tried there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo.actions import (
    Discard,
    Discover,
    Draft,
    GainPoints,
    Go,
    Move,
    Place,
    Store,
    TakeBonus,
    Turn,
    Wait,
    Wake,
)
from menagerie.games.night_at_the_zoo.display import wording
from menagerie.games.night_at_the_zoo.display.drawing import bonus_tile_taken, tile_id
from menagerie.games.night_at_the_zoo.display.wording import words
from menagerie.games.night_at_the_zoo.phases.using import Resolve
from menagerie.games.night_at_the_zoo.pieces import DISCOVER, MOVES, PENGUIN, TERRAINS, Tile
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, NOWHERE, SPACE_NAMES, SPACES, ZOO
from menagerie.games.night_at_the_zoo.state import Position

__all__ = ["can_try", "choices", "meant", "trials", "words"]


def choices(state: State, seat: int) -> list[Choice]:
    """How that seat's decisions are made by pointing."""
    state = cast(Position, state)
    told = Foretold(state, seat, wording)
    return [
        Choice(
            str(action),
            _path(state, seat, action),
            moves=isinstance(action, Place | Store | Move),
            words=words(state, seat, action),
            then=told.of(action),
        )
        for action in state.legal(seat)
    ]


def _path(state: Position, seat: int, action: Action) -> tuple[str, ...]:
    letter = LETTERS[seat]
    if isinstance(action, Draft):
        tile = state.market[action.position]
        assert tile is not None
        return (tile_id(tile, ""),)
    if isinstance(action, Place):
        return (_held_id(state, seat, action.tile), f"space-{letter}-{SPACE_NAMES[action.space]}")
    if isinstance(action, Store):
        return (_held_id(state, seat, action.tile), f"warehouse-{letter}")
    if isinstance(action, Discard):
        return (_held_id(state, seat, action.tile), button("Discard for a special move"))
    if isinstance(action, TakeBonus):
        return (f"pile-{TERRAINS[action.terrain]}",)
    if isinstance(action, GainPoints):
        return (button(words(state, seat, action)),)
    if isinstance(action, Discover | Wake):
        return (f"figure-{letter}-{action.entrance}",)
    if isinstance(action, Turn):
        return (f"figure-{letter}-{action.entrance}", button(f"Turn {DIRECTIONS[action.direction]}"))
    if isinstance(action, Move):
        board = state.boards[seat]
        there = board.end_of_move(action.animal, board.places[action.figure], action.direction)
        target = f"zoo-{letter}" if there == ZOO else f"space-{letter}-{SPACE_NAMES[there]}"
        return (f"figure-{letter}-{action.entrance}", target)
    if isinstance(action, Wait):
        return (button(words(state, seat, action)),)
    return (button("Done"),)


def _held_id(state: Position, seat: int, tile: Tile) -> str:
    """The id of a tile that the seat can use: the one to use now, or one in the Warehouse."""
    letter = LETTERS[seat]
    if tile is state.boards[seat].drafted or tile is bonus_tile_taken(state, seat):
        return tile_id(tile, f"{letter}-hand")
    return tile_id(tile, f"{letter}-store-{state.boards[seat].stored.index(tile) + 1}")


# What a player who points at something that cannot be chosen means.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not."""
    state = cast(Position, state)
    if len(path) > 1:
        place = _place_of(state, seat, path[-1])
        figure = _figure_of(state, seat, path[0])
        if figure != NOWHERE and place != NOWHERE:
            return _go(state, seat, figure, place)
        tile = _tile_of(state, seat, path[0])
        if tile is not None and place != NOWHERE:
            return state.catalogue.place[tile.index][place]
        if tile is not None and path[-1] == f"warehouse-{LETTERS[seat]}":
            return state.catalogue.store[tile.index]
    return _meant_alone(state, seat, path[-1])


def _meant_alone(state: Position, seat: int, target: str) -> Action | None:
    """What pointing at one piece stands for, before or after anything else was picked."""
    kind, _, name = target.partition("-")
    if kind == "market":
        return state.catalogue.drafts[1 << int(name) - 1][0]
    if kind == "pile":
        return state.catalogue.takes[1 << TERRAINS.index(name)][0]
    figure = _figure_of(state, seat, target)
    if figure != NOWHERE:
        return _with_figure(state, seat, figure)
    tile = _tile_of(state, seat, target)
    if tile is not None and tile in state.market:
        return state.catalogue.drafts[1 << state.market.index(tile)][0]
    in_hand, place = _in_hand(state, seat), _place_of(state, seat, target)
    if place != NOWHERE:
        return None if in_hand is None else state.catalogue.place[in_hand.index][place]
    if target == f"warehouse-{LETTERS[seat]}":
        return None if in_hand is None else state.catalogue.store[in_hand.index]
    return None if tile is None else state.catalogue.discard[tile.index]


def _place_of(state: Position, seat: int, target: str) -> int:
    """Return the space of the seat's board that a piece is, or lies on."""
    board = state.boards[seat]
    figure = _figure_of(state, seat, target)
    if figure != NOWHERE:
        return board.places[figure] if board.places[figure] < SPACES else NOWHERE
    if target == f"zoo-{LETTERS[seat]}":
        return ZOO
    for space, tile in enumerate(board.tiles):
        place = f"{LETTERS[seat]}-{SPACE_NAMES[space]}"
        if target == f"space-{place}" or (tile is not None and target == tile_id(tile, place)):
            return space
    return NOWHERE


def _figure_of(state: Position, seat: int, target: str) -> int:
    own = f"figure-{LETTERS[seat]}-"
    return state.pieces.entrance_names.index(target.removeprefix(own)) if target.startswith(own) else NOWHERE


def _tile_of(state: Position, seat: int, target: str) -> Tile | None:
    """An Action tile wherever it lies, or a Bonus tile that the seat has to use."""
    board, letter = state.boards[seat], LETTERS[seat]
    taken = bonus_tile_taken(state, seat)
    if taken is not None and target == tile_id(taken, f"{letter}-hand"):
        return taken
    for number, tile in enumerate(board.stored + board.kept):
        if target == tile_id(tile, f"{letter}-store-{number + 1}"):
            return tile
    return next((tile for tile in state.pieces.action_tiles if target == tile_id(tile, "")), None)


def _in_hand(state: Position, seat: int) -> Tile | None:
    """The tile that is to be used, if none was picked."""
    board = state.boards[seat]
    return bonus_tile_taken(state, seat) or board.drafted or (board.stored[0] if board.stored else None)


def _with_figure(state: Position, seat: int, figure: int) -> Action:
    board, phase = state.boards[seat], state.phase(seat)
    animal = board.animals[figure]
    hidden = board.hidden >> figure & 1
    if isinstance(phase, Resolve) and phase.every & DISCOVER and (hidden or not phase.every & MOVES):
        return state.catalogue.discover[animal][figure]
    if board.out >> figure & 1 and board.moves_of(figure):
        return board.moves_of(figure)[0]
    return _go(state, seat, figure, ZOO)


def _go(state: Position, seat: int, figure: int, place: int) -> Action:
    """The movement that leads there, or would if there were a way."""
    board = state.boards[seat]
    animal, here = board.animals[figure], board.places[figure]
    for direction, there in enumerate(state.pieces.next[here]):
        is_open = board.ways[here] >> direction & 1
        if is_open and board.end_of_move(animal, here, direction) == place:
            return _step(state, animal, figure, direction)
        # A penguin slides on from the space beside it.
        if there == place and not (is_open and animal == PENGUIN):
            return _step(state, animal, figure, direction)
    return Go(animal, figure, state.pieces.entrance_names[figure], place)


def _step(state: Position, animal: int, figure: int, direction: int) -> Action:
    return Move(animal, figure, state.pieces.entrance_names[figure], direction)


# Trying out.


def can_try(state: State, seat: int) -> bool:
    """Whether there is something to try out now."""
    state = cast(Position, state)
    board = state.boards[seat]
    return board.free != 0 and (any(state.market) or board.drafted is not None or bool(board.stored + board.kept))


def trials(state: State, seat: int) -> list[Choice]:
    """Return where on the seat's board the tiles of the market and its own could be placed."""
    state = cast(Position, state)
    board, letter = state.boards[seat], LETTERS[seat]
    tiles = [(tile, "") for tile in state.market if tile is not None]
    if board.drafted is not None:
        tiles.append((board.drafted, f"{letter}-hand"))
    tiles += [(tile, f"{letter}-store-{number + 1}") for number, tile in enumerate(board.stored + board.kept)]
    return [
        Choice(
            str(state.catalogue.place[tile.index][space]),
            (tile_id(tile, place), f"space-{letter}-{SPACE_NAMES[space]}"),
            moves=True,
            words=words(state, seat, state.catalogue.place[tile.index][space]),
        )
        for tile, place in tiles
        for space in range(SPACES)
        if board.free >> space & 1
    ]
