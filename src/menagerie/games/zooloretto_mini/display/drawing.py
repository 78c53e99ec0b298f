"""The table of Zooloretto Mini as a scene: a part with trucks and piles, and one for each zoo."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import MINE, OTHER
from menagerie.core.display.scene import Canvas, Scene, badge, paved, rect, text, use
from menagerie.core.display.sheet import capital
from menagerie.core.seats import LETTERS, counted
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.pieces import BABY, FEMALE, MALE, Pieces, Tile
from menagerie.games.zooloretto_mini.state import Position

TILE: Final = 46
PITCH: Final = 50
LAWN: Final = (158, 132)
BOARD: Final = (506, 262)
TRUCK: Final = 74
"""Height of a row of trucks."""
CAB: Final = 46
BETWEEN: Final = 20
"""The width of a cab, and of the way between two trucks."""
PILES: Final = 80
"""Height of the row with the piles and the tile in play."""
SHELF: Final = 44
"""Height of the row below it: the kinds in play with their offspring, and what left the game."""
SMALL: Final = 30
SMALL_PITCH: Final = 48.0
"""A tile on the shelf, beside its number."""

_ZOOS: Final = [f"zoo of {letter}" for letter in LETTERS]
"""What the parts are called."""

UNDER, ON_BOARD, TILES = 0, 1, 2
"""Layers."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    state = cast(Position, state)
    own = seat or 0
    picture = Scene(style=_style(), open_to_all=True, defs=_shapes(state.pieces))
    middle = picture.part("trucks", BOARD[0], PILES + SHELF + TRUCK * _rows(state.size.trucks))
    left = (state.tiles_left, state.end_pile_left)
    middle.show(_put_piles, state, by=(state.round, state.is_last_round, left, state.drawn, state.hand))
    middle.show(_put_shelf, state, by=(state.pieces, state.kinds, tuple(state.supply), state.gone))
    middle.show(_put_trucks, state, by=(state.size, state.with_room | state.with_tiles, tuple(state.trucks)))
    to_act, out, barns = state.to_act, state.out, state.barns
    for owner in _own_first(state.players, own):
        purpose = MINE if owner == own else OTHER
        board = picture.part(_ZOOS[owner], BOARD[0], BOARD[1], purpose, seat=owner)
        board.show(_put_board, state, owner, by=(state.score(owner), owner in to_act, out >> owner & 1))
        board.show(_put_zoo, state, owner, by=(*state.zoo(owner), barns[owner]))
    return picture


@cache
def _own_first(players: int, own: int) -> tuple[int, ...]:
    return (own, *[other for other in range(players) if other != own])


@cache
def _shapes(pieces: Pieces) -> dict[str, str]:
    """Every shape that a game with these pieces needs."""
    picture = Scene()
    picture.pave("grass", "paper", "planks")
    picture.need(*pieces.kinds, *pieces.landscapes, "male", "female", "baby", "disc", "barn", "truck")
    return picture.defs


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# Tiles and piles.


def _put_tile(canvas: Canvas, tile: Tile, x: float, y: float) -> None:
    canvas.put(f"tile-{tile.number}", _face(tile), x, y, layer=TILES, label=tile.name)


@cache
def _face(tile: Tile, letter: bool = True) -> str:
    body = rect(0, 0, TILE, TILE, f"tile k-{tile.group}", 6)
    if tile.role == BABY:
        body += (
            f'<circle class="baby-ring" cx="23" cy="23" r="20.5"/>{use(tile.group, 7, 6, 34)}{use("baby", 30, 2, 14)}'
        )
    else:
        body += use(tile.group, 7, 4, 36)
    if tile.role in (MALE, FEMALE):
        body += '<circle class="paper" cx="37" cy="37" r="9"/>'
        body += use("male" if tile.role == MALE else "female", 30, 30, 14, "sign")
    return body + (text(tile.group[0].upper(), 2, 44, "small bold letter") if tile.is_animal and letter else "")


def _put_piles(canvas: Canvas, state: Position) -> None:
    main, end = state.tiles_left, state.end_pile_left
    label = f"{main} tiles, then {end} in the end pile"
    heading = text(f"Round {state.round}", 0, 0, "big on-table")
    if state.is_last_round:
        heading += text("last round", 0, 24, "small on-table")
    canvas.put("round", heading, 0, 22, layer=UNDER)
    canvas.put("pile", _piles(main, end), 180, 0, layer=ON_BOARD, label=label)
    in_play = (state.drawn,) if state.drawn is not None else state.hand
    for number, tile in enumerate(in_play):
        if tile is not None:
            _put_tile(canvas, tile, 350 + number * PITCH, 4)


