"""The table of Dr. Potamus' Incredible Escape as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from menagerie.core.seats import LETTERS
from menagerie.games.zoo_escape.board import DIRECTIONS, INNER, LETTERS_OF_SIDES, NAMES, NO_PATH, OUTSIDE, PLACES
from menagerie.games.zoo_escape.pieces import directions_in
from menagerie.games.zoo_escape.scoring import ENDINGS

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position


def view(state: Position) -> dict[str, Any]:
    """Return the whole table, the same for every viewer: what is hidden is hidden from all (rule 1.8)."""
    return {
        "title": state.game.id,
        "players": state.players,
        "level": state.level.id,
        "round": state.round,
        "rounds": state.pieces.rounds,
        "to_act": list(state.to_act),
        "steps": [type(phase).__name__ for phase in state.stack],
        "active": _active(state),
        "tiles": [_tile(state, place) for place in range(PLACES)],
        "turning": NAMES[state.turning] if state.turning >= 0 else None,
        "entered_from": _side_entered(state),
        "keepers_walked": _keepers_walked(state),
        "animals": [_animal(state, number) for number in range(state.team)],
        "keepers": [_keeper(state, keeper) for keeper in range(state.billionaire)],
        "billionaire": _keeper(state, state.billionaire) if state.stands[-1] >= 0 else None,
        "machine": {
            "built": state.is_built,
            "spot": spot_name(state.machine),
            "parts": state.pieces.names_of(state.machine_parts),
            "used": state.pieces.names_of(state.used),
            "captured": bool(state.captured >> state.team & 1),
            "had_turn": bool(state.had_turn >> state.team & 1),
        },
        "poop": [
            spot_name(place << 2 | path)
            for place in range(PLACES)
            for path in range(2)
            if state.poop[path] >> place & 1
        ],
        "power": {
            "pile": [value for value, count in enumerate(state.pile) for _ in range(count)],
            "discards": [value for value, count in enumerate(state.discards) for _ in range(count)],
            "supply": list(state.supply),
        },
        "cards_left": len(state.deck) - state.drawn,
        "gone": state.pieces.names_of(state.gone),
        "scores": list(state.scores),
        "ending": ENDINGS[state.ending],
        "result": state.result(),
    }


def _active(state: Position) -> dict[str, Any] | None:
    if state.active < 0:
        return None
    is_animal = state.active < state.team
    return {
        "piece": state.animals[state.active].id if is_animal else "machine",
        "led_by": LETTERS[state.leader],
        "moves_left": state.moves_left if is_animal else 0,
        "ability_used": state.ability_used,
        "feature_used": state.feature_used,
        "part": state.pieces.cards[state.using].id if state.using >= 0 else None,
        "part_use": _part_use(state) if state.using >= 0 else None,
    }


def _part_use(state: Position) -> dict[str, Any]:
    """Return what is left of the use of a Part."""
    return {
        "steps_left": state.steps_left,
        "line": DIRECTIONS[state.line] if state.line >= 0 else None,
        "path_changed": state.path_changed,
    }


def _side_entered(state: Position) -> str | None:
    """Return the side over which a tile just revealed is entered, before it is turned."""
    if state.turning < 0:
        return None
    is_over_a_side = type(state.stack[-1]).__name__ == "LayTile" and state.entered >= 0
    return DIRECTIONS[state.entered] if is_over_a_side else "above"


def _keepers_walked(state: Position) -> list[int] | None:
    """Return how many Keepers have started in this Keepers' phase, and the moves that the latest one has left."""
    for phase in state.stack:
        if type(phase).__name__ == "Keepers":
            return [state.walker + 1, state.walk_left]
    return None


def _tile(state: Position, place: int) -> dict[str, Any]:
    if not state.up >> place & 1:
        return {"place": NAMES[place], "up": False, "back": "inner" if INNER[place] else "edge"}
    laid = state.zoo[place]
    return {
        "place": NAMES[place],
        "up": True,
        "tile": laid.face.id,
        "name": laid.face.name,
        "turns": laid.turns,
        "paths": ["".join([LETTERS_OF_SIDES[side] for side in directions_in(sides)]) for sides in laid.sides],
        "cameras": [path + 1 for path in range(2) if laid.cameras >> path & 1],
        "loot": state.loot[place],
    }


def _animal(state: Position, number: int) -> dict[str, Any]:
    animal = state.animals[number]
    return {
        "animal": animal.id,
        "name": animal.name,
        "seat": LETTERS[state.leader_of(number)],
        "home": NAMES[state.pieces.enclosures[number]],
        "spot": spot_name(state.spots[number]),
        "poop": state.poop_left[number],
        "cards": state.pieces.names_of(state.carried[number]),
        "hiding": bool(state.hiding >> number & 1),
        "loaded": bool(state.loaded >> number & 1),
        "captured": bool(state.captured >> number & 1),
        "had_turn": bool(state.had_turn >> number & 1),
        "keepers_left": [keeper + 1 for keeper in state.reserve_of(number)],
    }


def _keeper(state: Position, keeper: int) -> dict[str, Any]:
    spot = state.stands[keeper]
    direction = state.facing[keeper]
    return {
        "number": keeper + 1 if keeper < state.billionaire else 0,
        "of": state.animals[keeper % state.team].id if keeper < state.billionaire else "machine",
        "spot": spot_name(spot),
        "outside": spot == OUTSIDE,
        "facing": DIRECTIONS[direction] if direction >= 0 else None,
        "busy": bool(state.busy >> keeper & 1),
    }


def spot_name(spot: int) -> str | None:
    """Return `C4`, with the number of the Path on a face-up tile (`C4/1`); None for what is not in the Zoo."""
    if spot < 0:
        return None
    path = spot & NO_PATH
    return NAMES[spot >> 2] if path == NO_PATH else f"{NAMES[spot >> 2]}/{path + 1}"
