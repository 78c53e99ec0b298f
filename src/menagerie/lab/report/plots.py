"""The pictures of a report: drawn by matplotlib, as SVG inside the page, in its colours by day and by night."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any, Final

from menagerie.lab.estimates import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK: Final = "#010203"
LINE: Final = "#040506"
DOT: Final = "#070809"
FAIR: Final = "#0a0b0c"
THEME: Final = {INK: "var(--ink)", LINE: "var(--line)", DOT: "var(--dot)", FAIR: "var(--fair)"}
"""Colours that stand for those of the page, which knows whether it is night."""
WIDTH: Final = 4.8
"""Inches: so that letters have a good size on a phone, where a picture is as wide as the screen."""
LETTERS: Final = 13
LONGEST: Final = 26
"""Letters of a name beside a dot."""


@contextmanager
def _drawn(height: float, out: list[str]) -> Iterator[Axes]:
    """Axes to draw on; the picture comes into `out`. The same data make the same picture."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "menagerie",
        "font.family": "sans-serif",
        "font.size": LETTERS,
        "text.color": INK,
        "axes.edgecolor": LINE,
        "axes.labelcolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.facecolor": "none",
        "grid.color": LINE,
        "grid.linewidth": 0.5,
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor="none")
        FigureCanvasSVG(figure)
        yield figure.add_subplot()
        target = io.StringIO()
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None})
    out.append(target.getvalue())


def _inlined(svg: str, number: int, words: str) -> str:
    """A picture for inside a page: with the page's colours, ids of its own, and words for who cannot see it."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>p{number}-", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg)
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    for standing_for, colour in THEME.items():
        svg = svg.replace(standing_for, colour)
    return "\n".join([line.rstrip() for line in svg.splitlines()])


class Pictures:
    """The pictures of one page, each with a number."""

    def __init__(self) -> None:
        self._count = 0

    def _done(self, out: Sequence[str], words: str) -> str:
        self._count += 1
        return _inlined(out[0], self._count, escape(words))

    def dots(
        self,
        rows: Sequence[tuple[str, Estimate]],
        axis: str,
        words: str,
        fair: float | None = None,
        percent: bool = False,
    ) -> str:
        """A dot with its interval for every name, one below the other; a line where all would be alike."""
        out: list[str] = []
        with _drawn(0.8 + 0.3 * len(rows), out) as axes:
            scale = 100 if percent else 1
            values = [estimate.value * scale for _, estimate in rows]
            if fair is not None:
                axes.axvline(fair * scale, color=FAIR, linewidth=1.2, linestyle=(0, (4, 3)))
            places = list(range(len(rows)))
            axes.errorbar(
                values,
                places,
                xerr=_reach([estimate for _, estimate in rows], scale),
                fmt="o",
                color=DOT,
                markersize=5,
                linewidth=1.4,
            )
            axes.set_yticks(places, [_short(name) for name, _ in rows])
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.set_xlabel(axis, loc="right")
            axes.grid(axis="x")
            axes.tick_params(axis="y", length=0)
        return self._done(out, words)

    def histogram(self, values: Sequence[float], axis: str, words: str) -> str:
        """How many games have how much of something."""
        out: list[str] = []
        with _drawn(2.0, out) as axes:
            axes.hist(values, bins=min(30, max(5, len(set(values)))), color=DOT)
            axes.set_xlabel(axis, loc="right")
            axes.set_ylabel("games")
            axes.grid(axis="y")
            axes.set_axisbelow(True)
        return self._done(out, words)

    def line(self, points: Sequence[tuple[float, Estimate]], axis: str, words: str, fair: float | None = None) -> str:
        """Shares by something that grows tenfold with every step to the right."""
        out: list[str] = []
        with _drawn(2.4, out) as axes:
            values = [100 * estimate.value for _, estimate in points]
            if fair is not None:
                axes.axhline(100 * fair, color=FAIR, linewidth=1.2, linestyle=(0, (4, 3)))
            axes.errorbar(
                [at for at, _ in points],
                values,
                yerr=_reach([estimate for _, estimate in points], 100),
                fmt="o-",
                color=DOT,
                markersize=5,
            )
            axes.set_xscale("log")
            axes.set_ylim(0, 102)
            axes.set_xlabel(axis, loc="right")
            axes.set_ylabel("% won")
            axes.grid(visible=True)
        return self._done(out, words)

    def chances(self, bins: Sequence[tuple[float, Estimate]], words: str) -> str:
        """What was predicted (to the right) and what happened (upwards); on the line both are equal."""
        out: list[str] = []
        with _drawn(3.2, out) as axes:
            axes.plot([0, 100], [0, 100], color=FAIR, linewidth=1.2, linestyle=(0, (4, 3)))
            values = [100 * estimate.value for _, estimate in bins]
            places = [100 * predicted for predicted, _ in bins]
            axes.errorbar(
                places,
                values,
                yerr=_reach([estimate for _, estimate in bins], 100),
                fmt="o",
                color=DOT,
                markersize=5,
                linewidth=1.4,
            )
            axes.set_xlim(0, 100)
            axes.set_ylim(0, 100)
            axes.set_xlabel("predicted chance of winning, %")
            axes.set_ylabel("% won")
            axes.grid(visible=True)
        return self._done(out, words)


def _reach(estimates: Sequence[Estimate], scale: int) -> list[list[float]]:
    """How far intervals reach below and above; one that is not known, from a single game, is not drawn."""
    below = [(estimate.value - estimate.low) * scale for estimate in estimates]
    above = [(estimate.high - estimate.value) * scale for estimate in estimates]
    return [[max(0.0, far) if math.isfinite(far) else 0.0 for far in side] for side in (below, above)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
