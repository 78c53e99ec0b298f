"""What happens in Night at the Zoo, as values that tell themselves in a sentence."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event, SeatEvent
from menagerie.core.seats import counted, joined, listed
from menagerie.games.night_at_the_zoo.pieces import POSITIONS, TERRAINS, SoloTile, Tile
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, SPACE_NAMES, ZOO


@final
class Drafted(Event):
    """A tile was taken from the market."""

    def __init__(self, seat: int, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} drafts the {self.tile.title}."


@final
class LeoDrafted(Event):
    """Leo took a tile (rule 11.2)."""

    def __init__(self, order: SoloTile, tile: Tile) -> None:
        self.order: Final = order
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        order = ", ".join([POSITIONS[position] for position in self.order.takes])
        if self.order.shuffle:
            return f"Leo prefers {order} and takes the {self.tile.title}. His tiles are shuffled."
        return f"Leo prefers {order} and takes the {self.tile.title}."


@final
class LeftOver(Event):
    """The tile that no player drafted went to the Leftover zone."""

    def __init__(self, tile: Tile) -> None:
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.tile.title} is left over."


@final
class Placed(Event):
    """A tile covered a space."""

    def __init__(self, seat: int, tile: Tile, space: int) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.space: Final = space

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} places the {self.tile.title} on space {SPACE_NAMES[self.space]}."


@final
class Stored(Event):
    """A tile went into the Warehouse."""

    def __init__(self, seat: int, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} stores the {self.tile.title}."


@final
class Discarded(Event):
    """A tile was discarded for a special move."""

    def __init__(self, seat: int, tile: Tile, movers: tuple[str, ...]) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.movers: Final = movers

    def tell(self, names: Sequence[str]) -> str:
        name, where = names[self.seat], TERRAINS[self.tile.terrain]
        if not self.movers:
            return f"{name} discards the {self.tile.title}. No animal is on {where}."
        movers = joined(self.movers)
        return f"{name} discards the {self.tile.title} for a special move on {where}: {movers}."


@final
class Discovered(Event):
    """An animal came to its entrance."""

    def __init__(self, seat: int, figure: str) -> None:
        self.seat: Final = seat
        self.figure: Final = figure

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discovers the {self.figure}."


@final
class TookBonus(Event):
    """A Bonus tile was taken."""

    def __init__(self, seat: int, tile: Tile, left: int) -> None:
        self.seat: Final = seat
        self.tile: Final = tile
        self.left: Final = left

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes a {TERRAINS[self.tile.terrain]} Bonus tile. {self.left} left."


@final
class Gained(Event):
    """Points were scored at once."""

    def __init__(self, seat: int, points: int, source: str) -> None:
        self.seat: Final = seat
        self.points: Final = points
        self.source: Final = source

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gains {counted(self.points, 'point', 'points')} from {self.source}."


@final
class Moved(Event):
    """A figure changed its space."""

    def __init__(self, seat: int, figure: str, direction: int, to: int, slides: bool, sleeps: bool) -> None:
        self.seat: Final = seat
        self.figure: Final = figure
        self.direction: Final = direction
        self.to: Final = to
        self.slides: Final = slides
        self.sleeps: Final = sleeps

    def tell(self, names: Sequence[str]) -> str:
        name, figure, direction, space = names[self.seat], self.figure, DIRECTIONS[self.direction], self.to
        if self.slides and space == ZOO:
            return f"{name}'s {figure} slides {direction} into the Zoo."
        if space == ZOO:
            return f"{name}'s {figure} moves {direction} into the Zoo."
        if self.slides:
            return f"{name}'s {figure} slides {direction} to space {SPACE_NAMES[space]}."
        if self.sleeps:
            return f"{name}'s {figure} moves {direction} to space {SPACE_NAMES[space]} and falls asleep."
        return f"{name}'s {figure} moves {direction} to space {SPACE_NAMES[space]}."


@final
class Turned(Event):
    """A snake turned."""

    def __init__(self, seat: int, figure: str, direction: int) -> None:
        self.seat: Final = seat
        self.figure: Final = figure
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s {self.figure} turns {DIRECTIONS[self.direction]}."


@final
class Woke(Event):
    """A sloth woke."""

    def __init__(self, seat: int, figure: str) -> None:
        self.seat: Final = seat
        self.figure: Final = figure

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s {self.figure} wakes up."


@final
class Pollinated(Event):
    """A butterfly gained pollen."""

    def __init__(self, seat: int, figure: str, pollen: int) -> None:
        self.seat: Final = seat
        self.figure: Final = figure
        self.pollen: Final = pollen

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s {self.figure} now carries {self.pollen} pollen."


@final
class WentNoFurther(Event):
    """A cheetah made no second step."""

    def __init__(self, seat: int, figure: str) -> None:
        self.seat: Final = seat
        self.figure: Final = figure

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}'s {self.figure} stops after one step."


@final
class Declined(SeatEvent):
    """Something was left unused."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} finishes."


@final
class Finished(SeatEvent):
    """A player is done with the phase."""

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is done with this draft."


@final
class Waits(Event):
    """A player waits before taking a Bonus tile that others, with precedence, could still take (rule 3.7)."""

    def __init__(self, seat: int, others: tuple[int, ...]) -> None:
        self.seat: Final = seat
        self.others: Final = others

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} waits for {listed(self.others, names)} before taking a Bonus tile."


@final
class DraftBegan(Event):
    """A new draft begins."""

    def __init__(self, number: int, draft: int, first: str, seat: int) -> None:
        self.round: Final = number
        self.draft: Final = draft
        self.first: Final = first
        """Leo's name, or empty."""
        self.seat: Final = seat

    def tell(self, names: Sequence[str]) -> str:
        return f"Round {self.round}, draft {self.draft}. {self.first or names[self.seat]} is first."


@final
class RoundMoves(Event):
    """The end of a round: animals on one terrain move (rule 9.2)."""

    def __init__(self, number: int, terrain: int) -> None:
        self.round: Final = number
        self.terrain: Final = terrain

    def tell(self, names: Sequence[str]) -> str:
        return f"Round {self.round} ends. Animals on {TERRAINS[self.terrain]} may move."
