"""The box of 18ZOO, read once from `content/`: families, powers, squirrels, phases, stock board, rounds, set-up tables,
tiles and maps. Shapes of tiles and maps, with everything computed ahead for play, are in `map`.

Everything is numbered: families 0 to 7 (H1 to H8), powers 0 to 19 in the order of the box, squirrel kinds in deck
order, stock cells row by row, hexes map by map. Names and ids are those that recorded games use.
"""

from typing import Final, final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent
from menagerie.games.eighteen_zoo.map.ground import Ground, MapSheet
from menagerie.games.eighteen_zoo.map.tiles import COLOURS, TileSet

# The powers, by number. `powers.toml` lists them in this order, which the shuffle of recorded games needs.
DAYS_OFF: Final = 0
MIDAS: Final = 1
TOO_MUCH_RESPONSIBILITY: Final = 2
LEPRECHAUN_POT_OF_GOLD: Final = 3
IT_S_ALL_GREEK_TO_ME: Final = 4
WHATSUP: Final = 5
RABBITS: Final = 6
MOLES: Final = 7
ANCIENT_MAPS: Final = 8
HOLE: Final = 9
ON_A_DIET: Final = 10
SHINING_GOLD: Final = 11
THAT_S_MINE: Final = 12
WORK_IN_PROGRESS: Final = 13
WHEAT: Final = 14
TWO_BARRELS: Final = 15
A_SQUEEZE: Final = 16
PATCH: Final = 17
WINGS: Final = 18
A_TIP_OF_SUGAR: Final = 19

POWER_IDS: Final = (
    "DAYS_OFF", "MIDAS", "TOO_MUCH_RESPONSIBILITY", "LEPRECHAUN_POT_OF_GOLD", "IT_S_ALL_GREEK_TO_ME", "WHATSUP",
    "RABBITS", "MOLES", "ANCIENT_MAPS", "HOLE", "ON_A_DIET", "SHINING_GOLD", "THAT_S_MINE", "WORK_IN_PROGRESS", "WHEAT",
    "TWO_BARRELS", "A_SQUEEZE", "PATCH", "WINGS", "A_TIP_OF_SUGAR",
)  # fmt: skip

MAPS: Final = ("A", "B", "C", "D", "E", "F")
CENTRES: Final = ("BASE-1", "BASE-2", "BASE-3")

POWERS_A_DAY: Final = 4
"""Powers that each stock round adds (rule 6.5)."""
DAYS: Final = 3
POWERS_FROM: Final = 100
"""Things that a family can ask for: squirrel cards by number, then powers from this number on."""
CARDS: Final = ("parents", "child 1", "child 2", "child 3", "cousin")
"""The five cards of a family; card `PE_3` of a recorded game is (family PE, card 3)."""
PARENTS: Final = 0
COUSIN: Final = 4
UNITS: Final = (2, 1, 1, 1, 1)
"""How many animals each of the five cards counts for."""


@final
class Family:
    """An animal family."""

    __slots__ = ("id", "index", "name", "station_costs", "station_costs_site", "symbol")

    def __init__(self, index: int, entry: Entry) -> None:
        self.index: Final = index
        """0 to 7; its number H1 to H8 less one."""
        self.id: Final = entry.text("id")
        """`CR`, `GI` ... as in recorded games."""
        self.name: Final = entry.text("name")
        self.symbol: Final = entry.text("symbol")
        """The name of its drawing."""
        self.station_costs: Final = tuple(entry.numbers("stations"))
        """What each station costs, the free HOME station first; their number is how many it has (rule 7.3)."""
        site = "site_stations" if entry.has("site_stations") else "stations"
        self.station_costs_site: Final = tuple(entry.numbers(site))
        """The same where rules="site"."""

    def __str__(self) -> str:
        return self.name


@final
class Power:
    """A power card."""

    __slots__ = ("blue", "cost", "id", "index", "line", "name", "symbol", "uses")

    def __init__(self, index: int, entry: Entry) -> None:
        self.index: Final = index
        self.id: Final = entry.text("id")
        self.name: Final = entry.text("name")
        self.cost: Final = entry.number("cost")
        if entry.text("colour") not in ("blue", "green"):
            raise entry.wrong("colour", "blue or green")
        self.blue: Final = entry.text("colour") == "blue"
        """Used by players in stock rounds; otherwise green: used by families."""
        self.uses: Final = entry.number("uses")
        """How many times it works; 0: always while owned."""
        self.symbol: Final = entry.text("symbol")
        self.line: Final = entry.text("line")
        """What it does, in one short sentence."""

    def __str__(self) -> str:
        return self.name.upper()


