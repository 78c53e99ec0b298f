"""The pieces of the scene that an event of Dr. Potamus' Incredible Escape is about."""

from __future__ import annotations

from menagerie.core.event import Event
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.board import NAMES

_OF_MACHINE = (events.Built, events.MachineMoved, events.MachineLanded)
_OF_ANIMALS = (events.Moved, events.Hid, events.Loaded, events.Refilled)


def pieces_of(event: Event) -> tuple[str, ...] | None:
    """Return the pieces of an event: the Keeper that acts, the Animal that moves or is captured, the tile revealed."""
    if isinstance(event, events.Captured):
        return (_keeper(event.keeper), f"animal-{event.animal.id}")
    if isinstance(event, events.MachineCaptured):
        return (_keeper(event.keeper), "the-machine")
    if isinstance(event, events.Cleaned):
        return (_keeper(event.keeper), f"tile-{NAMES[event.place]}")
    if isinstance(event, events.OF_KEEPERS):
        return (_keeper(event.keeper),)
    if isinstance(event, (events.KeeperUncovered, events.KeeperRemoved, events.KeeperScared)):
        return (_keeper(event.keeper),)
    if isinstance(event, events.Alarm):
        return (_keeper(event.keeper),) if event.keeper >= 0 else (f"animal-{event.animal.id}",)
    if isinstance(event, _OF_ANIMALS):
        return (f"animal-{event.animal.id}",)
    if isinstance(event, events.TurnBegan):
        return ("the-machine" if event.animal is None else f"animal-{event.animal.id}",)
    if isinstance(event, _OF_MACHINE):
        return ("the-machine",)
    return _things_of(event)


def _things_of(event: Event) -> tuple[str, ...]:
    if isinstance(event, (events.TurnedUp, events.TileTurned)):
        return (f"tile-{NAMES[event.place]}",)
    if isinstance(event, events.Pooped):
        return (f"poop-{NAMES[event.place]}-*",)
    if isinstance(event, events.Ransacked):
        return (f"deck>card-{event.card.id}",)
    if isinstance(event, (events.PartAdded, events.PartLost)):
        return (f"card-{event.part.id}",)
    if isinstance(event, events.PowerAdded):
        return ("supply",)
    if isinstance(event, (events.Announced, events.Scattered)):
        return ("keeper-*",)
    return ("the-billionaire",) if isinstance(event, events.BillionaireAppeared) else ()


def _keeper(keeper: int) -> str:
    """Return the piece of a Keeper. In events the Billionaire has the number -1."""
    return "the-billionaire" if keeper < 0 else f"keeper-{keeper + 1}"
