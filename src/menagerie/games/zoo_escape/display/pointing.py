"""Making each decision of Dr. Potamus' Incredible Escape by pointing at the scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.consequences import Foretold
from menagerie.core.state import State
from menagerie.games.zoo_escape import actions as do
from menagerie.games.zoo_escape.board import NAMES, NEXT, ahead, place_named
from menagerie.games.zoo_escape.display import wording
from menagerie.games.zoo_escape.display.text import shape as shape  # what the terminal shows beside a decision
from menagerie.games.zoo_escape.display.wording import words
from menagerie.games.zoo_escape.phases.captures import LosePart
from menagerie.games.zoo_escape.phases.parts import flight
from menagerie.games.zoo_escape.pieces import (
    AVIAN_HOUSE,
    BUILDING,
    CRANE,
    CREEP,
    FUNNEL_CAKE,
    GATE,
    MUCK,
    PA,
    SCARE,
    SEWER,
    SHOO_LINE,
    WHISTLE,
    WORKSHOP,
    Animal,
    Card,
)
from menagerie.games.zoo_escape.state import NO_TURN, Position

__all__ = ["can_try", "choices", "meant", "trials", "words"]

BILLIONAIRE: Final = -1
"""Among keepers, as in the log."""


def choices(state: State, seat: int) -> list[Choice]:
    """Return how that seat's decisions are made by pointing."""
    state = cast(Position, state)
    told = Foretold(state, seat, wording)
    return [
        Choice(
            str(action),
            _path(state, action),
            words=words(state, seat, action),
            then=told.of(action),
        )
        for action in state.legal(seat)
    ]


def _path(state: Position, action: Action) -> tuple[str, ...]:
    if isinstance(action, do.Begin):
        return ("the-machine" if action.animal is None else f"animal-{action.animal.id}",)
    if isinstance(action, do.Move):
        place = state.spots[state.active] >> 2
        return (f"tile-{NAMES[NEXT[place << 2 | action.direction]]}",)
    if isinstance(action, do.TurnTile):
        return (f"way-r{action.turns}",)
    if isinstance(action, do.UseAbility):
        return (f"keeper-{action.keeper + 1}", button(f"Use {state.animals[state.active].ability}"))
    if isinstance(action, do.BlowWhistle):
        return (f"keeper-{action.keeper + 1}", button("Blow the Whistle"))
    if isinstance(action, do.Add | do.Remove):
        return (f"card-{action.part.id}",)
    if isinstance(action, do.Land):
        return (f"path-{NAMES[state.turning]}-{action.path + 1}",)
    return _path_of_part(state, action)


def _path_of_part(state: Position, action: Action) -> tuple[str, ...]:
    place = state.machine >> 2
    if isinstance(action, do.Drive):
        near = action.part.do <= CREEP or action.part.do == MUCK
        there = NAMES[ahead(place, action.direction, 1 if near else flight(action.part, action.tiles))]
        path = (f"card-{action.part.id}", f"tile-{there}")
        return path if action.path < 0 else (*path, f"path-{there}-{action.path + 1}")
    if isinstance(action, do.ChangePath):
        return (f"card-{action.part.id}", f"path-{NAMES[place]}-{action.path + 1}")
    if isinstance(action, do.AtKeeper):
        return (f"card-{action.part.id}", f"keeper-{action.keeper + 1}")
    if isinstance(action, do.Lift):
        return (f"card-{action.part.id}", f"animal-{action.animal.id}")
    if isinstance(action, do.Escape):
        return (f"card-{action.part.id}", button("Escape through the gateway"))
    return (button(words(state, 0, action)),)


# What a player means by pointing at something that cannot be chosen.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """Return the decision that pointing at these pieces means, legal or not."""
    state = cast(Position, state)
    if path[-1].startswith("card-"):
        path = path[-1:]  # a card replaces what was picked before
    for action in state.legal(seat):
        if set(path) <= set(_path(state, action)):
            return action
    if isinstance(state.phase(seat), LosePart):
        card = _card(state, path[-1])
        return None if card is None else state.catalogue.remove[card.index]
    if state.active == NO_TURN:
        return _begin(state, path[-1])
    if state.active == state.team:
        return _with_part(state, path)
    return _with_animal(state, path[-1])


