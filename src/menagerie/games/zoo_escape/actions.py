"""The decisions of Dr. Potamus' Incredible Escape, ready-made, and their notation, read and written."""

from typing import Final, final

from menagerie.core.action import Action, ReadyMade
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES, SIDE
from menagerie.games.zoo_escape.pieces import (
    CRANE,
    CREEP,
    FLY,
    HOP,
    LEAP,
    MOST_ANIMALS,
    MUCK,
    ROLL,
    ROLL_LINE,
    SCARE,
    SHOO,
    SHOO_LINE,
    Animal,
    Card,
    Pieces,
    directions_in,
)

PATHS: Final = 2


@final
class Begin(ReadyMade):
    """Take the turn of an Animal or of the Machine (rules 3.1 and 3.2)."""

    __slots__ = ("animal",)

    def __init__(self, animal: Animal | None) -> None:
        super().__init__(f"begin {'machine' if animal is None else animal.id}")
        self.animal: Final = animal
        """None: the Machine."""


@final
class Move(ReadyMade):
    """Move to the next tile along the Path (rule 4.2)."""

    __slots__ = ("direction",)

    def __init__(self, direction: int) -> None:
        super().__init__(f"move {DIRECTIONS[direction]}")
        self.direction: Final = direction


@final
class TurnTile(ReadyMade):
    """Turn the tile just revealed, so many quarters clockwise from how it is drawn (rule 4.3)."""

    __slots__ = ("turns",)

    def __init__(self, turns: int) -> None:
        super().__init__(f"turn tile r{turns}")
        self.turns: Final = turns


@final
class UseAbility(ReadyMade):
    """Remove a Keeper in reach of the ability (rule 4.5)."""

    __slots__ = ("keeper",)

    def __init__(self, keeper: int) -> None:
        super().__init__(f"ability keeper {keeper + 1}")
        self.keeper: Final = keeper


@final
class BlowWhistle(ReadyMade):
    """Remove a Keeper with the Whistle (rule 4.8)."""

    __slots__ = ("keeper",)

    def __init__(self, keeper: int) -> None:
        super().__init__(f"whistle keeper {keeper + 1}")
        self.keeper: Final = keeper


@final
class Poop(ReadyMade):
    """Put a poop on the Path (rule 4.6)."""

    __slots__ = ()


@final
class Ransack(ReadyMade):
    """Draw a card in a Building (rule 4.7.1)."""

    __slots__ = ()


@final
class Refill(ReadyMade):
    """Fill up the poop at a Funnel Cake Stand (rule 4.7.2)."""

    __slots__ = ()


@final
class Announce(ReadyMade):
    """Turn all Keepers to this side of the Zoo from a PA (rule 4.7.3)."""

    __slots__ = ()


@final
class Hide(ReadyMade):
    """Hide in a Sewer (rule 4.7.4)."""

    __slots__ = ()


@final
class Scatter(ReadyMade):
    """Let the birds out of the Avian House: all Keepers change direction (rule 4.7.5)."""

    __slots__ = ()


@final
class Add(ReadyMade):
    """Add a Part to the Machine in the Workshop (rule 4.7.6)."""

    __slots__ = ("part",)

    def __init__(self, part: Card) -> None:
        super().__init__(f"add {part.id}")
        self.part: Final = part


@final
class Build(ReadyMade):
    """Build the Machine (rules 4.7.6 and 8.1)."""

    __slots__ = ()


@final
class EndTurn(ReadyMade):
    """End the turn of the Animal or the Machine (rule 4.1)."""

    __slots__ = ()


@final
class Stop(ReadyMade):
    """Stop using a Part or the Workshop (rules 4.7.6 and 8.2)."""

    __slots__ = ()


@final
class Remove(ReadyMade):
    """Choose the Part that a captured Machine loses (rule 6.4)."""

    __slots__ = ("part",)

    def __init__(self, part: Card) -> None:
        super().__init__(f"remove {part.id}")
        self.part: Final = part


@final
class Land(ReadyMade):
    """Choose the Path of the tile just revealed on which the Machine lands (rule 8.4.4)."""

    __slots__ = ("path",)

    def __init__(self, path: int) -> None:
        super().__init__(f"path {path + 1}")
        self.path: Final = path


@final
class Drive(ReadyMade):
    """Move the Machine with a Part, or spread muck: where, how far with a Part that flies, and the Path to land on."""

    __slots__ = ("direction", "part", "path", "tiles")

    def __init__(self, part: Card, direction: int, tiles: int, path: int) -> None:
        super().__init__()
        self.part: Final = part
        self.direction: Final = direction
        self.tiles: Final = tiles
        self.path: Final = path
        """-1 where there is none to choose, or not yet."""

    def __str__(self) -> str:
        far = f" {self.tiles}" if self.part.do == FLY else ""
        path = f" path {self.path + 1}" if self.path >= 0 else ""
        return f"machine {self.part.id} {DIRECTIONS[self.direction]}{far}{path}"


@final
class Go(Action):
    """Move an Animal, or use a Part of the Machine, where that is not possible.

    Never legal: it is what a player means by pointing there.
    """

    __slots__ = ("part", "place")

    def __init__(self, place: int, part: Card | None) -> None:
        self.place: Final = place
        self.part: Final = part

    def __str__(self) -> str:
        who = "" if self.part is None else f"machine {self.part.id} "
        return f"{who}go to {NAMES[self.place]}"


