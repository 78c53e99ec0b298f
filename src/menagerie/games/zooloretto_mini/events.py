"""What happens in Zooloretto Mini, as values that tell themselves in a sentence."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event, SeatEvent
from menagerie.core.seats import joined
from menagerie.games.zooloretto_mini.pieces import BARN, Tile


@final
class Drew(Event):
    """A tile was turned over."""

    def __init__(self, seat: int, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {self.tile.one}."


@final
class Loaded(Event):
    """A tile was put onto a truck."""

    def __init__(self, seat: int, tile: Tile, truck: int) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.truck: Final = truck

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loads the {self.tile} onto truck {self.truck + 1}."


@final
class Took(Event):
    """A truck was taken."""

    def __init__(self, seat: int, truck: int, tiles: tuple[Tile, ...]) -> None:
        self.seat: Final = seat
        self.truck: Final = truck
        self.tiles: Final = tiles

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes truck {self.truck + 1} with {joined([tile.one for tile in self.tiles])}."


@final
class Placed(Event):
    """A tile of the truck went into the zoo."""

    def __init__(self, seat: int, tile: Tile, where: int) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.where: Final = where

    def tell(self, names: Sequence[str]) -> str:
        if self.where == BARN:
            return f"{names[self.seat]} puts the {self.tile} in the barn."
        return f"{names[self.seat]} puts the {self.tile} in enclosure {self.where + 1}."


@final
class Born(Event):
    """A pair had offspring."""

    def __init__(self, seat: int, tile: Tile, where: int) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.where: Final = where

    def tell(self, names: Sequence[str]) -> str:
        if self.where == BARN:
            return f"A {self.tile} is born in {names[self.seat]}'s zoo. The enclosure is full, so it goes to the barn."
        return f"A {self.tile} is born in {names[self.seat]}'s enclosure {self.where + 1}."


@final
class TookOver(Event):
    """A tile changed from a barn to an opponent's enclosure."""

    def __init__(self, seat: int, tile: Tile, owner: int, where: int) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.owner: Final = owner
        self.where: Final = where

    def tell(self, names: Sequence[str]) -> str:
        return (
            f"{names[self.seat]} takes the {self.tile} from {names[self.owner]}'s barn for enclosure {self.where + 1}."
        )


@final
class Discarded(Event):
    """A tile left the game from its owner's barn."""

    def __init__(self, seat: int, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discards {self.tile.one} from the barn."


@final
class DidWithout(SeatEvent):
    """A bonus action was not used."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} skips the bonus action."


@final
class LastRound(Event):
    """The first tile of the end pile was turned over."""

    def tell(self, names: Sequence[str]) -> str:
        return "The end pile is open. This is the last round."


@final
class TruckLeft(Event):
    """The truck that no player took was emptied (rule 8.3)."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles: Final = tiles

    def tell(self, names: Sequence[str]) -> str:
        return f"No one took the truck with {joined([tile.one for tile in self.tiles])}. Its tiles leave the game."


@final
class RoundBegan(Event):
    """The trucks are back in the middle."""

    def __init__(self, number: int, starter: int) -> None:
        self.number: Final = number
        self.starter: Final = starter

    def tell(self, names: Sequence[str]) -> str:
        return f"Round {self.number}. {names[self.starter]} starts."
