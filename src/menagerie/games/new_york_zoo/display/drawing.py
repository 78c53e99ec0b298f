"""The table of New York Zoo as a scene: the strip, the stock of animals and attractions, and the zoos."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import MINE, OTHER
from menagerie.core.display.scene import Canvas, Scene, badge, paved, rect, text, use
from menagerie.core.seats import LETTERS, a
from menagerie.core.state import State
from menagerie.games.new_york_zoo.actions import Place, Walk
from menagerie.games.new_york_zoo.phases.walking import TURN, reach
from menagerie.games.new_york_zoo.pieces import NONE, Orientation, Space, Species, Tile
from menagerie.games.new_york_zoo.scoring import animals
from menagerie.games.new_york_zoo.state import UNLIMITED, Position
from menagerie.games.new_york_zoo.view import markers

WIDTH: Final = 600
SPACE: Final = (41, 68)
ROW: Final = 510
"""Width of the strip, of a space on it, and of its rows, between the spaces at its ends."""
TOP, BOTTOM, MIDDLE = 22, 140, 81
"""Where the strip's rows begin, and the spaces at its ends; the elephant walks between the rows."""
STRIP: Final = 230
SHELF: Final = 106
"""Heights of the strip, and of the stock."""
CELL: Final = 36
"""A space of a board."""
STEP: Final = 12
"""Half the height of what counts the spaces before the elephant."""
BESIDE_LINE: Final = 4
"""It makes room for the species at the end of a breeding line."""
HEADER: Final = 40
BORDER: Final = 8
"""Above a board's spaces, and beside them."""
HAND: Final = 84
"""Height of the row below a board with the tiles dealt in the short game."""
THUMB: Final = 7.6
STALL: Final = 11.5
DEALT: Final = 14
"""A cell of a tile on the strip, in the market, and of one that is dealt."""

UNDER, ON_BOARD, PIECES, ABOVE = 0, 1, 2, 3
"""Layers."""

RIDES: Final = {1: "kiosk", 2: "bench", 3: "statue", 4: "fountain", 6: "playground", 8: "balloons"}
"""The drawing on an attraction, by its size."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    state = cast(Position, state)
    own = seat or 0
    picture = Scene(style=_style(), open_to_all=True)
    picture.pave("gravel", "paper")
    picture.need("elephant", *[species.id for species in state.pieces.species], *RIDES.values())
    strip = picture.part("strip", WIDTH, STRIP)
    strip.show(_put_strip, state, by=(state.pieces, tuple(state.stacks)))
    strip.show(_put_walker, state, by=(state.pieces, state.elephant))
    if state.stack and state.stack[-1] is TURN:
        _put_steps(strip, state)
    stock = picture.part("stock", WIDTH, SHELF)
    solo = (tuple(markers(state)), state.laps) if state.mode.steps == 0 else ()
    stock.show(_put_stock, state, by=(state.pieces, state.mode, solo, state.breeding, tuple(state.market)))
    for owner in (own, *[other for other in range(state.players) if other != own]):
        width, height = _board_size(state, owner)
        # While any player has tiles of the short game left, all boards keep a row for them, so nothing jumps.
        height += HAND if any(state.hands) else 0
        purpose = MINE if owner == own else OTHER
        board = picture.part(zoo_part(owner), width, height, purpose, seat=owner)
        board.show(_put_zoo, state, owner, by=_seen_of(state, owner))
    return picture


def _seen_of(state: Position, seat: int) -> Hashable:
    """All that a zoo shows."""
    laid = tuple([(place.tile, place.low, place.high) for place in (*state.zoos[seat], *state.rides[seat])])
    living = tuple([(state.residents[at], state.animals[at]) for at in [one.tile.index for one in state.zoos[seat]]])
    housed = tuple([state.in_houses(seat, species.index) for species in state.pieces.species])
    turn = (seat in state.to_act, seat == state.mover and state.players > 1)
    return (state.boards[seat], laid, living, housed, state.open[seat], turn, state.hands[seat])


def zoo_part(seat: int) -> str:
    """What the part with that seat's board is called."""
    return f"zoo of {LETTERS[seat]}"


