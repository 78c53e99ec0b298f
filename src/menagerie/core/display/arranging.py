"""Arrange the parts of a table on a screen of any size: one pure function, and nothing else knows about screens.

Parts are cut out of the screen like panes of a window, side by side or one below the other, repeatedly, in the title's
order. Of all ways to cut, the one that makes what matters most readable wins: the viewer's own board and the shared
parts at a readable scale at least, the others' boards small but whole.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

MINE: Final = "mine"
"""Parts of the viewer's own seat."""
COMMON: Final = "common"
"""Shared parts, where the present decisions are made."""
OTHER: Final = "other"
"""Parts of the other seats."""
REFERENCE: Final = "reference"
"""Parts for reference."""
PURPOSES: Final = (MINE, COMMON, OTHER, REFERENCE)

READABLE: Final = 11 / 18
"""The smallest text of a scene has 18 units, and the least readable size is 11 pixels."""
PAD: Final = 6
"""The empty margin around a part, in units."""
ENOUGH: Final = 2.2
"""How many times its least readable scale a part may grow; more isn't more readable."""

_WEIGHT: Final = {MINE: 4.0, COMMON: 2.0, OTHER: 1.6, REFERENCE: 2.0}
_MORE: Final = 0.6
"""The weights of parts, and how much less it counts to make a readable part larger still."""
_SHARES: Final = {
    MINE: (1.0, 1.4),
    COMMON: (1.0,),
    OTHER: (1.0, 0.6, 0.35, 0.13),
    REFERENCE: (1.0, 0.6, 0.35),
}
"""The sizes to try, relative to the least readable scale."""
_SCARCE_SHARES: Final = {MINE: (1.0,), COMMON: (1.0,), OTHER: (0.35, 0.2, 0.13), REFERENCE: (0.6, 0.35, 0.2, 0.1)}
"""The same where room is scarce."""
_NEEDED: Final = 24.0
_NEEDED_SCARCE: Final = 80.0
"""The penalty for a part that matters now and can't be read."""
_LARGER: Final = 0.5
_LARGER_MOST: Final = 1.3
"""The weight of the viewer's board being larger than the others', and up to how many times."""
_WANTED: Final = 6.0
_TINY: Final = 0.12
"""The same for the others' boards and reference parts, which may be this small."""
_NEARLY: Final = 0.99
"""How much too small a part may be and still count as readable."""
_GROUPS: Final = 8
"""The most groups, because more would make too many ways to cut; further parts join the last group."""
_SHAPES: Final = 8
"""About how many of many shapes to try."""
_EFFORT: Final = 100_000
"""After this many cuts no further sizes are tried. The largest scene of our titles needs half of that."""
_REMEMBERED: Final = 512


class Part(NamedTuple):
    """A part of the table with its own coordinates, from 0, 0 to its width and height."""

    width: float
    height: float
    purpose: str = COMMON
    least: float = READABLE
    """Its least readable scale, in pixels per unit."""
    seat: int | None = None
    group: str = ""
    """Parts of one group lie together, at the same scale, in rows."""
    tight: float = 0
    """The least scale where room is scarce, if its text grows as it shrinks; 0 for the same."""

    def wire(self) -> list[object]:
        """Return the data sent to the browser."""
        sent: list[object] = [self.width, self.height, self.purpose, round(self.least, 3), self.seat, self.group]
        return [*sent, round(self.tight, 3)] if self.tight else sent


class Place(NamedTuple):
    """A part's place on the screen, and its pixels per unit."""

    x: float
    y: float
    scale: float


_Cell = tuple[float, float, float, float]
"""A rectangle of the screen: x, y, width, height."""


class _Group(NamedTuple):
    names: tuple[str, ...]
    width: float
    height: float
    purpose: str
    least: float


class _Pane(NamedTuple):
    """A way to arrange some groups: its size, and its content (one group, or two panes)."""

    width: float
    height: float
    group: int = -1
    is_beside: bool = False
    inner: tuple[_Pane, ...] = ()


