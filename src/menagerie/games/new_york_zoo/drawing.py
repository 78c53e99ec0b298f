"""The table of New York Zoo as a scene: strip, supply and market, and below and beside them the zoos.

The zoo of the seat that looks lies below the strip, so that a phone shows what a turn needs without scrolling.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.scene import Scene, badge, rect, text, use
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import Place
from menagerie.games.new_york_zoo.pieces import NONE, Orientation, Space, Species, Tile
from menagerie.games.new_york_zoo.scoring import animals
from menagerie.games.new_york_zoo.state import UNLIMITED, Table
from menagerie.games.new_york_zoo.text import markers

MARGIN: Final = 10
WIDTH: Final = 520
"""Of the strip, and of the widest board."""
SPACE: Final = (35, 64)
ROW: Final = 444
"""Width of the strip's rows, between the spaces at its ends."""
TOP, BOTTOM, MIDDLE = 22, 132, 77
"""Where the strip's rows begin, and the spaces at its ends; the elephant walks between the rows."""
STRIP: Final = 218
SHELF: Final = 112
"""Heights of the strip, and of supply and market below it."""
CELL: Final = 36
"""A space of a board."""
HEADER: Final = 40
BORDER: Final = 8
"""Above a board's spaces, and beside them."""
THUMB: Final = 6.6
DEALT: Final = 14
"""A cell of a tile on the strip, and of one dealt in the short game."""

UNDER, ON_BOARD, PIECES, ABOVE = 0, 1, 2, 3
"""Layers."""

RIDES: Final = {1: "kiosk", 2: "bench", 3: "statue", 4: "fountain", 6: "playground", 8: "balloons"}
"""The drawing on an attraction, by its size."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    table = cast(Table, state)
    own = seat or 0
    others = [other for other in range(table.players) if other != own]
    board = _board_size(table, own)
    hand = 84 if any(table.hands) else 0
    column = max(WIDTH, board[0]) + 2 * MARGIN
    place = layout(table, seat)
    height = max(place[own][1] + board[1] + hand, 2 * (board[1] + hand + MARGIN) if len(others) > 1 else 0)
    width = column + (len(others) + 1) // 2 * (board[0] + MARGIN)
    picture = Scene(width, height + MARGIN, _style())
    picture.need("elephant", *[species.id for species in table.pieces.species], *RIDES.values())
    _put_strip(picture, table)
    _put_supply(picture, table)
    for owner in (own, *others):
        _put_zoo(picture, table, owner, *place[owner])
    picture.areas["table"] = (0, 0, column, MARGIN + STRIP + SHELF)
    picture.areas[f"seat-{own}"] = (0, 0, column, place[own][1] + board[1] + hand + MARGIN)
    return picture


def layout(table: Table, seat: int | None) -> dict[int, tuple[float, float]]:
    """Where the boards lie, by seat: the own one below the strip, the others beside it, two in a column."""
    own = seat or 0
    width, height = _board_size(table, own)
    hand = 84 if any(table.hands) else 0
    boards: dict[int, tuple[float, float]] = {own: (MARGIN, 2 * MARGIN + STRIP + SHELF)}
    column = max(WIDTH, width) + 2 * MARGIN
    others = [other for other in range(table.players) if other != own]
    for number, other in enumerate(others):
        boards[other] = (
            column + number // 2 * (width + MARGIN),
            MARGIN + number % 2 * (height + hand + MARGIN),
        )
    return boards


def grid_corner(table: Table, seat: int) -> tuple[float, float]:
    """Where the spaces of that seat's board begin, as it sees the table itself."""
    x, y = layout(table, seat)[seat]
    return x + BORDER, y + HEADER


def _board_size(table: Table, seat: int) -> tuple[float, float]:
    board = table.boards[seat]
    return board.width * CELL + 2 * BORDER, HEADER + board.height * CELL + BORDER


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# The strip.


def _place_of(index: int, spaces: int) -> tuple[float, float]:
    """The top left corner of a space: twelve in the top row, eleven below, one at each end."""
    top_left = 16
    if index == 3:
        return ROW + 40, MIDDLE
    if index == top_left - 1:
        return 1, MIDDLE
    if 3 < index < top_left - 1:
        return 38 + ROW - (index - 3) * ROW / 11 + (ROW / 11 - SPACE[0]) / 2, BOTTOM
    return 39 + (index - top_left) % spaces * ROW / 12, TOP


