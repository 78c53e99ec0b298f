"""The table of Zooloretto Mini as a scene: piles and trucks on a road, and zoos of three enclosures and a barn."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import MINE, OTHER
from menagerie.core.display.scene import Canvas, Scene, badge, label, paved, rect, text, use
from menagerie.core.display.sheet import capital
from menagerie.core.seats import LETTERS, counted
from menagerie.core.state import State
from menagerie.games.zooloretto_mini.pieces import BABY, FEMALE, MALE, Pieces, Tile
from menagerie.games.zooloretto_mini.state import Position

FACE: Final = 46.0
"""A tile is drawn in a box of so many units, and scaled to where it lies."""
ON_TRUCK, ON_PILE, IN_ENCLOSURE, IN_BARN, IN_HAND, IN_BOX = 78.0, 96.0, 104.0, 80.0, 60.0, 24.0
"""How large tiles are, by where they lie."""
PILES: Final = (222, 136)
TRUCK_HEIGHT: Final = 124
SLOT: Final = 82
"""The width of a space on a truck."""
CAB: Final = 46
BOX: Final = (116, 146)
HEADER: Final = (400, 64)
ENCLOSURE: Final = (356, 268)
BARN_SIZE: Final = (1060, 92)
LEAST: Final = 0.33
"""The smallest scale at which you can recognise an animal in an enclosure."""

UNDER, ON_BOARD, TILES = 0, 1, 2
"""Layers."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    state = cast(Position, state)
    picture = Scene(style=_style(), open_to_all=True, defs=_shapes(state.pieces))
    _show_road(picture, state)
    for owner in _own_first(state.players, seat or 0):
        _show_zoo(picture, state, owner, MINE if owner == (seat or 0) else OTHER)
    return picture


def _show_road(picture: Scene, state: Position) -> None:
    piles = picture.part("piles", *PILES, least=0.25)
    piles.show(_put_piles, state, by=(state.tiles_left, state.end_pile_left, state.drawn, state.is_last_round))
    in_middle = state.with_room | state.with_tiles
    for number, spaces in enumerate(state.size.trucks):
        parking = picture.part(f"truck {number + 1}", spaces * SLOT + 6 + CAB, TRUCK_HEIGHT, least=0.25)
        is_here = in_middle >> number & 1
        parking.show(_put_truck, state, number, by=(spaces, state.trucks[number] if is_here else None))
    box = picture.part("box", *BOX, least=0.2)
    box.show(_put_box, state, by=(state.pieces, state.kinds, tuple(state.supply), state.gone))


def _show_zoo(picture: Scene, state: Position, owner: int, purpose: str) -> None:
    letter = LETTERS[owner]
    hand = state.hand if owner in state.to_act else ()
    header = picture.part(f"zoo of {letter}", *HEADER, purpose, least=0.33, seat=owner)
    header.show(_put_header, state, owner, by=(state.score(owner), state.out >> owner & 1, hand))
    for where, enclosure in enumerate(state.zoo(owner)):
        lawn = picture.part(f"enclosure {where + 1} of {letter}", *ENCLOSURE, purpose, least=LEAST, seat=owner)
        lawn.show(_put_enclosure, state, owner, where, by=enclosure)
    barn = picture.part(f"barn of {letter}", *BARN_SIZE, purpose, least=0.33, seat=owner)
    barn.show(_put_barn, state, owner, by=state.barns[owner])


@cache
def _own_first(players: int, own: int) -> tuple[int, ...]:
    return (own, *[other for other in range(players) if other != own])


@cache
def _shapes(pieces: Pieces) -> dict[str, str]:
    """Every shape that a game with these pieces needs."""
    picture = Scene()
    picture.pave("grass", "paper", "planks")
    picture.need(*pieces.kinds, *pieces.landscapes, "male", "female", "baby", "disc", "barn", "truck", "logo")
    return picture.defs


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# Tiles.


def _put_tile(canvas: Canvas, tile: Tile, x: float, y: float, size: float) -> None:
    canvas.put(f"tile-{tile.number}", _face(tile, size), x, y, layer=TILES, label=tile.name)


@cache
def _face(tile: Tile, size: float) -> str:
    body = rect(0, 0, FACE, FACE, f"tile k-{tile.group}", 6)
    body += '<ellipse class="tuft" cx="23" cy="39.5" rx="17" ry="4"/>'
    if tile.role == BABY:
        body += f'<circle class="nest" cx="23" cy="24" r="20.5"/>{use(tile.group, 6, 5, 35)}{use("baby", 30, 1, 15)}'
    else:
        body += use(tile.group, 4, 3, 38)
    if tile.role in (MALE, FEMALE):
        body += '<circle class="paper" cx="37.5" cy="8.5" r="8"/>'
        body += use("male" if tile.role == MALE else "female", 31, 2, 13, "sign")
    return f'<g transform="scale({size / FACE:.4g})">{body}</g>'


