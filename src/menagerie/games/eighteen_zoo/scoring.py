"""Points at the end of 18ZOO (rule 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from menagerie.games.eighteen_zoo.state import Position


def points(state: Position, seat: int) -> int:
    """Return cash, cards at their value, tickets at their last value, less debt."""
    total = state.cash[seat] - state.debts[seat] + state.tickets[seat] * state.pieces.slots[-1].ticket
    for family in state.families:
        total += state.value(family) * state.holdings[family].units[seat]
    return total


def breakdown(state: Position, seat: int) -> dict[str, int]:
    """Rule 8.2: return the points by what they are for; of the families those in which the player has cards."""
    found = {"cash": state.cash[seat], "tickets": state.tickets[seat] * state.pieces.slots[-1].ticket}
    if state.debts[seat]:
        found["debt"] = -state.debts[seat]
    for family in state.families:
        units = state.holdings[family].units[seat]
        if units:
            found[state.pieces.families[family].name] = state.value(family) * units
    return found


def tie_break(state: Position, first: int, second: int) -> str:
    """Rule 8.2: equals are ranked by turn order."""
    return f"as number {state.order.index(first) + 1} in turn order before number {state.order.index(second) + 1}"
