"""How a title composes its table: which parts lie in which slot, on which ground, and how much room each slot gets.

A title says it in `display/layout.toml`. A frame divides the screen into columns and rows down to slots, and a slot
holds parts. The first frame that suits the proportions of a screen is taken, so a table is composed differently on a
desk and on a phone, and on one screen in the same way throughout a game. Where no frame suits, and in titles without
such a file, parts are arranged as they fit (`arranging`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from menagerie.core.content import Content, Entry
from menagerie.core.display.arranging import Part, Place
from menagerie.core.seats import LETTERS

GAP: Final = 8.0
NARROW: Final = 4.0
"""Pixels between slots, and on a small screen."""
SMALL: Final = 560.0
"""A screen whose shorter side has fewer pixels is small."""
_REMEMBERED: Final = 256


class Card(NamedTuple):
    """The ground of a slot: a rectangle of the screen."""

    x: float
    y: float
    width: float
    height: float
    ground: str
    """What it looks like: a class of the title's style sheet."""
    surface: str
    """The pattern that lies over it, or nothing."""
    seat: int | None
    """Whose board it is."""


class Arrangement(NamedTuple):
    """Where everything lies on a screen."""

    places: dict[str, Place]
    cards: list[Card]


class Box(NamedTuple):
    """A rectangle of the screen."""

    x: float
    y: float
    width: float
    height: float

    def inside(self, pad: float) -> Box:
        """Return the box without a border of so many pixels."""
        pad = min(pad, self.width / 4, self.height / 4)
        return Box(self.x + pad, self.y + pad, self.width - 2 * pad, self.height - 2 * pad)


class Node(NamedTuple):
    """A slot, or several side by side or one above the other."""

    share: float = 1.0
    """How much of the room it gets against its neighbours, as far as its parts can use it."""
    ground: str = ""
    surface: str = ""
    bleeds: bool = False
    """Whether its ground reaches to the edges of the screen."""
    at_left: bool = False
    """Whether its parts lie at the left, not in the middle."""
    is_row: bool = False
    inner: tuple[Node, ...] = ()
    patterns: tuple[str, ...] = ()
    """The names of its parts; `*` stands for any characters and `{seat}` for the letter of the seat."""
    purpose: str = ""
    """Whose boards it holds, one beside or below the other, each laid out as `inner`."""


class Frame(NamedTuple):
    """How the table lies on screens of some proportions."""

    node: Node
    proportion: float
    """The least width a height, such as 1.3."""
    highest: float
    """The most pixels of height."""

    def suits(self, width: float, height: float) -> bool:
        """Return whether it is meant for screens of that size."""
        return width >= self.proportion * height and height <= self.highest


class Layout:
    """The frames of a title."""

    def __init__(self, frames: tuple[Frame, ...], ground: str, surface: str) -> None:
        self.frames = frames
        self.ground = ground
        self.surface = surface
        """What the table itself looks like."""

    def arrange(self, parts: Mapping[str, Part], width: float, height: float) -> Arrangement | None:
        """Return where each part lies on a screen of that size, in pixels; None if no frame suits it."""
        for frame in self.frames:
            if frame.suits(width, height):
                return _arranged(frame.node, tuple(parts.items()), float(width), float(height))
        return None


def read(folder: Path) -> Layout | None:
    """Return the layout in a title's folder, if it has one."""
    path = folder / "display" / "layout.toml"
    if not path.is_file():
        return None
    content = Content(path.parent).read(path.name)
    boards = content.entry("board") if content.has("board") else Entry({}, path.name)
    frames = tuple(
        [
            Frame(
                _node(entry, boards),
                entry.amount("proportion") if entry.has("proportion") else 0.0,
                entry.amount("highest") if entry.has("highest") else math.inf,
            )
            for entry in content.entries("frame")
        ]
    )
    if not frames:
        raise content.wrong("frame", "a list of tables")
    return Layout(frames, content.text("ground"), content.text("surface") if content.has("surface") else "")


def _node(entry: Entry, boards: Entry) -> Node:
    """Read a node: a `column` or `row` of others, `parts`, or the boards of some `seats`."""
    node = Node(
        entry.amount("share") if entry.has("share") else 1.0,
        entry.text("ground") if entry.has("ground") else "",
        entry.text("surface") if entry.has("surface") else "",
        entry.has("bleeds") and entry.flag("bleeds"),
        entry.has("at_left") and entry.flag("at_left"),
    )
    if entry.has("parts"):
        return node._replace(patterns=tuple(entry.texts("parts")))
    if entry.has("seats"):
        return node._replace(purpose=entry.text("seats"), inner=(_node(boards.entry(entry.text("board")), boards),))
    way = "row" if entry.has("row") else "column"
    inner = tuple([_node(one, boards) for one in entry.entries(way)])
    if not inner:
        raise entry.wrong("column", "a list of slots (or give it parts, seats or a row)")
    return node._replace(is_row=way == "row", inner=inner)


