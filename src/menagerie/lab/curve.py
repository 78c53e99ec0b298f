"""Strength against time: what several matches of the arena came to, told as a table and drawn as a curve.

Each match is one object that `menagerie arena ... --json` printed; all are of one title, and their first bot differs in
its time. How long that was is not what it was allowed but what it took.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import menagerie
from menagerie.core.errors import BadSetup, MenagerieError
from menagerie.core.seats import counted
from menagerie.lab.entrants import LIMITS
from menagerie.lab.match_stats import wilson


@dataclass(frozen=True, slots=True)
class Point:
    """One match."""

    title: str
    players: int
    name: str
    """The first bot."""
    others: tuple[str, ...]
    seconds: float
    """What its turns took on average."""
    wins: float
    games: int

    @property
    def share(self) -> float:
        """How much of its games it won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of that."""
        return wilson(self.wins, self.games)


def read(file: Path) -> Point:
    """The match that a file tells of; raises BadSetup."""
    try:
        figures = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetup(f"{file} cannot be read: {error.strerror}.") from None
    except ValueError:
        figures = None
    return point(figures, file)


def point(figures: Any, file: Path) -> Point:
    """The match that these figures of that file tell of; raises BadSetup."""
    try:
        name, *others = figures["bots"]
        line = figures["bots"][name]
        seconds, wins, games = float(line["cpu_per_turn"]), float(line["wins"]), int(line["games"])
        found = Point(str(figures["title"]), int(figures["players"]), name, tuple(others), seconds, wins, games)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadSetup(f"{file} does not hold what `menagerie arena ... --json` prints.") from None
    if found.games < 1 or found.seconds <= 0:
        raise BadSetup(f"{file}: in this match {found.name} has not played a turn.")
    return found


def curve(files: Sequence[Path]) -> list[Point]:
    """The matches in these files, the quickest first; raises BadSetup if they are not of one kind."""
    points = sorted([read(file) for file in files], key=lambda point: point.seconds)
    for point in points:
        if (point.title, point.players, point.others) != (points[0].title, points[0].players, points[0].others):
            raise BadSetup(f"A curve is of one title, as many players and the same others: {point.name} is not.")
    return points


def heading(points: Sequence[Point]) -> str:
    """What the matches have in common, in a few words."""
    first = points[0]
    try:
        title = menagerie.load(first.title).name
    except MenagerieError:
        title = first.title
    against = f" v {', '.join(first.others)}" if first.others else ""
    players = counted(first.players, "player", "players")
    kind, _, limit = first.name.rpartition(":")
    return f"{title}, {players}: {kind if limit[:1] in LIMITS else first.name}{against}"


def table(points: Sequence[Point]) -> str:
    """For people."""
    rows = [heading(points), f"{'CPU a turn':>10}  {'wins':>9}  {'share':>6}  {'95 %':>13}"]
    for point in points:
        low, high = point.interval
        rows.append(
            f"{point.seconds * 1000:>7.1f} ms  {point.wins:>4g}/{point.games:<4}  {point.share:>5.1%}  "
            f"{low:>5.1%} - {high:>5.1%}"
        )
    return "\n".join(rows)


# The chart.

WIDTH: Final = 420
HEIGHT: Final = 240
EDGE: Final = 60


def chart(points: Sequence[Point]) -> str:
    """The share won (upwards) by the time of a turn (to the right, every step ten times the one before), as SVG."""
    first = math.floor(math.log10(points[0].seconds) + 1e-9)
    last = max(first + 1, math.ceil(math.log10(points[-1].seconds) - 1e-9))

    def across(seconds: float) -> float:
        return round(EDGE + WIDTH * (math.log10(seconds) - first) / (last - first), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * EDGE} {HEIGHT + 2 * EDGE}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(heading(points))}, by the time of a turn</title>",
        f'<rect width="{WIDTH + 2 * EDGE}" height="{HEIGHT + 2 * EDGE}" fill="#fff"/>',
        f'<text x="{EDGE}" y="{EDGE - 20}" font-size="14">{escape(heading(points))}</text>',
        f'<text x="{EDGE + WIDTH // 2}" y="{HEIGHT + 2 * EDGE - 10}" text-anchor="middle">CPU time of a turn</text>',
        f'<text transform="translate(14 {EDGE + HEIGHT // 2}) rotate(-90)" text-anchor="middle">share won</text>',
    ]
    for tenth in range(0, 11, 2):
        parts.append(f'<path d="M{EDGE} {_up(tenth / 10)}H{EDGE + WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{_up(tenth / 10) + 4}" text-anchor="end">{tenth * 10} %</text>')
    for power in range(first, last + 1):
        at = across(10.0**power)
        parts.append(f'<path d="M{at} {_up(0)}V{_up(1)}" stroke="#ddd"/>')
        parts.append(f'<text x="{at}" y="{_up(0) + 16}" text-anchor="middle">{10.0**power * 1000:g} ms</text>')
    path = "L".join([f"{across(point.seconds)} {_up(point.share)}" for point in points])
    parts.append(f'<path d="M{path}" fill="none" stroke="#1f6f54"/>')
    for point in points:
        low, high = point.interval
        at = across(point.seconds)
        parts.append(f'<path d="M{at} {_up(low)}V{_up(high)}" stroke="#1f6f54" stroke-width="1.5"/>')
        parts.append(f'<circle cx="{at}" cy="{_up(point.share)}" r="4" fill="#1f6f54"/>')
    return "\n".join([*parts, "</svg>", ""])


def _up(share: float) -> float:
    return round(EDGE + HEIGHT * (1 - share), 1)
