"""Decisions of 18ZOO in words: buttons, and what follows from them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.seats import counted, joined
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
    CASH_TICKET,
    DISTRIBUTE,
    KEEP,
    PASS,
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
from menagerie.games.eighteen_zoo.display.sheet import power_text
from menagerie.games.eighteen_zoo.map.tiles import COLOURS, EDGES, EDGES_OF, Tile, Turned
from menagerie.games.eighteen_zoo.phases.operating import harvest_of, income_of
from menagerie.games.eighteen_zoo.phases.stock import STOCK_TURN
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import Position

_BENDS: Final = {1: "sharp curve", 2: "wide curve", 3: "straight", 4: "wide curve", 5: "sharp curve"}
"""A path by the number of sides from one end to the other."""
_TWO: Final = {"sharp curve": "2 sharp curves", "wide curve": "2 wide curves", "straight": "2 straights"}
_SIDES: Final = {
    "n": "north",
    "ne": "north-east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "nw": "north-west",
    "e": "east",
    "w": "west",
}
_PASSING: Final = {
    "HomeTile": "Keep the HOME as it is",
    "TrackStep": "Lay no tile",
    "BonusTiles": "Lay no more tiles",
    "StationStep": "Build no station",
    "Squirrels": "Buy no squirrels",
    "Closing": "End the family's turn",
    "LastCall": "Keep your tickets",
    "Draft": "Pass and end turn",
    "CleanUp": "Let them retire",
    "SecondMapTile": "Lay no second tile",
}
_WORDS: Final = {
    "accept": "Accept",
    "decline": "Decline",
    "take off patch": "Take PATCH off",
    "distribute": "Distribute",
    "keep": "Keep",
}


def words(state: State, seat: int, action: Action) -> str:
    """Return what that seat would do."""
    state = cast(Position, state)
    return (
        _on_the_map(state, action)
        or _with_money(state, action)
        or _with_squirrels(state, action)
        or _plain(state, action)
    )


def _on_the_map(state: Position, action: Action) -> str:
    if isinstance(action, LayTile):
        tile = tile_words(state.pieces.tiles.by_name[action.tile.upper()])
        if action.power >= 0:
            return f"Lay tile {tile}, on hex {action.at} with {action.power_name}"
        return f"Lay tile {tile}, on hex {action.at}"
    if isinstance(action, Station):
        if action.reserved:
            return f"Build a station on hex {action.at} with THAT'S MINE!"
        return f"Build a station on hex {action.at}"
    return f"Use {action.name} on hex {action.at}" if isinstance(action, PowerAt) else ""


def _with_money(state: Position, action: Action) -> str:
    """Return the words for cards, powers and prices."""
    if isinstance(action, Launch):
        return f"Launch {_the(state, action.family)} at {action.value} for {2 * action.value} $N"
    if isinstance(action, BuyCard):
        family, card = _the(state, action.family), box.CARDS[action.card]
        if action.kitchen:
            return f"Buy {family}' {card} from the kitchen"
        return f"Buy {family}' {card} from the lounge"
    if isinstance(action, Sell):
        return f"Sell {_the(state, action.family)}' {sold_words(action)}"
    if isinstance(action, UsePower):
        return f"Use {action.name}"
    if isinstance(action, BuyPower):
        return f"Buy {action.name}"
    if isinstance(action, Acquire):
        return f"Buy {action.name} for the family"
    if isinstance(action, DaysOff):
        return f"Use {action.name} for {_the(state, action.family)}"
    if isinstance(action, Offer):
        return f"Offer {action.price} $N"
    if isinstance(action, Share):
        return f"Put {action.amount} $N in the treasury" if action.amount else "Keep all of it"
    return ""


def sold_words(action: Sell) -> str:
    """Return the cards of a sale as a list: `child 1 and cousin`."""
    names = [box.CARDS[card] for card in action.cards]
    if action.half:
        names = [name for name in names if name != box.CARDS[box.PARENTS]] + ["half of the parents"]
    return joined(names)


def _with_squirrels(state: Position, action: Action) -> str:
    cards = state.pieces.squirrels
    if isinstance(action, Whatsup):
        return f"Use WHATSUP: {_the(state, action.family)} buy a {bought(state, action.card, action.face)}"
    if isinstance(action, BuySquirrel):
        return _purchase(bought(state, action.card, action.face), action.forced, action.card >= 0)
    if isinstance(action, AskFor):
        return f"Ask for {_the(state, action.family)}' {cards[action.card].kind.code}"
    if isinstance(action, Discard):
        return f"Give up a {cards[action.card].kind.code}"
    return f"Put PATCH on the {cards[action.card].kind.code}" if isinstance(action, Patch) else ""


def _purchase(squirrel: str, forced: bool, kitchen: bool) -> str:
    if forced:
        if kitchen:
            return f"Force the purchase of a {squirrel} from the kitchen"
        return f"Force the purchase of a {squirrel} from the deck"
    if kitchen:
        return f"Buy a {squirrel} from the kitchen"
    return f"Buy a {squirrel} from the deck"


def _plain(state: Position, action: Action) -> str:
    if isinstance(action, Run):
        if not action.legs:
            return "Skip the run"
        harvest = harvest_of(state, action)
        return f"Run for {harvest_words(state, harvest)}" if isinstance(harvest, Harvest) else "Run"
    text = str(action)
    if action is DISTRIBUTE:
        return f"Distribute {state.nuts} nuts"
    if action is KEEP:
        return f"Keep {state.nuts} nuts"
    if action is CASH_TICKET:
        return f"Cash a ticket for {state.ticket_value} $N"
    if action is PASS:
        return passing(state)
    return _WORDS.get(text, text)


def passing(state: Position) -> str:
    """Return what passing means now."""
    phase = state.stack[-1]
    if phase is STOCK_TURN:
        return "End turn" if state.bought or state.sold_now else "Pass and end turn"
    return _PASSING.get(type(phase).__name__, "Pass")


def harvest_words(state: Position, harvest: Harvest) -> str:
    """Return what runs bring: `40 nuts and 2 $N`."""
    income = income_of(state, state.operator, harvest)
    return f"{harvest.nuts} nuts and {income} $N" if income else f"{harvest.nuts} nuts"


def _the(state: Position, family: int) -> str:
    return f"the {state.pieces.families[family].name}"


def bought(state: Position, card: int, face: int) -> str:
    """Return a squirrel of the bank with its price: `4J for 47 $N`; card -1 is the top of the deck."""
    kind = state.next_squirrel().kind if card < 0 else state.pieces.squirrels[card].kind
    name = kind.faces[face].name if len(kind.faces) > 1 else kind.code
    return f"{name} for {kind.prices[face]} $N"


@lru_cache(256)
def tile_words(tile: Tile) -> str:
    """Return a tile in words: number, colour, and what is on it."""
    name = f"{tile.number.rpartition('_')[2]} {COLOURS[tile.colour]}"
    if tile.slots:
        return f"{name}, {counted(tile.slots, 'space', 'spaces')}, {tile.nuts} nuts"
    bends = [_BENDS[(b - a) % 6] for a, b in paths_of(tile.turned[0])]
    if len(bends) > 2:
        return f"{name}, {len(bends)} paths"
    if len(set(bends)) < len(bends):
        return f"{name}, {_TWO[bends[0]]}"
    return f"{name}, {joined(sorted(bends))}"


def paths_of(shape: Turned) -> list[tuple[int, int]]:
    """Return the pairs of sides that a path connects."""
    return [(a, b) for a in range(6) for b in EDGES_OF[shape.links[a]] if b > a]


def side(edge: int) -> str:
    """Return the name of a side of a hex: `north-east`."""
    return _SIDES[EDGES[edge]]


# What follows.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Return whether the decision changes money or reputation in a way that can be said before."""
    return isinstance(action, Sell | BuyCard | BuyPower | Run) or action in (DISTRIBUTE, KEEP, CASH_TICKET)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """Return what the seat and the treasury get or pay, and where the reputation goes."""
    state, then = cast(Position, before), cast(Position, after)
    mine = then.cash[seat] - state.cash[seat]
    if isinstance(action, Run):
        return _of_harvest(then, seat) if action.legs and then.nuts else ""
    if action is DISTRIBUTE:
        return _distributed(state, then, seat)
    if action is KEEP:
        return f"treasury {_into_treasury(state, then)} $N, {reputation(state, then, state.operator)}"
    if isinstance(action, Sell):
        return f"{mine} $N, {reputation(state, then, action.family)}"
    if isinstance(action, BuyCard | BuyPower):
        if mine > 0:
            return f"you gain {mine} $N, {then.cash[seat]} $N now"
        return f"{-mine} $N, {then.cash[seat]} left"
    return f"{counted(then.tickets[seat], 'ticket', 'tickets')} left"


