"""The box of 18ZOO, read once from `content/`: families, powers, squirrels, phases, stock board, rounds, set-up tables,
tiles and maps. The maps with everything computed ahead for play are in `ground.py`.

Everything is numbered: families 0 to 7 (H1 to H8), powers 0 to 19 in the order of the box, squirrel kinds in deck
order, stock cells row by row, hexes map by map. Names and ids are those that recorded games use.
"""

from typing import Final, final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent
from menagerie.games.eighteen_zoo.ground import Ground, MapSheet
from menagerie.games.eighteen_zoo.tiles import Tile, TileSet

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

CARDS: Final = ("parents", "child 1", "child 2", "child 3", "cousin")
"""The five cards of a family; card `PE_3` of a recorded game is (family PE, card 3)."""
PARENTS: Final = 0
COUSIN: Final = 4
UNITS: Final = (2, 1, 1, 1, 1)
"""How many animals each of the five cards counts for."""


@final
class Family:
    """An animal family."""

    __slots__ = ("colour", "grey_home", "id", "index", "name", "number", "station_costs", "station_costs_site", "symbol")

    index: int
    """0 to 7: number - 1."""
    id: str
    """`CR`, `GI` ... as in recorded games."""
    name: str
    """`Crocodiles`."""
    symbol: str
    """The name of its drawing."""
    station_costs: tuple[int, ...]
    """What each station costs, the free HOME station first; their number is how many it has (rule 7.3)."""
    station_costs_site: tuple[int, ...]
    """The same where rules="site"."""


@final
class Power:
    """A power card."""

    __slots__ = ("blue", "cost", "id", "index", "line", "name", "symbol", "uses")

    index: int
    id: str
    name: str
    cost: int
    blue: bool
    """Used by players in stock rounds; otherwise green: used by families."""
    uses: int
    """How many times it works; 0: always while owned."""
    line: str
    """What it does, in one short sentence."""


@final
class Runner:
    """How a squirrel runs (rule 7.4)."""

    __slots__ = ("index", "jumps", "name", "patched", "stops")

    index: int
    name: str
    """`2S`, `3S`, `4S`, `5S`, `4J`, `2J`, `1S`."""
    stops: int
    jumps: bool
    """A J squirrel: its harvest is doubled and O areas are stops."""
    patched: bool
    """The 1S of PATCH: one station of the family, and the O areas before and after."""


@final
class Squirrel:
    """One squirrel card."""

    __slots__ = ("copy", "id", "index", "kind")

    index: int
    """Its number among all squirrel cards; a mask of these is under 62 bits."""
    id: str
    """`2S-0`, `3S Long-0`, `4J-2` as in recorded games."""
    kind: "SquirrelKind"


@final
class SquirrelKind:
    """One kind of squirrel card."""

    __slots__ = ("code", "copies", "faces", "index", "per_player", "prices", "unlimited")

    index: int
    code: str
    """`2S`, `3S`, `3S Long`, `4S`, `4S Perm`, `5S`, `4J`, `1S` (the one with PATCH, never for sale)."""
    faces: tuple[Runner, ...]
    """How it runs: one face, or two (4J, 2J) from which the buyer chooses."""
    prices: tuple[int, ...]
    """The price of each face."""
    copies: tuple[Squirrel, ...]
    """All cards of this kind, most of them in play according to the number of players."""


@final
class GamePhase:
    """A phase of the game, started by the first squirrel of its kind (rule 3)."""

    __slots__ = (
        "colours",
        "index",
        "kind",
        "last_run",
        "launch_cells",
        "limit",
        "name",
        "new_phase_bonus",
        "r_value",
        "retire",
    )

    index: int
    name: str
    kind: int
    """The kind of squirrel whose first purchase starts it; -1: the game begins with it."""
    colours: int
    """How many colours of tiles may be laid: 1 yellow, 2 and green, 3 and brown, 4 and grey."""
    limit: int
    """Squirrels a family may have."""
    launch_cells: tuple[int, ...]
    """The cells where a family may be launched, cheapest first."""
    r_value: int
    new_phase_bonus: bool
    retire: tuple[int, ...]
    """Kinds that retire at once."""
    last_run: tuple[int, ...]
    """Kinds that retire after one more run."""


@final
class Cell:
    """A cell of the stock board."""

    __slots__ = (
        "arrow", "bonus", "column", "dividend", "down", "ends_game", "index", "launch", "left", "name", "right", "row",
        "threshold", "up", "value",
    )  # fmt: skip

    index: int
    row: int
    column: int
    value: int
    dividend: int
    bonus: int
    """What PARENTS get on top of the dividend."""
    threshold: int
    """Nuts to go right; in the last cell more than anyone can have."""
    right: int
    """The cell after a move; itself where the token stays."""
    left: int
    up: int
    down: int
    name: str
    """`7,1,1`: value, row, column, as in recorded games."""
    launch: int
    """The number of colours the phase must have for a launch here (1, 2, 3); 0: no launch."""
    ends_game: bool


@final
class Launch:
    """What a launch at a value brings (rule 6.3)."""

    __slots__ = ("bonus", "cell", "colours", "extra_tiles", "value")

    value: int
    cell: int
    bonus: int
    """$N for the treasury."""
    colours: int
    """The HOME tile may be of the first so many colours: 1, 2, 3."""
    extra_tiles: int
    """Yellow tiles that may be laid at once after the HOME tile."""


@final
class Slot:
    """A place of the locomotive on the turn track."""

    __slots__ = ("day", "id", "index", "kind", "ticket")

    index: int
    id: str
    """`draft`, `SR1`, `OR1.1` ... `OR3.3`, `end`."""
    kind: str
    """`draft`, `stock`, `operating` or `end`."""
    day: int
    """0 (before Monday) to 3."""
    ticket: int
    """What a ticket is worth now."""


@final
class Pieces:
    """Everything in the box."""

    families: tuple[Family, ...]
    powers: tuple[Power, ...]
    runners: tuple[Runner, ...]
    kinds: tuple[SquirrelKind, ...]
    """In deck order; the last is the 1S."""
    squirrels: tuple[Squirrel, ...]
    """Every squirrel card by index."""
    phases: tuple[GamePhase, ...]
    cells: tuple[Cell, ...]
    launches: tuple[Launch, ...]
    slots: tuple[Slot, ...]
    tiles: TileSet

    def __init__(self, content: Content) -> None:
        raise NotImplementedError

    def ground(self, map_name: str, centre: str, site: bool) -> Ground:
        """The map with this letter and centre (`BASE-1` ...), built on first use and then shared."""
        raise NotImplementedError

    def capital(self, players: int, map_name: str, site: bool) -> int:
        """What each player starts with (rule 2.3)."""
        raise NotImplementedError

    def card_limit(self, players: int, map_name: str) -> int:
        """How many animal cards a player may hold."""
        raise NotImplementedError

    def tickets(self, players: int) -> int:
        """ZOO tickets per player."""
        raise NotImplementedError

    def deck(self, players: int) -> tuple[int, ...]:
        """The squirrel deck, top first, as indices of squirrels, up to the first 4J: those never run out."""
        raise NotImplementedError
