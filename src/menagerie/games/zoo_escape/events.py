"""What happens in Dr. Potamus' Incredible Escape, as values that tell themselves in a sentence."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.event import Event
from menagerie.core.seats import joined
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES
from menagerie.games.zoo_escape.pieces import FLY, HOP, LEAP, Animal, Card, Face, Laid, directions_in


def who(keeper: int) -> str:
    """`Keeper 3`, or the Billionaire, who has no number (-1)."""
    return "The Billionaire" if keeper < 0 else f"Keeper {keeper + 1}"


def ways_of(sides: int) -> str:
    """Where a path leads: `north`, `north, east and west`."""
    return joined([DIRECTIONS[side] for side in directions_in(sides)])


# Turns of Animals.


class AnimalEvent(Event):
    """Something that an Animal did, with nothing more to know about it."""

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
            return f"{names[self.seat]} takes the wheel of the Machine."
        return f"{names[self.seat]} begins the turn of the {self.animal.name}."


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
    """A tile was turned up."""

    def __init__(self, place: int, face: Face) -> None:
        self.place: Final = place
        self.face: Final = face

    def tell(self, names: Sequence[str]) -> str:
        camera = " with a camera" if self.face.cameras else ""
        return f"Tile {NAMES[self.place]} is turned up: {self.face.name}{camera}."


@final
class TileTurned(Event):
    """Somebody chose how a tile that was turned up lies."""

    def __init__(self, place: int, laid: Laid) -> None:
        self.place: Final = place
        self.laid: Final = laid

    def tell(self, names: Sequence[str]) -> str:
        paths = [f"path {number} leads {ways_of(sides)}" for number, sides in enumerate(self.laid.sides, start=1)]
        return f"On tile {NAMES[self.place]} {', '.join(paths)}."


@final
class KeeperUncovered(Event):
    """A tile was turned up under a keeper."""

    def __init__(self, keeper: int, path: int) -> None:
        self.keeper: Final = keeper
        self.path: Final = path

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} now stands there on path {self.path + 1}."


@final
class Alarm(Event):
    """A camera or a ransacked building raised the alarm."""

    def __init__(self, animal: Animal, keeper: int, has_camera: bool) -> None:
        self.animal: Final = animal
        self.keeper: Final = keeper
        """-1: there was none left."""
        self.has_camera: Final = has_camera

    def tell(self, names: Sequence[str]) -> str:
        cause = f"A camera sees the {self.animal.name}" if self.has_camera else "Ransacking raises the alarm"
        if self.keeper < 0:
            return f"{cause}, and the {self.animal.name} has no Keeper left to add."
        return f"{cause}: Keeper {self.keeper + 1} of the {self.animal.name} is called."


@final
class PowerAdded(Event):
    """A Power Card of the supply was shuffled into the draw pile."""

    def __init__(self, value: int) -> None:
        self.value: Final = value

    def tell(self, names: Sequence[str]) -> str:
        return f"A Power Card {self.value} is shuffled into the draw pile."


@final
class KeeperRemoved(Event):
    """A keeper was removed from the zoo."""

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
    """A building card was found."""

    def __init__(self, animal: Animal, card: Card, kind: str) -> None:
        self.animal: Final = animal
        self.card: Final = card
        self.kind: Final = kind
        """Empty for a find."""

    def tell(self, names: Sequence[str]) -> str:
        kind = f" ({self.kind})" if self.kind else ""
        return f"The {self.animal.name} ransacks the building and finds the {self.card.name}{kind}."


@final
class Refilled(AnimalEvent):
    """An Animal has all its poop again."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} has a full stock of poop again."


@final
class Announced(Event):
    """All keepers were sent to a side of the zoo."""

    def __init__(self, direction: int) -> None:
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        return f"The PA crackles: all Keepers in the Zoo turn {DIRECTIONS[self.direction]}."


@final
class Hid(AnimalEvent):
    """An Animal hides."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} hides in the Sewer."


@final
class Scattered(Event):
    """The birds made all keepers change direction."""

    def tell(self, names: Sequence[str]) -> str:
        return "Birds burst out of the Avian House: every Keeper in the Zoo changes direction."


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
    """An Animal could have done more in the Workshop."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} stops its work on the Machine."


@final
class TurnEnded(Event):
    """An Animal's or the Machine's turn is over."""

    def __init__(self, animal: Animal | None) -> None:
        self.animal: Final = animal

    def tell(self, names: Sequence[str]) -> str:
        return f"The {'Machine' if self.animal is None else self.animal.name} has finished its turn."


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
    """An Animal went aboard."""

    def tell(self, names: Sequence[str]) -> str:
        return f"The {self.animal.name} is aboard the Machine."


