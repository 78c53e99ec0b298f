"""Which pieces of the scene an event of New York Zoo is about."""

from __future__ import annotations

from menagerie.core.event import Event
from menagerie.core.seats import LETTERS
from menagerie.games.new_york_zoo import events


def pieces_of(event: Event) -> tuple[str, ...] | None:
    """The elephant, the tile that is laid, the animals that come or are born."""
    if isinstance(event, events.Walked):
        return ("walker",)
    if isinstance(event, events.Laid):
        tile = event.place.tile
        return (f"market-{tile.id}>ride-{LETTERS[event.seat]}-*" if tile.is_attraction else f"tile-{tile.id}",)
    if isinstance(event, events.Settled):
        origin = f"house-{LETTERS[event.seat]}" if event.origin is None else f"animal-{event.origin.id}"
        return (f"{origin}-*>animal-{event.tile.id}-*",)
    if isinstance(event, events.Acquired):
        goal = f"house-{LETTERS[event.seat]}" if event.tile is None else f"animal-{event.tile.id}"
        return (f"supply-{event.species.id}>{goal}-*",)
    if isinstance(event, events.FollowedUp):
        return (f"house-{LETTERS[event.seat]}-*>animal-{event.tile.id}-*",)
    if isinstance(event, events.Bred):
        return tuple([f"animal-{tile.id}-*" for tile in event.tiles])
    if isinstance(event, events.BonusBred):
        return (f"animal-{event.tile.id}-*",)
    if isinstance(event, events.Completed):
        return (f"tile-{event.tile.id}",)
    if isinstance(event, events.Kept):
        return (f"house-{LETTERS[event.seat]}-*",)
    if isinstance(event, events.BreedingTime):
        return (f"line-{event.species.id}",)
    return None if isinstance(event, events.StartedOver) else ()