def _sign(words: object, x: float, y: float, width: float) -> str:
    """A wooden sign with words, around x, y; it is as large on a small board as on a large one."""
    plate = rect(-width / 2, -11, width, 22, "plate", 4)
    return label(x, y, plate + text(words, 0, 5, "carved m"))


# The road: piles, trucks, and the box.


def _put_piles(canvas: Canvas, state: Position) -> None:
    main, end = state.tiles_left, state.end_pile_left
    told = f"{main} tiles, then {end} in the end pile"
    next_one, other = ("pile", "end-pile") if main else ("main-pile", "pile")
    canvas.put(next_one, _pile(main), 4, 6, layer=ON_BOARD, label=told if main else "The pile is empty")
    canvas.put(other, _pile(end, True), 116, 6, layer=ON_BOARD, label=f"{end} tiles in the end pile" if main else told)
    words = "Last round" if state.is_last_round else "Draw"
    canvas.put("pile-sign", _sign(words, 52 if main else 164, 122, 92 if state.is_last_round else 54))
    if state.drawn is not None:
        _put_tile(canvas, state.drawn, 4 if main or end == state.pieces.end_pile else 116, 6, ON_PILE)


@cache
def _pile(count: int, has_disc: bool = False) -> str:
    """Face-down tiles with their number."""
    if not count:
        return rect(0, 0, ON_PILE, ON_PILE, "gap", 10)
    backs = "".join(rect(shift, shift, ON_PILE, ON_PILE, "back", 10) for shift in (6, 3, 0)[-min(3, count) :])
    disc = use("disc", 70, 70, 36, "disc") if has_disc else ""
    return backs + use("logo", 28, 12, 40, "crest") + disc + label(48, 72, text(count, 0, 7, "count m"))


def _put_truck(canvas: Canvas, state: Position, number: int) -> None:
    spaces, tiles = state.size.trucks[number], state.trucks[number]
    width = spaces * SLOT + 6 + CAB
    canvas.put(f"parking-{number + 1}", rect(2, 2, width - 4, TRUCK_HEIGHT - 6, "parking", 8), layer=UNDER)
    if not (state.with_room | state.with_tiles) >> number & 1:
        return
    words = f"Truck {number + 1}: {_content(tiles)}; {spaces - len(tiles)} of {spaces} spaces free"
    canvas.put(f"truck-{number + 1}", _truck(number, spaces), 0, 0, layer=ON_BOARD, label=words)
    for slot, tile in enumerate(tiles):
        _put_tile(canvas, tile, 5 + slot * SLOT, 5, ON_TRUCK)


@cache
def _truck(number: int, spaces: int) -> str:
    width = spaces * SLOT + 6
    body = rect(0, 92, width + CAB - 4, 10, "chassis", 3)
    body += "".join(_wheel(x) for x in (30, width - 34, width + 22))
    body += rect(0, 0, width, 92, "bed", 9)
    body += "".join(rect(5 + slot * SLOT, 5, ON_TRUCK, ON_TRUCK, "bed-space", 9) for slot in range(spaces))
    body += f'<path class="cab" d="M{width} 100V22h22q6 0 8 6l12 34q2 4 2 10v28z"/>'
    body += f'<path class="window" d="M{width + 6} 30h14q4 0 5 4l8 24h-27z"/>'
    return body + label(width + 22, 78, text(number + 1, 0, 6, "count m"))


def _wheel(x: float) -> str:
    return f'<circle class="wheel" cx="{x}" cy="104" r="15"/><circle class="hub" cx="{x}" cy="104" r="7"/>'


