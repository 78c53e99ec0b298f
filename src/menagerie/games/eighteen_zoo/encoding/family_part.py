"""Families in numbers: reputation, treasury, stations, what they ran last, and their squirrels card by card."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Layout
from menagerie.games.eighteen_zoo.encoding.seat_part import NUMBER
from menagerie.games.eighteen_zoo.encoding.shown import Shown, kept, zeros
from menagerie.games.eighteen_zoo.nearby import may_come_next
from menagerie.games.eighteen_zoo.pieces import Pieces
from menagerie.games.eighteen_zoo.state import FAMILIES, NOT_LAUNCHED, Position

SQUIRREL: Final = ("kitchen", "asleep", "last run", "patched", "saved", "other side")


@final
class FamilyPart:
    """What is told of families."""

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
        self._end: Final = layout.size
        self._nothing: Final = zeros(self._end - self._here)

    def tell_again(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write what has changed: treasuries often, all the rest together seldom."""
        about: tuple[object, ...] = (
            state.families, state.slot, state.operator, state.operated, state.last_launched, state.direction,
            state.cell, state.arrived, state.last_runs, state.squirrels, state.kitchen, state.stations_left,
        )  # fmt: skip
        if about != shown.families:
            shown.families = kept(about)
            out[self._here : self._end] = self._nothing
            self.tell(state, out)
        elif state.treasury != shown.treasury:
            self._tell_treasuries(state, out)
        else:
            return
        shown.treasury = state.treasury.copy()

    def tell(self, state: Position, out: memoryview) -> None:
        """Write it, where nothing is told yet."""
        self._tell_treasuries(state, out)
        for family in state.families:
            out[self._here + family] = 1
            if state.cell[family] != NOT_LAUNCHED:
                self._tell_launched(state, family, out)
            self._tell_stations(state, family, out)
        for family in may_come_next(state):
            out[self._next + family] = 1
        for place, family in enumerate(state.operating_order()):
            out[self._order + family] = place + 1
        if state.operator >= 0:
            out[self._operator + state.operator] = 1
        if state.operating:
            for family in range(FAMILIES):
                if state.operated >> family & 1:
                    out[self._operated + family] = 1
        for card in state.kitchen:
            out[self._squirrels + self._squirrel * card.index + FAMILIES] = 1

    def _tell_treasuries(self, state: Position, out: memoryview) -> None:
        for family in state.families:
            if state.cell[family] != NOT_LAUNCHED:
                out[self._treasury + family] = state.treasury[family]

    def _tell_launched(self, state: Position, family: int, out: memoryview) -> None:
        cell = state.pieces.cells[state.cell[family]]
        out[self._value + family] = cell.value
        out[self._cell + 2 * family] = cell.row + 1
        out[self._cell + 2 * family + 1] = cell.column + 1
        last = state.last_runs[family]
        if last is not None:
            at = self._runs + 3 * family
            out[at] = last.slot + 1
            out[at + 1] = last.harvest.nuts
            out[at + 2] = last.income
        for hired in state.squirrels[family]:
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

    def _tell_stations(self, state: Position, family: int, out: memoryview) -> None:
        left = state.stations_left[family]
        if left:
            out[self._stations + 2 * family] = len(left)
            out[self._stations + 2 * family + 1] = left[0]