@cache
def _piles(main: int, end: int) -> str:
    return _pile(main, 8, "to draw") + _pile(end, 88, "end pile") + use("disc", 118, 30, 26, "disc")


def _pile(count: int, x: float, name: str) -> str:
    """Face-down tiles with their number."""
    below = text(name, x + 23, 69, "small on-table m")
    if not count:
        return rect(x, 4, TILE, TILE, "space", 6) + below
    backs = "".join(rect(x + shift, 4 - shift, TILE, TILE, "back", 6) for shift in range(0, min(3, count) * 2, 2))
    return backs + text(count, x + 23, 34, "light m") + below


def _put_shelf(canvas: Canvas, state: Position) -> None:
    canvas.show(_put_offspring, state, by=(state.pieces, state.kinds, tuple(state.supply)))
    canvas.show(_put_gone, state, by=(state.pieces, len(state.kinds), state.gone))


def _put_offspring(canvas: Canvas, state: Position) -> None:
    """Rule 1.3: the kinds in play, and how many offspring each can still have."""
    for number, kind in enumerate(state.kinds):
        left = state.supply[state.pieces.kinds.index(kind)]
        body = _small(state.pieces.by_name[f"baby {kind}"], left)
        label = f"{capital(kind)}: in play, {left} offspring left"
        canvas.put(f"offspring-{kind}", body, number * SMALL_PITCH, PILES, label=label)


def _put_gone(canvas: Canvas, state: Position) -> None:
    """What left the game, kind by kind; the more there are the closer they lie."""
    counts = Counter(tile.group for tile in state.gone)
    x = len(state.kinds) * SMALL_PITCH + 16
    room = BOARD[0] - x - 48 - SMALL
    pitch = min(SMALL + 4, room / max(1, len(counts) - 1))
    body = text("Out:" if counts else "Out: nothing", 0, 22, "small on-table")
    plain = {tile.group: tile for tile in reversed(state.pieces.sorts)}
    for number, group in enumerate(group for group in plain if counts[group]):
        face = f'<g transform="scale({SMALL / TILE:.3f})">{_face(plain[group], letter=False)}</g>'
        many = text(counts[group], 1, SMALL, "small bold letter") if counts[group] > 1 else ""
        body += f'<g transform="translate({48 + number * pitch:g} 0)">{face}{many}</g>'
    label = f"Out of the game: {_content(state.gone) if state.gone else 'nothing'}"
    canvas.put("gone", body, x, PILES, label=label)


@cache
def _small(tile: Tile, count: int) -> str:
    """A tile on the shelf, with how many there are; faint if none are left."""
    faint = "" if count else ' class="none-left"'
    face = f'<g{faint} transform="scale({SMALL / TILE:.3f})">{_face(tile, letter=False)}</g>'
    return face + text(count, SMALL + 3, 22, "small on-table")


# Trucks.


def _put_trucks(canvas: Canvas, state: Position) -> None:
    in_middle = state.with_room | state.with_tiles
    for number in range(len(state.size.trucks)):
        if in_middle >> number & 1:
            canvas.show(_put_truck, state, number, by=(state.size, state.trucks[number]))


def _put_truck(canvas: Canvas, state: Position, number: int) -> None:
    spaces, tiles = state.size.trucks[number], state.trucks[number]
    x, row = _parking(state.size.trucks)[number]
    y = PILES + SHELF + row * TRUCK
    label = f"Truck {number + 1}: {_content(tiles)}; {spaces - len(tiles)} of {spaces} spaces free"
    canvas.put(f"truck-{number + 1}", _truck(number, spaces), x, y, layer=ON_BOARD, label=label)
    for slot, tile in enumerate(tiles):
        _put_tile(canvas, tile, x + 6 + slot * PITCH, y + 5)


@cache
def _parking(trucks: tuple[int, ...]) -> list[tuple[float, int]]:
    """Where trucks with so many spaces stand, one after the other: from the left, and in which row."""
    places = []
    x, row = 0.0, 0
    for spaces in trucks:
        width = spaces * PITCH + 8 + CAB
        if x + width > BOARD[0]:
            x, row = 0.0, row + 1
        places.append((x, row))
        x += width + BETWEEN
    return places