def _begin(state: Position, target: str) -> Action | None:
    if target in ("the-machine", "machine-panel"):
        return state.catalogue.begin_machine
    animal = _animal(state, target)
    return None if animal is None else state.catalogue.begin[animal.index]


def _with_animal(state: Position, target: str) -> Action | None:
    """On an Animal's turn."""
    keeper, card = _keeper(target), _card(state, target)
    animal, place = _animal(state, target), _place(state, target)
    if keeper is not None:
        return state.catalogue.ability[keeper] if keeper >= 0 else do.UseAbility(BILLIONAIRE)
    if card is not None:
        return _with_card(state, card)
    if animal is not None:
        return None if animal is state.animals[state.active] else state.catalogue.begin[animal.index]
    if place is not None:
        return _go(state, place)
    return state.catalogue.ransack if target == "deck" else _begin(state, target)


def _with_card(state: Position, card: Card) -> Action | None:
    """Return what pointing at a card means. It may be anywhere, even out of the game."""
    if state.gone & card.bit:
        return None
    if card.do == WHISTLE:
        return state.catalogue.whistle[state.duty[0]]
    if state.is_built and state.machine_parts & card.bit:
        return do.Go(state.machine >> 2, card)
    return state.catalogue.add[card.index]


def _go(state: Position, place: int) -> Action | None:
    """Return the move to a tile, or on the Animal's own tile the use of its feature."""
    here = state.spots[state.active] >> 2
    if place == here:
        return _feature(state, state.zoo[here].feature)
    for direction in range(4):
        if NEXT[here << 2 | direction] == place:
            return state.catalogue.move[direction]
    return do.Go(place, None)


def _feature(state: Position, feature: int) -> Action | None:
    ready = state.catalogue
    uses: dict[int, Action] = {
        BUILDING: ready.ransack,
        FUNNEL_CAKE: ready.refill,
        PA: ready.announce,
        SEWER: ready.hide,
        AVIAN_HOUSE: ready.scatter,
        WORKSHOP: ready.build,
    }
    return uses.get(feature)


def _with_part(state: Position, path: Sequence[str]) -> Action | None:
    """On the Machine's turn: return the use of the Part that was picked, or is in use."""
    card = _card(state, path[0])
    if card is None and state.using >= 0:
        card = state.pieces.cards[state.using]
    if card is None:
        return None
    keeper, animal, place = _keeper(path[-1]), _animal(state, path[-1]), _place(state, path[-1])
    if keeper is not None and SCARE <= card.do <= SHOO_LINE:
        return do.AtKeeper(card, keeper)
    if animal is not None and card.do == CRANE:
        return state.catalogue.lift[card.index][animal.index]
    here = state.machine >> 2
    if place == here and state.zoo[here].feature == GATE:
        return state.catalogue.escape[card.index]
    if path[-1] == f"card-{card.id}":
        place = here
    return None if place is None else do.Go(place, card)


def _card(state: Position, target: str) -> Card | None:
    return state.pieces.card_named[target.removeprefix("card-")] if target.startswith("card-") else None


def _keeper(target: str) -> int | None:
    if target == "the-billionaire":
        return BILLIONAIRE
    return int(target.removeprefix("keeper-")) - 1 if target.startswith("keeper-") else None


def _animal(state: Position, target: str) -> Animal | None:
    """Return the Animal with this piece or panel."""
    return next((sort for sort in state.animals if target in (f"animal-{sort.id}", f"panel-{sort.id}")), None)


def _place(state: Position, target: str) -> int | None:
    """Return the place of a tile or a piece; None if it is not in the Zoo."""
    kind, _, name = target.partition("-")
    if kind in ("tile", "poop", "path"):
        return place_named(name[:2])
    keeper, animal = _keeper(target), _animal(state, target)
    spot = state.machine if target == "the-machine" else -1
    if keeper is not None:
        spot = state.stands[keeper]
    elif animal is not None:
        spot = state.spots[state.number_of[animal.index]]
    return spot >> 2 if spot >= 0 else None


# Trying out.


def can_try(state: State, seat: int) -> bool:
    """Return whether there is something to try out now: never in this title."""
    return False


def trials(state: State, seat: int) -> list[Choice]:
    """Return nothing: what is laid here comes by chance."""
    return []