def _board_size(state: Position, seat: int) -> tuple[float, float]:
    board = state.boards[seat]
    return board.width * CELL + 2 * BORDER, HEADER + board.height * CELL + BORDER


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# The strip.


def _place_of(index: int, spaces: int) -> tuple[float, float]:
    """The top left corner of a space: twelve in the top row, eleven below, one at each end."""
    top_left = 16
    if index == 3:
        return WIDTH - SPACE[0] - 1, MIDDLE
    if index == top_left - 1:
        return 1, MIDDLE
    if 3 < index < top_left - 1:
        return 45 + ROW - (index - 3) * ROW / 11 + (ROW / 11 - SPACE[0]) / 2, BOTTOM
    return 46 + (index - top_left) % spaces * ROW / 12, TOP


def _put_strip(canvas: Canvas, state: Position) -> None:
    strip = state.pieces.strip
    ground = rect(0, TOP - 6, WIDTH, STRIP - 2 * TOP + 12, "strip", 30)
    ground += paved("gravel", 0, TOP - 6, WIDTH, STRIP - 2 * TOP + 12, 30)
    canvas.put("strip", ground, layer=UNDER, label="The action strip")
    for space in strip:
        x, y = _place_of(space.index, len(strip))
        label = _space_label(state, space)
        canvas.put(f"space-{space.index}", _space(state, space), x, y, layer=ON_BOARD, label=label)
        if space.line != NONE:
            _put_line(canvas, state, space)
        stack = state.stacks[space.index]
        if stack:
            _put_thumb(canvas, stack[-1], x + SPACE[0] / 2, y + 23, THUMB)


def _put_walker(canvas: Canvas, state: Position) -> None:
    x, y = _place_of(state.elephant, len(state.pieces.strip))
    if y == TOP:
        y += SPACE[1] + 1
    elif y == BOTTOM:
        y -= 46
    else:
        x += 44 if x < 100 else -44
        y += 12
    body = use("elephant", -4, 0, 44)
    canvas.put("walker", body, x, y, layer=ABOVE, label="The elephant")


def _put_steps(canvas: Canvas, state: Position) -> None:
    """How many spaces it is to where the elephant can go, at the outer end of each: it walks between the rows."""
    strip = state.pieces.strip
    for walk, space in reach(state):
        if not isinstance(walk, Walk):
            continue
        x, y = _place_of(space.index, len(strip))
        following = strip[(space.index + 1) % len(strip)]
        aside = BESIDE_LINE * ((space.line != NONE) - (following.line != NONE))
        x += SPACE[0] / 2 + (aside if y == TOP else -aside)
        y += -STEP if y == TOP else SPACE[1] + STEP
        body = f'<circle class="step" r="{STEP - 1}"/>' + text(walk.steps, 0, 6.5, "small bold m")
        steps = "1 space" if walk.steps == 1 else f"{walk.steps} spaces"
        canvas.put(f"step-{walk.steps}", body, x, y, layer=PIECES, label=f"{steps} from the elephant")


def _space(state: Position, space: Space) -> str:
    start = " start" if space.index == 0 else ""
    if space.animals:
        body = rect(0, 0, *SPACE, f"acquisition{start}", 6)
        for number, animal in enumerate(space.animals):
            body += token(state.pieces.species[animal], 5.5, 3 + number * 32, 30)
        return body
    sizes = [str(tile.size) for tile in reversed(state.stacks[space.index])]
    body = rect(0, 0, *SPACE, "slot", 6)
    if not sizes:
        return body + text("-", SPACE[0] / 2, 40, "soft m")
    below = f'<tspan class="soft rest" dx="2">{"".join(sizes[1:])}</tspan>'
    return (
        body + f'<text class="small m" x="{SPACE[0] / 2:g}" y="63"><tspan class="bold">{sizes[0]}</tspan>{below}</text>'
    )


def _space_label(state: Position, space: Space) -> str:
    if space.animals:
        return " and ".join(state.pieces.species[animal].name for animal in space.animals)
    stack = [a(tile.name) for tile in reversed(state.stacks[space.index])]
    return f"Slot: {', then '.join(stack)}" if stack else "Empty slot"


