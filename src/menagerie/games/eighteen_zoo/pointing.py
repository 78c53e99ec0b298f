"""How each decision of 18ZOO is made by pointing at the scene: paths of pieces and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from menagerie.core.action import Action
from menagerie.core.choosing import Choice, button
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import meaning
from menagerie.games.eighteen_zoo import pieces as box
from menagerie.games.eighteen_zoo.actions import (
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
from menagerie.games.eighteen_zoo.drawing import ghost
from menagerie.games.eighteen_zoo.ground import lay_hex, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.phases import building
from menagerie.games.eighteen_zoo.phases.marks import ANCIENT_MAPS, SECOND_HOLE
from menagerie.games.eighteen_zoo.phases.operating import harvest_of
from menagerie.games.eighteen_zoo.runs import Harvest
from menagerie.games.eighteen_zoo.state import NOBODY, Table
from menagerie.games.eighteen_zoo.tiles import COLOURS, EDGES, EDGES_OF, Tile, Turned
from menagerie.games.eighteen_zoo.trying import lays_to_try

_BENDS: Final = {1: "sharp curve", 2: "wide curve", 3: "straight", 4: "wide curve", 5: "sharp curve"}
"""A path by how many sides lie from one end to the other."""
_WORDS: Final = {
    "pass": "Pass",
    "accept": "Accept",
    "decline": "Decline",
    "take off patch": "Take PATCH off",
}


def choices(state: State, seat: int) -> list[Choice]:
    """How that seat's decisions are made by pointing."""
    table = cast(Table, state)
    return [Choice(str(action), path_to(table, seat, action), _ghost(table, action)) for action in table.legal(seat)]


def _ghost(table: Table, action: Action) -> str:
    return ghost(table, building.code_of(table, action)) if isinstance(action, LayTile) else ""


def path_to(table: Table, seat: int, action: Action) -> tuple[str, ...]:
    """The targets that lead to a decision: ids of pieces, or buttons."""
    found = _on_the_map(table, action) or _in_the_market(table, seat, action) or _at_the_bank(table, action)
    return found or (button(_plain(table, action)),)


def _power(table: Table, power: int) -> str:
    return f"power-{table.pieces.powers[power].id}"


def _mat(table: Table, family: int) -> str:
    return f"mat-{table.pieces.families[family].id}"


def _on_the_map(table: Table, action: Action) -> tuple[str, ...]:
    # The second half of a power is about a hex alone.
    going_on = table.stack[-1] is SECOND_HOLE or table.stack[-1] is ANCIENT_MAPS
    if isinstance(action, LayTile):
        first = (_power(table, action.power),) if action.power >= 0 and not going_on else ()
        code = building.code_of(table, action)
        builder = table.operator if table.newcomer == NOBODY else table.newcomer
        return (*first, *_lay(table, code, building.price(table, builder, code)))
    if isinstance(action, Station):
        return (_power(table, box.THAT_S_MINE), f"hex-{action.at}") if action.reserved else (f"hex-{action.at}",)
    if isinstance(action, PowerAt):
        return (f"hex-{action.at}",) if going_on else (_power(table, action.power), f"hex-{action.at}")
    return ()


def _lay(table: Table, code: int, price: int) -> tuple[str, ...]:
    """A hex, a tile and its rotation."""
    ground = table.board.ground
    tile = ground.tiles.tiles[lay_tile(code)]
    words = f", {price} $N" if price > 0 else f", earns {-price} $N" if price < 0 else ""
    way = _way(tile.turned[lay_rotation(code)])
    return (f"hex-{ground.hexes[lay_hex(code)].name}", button(tile_words(tile) + words), button(way))


@lru_cache(256)
def tile_words(tile: Tile) -> str:
    """A tile for a person: number, colour, and what is on it."""
    name = f"{tile.number.rpartition('_')[2]} {COLOURS[tile.colour]}"
    if tile.slots:
        return f"{name}, {'station' if tile.slots == 1 else f'{tile.slots} spaces'}, {tile.nuts} nuts"
    bends = [_BENDS[(b - a) % 6] for a, b in _paths(tile.turned[0])]
    if len(bends) > 2:
        return f"{name}, {len(bends)} paths"
    return f"{name}, {' and '.join(sorted(bends)) if len(set(bends)) == len(bends) else f'2 {bends[0]}s'}"


def _paths(shape: Turned) -> list[tuple[int, int]]:
    """The pairs of sides that a path joins."""
    return [(a, b) for a in range(6) for b in EDGES_OF[shape.links[a]] if b > a]


@lru_cache(1024)
def _way(shape: Turned) -> str:
    """A rotation in words: the sides that it joins."""
    if shape.station:
        return " ".join(EDGES[edge] for edge in EDGES_OF[shape.exits])
    return ", ".join(f"{EDGES[a]}-{EDGES[b]}" for a, b in _paths(shape))


