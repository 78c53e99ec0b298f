"""Sheets: details too long to draw, as tables of words and numbers. A title makes them in `display/sheet.py`.

The same sheet is a tab beside the log, a command of the terminal and a picture in a notebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from menagerie.core.state import State

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a Braille letter, by row and column: eight spaces of a shape in one letter."""
_BLANK: Final = 0x2800


@dataclass(frozen=True, slots=True)
class Shape:
    """A cell with a shape made of squares beside its name."""

    words: str
    spaces: tuple[tuple[int, int], ...]
    """Row and column of each square, from 0."""

    @property
    def small(self) -> str:
        """Return the shape in one line for a terminal, lying on its longer side."""
        return small(self.spaces)

    def __str__(self) -> str:
        return f"{self.small} {self.words}"


Cell = str | int | Shape
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One table of a sheet. The first cell of a row is its heading."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    """A sentence below it."""
    total: bool = False
    """Whether the last row is the sum of the others."""

    def data(self) -> dict[str, Any]:
        """Return the table as plain data for JSON."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
            "note": self.note,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """All of a title's tables at a moment."""

    charts: tuple[Chart, ...]

    def __iter__(self) -> Iterator[Chart]:
        return iter(self.charts)

    def data(self) -> list[dict[str, Any]]:
        """Return the tables as plain data for JSON."""
        return [chart.data() for chart in self.charts]

    def __str__(self) -> str:
        return "\n\n".join(["\n".join(lines(chart)) for chart in self.charts])

    def _repr_html_(self) -> str:
        return "".join([_html(chart) for chart in self.charts])


def chart(title: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], note: str = "") -> Chart:
    """Return a table made from any sequences."""
    return Chart(title, tuple(columns), tuple([tuple(row) for row in rows]), note)


def points(state: State, title: str = "Points") -> Chart:
    """Return every player's points by category, with their sum in the last row."""
    parts = [state.breakdown(seat) for seat in range(state.players)]
    names = list(dict.fromkeys([name for part in parts for name in part]))
    rows: list[Row] = [(capital(name), *[part.get(name, 0) for part in parts]) for name in names]
    if len(rows) == 1:
        return Chart(title, ("", *state.names[: state.players]), tuple(rows))
    rows.append(("Together", *state.scores))
    return Chart(title, ("", *state.names[: state.players]), tuple(rows), total=True)


def capital(words: str) -> str:
    """Return the words with a capital first letter, leaving the rest as it is."""
    return words[:1].upper() + words[1:]


def small(spaces: Sequence[tuple[int, int]]) -> str:
    """Return a shape of at most four rows in one line of Braille letters, lying on its longer side."""
    if max(row for row, _ in spaces) - min(row for row, _ in spaces) > max(c for _, c in spaces) - min(
        c for _, c in spaces
    ):
        spaces = [(column, -row) for row, column in spaces]
    return upright(spaces)


def upright(spaces: Sequence[tuple[int, int]]) -> str:
    """Return the shape without rotating it; empty if it is higher than a letter."""
    cells = [(row - min(r for r, _ in spaces), column - min(c for _, c in spaces)) for row, column in spaces]
    if max(row for row, _ in cells) >= len(_DOTS):
        return ""
    letters = [0] * (max(column for _, column in cells) // 2 + 1)
    for row, column in cells:
        letters[column // 2] |= _DOTS[row][column % 2]
    return "".join([chr(_BLANK + dots) for dots in letters])


def lines(chart: Chart) -> list[str]:
    """Return a table as text: numbers aligned right, words left, a long last column unchanged."""
    texts = [[str(cell) for cell in row] for row in chart.rows]
    heads = [column if any(chart.columns) else "" for column in chart.columns]
    wide = [max([len(row[at]) for row in [heads, *texts] if at < len(row)]) for at in range(len(heads))]
    right = [all(isinstance(row[at], int) or row[at] in ("", "-") for row in chart.rows) for at in range(len(heads))]

    def line(cells: Sequence[str]) -> str:
        parts = [cell.rjust(wide[at]) if right[at] else cell.ljust(wide[at]) for at, cell in enumerate(cells)]
        return "  " + "  ".join(parts).rstrip()

    told = [chart.title]
    if any(heads):
        told.append(line(heads))
    told += [line(cells) for cells in texts]
    return [*told, f"  ({chart.note})"] if chart.note else told


def _plain(cell: Cell) -> Any:
    return {"words": cell.words, "spaces": cell.spaces} if isinstance(cell, Shape) else cell


def _html(chart: Chart) -> str:
    heads = "".join([f"<th>{escape(column)}</th>" for column in chart.columns])
    rows = "".join(
        ["<tr>" + "".join([f"<td>{escape(str(cell))}</td>" for cell in row]) + "</tr>" for row in chart.rows]
    )
    note = f"<p>{escape(chart.note)}</p>" if chart.note else ""
    return f"<table><caption>{escape(chart.title)}</caption><tr>{heads}</tr>{rows}</table>{note}"