# Slots with the parts that are there.


class _Leaf(NamedTuple):
    """A slot with its parts."""

    node: Node
    parts: tuple[tuple[str, Part], ...]


class _Branch(NamedTuple):
    """Several slots; those of boards are put into as many rows as show them largest."""

    node: Node
    inner: tuple[_Leaf | _Branch, ...]
    seat: int | None = None


_Slot = _Leaf | _Branch


def _filled(node: Node, parts: Mapping[str, Part], seat: int | None = None) -> _Slot | None:
    """Return a node with the parts that it holds; None if there are none."""
    if node.patterns:
        letter = "" if seat is None else LETTERS[seat]
        patterns = [pattern.replace("{seat}", letter) for pattern in node.patterns]
        found = [(name, part) for pattern in patterns for name, part in parts.items() if fnmatchcase(name, pattern)]
        return _Leaf(node, tuple(found)) if found else None
    if node.purpose:
        seats = list(dict.fromkeys([part.seat for part in parts.values() if part.purpose == node.purpose]))
        boards = [_filled(node.inner[0], parts, one) for one in seats if one is not None]
        kept = [
            board._replace(seat=one) for board, one in zip(boards, seats, strict=True) if isinstance(board, _Branch)
        ]
        return _Branch(node, tuple(kept)) if kept else None
    inner = [_filled(one, parts, seat) for one in node.inner]
    full = tuple([one for one in inner if one is not None])
    return _Branch(node, full, seat) if full else None


@lru_cache(_REMEMBERED)
def _arranged(frame: Node, parts: tuple[tuple[str, Part], ...], width: float, height: float) -> Arrangement:
    slot = _filled(frame, dict(parts))
    if slot is None:
        return Arrangement({}, [])
    gap = NARROW if min(width, height) < SMALL else GAP
    places, cards = _Composer(gap, Box(0, 0, width, height)).compose(slot)
    for name, (x, y, scale) in places.items():
        places[name] = Place(round(x, 2), round(y, 2), math.floor(scale * 1e4) / 1e4)
    return Arrangement(places, cards)


