"""The table of Zooloretto Mini as a scene: trucks and piles, and below and beside them the zoos.

The zoo of the seat that looks lies below the trucks, so that a phone shows what a turn needs without scrolling.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.scene import Scene, badge, rect, text, use
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.pieces import BABY, FEMALE, MALE, Tile
from menagerie.games.zooloretto_mini.state import Table

TILE: Final = 46
PITCH: Final = 50
MARGIN: Final = 16
LAWN: Final = (158, 132)
BOARD: Final = (506, 262)
TRUCK: Final = (250, 74)
PILES: Final = 66
"""Height of the row with the piles and the tile in play."""

UNDER, ON_BOARD, TILES = 0, 1, 2
"""Layers."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    table = cast(Table, state)
    own = seat or 0
    middle = PILES + TRUCK[1] * ((len(table.trucks) + 1) // 2)
    columns = 1 + table.players // 2
    picture = Scene(
        columns * (BOARD[0] + MARGIN) + MARGIN,
        MARGIN + max(middle + MARGIN + BOARD[1], 2 * BOARD[1] + MARGIN) + MARGIN,
        _style(),
    )
    picture.need(*table.pieces.kinds, *table.pieces.landscapes, "male", "female", "baby", "disc", "barn", "truck")
    _put_piles(picture, table)
    _put_trucks(picture, table)
    for place, owner in enumerate([own, *[other for other in range(table.players) if other != own]]):
        x = MARGIN + (place + 1) // 2 * (BOARD[0] + MARGIN)
        y = 2 * MARGIN + middle if place == 0 else MARGIN + (place - 1) % 2 * (BOARD[1] + MARGIN)
        _put_zoo(picture, table, owner, x, y)
    picture.areas["table"] = (0, 0, BOARD[0] + 2 * MARGIN, middle + 2 * MARGIN)
    picture.areas[f"seat-{own}"] = (0, 0, BOARD[0] + 2 * MARGIN, middle + BOARD[1] + 3 * MARGIN)
    return picture


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# Tiles and piles.


def _put_tile(picture: Scene, tile: Tile, x: float, y: float) -> None:
    picture.put(f"tile-{tile.number}", _face(tile), x, y, layer=TILES, label=tile.name)


@cache
def _face(tile: Tile) -> str:
    body = rect(0, 0, TILE, TILE, f"tile k-{tile.group}", 6) + use(tile.group, 7, 8, 36)
    if tile.role == BABY:
        body += f'<circle class="baby-ring" cx="23" cy="23" r="20.5"/>{use("baby", 30, 2, 14)}'
    elif tile.role in (MALE, FEMALE):
        body += '<circle class="paper" cx="37" cy="37" r="9"/>'
        body += use("male" if tile.role == MALE else "female", 30, 30, 14, "sign")
    return body + (text(tile.group[0].upper(), 3, 17, "small bold") if tile.is_animal else "")


def _put_piles(picture: Scene, table: Table) -> None:
    main = max(0, table.main_pile - table.revealed)
    end = min(table.pieces.end_pile, len(table.pile) - table.revealed)
    label = f"{main} tiles, then {end} in the end pile"
    heading = text(f"Round {table.round}", 0, 0, "big on-table")
    if table.is_last_round:
        heading += text("the last one", 0, 24, "small on-table")
    picture.put("round", heading, MARGIN, MARGIN + 18, layer=UNDER)
    body = _pile(main, 0) + _pile(end, 66) + use("disc", 96, 30, 26, "disc")
    picture.put("pile", body, MARGIN + 190, MARGIN, layer=ON_BOARD, label=label)
    in_play = (table.drawn,) if table.drawn is not None else table.hand
    for number, tile in enumerate(in_play):
        if tile is not None:
            _put_tile(picture, tile, MARGIN + 350 + number * PITCH, MARGIN + 4)


def _pile(count: int, x: float) -> str:
    """Face-down tiles with their number."""
    if not count:
        return rect(x, 4, TILE, TILE, "space", 6)
    backs = "".join(rect(x + shift, 4 - shift, TILE, TILE, "back", 6) for shift in range(0, min(3, count) * 2, 2))
    return backs + text(count, x + 23, 34, "light m")


# Trucks.


def _put_trucks(picture: Scene, table: Table) -> None:
    in_middle = table.with_room | table.with_tiles
    for number, spaces in enumerate(table.size.trucks):
        if not in_middle >> number & 1:
            continue
        x = MARGIN + number % 2 * TRUCK[0]
        y = MARGIN + PILES + number // 2 * TRUCK[1]
        tiles = table.trucks[number]
        load = ", ".join(tile.name for tile in tiles) or "empty"
        label = f"Truck {number + 1}: {load}; {spaces - len(tiles)} of {spaces} spaces free"
        picture.put(f"truck-{number + 1}", _truck(number, spaces), x, y, layer=ON_BOARD, label=label)
        for slot, tile in enumerate(tiles):
            _put_tile(picture, tile, x + 6 + slot * PITCH, y + 5)


@cache
def _truck(number: int, spaces: int) -> str:
    width = spaces * PITCH + 8
    body = "".join(_wheel(x) for x in (24, width + 24))
    body += rect(0, 0, width, 56, "bed", 6)
    body += "".join(rect(6 + slot * PITCH, 5, TILE, TILE, "bed-space", 6) for slot in range(spaces))
    body += f'<path class="cab" d="M{width} 56V12h26q6 0 9 6l11 20v18z"/>'
    body += f'<path class="window" d="M{width + 6} 18h19q4 0 6 4l7 13h-32z"/>'
    return body + text(number + 1, width + 22, 52, "light m")


def _wheel(x: float) -> str:
    return f'<circle class="wheel" cx="{x}" cy="58" r="9"/><circle class="hub" cx="{x}" cy="58" r="3.5"/>'


# Zoos.


def _put_zoo(picture: Scene, table: Table, seat: int, x: float, y: float) -> None:
    letter = LETTERS[seat]
    picture.areas[f"seat-{seat}"] = (x - MARGIN, y - MARGIN, BOARD[0] + 2 * MARGIN, BOARD[1] + 2 * MARGIN)
    label = f"Zoo of {letter}, {table.score(seat)} points"
    picture.put(f"zoo-{letter}", _board(table, seat), x, y, layer=UNDER, label=label)
    for where, enclosure in enumerate(table.zoo(seat)):
        left, top = x + 8 + where * (LAWN[0] + 8), y + 40
        label = f"Enclosure {where + 1} of {letter}: {_content(enclosure.tiles)}"
        points = table.pieces.by_animals[enclosure.animals]
        picture.put(f"enclosure-{letter}-{where + 1}", _lawn(where, points), left, top, layer=ON_BOARD, label=label)
        for slot, tile in enumerate(enclosure.tiles):
            _put_tile(picture, tile, left + 6 + slot % 3 * PITCH, top + 26 + slot // 3 * PITCH)
    _put_barn(picture, table, seat, x + 8, y + 40 + LAWN[1] + 8)


def _put_barn(picture: Scene, table: Table, seat: int, x: float, y: float) -> None:
    letter = LETTERS[seat]
    barn = table.barns[seat]
    width = BOARD[0] - 16
    body = rect(0, 0, width, 72, "hay", 8) + use("barn", 6, 6, 60)
    label = f"Barn of {letter}: {_content(barn)}"
    picture.put(f"barn-{letter}", body, x, y, layer=ON_BOARD, label=label)
    # Tiles that are alike count once in the barn, so they lie together; many tiles overlap.
    ordered = sorted(barn, key=lambda tile: (tile.bit, tile.number))
    pitch = min(PITCH, (width - 84 - TILE) / max(1, len(barn) - 1))
    for number, tile in enumerate(ordered):
        _put_tile(picture, tile, x + 74 + number * pitch, y + 13)


def _board(table: Table, seat: int) -> str:
    body = rect(0, 0, *BOARD, "paper", 12)
    if seat in table.to_act:
        body += rect(1, 1, BOARD[0] - 2, BOARD[1] - 2, "acts", 11)
    body += badge(seat, 26, 21) + text(_points(table.score(seat)), 50, 28, "bold")
    if table.out >> seat & 1:
        body += use("truck", BOARD[0] - 176, 4, 32) + text("out this round", BOARD[0] - 14, 27, "small soft e")
    return body


@cache
def _lawn(where: int, points: int) -> str:
    body = rect(0, 0, *LAWN, "lawn", 10) + text(where + 1, 9, 20, "small bold")
    body += text(_points(points), LAWN[0] - 8, 20, "small e")
    return body + "".join(
        rect(6 + slot % 3 * PITCH, 26 + slot // 3 * PITCH, TILE, TILE, "lawn-space", 6) for slot in range(6)
    )


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _content(tiles: tuple[Tile, ...]) -> str:
    return ", ".join(tile.name for tile in tiles) or "empty"
