"""Positions of 18ZOO in a line or two. On map A the homes are GI K9, PB N10, PE K17, LI E15, TI H14."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

import menagerie
from menagerie import Event, IllegalAction
from menagerie.games.eighteen_zoo import market
from menagerie.games.eighteen_zoo.holdings import Holdings
from menagerie.games.eighteen_zoo.map.ground import lay_code
from menagerie.games.eighteen_zoo.phases import operating, rounds, squirrel_step
from menagerie.games.eighteen_zoo.pieces import CARDS
from menagerie.games.eighteen_zoo.state import Hired, Position
from tests.games.laying import laid

GAME = menagerie.load("18zoo")
STEPS: dict[str, Any] = {
    "track": operating.TRACK_STEP,
    "station": operating.STATION_STEP,
    "run": operating.RUN_STEP,
    "dividend": operating.DIVIDEND,
    "squirrels": squirrel_step.SQUIRRELS,
    "closing": squirrel_step.CLOSING,
}
TURNS = {"GI": ("57", 1), "PB": ("6", 1), "PE": ("6", 1), "LI": ("5", 0), "TI": ("5", 0)}


def drafting(players: int = 3, seed: int = 1, version: int = GAME.rules_version, **options: Any) -> Position:
    """A new game, perhaps with an earlier version of the rules."""
    state = GAME.begin(GAME.setup(players, seed, version, {"map": "A", **options}))
    assert isinstance(state, Position)
    return state


def on_map_a(text: str) -> Position:
    """Three players on map A, without tickets; the rest is laid as text."""
    players = "".join(f"[player {letter}]\ntickets: 0\n" for letter in "ABC" if f"[player {letter}]" not in text)
    state = laid("18zoo", f"players: 3\noption map: A\n{dedent(text)}\n{players}")
    assert isinstance(state, Position)
    return state


def monday(players: int = 3, **options: Any) -> Position:
    """Monday's stock round, nothing bought yet, no tickets left and no powers on offer."""
    state = drafting(players, **options)
    for _ in range(players):
        state.play("pass")
    state.tickets = [0] * players
    state.on_offer = ()
    return state


def number(state: Position, family: str) -> int:
    return next(one.index for one in state.pieces.families if one.id == family)


def power(state: Position, name: str) -> int:
    return next(one.index for one in state.pieces.powers if one.id == name or one.name.upper() == name)


def cell(state: Position, row: int, column: int) -> int:
    return next(one.index for one in state.pieces.cells if (one.row, one.column) == (row, column))


def family(
    state: Position,
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
    index = number(state, name)
    market.put(state, index, cell(state, *at))
    state.treasury[index] = treasury
    rows: list[tuple[int, ...]] = [() for _ in range(state.players + 2)]
    for letter, text in (holders or {"A": "parents"}).items():
        rows[ord(letter) - ord("A")] = cards(text)
    rows[state.players + 1] = cards(kitchen)
    taken = {card for row in rows for card in row}
    rows[state.players] = tuple(card for card in range(len(CARDS)) if card not in taken)
    if lounge is not None:
        rows[state.players] = cards(lounge)
    state.holdings[index] = Holdings(tuple(rows))
    state.board.place(index, state.board.ground.homes[index])
    state.stations_left[index] = state.stations_left[index][1:]
    state.launched += 1
    state.last_launched = index
    for text in filter(None, (part.strip() for part in squirrels.split(","))):
        hire(state, name, text)
    if tile:
        lay(state, TURNS[name][0], TURNS[name][1], state.board.ground.hexes[state.board.ground.homes[index]].name)
    state.mats[index] = tuple(power(state, one) for one in powers)
    return index


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARDS.index(part.strip()) for part in text.split(",") if part.strip())


def hire(state: Position, name: str, squirrel: str, **flags: bool) -> Hired:
    """Give a family a squirrel, `3S Long` or `2J`; it is taken out of the deck's order."""
    index = number(state, name)
    used = {one.card.id for team in state.squirrels for one in team}
    for kind in state.pieces.kinds:
        names = [runner.name for runner in kind.faces] if len(kind.faces) > 1 else [kind.code]
        if squirrel in names:
            card = next(card for card in kind.copies if card.id not in used)
            hired = Hired(
                card, names.index(squirrel), flags.get("asleep", False), flags.get("last_run", False),
                flags.get("patched", False),
            )  # fmt: skip
            state.squirrels[index] += (hired,)
            return hired
    raise ValueError(squirrel)


def deck_from(state: Position, code: str) -> None:
    """The deck begins with this squirrel now, and the phase is the one before it."""
    state.dealt = next(at for at, card in enumerate(state.deck) if state.pieces.squirrels[card].kind.code == code)
    kind = state.pieces.squirrels[state.deck[state.dealt]].kind.index
    for phase in state.pieces.phases:
        if phase.kind < kind:
            state.phase_number = phase.index


def lay(state: Position, tile: str, rotation: int, at: str) -> None:
    """Put a tile onto the map."""
    ground = state.board.ground
    place = ground.by_name[at]
    sort = ground.tile_named(tile, place)
    assert sort is not None
    state.board.lay(lay_code(place, sort.index, rotation))


def operate(state: Position, name: str, step: str = "track", slot: str = "OR1.1") -> Position:
    """It is this family's turn, at this step."""
    state.slot = next(one.index for one in state.pieces.slots if one.id == slot)
    state.operator = number(state, name)
    state.operated = 0
    state.stack = [rounds.TIMELINE, rounds.OPERATING_ROUND, STEPS[step]]
    return state


def play(state: Position, *decisions: str) -> list[str]:
    """Play decisions; what was told."""
    state.changed_by_hand()
    told: list[Event] = []
    for decision in decisions:
        log: list[Event] = []
        state.play(decision, log=log)
        told += log
    return [str(event) for event in told]


def finish(state: Position) -> None:
    """Let all players pass until the stock round is over."""
    state.changed_by_hand()
    while not state.operating:
        state.play("pass")


def legal(state: Position, seat: int | None = None) -> list[str]:
    state.changed_by_hand()
    return [str(action) for action in state.legal(seat)]


def refused(state: Position, decision: str, rule: str = "") -> str:
    """The reason; the table is as before."""
    state.changed_by_hand()
    before = (state.view(None), state.history)
    with pytest.raises(IllegalAction) as caught:
        state.play(decision)
    assert (state.view(None), state.history) == before
    assert caught.value.reason
    if rule:
        assert caught.value.rule == rule, (caught.value.rule, caught.value.reason)
    return caught.value.reason


def value(state: Position, name: str) -> int:
    return state.value(number(state, name))


def owner(state: Position, name: str) -> str:
    return "ABCDE"[state.owner(number(state, name))]


def step(state: Position) -> str:
    """The name of the present step."""
    return next((name for name, phase in STEPS.items() if state.stack[-1] is phase), type(state.stack[-1]).__name__)
