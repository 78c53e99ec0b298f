"""All our drawings side by side for review before use: large, small, tiny, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from menagerie.core.display.scene import look, rect, symbol, text, use

SIZES: Final = (64, 32, 20)
"""In pixels: a piece on a large screen, on a phone, and the smallest that must be recognised."""
CARD: Final = (150, 104)
COLUMNS: Final = 8
THEMES: Final = ("light", "dark")
_SYMBOLS: Final = Path(__file__).parent / "symbols"


def names() -> list[str]:
    """Return the names of all drawings."""
    return sorted([path.stem for path in _SYMBOLS.glob("*.svg")])


def contact_sheet() -> str:
    """Return the sheet as an SVG document: every drawing in three sizes, drawn and as a silhouette, in both themes."""
    drawn = names()
    half = COLUMNS * CARD[0]
    height = (len(drawn) + COLUMNS - 1) // COLUMNS * CARD[1]
    halves = "".join([_half(theme, number * half, height, drawn) for number, theme in enumerate(THEMES)])
    defs = "\n".join([symbol(name) for name in drawn])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * half}" height="{height}" class="scene">\n'
        f"<style>{look()}</style>\n<defs>{defs}</defs>\n{halves}</svg>\n"
    )


def _half(theme: str, x: float, height: float, drawn: list[str]) -> str:
    cards = "".join(
        [_card(name, number % COLUMNS * CARD[0], number // COLUMNS * CARD[1]) for number, name in enumerate(drawn)]
    )
    return (
        f'<g class="scene {theme}" transform="translate({x:g})">'
        f"{rect(0, 0, COLUMNS * CARD[0], height, 'table')}{cards}</g>\n"
    )


def _card(name: str, x: float, y: float) -> str:
    body, left = "", 4.0
    for size in SIZES:
        body += use(name, left, 6, size)
        left += size + 6
    body += use(name, 74, 46, SIZES[1], "plain")
    return f'<g transform="translate({x:g} {y:g})">{body}{text(name, 4, CARD[1] - 12, "small on-table")}</g>'
