"""What happens in New York Zoo, as values that tell themselves in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event, SeatEvent
from menagerie.core.seats import a
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import Pieces, Space, Species, Tile


def either(tiles: Sequence[Tile]) -> str:
    """`the 6-space enclosure or the 4-space enclosure`."""
    return " or ".join([f"the {tile.name}" for tile in tiles])


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
        how = " without a marker" if self.free else ""
        if self.space.animals:
            first, second = [self.pieces.species[species].name for species in self.space.animals]
            where = f"the space with {a(first)} and {a(second)}"
        else:
            where = f"the slot with {a(self.stack[-1].name)}"
        return f"{names[self.seat]} moves the elephant{how} to {where}."


@final
class Laid(Event):
    """A tile was laid."""

    def __init__(self, seat: int, place: Place, open: int) -> None:
        self.seat: Final = seat
        self.place: Final = place
        self.open: Final = open

    def tell(self, names: Sequence[str]) -> str:
        left = "no space is" if self.open == 0 else "1 space is" if self.open == 1 else f"{self.open} spaces are"
        return f"{names[self.seat]} lays {a(self.place.tile.name)}; {left} left open."


@final
class Settled(Event):
    """An animal moved into a new enclosure."""

    def __init__(self, seat: int, species: Species, origin: Tile | None, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.origin: Final = origin
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        origin = "a house" if self.origin is None else f"the {self.origin.name}"
        who = f"{a(self.species.name).capitalize()} of {names[self.seat]}"
        return f"{who} moves from {origin} into the new {self.tile.name}."


@final
class SettledNoMore(Event):
    """No second animal moved into a new enclosure."""

    def __init__(self, seat: int, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lets no second animal move into the {self.tile.name}."


@final
class Acquired(Event):
    """An animal came from the supply."""

    def __init__(self, seat: int, species: Species, tile: Tile | None) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        where = "a house" if self.tile is None else f"the {self.tile.name}"
        return f"{names[self.seat]} acquires {a(self.species.name)} and puts it into {where}."


@final
class AcquiredNone(Event):
    """The second of the two animals shown stayed away, or there was no room for any (None)."""

    def __init__(self, seat: int, species: Species | None) -> None:
        self.seat: Final = seat
        self.species: Final = species

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} acquires no {'animal' if self.species is None else self.species.name}."


@final
class FollowedUp(Event):
    """A house animal followed into an enclosure."""

    def __init__(self, seat: int, species: Species, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return (
            f"{a(self.species.name).capitalize()} of {names[self.seat]} follows from a house into the {self.tile.name}."
        )


@final
class NobodyFollowed(Event):
    """No house animal followed."""

    def __init__(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        self.seat: Final = seat
        self.tiles: Final = tiles

    def tell(self, names: Sequence[str]) -> str:
        return f"No animal of {names[self.seat]} follows from a house into {either(self.tiles)}."


@final
class Completed(Event):
    """An enclosure was full, and its animals left."""

    def __init__(self, seat: int, species: Species, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return (
            f"{names[self.seat]} has completed the {self.tile.name}: its {self.tile.size} {self.species.plural} leave."
        )


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
        return f"{names[self.seat]} takes no attraction."


@final
class BreedingTime(Event):
    """A line was crossed and its species breeds."""

    def __init__(self, species: Species, anybody: bool) -> None:
        self.species: Final = species
        self.anybody: Final = anybody

    def tell(self, names: Sequence[str]) -> str:
        nobody = "" if self.anybody else ", but nobody has a pair of them"
        return f"Breeding time for the {self.species.plural}{nobody}."


@final
class Bred(Event):
    """Offspring in one or two enclosures, or in none."""

    def __init__(self, seat: int, species: Species, tiles: tuple[Tile, ...]) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tiles: Final = tiles

    def tell(self, names: Sequence[str]) -> str:
        if not self.tiles:
            return f"{names[self.seat]} lets no {self.species.plural} breed."
        where = " and ".join([f"the {tile.name}" for tile in self.tiles])
        return f"The {self.species.plural} of {names[self.seat]} have offspring in {where}."


@final
class BonusBred(Event):
    """A bonus offspring."""

    def __init__(self, seat: int, species: Species, tile: Tile) -> None:
        self.seat: Final = seat
        self.species: Final = species
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"As a bonus {a(self.species.name)} is born in the {self.tile.name} of {names[self.seat]}."


@final
class ForwentBonus(SeatEvent):
    """No bonus offspring."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} forgoes the bonus."


@final
class GotReady(SeatEvent):
    """All dealt enclosures of a seat are laid for good."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is ready."


@final
class StartedOver(SeatEvent):
    """A seat took its dealt enclosures back."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes the dealt enclosures back and starts over."


@final
class GameEnded(Event):
    """Somebody's board is full, or the solo game's time is up."""

    def __init__(self, open: tuple[int, ...], passed: bool) -> None:
        self.open: Final = open
        self.passed: Final = passed

    def tell(self, names: Sequence[str]) -> str:
        left = ", ".join([f"{names[seat]} {open}" for seat, open in enumerate(self.open)])
        why = "The elephant has passed the start space for the last time. " if self.passed else ""
        return f"{why}The game is over. Open spaces: {left}."
