"""Positions of 18ZOO in a line or two. On map A the homes are GI K9, PB N10, PE K17, LI E15, TI H14."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from menagerie import Event, IllegalAction
from menagerie.games.eighteen_zoo import market
from menagerie.games.eighteen_zoo.ground import lay_code
from menagerie.games.eighteen_zoo.holdings import Holdings
from menagerie.games.eighteen_zoo.phases import hiring, operating, rounds
from menagerie.games.eighteen_zoo.pieces import CARDS
from menagerie.games.eighteen_zoo.state import Hired, Table

GAME = menagerie.load("18zoo")
STEPS: dict[str, Any] = {
    "track": operating.TRACK_STEP,
    "station": operating.STATION_STEP,
    "run": operating.RUN_STEP,
    "dividend": operating.DIVIDEND,
    "squirrels": hiring.SQUIRRELS,
    "closing": hiring.CLOSING,
}
TURNS = {"GI": ("57", 1), "PB": ("6", 1), "PE": ("6", 1), "LI": ("5", 0), "TI": ("5", 0)}


def drafting(players: int = 3, seed: int = 1, **options: Any) -> Table:
    """A new game."""
    table = GAME.new(players=players, seed=seed, **{"map": "A", **options})
    assert isinstance(table, Table)
    return table


def monday(players: int = 3, **options: Any) -> Table:
    """Monday's stock round, nothing bought yet, no tickets left and no powers on offer."""
    table = drafting(players, **options)
    for _ in range(players):
        table.play("pass")
    table.tickets = [0] * players
    table.on_offer = ()
    return table


def number(table: Table, family: str) -> int:
    return next(one.index for one in table.pieces.families if one.id == family)


def power(table: Table, name: str) -> int:
    return next(one.index for one in table.pieces.powers if one.id == name or one.name.upper() == name)


def cell(table: Table, row: int, column: int) -> int:
    return next(one.index for one in table.pieces.cells if (one.row, one.column) == (row, column))


def family(
    table: Table,
    name: str,
    *,
    at: tuple[int, int] = (1, 1),
    treasury: int = 20,
    squirrels: str = "",
    kitchen: str = "",
    lounge: str | None = None,
    tile: bool = False,
    powers: tuple[str, ...] = (),
    **holders: str,
) -> int:
    """Launch a family: `family(table, "PE", A="parents, child 1", squirrels="2S")`. Other cards stay in the lounge."""
    index = number(table, name)
    market.put(table, index, cell(table, *at))
    table.treasury[index] = treasury
    rows: list[tuple[int, ...]] = [() for _ in range(table.players + 2)]
    for letter, text in (holders or {"A": "parents"}).items():
        rows[ord(letter) - ord("A")] = cards(text)
    rows[table.players + 1] = cards(kitchen)
    taken = {card for row in rows for card in row}
    rows[table.players] = tuple(card for card in range(len(CARDS)) if card not in taken)
    if lounge is not None:
        rows[table.players] = cards(lounge)
    table.holdings[index] = Holdings(tuple(rows))
    table.board.place(index, table.board.ground.homes[index])
    table.stations_left[index] = table.stations_left[index][1:]
    table.launched += 1
    table.last_launched = index
    for text in filter(None, (part.strip() for part in squirrels.split(","))):
        hire(table, name, text)
    if tile:
        lay(table, TURNS[name][0], TURNS[name][1], table.board.ground.hexes[table.board.ground.homes[index]].name)
    table.mats[index] = tuple(power(table, one) for one in powers)
    return index


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARDS.index(part.strip()) for part in text.split(",") if part.strip())


def hire(table: Table, name: str, squirrel: str, **flags: bool) -> Hired:
    """Give a family a squirrel, `3S Long` or `2J`; it is taken out of the deck's order."""
    index = number(table, name)
    used = {one.card.id for team in table.squirrels for one in team}
    for kind in table.pieces.kinds:
        names = [runner.name for runner in kind.faces] if len(kind.faces) > 1 else [kind.code]
        if squirrel in names:
            card = next(card for card in kind.copies if card.id not in used)
            hired = Hired(
                card, names.index(squirrel), flags.get("asleep", False), flags.get("last_run", False),
                flags.get("patched", False),
            )  # fmt: skip
            table.squirrels[index] += (hired,)
            return hired
    raise ValueError(squirrel)


def deck_from(table: Table, code: str) -> None:
    """The deck begins with this squirrel now, and the phase is the one before it."""
    table.dealt = next(at for at, card in enumerate(table.deck) if table.pieces.squirrels[card].kind.code == code)
    kind = table.pieces.squirrels[table.deck[table.dealt]].kind.index
    for phase in table.pieces.phases:
        if phase.kind < kind:
            table.phase_number = phase.index


def lay(table: Table, tile: str, rotation: int, at: str) -> None:
    """Put a tile onto the map."""
    ground = table.board.ground
    place = ground.by_name[at]
    sort = ground.tile_named(tile, place)
    assert sort is not None
    table.board.lay(lay_code(place, sort.index, rotation))


def operate(table: Table, name: str, step: str = "track", slot: str = "OR1.1") -> Table:
    """It is this family's turn, at this step."""
    table.slot = next(one.index for one in table.pieces.slots if one.id == slot)
    table.operator = number(table, name)
    table.operated = 0
    table.stack = [rounds.TIMELINE, rounds.OPERATING_ROUND, STEPS[step]]
    return table


def play(table: Table, *decisions: str) -> list[str]:
    """Play decisions; what was told."""
    told: list[Event] = []
    for decision in decisions:
        log: list[Event] = []
        table.play(decision, log=log)
        told += log
    return [str(event) for event in told]


def legal(table: Table, seat: int | None = None) -> list[str]:
    return [str(action) for action in table.legal(seat)]


def refused(table: Table, decision: str, rule: str = "") -> str:
    """The reason; the table is as before."""
    before = (table.view(None), table.history)
    with pytest.raises(IllegalAction) as caught:
        table.play(decision)
    assert (table.view(None), table.history) == before
    assert caught.value.reason
    if rule:
        assert caught.value.rule == rule, (caught.value.rule, caught.value.reason)
    return caught.value.reason


def value(table: Table, name: str) -> int:
    return table.value(number(table, name))


def owner(table: Table, name: str) -> str:
    return "ABCDE"[table.owner(number(table, name))]


def step(table: Table) -> str:
    """The name of the present step."""
    return next((name for name, phase in STEPS.items() if table.stack[-1] is phase), type(table.stack[-1]).__name__)