def _put_line(canvas: Canvas, state: Position, space: Space) -> None:
    """A breeding line just before a space, with its species at the outer end."""
    x, y = _place_of(space.index, len(state.pieces.strip))
    species = state.pieces.species[space.line]
    x += SPACE[0] + 2.4 if y == BOTTOM else -0.8
    body = rect(-2, y - 4, 4, SPACE[1] + 8, "breeding", 2)
    body += token(species, -13, y + SPACE[1] - 4 if y == BOTTOM else y - 22, 26)
    label = f"Breeding line of the {species.plural}"
    canvas.put(f"line-{species.id}", body, x, 0, layer=PIECES, label=label)


# Tiles.


def _put_thumb(canvas: Canvas, tile: Tile, x: float, y: float, cell: float) -> None:
    """A tile that is not on a board, small, around that point."""
    turned = tile.orientations[0]
    body = shape(tile, turned, cell, number=False)
    label = tile.name
    left, top = x - turned.width * cell / 2, y - turned.height * cell / 2
    canvas.put(f"tile-{tile.id}", body, left, top, layer=PIECES, label=label)


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
        # On an attraction that is no rectangle it stays in one space: it must not lie over a neighbour.
        is_whole = len(turned.cells) == turned.width * turned.height
        size = min(cell * 1.6, 0.9 * cell * min(turned.width, turned.height)) if is_whole else 0.9 * cell
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


# The stock.


def _put_stock(canvas: Canvas, state: Position) -> None:
    """The five species, from which new animals come, and the attractions with their numbers."""
    for number, species in enumerate(state.pieces.species):
        label = f"New {species.name} ({species.letter})"
        canvas.put(f"supply-{species.id}", token(species, 0, 0, 38), number * 43, 0, layer=ON_BOARD, label=label)
    if state.mode.steps == 0:
        _put_markers(canvas, state, 230)
    elif state.breeding != NONE:
        words = f"Breeding: {state.pieces.species[state.breeding].plural}"
        body = rect(0, 0, 350, 38, "paper", 8) + text(words, 14, 26, "bold")
        canvas.put("breeding", body, 240, 0, layer=ON_BOARD, label=words)
    widths = [tile.orientations[0].width * STALL for tile in state.pieces.attractions]
    beside = (WIDTH + 4 - sum(widths)) / len(widths) - 4
    x = 0.0
    for tile, left, width in zip(state.pieces.attractions, state.market, widths, strict=True):
        spaces = "1 space" if tile.size == 1 else f"{tile.size} spaces"
        how_many = "as many as wanted" if left == UNLIMITED else f"{left} left"
        label = f"Attraction, {spaces}, {how_many}"
        canvas.put(f"market-{tile.id}", _stall(tile, left, width + beside), x, 48, layer=ON_BOARD, label=label)
        x += width + beside + 4


@cache
def _stall(tile: Tile, left: int, width: float) -> str:
    """An attraction in the market, and how many there are."""
    turned = tile.orientations[0]
    body = rect(0, 0, width, 56, "stall" if left else "stall sold-out", 6)
    if left:
        top = 28 - turned.height * STALL / 2
        body += f'<g transform="translate(5 {top:g})">{shape(tile, turned, STALL, number=False)}</g>'
    count = "\u221e" if left == UNLIMITED else f"{left}"
    return body + text(count, width - 4, 34, "small e")


def _put_markers(canvas: Canvas, state: Position, x: float) -> None:
    for number, name in enumerate(markers(state)):
        body = f'<circle class="marker" cx="17" cy="19" r="17"/>{text(name, 17, 26, "light m")}'
        label = f"Range marker {name}"
        canvas.put(f"marker-{name[0]}", body, x + number * 38, 0, layer=ON_BOARD, label=label)
    words = f"Lap {state.laps} of {state.pieces.laps}"
    body = rect(0, 0, 120, 38, "paper", 8) + text(words, 60, 26, "m")
    canvas.put("laps", body, WIDTH - 122, 0, layer=ON_BOARD, label=words)


# Zoos.


