"""Positions of Dr. Potamus' Incredible Escape in a line or two.

Unless a test says otherwise all tiles are face up and harmless: junctions along the edge and, on the inner places,
crossings on which all four sides belong to one path. The Workshop is on C3, the Animals at home, the Keepers outside.
"""

from __future__ import annotations

import pytest

import menagerie
from menagerie import Event, IllegalAction
from menagerie.core.rng import Rng
from menagerie.games.zoo_escape.board import (
    DIRECTIONS,
    INNER,
    NO_PATH,
    OUTSIDE,
    PLACES,
    RESERVE,
    place_named,
    wall_turns,
)
from menagerie.games.zoo_escape.pieces import BUILDING
from menagerie.games.zoo_escape.state import Table, spot_name

GAME = menagerie.load("zoo-escape")


def zoo(*animals: str, level: str = "standard", players: int = 0) -> Table:
    """A quiet zoo for these Animals."""
    chosen = {f"animal_{number}": animal for number, animal in enumerate(animals, start=1)}
    table = GAME.new(players=players or len(animals), seed=1, level=level, **chosen)
    assert isinstance(table, Table)
    inner, edge = table.pieces.face_named["funnel-cake"], table.pieces.face_named["edge-fork"]
    table.zoo = tuple(
        laid if laid.feature == 1 else table.pieces.laid_at[(inner if INNER[place] else edge).index][place]
        for place, laid in enumerate(table.zoo)
    )
    table.workshop = place_named("C3")
    lay(table, "C3 workshop")
    table.up = (1 << PLACES) - 1
    return table


def lay(table: Table, *tiles: str) -> None:
    """`"C4 bends r1"`: face up, an inner tile turned, an edge tile with its wall outside."""
    for tile in tiles:
        place, name, turns = _read(tile)
        at = list(table.zoo)
        at[place] = table.pieces.laid[table.pieces.face_named[name].index][turns]
        table.zoo = tuple(at)
        table.up |= 1 << place
        if at[place].feature == BUILDING:
            loot = list(table.loot)
            loot[place] = table.pieces.loot
            table.loot = tuple(loot)


def cover(table: Table, *tiles: str) -> None:
    """Lay these tiles, face down."""
    lay(table, *tiles)
    loot = list(table.loot)
    for tile in tiles:
        table.up &= ~(1 << _read(tile)[0])
        loot[_read(tile)[0]] = 0
    table.loot = tuple(loot)


def _read(tile: str) -> tuple[int, str, int]:
    place, name, *turns = tile.split()
    number = place_named(place)
    return number, name, int(turns[0][1:]) if turns else wall_turns(number)


def spot(name: str) -> int:
    """`"C4"` is path 1 of C4, `"C4/2"` path 2, `"C4/-"` no path."""
    place, _, path = name.partition("/")
    return place_named(place) << 2 | (NO_PATH if path == "-" else int(path or 1) - 1)


def put(table: Table, animal: str, where: str) -> int:
    """An Animal goes there; its number."""
    number = [sort.id for sort in table.animals].index(animal)
    table.spots[number] = spot(where)
    return number


def keeper(table: Table, number: int, where: str, facing: str, *, busy: bool = False) -> None:
    """A Keeper stands there."""
    table.stands[number - 1] = spot(where)
    table.facing[number - 1] = DIRECTIONS.index(facing)
    table.duty = tuple(sorted({*table.duty, number - 1}))
    if busy:
        table.busy |= 1 << (number - 1)


def only(table: Table, *numbers: int) -> None:
    """No other Keepers than these take part."""
    table.duty = tuple(number - 1 for number in numbers)
    for number in range(table.billionaire):
        if number not in table.duty:
            table.stands[number] = RESERVE


def where(table: Table, number: int) -> tuple[str | None, str | None]:
    """Where a Keeper stands and faces."""
    direction = table.facing[number - 1]
    return spot_name(table.stands[number - 1]), DIRECTIONS[direction] if direction >= 0 else None


def built(table: Table, at: str, *parts: str, aboard: str = "") -> None:
    """The Machine is built and stands there, with these Parts and Animals."""
    table.machine = spot(at)
    table.machine_parts = sum(table.pieces.card_named[part].bit for part in parts)
    for number, animal in enumerate(table.animals):
        if animal.id in aboard.split():
            table.loaded |= 1 << number
            table.spots[number] = OUTSIDE


def carry(table: Table, animal: str, *cards: str) -> None:
    """The Animal has these cards."""
    number = [sort.id for sort in table.animals].index(animal)
    table.carried[number] = sum(table.pieces.card_named[card].bit for card in cards)


def stack_deck(table: Table, *cards: str) -> None:
    """The next Building cards."""
    first = [table.pieces.card_named[card].index for card in cards]
    table.deck = (*first, *(card for card in range(len(table.pieces.cards)) if card not in first))
    table.drawn = 0


def set_off(table: Table, power: int = 1, seed: int = 0) -> list[str]:
    """A keepers' phase in which every Power Card has this value; the log as sentences."""
    set_power(table, [power] * 40)
    table.rng = Rng(seed)
    table.had_turn = table.everybody | 1 << table.team
    table.active = -1
    del table.stack[1:]
    log: list[Event] = []
    table.log = log
    table.settle()
    table.log = None
    return [str(event) for event in log]


def set_power(table: Table, pile: list[int], discards: tuple[int, ...] = ()) -> None:
    """These Power Cards are in the draw pile and in the discards."""
    table.pile = [pile.count(value) for value in range(len(table.pile))]
    table.in_pile = len(pile)
    table.discards = [discards.count(value) for value in range(len(table.pile))]


def begin(table: Table, who: str) -> None:
    """The turn of an Animal or the Machine begins."""
    number = table.team if who == "machine" else [sort.id for sort in table.animals].index(who)
    table.play(f"begin {who}", table.leader_of(number) if number < table.team else 0)


def play(table: Table, *decisions: str) -> list[str]:
    """Decisions of the seat to act; the log as sentences."""
    log: list[Event] = []
    for decision in decisions:
        events: list[Event] = []
        table.play(decision, table.to_act[0], events)
        log += events
    return [str(event) for event in log]


def legal(table: Table, seat: int | None = None) -> list[str]:
    """The notations of what may be done."""
    return [str(action) for action in table.legal(table.to_act[0] if seat is None else seat)]


def refused(table: Table, decision: str, seat: int | None = None) -> IllegalAction:
    """The decision is not allowed and leaves no trace; why."""
    seat = table.to_act[0] if seat is None else seat
    before = (table.view(None), table.secrets(), table.history, legal(table))
    with pytest.raises(IllegalAction) as caught:
        table.play(decision, seat)
    assert (table.view(None), table.secrets(), table.history, legal(table)) == before
    assert decision not in legal(table, seat)
    return caught.value


def paths(table: Table, seat: int = 0) -> dict[str, tuple[str, ...]]:
    """How each decision is pointed at."""
    return {choice.notation: choice.path for choice in GAME.choices(table, seat)}
