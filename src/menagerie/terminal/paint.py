"""Colour and arrange a table's text without knowing its title.

This relies only on the form of `str(state)`: headings start at the margin, lines of a seat start with its letter
(`  A: 5 points`, `  A Cobra`, with `> ` before the seat that acts), and blank lines separate the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from menagerie.core.seats import LETTERS

if TYPE_CHECKING:
    from rich.text import Text

# The seats' colours of the shared look, a little lighter or darker, so that they read on black and on white.
SEAT_COLOURS: Final = ("#d55e00", "#2f8fd0", "#c79a00", "#9b5fb0", "#009e73", "#8c8c8c")

_GAP: Final = "   "
_SEAT: Final = rf"(> |  )?([{''.join(LETTERS)}])(?=:)|(> |  )([{''.join(LETTERS)}])(?= \w\w)"
_SEAT_LINE: Final = re.compile(_SEAT)
_SEAT_ANYWHERE: Final = re.compile(rf"(?m)(?:^|(?<={_GAP}))(?:{_SEAT})")
"""At the beginning of a line, or of one of several columns."""


def seat_style(seat: int) -> str:
    """Return the style of a seat's name."""
    return f"bold {SEAT_COLOURS[seat % len(SEAT_COLOURS)]}"


def badge_style(seat: int) -> str:
    """Return the style of a seat's letter: white on its colour, black on yellow."""
    ink = "#1d2a24" if seat == 2 else "#ffffff"
    return f"bold {ink} on {SEAT_COLOURS[seat % len(SEAT_COLOURS)]}"


def table(text: str) -> Text:
    """Return the table in colour."""
    from rich.text import Text

    painted = Text(text)
    for line in re.finditer(r"^.*$", text, re.MULTILINE):
        if re.match(r"[^\s>]", line.group()) and not _SEAT_LINE.match(line.group()):
            painted.stylize("bold", *line.span())
    for found in _SEAT_ANYWHERE.finditer(text):
        letter = found.end() - 1
        painted.stylize("bold yellow", found.start(), letter)
        painted.stylize(badge_style(LETTERS.index(text[letter])), letter, letter + 1)
    painted.highlight_regex(r"\[ \]", "dim")
    painted.highlight_regex(r"\[[^\]\n]*[^\]\s][^\]\n]*\]", "cyan")
    return painted


def story(sentence: str, names: Sequence[str]) -> Text:
    """Return a sentence of the log with the players' names in their colours."""
    from rich.text import Text

    painted = Text(sentence)
    for seat, name in enumerate(names):
        painted.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", seat_style(seat))
    return painted


# Arranging.


def arrange(text: str, width: int, height: int) -> str:
    """Return the table in as few columns as fit that height, or else in as few lines as possible."""
    blocks = _blocks(text.splitlines())
    found: list[str] = []
    for count in range(1, min(4, len(blocks)) + 1):
        arranged = _in_columns(blocks, count, width)
        if arranged is not None:
            found.append(arranged)
            if arranged.count("\n") < height:
                return arranged
    # A drawing may be wider than the terminal; what stands beside it is folded all the same.
    folded = "\n".join([part for line in text.splitlines() for part in _fold(line, width)])
    return min(found, key=lambda arranged: arranged.count("\n"), default=folded)


def _blocks(lines: list[str]) -> list[list[str]]:
    """Return what must stay together: paragraphs, and the lines of one seat, with a blank line before them."""
    blocks: list[list[str]] = [[]]
    for before, line in zip(["", *lines], lines, strict=False):
        at_margin = not line.startswith((" ", ">"))
        if line and (not before or _SEAT_LINE.match(line) or (at_margin and _is_of_seat(blocks[-1]))):
            between_seats = _is_of_seat([line]) and _is_of_seat(blocks[-1])
            blocks.append([] if before or between_seats else [""])
        if line:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _is_of_seat(block: list[str]) -> bool:
    first = next((line for line in block if line), "")
    return _SEAT_LINE.match(first) is not None


def _in_columns(blocks: list[list[str]], count: int, width: int) -> str | None:
    """Return the blocks in that many columns, lines folded as little as possible, or None if that is too wide."""
    share = (width - (count - 1) * len(_GAP)) // count
    for room in range(width, share - 1, -2):
        folded = [[part for line in block for part in _fold(line, room)] for block in blocks]
        columns = _spread(folded, count)
        widths = [max([len(line) for line in column]) for column in columns]
        if sum(widths) + (len(columns) - 1) * len(_GAP) <= width:
            return _side_by_side(columns, widths)
    return None


def _side_by_side(columns: list[list[str]], widths: list[int]) -> str:
    lines = []
    for row in range(max([len(column) for column in columns])):
        cells = [column[row] if row < len(column) else "" for column in columns]
        padded = [cell.ljust(wide) for cell, wide in zip(cells, widths, strict=True)]
        lines.append(_GAP.join(padded).rstrip())
    return "\n".join(lines)


def _fold(line: str, room: int) -> list[str]:
    """Return a long line broken after commas and the like. A line without any is a drawing and stays whole."""
    if len(line) <= room or not re.search(r"[,;] ", line):
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    lines, current = [], ""
    for part in re.split(r"(?<=[,;]) ", line):
        longer = f"{current} {part}" if current else part
        if current.strip() and len(longer) > room:
            lines.append(current)
            longer = indent + part
        current = longer
    return [*lines, current]


def _spread(blocks: list[list[str]], count: int) -> list[list[str]]:
    """Return the blocks in at most that many columns, in order, with the longest column as short as possible."""
    height = max([len(block) for block in blocks])
    while len(columns := _stack(blocks, height)) > count:
        height += 1
    return columns


def _stack(blocks: list[list[str]], height: int) -> list[list[str]]:
    """Return the blocks below each other, with a new column where the height is used up."""
    columns: list[list[str]] = [[]]
    for block in blocks:
        if columns[-1] and len(columns[-1]) + len(block) > height:
            columns.append([])
        columns[-1] += block if columns[-1] or block[0] else block[1:]
    return columns
