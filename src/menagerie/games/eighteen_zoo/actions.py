"""The decisions of 18ZOO and how they are written. Reading them back is in `catalogue.py`.

Hexes and tiles are named, not numbered: a decision means the same on every map.

The codes: words, runs by their rank in the listing, prices; then what the catalogue makes ready; then what is about
hexes (see `codes.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from menagerie.core.action import Action, ReadyMade

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.codes import MapCodes


@final
class Word(ReadyMade):
    """A decision that is a fixed phrase without parts, such as `pass`."""

    __slots__ = ()


PASS: Final = Word("pass")
DISTRIBUTE: Final = Word("distribute")
"""Rule 7.5."""
KEEP: Final = Word("keep")
"""Rule 7.5."""
ACCEPT: Final = Word("accept")
"""Agree to an offer (rule 7.6.2)."""
DECLINE: Final = Word("decline")
"""Refuse an offer (rule 7.6.2)."""
CASH_TICKET: Final = Word("cash ticket")
"""Rule 4.4."""
TAKE_OFF_PATCH: Final = Word("take off patch")
"""Rule 10.18."""
WORDS: Final = (PASS, DISTRIBUTE, KEEP, ACCEPT, DECLINE, CASH_TICKET, TAKE_OFF_PATCH)
for _code, _word in enumerate(WORDS):
    _word.take_code(_code)

NO_RUN: Final = len(WORDS)
RUNS: Final = NO_RUN + 1
RANKS: Final = 64
"""There are endless runs, so their codes are ranks in the listing, which has at most one for each number of O areas: at
most 5 in 150 random games on all maps, 3 in recorded ones."""
MOST: Final = 1000
"""Above any price."""
OFFERS: Final = RUNS + RANKS
SHARES: Final = OFFERS + MOST
TICKET: Final = 32
"""Above the value of any ticket."""
READY: Final = SHARES + TICKET
"""The first code that the catalogue gives to ready-made decisions."""


@final
class UsePower(ReadyMade):
    """Use a power that needs no target: MIDAS, GREEK, TWO BARRELS."""

    __slots__ = ("name", "power")

    def __init__(self, power: int, name: str) -> None:
        super().__init__(f"use {name}")
        self.power: Final = power
        self.name: Final = name


@final
class DaysOff(ReadyMade):
    """Rule 10.1: send a family's reputation up."""

    __slots__ = ("family", "family_id", "name")

    def __init__(self, family: int, family_id: str, name: str) -> None:
        super().__init__(f"use {name} for {family_id}")
        self.family: Final = family
        self.family_id: Final = family_id
        self.name: Final = name


@final
class Whatsup(ReadyMade):
    """Rule 10.6: a family buys a squirrel of the bank in a stock round. `card` is -1 for the top of the deck."""

    __slots__ = ("card", "face", "family")

    def __init__(self, family: int, card: int, face: int, text: str) -> None:
        super().__init__(text)
        self.family: Final = family
        self.card: Final = card
        self.face: Final = face


@final
class BuyPower(ReadyMade):
    """Buy a power from the bank (rules 5 and 6.5). `price` is -1, except in recorded games that paid another one."""

    __slots__ = ("name", "power", "price")

    def __init__(self, power: int, name: str, price: int = -1) -> None:
        super().__init__(f"buy power {name}" + (f" for {price}" if price >= 0 else ""))
        self.power: Final = power
        self.name: Final = name
        self.price: Final = price


@final
class Launch(ReadyMade):
    """Buy the parents and launch a family (rule 6.3). `option` is the number of the launch value."""

    __slots__ = ("family", "family_id", "option", "value")

    def __init__(self, family: int, family_id: str, option: int, value: int) -> None:
        super().__init__(f"launch {family_id} at {value}")
        self.family: Final = family
        self.family_id: Final = family_id
        self.option: Final = option
        self.value: Final = value


@final
class BuyCard(ReadyMade):
    """Buy a single card (rule 6.4)."""

    __slots__ = ("card", "family", "kitchen")

    def __init__(self, family: int, card: int, kitchen: bool, text: str) -> None:
        super().__init__(text)
        self.family: Final = family
        self.card: Final = card
        self.kitchen: Final = kitchen


@final
class Sell(ReadyMade):
    """Sell cards of one family (rule 6.2). `half`: the parents are swapped for two singles, and one is sold."""

    __slots__ = ("cards", "family", "half")

    def __init__(self, family: int, cards: tuple[int, ...], half: bool, text: str) -> None:
        super().__init__(text)
        self.family: Final = family
        self.cards: Final = cards
        self.half: Final = half


