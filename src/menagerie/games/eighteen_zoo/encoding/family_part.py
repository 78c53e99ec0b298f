"""Families in numbers: reputation, treasury, stations, what they ran last, and their squirrels card by card."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Layout
from menagerie.games.eighteen_zoo.encoding.seat_part import NUMBER
from menagerie.games.eighteen_zoo.encoding.shown import Shown, tell_bits, zeros
from menagerie.games.eighteen_zoo.nearby import may_come_next
from menagerie.games.eighteen_zoo.pieces import Pieces, Squirrel
from menagerie.games.eighteen_zoo.state import FAMILIES, NOT_LAUNCHED, Hired, Position

SQUIRREL: Final = ("kitchen", "asleep", "last run", "patched", "saved", "other side")


@final
class FamilyPart:
    """The part about families."""

    def __init__(self, layout: Layout, pieces: Pieces) -> None:
        families = tuple([family.id for family in pieces.families])
        many = len(families)
        self._here: Final = layout.add("families", (many,), 0, 1, "The families of this map.", (families,))
        self._next: Final = layout.add("may_come_next", (many,), 0, 1, "Who may be launched next.", (families,))
        self._value: Final = layout.add("value", (many,), 0, NUMBER, "What one animal is worth.", (families,))
        rows = max([cell.row for cell in pieces.cells]) + 1
        columns = max([cell.column for cell in pieces.cells]) + 1
        self._cell: Final = layout.add(
            "cell",
            (many, 2),
            0,
            max(rows, columns),
            "Where the reputation stands on the stock board, from 1 on; 0 before the launch.",
            (families, ("row", "column")),
        )
        self._order: Final = layout.add(
            "operating_order", (many,), 0, many, "The place of each launched family, from 1 on.", (families,)
        )
        self._operator: Final = layout.add("operating", (many,), 0, 1, "The family whose turn it is.", (families,))
        self._operated: Final = layout.add(
            "operated", (many,), 0, 1, "Who has had a turn in this operating round.", (families,)
        )
        self._treasury: Final = layout.add("treasury", (many,), 0, NUMBER, "The $N of each family.", (families,))
        self._stations: Final = layout.add(
            "stations_left",
            (many, 2),
            0,
            NUMBER,
            "How many stations are still on the mat, and what the next one costs.",
            (families, ("left", "price")),
        )
        self._runs: Final = layout.add(
            "last_runs",
            (many, 3),
            0,
            NUMBER,
            "When the squirrels ran last: the round, from 1 on, and the nuts and $N that they brought.",
            (families, ("round", "nuts", "income")),
        )
        self._squirrel: Final = many + len(SQUIRREL)
        self._squirrels: Final = layout.add(
            "squirrels",
            (len(pieces.squirrels), self._squirrel),
            0,
            1,
            "Where each squirrel card is that has left the deck, and what holds for it.",
            (tuple([card.id for card in pieces.squirrels]), (*families, *SQUIRREL)),
        )
        self._nowhere: Final = zeros(self._squirrel)

    def tell_again(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write what has changed."""
        if not shown.cell:
            for family in state.families:
                out[self._here + family] = 1
        if state.cell != shown.cell or state.arrived != shown.arrived:
            self._tell_cells(state, out, shown)
        self._tell_next(state, out, shown)
        if state.operator != shown.operator:
            if shown.operator >= 0:
                out[self._operator + shown.operator] = 0
            if state.operator >= 0:
                out[self._operator + state.operator] = 1
            shown.operator = state.operator
        operated = state.operated if state.operating else 0
        if operated != shown.operated:
            tell_bits(out, self._operated, operated, shown.operated, FAMILIES)
            shown.operated = operated
        for family in state.families:
            left = state.stations_left[family]
            if left is not shown.stations[family]:
                out[self._stations + 2 * family] = len(left)
                out[self._stations + 2 * family + 1] = left[0] if left else 0
                shown.stations[family] = left
            if state.cell[family] != NOT_LAUNCHED and state.treasury[family] != shown.treasury[family]:
                out[self._treasury + family] = state.treasury[family]
                shown.treasury[family] = state.treasury[family]
        if state.last_runs is not shown.last_runs:
            self._tell_runs(state, out, shown)
        self._tell_squirrels(state, out, shown)

    def _tell_cells(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write reputations, and the order that follows from them."""
        for family in state.families:
            cell = state.cell[family]
            if cell != NOT_LAUNCHED and (not shown.cell or cell != shown.cell[family]):
                where = state.pieces.cells[cell]
                out[self._value + family] = where.value
                out[self._cell + 2 * family] = where.row + 1
                out[self._cell + 2 * family + 1] = where.column + 1
        for place, family in enumerate(state.operating_order()):
            if place + 1 != shown.places[family]:
                out[self._order + family] = place + 1
                shown.places[family] = place + 1
        shown.cell = state.cell.copy()
        shown.arrived = state.arrived.copy()

    def _tell_next(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write which families may be launched next; that changes only with a launch."""
        if (
            state.launched == shown.launched
            and state.last_launched == shown.last_launched
            and state.direction == shown.direction
        ):
            return
        following = 0
        for family in may_come_next(state):
            following |= 1 << family
        tell_bits(out, self._next, following, shown.may_come_next, FAMILIES)
        shown.may_come_next = following
        shown.launched = state.launched
        shown.last_launched = state.last_launched
        shown.direction = state.direction

    def _tell_runs(self, state: Position, out: memoryview, shown: Shown) -> None:
        for family, last in enumerate(state.last_runs):
            if last is not None and last is not shown.last_runs[family]:
                at = self._runs + 3 * family
                out[at] = last.slot + 1
                out[at + 1] = last.harvest.nuts
                out[at + 2] = last.income
        shown.last_runs = state.last_runs

    def _tell_squirrels(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write the squirrels; clear what has gone first, as a squirrel may have changed families."""
        kitchen = state.kitchen is not shown.kitchen
        changed = [family for family in state.families if state.squirrels[family] is not shown.squirrels[family]]
        for family in changed:
            for hired in shown.squirrels[family]:
                self._clear(hired.card, out)
        if kitchen:
            for card in shown.kitchen:
                self._clear(card, out)
            for card in state.kitchen:
                out[self._squirrels + self._squirrel * card.index + FAMILIES] = 1
            shown.kitchen = state.kitchen
        for family in changed:
            for hired in state.squirrels[family]:
                self._tell_squirrel(family, hired, out)
            shown.squirrels[family] = state.squirrels[family]

    def _clear(self, card: Squirrel, out: memoryview) -> None:
        at = self._squirrels + self._squirrel * card.index
        out[at : at + self._squirrel] = self._nowhere

    def _tell_squirrel(self, family: int, hired: Hired, out: memoryview) -> None:
        at = self._squirrels + self._squirrel * hired.card.index
        out[at + family] = 1
        at += FAMILIES + 1
        if hired.asleep:
            out[at] = 1
        if hired.last_run:
            out[at + 1] = 1
        if hired.patched:
            out[at + 2] = 1
        if hired.saved:
            out[at + 3] = 1
        if hired.face:
            out[at + 4] = 1
