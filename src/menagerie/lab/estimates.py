"""Figures with what is known of them: means and shares, each with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from menagerie.lab.standing import Z, wilson


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share, the interval in which the true one lies with 95 %, and on how many it rests."""

    value: float
    low: float
    high: float
    count: int

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {"value": _short(self.value), "low": _short(self.low), "high": _short(self.high), "count": self.count}

    def is_above(self, other: float) -> bool:
        """Whether it is clearly more than that."""
        return self.low > other

    def is_below(self, other: float) -> bool:
        """Whether it is clearly less than that."""
        return self.high < other


def _short(number: float) -> float:
    """Six digits are enough, and the same on every machine."""
    return float(f"{number:.6g}")


def share(wins: Iterable[float]) -> Estimate:
    """The share of what was won or not (a shared win counts in parts), with Wilson's interval."""
    won = list(wins)
    total = math.fsum(won)
    low, high = wilson(total, len(won))
    return Estimate(total / len(won) if won else math.nan, low, high, len(won))


def mean(values: Iterable[float]) -> Estimate:
    """The mean of values that do not depend on each other."""
    known = list(values)
    if not known:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    middle = math.fsum(known) / len(known)
    if len(known) == 1:
        return Estimate(middle, -math.inf, math.inf, 1)
    spread = math.fsum([(value - middle) ** 2 for value in known]) / (len(known) - 1)
    half = Z * math.sqrt(spread / len(known))
    return Estimate(middle, middle - half, middle + half, len(known))


def quantile(values: Iterable[float], part: float) -> float:
    """The value below which this part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