@final
class Runner:
    """How a squirrel runs (rule 7.4)."""

    __slots__ = ("index", "jumps", "name", "patched", "stops")

    def __init__(self, index: int, entry: Entry) -> None:
        self.index: Final = index
        self.name: Final = entry.text("name")
        """`2S`, `3S`, `4S`, `5S`, `4J`, `2J`, `1S`."""
        self.stops: Final = entry.number("stops")
        self.jumps: Final = entry.has("jumps") and entry.flag("jumps")
        """A J squirrel: its harvest is doubled and O areas are stops."""
        self.patched: Final = entry.has("patched") and entry.flag("patched")
        """The 1S of PATCH: one station of the family, and the O areas before and after."""

    def __str__(self) -> str:
        return self.name


@final
class Squirrel:
    """One squirrel card."""

    __slots__ = ("copy", "id", "index", "kind")

    def __init__(self, index: int, kind: "SquirrelKind", copy: int) -> None:
        self.index: Final = index
        """Its number among all squirrel cards; masks of these are under 62 bits."""
        self.kind: Final = kind
        self.copy: Final = copy
        self.id: Final = f"{kind.code}-{copy}"
        """`2S-0`, `3S Long-0`, `4J-2` as in recorded games."""

    def __str__(self) -> str:
        return self.id


@final
class SquirrelKind:
    """One kind of squirrel card."""

    __slots__ = ("code", "copies", "count", "faces", "index", "per_player", "prices", "unlimited")

    def __init__(self, index: int, entry: Entry, faces: tuple[Runner, ...], prices: tuple[int, ...]) -> None:
        self.index: Final = index
        self.code: Final = entry.text("code")
        """`2S`, `3S`, `3S Long`, `4S`, `4S Perm`, `5S`, `4J`, `1S` (the one with PATCH, never for sale)."""
        self.faces: Final = faces
        """How it runs: one face, or two (4J, 2J) from which the buyer chooses."""
        self.prices: Final = prices
        """The price of each face."""
        self.count: Final = entry.number("count")
        """Cards in the box."""
        self.per_player: Final = entry.has("per_player") and entry.flag("per_player")
        self.unlimited: Final = entry.has("unlimited") and entry.flag("unlimited")
        self.copies: tuple[Squirrel, ...] = ()
        """All cards of this kind."""

    def __str__(self) -> str:
        return self.code


@final
class GamePhase:
    """A phase of the game, started by the first squirrel of the kind that it is named after (rule 3)."""

    __slots__ = (
        "colours", "index", "kind", "last_run", "launch_cells", "limit", "name", "new_phase_bonus", "r_value", "retire",
    )  # fmt: skip

    def __init__(self, index: int, entry: Entry, kinds: dict[str, int], launches: "tuple[Launch, ...]") -> None:
        self.index: Final = index
        self.name: Final = entry.text("name")
        if self.name not in kinds:
            raise entry.wrong("name", "the code of a squirrel")
        self.kind: Final = kinds[self.name]
        """The kind of squirrel whose first purchase starts it; the game begins with the first phase."""
        self.colours: Final = entry.number("colours")
        """How many colours of tiles may be laid: 1 yellow, 2 and green, 3 and brown, 4 and grey."""
        self.limit: Final = entry.number("limit")
        """Squirrels a family may have."""
        self.r_value: Final = entry.number("r_value")
        self.new_phase_bonus: Final = entry.flag("new_phase_bonus")
        self.launch_cells: Final = tuple([launch.cell for launch in launches if launch.colours <= self.colours])
        """The cells where a family may be launched, cheapest first."""
        self.retire: Final = _kinds(entry, "retire", kinds)
        """Kinds that retire at once."""
        self.last_run: Final = _kinds(entry, "last_run", kinds)
        """Kinds that retire after one more run."""

    def __str__(self) -> str:
        return self.name


