"""Decisions of 18ZOO in words, for people."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from menagerie.core.action import Action
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
"""A path by how many sides lie from one end to the other."""
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
    "TrackStep": "Lay no tile",
    "BonusTiles": "Lay no more",
    "StationStep": "Build no station",
    "Squirrels": "Buy no more squirrels",
    "Closing": "End the family's turn",
    "LastCall": "Keep your tickets",
    "Draft": "Pass and end turn",
}
_WORDS: Final = {
    "accept": "Accept",
    "decline": "Decline",
    "take off patch": "Take PATCH off",
}


def words(state: State, seat: int, action: Action) -> str:
    """What that seat would do."""
    state = cast(Position, state)
    return (
        _on_the_map(state, action)
        or _with_money(state, action)
        or _with_squirrels(state, action)
        or _plain(state, action)
    )


def _on_the_map(state: Position, action: Action) -> str:
    if isinstance(action, LayTile):
        means = f" with {action.power_name}" if action.power >= 0 else ""
        tile = state.pieces.tiles.by_name[action.tile.upper()]
        return f"Lay tile {tile_words(tile)}, on hex {action.at}{means}"
    if isinstance(action, Station):
        means = " with THAT'S MINE!" if action.reserved else ""
        return f"Build a station on hex {action.at}{means}"
    return f"Use {action.name} on hex {action.at}" if isinstance(action, PowerAt) else ""


def _with_money(state: Position, action: Action) -> str:
    """Cards, powers and prices."""
    if isinstance(action, Launch):
        return f"Launch {_the(state, action.family)} at {action.value} for {2 * action.value} $N"
    if isinstance(action, BuyCard):
        where = "kitchen" if action.kitchen else "lounge"
        return f"Buy {box.CARDS[action.card]} of {_the(state, action.family)} from the {where}"
    if isinstance(action, Sell):
        return f"Sell {str(action).split(' ', 2)[-1]} of {_the(state, action.family)}"
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
    return f"{action.amount} $N to the treasury" if isinstance(action, Share) else ""


def _with_squirrels(state: Position, action: Action) -> str:
    cards = state.pieces.squirrels
    if isinstance(action, Whatsup):
        return f"Use WHATSUP: {_the(state, action.family)} buy a {bought(state, action.card, action.face)}"
    if isinstance(action, BuySquirrel):
        verb = "Force the purchase of" if action.forced else "Buy"
        where = "kitchen" if action.card >= 0 else "deck"
        return f"{verb} a {bought(state, action.card, action.face)} from the {where}"
    if isinstance(action, AskFor):
        return f"Ask for the {cards[action.card].kind.code} of {_the(state, action.family)}"
    if isinstance(action, Discard):
        return f"Give up a {cards[action.card].kind.code}"
    return f"Put PATCH on the {cards[action.card].kind.code}" if isinstance(action, Patch) else ""


def _plain(state: Position, action: Action) -> str:
    if isinstance(action, Run):
        if not action.legs:
            return "Collect nothing"
        harvest = harvest_of(state, action)
        return f"Run for {harvest_words(state, harvest)}" if isinstance(harvest, Harvest) else "Run"
    text = str(action)
    if text in ("distribute", "keep"):
        return f"{text.capitalize()} {state.nuts} nuts"
    if text == "cash ticket":
        return f"Cash a ticket for {state.ticket_value} $N"
    if action is PASS:
        return passing(state)
    return _WORDS.get(text, text)


def passing(state: Position) -> str:
    """What passing means at this moment."""
    phase = state.stack[-1]
    if phase is STOCK_TURN:
        return "End turn" if state.bought or state.sold_now else "Pass and end turn"
    return _PASSING.get(type(phase).__name__, "Pass")


def harvest_words(state: Position, harvest: Harvest) -> str:
    """`40 nuts and 2 $N`."""
    income = income_of(state, state.operator, harvest)
    return f"{harvest.nuts} nuts and {income} $N" if income else f"{harvest.nuts} nuts"


def _the(state: Position, family: int) -> str:
    return f"the {state.pieces.families[family].name}"


def bought(state: Position, card: int, face: int) -> str:
    """A squirrel of the bank with its price: `4J for 30 $N`; card -1 is the top of the deck."""
    kind = state.next_squirrel().kind if card < 0 else state.pieces.squirrels[card].kind
    name = kind.faces[face].name if len(kind.faces) > 1 else kind.code
    return f"{name} for {kind.prices[face]} $N"


@lru_cache(256)
def tile_words(tile: Tile) -> str:
    """A tile for a person: number, colour, and what is on it."""
    name = f"{tile.number.rpartition('_')[2]} {COLOURS[tile.colour]}"
    if tile.slots:
        return f"{name}, {'station' if tile.slots == 1 else f'{tile.slots} spaces'}, {tile.nuts} nuts"
    bends = [_BENDS[(b - a) % 6] for a, b in paths_of(tile.turned[0])]
    if len(bends) > 2:
        return f"{name}, {len(bends)} paths"
    return f"{name}, {' and '.join(sorted(bends)) if len(set(bends)) == len(bends) else f'2 {bends[0]}s'}"


def paths_of(shape: Turned) -> list[tuple[int, int]]:
    """The pairs of sides that a path joins."""
    return [(a, b) for a in range(6) for b in EDGES_OF[shape.links[a]] if b > a]


def side(edge: int) -> str:
    """A side of a hex: `north-east`."""
    return _SIDES[EDGES[edge]]


# What comes of it.


def is_foretold(state: State, seat: int, action: Action) -> bool:
    """Money and reputation: what is done with a harvest, cards bought and sold, tickets."""
    return isinstance(action, Sell | BuyCard | BuyPower | Run) or action in (DISTRIBUTE, KEEP, CASH_TICKET)


def outcome(before: State, after: State, seat: int, action: Action) -> str:
    """What the seat gets or pays, what the family keeps, and where its reputation goes."""
    state, then = cast(Position, before), cast(Position, after)
    mine = then.cash[seat] - state.cash[seat]
    if isinstance(action, Run):
        return _of_harvest(then, seat) if action.legs and then.nuts else ""
    if action is DISTRIBUTE:
        paid = [(other, then.cash[other] - state.cash[other]) for other in range(state.players)]
        shares = [f"{'you' if other == seat else state.names[other]} {amount} $N" for other, amount in paid if amount]
        return ", ".join([*(shares or ["no pay"]), reputation(state, then, state.operator)])
    if action is KEEP:
        kept = then.treasury[state.operator] - state.treasury[state.operator]
        return f"{kept} $N, {reputation(state, then, state.operator)}"
    if isinstance(action, Sell):
        return f"{mine} $N, {reputation(state, then, action.family)}"
    if isinstance(action, BuyCard | BuyPower):
        return f"{-mine} $N, {then.cash[seat]} left"
    return f"{then.tickets[seat]} left"


def _of_harvest(ran: Position, seat: int) -> str:
    """Both things that can be done with it."""
    given, kept = ran.copy(), ran.copy()
    given.play(DISTRIBUTE, seat)
    kept.play(KEEP, seat)
    told = outcome(ran, kept, seat, KEEP).replace(f"{ran.pieces.families[ran.operator].name} ", "")
    return f"{outcome(ran, given, seat, DISTRIBUTE)}; or keep {told}"


def reputation(before: Position, after: Position, family: int) -> str:
    """Where a family's reputation goes: `Lions stay at 7`, `Lions 7 to 6`."""
    name = before.pieces.families[family].name
    old, new = before.value(family), after.value(family)
    return f"{name} stay at {old}" if old == new else f"{name} {old} to {new}"


# What it says in the rules.


def texts(state: State, seat: int) -> list[tuple[str, str]]:
    """The powers that the seat and its families have, and before the operating rounds those for sale."""
    state = cast(Position, state)
    mine = [*state.hands[seat]]
    for family in state.families:
        if state.owner(family) == seat:
            mine += state.mats[family]
    on_offer = () if state.operator >= 0 else state.on_offer
    powers = [state.pieces.powers[index] for index in dict.fromkeys([*mine, *on_offer])]
    return [(power.name, power_text(state.game, power)) for power in powers]
