"""The table as a whole."""

from __future__ import annotations

from menagerie.core.position import Form, Section
from menagerie.core.seats import LETTERS
from menagerie.games.eighteen_zoo.position.bank_part import exchange_powers, exchange_squirrels
from menagerie.games.eighteen_zoo.position.family_part import exchange_family
from menagerie.games.eighteen_zoo.position.map_part import exchange_map
from menagerie.games.eighteen_zoo.position.turn_part import exchange_turn
from menagerie.games.eighteen_zoo.position.words import families, powers
from menagerie.games.eighteen_zoo.state import NO_ONE, NOT_LAUNCHED, Position


def exchange(form: Form, state: Position) -> None:
    """Write the table into a form, or lay it out as a form says."""
    table, turn = form.section("table"), form.section("turn")
    _exchange_course(table, state)
    for seat in range(state.players):
        _exchange_player(form.section(f"player {LETTERS[seat]}"), state, seat)
    exchange_map(form, state)
    if form.reading:
        state.turned = ()
    for family in state.families:
        exchange_family(form, state, family)
    if form.reading:
        _count_launches(state)
    ids = families(state)
    state.last_launched = table.choice("last launched", state.last_launched, ids, NO_ONE)
    state.direction = table.number("direction", state.direction, 0, -1, 1)
    bank = form.section("bank")
    exchange_squirrels(bank, state)
    exchange_powers(form, bank, state)
    exchange_turn(turn, state)
    if form.reading:
        _check(table, state)


def _exchange_course(table: Section, state: Position) -> None:
    slots = [slot.id for slot in state.pieces.slots]
    state.slot = table.choice("round", state.slot, slots, 0)
    seats = LETTERS[: state.players]
    order = table.numbered("order", state.order, seats, range(state.players))
    if len(order) != state.players:
        raise table.wrong("order", f"all players from A to {seats[-1]}, in turn order")
    state.order = tuple(order)
    state.ending = table.flag("ending", state.ending)
    state.passed = table.mask("passed", state.passed, seats)
    state.called = table.mask("called", state.called, seats)


def _exchange_player(section: Section, state: Position, seat: int) -> None:
    ground = state.board.ground
    capital = state.pieces.capital(state.players, ground.map_name, state.rules.site)
    state.cash[seat] = section.number("cash", state.cash[seat], capital)
    state.tickets[seat] = section.number("tickets", state.tickets[seat], state.pieces.tickets(state.players), 0, 99)
    state.debts[seat] = section.number("debt", state.debts[seat], 0)
    state.hands[seat] = tuple(section.numbered("powers", state.hands[seat], powers(state)))
    state.sold[seat] = section.mask("sold", state.sold[seat], families(state))


def _count_launches(state: Position) -> None:
    """Read how many families were launched, and the number of the next token to enter a cell."""
    launched = [family for family in state.families if state.cell[family] != NOT_LAUNCHED]
    state.launched = len(launched)
    state.clock = max([state.arrived[family] + 1 for family in launched], default=0)


def _check(table: Section, state: Position) -> None:
    """Raise BadSetup for what no game leads to."""
    last = state.last_launched
    if (last == NO_ONE) != (state.launched == 0) or (last != NO_ONE and state.cell[last] == NOT_LAUNCHED):
        raise table.problem(
            "last launched", "name the family that was launched last, or none if no family was launched."
        )
    arrived = [state.arrived[family] for family in state.families if state.cell[family] != NOT_LAUNCHED]
    if len(set(arrived)) < len(arrived):
        raise table.problem("last launched", "two families can't have 'arrived' at the same moment.")