def _put_strip(picture: Scene, table: Table) -> None:
    strip = table.pieces.strip
    ground = rect(0, TOP - 6, WIDTH, STRIP - 2 * TOP + 12, "strip", 30)
    picture.put("strip", ground, MARGIN, MARGIN, layer=UNDER, label="The action strip")
    for space in strip:
        x, y = _place_of(space.index, len(strip))
        label = _space_label(table, space)
        picture.put(f"space-{space.index}", _space(table, space), MARGIN + x, MARGIN + y, layer=ON_BOARD, label=label)
        if space.line != NONE:
            _put_line(picture, table, space)
        stack = table.stacks[space.index]
        if stack:
            _put_thumb(picture, stack[-1], MARGIN + x + SPACE[0] / 2, MARGIN + y + 21, THUMB)
    x, y = _place_of(table.elephant, len(strip))
    if y == TOP:
        y += SPACE[1] - 2
    elif y == BOTTOM:
        y -= 42
    else:
        x += 36 if x < 100 else -44
        y += 10
    body = use("elephant", -4, 0, 44, "elephant")
    picture.put("walker", body, MARGIN + x, MARGIN + y, layer=ABOVE, label="The elephant")


def _space(table: Table, space: Space) -> str:
    start = " start" if space.index == 0 else ""
    if space.animals:
        body = rect(0, 0, *SPACE, f"acquisition{start}", 6)
        for number, animal in enumerate(space.animals):
            body += token(table.pieces.species[animal], 3.5, 3 + number * 30, 28)
        return body
    sizes = [str(tile.size) for tile in reversed(table.stacks[space.index])]
    body = rect(0, 0, *SPACE, "slot", 6)
    if not sizes:
        return body + text("-", SPACE[0] / 2, 38, "soft m")
    below = f'<tspan class="soft rest">{"".join(sizes[1:])}</tspan>'
    return (
        body + f'<text class="small m" x="{SPACE[0] / 2:g}" y="60"><tspan class="bold">{sizes[0]}</tspan>{below}</text>'
    )


def _space_label(table: Table, space: Space) -> str:
    if space.animals:
        return " and ".join(table.pieces.species[animal].name for animal in space.animals)
    stack = [tile.id for tile in reversed(table.stacks[space.index])]
    return f"Slot: {', then '.join(stack)}" if stack else "Empty slot"


def _put_line(picture: Scene, table: Table, space: Space) -> None:
    """A breeding line just before a space, with its species at the outer end."""
    x, y = _place_of(space.index, len(table.pieces.strip))
    species = table.pieces.species[space.line]
    x += SPACE[0] + 2.6 if y == BOTTOM else -1
    body = rect(-2, y - 4, 4, SPACE[1] + 8, "breeding", 2)
    body += token(species, -13, y + SPACE[1] - 4 if y == BOTTOM else y - 22, 26)
    label = f"Breeding line of the {species.plural}"
    picture.put(f"line-{species.id}", body, MARGIN + x, MARGIN, layer=PIECES, label=label)


# Tiles.


def _put_thumb(picture: Scene, tile: Tile, x: float, y: float, cell: float) -> None:
    """A tile that is not on a board, small, around that point."""
    turned = tile.orientations[0]
    body = shape(tile, turned, cell, number=False)
    label = f"{tile.id}, {tile.size} spaces"
    left, top = x - turned.width * cell / 2, y - turned.height * cell / 2
    picture.put(f"tile-{tile.id}", body, left, top, layer=PIECES, label=label)


def ghost(tile: Tile, turned: Orientation) -> str:
    """How a tile looks on a board."""
    return shape(tile, turned, CELL)


