"""The hex map of 18ZOO as shapes: terrain, tiles with two-tone track, stations, markers, and runs as coloured lines."""

from __future__ import annotations

import itertools
import math
import re
from functools import lru_cache
from typing import Final, NamedTuple

from menagerie.core.display.scene import Scene, text, use
from menagerie.games.eighteen_zoo.map.board import BLOCK, FREE, Board, Spot
from menagerie.games.eighteen_zoo.map.board import RESERVED as KEPT
from menagerie.games.eighteen_zoo.map.ground import GREY, HOME, KINDS, MM, POOL, Ground, Hex, M, R
from menagerie.games.eighteen_zoo.map.tiles import COLOURS, EDGES_OF, Tile, TileSet, Turned
from menagerie.games.eighteen_zoo.pieces import Pieces

SIZE: Final = 48
"""From the middle of a hex to its corners."""
HALF: Final = SIZE * math.sqrt(3) / 2
"""From the middle of a hex to its sides."""
SPACE: Final = 17
"""Radius of a space for a station."""

MIDS: Final = tuple(
    (HALF * math.cos(math.radians(90 + 60 * edge)), HALF * math.sin(math.radians(90 + 60 * edge))) for edge in range(6)
)
"""By edge: the middle of that side."""
_DRAWN: Final = 4096
"""How many hexes are remembered as they were drawn: a decision changes one or two of a map."""
CORNERS: Final = tuple((math.cos(math.radians(60 * k)), math.sin(math.radians(60 * k))) for k in range(6))

_SPACES: Final = {
    1: ((0.0, 0.0),),
    2: ((-18.0, 0.0), (18.0, 0.0)),
    3: ((-18.0, 11.0), (18.0, 11.0), (0.0, -19.0)),
}