def _in_the_market(table: Table, seat: int, action: Action) -> tuple[str, ...]:
    if isinstance(action, Launch):
        return (_mat(table, action.family), f"cell-{table.pieces.launches[action.option].cell}")
    if isinstance(action, BuyCard):
        where = "from the kitchen" if action.kitchen else "from the lounge"
        return (_mat(table, action.family), button(f"{box.CARDS[action.card].capitalize()} {where}"))
    if isinstance(action, Sell):
        cards = f"cards-{LETTERS[seat]}-{table.pieces.families[action.family].id}"
        return (cards, button(f"Sell {str(action).split(' ', 2)[-1]}"))
    if isinstance(action, UsePower | BuyPower):
        return (_power(table, action.power),)
    if isinstance(action, Acquire):
        return (_power(table, action.power), button("Buy it for the family"))
    if isinstance(action, DaysOff):
        return (_power(table, box.DAYS_OFF), _mat(table, action.family))
    if isinstance(action, Whatsup):
        return (_power(table, box.WHATSUP), _mat(table, action.family), button(action.text.split(": ")[-1]))
    return ()


def _at_the_bank(table: Table, action: Action) -> tuple[str, ...]:
    if isinstance(action, BuySquirrel):
        if action.card >= 0:
            card = f"squirrel-{table.pieces.squirrels[action.card].id}"
            return (card, button("Forced purchase")) if action.forced else (card,)
        kind = table.pieces.kinds[action.kind]
        name = kind.faces[action.face].name if len(kind.faces) > 1 else kind.code
        forced = ", a forced purchase" if action.forced else ""
        return ("deck", button(f"{name} for {kind.prices[action.face]} $N{forced}"))
    if isinstance(action, AskFor):
        return (f"squirrel-{table.pieces.squirrels[action.card].id}",)
    if isinstance(action, Discard):
        return (f"squirrel-{action.card_id}",)
    if isinstance(action, Patch):
        return (_power(table, box.PATCH), f"squirrel-{table.pieces.squirrels[action.card].id}")
    return ()


def _plain(table: Table, action: Action) -> str:
    """The label of a decision that is a button alone."""
    if isinstance(action, Offer):
        return f"Offer {action.price} $N"
    if isinstance(action, Share):
        return f"{action.amount} $N to the treasury"
    if isinstance(action, Run):
        if not action.legs:
            return "Collect nothing"
        harvest = harvest_of(table, action)
        return f"Run for {harvest.nuts} nuts" if isinstance(harvest, Harvest) else str(action)
    words = str(action)
    if words == "distribute":
        return f"Distribute {table.nuts} nuts"
    if words == "keep":
        return f"Keep {table.nuts} nuts"
    if words == "cash ticket":
        return f"Cash a ticket for {table.ticket_value} $N"
    return _WORDS.get(words, words)


# What somebody means who points at something that cannot be chosen.


def meant(state: State, seat: int, path: Sequence[str]) -> Action | None:
    """The decision that pointing at these pieces stands for, legal or not; where what was picked before does not go
    with the last piece, that one alone counts. What is legal, but chosen elsewhere, is nothing in particular here."""
    table = cast(Table, state)
    pieces = [target for target in path if not target.startswith("button:")]
    phase = table.phase(seat)
    if phase is None or not pieces:
        return None
    actions = meaning.decisions(table, seat, pieces)
    if not actions and len(pieces) > 1:
        pieces = pieces[-1:]
        actions = meaning.decisions(table, seat, pieces)
    legal = [action for action in actions if phase.refuse(table, seat, action) is None]
    for action in legal:
        if _begins(path_to(table, seat, action), pieces) and _is_offered(table, seat, action):
            return action
    return actions[0] if actions and not legal else None


def _is_offered(table: Table, seat: int, action: Action) -> bool:
    """Under the site's rules more is let pass than is offered (rule 11.25)."""
    return not table.rules.site or action in table.legal(seat)


def _begins(targets: tuple[str, ...], pieces: list[str]) -> bool:
    """Whether pointing at these pieces leads to what has this path."""
    return [target for target in targets if not target.startswith("button:")][: len(pieces)] == pieces


# Trying out.


def trials(state: State, seat: int) -> list[Choice]:
    """Tiles that could be laid somewhere, whoever's turn it is."""
    table = cast(Table, state)
    colours = table.pieces.phases[table.phase_number].colours
    codes = lays_to_try(table.board, table.operating_order(), colours)
    return [
        Choice(str(table.places.lay(code, -1)), _lay(table, code, table.board.cost(code)), ghost(table, code))
        for code in codes
    ]