def _kinds(entry: Entry, key: str, kinds: dict[str, int]) -> tuple[int, ...]:
    if not entry.has(key):
        return ()
    for code in entry.texts(key):
        if code not in kinds:
            raise entry.wrong(key, f"a list of squirrels, and {code!r} isn't one")
    return tuple([kinds[code] for code in entry.texts(key)])


NO_THRESHOLD: Final = 1_000_000
"""In the last cell: more nuts than a family can harvest."""


@final
class Cell:
    """A cell of the stock board."""

    __slots__ = (
        "arrow", "bonus", "column", "dividend", "down", "ends_game", "index", "launch", "left", "name", "right", "row",
        "threshold", "up", "value",
    )  # fmt: skip

    def __init__(self, index: int, row: int, column: int, figures: tuple[int, int, int, int], launch: int) -> None:
        self.index: Final = index
        self.row: Final = row
        self.column: Final = column
        self.value: Final = figures[0]
        self.dividend: Final = figures[1]
        self.bonus: Final = figures[2]
        """What the parents earn in addition to the dividend."""
        self.threshold: Final = figures[3] or NO_THRESHOLD
        """Nuts to go right."""
        self.ends_game: Final = figures[3] == 0
        self.launch: Final = launch
        """The number of colours of the phase from which on a family may be launched here (1, 2, 3); 0: never."""
        self.name: Final = f"{self.value},{row},{column}"
        """As recorded games name it."""
        self.arrow: str = ""
        """`up` or `down` at a row's end."""
        self.right = self.left = self.up = self.down = index
        """The cell after a move; itself where the token stays."""

    def __str__(self) -> str:
        return str(self.value)


@final
class Launch:
    """What a launch at a value brings (rule 6.3)."""

    __slots__ = ("bonus", "cell", "colours", "extra_tiles", "value")

    def __init__(self, entry: Entry, cells: tuple[Cell, ...]) -> None:
        self.value: Final = entry.number("value")
        self.colours: Final = entry.number("colours")
        """The phase must have so many colours; the HOME tile may be of any of them."""
        self.bonus: Final = entry.number("bonus")
        """$N for the treasury."""
        self.extra_tiles: Final = entry.number("extra_tiles")
        """Yellow tiles that may be laid at once after the HOME tile."""
        found = [cell.index for cell in cells if cell.launch == self.colours and cell.value == self.value]
        if len(found) != 1:
            raise entry.wrong("value", "the value of one launch cell of that colour on the stock board")
        self.cell: Final = found[0]


WEEKDAYS: Final = ("", "Monday", "Tuesday", "Wednesday")


@final
class Slot:
    """A place of the locomotive on the turn track."""

    __slots__ = ("day", "id", "index", "kind", "name", "ticket")

    def __init__(self, index: int, entry: Entry) -> None:
        self.index: Final = index
        self.id: Final = entry.text("id")
        """`draft`, `SR1`, `OR1.1` ... `OR3.3`, `end`."""
        self.kind: Final = entry.text("kind")
        if self.kind not in ("draft", "stock", "operating", "end"):
            raise entry.wrong("kind", "draft, stock, operating or end")
        self.day: Final = entry.number("day")
        """0 (before Monday) to 3 (Wednesday)."""
        number = f" {self.id.rpartition('.')[2]}" if self.kind == "operating" else ""
        whole = f"{WEEKDAYS[self.day]}, {self.kind} round{number}"
        self.name: Final = {"draft": "Draft", "end": "The end"}.get(self.kind, whole)
        self.ticket: Final = entry.number("ticket")
        """What a ticket is worth now."""

    def __str__(self) -> str:
        return self.id


@final
class TableSize:
    """What a number of players changes."""

    __slots__ = ("capital", "card_limit", "draft", "nearby", "players", "site_capital", "tickets")

    def __init__(self, entry: Entry) -> None:
        self.players: Final = entry.number("players")
        self.capital: Final = tuple(entry.numbers("capital", 2))
        self.card_limit: Final = tuple(entry.numbers("card_limit", 2))
        self.tickets: Final = entry.number("tickets")
        self.draft: Final = entry.number("draft")
        """Powers that are open in the draft."""
        self.nearby: Final = entry.flag("nearby")
        """Whether launches follow the families' numbers (rule 6.3.1)."""
        self.site_capital: Final[dict[str, int]] = {}
        if entry.has("site_capital"):
            for name in entry.entry("site_capital").values:
                self.site_capital[name] = entry.entry("site_capital").number(name)