class MapView:
    """Where the hexes of a map lie in the picture."""

    def __init__(self, ground: Ground, x: float, y: float) -> None:
        self.ground = ground
        self.left = min(area.column for area in ground.hexes)
        self.top = min(area.row for area in ground.hexes)
        self.x = x + SIZE
        self.y = y + HALF
        self.width = 1.5 * SIZE * (max(area.column for area in ground.hexes) - self.left) + 2 * SIZE
        self.height = HALF * (max(area.row for area in ground.hexes) - self.top) + 2 * HALF
        self.centres = [
            (self.x + 1.5 * SIZE * (area.column - self.left), self.y + HALF * (area.row - self.top))
            for area in ground.hexes
        ]

    def centre(self, at: int) -> tuple[float, float]:
        """Return the middle of a hex."""
        return self.centres[at]

    def edge(self, at: int, after: int) -> int:
        """Return the edge between two neighbours; between the ends of HOLE there is none: -1."""
        return next((edge for edge in range(6) if self.ground.across[at * 6 + edge] // 6 == after), -1)

    def side(self, at: int, after: int) -> tuple[float, float]:
        """Return the middle of the side between two neighbours; between the ends of HOLE the second one's middle."""
        edge = self.edge(at, after)
        if edge < 0:
            return self.centre(after)
        x, y = self.centre(at)
        return x + MIDS[edge][0], y + MIDS[edge][1]


@lru_cache(_DRAWN)
def map_view(ground: Ground, x: float, y: float) -> MapView:
    """Return the same view again and again: maps are few and never change."""
    return MapView(ground, x, y)


def define_shapes(picture: Scene) -> None:
    """Define the shape that every hex uses."""
    corners = " ".join(f"{SIZE * x:.1f},{SIZE * y:.1f}" for x, y in CORNERS)
    picture.define("zoo-hex", f'<polygon id="zoo-hex" points="{corners}"/>')


class Look(NamedTuple):
    """All that can be seen of a hex. Hexes that look alike are drawn once, whatever game they are of."""

    area: Hex
    tile: Tile | None
    track: Turned | None
    marked: bool
    slots: tuple[int, ...]
    extra: tuple[int, ...]
    hole: bool
    wheat: tuple[int, ...]
    """The families whose WHEAT lies here."""


def look(board: Board, at: int, spot: Spot | None = None) -> Look:
    """Return a hex as it lies, or with this upon it."""
    spot = spot or board.spots[at]
    area = board.ground.hexes[at]
    wheat = tuple(family for family, where in enumerate(board.wheat) if where == at)
    return Look(area, spot.tile, spot.track, spot.marked, spot.slots, spot.extra, at in board.holes, wheat)


@lru_cache(_DRAWN)
def hex_body(pieces: Pieces, seen: Look, r_value: int, last: bool) -> str:
    """Return one hex: terrain or tile, track, stations, markers. `last`: it was built last."""
    kind = f"tile-{COLOURS[seen.tile.colour]}" if seen.tile is not None else f"area-{KINDS[seen.area.kind]}"
    body = f'<use href="#zoo-hex" class="hex {kind}"/>'
    if seen.track is not None:
        body += _track(seen.track)
    body += signs_of(pieces, seen, r_value if seen.area.kind == R else 0)
    if last:
        body += '<use href="#zoo-hex" class="hex-last"/>'
    return body + _name(seen)


def _name(seen: Look) -> str:
    """Return the name of a hex, or the number of a HOME, in a corner where nothing else lies; none if there is no
    such."""
    area, tile = seen.area, seen.tile
    if area.kind == GREY:
        return ""
    if tile is None:
        x, y = _corner(4, 0.68)
        spare = "" if KINDS[area.kind] == "plain" else "on-r spare " if area.kind == R else "spare "
        x += 2 if len(area.name) == 2 else 8  # a name such as N18 would begin outside
        return text(area.name, x, y + (4 if area.kind == R else 8), f"hex-name {spare}m")
    is_home = area.family >= 0
    has_sign = bool(tile.slots) or (seen.marked and area.cost > 0)
    corner = _free_corners(seen.track)[1 if has_sign else 0]
    if _crowd(seen.track, corner) >= _NEAR and not is_home:
        return ""
    x, y = _corner(corner, 0.68)
    words = f"H{area.family + 1}" if is_home else area.name
    return text(words, x, y + 6, "hex-name spare bold m" if is_home else "hex-name spare m")


_NEAR: Final = 10


def _crowd(track: Turned | None, corner: int) -> int:
    """Return how much track lies about a corner: _NEAR for each of the two sides next to it, 1 for those beyond."""
    exits = 0 if track is None else track.exits
    near = (exits >> ((corner - 1) % 6) & 1) + (exits >> ((corner - 2) % 6) & 1)
    far = (exits >> (corner % 6) & 1) + (exits >> ((corner - 3) % 6) & 1)
    return near * _NEAR + far


@lru_cache(_DRAWN)
def _free_corners(track: Turned | None) -> list[int]:
    """Return the corners of a hex, those farthest from track first; left and right, where spaces lie, count as
    crowded."""
    return sorted((5, 4, 1, 2, 0, 3), key=lambda corner: _crowd(track, corner) + (_NEAR if corner % 3 == 0 else 0))


def _corner(corner: int, far: float) -> tuple[float, float]:
    return CORNERS[corner][0] * SIZE * far, CORNERS[corner][1] * SIZE * far


def _track(track: Turned) -> str:
    """Paths as curves between the middles of sides: a dark bed, and a light rail on it."""
    lines = ""
    for edge in EDGES_OF[track.exits]:
        x, y = MIDS[edge]
        if track.station:
            lines += f"M{x:.1f} {y:.1f}L0 0"
        elif not track.links[edge]:
            lines += f"M{x:.1f} {y:.1f}L{x * 0.45:.1f} {y * 0.45:.1f}"
        for other in EDGES_OF[track.links[edge]]:
            if other > edge and not track.station:
                lines += f"M{x:.1f} {y:.1f}Q0 0 {MIDS[other][0]:.1f} {MIDS[other][1]:.1f}"
    return f'<path class="bed-line" d="{lines}"/><path class="rail" d="{lines}"/>' if lines else ""


def _r_area(area: Hex, value: int, hole: bool) -> str:
    body = ""
    for edge in EDGES_OF[0 if area.printed is None else area.printed.exits]:
        turn = 60 * edge
        body += f'<path class="arrow" transform="rotate({turn})" d="M-11 {HALF:.1f}L11 {HALF:.1f}L0 {HALF - 20:.1f}z"/>'
    body += text("R", 0, -3, "m bold on-r") + text(value, 0, 20, "m big on-r")
    return body + (use("hole", -46, -16, 30) if hole else "")


@lru_cache(_DRAWN)
def signs_of(pieces: Pieces, seen: Look, r_value: int) -> str:
    """Return what lies on a hex above its track: stations, values, markers."""
    if seen.area.kind == R:
        return _r_area(seen.area, r_value, seen.hole)
    return _bare(pieces, seen) if seen.tile is None else _built(pieces, seen, seen.tile)


def _bare(pieces: Pieces, seen: Look) -> str:
    """Return what is printed on a hex without a tile."""
    area = seen.area
    if area.kind in (M, MM):
        return text("M" * area.cost, 0, 4, "m big on-m") + text(f"{area.cost} $N", 0, 26, "m small spare on-m")
    if area.kind == POOL:
        return '<circle class="pool" r="17"/>' + text("O", 0, 7, "m bold on-o")
    if area.kind == HOME:
        family = pieces.families[area.family]
        if seen.slots[0] == area.family:
            return _space(pieces, seen.slots[0], 0, 0)
        return use(family.symbol, -20, -24, 40, "faint") + text(f"H{family.index + 1}", 0, 36, "m small bold")
    return text("Y", 0, 9, "m big on-y") if KINDS[area.kind] == "y" else ""


def _built(pieces: Pieces, seen: Look, tile: Tile) -> str:
    """Return what lies on a tile."""
    free = _free_corners(seen.track)
    body = ""
    for x, y in _pools(seen.track):
        body += _sign("O", x, y, 12, 6.5, "pool", "m on-o bold")
    if seen.area.cost and seen.marked:
        body += _sign("M" * seen.area.cost, *_corner(free[0], 0.66), 14, 6, "marker-m", "m on-marker")
    if tile.slots:
        body += _stations(pieces, seen)
        spot = _corner(free[0], 0.78 if tile.slots > 2 else 0.7)
        body += _sign(tile.nuts, *spot, 15, 6.5, "value", "m small bold")
        if seen.wheat:
            x, y = _corner(free[1], 0.7)
            body += use("wheat", x - 14, y - 14, 28)
    return body


def _sign(words: object, x: float, y: float, radius: int, drop: float, disc: str, ink: str) -> str:
    """Return a disc with something written on it."""
    return f'<circle class="{disc}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>' + text(words, x, y + drop, ink)


def _pools(track: Turned | None) -> list[tuple[float, float]]:
    """Return where the O's of a tile lie: between the sides that each joins."""
    places: list[tuple[float, float]] = []
    for pool in () if track is None else track.pools:
        edges = EDGES_OF[pool]
        x = sum(MIDS[edge][0] for edge in edges) / len(edges) / 2
        y = sum(MIDS[edge][1] for edge in edges) / len(edges) / 2
        places.append((x, y))
    return places


def _stations(pieces: Pieces, seen: Look) -> str:
    places = _SPACES[len(seen.slots)]
    body = ""
    if len(places) > 1:
        points = " ".join(f"{x:g},{y:g}" for x, y in places)
        body += f'<polygon class="platform" points="{points}"/>'
    for holder, (x, y) in zip(seen.slots, places, strict=True):
        body += _space(pieces, holder, x, y)
    for number, family in enumerate(seen.extra):
        body += _space(pieces, family, 0, 25 - 50 * number)
    return body


def _space(pieces: Pieces, holder: int, x: float, y: float) -> str:
    """Return a space: a family's disc, the block, kept for a family, or free."""
    circle = f'cx="{x:g}" cy="{y:g}" r="{SPACE}"'
    if holder == FREE:
        return f'<circle class="space-free" {circle}/>'
    if holder == BLOCK:
        return f'<circle class="space-free" {circle}/>' + use("crane", x - 14, y - 14, 28)
    if holder <= KEPT:
        family = pieces.families[KEPT - holder]
        faint = use(family.symbol, x - 12, y - 12, 24, "faint")
        return f'<circle class="space-kept edge-{family.id}" {circle}/>{faint}'
    family = pieces.families[holder]
    beside = " beside" if x else ""
    return f'<circle class="station edge-{family.id}" {circle}/>' + text(family.id, x, y + 6.5, f"m token{beside}")


@lru_cache(_DRAWN)
def hex_label(pieces: Pieces, seen: Look) -> str:
    """Return a hex in words, for screen readers and on hover."""
    area = seen.area
    words = [area.name]
    if area.kind == HOME:
        words.append(f"the {pieces.families[area.family].name}' HOME")
    elif KINDS[area.kind] != "plain":
        words.append(f"{KINDS[area.kind].upper()} area" if area.kind != GREY else "grey area")
    if seen.tile is not None:
        words.append(f"tile {seen.tile.number.rpartition('_')[2]}")
        for holder in (*seen.slots, *seen.extra):
            if holder >= 0:
                words.append(f"{pieces.families[holder].name}' station")
            elif holder != FREE:
                words.append("blocked" if holder == BLOCK else f"kept for the {pieces.families[KEPT - holder].name}")
    words += [f"{pieces.families[family].name}' WHEAT" for family in seen.wheat]
    if seen.hole:
        words.append("HOLE")
    return ", ".join(words)


def run_line(view: MapView, board: Board, chain: tuple[int, ...]) -> str:
    """Return a run along its track: from where it begins, through the sides that it crosses and the places that it
    visits."""
    begin, bend = _stop(view, board, chain[0], chain[1])
    path = f"M{begin}Q{bend} {_point(view.side(chain[0], chain[1]))}"
    for at, after in itertools.pairwise(chain[1:]):
        track, middle, side = board.spots[at].track, _point(view.centre(at)), _point(view.side(at, after))
        path += f"L{middle}L{side}" if track is not None and track.station else f"Q{middle} {side}"
    end, bend = _stop(view, board, chain[-1], chain[-2])
    return path + f"Q{bend} {end}"


def _stop(view: MapView, board: Board, at: int, neighbour: int) -> tuple[str, str]:
    """Return where a run from this neighbour ends, and what its line bends towards: it ends on the O of a tile,
    which is in the middle of a curve, else in the middle of the hex."""
    x, y = view.centre(at)
    side = view.side(at, neighbour)
    bend = _point(((x + side[0]) / 2, (y + side[1]) / 2))
    spot, edge = board.spots[at], view.edge(at, neighbour)
    if spot.tile is not None and spot.track is not None and edge >= 0:
        for pool, (right, down) in zip(spot.track.pools, _pools(spot.track), strict=True):
            if pool >> edge & 1:
                return _point((x + right, y + down)), bend
    return _point((x, y)), bend


def _point(spot: tuple[float, float]) -> str:
    return f"{spot[0]:.1f} {spot[1]:.1f}"


# Tiles that could be laid.


def define_ghosts(picture: Scene, tiles: TileSet) -> None:
    """Define the shapes of ghosts."""
    picture.defs.update(_ghost_shapes(tiles))


@lru_cache(_DRAWN)
def _ghost_shapes(tiles: TileSet) -> dict[str, str]:
    """Return every tile in its first rotation. Who uses it says the colour; the track has classes that hold
    everywhere."""
    shapes: dict[str, str] = {}
    for tile in tiles.tiles[: tiles.stocks]:
        id = f"zoo-t{tile.number}"
        track = _track(tile.turned[0]).replace('class="', 'class="zoo-')
        shapes[id] = f'<g id="{id}"><use href="#zoo-hex"/>{track}</g>'
    return shapes


@lru_cache(_DRAWN)
def ghost(pieces: Pieces, seen: Look, rotation: int, x: float, y: float) -> str:
    """Return a tile as it would lie: its shape turned, and upright what is on it; only the name of the hex is left out.

    There are hundreds of these at times, so that they are short.
    """
    tile = seen.tile
    assert tile is not None
    place, turn = f"translate({round(x, 1):g} {round(y, 1):g})", f"rotate({60 * rotation})"
    upright = _built(pieces, seen, tile)
    transform = turn if upright else f"{place} {turn}"
    shape = f'<use href="#zoo-t{tile.number}" class="hex tile-{COLOURS[tile.colour]}" transform="{transform}"/>'
    whole = f'<g transform="{place}">{shape}{upright}</g>' if upright else shape
    return re.sub(r"(\.\d)\d+", r"\1", whole).replace('"', "'")