def _put_box(canvas: Canvas, state: Position) -> None:
    """The offspring that are left (rule 1.3), and what has left the game."""
    for number, kind in enumerate(state.kinds):
        left = state.supply[state.pieces.kinds.index(kind)]
        body = _counted(state.pieces.by_name[f"baby {kind}"], left)
        told = f"{capital(kind)}: in play, {left} offspring left"
        canvas.put(f"offspring-{kind}", body, number % 2 * 60, number // 2 * 30, label=told)
    canvas.put("gone", _gone(state.pieces, state.gone), 0, 120, label=f"Out of the game: {_listed(state.gone)}")


@cache
def _counted(tile: Tile, count: int) -> str:
    """A small tile with how many there are; faint if there is none."""
    faint = "" if count else ' class="none-left"'
    return f"<g{faint}>{_face(tile, IN_BOX)}</g>" + label(42, 13, text(count, 0, 5, "on-road m"))


@cache
def _gone(pieces: Pieces, gone: tuple[Tile, ...]) -> str:
    """What left the game, kind by kind; the more there are the closer they lie."""
    counts = Counter(tile.group for tile in gone)
    plain = {tile.group: tile for tile in reversed(pieces.sorts)}
    pitch = min(40.0, (BOX[0] - IN_BOX) / max(1, len(counts) - 1))
    body = ""
    for number, group in enumerate(group for group in plain if counts[group]):
        many = label(IN_BOX + 7, 12, text(counts[group], 0, 5, "on-road m")) if counts[group] > 1 else ""
        body += f'<g transform="translate({number * pitch:g} 0)">{_face(plain[group], IN_BOX)}{many}</g>'
    return body


# Zoos.


def _put_header(canvas: Canvas, state: Position, seat: int) -> None:
    """Whose zoo it is, the points, and the tiles that are still to be placed."""
    points = state.score(seat)
    is_out = state.out >> seat & 1 and not (state.hand and seat in state.to_act)
    sign = badge(seat, 0, 0) + text(points, 26, 8, "points") + (use("truck", 66, -18, 36) if is_out else "")
    body = label(22, 32, sign)
    canvas.put(f"zoo-{LETTERS[seat]}", body, layer=UNDER, label=f"Zoo of {LETTERS[seat]}, {_points(points)}")
    if seat in state.to_act and state.hand:
        canvas.put("parked", _parked(len(state.hand)), 200, 2, layer=ON_BOARD)
        for slot, tile in enumerate(state.hand):
            _put_tile(canvas, tile, 200 + slot * 66, 2, IN_HAND)


@cache
def _parked(spaces: int) -> str:
    """The truck that was taken, with what is left on it."""
    return rect(-4, -3, spaces * 66 + 2, 66, "bed", 8)


def _put_enclosure(canvas: Canvas, state: Position, seat: int, where: int) -> None:
    letter, enclosure = LETTERS[seat], state.zoo(seat)[where]
    words = f"Enclosure {where + 1} of {letter}: {_content(enclosure.tiles)}"
    points = state.pieces.by_animals[enclosure.animals]
    canvas.put(f"enclosure-{letter}-{where + 1}", _lawn(), 0, 0, layer=ON_BOARD, label=words)
    sign = f'<g class="fading">{_sign(points, 44, 12, 34)}</g>'
    canvas.put(f"points-{letter}-{where + 1}", sign, layer=ON_BOARD, label=_points(points))
    for slot, tile in enumerate(enclosure.tiles):
        _put_tile(canvas, tile, 12 + slot % 3 * 114, 34 + slot // 3 * 114, IN_ENCLOSURE)


@cache
def _lawn() -> str:
    body = rect(4, 14, ENCLOSURE[0] - 8, ENCLOSURE[1] - 18, "lawn", 10)
    body += paved("grass", 4, 14, ENCLOSURE[0] - 8, ENCLOSURE[1] - 18, 10)
    body += "".join(
        rect(12 + slot % 3 * 114, 34 + slot // 3 * 114, IN_ENCLOSURE, IN_ENCLOSURE, "lawn-space", 12)
        for slot in range(6)
    )
    fence = (4, 14, ENCLOSURE[0] - 8, ENCLOSURE[1] - 18)
    return body + rect(*fence, "fence", 6) + rect(*fence, "posts", 6)


def _put_barn(canvas: Canvas, state: Position, seat: int) -> None:
    letter, barn = LETTERS[seat], state.barns[seat]
    body = rect(0, 0, *BARN_SIZE, "floor", 6) + use("barn", 6, 8, 76)
    canvas.put(f"barn-{letter}", body, layer=ON_BOARD, label=f"Barn of {letter}: {_content(barn)}")
    # Tiles that are alike count once in the barn, so they lie together; many tiles overlap.
    ordered = sorted(barn, key=lambda tile: (tile.bit, tile.number))
    pitch = min(IN_BARN + 6, (BARN_SIZE[0] - 96 - IN_BARN) / max(1, len(barn) - 1))
    for number, tile in enumerate(ordered):
        _put_tile(canvas, tile, 92 + number * pitch, 6, IN_BARN)


def _points(points: int) -> str:
    return counted(points, "point", "points")


def _listed(tiles: tuple[Tile, ...]) -> str:
    return ", ".join(tile.name for tile in tiles) or "nothing"


def _content(tiles: tuple[Tile, ...]) -> str:
    return ", ".join(tile.name for tile in tiles) or "empty"