def _of_harvest(ran: Position, seat: int) -> str:
    """Return what distributing the harvest would bring, and what keeping it would."""
    given, kept = ran.copy(), ran.copy()
    given.play(DISTRIBUTE, seat)
    kept.play(KEEP, seat)
    old, new = ran.value(ran.operator), kept.value(ran.operator)
    treasury, distributed = _into_treasury(ran, kept), _distributed(ran, given, seat)
    if old == new:
        return f"{distributed}; or keep: treasury {treasury} $N, stay at {old}"
    return f"{distributed}; or keep: treasury {treasury} $N, {old} to {new}"


def _distributed(state: Position, then: Position, seat: int) -> str:
    """Return who gets what from a distributed harvest: `you 8 $N, B 4 $N, treasury 2 $N, Lions 5 to 6`."""
    parts: list[str] = []
    for other in range(state.players):
        amount = then.cash[other] - state.cash[other]
        if amount:
            parts.append(f"you {amount} $N" if other == seat else f"{state.names[other]} {amount} $N")
    if not parts:
        parts.append("no pay")
    water = _into_treasury(state, then)
    if water:
        parts.append(f"treasury {water} $N")
    return ", ".join([*parts, reputation(state, then, state.operator)])


def _into_treasury(state: Position, then: Position) -> int:
    return then.treasury[state.operator] - state.treasury[state.operator]


def reputation(before: Position, after: Position, family: int) -> str:
    """Return where a family's reputation goes: `Lions stay at 7`, `Lions 7 to 6`."""
    name = before.pieces.families[family].name
    old, new = before.value(family), after.value(family)
    return f"{name} stay at {old}" if old == new else f"{name} {old} to {new}"


# What it says in the rules.


def texts(state: State, seat: int) -> list[tuple[str, str]]:
    """Return the powers that the seat and its families have, and outside operating rounds those for sale."""
    state = cast(Position, state)
    mine = [*state.hands[seat]]
    for family in state.families:
        if state.owner(family) == seat:
            mine += state.mats[family]
    on_offer = () if state.operator >= 0 else state.on_offer
    powers = [state.pieces.powers[index] for index in dict.fromkeys([*mine, *on_offer])]
    return [(power.name, power_text(state.game, power)) for power in powers]