SMALL_MAP: Final = 5
"""Up to so many families a map is a small one in the set-up table."""


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, content: Content) -> None:
        families = content.read("families.toml")
        self.families: Final = tuple([Family(i, entry) for i, entry in enumerate(families.entries("family"))])
        self.family_index: Final = {family.id: family.index for family in self.families}
        powers = content.read("powers.toml")
        self.powers: Final = tuple([Power(i, entry) for i, entry in enumerate(powers.entries("power"))])
        self.powers_per_player: Final = powers.number("limit_per_player")
        self.powers_per_family: Final = powers.number("limit_per_family")
        self.cells: Final = _read_cells(content.read("stock_board.toml"))
        setup = content.read("setup.toml")
        self.launches: Final = tuple([Launch(entry, self.cells) for entry in setup.entries("launch")])
        self.slots: Final = tuple([Slot(i, entry) for i, entry in enumerate(setup.entries("slot"))])
        self.tables: Final = {size.players: size for size in [TableSize(entry) for entry in setup.entries("table")]}
        self.powers_per_stock_round: Final = setup.entry("powers").number("per_stock_round")
        self._read_squirrels(content.read("squirrels.toml"))
        tiles = content.read("tiles.toml").entries("tile")
        self.tiles: Final = TileSet(tiles, self.family_index, False)
        self.site_tiles: Final = TileSet(tiles, self.family_index, True)
        self.sheets: Final = {name: MapSheet(content.read(f"map_{name.lower()}.toml")) for name in MAPS}
        self._grounds: Final[dict[tuple[str, str, bool, bool], Ground]] = {}
        self._check()

    def _read_squirrels(self, file: Entry) -> None:
        runners: list[Runner] = []
        kinds: list[SquirrelKind] = []
        squirrels: list[Squirrel] = []
        for entry in file.entries("squirrel"):
            faces: list[Runner] = []
            for face in entry.entries("faces"):
                known = [runner for runner in runners if runner.name == face.text("name")]
                if not known:
                    runners.append(Runner(len(runners), face))
                    known = [runners[-1]]
                faces.append(known[0])
            prices = tuple([face.number("price") for face in entry.entries("faces")])
            kind = SquirrelKind(len(kinds), entry, tuple(faces), prices)
            count = ENDLESS if kind.unlimited else kind.count
            copies = [Squirrel(len(squirrels) + copy, kind, copy) for copy in range(count)]
            kind.copies = tuple(copies)
            kinds.append(kind)
            squirrels += copies
        self.runners: tuple[Runner, ...] = tuple(runners)
        """2S, 3S, 4S, 5S, 4J, 2J, 1S."""
        self.kinds: tuple[SquirrelKind, ...] = tuple(kinds)
        """In deck order; the last is the 1S."""
        self.kind_index: dict[str, int] = {kind.code: kind.index for kind in kinds}
        self.squirrels: tuple[Squirrel, ...] = tuple(squirrels)
        """Every squirrel card by index."""
        phases = file.entries("phase")
        self.phases: tuple[GamePhase, ...] = tuple(
            [GamePhase(i, entry, self.kind_index, self.launches) for i, entry in enumerate(phases)]
        )

    def _check(self) -> None:
        """What the box must hold for the rules to work, whatever content folder is in use."""
        if len(self.families) != 8:
            raise BadContent(f"families.toml: there are 8 families, not {len(self.families)}.")
        if tuple([power.id for power in self.powers]) != POWER_IDS:
            raise BadContent(f"powers.toml: the powers must be, in this order: {', '.join(POWER_IDS)}.")
        if [kind.code for kind in self.kinds] != ["2S", "3S", "3S Long", "4S", "4S Perm", "5S", "4J", "1S"]:
            raise BadContent("squirrels.toml: the squirrels must be 2S, 3S, 3S Long, 4S, 4S Perm, 5S, 4J and 1S.")
        if [slot.id for slot in self.slots] != SLOT_IDS:
            raise BadContent(f"setup.toml: the slots must be, in this order: {', '.join(SLOT_IDS)}.")
        total = sum([tile.count for tile in self.tiles.tiles[: self.tiles.stocks]])
        if total != TILES:
            raise BadContent(f"tiles.toml: there are {TILES} tiles, not {total}.")
        for sheet in self.sheets.values():
            for family in sheet.families():
                if family not in self.family_index:
                    raise BadContent(f"{sheet.where}, [homes]: {family!r} is no family.")

    def ground(self, map_name: str, centre: str, site: bool, loops_count: bool = False) -> Ground:
        """Return the map with this letter and centre, built on first use and then shared."""
        key = (map_name, centre, site, loops_count)
        if key not in self._grounds:
            tiles = self.site_tiles if site else self.tiles
            self._grounds[key] = Ground(self.sheets[map_name], centre, tiles, self.family_index, site, loops_count)
        return self._grounds[key]

    def map_for(self, option: str, players: int) -> str:
        """Return the letter of the map that the option `map` means."""
        if option != "suggested":
            return option
        for sheet in self.sheets.values():
            if players in sheet.suggested_players:
                return sheet.name
        return MAPS[0]

    def capital(self, players: int, map_name: str, site: bool) -> int:
        """Return what each player starts with (rule 2.3)."""
        size = self.tables[players]
        if site and map_name in size.site_capital:
            return size.site_capital[map_name]
        return size.capital[self._large(map_name)]

    def card_limit(self, players: int, map_name: str) -> int:
        """Return how many animal cards a player may hold (rule 2.3)."""
        return self.tables[players].card_limit[self._large(map_name)]

    def tickets(self, players: int) -> int:
        """ZOO tickets per player."""
        return self.tables[players].tickets

    def _large(self, map_name: str) -> int:
        return 1 if len(self.sheets[map_name].families()) > SMALL_MAP else 0

    def deck(self, players: int) -> tuple[int, ...]:
        """Return the squirrel deck, top first, as indices of squirrels; the 4J at its end never run out."""
        deck: list[int] = []
        for kind in self.kinds[:-1]:
            count = players if kind.per_player else len(kind.copies)
            deck += [squirrel.index for squirrel in kind.copies[:count]]
        return tuple(deck)