@cache
def shape(tile: Tile, turned: Orientation, cell: float, *, number: bool = True) -> str:
    """A tile's ground and edge, and its size in its last space, where an animal stands only when it is full."""
    cells = set(turned.cells)
    ground = "".join(f"M{c * cell:g} {r * cell:g}h{cell:g}v{cell:g}h-{cell:g}z" for r, c in turned.cells)
    grid, edge = "", ""
    for r, c in turned.cells:
        x, y = c * cell, r * cell
        for beside, start, way in (
            ((r - 1, c), (x, y), f"h{cell:g}"),
            ((r + 1, c), (x, y + cell), f"h{cell:g}"),
            ((r, c - 1), (x, y), f"v{cell:g}"),
            ((r, c + 1), (x + cell, y), f"v{cell:g}"),
        ):
            line = f"M{start[0]:g} {start[1]:g}{way}"
            if beside not in cells:
                edge += line
            elif beside > (r, c):
                grid += line
    kind = "ride" if tile.is_attraction else f"size-{tile.size}"
    fine = "" if cell > 20 else " fine"
    body = f'<path class="{kind}" d="{ground}"/>'
    if grid and not tile.is_attraction:
        body += f'<path class="grid{fine}" d="{grid}"/>'
    body += f'<path class="edge{fine}" d="{edge}"/>'
    if not number:
        return body
    row, column = turned.cells[-1]
    if tile.is_attraction:
        size = min(cell * 1.6, 0.9 * cell * min(turned.width, turned.height))
        return body + use(RIDES[tile.size], *_centre_of(turned, cell, size), size, "drawn")
    return body + text(tile.size, (column + 0.5) * cell, (row + 0.5) * cell + 8, "m on-green")


def _centre_of(turned: Orientation, cell: float, size: float) -> tuple[float, float]:
    """Where a square must begin to lie in the middle, or on the first space if there is nothing in the middle."""
    if len(turned.cells) == turned.width * turned.height:
        return (turned.width * cell - size) / 2, (turned.height * cell - size) / 2
    row, column = turned.cells[1]
    return column * cell + (cell - size) / 2, row * cell + (cell - size) / 2


@cache
def token(species: Species, x: float, y: float, size: float) -> str:
    """An animal: its shape on its colour, and its letter."""
    letter = text(species.letter, x + 2, y + size - 2, "small bold letter") if size > 30 else ""
    inset = size * 0.06
    return (
        rect(x, y, size, size, f"animal s-{species.id}", size / 5)
        + use(species.id, x + inset, y + inset, size - 2 * inset, f"sil-{species.id}")
        + letter
    )


# Supply and market.


def _put_supply(picture: Scene, table: Table) -> None:
    """The five species, from which new animals come, and the attractions with their numbers."""
    y = MARGIN + STRIP
    for number, species in enumerate(table.pieces.species):
        label = f"New {species.name} ({species.letter})"
        body = token(species, 0, 0, 38)
        picture.put(f"supply-{species.id}", body, MARGIN + number * 44, y, layer=ON_BOARD, label=label)
    if table.mode.steps == 0:
        _put_markers(picture, table, MARGIN + 250, y)
    elif table.breeding != NONE:
        words = f"Breeding: {table.pieces.species[table.breeding].plural}"
        picture.put("breeding", text(words, 0, 26, "on-table bold"), MARGIN + 240, y, layer=ON_BOARD)
    x = MARGIN + 0.0
    for tile, left in zip(table.pieces.attractions, table.market, strict=True):
        turned = tile.orientations[0]
        width = turned.width * 11 + 28
        body = rect(0, 0, width, 56, "stall" if left else "stall sold-out", 6)
        if left:
            body += (
                f'<g transform="translate(6 {28 - turned.height * 5.5:g})">{shape(tile, turned, 11, number=False)}</g>'
            )
        count = "no" if not left else "\u221e" if left == UNLIMITED else f"{left}"
        body += text(count, width - 4, 34, "small e")
        spaces = "1 space" if tile.size == 1 else f"{tile.size} spaces"
        how_many = "as many as wanted" if left == UNLIMITED else f"{left} left"
        label = f"Attraction {tile.id}, {spaces}, {how_many}"
        picture.put(f"market-{tile.id}", body, x, y + 48, layer=ON_BOARD, label=label)
        x += width + 4


def _put_markers(picture: Scene, table: Table, x: float, y: float) -> None:
    for number, name in enumerate(markers(table)):
        body = f'<circle class="marker" cx="17" cy="19" r="17"/>{text(name, 17, 26, "light m")}'
        label = f"Range marker {name}"
        picture.put(f"marker-{name[0]}", body, x + number * 38, y, layer=ON_BOARD, label=label)
    words = f"Lap {table.laps} of {table.pieces.laps}"
    picture.put("laps", text(words, 0, 26, "small on-table e"), x + 270, y, layer=ON_BOARD)


# Zoos.