@cache
def _rows(trucks: tuple[int, ...]) -> int:
    return 1 + max(row for _, row in _parking(trucks))


@cache
def _truck(number: int, spaces: int) -> str:
    width = spaces * PITCH + 8
    body = "".join(_wheel(x) for x in (24, width + 24))
    body += rect(0, 0, width, 56, "bed", 6) + paved("planks", 0, 0, width, 56, 6)
    body += "".join(rect(6 + slot * PITCH, 5, TILE, TILE, "bed-space", 6) for slot in range(spaces))
    body += f'<path class="cab" d="M{width} 56V12h26q6 0 9 6l11 20v18z"/>'
    body += f'<path class="window" d="M{width + 6} 18h19q4 0 6 4l7 13h-32z"/>'
    return body + text(number + 1, width + 22, 52, "light m")


def _wheel(x: float) -> str:
    return f'<circle class="wheel" cx="{x}" cy="58" r="9"/><circle class="hub" cx="{x}" cy="58" r="3.5"/>'


# Zoos.


def _put_board(canvas: Canvas, state: Position, seat: int) -> None:
    label = f"Zoo of {LETTERS[seat]}, {_points(state.score(seat))}"
    canvas.put(f"zoo-{LETTERS[seat]}", _board(state, seat), layer=UNDER, label=label)


def _put_zoo(canvas: Canvas, state: Position, seat: int) -> None:
    for where, enclosure in enumerate(state.zoo(seat)):
        canvas.show(_put_enclosure, state, seat, where, by=enclosure)
    canvas.show(_put_barn, state, seat, by=state.barns[seat])


def _put_enclosure(canvas: Canvas, state: Position, seat: int, where: int) -> None:
    letter, enclosure = LETTERS[seat], state.zoo(seat)[where]
    left, top = 8 + where * (LAWN[0] + 8), 40
    label = f"Enclosure {where + 1} of {letter}: {_content(enclosure.tiles)}"
    points = state.pieces.by_animals[enclosure.animals]
    canvas.put(f"enclosure-{letter}-{where + 1}", _lawn(where, points), left, top, layer=ON_BOARD, label=label)
    for slot, tile in enumerate(enclosure.tiles):
        _put_tile(canvas, tile, left + 6 + slot % 3 * PITCH, top + 26 + slot // 3 * PITCH)


def _put_barn(canvas: Canvas, state: Position, seat: int) -> None:
    letter, barn = LETTERS[seat], state.barns[seat]
    x, y, width = 8, 40 + LAWN[1] + 8, BOARD[0] - 16
    body = rect(0, 0, width, 72, "hay", 8) + paved("planks", 0, 0, width, 72, 8) + use("barn", 6, 6, 60)
    label = f"Barn of {letter}: {_content(barn)}"
    canvas.put(f"barn-{letter}", body, x, y, layer=ON_BOARD, label=label)
    # Tiles that are alike count once in the barn, so they lie together; many tiles overlap.
    ordered = sorted(barn, key=lambda tile: (tile.bit, tile.number))
    pitch = min(PITCH, (width - 84 - TILE) / max(1, len(barn) - 1))
    for number, tile in enumerate(ordered):
        _put_tile(canvas, tile, x + 74 + number * pitch, y + 13)


def _board(state: Position, seat: int) -> str:
    body = rect(0, 0, *BOARD, "paper", 12) + paved("paper", 0, 0, *BOARD, 12)
    if seat in state.to_act:
        body += rect(1, 1, BOARD[0] - 2, BOARD[1] - 2, "acts", 11)
    body += badge(seat, 26, 21) + text(_points(state.score(seat)), 50, 28, "bold")
    if state.out >> seat & 1:
        body += use("truck", BOARD[0] - 176, 4, 32) + text("out this round", BOARD[0] - 14, 27, "small soft e")
    return body


@cache
def _lawn(where: int, points: int) -> str:
    body = rect(0, 0, *LAWN, "lawn", 10) + paved("grass", 0, 0, *LAWN, 10) + text(where + 1, 9, 20, "small bold")
    body += text(_points(points), LAWN[0] - 8, 20, "small e")
    return body + "".join(
        rect(6 + slot % 3 * PITCH, 26 + slot // 3 * PITCH, TILE, TILE, "lawn-space", 6) for slot in range(6)
    )


def _points(points: int) -> str:
    return counted(points, "point", "points")


def _content(tiles: tuple[Tile, ...]) -> str:
    return ", ".join(tile.name for tile in tiles) or "empty"