def arrange(parts: Mapping[str, Part], width: float, height: float, asked: Collection[str] = ()) -> dict[str, Place]:
    """Return where each part lies on a screen of that size, in pixels. All are inside, and none covers another.

    If not everything that matters can be readable at once, the viewer's parts and those `asked` about come first, and
    the others are small but whole.
    """
    for those in (parts, {name: _tightened(part) for name, part in parts.items()}):
        places = dict(_arranged(tuple(those.items()), width, height))
        needed = [name for name, part in those.items() if part.purpose in (MINE, COMMON) or name in asked]
        if not asked or all(places[name].scale >= those[name].least * _NEARLY for name in needed):
            return places
    urged = [(name, _urged(part, name in asked)) for name, part in parts.items()]
    return dict(_arranged(tuple(urged), width, height, True))


def _tightened(part: Part) -> Part:
    return part._replace(least=part.tight or part.least)


def _urged(part: Part, is_asked: bool) -> Part:
    """Return the part for scarce room; boards keep their purpose."""
    if part.purpose in (MINE, OTHER):
        return part
    return _tightened(part)._replace(purpose=COMMON) if is_asked else part._replace(purpose=REFERENCE)


@lru_cache(_REMEMBERED)
def _arranged(
    parts: tuple[tuple[str, Part], ...], width: float, height: float, scarce: bool = False
) -> tuple[tuple[str, Place], ...]:
    groups = _grouped(parts)
    best: dict[int, _Cell] = {}
    most, effort = -math.inf, 0
    # Relative sizes, the same for all parts of one purpose.
    purposes = sorted({group.purpose for group in groups})
    sizes = _SCARCE_SHARES if scarce else _SHARES
    for shares in product(*[sizes[purpose] for purpose in purposes]):
        share = dict(zip(purposes, shares, strict=True))
        scales = [group.least * share[group.purpose] for group in groups]
        panes, tried = _panes(groups, scales)
        effort += tried
        for pane in panes:
            cells = dict(_cells(pane, 0, 0, width, height))
            value = _value(groups, cells, _NEEDED_SCARCE if scarce else _NEEDED)
            if value > most:
                most, best = value, cells
        if effort > _EFFORT:
            break
    return tuple(_placed(groups, best))


def _grouped(parts: Sequence[tuple[str, Part]]) -> list[_Group]:
    """Return the groups of parts that lie together, in the title's order. The others' boards always do."""
    found: dict[str, list[tuple[str, Part]]] = {}
    for name, part in parts:
        key = part.group or (OTHER if part.purpose == OTHER else f"part {name}")
        if key not in found and len(found) >= _GROUPS:
            key = list(found)[-1]
        found.setdefault(key, []).append((name, part))
    return [
        _Group(
            tuple(name for name, _ in members),
            max(part.width for _, part in members) + 2 * PAD,
            max(part.height for _, part in members) + 2 * PAD,
            min([part.purpose for _, part in members], key=PURPOSES.index),
            max(part.least for _, part in members),
        )
        for members in found.values()
    ]


# Cutting.


def _panes(groups: Sequence[_Group], scales: Sequence[float]) -> tuple[list[_Pane], int]:
    """Return the best shapes for all groups together, none wider and higher than another, and how many were tried."""
    count, tried = len(groups), 0
    shapes: dict[tuple[int, int], list[_Pane]] = {}
    for at, (group, scale) in enumerate(zip(groups, scales, strict=True)):
        shapes[at, at + 1] = _fittest([_Pane(w * scale, h * scale, at) for w, h in _grids(group)])
    for length in range(2, count + 1):
        for start in range(count - length + 1):
            end = start + length
            found: list[_Pane] = []
            for cut in range(start + 1, end):
                for first, second in product(shapes[start, cut], shapes[cut, end]):
                    inner = (first, second)
                    beside = max(first.height, second.height), first.width + second.width
                    found.append(_Pane(beside[1], beside[0], is_beside=True, inner=inner))
                    found.append(_Pane(max(first.width, second.width), first.height + second.height, inner=inner))
            shapes[start, end] = _fittest(found)
            tried += len(found)
    return shapes[0, count], tried


