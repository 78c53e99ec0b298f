"""Charts for reviews: every player's win chance over the game."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from menagerie.bots.review import Judgement, Review

WIDTH: Final = 900
HEIGHT: Final = 320
MARGIN: Final = 44
COLOURS: Final = ("#d55e00", "#0072b2", "#b8860b", "#9b5fb0", "#009e73")
"""The seats' colours, as at the table."""


def chart(made: Review) -> str:
    """Return all seats' win chances over the game, with bands, mistakes and turning points, as an SVG document."""
    last = max(1, made.judgements[-1].to if made.judgements else 1)
    parts = [*_grid(last)]
    for seat in range(len(made.names)):
        parts += _curve(made, seat, last)
    parts += [_mark(one, last, "#c1121f", "mistake") for one in made.mistakes]
    parts += [_mark(one, last, "none", "turning point") for one in made.turning_points]
    style = "font: 13px sans-serif; fill: #444"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" style="background: #fff">'
    return "\n".join([head, f'<g style="{style}">', *parts, "</g>", "</svg>", ""])


def _x(ply: int, last: int) -> float:
    return MARGIN + (WIDTH - 2 * MARGIN) * ply / last


def _y(chance: float) -> float:
    return MARGIN / 2 + (HEIGHT - 2 * MARGIN) * (1 - min(1.0, max(0.0, chance)))


def _grid(last: int) -> list[str]:
    lines = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        lines.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        lines.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    lines.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">decisions (of {last})</text>')
    return lines


def _curve(made: Review, seat: int, last: int) -> list[str]:
    """Return a seat's band, line and name."""
    points = [(_x(one.ply, last), one.before[seat], one.spread[seat]) for one in made.judgements]
    points.append((_x(last, last), made.end[seat], 0.0))
    upper = [f"{x:.1f},{_y(chance + spread):.1f}" for x, chance, spread in points]
    lower = [f"{x:.1f},{_y(chance - spread):.1f}" for x, chance, spread in reversed(points)]
    line = " ".join([f"{x:.1f},{_y(chance):.1f}" for x, chance, _ in points])
    colour, name = COLOURS[seat % len(COLOURS)], escape(made.names[seat])
    return [
        f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.15"/>',
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
        f'<text x="{MARGIN + 8 + 150 * seat}" y="{HEIGHT - 26}" style="fill: {colour}">{name}</text>',
    ]


def _mark(one: Judgement, last: int, fill: str, what: str) -> str:
    told = f"{what}: decision {one.ply + 1}, {', '.join(one.decisions)}"
    return (
        f'<circle cx="{_x(one.ply, last):.1f}" cy="{_y(one.before[one.seat]):.1f}" r="{4 if fill != "none" else 7}" '
        f'fill="{fill}" stroke="#444"><title>{escape(told)}</title></circle>'
    )