@final
class Share(Action):
    """How much of a ticket goes into the treasury (rule 4.4)."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount: Final = amount

    @property
    def code(self) -> int:
        return SHARES + self.amount if self.amount < TICKET else -1

    def __str__(self) -> str:
        return f"treasury {self.amount}"


class OnMap(Action):
    """A decision about a hex. There are many, so its code is looked up when first needed."""

    __slots__ = ("_code", "codes")

    def __init__(self, codes: MapCodes) -> None:
        self.codes: Final = codes
        self._code = NOT_LOOKED_UP

    @property
    def code(self) -> int:
        if self._code == NOT_LOOKED_UP:
            self._code = self.codes.of(str(self))
        return self._code


NOT_LOOKED_UP: Final = -2


@final
class LayTile(OnMap):
    """Lay a tile or upgrade one (rule 7.2); with a power: RABBITS, MOLES, ANCIENT MAPS; else `power` is -1.

    `copy` is the number of the very tile, which matters to games recorded elsewhere only; -1 is any.
    """

    __slots__ = ("at", "by_power", "copy", "power", "power_name", "rotation", "tile")

    def __init__(
        self, tile: str, rotation: int, at: str, copy: int, power: int, power_name: str, codes: MapCodes
    ) -> None:
        super().__init__(codes)
        self.tile: Final = tile
        self.rotation: Final = rotation
        self.at: Final = at
        self.copy: Final = copy
        self.power: Final = power
        self.power_name: Final = power_name
        self.by_power: Final = power >= 0

    def __str__(self) -> str:
        power = f"{self.power_name}: " if self.by_power else ""
        copy = f" copy {self.copy}" if self.copy >= 0 else ""
        return f"{power}lay {self.tile} r{self.rotation} at {self.at}{copy}"


@final
class Station(OnMap):
    """Build a station (rule 7.3); `reserved`: in the space kept by THAT'S MINE (rule 10.13)."""

    __slots__ = ("at", "reserved")

    def __init__(self, at: str, reserved: bool, codes: MapCodes) -> None:
        super().__init__(codes)
        self.at: Final = at
        self.reserved: Final = reserved

    def __str__(self) -> str:
        return f"reserved station at {self.at}" if self.reserved else f"station at {self.at}"


@final
class PowerAt(OnMap):
    """Use a power on a hex: HOLE, ON A DIET, THAT'S MINE, WORK IN PROGRESS, WHEAT."""

    __slots__ = ("at", "name", "power")

    def __init__(self, power: int, name: str, at: str, codes: MapCodes) -> None:
        super().__init__(codes)
        self.power: Final = power
        self.name: Final = name
        self.at: Final = at

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


@final
class Patch(ReadyMade):
    """Put PATCH on a squirrel (rule 10.18)."""

    __slots__ = ("card", "card_id")

    def __init__(self, card: int, card_id: str) -> None:
        super().__init__(f"patch {card_id}")
        self.card: Final = card
        self.card_id: Final = card_id


@final
class Run(Action):
    """The runs of a family's squirrels (rule 7.4): for each that runs its card and the hexes in order.

    `counted` is empty, but in recorded games where the site counted otherwise than we do (11.26): then nuts and $N of
    each leg, (-1, -1) where both agree.
    """

    __slots__ = ("counted", "legs")

    def __init__(
        self, legs: tuple[tuple[str, tuple[str, ...]], ...], counted: tuple[tuple[int, int], ...] = ()
    ) -> None:
        self.legs: Final = legs
        self.counted: Final = counted

    @property
    def code(self) -> int:
        """Only `run nothing` has one that does not depend on the position."""
        return -1 if self.legs else NO_RUN

    def __str__(self) -> str:
        if not self.legs:
            return "run nothing"
        legs = [f"{card} {' '.join(hexes)}" for card, hexes in self.legs]
        for number, (nuts, pools) in enumerate(self.counted):
            if nuts >= 0:
                legs[number] += f" for {nuts} nuts and {pools} $N"
        return "run " + " + ".join(legs)


RUN_NOTHING: Final = Run(())


@final
class BuySquirrel(ReadyMade):
    """Buy a squirrel from the bank (rule 7.6). `card` is -1 for the top of the deck, else a card of the kitchen.

    `forced`: begin a forced purchase of it (rule 7.6.1).
    """

    __slots__ = ("card", "face", "forced", "kind")

    def __init__(self, card: int, kind: int, face: int, forced: bool, text: str) -> None:
        super().__init__(text)
        self.card: Final = card
        self.kind: Final = kind
        self.face: Final = face
        self.forced: Final = forced


@final
class AskFor(ReadyMade):
    """Ask for a squirrel of another family (rule 7.6); the price comes next."""

    __slots__ = ("card", "family")

    def __init__(self, card: int, family: int, text: str) -> None:
        super().__init__(text)
        self.card: Final = card
        self.family: Final = family


@final
class Acquire(ReadyMade):
    """A family asks for a green power of a player (rule 7.1); the price comes next."""

    __slots__ = ("name", "power")

    def __init__(self, power: int, name: str) -> None:
        super().__init__(f"acquire {name}")
        self.power: Final = power
        self.name: Final = name


@final
class Offer(Action):
    """The price that the family offers."""

    __slots__ = ("price",)

    def __init__(self, price: int) -> None:
        self.price: Final = price

    @property
    def code(self) -> int:
        return OFFERS + self.price if self.price < MOST else -1

    def __str__(self) -> str:
        return f"offer {self.price}"


@final
class Discard(ReadyMade):
    """Put a squirrel above the limit into the kitchen (rule 3)."""

    __slots__ = ("card", "card_id")

    def __init__(self, card: int, card_id: str) -> None:
        super().__init__(f"discard {card_id}")
        self.card: Final = card
        self.card_id: Final = card_id