class _Composer:
    """Puts slots on a screen."""

    def __init__(self, gap: float, screen: Box) -> None:
        self.gap = gap
        self.screen = screen
        self.places: dict[str, Place] = {}
        self.cards: list[Card] = []

    def compose(self, slot: _Slot) -> Arrangement:
        """Return where everything lies."""
        self._put(slot, self.screen.inside(self.gap))
        return Arrangement(self.places, self.cards)

    def _put(self, slot: _Slot, box: Box) -> None:
        if slot.node.ground:
            self._put_card(slot, box)
        if isinstance(slot, _Leaf):
            self._put_parts(slot, box)
        elif slot.node.purpose:
            for board, cell in zip(slot.inner, self._cells(slot, box), strict=True):
                self._put(board, cell)
        else:
            pad = self.gap if slot.node.ground else 0.0
            room = box.inside(pad)
            for one, cell in zip(slot.inner, self._divided(slot, room), strict=True):
                self._put(one, cell)

    def _put_card(self, slot: _Slot, box: Box) -> None:
        node = slot.node
        x, width = (0.0, self.screen.width) if node.bleeds else (box.x, box.width)
        seat = slot.seat if isinstance(slot, _Branch) else None
        left, top, wide, high = [round(side, 2) for side in (x, box.y, width, box.height)]
        self.cards.append(Card(left, top, wide, high, node.ground, node.surface, seat))

    # Slots against each other.

    def _divided(self, slot: _Branch, box: Box) -> list[Box]:
        """Return the box of each slot of a column or row."""
        is_row = slot.node.is_row
        length = (box.width if is_row else box.height) - self.gap * (len(slot.inner) - 1)
        most = [self._most(one, box.height if is_row else box.width, is_row) for one in slot.inner]
        lengths = _shared(length, [one.node.share for one in slot.inner], most)
        cells, at = [], box.x if is_row else box.y
        for one in lengths:
            cells.append(Box(at, box.y, one, box.height) if is_row else Box(box.x, at, box.width, one))
            at += one + self.gap
        return cells

    def _most(self, slot: _Slot, across: float, is_row: bool) -> float:
        """Return how long a slot can be and still use it, if it is so long across."""
        pad = 2 * self.gap if slot.node.ground else 0.0
        across -= pad
        if isinstance(slot, _Leaf):
            sizes = [(part.width, part.height) if is_row else (part.height, part.width) for _, part in slot.parts]
            return pad + max(across, 1.0) * sum(long for long, _ in sizes) / max(wide for _, wide in sizes)
        if slot.node.purpose:
            return len(slot.inner) * self._most(slot.inner[0], across, is_row) + self.gap * (len(slot.inner) - 1)
        if slot.node.is_row == is_row:
            inner = sum(self._most(one, across, is_row) for one in slot.inner)
            return pad + inner + self.gap * (len(slot.inner) - 1)
        shares = sum(one.node.share for one in slot.inner)
        room = across - self.gap * (len(slot.inner) - 1)
        return pad + max(self._most(one, room * one.node.share / shares, is_row) for one in slot.inner)

    # Boards of several seats.

    def _cells(self, slot: _Branch, box: Box) -> list[Box]:
        """Return the box of each board, in as many rows as show the boards largest."""
        count = len(slot.inner)
        grids = [_grid(box, count, columns, self.gap) for columns in range(1, count + 1)]
        return max(grids, key=lambda cells: self._worth(slot.inner[0], cells[0]))

    def _worth(self, board: _Slot, cell: Box) -> float:
        """Return the smallest scale at which a part of a board would lie in a cell."""
        trial = _Composer(self.gap, self.screen)
        trial._put(board, cell)
        return min(place.scale for place in trial.places.values())

    # Parts in a slot.

    def _put_parts(self, slot: _Leaf, box: Box) -> None:
        """Put the parts of a slot into lines, all at one scale: into as many lines as make that largest."""
        pad = self.gap / 2 if slot.node.ground else 0.0
        room = box.inside(pad)
        options = [_lines([part for _, part in slot.parts], count) for count in range(1, len(slot.parts) + 1)]
        scale, lines = max([(self._scale(lines, room), lines) for lines in options], key=lambda one: one[0])
        high = sum(max(part.height for part in line) for line in lines) * scale + self.gap * (len(lines) - 1)
        names = [name for name, _ in slot.parts]
        spare = (room.height - high) / (len(lines) + 1)
        y = room.y + spare
        for line in lines:
            tall = max(part.height for part in line) * scale
            free = room.width - sum(part.width for part in line) * scale
            # The first and the last of several lie at the edges; one alone lies in the middle.
            between = self.gap if slot.node.at_left else free / max(1, len(line) - 1)
            x = room.x if slot.node.at_left or len(line) > 1 else room.x + free / 2
            for part in line:
                self.places[names.pop(0)] = Place(x, y + (tall - part.height * scale) / 2, scale)
                x += part.width * scale + between
            y += tall + self.gap + spare

    def _scale(self, lines: Sequence[Sequence[Part]], room: Box) -> float:
        wide = min((room.width - self.gap * (len(line) - 1)) / sum(part.width for part in line) for line in lines)
        high = (room.height - self.gap * (len(lines) - 1)) / sum(max(part.height for part in line) for line in lines)
        return max(1e-3, min(wide, high))


def _shared(length: float, shares: Sequence[float], most: Sequence[float]) -> list[float]:
    """Divide a length by shares. What one has no use for goes to the others."""
    found = [0.0] * len(shares)
    open_ones = set(range(len(shares)))
    left = length
    while open_ones:
        total = sum(shares[one] for one in open_ones)
        full = {one for one in open_ones if most[one] <= left * shares[one] / total}
        if full == open_ones:
            break
        if not full:
            for one in open_ones:
                found[one] = left * shares[one] / total
            return found
        for one in full:
            found[one] = most[one]
        left -= sum(most[one] for one in full)
        open_ones -= full
    for one in open_ones:
        found[one] = most[one]
    rest = length - sum(found)
    return [one + rest * share / sum(shares) for one, share in zip(found, shares, strict=True)]


def _grid(box: Box, count: int, columns: int, gap: float) -> list[Box]:
    rows = -(-count // columns)
    width = (box.width - gap * (columns - 1)) / columns
    height = (box.height - gap * (rows - 1)) / rows
    return [
        Box(box.x + at % columns * (width + gap), box.y + at // columns * (height + gap), width, height)
        for at in range(count)
    ]


def _lines(parts: Sequence[Part], count: int) -> list[list[Part]]:
    """Break parts into so many lines, the longest as short as can be."""
    least, most = max(part.width for part in parts), sum(part.width for part in parts)
    for _ in range(24):
        middle = (least + most) / 2
        if len(_broken(parts, middle)) <= count:
            most = middle
        else:
            least = middle
    return _broken(parts, most)


def _broken(parts: Sequence[Part], width: float) -> list[list[Part]]:
    lines: list[list[Part]] = [[]]
    room = width
    for part in parts:
        if lines[-1] and part.width > room + 1e-6:
            lines.append([])
            room = width
        lines[-1].append(part)
        room -= part.width
    return lines