ENDLESS: Final = 30
"""How many cards stand for a kind that is never used up."""
TILES: Final = 100
SLOT_IDS: Final = [
    "draft", "SR1", "OR1.1", "OR1.2", "SR2", "OR2.1", "OR2.2", "SR3", "OR3.1", "OR3.2", "OR3.3", "end",
]  # fmt: skip


def _read_cells(board: Entry) -> tuple[Cell, ...]:
    """Return the stock board, with every move computed (rule 6.1)."""
    cells: list[Cell] = []
    rows: list[list[Cell]] = []
    arrows: list[Entry] = board.entries("row")
    for row, entry in enumerate(arrows):
        launches = _read_launches(entry)
        line: list[Cell] = []
        figures = entry.values.get("cells")
        if not isinstance(figures, list) or not figures:
            raise entry.wrong("cells", "a list of cells")
        for column, numbers in enumerate(figures):
            four = Entry({"cell": numbers}, f"{entry.where}, cell {column + 1}").numbers("cell", 4)
            line.append(Cell(len(cells), row, column, (four[0], four[1], four[2], four[3]), launches.get(column, 0)))
            cells.append(line[-1])
        rows.append(line)
    for cell in cells:
        line = rows[cell.row]
        if cell.row > 0:
            cell.up = rows[cell.row - 1][cell.column].index
        if cell.row + 1 < len(rows) and cell.column < len(rows[cell.row + 1]):
            cell.down = rows[cell.row + 1][cell.column].index
        entry = arrows[cell.row]
        cell.left = cell.right = cell.index
        if cell.column > 0:
            cell.left = cell.index - 1
        elif entry.has("left_arrow"):
            cell.arrow = "down"
            cell.left = cell.down
        if cell.column + 1 < len(line):
            cell.right = cell.index + 1
        elif entry.has("right_arrow"):
            cell.arrow = "up"
            cell.right = cell.up
    return tuple(cells)


def _read_launches(entry: Entry) -> dict[int, int]:
    launches: dict[int, int] = {}
    if entry.has("launch"):
        state = entry.entry("launch")
        for colour in state.values:
            if colour not in COLOURS[1:]:
                raise state.wrong(colour, "under a colour of tiles")
            launches[state.number(colour)] = COLOURS.index(colour)
    return launches
