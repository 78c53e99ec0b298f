"""Which pieces of the scene an event of Zooloretto Mini is about."""

from __future__ import annotations

from menagerie.core.event import Event
from menagerie.games.zooloretto_mini import events


def pieces_of(event: Event) -> tuple[str, ...] | None:
    """The tiles that are drawn, loaded, taken, placed; nothing where nothing is moved."""
    if isinstance(event, events.Took):
        return tuple([f"tile-{tile.number}" for tile in event.tiles])
    if isinstance(event, events.Drew):
        return (f"pile>tile-{event.tile.number}",)
    if isinstance(event, events.Born):
        return (f"offspring-{event.tile.group}>tile-{event.tile.number}",)
    if isinstance(event, (events.Discarded, events.TruckLeft)):
        return ("gone",)
    if isinstance(event, (events.Loaded, events.Placed, events.TookOver)):
        return (f"tile-{event.tile.number}",)
    return ()