@final
class MachineMoved(Event):
    """The Machine moved to another tile, or to another path of its tile (direction -1)."""

    def __init__(self, part: Card, direction: int, place: int) -> None:
        self.part: Final = part
        self.direction: Final = direction
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        if self.direction < 0:
            return f"The Machine creeps to the other path of tile {NAMES[self.place]} ({self.part.name})."
        verb = {HOP: "hops", LEAP: "leaps", FLY: "flies"}.get(self.part.do, "rolls")
        return f"The Machine {verb} {DIRECTIONS[self.direction]} to tile {NAMES[self.place]} ({self.part.name})."


@final
class MachineLanded(Event):
    """The Machine came down on one of the paths of a tile just turned up."""

    def __init__(self, place: int, path: int) -> None:
        self.place: Final = place
        self.path: Final = path

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine lands on path {self.path + 1} of tile {NAMES[self.place]}."


@final
class PartStopped(Event):
    """A Part could have done more."""

    def __init__(self, part: Card) -> None:
        self.part: Final = part

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine makes no more use of the {self.part.name}."


@final
class KeeperScared(Event):
    """The Machine made a keeper face away."""

    def __init__(self, keeper: int, direction: int) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        return f"The Machine scares Keeper {self.keeper + 1}, who turns {DIRECTIONS[self.direction]}, away from it."


# Captures.


@final
class Captured(Event):
    """An Animal was captured."""

    def __init__(self, animal: Animal, keeper: int, parts: list[str]) -> None:
        self.animal: Final = animal
        self.keeper: Final = keeper
        self.parts: Final = parts

    def tell(self, names: Sequence[str]) -> str:
        lost = f" and loses the {', the '.join(self.parts)}" if self.parts else ""
        return f"{who(self.keeper)} captures the {self.animal.name}, which goes back to its Enclosure{lost}."


@final
class MachineCaptured(Event):
    """The Machine was captured."""

    def __init__(self, keeper: int) -> None:
        self.keeper: Final = keeper

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} captures the Machine; it goes back to the Workshop and loses a Part."


@final
class PartLost(Event):
    """A captured Machine lost a Part."""

    def __init__(self, part: Card) -> None:
        self.part: Final = part

    def tell(self, names: Sequence[str]) -> str:
        return f"The team gives up the {self.part.name}."


# Keepers.


@final
class KeepersPhaseBegan(Event):
    """All turns have been taken."""

    def tell(self, names: Sequence[str]) -> str:
        return "The Keepers set off."


@final
class PowerDrawn(Event):
    """A keeper drew its Power Card."""

    def __init__(self, keeper: int, moves: int) -> None:
        self.keeper: Final = keeper
        self.moves: Final = moves

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} draws a {self.moves}."


@final
class KeeperEntered(Event):
    """A keeper came into the zoo."""

    def __init__(self, keeper: int, place: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} enters the Zoo at tile {NAMES[self.place]}."


@final
class KeeperStepped(Event):
    """A keeper walked to the next tile."""

    def __init__(self, keeper: int, direction: int, place: int, is_busy: bool) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction
        self.place: Final = place
        self.is_busy: Final = is_busy

    def tell(self, names: Sequence[str]) -> str:
        busy = " and is busy there" if self.is_busy else ""
        return f"{who(self.keeper)} walks {DIRECTIONS[self.direction]} to tile {NAMES[self.place]}{busy}."


@final
class KeeperCrossed(Event):
    """A keeper crossed to another path of its tile."""

    def __init__(self, keeper: int, place: int, path: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place
        self.path: Final = path

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} crosses to path {self.path + 1} of tile {NAMES[self.place]}."


@final
class KeeperGotThrough(Event):
    """A keeper finished crossing a face-down tile."""

    def __init__(self, keeper: int, place: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} gets through tile {NAMES[self.place]}."


@final
class KeeperTurned(Event):
    """A keeper faces another way, because it saw its target or not."""

    def __init__(self, keeper: int, direction: int, has_seen: bool) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction
        self.has_seen: Final = has_seen

    def tell(self, names: Sequence[str]) -> str:
        target = "the Machine" if self.keeper < 0 else "its target"
        why = f"sees {target} and turns" if self.has_seen else "turns"
        return f"{who(self.keeper)} {why} {DIRECTIONS[self.direction]}."


@final
class KeeperSaw(Event):
    """A keeper saw its target straight ahead."""

    def __init__(self, keeper: int, direction: int) -> None:
        self.keeper: Final = keeper
        self.direction: Final = direction

    def tell(self, names: Sequence[str]) -> str:
        target = "the Machine" if self.keeper < 0 else "its target"
        return f"{who(self.keeper)} sees {target} straight ahead, in the {DIRECTIONS[self.direction]}."


@final
class Cleaned(Event):
    """A keeper cleaned a poop away."""

    def __init__(self, keeper: int, place: int) -> None:
        self.keeper: Final = keeper
        self.place: Final = place

    def tell(self, names: Sequence[str]) -> str:
        return f"{who(self.keeper)} cleans tile {NAMES[self.place]} and makes no more moves."


@final
class RoundBegan(Event):
    """The Animals are to move again."""

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
"""What a keeper does."""