def _grids(group: _Group) -> list[tuple[float, float]]:
    """Return a group's arrangements in rows, for every number of columns."""
    count = len(group.names)
    return [(columns * group.width, -(-count // columns) * group.height) for columns in range(1, count + 1)]


def _fittest(panes: list[_Pane]) -> list[_Pane]:
    """Return the shapes without those that another one beats in width and height."""
    kept: list[_Pane] = []
    for pane in sorted(panes, key=lambda pane: (pane.width, pane.height)):
        if not kept or pane.height < kept[-1].height - 1e-9:
            kept.append(pane)
    step = max(1, len(kept) // _SHAPES)
    return kept[::step]


def _cells(pane: _Pane, x: float, y: float, width: float, height: float) -> list[tuple[int, _Cell]]:
    """Return each group's rectangle of the screen. What one of two panes can't use, the other gets."""
    if pane.group >= 0:
        return [(pane.group, (x, y, width, height))]
    first, second = pane.inner
    if pane.is_beside:
        left = _shared(first.width, second.width, width, height / first.height, height / second.height)
        return _cells(first, x, y, left, height) + _cells(second, x + left, y, width - left, height)
    top = _shared(first.height, second.height, height, width / first.width, width / second.width)
    return _cells(first, x, y, width, top) + _cells(second, x, y + top, width, height - top)


def _shared(first: float, second: float, room: float, first_most: float, second_most: float) -> float:
    """Return how much room the first of two gets; each can use this many times its own length."""
    share = room * first / (first + second)
    most, rest = first * first_most, second * second_most
    if share > most:
        return max(most, room - rest) if most + rest > room else room * most / (most + rest)
    if room - share > rest:
        return min(most, room - rest) if most + rest > room else room * most / (most + rest)
    return share


# Rating.


def _scale(group: _Group, width: float, height: float) -> tuple[float, int]:
    """Return the largest scale at which a group fits into a cell, and in how many columns."""
    count = len(group.names)
    best, chosen = 0.0, 1
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        scale = min(width / (columns * group.width), height / (rows * group.height))
        if scale > best + 1e-9:
            best, chosen = scale, columns
    return min(best, group.least * ENOUGH), chosen


def _value(groups: Sequence[_Group], cells: Mapping[int, _Cell], needed: float) -> float:
    """Return how readable everything is. What is needed now counts most, and much more while it can't be read at
    all."""
    counts = {purpose: sum(group.purpose == purpose for group in groups) for purpose in PURPOSES}
    value = 0.0
    largest = {MINE: math.inf, OTHER: 0.0}
    for at, group in enumerate(groups):
        _, _, width, height = cells[at]
        scale = _scale(group, width, height)[0]
        if group.purpose == MINE:
            largest[MINE] = min(largest[MINE], scale)
        elif group.purpose == OTHER:
            largest[OTHER] = scale
        readable = max(scale, 1e-6) / group.least
        # Readable parts gain less and less.
        gain = math.log(readable) if readable < 1 else (1 - 1 / readable) * _MORE
        value += _WEIGHT[group.purpose] / counts[group.purpose] * gain
        if group.purpose in (MINE, COMMON):
            value += needed * min(0.0, math.log(readable))
        else:
            value += _WANTED * min(0.0, math.log(readable / _TINY))
    if 0 < largest[OTHER] < largest[MINE] < math.inf:
        value += _LARGER * math.log(min(largest[MINE] / largest[OTHER], _LARGER_MOST))
    return value


def _placed(groups: Sequence[_Group], cells: Mapping[int, _Cell]) -> list[tuple[str, Place]]:
    """Return every part in the middle of its cell. No board is larger than the viewer's own."""
    scales = {at: _scale(group, *cells[at][2:]) for at, group in enumerate(groups)}
    own = min([scales[at][0] for at, group in enumerate(groups) if group.purpose == MINE], default=math.inf)
    found: list[tuple[str, Place]] = []
    for at, group in enumerate(groups):
        scale, columns = scales[at]
        if group.purpose == OTHER:
            scale = min(scale, own)
        x, y, width, height = cells[at]
        rows = -(-len(group.names) // columns)
        left = x + (width - columns * group.width * scale) / 2
        top = y + (height - rows * group.height * scale) / 2
        for number, name in enumerate(group.names):
            row, column = divmod(number, columns)
            place = (left + (column * group.width + PAD) * scale, top + (row * group.height + PAD) * scale)
            found.append((name, Place(round(place[0], 2), round(place[1], 2), math.floor(scale * 1e4) / 1e4)))
    return found
