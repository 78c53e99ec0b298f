"""The table of 18ZOO: players, families, stock board, squirrels, powers and the map."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.rng import Rng
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import scoring, view
from menagerie.games.eighteen_zoo.actions import BuySquirrel
from menagerie.games.eighteen_zoo.catalogue import Catalogue, HexCatalogue
from menagerie.games.eighteen_zoo.display import text
from menagerie.games.eighteen_zoo.holdings import Holdings
from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.pieces import DAYS, POWERS_A_DAY, Cell, Pieces, Runner, Squirrel
from menagerie.games.eighteen_zoo.running.harvest import Harvest, LastRun
from menagerie.games.eighteen_zoo.switches import Switches, switches

FAMILIES: Final = 8
NO_ONE: Final = -1
NOT_LAUNCHED: Final = -1
DRAFT_ROW: Final = 4
DRAFT_ROW_OF_FIVE: Final = 6


@final
class Hired:
    """A squirrel that works for a family. It never changes: what happens to it makes a new one."""

    __slots__ = ("asleep", "card", "face", "last_run", "patched", "saved")

    def __init__(
        self, card: Squirrel, face: int, asleep: bool, last_run: bool, patched: bool, saved: bool = False
    ) -> None:
        self.card: Final = card
        self.face: Final = face
        self.asleep: Final = asleep
        """Bought with WHATSUP: does not run in the family's next turn (rule 10.6)."""
        self.last_run: Final = last_run
        """Turned upwards: retires after its next run (rule 3)."""
        self.patched: Final = patched
        """Wears PATCH and runs as 1S (rule 10.18)."""
        self.saved: Final = saved
        """Its time is over, last run included: it stays as long as it wears PATCH (rule 10.18)."""

    def awake(self) -> Hired:
        """Return the same, awake."""
        return Hired(self.card, self.face, False, self.last_run, self.patched, self.saved)

    @property
    def name(self) -> str:
        """Return how people call it: `3S Long`, `2J`; with PATCH `1S`."""
        if self.patched:
            return "1S"
        return self.card.kind.faces[self.face].name if len(self.card.kind.faces) > 1 else self.card.kind.code

    def runner(self, patched: Runner) -> Runner:
        """Return how it runs; `patched` is the 1S."""
        return patched if self.patched else self.card.kind.faces[self.face]


