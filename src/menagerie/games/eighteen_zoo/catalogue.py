"""Every decision ready-made, and reading decisions back from their notation."""

from typing import Final, final

from menagerie.core.action import Action, ReadyMade
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    READY,
    RUN_NOTHING,
    TICKET,
    WORDS,
    Acquire,
    AskFor,
    BuyCard,
    BuyPower,
    BuySquirrel,
    DaysOff,
    Discard,
    Launch,
    LayTile,
    Offer,
    Patch,
    PowerAt,
    Run,
    Sell,
    Share,
    Station,
    UsePower,
    Whatsup,
)
from menagerie.games.eighteen_zoo.codes import MapCodes
from menagerie.games.eighteen_zoo.map.ground import Ground, lay_hex, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.pieces import CARDS, COUSIN, PARENTS, Pieces, Squirrel

LAY_POWERS: Final = (box.RABBITS, box.MOLES, box.ANCIENT_MAPS)
HEX_POWERS: Final = (box.HOLE, box.ON_A_DIET, box.THAT_S_MINE, box.WORK_IN_PROGRESS, box.WHEAT)
WORD_POWERS: Final = (box.MIDAS, box.IT_S_ALL_GREEK_TO_ME, box.TWO_BARRELS)


@final
class Catalogue:
    """Every decision there is, made once; `legal` picks from these."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces: Final = pieces
        names = [power.name.upper() for power in pieces.powers]
        self.power_names: Final = names
        families = pieces.families
        self.use: Final = {power: UsePower(power, names[power]) for power in WORD_POWERS}
        self.days_off: Final = [DaysOff(family.index, family.id, names[box.DAYS_OFF]) for family in families]
        self.buy_power: Final = [BuyPower(power, name) for power, name in enumerate(names)]
        self.acquire: Final = [Acquire(power, name) for power, name in enumerate(names)]
        self.launch: Final = [
            [Launch(family.index, family.id, option, launch.value) for option, launch in enumerate(pieces.launches)]
            for family in families
        ]
        self.buy_card: Final = [
            [
                [
                    BuyCard(family.index, card, kitchen, f"buy {family.id} {name} from {place}")
                    for card, name in enumerate(CARDS)
                ]
                for kitchen, place in ((False, "lounge"), (True, "kitchen"))
            ]
            for family in families
        ]
        self.share: Final = [Share(amount) for amount in range(TICKET)]
        self.offer: Final = [Offer(price) for price in range(128)]
        self.patch: Final = [Patch(card.index, card.id) for card in pieces.squirrels]
        self.discard: Final = [Discard(card.index, card.id) for card in pieces.squirrels]
        self.ask: Final = [
            [AskFor(card.index, family.index, f"ask {family.id} for {card.id}") for card in pieces.squirrels]
            for family in families
        ]
        self.sells: Final[dict[int, Sell]] = {}
        self._make_sells()
        self._make_squirrels()
        self._make_whatsup()
        self._grounds: dict[str, HexCatalogue] = {}
        self._by_notation: Final[dict[str, Action]] = {}
        self.ready: Final = self._collect()
        """What is made ready, in the order of the codes, which begin at READY."""
        self.codes: Final = MapCodes(pieces, names, READY + len(self.ready))

    def _make_sells(self) -> None:
        for family in self.pieces.families:
            for mask in range(1, 1 << len(CARDS)):
                cards = tuple([card for card in range(1, COUSIN + 1) if mask >> card & 1])
                names = [CARDS[card] for card in cards]
                if mask & 1 << PARENTS:
                    cards = (*cards, PARENTS)
                    text = f"sell {family.id} {' and '.join([*names, 'half of parents'])}"
                    self.sells[sell_key(family.index, mask, True)] = Sell(family.index, cards, True, text)
                    names.append(CARDS[PARENTS])
                text = f"sell {family.id} {' and '.join(names)}"
                self.sells[sell_key(family.index, mask, False)] = Sell(family.index, cards, False, text)

    def _make_squirrels(self) -> None:
        self.from_deck: list[list[BuySquirrel]] = []
        """By kind and face."""
        self.force_deck: list[list[BuySquirrel]] = []
        for kind in self.pieces.kinds:
            names = [runner.name for runner in kind.faces] if len(kind.faces) > 1 else [kind.code]
            self.from_deck.append(
                [BuySquirrel(-1, kind.index, face, False, f"buy {name} from deck") for face, name in enumerate(names)]
            )
            self.force_deck.append(
                [BuySquirrel(-1, kind.index, face, True, f"force {name} from deck") for face, name in enumerate(names)]
            )
        self.from_kitchen: list[list[BuySquirrel]] = []
        """By card and face."""
        self.force_kitchen: list[list[BuySquirrel]] = []
        for card in self.pieces.squirrels:
            self.from_kitchen.append(_kitchen_buys(card, False))
            self.force_kitchen.append(_kitchen_buys(card, True))

    def _make_whatsup(self) -> None:
        self.whatsup_deck: list[list[list[Whatsup]]] = []
        """By family, kind and face."""
        self.whatsup_kitchen: list[list[Whatsup]] = []
        name = self.power_names[box.WHATSUP]
        for family in self.pieces.families:
            self.whatsup_deck.append(
                [
                    [Whatsup(family.index, -1, face, f"use {name}: {family.id} {buy}") for face, buy in enumerate(buys)]
                    for buys in self.from_deck
                ]
            )
            self.whatsup_kitchen.append(
                [
                    Whatsup(family.index, buys[0].card, 0, f"use {name}: {family.id} {buys[0]}")
                    for buys in self.from_kitchen
                ]
            )

    def _collect(self) -> list[ReadyMade]:
        every: list[ReadyMade] = [*self.use.values(), *self.days_off, *self.buy_power, *self.acquire]
        every += [*self.patch, *self.discard, *self.sells.values()]
        for launches in self.launch:
            every += launches
        for cards in self.buy_card:
            every += [*cards[0], *cards[1]]
        for asks in self.ask:
            every += asks
        for buys in [*self.from_deck, *self.force_deck, *self.from_kitchen, *self.force_kitchen]:
            every += buys
        for kinds in self.whatsup_deck:
            for faces in kinds:
                every += faces
        for whatsups in self.whatsup_kitchen:
            every += whatsups
        for number, action in enumerate(every):
            action.take_code(READY + number)
        for written in (*WORDS, RUN_NOTHING, *every):
            self._by_notation[str(written).upper()] = written
        return every

    def on(self, ground: Ground) -> "HexCatalogue":
        """Return the decisions about the hexes of a map."""
        if ground.key not in self._grounds:
            self._grounds[ground.key] = HexCatalogue(ground, self.power_names, self.codes)
        return self._grounds[ground.key]

    # Reading.

    def read(self, text: str) -> Action | None:
        """Return the decision with this notation, if there is one."""
        words = text.upper().split()
        if not words or len(text) > 2000:
            return None
        action = self._by_notation.get(" ".join(words))
        if action is not None:
            return action
        if words[0] == "RUN":
            return self._read_run(words[1:])
        if words[-2:-1] == ["OFFER"] and len(words) == 2:
            price = _number(words[1])
            return None if price < 0 else Offer(price)
        if words[0] == "TREASURY" and len(words) == 2:
            amount = _number(words[1])
            return None if amount < 0 else Share(amount)
        if words[:2] == ["BUY", "POWER"] and words[-2:-1] == ["FOR"]:
            return self._read_priced_power(" ".join(words[2:-2]), _number(words[-1]))
        return self._read_place(words)

    def _read_priced_power(self, name: str, price: int) -> Action | None:
        if price < 0 or name not in self.power_names:
            return None
        power = self.power_names.index(name)
        return self.buy_power[power] if price == self.pieces.powers[power].cost else BuyPower(power, name, price)

    def _read_place(self, words: list[str]) -> Action | None:
        if "AT" not in words:
            return None
        at = len(words) - 1 - words[::-1].index("AT")
        before, after = words[:at], words[at + 1 :]
        copy = -1
        if len(after) == 3 and after[1] == "COPY":
            copy = _number(after[2])
            if copy < 0:
                return None
            after = after[:1]
        if len(after) != 1 or not _is_hex(after[0]):
            return None
        name = after[0]
        if len(before) >= 3 and before[-3] == "LAY":
            return self._read_lay(" ".join(before[:-3]), before[-2], before[-1], name, copy)
        if copy >= 0:
            return None
        phrase = " ".join(before)
        if phrase in ("STATION", "RESERVED STATION"):
            return Station(name, phrase != "STATION", self.codes)
        for power in HEX_POWERS:
            if phrase == self.power_names[power]:
                return PowerAt(power, phrase, name, self.codes)
        return None

    def _read_lay(self, prefix: str, tile: str, turn: str, at: str, copy: int) -> Action | None:
        if tile not in self.pieces.tiles.by_name or len(turn) != 2 or turn[0] != "R" or turn[1] not in "012345":
            return None
        number = self.pieces.tiles.by_name[tile].number
        if not prefix:
            return LayTile(number, int(turn[1]), at, copy, -1, "", self.codes)
        for power in LAY_POWERS:
            if prefix == f"{self.power_names[power]}:":
                return LayTile(number, int(turn[1]), at, copy, power, self.power_names[power], self.codes)
        return None

    def _read_run(self, words: list[str]) -> Action | None:
        ids = {card.id.upper(): card.id for card in self.pieces.squirrels}
        legs: list[tuple[str, tuple[str, ...]]] = []
        counted: list[tuple[int, int]] = []
        for part in " ".join(words).split(" + "):
            pieces = part.split()
            counted.append(_counted(pieces))
            if "FOR" in pieces:
                if counted[-1][0] < 0:
                    return None
                pieces = pieces[: pieces.index("FOR")]
            cut = 0
            while cut < len(pieces) and not _is_hex(pieces[cut]):
                cut += 1
            card = ids.get(" ".join(pieces[:cut]))
            hexes = tuple(pieces[cut:])
            if card is None or not hexes:
                return None
            if not all(_is_hex(name) for name in hexes):
                return None
            legs.append((card, hexes))
        return Run(tuple(legs), tuple(counted) if max(counted)[0] >= 0 else ())


@final
class HexCatalogue:
    """The decisions about the hexes of one map, made when first needed."""

    def __init__(self, ground: Ground, power_names: list[str], codes: MapCodes) -> None:
        self.ground: Final = ground
        self.power_names: Final = power_names
        self.codes: Final = codes
        self.stations: Final = [Station(area.name, False, codes) for area in ground.hexes]
        self.reserved: Final = [Station(area.name, True, codes) for area in ground.hexes]
        self._lays: Final[dict[int, LayTile]] = {}
        self._places: Final[dict[int, PowerAt]] = {}

    def lay(self, code: int, power: int) -> LayTile:
        """Return a lay by its code, by a power or (-1) without one."""
        key = code * 32 + power + 1
        action = self._lays.get(key)
        if action is None:
            tile = self.ground.tiles.tiles[lay_tile(code)]
            area = self.ground.hexes[lay_hex(code)]
            name = self.power_names[power] if power >= 0 else ""
            action = LayTile(tile.number, lay_rotation(code), area.name, -1, power, name, self.codes)
            self._lays[key] = action
        return action

    def at(self, power: int, place: int) -> PowerAt:
        """Return a power used on a hex."""
        key = place * 32 + power
        action = self._places.get(key)
        if action is None:
            action = PowerAt(power, self.power_names[power], self.ground.hexes[place].name, self.codes)
            self._places[key] = action
        return action


def sell_key(family: int, mask: int, half: bool) -> int:
    """Return the number of a sale: the family, a mask of its cards, and whether only half of PARENTS goes."""
    return family * 64 + mask * 2 + (1 if half else 0)


def _counted(words: list[str]) -> tuple[int, int]:
    """Return the figures at the end of a recorded run, `for 90 nuts and 2 $N`; (-1, -1) if there are none."""
    if len(words) < 6 or words[-6] != "FOR" or words[-4:-2] != ["NUTS", "AND"] or words[-1] != "$N":
        return -1, -1
    nuts, pools = _number(words[-5]), _number(words[-2])
    return (nuts, pools) if nuts >= 0 and pools >= 0 else (-1, -1)


def _kitchen_buys(card: Squirrel, forced: bool) -> list[BuySquirrel]:
    """Return a squirrel of the kitchen, by face: `buy 4J-0 from kitchen`, `buy 4J-0 as 2J from kitchen`."""
    word = "force" if forced else "buy"
    buys: list[BuySquirrel] = []
    for face, runner in enumerate(card.kind.faces):
        side = f" as {runner.name}" if face else ""
        buys.append(BuySquirrel(card.index, card.kind.index, face, forced, f"{word} {card.id}{side} from kitchen"))
    return buys


def _is_hex(word: str) -> bool:
    return 2 <= len(word) <= 3 and "A" <= word[0] <= "Z" and word[1:].isdigit() and word.isascii()


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else -1
