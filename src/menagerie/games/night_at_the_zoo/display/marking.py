"""Which pieces of the scene an event of Night at the Zoo is about."""

from __future__ import annotations

from menagerie.core.event import Event
from menagerie.core.seats import LETTERS
from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.pieces import TERRAINS, Tile
from menagerie.games.night_at_the_zoo.places import SPACE_NAMES

_OF_FIGURES = (events.Moved, events.Turned, events.Woke, events.Pollinated, events.WentNoFurther)


def pieces_of(event: Event) -> tuple[str, ...] | None:
    """The tile that is drafted, placed or stored, the animal that moves."""
    if isinstance(event, _OF_FIGURES):
        return (_figure(event.seat, event.figure),)
    if isinstance(event, events.Discovered):
        name = event.figure.split()[-1]
        return (f"entrance-{LETTERS[event.seat]}-{name}", _figure(event.seat, event.figure))
    if isinstance(event, (events.Drafted, events.LeoDrafted, events.LeftOver)):
        return (f"tile-{event.tile.name}",)
    if isinstance(event, events.Placed):
        return (_tile(event.seat, event.tile, SPACE_NAMES[event.space]),)
    if isinstance(event, events.Stored):
        return (_tile(event.seat, event.tile, "store-*"),)
    if isinstance(event, events.TookBonus):
        return (f"pile-{TERRAINS[event.tile.terrain]}>bonus-{LETTERS[event.seat]}-hand",)
    if isinstance(event, events.Discarded):
        return tuple([_figure(event.seat, figure) for figure in event.movers])
    return ("tile-*",) if isinstance(event, events.DraftBegan) else ()


def _figure(seat: int, figure: str) -> str:
    """A figure is called by its entrance: `sloth of entrance W1`."""
    return f"figure-{LETTERS[seat]}-{figure.split()[-1]}"


def _tile(seat: int, tile: Tile, where: str) -> str:
    """Bonus tiles are named by their place, and were in the hand before."""
    letter = LETTERS[seat]
    return f"bonus-{letter}-hand>bonus-{letter}-{where}" if tile.is_bonus else f"tile-{tile.name}"
