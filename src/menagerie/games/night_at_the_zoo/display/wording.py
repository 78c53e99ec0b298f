"""Decisions of Night at the Zoo in words, for people."""

from __future__ import annotations

from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.display.sheet import capital
from menagerie.core.display.step_guide import rule_text
from menagerie.core.seats import change, counted
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo.actions import (
    Discard,
    Discover,
    Draft,
    GainPoints,
    Move,
    Movement,
    Place,
    Store,
    TakeBonus,
    Turn,
    Wait,
    Wake,
)
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, PENGUIN, TERRAINS
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, SPACE_NAMES, ZOO
from menagerie.games.night_at_the_zoo.state import Position


def words(state: State, seat: int, action: Action) -> str:
    """Return what that seat would do."""
    state = cast(Position, state)
    if isinstance(action, Draft):
        tile = state.market[action.position]
        return "Draft a tile" if tile is None else f"Draft the {tile.title}"
    if isinstance(action, Place):
        return f"Place the {action.tile.title} on space {SPACE_NAMES[action.space]}"
    if isinstance(action, Store):
        return f"Store the {action.tile.title}"
    if isinstance(action, Discard):
        return f"Discard the {action.tile.title} for a special move"
    if isinstance(action, TakeBonus):
        return f"Take a {TERRAINS[action.terrain]} Bonus tile"
    if isinstance(action, GainPoints):
        return f"Gain {counted(action.points, 'point', 'points')}"
    if isinstance(action, Discover):
        return f"Discover the {state.pieces.figure_name(action.animal, action.figure)}"
    if isinstance(action, Movement):
        return _movement(state, seat, action)
    return "Wait for the others" if isinstance(action, Wait) else "Finish"


def _movement(state: Position, seat: int, action: Movement) -> str:
    who = state.pieces.figure_name(action.animal, action.figure)
    if isinstance(action, Wake):
        return f"Wake the {who}"
    if isinstance(action, Turn):
        return f"Turn the {who} {DIRECTIONS[action.direction]}"
    assert isinstance(action, Move)
    board = state.boards[seat]
    there = board.end_of_move(action.animal, board.places[action.figure], action.direction)
    direction = DIRECTIONS[action.direction]
    if action.animal == PENGUIN:
        if there == ZOO:
            return f"Slide the {who} {direction} into the Zoo"
        return f"Slide the {who} {direction} to space {SPACE_NAMES[there]}"
    if there == ZOO:
        return f"Move the {who} {direction} into the Zoo"
    return f"Move the {who} {direction} to space {SPACE_NAMES[there]}"


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Points that a tile or a way home brings."""
    return isinstance(action, Place | Move | Discover)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """How the seat's points change."""
    gained = after.scores[seat] - before.scores[seat]
    return change(gained, "point", "points") if gained else ""


# What it says in the rules.

_SYMBOLS: Final = {"discover": "5.1", "bonus": "5.2", "double bonus": "5.3", "move": "5.5", "double move": "5.5"}


def texts(state: State, seat: int) -> list[tuple[str, str]]:
    """How the three animals move and score, and what the symbols give on the tiles that the seat can take or use."""
    state = cast(Position, state)
    board = state.boards[seat]
    at_hand = [board.drafted, *board.stored, *board.kept] if board.drafted else state.market
    shown = {symbol for tile in at_hand if tile is not None for symbol in tile.gives}
    symbols = [(capital(symbol), rule) for symbol, rule in _SYMBOLS.items() if symbol in shown]
    animals = [(capital(ANIMALS[animal]), f"7.{animal + 1}") for animal in state.letters]
    return [(name, rule_text(state.game, rule)) for name, rule in [*symbols, *animals]]