def _put_zoo(canvas: Canvas, state: Position, seat: int) -> None:
    letter = LETTERS[seat]
    width, height = _board_size(state, seat)
    board = state.boards[seat]
    paper = (
        rect(0, 0, width, height, "paper", 12)
        + paved("paper", 0, 0, width, height, 12)
        + _ground(board.width, board.barn)
    )
    canvas.put(f"zoo-{letter}", paper, layer=UNDER, label=f"Zoo of {letter}")
    label = f"{letter}: {state.open[seat]} open spaces, {animals(state, seat)} animals"
    canvas.put(f"head-{letter}", _head(state, seat), layer=UNDER, label=label)
    left, top = BORDER, HEADER
    for place in state.zoos[seat]:
        _put_enclosure(canvas, state, place, left, top)
    for number, place in enumerate(state.rides[seat]):
        body = shape(place.tile, place.orientation, CELL)
        at = (left + place.column * CELL, top + place.row * CELL)
        canvas.put(f"ride-{letter}-{number}", body, *at, layer=ON_BOARD, label=place.tile.name)
    _put_houses(canvas, state, seat, left, top)
    for number, tile in enumerate(state.hands[seat]):
        _put_thumb(canvas, tile, 44 + number * 84, height + 44, DEALT)


def _put_enclosure(canvas: Canvas, state: Position, place: Place, left: float, top: float) -> None:
    tile = place.tile
    inside, resident = state.animals[tile.index], state.residents[tile.index]
    living = "empty"
    if resident != NONE:
        species = state.pieces.species[resident]
        living = f"{inside} {species.name if inside == 1 else species.plural}"
        for number, (row, column) in enumerate(place.cells[:inside]):
            at = (left + column * CELL, top + row * CELL)
            body = token(species, 2, 2, CELL - 4)
            canvas.put(
                f"animal-{tile.id}-{number}", body, *at, layer=PIECES, label=f"{species.name} in the {tile.name}"
            )
    at = (left + place.column * CELL, top + place.row * CELL)
    label = f"{tile.name}: {living}"
    canvas.put(f"tile-{tile.id}", shape(tile, place.orientation, CELL), *at, layer=ON_BOARD, label=label)


def _put_houses(canvas: Canvas, state: Position, seat: int, left: float, top: float) -> None:
    inside = [s for s in state.pieces.species for _ in range(state.in_houses(seat, s.index))]
    for number in range(state.boards[seat].houses):
        x, y = left + 8 + number % 2 * 62, top + 12 + number // 2 * 80
        body = '<path class="house" d="M-3 26L26 2L55 26V70H-3z"/><path class="house-room" d="M4 28H48V66H4z"/>'
        label = f"House {number + 1} of {LETTERS[seat]}: "
        if number < len(inside):
            body += token(inside[number], 7, 28, 38)
        label += inside[number].name if number < len(inside) else "free"
        canvas.put(f"house-{LETTERS[seat]}-{number}", body, x, y, layer=ON_BOARD, label=label)


def _head(state: Position, seat: int) -> str:
    """What changes on a board: its numbers, whose turn it is, and who is to act. The rest is sent once."""
    width, height = _board_size(state, seat)
    body = rect(1, 1, width - 2, height - 2, "acts", 11) if seat in state.to_act else ""
    body += badge(seat, 26, 21) + text(
        f"{state.open[seat]} to cover" if state.open[seat] else "Full board", 50, 28, "bold"
    )
    count, right = animals(state, seat), width - 14
    # On the narrowest boards there is no room for it; the lamp light tells who acts.
    if seat == state.mover and state.players > 1 and width > 320:
        body += use("elephant", width - 46, 3, 34)
        right = width - 52
    words = f"{count} {'animal' if count == 1 else 'animals'}"
    return body + text(words, right, 28, "small soft e")


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
    body = f'<path class="earth" d="{area}"/><path fill="url(#surface-gravel)" d="{area}"/>'
    body += f'<path class="plot" d="{lines}"/>'
    for row, taken in enumerate(barn):
        body += text(row + 1, BORDER + taken * CELL + 3, HEADER + row * CELL + 17, "cell-name")
    for column in range(width):
        row = next(number for number, taken in enumerate(barn) if taken <= column)
        body += text(chr(ord("A") + column), BORDER + (column + 1) * CELL - 3, HEADER + row * CELL + 17, "cell-name e")
    return body
