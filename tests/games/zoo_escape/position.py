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
from menagerie.games.zoo_escape.state import Position
from menagerie.games.zoo_escape.view import spot_name
from tests.games.laying import laid

GAME = menagerie.load("zoo-escape")


def zoo(*animals: str, level: str = "standard", players: int = 0) -> Position:
    """Return a quiet Zoo for these Animals."""
    chosen = {f"animal_{number}": animal for number, animal in enumerate(animals, start=1)}
    state = GAME.new(players=players or len(animals), seed=1, level=level, **chosen)
    assert isinstance(state, Position)
    inner, edge = state.pieces.face_named["funnel-cake"], state.pieces.face_named["edge-fork"]
    state.zoo = tuple(
        laid if laid.feature == 1 else state.pieces.laid_at[(inner if INNER[place] else edge).index][place]
        for place, laid in enumerate(state.zoo)
    )
    state.workshop = place_named("C3")
    lay(state, "C3 workshop")
    state.up = (1 << PLACES) - 1
    return state


def at_the_zoo(text: str) -> Position:
    """Return a table from text. Tiles that are not named are face down, as seed 1 deals them."""
    state = laid("zoo-escape", text)
    assert isinstance(state, Position)
    return state


def blocked_way(*animals: str) -> Position:
    """A Kangaroo with a Part is two tiles from the Workshop, but a Keeper stands on the only way, out of its reach. An
    Owl can remove it."""
    state = zoo(*animals)
    its_keeper = animals.index("kangaroo") + 1
    lay(state, "C5 fork r1")
    put(state, "kangaroo", "C5/2")
    put(state, "owl", "D5")
    carry(state, "kangaroo", "kite")
    keeper(state, its_keeper, "C4", "south")
    only(state, its_keeper)
    state.changed_by_hand()
    return state


def lay(state: Position, *tiles: str) -> None:
    """`"C4 bends r1"`: face up, an inner tile turned, an edge tile with its wall outside."""
    for tile in tiles:
        place, name, turns = _read(tile)
        at = list(state.zoo)
        at[place] = state.pieces.laid[state.pieces.face_named[name].index][turns]
        state.zoo = tuple(at)
        state.up |= 1 << place
        if at[place].feature == BUILDING:
            loot = list(state.loot)
            loot[place] = state.pieces.loot
            state.loot = tuple(loot)


def cover(state: Position, *tiles: str) -> None:
    """Put these tiles face down."""
    lay(state, *tiles)
    loot = list(state.loot)
    for tile in tiles:
        state.up &= ~(1 << _read(tile)[0])
        loot[_read(tile)[0]] = 0
    state.loot = tuple(loot)


def _read(tile: str) -> tuple[int, str, int]:
    place, name, *turns = tile.split()
    number = place_named(place)
    return number, name, int(turns[0][1:]) if turns else wall_turns(number)


def spot(name: str) -> int:
    """Return a spot: `"C4"` is Path 1 of C4, `"C4/2"` Path 2, `"C4/-"` no Path."""
    place, _, path = name.partition("/")
    return place_named(place) << 2 | (NO_PATH if path == "-" else int(path or 1) - 1)


def put(state: Position, animal: str, where: str) -> int:
    """Put an Animal there and return its number."""
    number = [sort.id for sort in state.animals].index(animal)
    state.spots[number] = spot(where)
    return number


def keeper(state: Position, number: int, where: str, facing: str, *, busy: bool = False) -> None:
    """Put a Keeper there."""
    state.stands[number - 1] = spot(where)
    state.facing[number - 1] = DIRECTIONS.index(facing)
    state.duty = tuple(sorted({*state.duty, number - 1}))
    if busy:
        state.busy |= 1 << (number - 1)


def only(state: Position, *numbers: int) -> None:
    """Leave only these Keepers in the game."""
    state.duty = tuple(number - 1 for number in numbers)
    for number in range(state.billionaire):
        if number not in state.duty:
            state.stands[number] = RESERVE


def where(state: Position, number: int) -> tuple[str | None, str | None]:
    """Return where a Keeper stands and faces."""
    direction = state.facing[number - 1]
    return spot_name(state.stands[number - 1]), DIRECTIONS[direction] if direction >= 0 else None


def built(state: Position, at: str, *parts: str, aboard: str = "") -> None:
    """Build the Machine there, with these Parts and Animals."""
    state.machine = spot(at)
    state.machine_parts = sum(state.pieces.card_named[part].bit for part in parts)
    for number, animal in enumerate(state.animals):
        if animal.id in aboard.split():
            state.loaded |= 1 << number
            state.spots[number] = OUTSIDE


def carry(state: Position, animal: str, *cards: str) -> None:
    """Give the Animal these cards."""
    number = [sort.id for sort in state.animals].index(animal)
    state.carried[number] = sum(state.pieces.card_named[card].bit for card in cards)


def stack_deck(state: Position, *cards: str) -> None:
    """Set the next Building cards."""
    first = [state.pieces.card_named[card].index for card in cards]
    state.deck = (*first, *(card for card in range(len(state.pieces.cards)) if card not in first))
    state.drawn = 0


def set_off(state: Position, power: int = 1, seed: int = 0) -> list[str]:
    """Play a Keepers' phase with only this Power Card and return the log."""
    set_power(state, [power] * 40)
    state.rng = Rng(seed)
    state.had_turn = state.whole_team | 1 << state.team
    state.active = -1
    del state.stack[1:]
    log: list[Event] = []
    state.log = log
    state.settle()
    state.log = None
    return [str(event) for event in log]


def set_power(state: Position, pile: list[int], discards: tuple[int, ...] = ()) -> None:
    """Put these Power Cards in the draw pile and the discards."""
    state.pile = [pile.count(value) for value in range(len(state.pile))]
    state.in_pile = len(pile)
    state.discards = [discards.count(value) for value in range(len(state.pile))]


def begin(state: Position, who: str) -> None:
    """Start the turn of an Animal or the Machine."""
    number = state.team if who == "machine" else [sort.id for sort in state.animals].index(who)
    state.play(f"begin {who}", state.leader_of(number) if number < state.team else 0)


def play(state: Position, *decisions: str) -> list[str]:
    """Play decisions of the seat to act and return the log."""
    state.changed_by_hand()
    log: list[Event] = []
    for decision in decisions:
        events: list[Event] = []
        state.play(decision, state.to_act[0], events)
        log += events
    return [str(event) for event in log]


def legal(state: Position, seat: int | None = None) -> list[str]:
    """Return the notations of the legal decisions."""
    state.changed_by_hand()
    return [str(action) for action in state.legal(state.to_act[0] if seat is None else seat)]


def refused(state: Position, decision: str, seat: int | None = None) -> IllegalAction:
    """Check that the decision is refused without a trace, and return the refusal."""
    state.changed_by_hand()
    seat = state.to_act[0] if seat is None else seat
    before = (state.view(None), state.secrets(), state.history, legal(state))
    with pytest.raises(IllegalAction) as caught:
        state.play(decision, seat)
    assert (state.view(None), state.secrets(), state.history, legal(state)) == before
    assert decision not in legal(state, seat)
    return caught.value


def paths(state: Position, seat: int = 0) -> dict[str, tuple[str, ...]]:
    """Return how each decision is pointed at."""
    return {choice.notation: choice.path for choice in GAME.choices(state, seat)}
