"""What happens in Dr. Potamus' Incredible Escape, each event with its sentence in the log."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event
from menagerie.core.seats import joined
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES
from menagerie.games.zoo_escape.pieces import (
    CREEP,
    FLY,
    HOP,
    LEAP,
    ROLL,
    ROLL_LINE,
    Animal,
    Card,
    Face,
    Laid,
    directions_in,
)


def who(keeper: int) -> str:
    """Return `Keeper 3`, or the Billionaire, who has no number (-1)."""
    return "The Billionaire" if keeper < 0 else f"Keeper {keeper + 1}"


def ways_of(sides: int) -> str:
    """Return where a Path leads: `north`, `north, east and west`."""
    return joined([DIRECTIONS[side] for side in directions_in(sides)])


# Turns of Animals.


class AnimalEvent(Event):
    """Something that an Animal did, with no more details."""

    def __init__(self, animal: Animal) -> None:
        self.animal: Final = animal


@final
class TurnBegan(Event):
    """An Animal's turn began, or the Machine's (None)."""

    def __init__(self, seat: int, animal: Animal | None) -> None:
        self.seat: Final = seat
        self.animal: Final = animal

    def tell(self, names: Sequence[str]) -> str:
        if self.animal is None:
            return f"{names[self.seat]} takes the Machine's turn."
        return f"{names[self.seat]} takes the {self.animal.name}'s turn."


@final
class Moved(Event):
    """An Animal moved to another tile."""

    def __init__(self, animal: Animal, direction: int, place: int) -> None:
        self.animal: Final = animal
        self.direction: Final = direction
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} moves {DIRECTIONS[self.direction]} to tile {NAMES[self.place]}."


@final
class TurnedUp(Event):
    """A face-down tile was revealed."""

    def __init__(self, place: int, face: Face) -> None:
        self.place: Final = place
        self.face: Final = face

    def tell(self, names: Sequence[str]) -> str:
        if self.face.cameras:
            return f"Tile {NAMES[self.place]} is revealed: {self.face.name}, with a camera."
        return f"Tile {NAMES[self.place]} is revealed: {self.face.name}."


@final
class TileTurned(Event):
    """A player chose how a revealed tile lies."""

    def __init__(self, place: int, laid: Laid) -> None:
        self.place: Final = place
        self.laid: Final = laid

    def tell(self, names: Sequence[str]) -> str:
        first, *others = [ways_of(sides) for sides in self.laid.sides]
        if not others:
            return f"On tile {NAMES[self.place]}, the Path leads {first}."
        return f"On tile {NAMES[self.place]}, Path 1 leads {first}. Path 2 leads {others[0]}."


@final
class KeeperUncovered(Event):
    """A tile was revealed under a Keeper."""

    def __init__(self, keeper: int, path: int) -> None:
        self.keeper: Final = keeper
        self.path: Final = path

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} now stands there on Path {self.path + 1}."


@final
class Alarm(Event):
    """A camera or ransacking raised the alarm."""

    def __init__(self, animal: Animal, keeper: int, has_camera: bool) -> None:
        self.animal: Final = animal
        self.keeper: Final = keeper
        """-1 without a Keeper left."""
        self.has_camera: Final = has_camera

    def tell(self, names: Sequence[str]) -> str:
        name = self.animal.name
        if self.keeper < 0 and self.has_camera:
            return f"A camera sees the {name}. The alarm finds no Keeper left to call."
        if self.keeper < 0:
            return f"Ransacking raises the alarm. It finds no Keeper of the {name} left to call."
        if self.has_camera:
            return f"A camera sees the {name}. The alarm calls its Keeper {self.keeper + 1}."
        return f"Ransacking raises the alarm and calls the {name}'s Keeper {self.keeper + 1}."


@final
class PowerAdded(Event):
    """A Power Card from the supply was shuffled into the draw pile."""

    def __init__(self, value: int) -> None:
        self.value: Final = value

    def tell(self, names: Sequence[str]) -> str:
        return f"A Power Card {self.value} is shuffled into the draw pile."


@final
class KeeperRemoved(Event):
    """A Keeper was removed from the Zoo."""

    def __init__(self, keeper: int, by: str) -> None:
        self.keeper: Final = keeper
        self.by: Final = by

    def tell(self, names: Sequence[str]) -> str:
        return f"{self.by} drives Keeper {self.keeper + 1} out of the Zoo."


@final
class Pooped(Event):
    """A poop was laid."""

    def __init__(self, by: str, place: int) -> None:
        self.by: Final = by
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{self.by} leaves a poop on tile {NAMES[self.place]}."


@final
class Ransacked(Event):
    """A Building card was drawn."""

    def __init__(self, animal: Animal, card: Card, kind: str) -> None:
        self.animal: Final = animal
        self.card: Final = card
        self.kind: Final = kind
        """Empty for a find."""

    def tell(self, names: Sequence[str]) -> str:
        if self.kind:
            return f"The {self.animal.name} ransacks the Building and finds the {self.card.name} ({self.kind})."
        return f"The {self.animal.name} ransacks the Building and finds the {self.card.name}."


@final
class Refilled(AnimalEvent):
    """An Animal filled up its poop."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} fills up its poop."


