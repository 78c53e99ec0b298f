"""How figures, games and bots are written in a report."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.core.seats import joined
from menagerie.lab.estimates import Estimate, rounded
from menagerie.lab.summary import Cell


def percent(estimate: Estimate) -> str:
    """`52.3 % (48.1 to 56.4)`."""
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})".replace("%", " %")


def amount(estimate: Estimate, signed: bool = False) -> str:
    """`18.9 (18.1 to 19.7)`."""
    value, low, high = [rounded(one, signed=signed) for one in (estimate.value, estimate.low, estimate.high)]
    return f"{value} (of one game)" if estimate.count < 2 else f"{value} ({low} to {high})"


def above(estimate: Estimate) -> str:
    """A difference of shares in percentage points: `+2.3 (-1.0 to +5.6)`."""
    hundred = Estimate(100 * estimate.value, 100 * estimate.low, 100 * estimate.high, estimate.count)
    return amount(hundred, signed=True)


def less(estimate: Estimate, value: float) -> Estimate:
    """An estimate of how much more it is than that."""
    return Estimate(estimate.value - value, estimate.low - value, estimate.high - value, estimate.count)


def of_players(cell: Cell) -> str:
    """`With 3 players (level=easy)`."""
    who = "Alone" if cell.players == 1 else f"With {cell.players} players"
    return f"{who} ({cell.options})" if cell.options else who


def short_names(found: Sequence[Cell]) -> list[str]:
    """What cells are called in a picture: by what they do not all have in common, and players."""
    names: list[str] = []
    for cell in found:
        players = "1 player" if cell.players == 1 else f"{cell.players} players"
        options = cell.options if len({other.options for other in found}) > 1 else ""
        lineup = cell.lineup if len({other.lineup for other in found}) > 1 else ""
        names.append(", ".join([part for part in (players, options, lineup) if part]))
    return names


def bot_words(lineup: str) -> str:
    """A lineup for who does not know our notation: `keeper (1000 positions a turn)`."""
    told: list[str] = []
    for name in lineup.split(", "):
        kind, _, limit = name.rpartition(":")
        if kind and limit.isdigit():
            told.append(f"{kind} (a bot that looks at {limit} positions a turn)")
        else:
            told.append(f"{name} (a bot)")
    return joined(told)