@final
class ChangePath(ReadyMade):
    """Creep to another Path of the same tile (rule 8.4.3)."""

    __slots__ = ("part", "path")

    def __init__(self, part: Card, path: int) -> None:
        super().__init__(f"machine {part.id} path {path + 1}")
        self.part: Final = part
        self.path: Final = path


@final
class AtKeeper(ReadyMade):
    """Scare or shoo a Keeper with a Part (rules 8.4.7 and 8.4.8)."""

    __slots__ = ("keeper", "part")

    def __init__(self, part: Card, keeper: int) -> None:
        super().__init__(f"machine {part.id} keeper {keeper + 1}")
        self.part: Final = part
        self.keeper: Final = keeper


@final
class Lift(ReadyMade):
    """Load an Animal with the Crane (rule 8.4.9)."""

    __slots__ = ("animal", "part")

    def __init__(self, part: Card, animal: Animal) -> None:
        super().__init__(f"machine {part.id} {animal.id}")
        self.part: Final = part
        self.animal: Final = animal


@final
class Escape(ReadyMade):
    """Leave the Zoo through the gateway (rule 8.5)."""

    __slots__ = ("part",)

    def __init__(self, part: Card) -> None:
        super().__init__(f"machine {part.id} escape")
        self.part: Final = part


def part_of(action: Action) -> Card | None:
    """Return the Part of the Machine that a decision uses."""
    if isinstance(action, (Drive, ChangePath, AtKeeper, Lift, Escape, Go)):
        return action.part
    return None


@final
class Catalogue:
    """All decisions, made once. `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.begin: Final = [Begin(animal) for animal in pieces.animals]
        self.begin_machine: Final = Begin(None)
        self.move: Final = [Move(direction) for direction in range(4)]
        self.moves: Final[list[list[Action]]] = [
            [self.move[direction] for direction in directions_in(mask)] for mask in range(16)
        ]
        """By the mask of sides that the Path joins."""
        self.turn_tile: Final = [TurnTile(turns) for turns in range(4)]
        keepers = range(pieces.keepers * MOST_ANIMALS)
        self.ability: Final = [UseAbility(keeper) for keeper in keepers]
        self.whistle: Final = [BlowWhistle(keeper) for keeper in keepers]
        self.poop: Final = Poop("poop")
        self.ransack: Final = Ransack("ransack")
        self.refill: Final = Refill("refill")
        self.announce: Final = Announce("announce")
        self.hide: Final = Hide("hide")
        self.scatter: Final = Scatter("scatter")
        self.add: Final = [Add(card) for card in pieces.cards]
        self.build: Final = Build("build")
        self.end_turn: Final = EndTurn("end turn")
        self.stop: Final = Stop("stop")
        self.remove: Final = [Remove(card) for card in pieces.cards]
        self.land: Final = [Land(path) for path in range(PATHS)]
        self.drive: Final = [_drives(card) for card in pieces.cards]
        """By card, direction, tiles and path + 1."""
        self.change_path: Final = [[ChangePath(card, path) for path in range(PATHS)] for card in pieces.cards]
        self.at_keeper: Final = [[AtKeeper(card, keeper) for keeper in keepers] for card in pieces.cards]
        self.lift: Final = [[Lift(card, animal) for animal in pieces.animals] for card in pieces.cards]
        self.escape: Final = [Escape(card) for card in pieces.cards]
        self.by_notation: Final[dict[str, ReadyMade]] = self._by_notation(pieces)
        for code, action in enumerate(self.by_notation.values()):
            action.take_code(code)

    def _by_notation(self, pieces: Pieces) -> dict[str, ReadyMade]:
        every: list[ReadyMade] = [self.begin_machine, self.poop, self.ransack, self.refill, self.announce, self.hide]
        every += [self.scatter, self.build, self.end_turn, self.stop]
        every += [*self.begin, *self.move, *self.turn_tile, *self.ability, *self.whistle, *self.land]
        for card in pieces.cards:
            index = card.index
            if card.kind < 0:
                continue
            every += [self.add[index], self.remove[index]]
            if card.do in (ROLL, ROLL_LINE, CREEP, HOP, LEAP, FLY, MUCK):
                for direction in self.drive[index]:
                    for far in direction:
                        every += far
            if card.do in (ROLL, ROLL_LINE, CREEP, HOP, FLY):
                every.append(self.escape[index])
            if card.do == CREEP:
                every += self.change_path[index]
            if card.do in (SCARE, SHOO, SHOO_LINE):
                every += self.at_keeper[index]
            if card.do == CRANE:
                every += self.lift[index]
        return {str(action): action for action in every}

    def read(self, text: str) -> Action | None:
        """Return the decision with this notation, or None."""
        return self.by_notation.get(" ".join(text.lower().split()))


def _drives(card: Card) -> list[list[list[Drive]]]:
    """Return the drives by direction and distance (only flying has several), without a Path and with each."""
    farthest = min(card.tiles, SIDE - 1) if card.do == FLY else 1
    choosing = card.do in (HOP, LEAP, FLY)
    return [
        [
            [Drive(card, direction, tiles, path) for path in range(-1, PATHS if choosing else 0)]
            for tiles in range(1, farthest + 1)
        ]
        for direction in range(4)
    ]
