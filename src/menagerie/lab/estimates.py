"""Figures with what is known of them: means and shares, each with its 95 % confidence interval.

Such an interval comes from a procedure that covers the true figure in 95 of 100 studies; it does not say how probable
it is that this one does. Intervals of means are normal approximations, somewhat too narrow for fewer than 30 games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from menagerie.lab.match_stats import ERROR, Z, wilson


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share, its 95 % confidence interval, and on how many cases it rests."""

    value: float
    low: float
    high: float
    count: int

    @property
    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {"value": _short(self.value), "low": _short(self.low), "high": _short(self.high), "count": self.count}

    def is_above(self, other: float) -> bool:
        """Return whether its interval lies above that."""
        return self.low > other

    def is_below(self, other: float) -> bool:
        """Return whether its interval lies below that."""
        return self.high < other

    def is_apart(self, other: float, comparisons: int = 1) -> bool:
        """Return whether that lies outside its interval, widened for so many comparisons (Bonferroni), so that all of
        them together go wrong in at most 5 of 100 studies."""
        wider = NormalDist().inv_cdf(1 - ERROR / (2 * comparisons)) / Z
        return (
            self.value - wider * (self.value - self.low) > other
            or self.value + wider * (self.high - self.value) < other
        )


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


def difference(more: Estimate, less: Estimate) -> Estimate:
    """Return how much greater one share is than another of other games, with Newcombe's interval."""
    value = more.value - less.value
    low = value - math.hypot(more.value - more.low, less.high - less.value)
    high = value + math.hypot(more.high - more.value, less.value - less.low)
    return Estimate(value, low, high, min(more.count, less.count))


def rounded(number: float, digits: int = 1, signed: bool = False) -> str:
    """Return a number with so many digits, or one more where only that tells it from 0; never `-0.0`."""
    for places in (digits, digits + 1):
        text = f"{number:{'+' if signed else ''}.{places}f}"
        if float(text):
            return text
    return f"{0:.{digits}f}"


def quantile(values: Iterable[float], part: float) -> float:
    """The value below which this part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
