"""What happens in New York Zoo, as values that tell themselves in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event, SeatEvent
from menagerie.core.seats import a, counted, either, joined
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import Pieces, Space, Species, Tile


def enclosures(tiles: Sequence[Tile]) -> str:
    """`the 6-space enclosure or the 4-space enclosure`."""
    return either([f"the {tile.name}" for tile in tiles])


@final
class Walked(Event):
    """The elephant moved."""

    def __init__(self, seat: int, space: Space, stack: tuple[Tile, ...], pieces: Pieces, free: bool) -> None:
        self.seat: Final = seat
        self.space: Final = space
        self.stack: Final = stack
        self.pieces: Final = pieces
        self.free: Final = free

    def tell(self, names: Sequence[str]) -> str:
        name = names[self.seat]
        if not self.space.animals:
            return f"{name} moves the elephant to the slot with {a(self.stack[-1].name)}."
        first, second = [a(self.pieces.species[species].name) for species in self.space.animals]
        if self.free:
            return f"{name} moves the elephant without a marker to the space with {first} and {second}."
        return f"{name} moves the elephant to the space with {first} and {second}."


@final
class Laid(Event):
    """A tile was laid."""

    def __init__(self, seat: int, place: Place, open: int) -> None:
        self.seat: Final = seat
        self.place: Final = place
        self.open: Final = open

    def tell(self, names: Sequence[str]) -> str:
        name, tile = names[self.seat], a(self.place.tile.name)
        if not self.open:
            return f"{name} places {tile}. No space left."
        return f"{name} places {tile}. {counted(self.open, 'space', 'spaces')} left."


@final
class Settled(Event):
    """An animal moved into a new enclosure."""

    def __init__(self, seat: int, species: Species, origin: Tile | None, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.origin: Final = origin
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        name, animal = names[self.seat], a(self.species.name)
        if self.origin is None:
            return f"{name} moves {animal} from a house to the new {self.tile.name}."
        return f"{name} moves {animal} from the {self.origin.name} to the new {self.tile.name}."


@final
class SettledNoMore(Event):
    """No second animal moved into a new enclosure."""

    def __init__(self, seat: int, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} adds no second animal."


@final
class Acquired(Event):
    """An animal came from the supply."""

    def __init__(self, seat: int, species: Species, tile: Tile | None) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        name, animal = names[self.seat], a(self.species.name)
        if self.tile is None:
            return f"{name} takes {animal} and puts it in a house."
        return f"{name} takes {animal} and puts it in the {self.tile.name}."


@final
class AcquiredNone(Event):
    """The second of the two animals shown stayed away, or there was no room for any (None)."""

    def __init__(self, seat: int, species: Species | None) -> None:
        self.seat: Final = seat
        self.species: Final = species

    def tell(self, names: Sequence[str]) -> str:
        if self.species is None:
            return f"{names[self.seat]} takes no animal."
        return f"{names[self.seat]} skips the {self.species.name}."


@final
class FollowedUp(Event):
    """A house animal followed into an enclosure."""

    def __init__(self, seat: int, species: Species, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} also moves {a(self.species.name)} from a house to the {self.tile.name}."


@final
class NobodyFollowed(Event):
    """No house animal followed."""

    def __init__(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        self.seat: Final = seat
        self.tiles: Final = tiles

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} moves no animal from a house."


@final
class Completed(Event):
    """An enclosure was full, and its animals left."""

    def __init__(self, seat: int, species: Species, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} fills the {self.tile.name}. Its {self.tile.size} {self.species.plural} leave."


@final
class Kept(Event):
    """One animal of a completed enclosure stayed in a house."""

    def __init__(self, seat: int, species: Species) -> None:
        self.seat: Final = seat
        self.species: Final = species

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} keeps {a(self.species.name)} in a house."


@final
class KeptNone(Event):
    """All animals of a completed enclosure left."""

    def __init__(self, seat: int, species: Species) -> None:
        self.seat: Final = seat
        self.species: Final = species

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} keeps no {self.species.name}."


@final
class DidWithoutAttraction(SeatEvent):
    """An attraction was not taken."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} skips the attraction."


@final
class BreedingTime(Event):
    """A line was crossed and its species breeds."""

    def __init__(self, species: Species, anybody: bool) -> None:
        self.species: Final = species
        self.anybody: Final = anybody

    def tell(self, names: Sequence[str]) -> str:
        if self.anybody:
            return f"Breeding time for the {self.species.plural}."
        return f"Breeding time for the {self.species.plural}, but no one has a pair."


@final
class Bred(Event):
    """Offspring in one or two enclosures, or in none."""

    def __init__(self, seat: int, species: Species, tiles: tuple[Tile, ...]) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tiles: Final = tiles

    def tell(self, names: Sequence[str]) -> str:
        if not self.tiles:
            return f"{names[self.seat]} skips breeding."
        where = joined([f"the {tile.name}" for tile in self.tiles])
        return f"{names[self.seat]}'s {self.species.plural} have offspring in {where}."


@final
class BonusBred(Event):
    """A bonus offspring."""

    def __init__(self, seat: int, species: Species, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gets {a(self.species.name)} as a bonus in the {self.tile.name}."


@final
class ForwentBonus(SeatEvent):
    """No bonus offspring."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} skips the bonus."


@final
class GotReady(SeatEvent):
    """All dealt enclosures of a seat are laid for good."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is ready."


@final
class StartedOver(SeatEvent):
    """A seat took its dealt enclosures back."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} picks up the dealt enclosures and starts over."


@final
class GameEnded(Event):
    """A board is full, or the solo game's time is up."""

    def __init__(self, open: tuple[int, ...], passed: bool) -> None:
        self.open: Final = open
        self.passed: Final = passed

    def tell(self, names: Sequence[str]) -> str:
        left = ", ".join([f"{names[seat]} {open}" for seat, open in enumerate(self.open)])
        if self.passed:
            return f"The elephant passed the start space for the last time. The game is over. Open spaces: {left}."
        return f"The game is over. Open spaces: {left}."
