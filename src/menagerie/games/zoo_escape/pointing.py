"""How each decision of Dr. Potamus' Incredible Escape is made by pointing at the scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.choosing import Choice, button
from menagerie.core.state import State
from menagerie.games.zoo_escape import actions as do
from menagerie.games.zoo_escape.board import NAMES, NEXT, ahead, place_named
from menagerie.games.zoo_escape.phases.captures import LosePart
from menagerie.games.zoo_escape.phases.machine import flight
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
from menagerie.games.zoo_escape.state import NOBODY, Table

BILLIONAIRE: Final = -1
"""Among keepers, as in the log."""


def choices(state: State, seat: int) -> list[Choice]:
    """How that seat's decisions are made by pointing."""
    table = cast(Table, state)
    return [Choice(str(action), _path(table, action)) for action in table.legal(seat)]


def _path(table: Table, action: Action) -> tuple[str, ...]:
    if isinstance(action, do.Begin):
        return ("the-machine" if action.animal is None else f"animal-{action.animal.id}",)
    if isinstance(action, do.Move):
        place = table.spots[table.active] >> 2
        return (f"tile-{NAMES[NEXT[place << 2 | action.direction]]}",)
    if isinstance(action, do.TurnTile):
        return (f"way-r{action.turns}",)
    if isinstance(action, do.UseAbility):
        return (f"keeper-{action.keeper + 1}", button(table.animals[table.active].ability))
    if isinstance(action, do.BlowWhistle):
        return (f"keeper-{action.keeper + 1}", button("Whistle"))
    if isinstance(action, do.Add | do.Remove):
        return (f"card-{action.part.id}",)
    if isinstance(action, do.Land):
        return (f"path-{NAMES[table.turning]}-{action.path + 1}",)
    return _path_of_part(table, action)


def _path_of_part(table: Table, action: Action) -> tuple[str, ...]:
    place = table.machine >> 2
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
    return (button(_BUTTONS[str(action)]),)


_BUTTONS: Final = {
    "poop": "Poop",
    "ransack": "Ransack the building",
    "refill": "Fill up poop",
    "announce": "Make an announcement",
    "hide": "Hide",
    "scatter": "Let the birds out",
    "build": "Build the Machine",
    "end turn": "End turn",
    "stop": "Stop",
}


# What somebody means who points at something that cannot be chosen.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not."""
    table = cast(Table, state)
    if path[-1].startswith("card-"):
        path = path[-1:]  # whatever was picked before, now it is this card
    for action in table.legal(seat):
        if set(path) <= set(_path(table, action)):
            return action
    if isinstance(table.phase(seat), LosePart):
        card = _card(table, path[-1])
        return None if card is None else table.ready.remove[card.index]
    if table.active == NOBODY:
        return _begin(table, path[-1])
    if table.active == table.team:
        return _with_part(table, path)
    return _with_animal(table, path[-1])


def _begin(table: Table, target: str) -> Action | None:
    if target in ("the-machine", "machine-panel"):
        return table.ready.begin_machine
    animal = _animal(table, target)
    return None if animal is None else table.ready.begin[animal.index]


def _with_animal(table: Table, target: str) -> Action | None:
    """On the turn of an Animal."""
    keeper, card = _keeper(target), _card(table, target)
    animal, place = _animal(table, target), _place(table, target)
    if keeper is not None:
        return table.ready.ability[keeper] if keeper >= 0 else do.UseAbility(BILLIONAIRE)
    if card is not None:
        return _with_card(table, card)
    if animal is not None:
        return None if animal is table.animals[table.active] else table.ready.begin[animal.index]
    if place is not None:
        return _go(table, place)
    return table.ready.ransack if target == "deck" else _begin(table, target)


def _with_card(table: Table, card: Card) -> Action | None:
    """A card can be anywhere, also out of the game."""
    if table.gone & card.bit:
        return None
    if card.do == WHISTLE:
        return table.ready.whistle[table.duty[0]]
    if table.is_built and table.machine_parts & card.bit:
        return do.Go(table.machine >> 2, card)
    return table.ready.add[card.index]


def _go(table: Table, place: int) -> Action | None:
    """The way to a tile; on its own tile the Animal can only use what is there."""
    here = table.spots[table.active] >> 2
    if place == here:
        return _feature(table, table.zoo[here].feature)
    for direction in range(4):
        if NEXT[here << 2 | direction] == place:
            return table.ready.move[direction]
    return do.Go(place, None)


def _feature(table: Table, feature: int) -> Action | None:
    ready = table.ready
    uses: dict[int, Action] = {
        BUILDING: ready.ransack,
        FUNNEL_CAKE: ready.refill,
        PA: ready.announce,
        SEWER: ready.hide,
        AVIAN_HOUSE: ready.scatter,
        WORKSHOP: ready.build,
    }
    return uses.get(feature)


def _with_part(table: Table, path: Sequence[str]) -> Action | None:
    """On the turn of the Machine: what the Part that was picked, or is in use, is to do."""
    card = _card(table, path[0])
    if card is None and table.using >= 0:
        card = table.pieces.cards[table.using]
    if card is None:
        return None
    keeper, animal, place = _keeper(path[-1]), _animal(table, path[-1]), _place(table, path[-1])
    if keeper is not None and SCARE <= card.do <= SHOO_LINE:
        return do.AtKeeper(card, keeper)
    if animal is not None and card.do == CRANE:
        return table.ready.lift[card.index][animal.index]
    here = table.machine >> 2
    if place == here and table.zoo[here].feature == GATE:
        return table.ready.escape[card.index]
    if path[-1] == f"card-{card.id}":
        place = here
    return None if place is None else do.Go(place, card)


def _card(table: Table, target: str) -> Card | None:
    return table.pieces.card_named[target.removeprefix("card-")] if target.startswith("card-") else None


def _keeper(target: str) -> int | None:
    if target == "the-billionaire":
        return BILLIONAIRE
    return int(target.removeprefix("keeper-")) - 1 if target.startswith("keeper-") else None


def _animal(table: Table, target: str) -> Animal | None:
    """An Animal by its piece or its panel."""
    return next((sort for sort in table.animals if target in (f"animal-{sort.id}", f"panel-{sort.id}")), None)


def _place(table: Table, target: str) -> int | None:
    """The tile that a piece is, or lies or stands on; None if it is not in the Zoo."""
    kind, _, name = target.partition("-")
    if kind in ("tile", "poop", "path"):
        return place_named(name[:2])
    keeper, animal = _keeper(target), _animal(table, target)
    spot = table.machine if target == "the-machine" else -1
    if keeper is not None:
        spot = table.stands[keeper]
    elif animal is not None:
        spot = table.spots[table.number_of[animal.index]]
    return spot >> 2 if spot >= 0 else None


# Trying out.


def trials(state: State, seat: int) -> list[Choice]:
    """Nothing: all that is laid here comes by chance."""
    return []