@final
class Position(State):
    """Everything on the table. Lists by family have eight entries, also for families not on this map."""

    pieces: Pieces
    catalogue: Catalogue
    places: HexCatalogue
    rules: Switches
    board: Board

    # Players, by seat.
    cash: list[int]
    tickets: list[int]
    debts: list[int]
    """What is subtracted at the end for forced purchases: twice what the bank paid."""
    hands: list[tuple[int, ...]]
    """Powers of each player."""
    order: tuple[int, ...]
    """Seats in turn order."""
    card_limit: int

    # Families.
    families: tuple[int, ...]
    """Those on this map, by number."""
    treasury: list[int]
    cell: list[int]
    """Where the reputation stands; -1: not launched."""
    arrived: list[int]
    """When it came into that cell: earlier is higher in the stack."""
    clock: int
    holdings: list[Holdings]
    squirrels: list[tuple[Hired, ...]]
    stations_left: list[tuple[int, ...]]
    """The prices of the stations still on the mat."""
    mats: list[tuple[int, ...]]
    """Powers of each family."""
    launched: int
    """How many families have been launched."""
    last_launched: int
    direction: int
    """Nearby families (rule 6.3.1): 1 or -1 once two have been launched, else 0."""

    # Bank.
    deck: tuple[int, ...]
    """Squirrel cards in order; the J squirrels at its end are never used up."""
    dealt: int
    """How many cards of the deck are gone."""
    kitchen: tuple[Squirrel, ...]
    """Squirrels that families gave up."""
    power_deck: tuple[int, ...]
    """All powers in the order of their appearance."""
    on_offer: tuple[int, ...]
    """Powers for sale."""
    uses: list[int]
    """By power: how often it can still be used."""
    phase_number: int
    """The phase of the game (rule 3)."""

    # Time.
    slot: int
    """Where the locomotive stands."""
    ending: bool
    """A reputation has reached 24."""
    turn: int
    """Whose turn it is in draft and stock round: a place in the turn order."""

    # The stock round.
    passed: int
    """Mask of seats whose last turn was a pass."""
    sold: list[int]
    """By seat: mask of families sold in this stock round."""
    sold_now: int
    """Mask of families sold in this turn."""
    bought: bool
    """Whether the player has bought in this turn."""
    turned: tuple[int, ...]
    """Cards face down, as numbers (rule 6.2.1); for the site: the sets of cards, see `phases/cards.py`."""
    launched_now: bool
    """Whether a family was launched in this stock round."""
    midas: int
    """Who announced MIDAS in this stock round, or -1."""
    greek: bool
    """Whether another turn follows this one."""
    newcomer: int
    """The family that was just launched and may lay tiles."""
    extra_tiles: int
    """Bonus tiles it may still lay."""
    option: int
    """The number of the value at which it was launched."""

    # The operating round.
    operated: int
    """Mask of families that have had their turn."""
    operator: int
    """The family whose turn it is, or -1."""
    lays: int
    """Tiles laid in this turn."""
    upgraded: bool
    """Whether one of them was an upgrade."""
    laid: tuple[int, ...]
    """Hexes whose tile was laid by an ordinary lay of this turn."""
    has_station: bool
    """Whether a station was built in this turn."""
    barrels: bool
    """Whether TWO BARRELS are used in this turn."""
    harvest: Harvest | None
    """The last runs that were made, of this turn or an earlier one."""
    harvest_of: int
    """The family whose runs these are, or -1."""
    ran: bool
    """Whether those runs are of the present turn."""
    nuts: int
    income: int
    """$N from O areas in this turn."""
    runners: tuple[Hired, ...]
    """The squirrels that `harvest` belongs to."""
    last_runs: tuple[LastRun | None, ...]
    """By family, what its squirrels did when they ran last."""
    hired_new: bool
    """Whether the NEW SQUIRREL bonus was given in this turn."""
    helped: bool
    """Whether the leader had to help; the turn is over after that."""
    declined: tuple[tuple[int, int], ...]
    """Offers refused in this turn: the thing (see `asking`) and the price."""
    asking: int
    """What the family wants to buy now: a squirrel card, or POWERS_FROM + a power; -1: nothing."""
    offered: int
    """The price it offers."""
    retiring: tuple[int, ...]
    """Squirrel cards that retire unless PATCH saves one (rule 10.18)."""
    forced: BuySquirrel | None
    """What a forced purchase is about (rule 7.6.1)."""
    called: int
    """Mask of seats asked for tickets at the end of a stock round (rule 6.7)."""

    def deal(self, pieces: Pieces, catalogue: Catalogue) -> None:
        """Set up the game (rule 2)."""
        options = self.setup.options
        players = self.players
        self.pieces = pieces
        self.catalogue = catalogue
        self.rules = switches(options["rules"] == "site", self.setup.rules_version)
        site = self.rules.site
        letter = pieces.map_for(options["map"], players)
        ground = pieces.ground(letter, options["centre"], site, self.rules.loops_count_as_reach)
        self.places = catalogue.on(ground)
        self.board = Board(ground)
        self.cash = [pieces.capital(players, letter, site)] * players
        self.tickets = [pieces.tickets(players)] * players
        self.debts = [0] * players
        self.hands = [()] * players
        self.order = tuple(range(players))
        self.card_limit = pieces.card_limit(players, letter)
        self._lay_out_families(site)
        self.deck = pieces.deck(players)
        self.dealt = 0
        self.kitchen = ()
        self.power_deck = self._shuffled_powers()
        self.on_offer = self.power_deck[: self.draft_row]
        self.uses = [power.uses for power in pieces.powers]
        self.phase_number = 0
        self.slot = 0
        self.ending = False
        self.turn = 0
        self._clear_turns()

    def _lay_out_families(self, site: bool) -> None:
        self.families = self.board.ground.families
        self.treasury = [0] * FAMILIES
        self.cell = [NOT_LAUNCHED] * FAMILIES
        self.arrived = [0] * FAMILIES
        self.clock = 0
        self.holdings = [Holdings.new(self.players)] * FAMILIES
        self.squirrels = [()] * FAMILIES
        self.stations_left = [
            family.station_costs_site if site else family.station_costs for family in self.pieces.families
        ]
        self.mats = [()] * FAMILIES
        self.launched = 0
        self.last_launched = NO_ONE
        self.direction = 0

    def _clear_turns(self) -> None:
        self.passed = 0
        self.sold = [0] * self.players
        self.sold_now = 0
        self.bought = False
        self.turned = ()
        self.launched_now = False
        self.midas = NO_ONE
        self.greek = False
        self.newcomer = NO_ONE
        self.extra_tiles = 0
        self.option = 0
        self.operated = 0
        self.operator = NO_ONE
        self.lays = 0
        self.upgraded = False
        self.laid = ()
        self.has_station = False
        self.barrels = False
        self.harvest = None
        self.harvest_of = NO_ONE
        self.ran = False
        self.nuts = 0
        self.income = 0
        self.runners = ()
        self.last_runs = (None,) * FAMILIES
        self.hired_new = False
        self.helped = False
        self.declined = ()
        self.asking = NO_ONE
        self.offered = 0
        self.retiring = ()
        self.forced = None
        self.called = 0

    def _shuffled_powers(self) -> tuple[int, ...]:
        powers = list(range(len(self.pieces.powers)))
        if self.rules.site:
            return tuple(site_order(powers, self.setup.seed))
        self.rng.shuffle(powers)
        return tuple(powers)

    # What there is.

    @property
    def draft_row(self) -> int:
        """Return how many powers the draft shows."""
        return DRAFT_ROW_OF_FIVE if self.players == 5 else DRAFT_ROW

    @property
    def day(self) -> int:
        """0 before Monday, then 1 to 3."""
        return self.pieces.slots[self.slot].day

    @property
    def operating(self) -> bool:
        """Return whether this is an operating round."""
        return self.pieces.slots[self.slot].kind == "operating"

    @property
    def ticket_value(self) -> int:
        """Return what a ticket is worth now."""
        return self.pieces.slots[self.slot].ticket

    @property
    def powers_seen(self) -> int:
        """Return how many of the powers have been laid open: those of the next day, and once the stock round is
        over those of the day after it, too (rules 5.2, 6.7 and 9.2)."""
        if self.setup.options["powers"] == "open":
            return self.draft_row + DAYS * POWERS_A_DAY
        ahead = 2 if self.operating and self.rules.reveals_after_stock_round else 1
        return self.draft_row + POWERS_A_DAY * min(DAYS, self.day + ahead)

    @property
    def future(self) -> tuple[int, ...]:
        """Return powers that are open, but not for sale yet."""
        return self.power_deck[self.draft_row + POWERS_A_DAY * self.day : self.powers_seen]

    def cell_of(self, family: int) -> Cell:
        """Return where a launched family's reputation stands."""
        return self.pieces.cells[self.cell[family]]

    def value(self, family: int) -> int:
        """Return what one animal of a family is worth; 0 before it is launched."""
        cell = self.cell[family]
        return 0 if cell < 0 else self.pieces.cells[cell].value

    def owner(self, family: int) -> int:
        """Return the seat with PARENTS, or -1."""
        return self.holdings[family].owner

    def cards_held(self, seat: int) -> int:
        """Return cards that count for the card limit (rule 2.3)."""
        total = 0
        for family in self.families:
            total += len(self.holdings[family].places[seat])
        return total

    def next_squirrel(self) -> Squirrel:
        """Return the top of the deck; it holds more J squirrels than families can ever hire."""
        return self.pieces.squirrels[self.deck[self.dealt]]

    def limit(self) -> int:
        """Return squirrels a family may have now."""
        return self.pieces.phases[self.phase_number].limit

    def has_room(self, family: int) -> bool:
        """Return whether one squirrel more is within the limit; those on their last run do not count (rule 3)."""
        count = 0
        for hired in self.squirrels[family]:
            if not hired.last_run or hired.patched:
                count += 1
        return count < self.limit()

    def patched(self, family: int) -> Hired | None:
        """Return the squirrel with PATCH, if the family has it."""
        for hired in self.squirrels[family]:
            if hired.patched:
                return hired
        return None

    def before(self, family: int, other: int) -> bool:
        """Return whether a family operates before another one (rule 7)."""
        mine, theirs = self.pieces.cells[self.cell[family]], self.pieces.cells[self.cell[other]]
        if mine.value != theirs.value:
            return mine.value > theirs.value
        if mine.column != theirs.column:
            return mine.column > theirs.column
        return self.arrived[family] < self.arrived[other]

    def operating_order(self) -> list[int]:
        """Return the launched families in the order in which they would operate now."""
        ordered: list[int] = []
        for family in self.families:
            if self.cell[family] == NOT_LAUNCHED:
                continue
            at = 0
            while at < len(ordered) and self.before(ordered[at], family):
                at += 1
            ordered.insert(at, family)
        return ordered

    # The contract.

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.catalogue = self.catalogue
        twin.places = self.places
        twin.rules = self.rules
        twin.board = self.board.copy()
        twin.cash = list(self.cash)
        twin.tickets = list(self.tickets)
        twin.debts = list(self.debts)
        twin.hands = list(self.hands)
        twin.order = self.order
        twin.card_limit = self.card_limit
        twin.families = self.families
        twin.treasury = list(self.treasury)
        twin.cell = list(self.cell)
        twin.arrived = list(self.arrived)
        twin.clock = self.clock
        twin.holdings = list(self.holdings)
        twin.squirrels = list(self.squirrels)
        twin.stations_left = list(self.stations_left)
        twin.mats = list(self.mats)
        twin.launched = self.launched
        twin.last_launched = self.last_launched
        twin.direction = self.direction
        twin.deck = self.deck
        twin.dealt = self.dealt
        twin.kitchen = self.kitchen
        twin.power_deck = self.power_deck
        twin.on_offer = self.on_offer
        twin.uses = list(self.uses)
        twin.phase_number = self.phase_number
        twin.slot = self.slot
        twin.ending = self.ending
        twin.turn = self.turn
        self._copy_turns(twin)
        return twin

    def _copy_turns(self, twin: Position) -> None:
        twin.passed = self.passed
        twin.sold = list(self.sold)
        twin.sold_now = self.sold_now
        twin.bought = self.bought
        twin.turned = self.turned
        twin.launched_now = self.launched_now
        twin.midas = self.midas
        twin.greek = self.greek
        twin.newcomer = self.newcomer
        twin.extra_tiles = self.extra_tiles
        twin.option = self.option
        twin.operated = self.operated
        twin.operator = self.operator
        twin.lays = self.lays
        twin.upgraded = self.upgraded
        twin.laid = self.laid
        twin.has_station = self.has_station
        twin.barrels = self.barrels
        twin.harvest = self.harvest
        twin.harvest_of = self.harvest_of
        twin.ran = self.ran
        twin.nuts = self.nuts
        twin.income = self.income
        twin.runners = self.runners
        twin.last_runs = self.last_runs
        twin.hired_new = self.hired_new
        twin.helped = self.helped
        twin.declined = self.declined
        twin.asking = self.asking
        twin.offered = self.offered
        twin.retiring = self.retiring
        twin.forced = self.forced
        twin.called = self.called

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Redeal the powers that are still face down; everything else is open."""
        seen = self.powers_seen
        hidden = sorted(self.power_deck[seen:])
        rng.shuffle(hidden)
        self.power_deck = self.power_deck[:seen] + tuple(hidden)

    def score(self, seat: int) -> int:
        return scoring.points(self, seat)

    def standing(self, seat: int) -> tuple[int, ...]:
        return (self.score(seat), -self.order.index(seat))

    def daily_measure(self, seat: int) -> tuple[int, ...]:
        """Return the points alone: turn order, which breaks ties, means nothing between two games."""
        return (self.score(seat),)

    def chapter(self) -> str:
        return self.pieces.slots[self.slot].name

    def breakdown(self, seat: int) -> dict[str, int]:
        return scoring.breakdown(self, seat)

    def tie_break(self, index: int, first: int, second: int) -> str:
        return scoring.tie_break(self, first, second)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self)

    def secrets(self) -> dict[str, Any]:
        return {"powers": list(self.power_deck[self.powers_seen :])}

    def __str__(self) -> str:
        return text.table(self)


def site_order(powers: list[int], seed: int) -> list[int]:
    """Return the powers in the order in which 18xx.games deals them from this seed."""
    number = seed % 2**31
    drawn: list[tuple[int, int]] = []
    for power in powers:
        number = (1103515245 * number + 12345) % 2**31
        drawn.append((number, power))
    return [power for _, power in sorted(drawn)]