def _put_zoo(picture: Scene, table: Table, seat: int, x: float, y: float) -> None:
    letter = LETTERS[seat]
    width, height = _board_size(table, seat)
    picture.areas[f"seat-{seat}"] = (x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
    board = table.boards[seat]
    paper = rect(0, 0, width, height, "paper", 12) + _ground(board.width, board.barn)
    picture.put(f"zoo-{letter}", paper, x, y, layer=UNDER, label=f"Zoo of {letter}")
    label = f"{letter}: {table.open[seat]} open spaces, {animals(table, seat)} animals"
    picture.put(f"head-{letter}", _head(table, seat), x, y, layer=UNDER, label=label)
    left, top = x + BORDER, y + HEADER
    for place in table.zoos[seat]:
        _put_enclosure(picture, table, place, left, top)
    for number, place in enumerate(table.rides[seat]):
        body = shape(place.tile, place.orientation, CELL)
        at = (left + place.column * CELL, top + place.row * CELL)
        picture.put(f"ride-{letter}-{number}", body, *at, layer=ON_BOARD, label=f"Attraction {place.tile.id}")
    _put_houses(picture, table, seat, left, top)
    for number, tile in enumerate(table.hands[seat]):
        _put_thumb(picture, tile, x + 44 + number * 84, y + height + 44, DEALT)


def _put_enclosure(picture: Scene, table: Table, place: Place, left: float, top: float) -> None:
    tile = place.tile
    inside, resident = table.animals[tile.index], table.residents[tile.index]
    living = "empty"
    if resident != NONE:
        species = table.pieces.species[resident]
        living = f"{inside} {species.name if inside == 1 else species.plural}"
        for number, (row, column) in enumerate(place.cells[:inside]):
            at = (left + column * CELL, top + row * CELL)
            body = token(species, 2, 2, CELL - 4)
            picture.put(f"animal-{tile.id}-{number}", body, *at, layer=PIECES, label=f"{species.name} in {tile.id}")
    at = (left + place.column * CELL, top + place.row * CELL)
    label = f"{tile.id}, {tile.size} spaces: {living}"
    picture.put(f"tile-{tile.id}", shape(tile, place.orientation, CELL), *at, layer=ON_BOARD, label=label)


def _put_houses(picture: Scene, table: Table, seat: int, left: float, top: float) -> None:
    inside = [s for s in table.pieces.species for _ in range(table.in_houses(seat, s.index))]
    for number in range(table.boards[seat].houses):
        x, y = left + 8 + number % 2 * 62, top + 12 + number // 2 * 80
        body = '<path class="house" d="M-3 26L26 2L55 26V70H-3z"/><path class="house-room" d="M4 28H48V66H4z"/>'
        label = f"House {number + 1} of {LETTERS[seat]}: "
        if number < len(inside):
            body += token(inside[number], 7, 28, 38)
        label += inside[number].name if number < len(inside) else "free"
        picture.put(f"house-{LETTERS[seat]}-{number}", body, x, y, layer=ON_BOARD, label=label)


def _head(table: Table, seat: int) -> str:
    """What changes on a board: its numbers, whose turn it is, and who is to act. The rest is sent once."""
    width, height = _board_size(table, seat)
    body = rect(1, 1, width - 2, height - 2, "acts", 11) if seat in table.to_act else ""
    body += badge(seat, 26, 21) + text(f"{table.open[seat]} open", 50, 28, "bold")
    count = animals(table, seat)
    body += text(f"{count} {'animal' if count == 1 else 'animals'}", 156, 28, "small soft")
    if seat == table.mover and table.players > 1:
        body += use("elephant", width - 46, 3, 34, "elephant")
    return body


@cache
def _ground(width: int, barn: tuple[int, ...]) -> str:
    """The construction area with its spaces, and the names of columns and rows along its edges."""
    area = lines = ""
    for row, taken in enumerate(barn):
        x, y = BORDER + taken * CELL, HEADER + row * CELL
        area += f"M{x} {y}H{BORDER + width * CELL}v{CELL}H{x}z"
        lines += "".join(f"M{BORDER + column * CELL} {y}v{CELL}" for column in range(taken + 1, width))
        if row:
            lines += f"M{BORDER + max(taken, barn[row - 1]) * CELL} {y}H{BORDER + width * CELL}"
    body = f'<path class="earth" d="{area}"/><path class="plot" d="{lines}"/>'
    for row, taken in enumerate(barn):
        body += text(row + 1, BORDER + taken * CELL + 3, HEADER + row * CELL + 17, "cell-name")
    for column in range(width):
        row = next(number for number, taken in enumerate(barn) if taken <= column)
        body += text(chr(ord("A") + column), BORDER + (column + 1) * CELL - 3, HEADER + row * CELL + 17, "cell-name e")
    return body