@final
class Announced(Event):
    """The PA turned all Keepers to one side of the Zoo."""

    def __init__(self, direction: int) -> None:
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        return f"The PA crackles. All Keepers in the Zoo turn {DIRECTIONS[self.direction]}."


@final
class Hid(AnimalEvent):
    """An Animal hides."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} hides in the Sewer."


@final
class Scattered(Event):
    """The birds made all Keepers change direction."""

    def tell(self, names: Sequence[str]) -> str:
        return "Birds burst out of the Avian House. Every Keeper in the Zoo changes direction."


@final
class PartAdded(Event):
    """A Part was added to the Machine."""

    def __init__(self, animal: Animal, part: Card) -> None:
        self.animal: Final = animal
        self.part: Final = part

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} adds the {self.part.name} to the Machine."


@final
class WorkshopLeft(AnimalEvent):
    """An Animal stopped working on the Machine although it could do more."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} stops working on the Machine."


@final
class TurnEnded(Event):
    """An Animal's or the Machine's turn is over."""

    def __init__(self, animal: Animal | None) -> None:
        self.animal: Final = animal

    def tell(self, names: Sequence[str]) -> str:
        if self.animal is None:
            return "The Machine ends its turn."
        return f"The {self.animal.name} ends its turn."


# The Machine.


@final
class Built(AnimalEvent):
    """The Machine was built."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} and Dr. Potamus build the Incredible Machine."


@final
class BillionaireAppeared(Event):
    """The Billionaire came to stop the Machine."""

    def __init__(self, place: int, direction: int) -> None:
        self.place: Final = place
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        return f"The Billionaire appears on tile {NAMES[self.place]}, facing {DIRECTIONS[self.direction]}."


@final
class Loaded(AnimalEvent):
    """An Animal boarded the Machine."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} boards the Machine."


_MOVES: Final = {
    ROLL: "The Machine rolls {direction} to tile {place} ({part}).",
    ROLL_LINE: "The Machine rolls {direction} to tile {place} ({part}).",
    CREEP: "The Machine creeps {direction} to tile {place} ({part}).",
    HOP: "The Machine hops {direction} to tile {place} ({part}).",
    LEAP: "The Machine leaps {direction} to tile {place} ({part}).",
    FLY: "The Machine flies {direction} to tile {place} ({part}).",
}
"""By what the Part does."""


@final
class MachineMoved(Event):
    """The Machine moved to another tile, or to another Path of its tile (direction -1)."""

    def __init__(self, part: Card, direction: int, place: int) -> None:
        self.part: Final = part
        self.direction: Final = direction
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        if self.direction < 0:
            return f"The Machine creeps to the other Path of tile {NAMES[self.place]} ({self.part.name})."
        direction, place = DIRECTIONS[self.direction], NAMES[self.place]
        return _MOVES[self.part.do].format(direction=direction, place=place, part=self.part.name)


@final
class MachineLanded(Event):
    """The Machine landed on one of the Paths of a tile just revealed."""

    def __init__(self, place: int, path: int) -> None:
        self.place: Final = place
        self.path: Final = path

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine lands on Path {self.path + 1} of tile {NAMES[self.place]}."


@final
class PartStopped(Event):
    """The team stopped using a Part that could do more."""

    def __init__(self, part: Card) -> None:
        self.part: Final = part

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine stops using the {self.part.name}."


@final
class KeeperScared(Event):
    """The Machine made a Keeper face away from it."""

    def __init__(self, keeper: int, direction: int) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine scares Keeper {self.keeper + 1}, which turns away to the {DIRECTIONS[self.direction]}."


# Captures.


