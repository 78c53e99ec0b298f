"""Points at the end of 18ZOO (rule 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Table


def points(table: Table, seat: int) -> int:
    """Cash, cards at their value, tickets at their last value, less debt."""
    total = table.cash[seat] - table.debts[seat] + table.tickets[seat] * table.pieces.slots[-1].ticket
    for family in table.families:
        total += table.value(family) * table.holdings[family].units[seat]
    return total