@final
class Captured(Event):
    """An Animal was captured."""

    def __init__(self, animal: Animal, keeper: int, parts: list[str]) -> None:
        self.animal: Final = animal
        self.keeper: Final = keeper
        self.parts: Final = parts

    def tell(self, names: Sequence[str]) -> str:
        name = self.animal.name
        if self.parts:
            lost = joined([f"the {part}" for part in self.parts])
            return f"{who(self.keeper)} captures the {name} and sends it home. The {name} loses {lost}."
        return f"{who(self.keeper)} captures the {name} and sends it home."


@final
class MachineCaptured(Event):
    """The Machine was captured."""

    def __init__(self, keeper: int) -> None:
        self.keeper: Final = keeper

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} captures the Machine and sends it back to the Workshop. The Machine loses a Part."


@final
class PartLost(Event):
    """A captured Machine lost a Part."""

    def __init__(self, part: Card) -> None:
        self.part: Final = part

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine loses the {self.part.name}."


# Keepers.


@final
class KeepersPhaseBegan(Event):
    """All Animals and the Machine have had their turns."""

    def tell(self, names: Sequence[str]) -> str:
        return "The Keepers set off."


@final
class PowerDrawn(Event):
    """A Keeper drew its Power Card."""

    def __init__(self, keeper: int, moves: int) -> None:
        self.keeper: Final = keeper
        self.moves: Final = moves

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} draws a {self.moves}."


@final
class KeeperEntered(Event):
    """A Keeper entered the Zoo."""

    def __init__(self, keeper: int, place: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} enters the Zoo on tile {NAMES[self.place]}."


@final
class KeeperStepped(Event):
    """A Keeper walked to the next tile."""

    def __init__(self, keeper: int, direction: int, place: int, is_busy: bool) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction
        self.place: Final = place
        self.is_busy: Final = is_busy

    def tell(self, names: Sequence[str]) -> str:
        direction, place = DIRECTIONS[self.direction], NAMES[self.place]
        if self.is_busy:
            return f"{who(self.keeper)} walks {direction} to face-down tile {place} and is busy."
        return f"{who(self.keeper)} walks {direction} to tile {place}."


@final
class KeeperCrossed(Event):
    """A Keeper crossed to another Path of its tile."""

    def __init__(self, keeper: int, place: int, path: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place
        self.path: Final = path

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} crosses to Path {self.path + 1} of tile {NAMES[self.place]}."


@final
class KeeperGotThrough(Event):
    """A Keeper finished crossing a face-down tile."""

    def __init__(self, keeper: int, place: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} finishes crossing tile {NAMES[self.place]}."


@final
class KeeperTurned(Event):
    """A Keeper turned, because it saw its target or for another reason."""

    def __init__(self, keeper: int, direction: int, has_seen: bool) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction
        self.has_seen: Final = has_seen

    def tell(self, names: Sequence[str]) -> str:
        direction = DIRECTIONS[self.direction]
        if not self.has_seen:
            return f"{who(self.keeper)} turns {direction}."
        if self.keeper < 0:
            return f"The Billionaire sees the Machine and turns {direction}."
        return f"Keeper {self.keeper + 1} sees its target and turns {direction}."


@final
class KeeperSaw(Event):
    """A Keeper saw its target straight ahead."""

    def __init__(self, keeper: int, direction: int) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        direction = DIRECTIONS[self.direction]
        if self.keeper < 0:
            return f"The Billionaire sees the Machine straight ahead to the {direction}."
        return f"Keeper {self.keeper + 1} sees its target straight ahead to the {direction}."


@final
class Cleaned(Event):
    """A Keeper cleaned up poop."""

    def __init__(self, keeper: int, place: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} cleans up the poop on tile {NAMES[self.place]} and stops."


@final
class RoundBegan(Event):
    """A new round began."""

    def __init__(self, number: int) -> None:
        self.number: Final = number

    def tell(self, names: Sequence[str]) -> str:
        return f"Round {self.number} begins."


@final
class GameEnded(Event):
    """The game was won or lost."""

    def __init__(self, result: str) -> None:
        self.result: Final = result

    def tell(self, names: Sequence[str]) -> str:
        return self.result


OF_KEEPERS: Final = (
    PowerDrawn,
    KeeperEntered,
    KeeperStepped,
    KeeperCrossed,
    KeeperGotThrough,
    KeeperTurned,
    KeeperSaw,
    Cleaned,
    Captured,
    MachineCaptured,
)
"""What a Keeper does."""
