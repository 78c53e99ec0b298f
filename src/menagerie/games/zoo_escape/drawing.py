"""The table of Dr. Potamus' Incredible Escape as a scene: the zoo from above, panels for animals, Machine and cards.

The zoo and the panel of the looking seat's own animal make up the left column, so that a phone shows them at once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.scene import Scene, badge, rect, text, use
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.zoo_escape.board import (
    DIRECTIONS,
    NAMES,
    NO_PATH,
    OPPOSITE,
    OUTSIDE,
    PLACES,
    SIDE,
    ahead,
)
from menagerie.games.zoo_escape.phases.tiles import LAY_TILE
from menagerie.games.zoo_escape.pieces import ENCLOSURE, FEATURES, GATE, Card, Laid, directions_in
from menagerie.games.zoo_escape.pointing import choices
from menagerie.games.zoo_escape.state import NOBODY, Table

MARGIN: Final = 16
TILE: Final = 84
HALF: Final = TILE / 2
ZOO: Final = SIDE * TILE
COLUMN: Final = ZOO + 2 * MARGIN
TOP: Final = 106
"""Where the zoo begins: above it the round, and the Keepers that wait outside."""
PANEL: Final = 98
SIDE_PANEL: Final = 452
CARD: Final = 44

TILES, FLOOR, PIECES, ABOVE = 0, 1, 2, 3
"""Layers."""

STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    table = cast(Table, state)
    own = [animal for animal in range(table.team) if table.leader_of(animal) == (seat or 0)]
    others = [animal for animal in range(table.team) if animal not in own]
    height = max(TOP + ZOO + 20 + len(own) * (PANEL + 8), TOP + 448 + len(others) * (PANEL + 8)) + MARGIN
    picture = Scene(COLUMN + SIDE_PANEL + MARGIN, height, _style())
    picture.need(*[animal.id for animal in table.animals], "keeper", "billionaire", "machine", "camera", "poop")
    picture.need(*FEATURES[1:], *[card.id for card in table.pieces.cards], "hourglass")
    _put_head(picture, table)
    for place in range(PLACES):
        _put_tile(picture, table, place)
    _put_poop(picture, table)
    _put_pieces(picture, table)
    y = TOP + ZOO + 20.0
    for animal in own:
        _put_animal_panel(picture, table, animal, MARGIN, y, ZOO)
        y += PANEL + 8
    _put_machine_panel(picture, table, COLUMN, MARGIN)
    _put_power(picture, table, COLUMN, MARGIN + 128)
    _put_deck(picture, table, COLUMN, MARGIN + 318)
    y = TOP + 360.0
    for animal in others:
        _put_animal_panel(picture, table, animal, COLUMN, y, SIDE_PANEL)
        y += PANEL + 8
    if seat is not None:
        _put_choices(picture, table, seat)
    picture.areas["table"] = (0, 0, COLUMN, TOP + ZOO + MARGIN)
    for other in range(table.players):
        picture.areas[f"seat-{other}"] = (0, 0, COLUMN, TOP + ZOO + 28 + len(own) * (PANEL + 8))
    return picture


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def corner(place: int) -> tuple[float, float]:
    """Where a tile's north-west corner lies."""
    return MARGIN + place % SIDE * TILE, TOP + place // SIDE * TILE


# The zoo.


def _put_head(picture: Scene, table: Table) -> None:
    head = text(f"Round {table.round}", 0, 22, "big on-table") + text(f"of {table.pieces.rounds}", 142, 22, "on-table")
    head += text(f"{len(table.supply)} Power Cards left", ZOO, 22, "on-table e")
    picture.put("round", head, MARGIN, MARGIN, layer=TILES)
    waiting = [keeper for keeper in table.duty if table.stands[keeper] == OUTSIDE]
    words = "outside" if waiting else "no Keeper waits outside"
    picture.put("outside", text(words, 0, 0, "small on-table"), MARGIN, 78, layer=TILES)
    gap = min(46.0, (ZOO - 90) / max(1, len(waiting)))
    for number, keeper in enumerate(waiting):
        _put_keeper(picture, table, keeper, MARGIN + 96 + number * gap, 72)
    wall = rect(-7, -7, ZOO + 14, ZOO + 14, "wall", 10)
    picture.put("wall", wall, MARGIN, TOP, layer=TILES)


def _put_tile(picture: Scene, table: Table, place: int) -> None:
    x, y = corner(place)
    name = NAMES[place]
    if not table.up >> place & 1:
        picture.put(f"tile-{name}", _back(name), x, y, layer=TILES, label=f"{name}: face down")
        return
    laid = table.zoo[place]
    body = _face(laid, table.level.cameras)
    if laid.feature == ENCLOSURE and place in table.pieces.enclosures[: table.team]:
        body += badge(table.pieces.enclosures.index(place), *_home_mark(laid))
    for number in range(table.loot[place]):
        body += f'<circle class="loot" cx="{62 + number * 7}" cy="14" r="5.5"/>'
    if place == table.turning and table.stack and table.stack[-1] is LAY_TILE:
        body += rect(2, 2, TILE - 4, TILE - 4, "turning", 6)
    picture.put(f"tile-{name}", body, x, y, layer=TILES, label=_tile_label(table, place))


def _home_mark(laid: Laid) -> tuple[float, float]:
    """In the corner of the two walls."""
    return ((20, 20), (64, 20), (64, 64), (20, 64))[laid.turns]


def _tile_label(table: Table, place: int) -> str:
    laid = table.zoo[place]
    paths = []
    for path, sides in enumerate(laid.sides):
        ways = " and ".join(DIRECTIONS[side] for side in directions_in(sides))
        seen = " with a camera" if table.level.cameras and laid.cameras >> path & 1 else ""
        paths.append(f"path {path + 1} {ways}{seen}" if len(laid.sides) > 1 else f"path {ways}{seen}")
    loot = f", {table.loot[place]} loot" if table.loot[place] else ""
    return f"{NAMES[place]}: {laid.face.name}{loot}; {'; '.join(paths)}"


@cache
def _back(name: str) -> str:
    body = rect(1, 1, TILE - 2, TILE - 2, "back", 6) + rect(9, 9, TILE - 18, TILE - 18, "back-line", 4)
    return body + text(name, HALF, HALF + 7, "back-name m")


@cache
def _face(laid: Laid, with_cameras: bool) -> str:
    body = rect(1, 1, TILE - 2, TILE - 2, "ground", 6)
    # Of two paths that cross, the first is the bridge above.
    for path in reversed(range(len(laid.sides))):
        line = _line(laid.sides[path])
        body += f'<path class="way-edge" d="{line}"/><path class="way" d="{line}"/>'
    if with_cameras:
        for path in range(len(laid.sides)):
            if laid.cameras >> path & 1:
                x, y = _camera_mark(laid.sides[path])
                body += f'<circle class="seen" cx="{x + 12:g}" cy="{y + 12:g}" r="14"/>' + use(
                    "camera", x, y, 24, "alarm"
                )
    if laid.feature == GATE:
        body += rect(*_gateway(laid.turns), "gateway", 3)
    if laid.feature and laid.feature != ENCLOSURE:
        body += use(FEATURES[laid.feature], 3, _sign(laid), 28, "feature")
    return body


def _sign(laid: Laid) -> float:
    """How far down a feature's sign stands: in the north-west, or south-west where a gateway is beside that."""
    return 53 if laid.feature == GATE and laid.turns in (0, 3) else 3


def _gateway(side: int) -> tuple[float, float, float, float]:
    return ((22, -8, 40, 11), (81, 22, 11, 40), (22, 81, 40, 11), (-8, 22, 11, 40))[side]


def _line(sides: int) -> str:
    """A path as it is drawn: an arc, a line, or lines that meet; a dead end stops short of the middle."""
    ways = directions_in(sides)
    if len(ways) == 1:
        dx, dy = STEP[ways[0]]
        return f"M{HALF + dx * HALF:g} {HALF + dy * HALF:g}L{HALF + dx * 25:g} {HALF + dy * 25:g}"
    if len(ways) == 2 and OPPOSITE[ways[0]] != ways[1]:
        (ax, ay), (bx, by) = STEP[ways[0]], STEP[ways[1]]
        middle = f"Q{HALF + (ax + bx) * 6:g} {HALF + (ay + by) * 6:g}"
        return f"M{HALF + ax * HALF:g} {HALF + ay * HALF:g}{middle} {HALF + bx * HALF:g} {HALF + by * HALF:g}"
    return "".join(f"M{HALF:g} {HALF:g}L{HALF + STEP[way][0] * HALF:g} {HALF + STEP[way][1] * HALF:g}" for way in ways)


def _camera_mark(sides: int) -> tuple[float, float]:
    """Beside the path: in the corner that a bend goes round, else at the end of a straight path."""
    ways = directions_in(sides)
    if len(ways) == 2 and OPPOSITE[ways[0]] != ways[1]:
        dx = STEP[ways[0]][0] + STEP[ways[1]][0]
        dy = STEP[ways[0]][1] + STEP[ways[1]][1]
        return (2 if dx < 0 else 58), (2 if dy < 0 else 58)
    return (58, 2) if ways[0] == 0 else (2, 58)


def stand(table: Table, spot: int) -> tuple[float, float]:
    """Where pieces on a spot stand."""
    x, y = corner(spot >> 2)
    path = spot & 3
    if path == NO_PATH:
        return x + HALF, y + HALF
    laid = table.zoo[spot >> 2]
    dx, dy = _middle(laid.sides[path], len(laid.sides) > 1)
    return x + dx, y + dy


def _middle(sides: int, shares_tile: bool) -> tuple[float, float]:
    ways = directions_in(sides)
    if not shares_tile or len(ways) == 3:
        return HALF, HALF
    if len(ways) == 1:
        return HALF + STEP[ways[0]][0] * 27, HALF + STEP[ways[0]][1] * 27
    if OPPOSITE[ways[0]] != ways[1]:
        return HALF + (STEP[ways[0]][0] + STEP[ways[1]][0]) * 17, HALF + (STEP[ways[0]][1] + STEP[ways[1]][1]) * 17
    return (HALF + 4, 17) if ways[0] == 0 else (19, HALF + 4)


def _put_poop(picture: Scene, table: Table) -> None:
    for place in range(PLACES):
        for path in range(2):
            if table.poop[path] >> place & 1:
                x, y = stand(table, place << 2 | path)
                name = f"{NAMES[place]}-{path + 1}"
                body = use("poop", -12, -2, 24, "poop")
                picture.put(f"poop-{name}", body, x, y, layer=FLOOR, label=f"Poop on {NAMES[place]}")


# Pieces.


def _put_pieces(picture: Scene, table: Table) -> None:
    on: dict[int, list[str]] = {}
    for animal, spot in enumerate(table.spots):
        if spot >= 0:
            on.setdefault(spot, []).append(f"a{animal}")
    if table.machine >= 0:
        on.setdefault(table.machine, []).append("m")
    for keeper, spot in enumerate(table.stands):
        if spot >= 0:
            on.setdefault(spot, []).append(f"k{keeper}")
    for spot, pieces in on.items():
        x, y = stand(table, spot)
        close = 0.8 if spot & 3 != NO_PATH and len(table.zoo[spot >> 2].sides) > 1 else 1.0
        for number, piece in enumerate(pieces):
            dx, dy = _offset(number, len(pieces))
            _put_piece(picture, table, piece, x + dx * close, y + dy * close)


def _offset(number: int, count: int) -> tuple[float, float]:
    """Pieces on one spot stand side by side."""
    if count == 1:
        return 0, 0
    if count == 2:
        return ((-17, -6), (17, 8))[number]
    return ((-21, -19), (21, -19), (-21, 20), (21, 20), (0, 0), (0, 28))[number % 6]


def _put_piece(picture: Scene, table: Table, piece: str, x: float, y: float) -> None:
    if piece == "m":
        aboard = [animal.name for number, animal in enumerate(table.animals) if table.loaded >> number & 1]
        body = '<circle class="hippo" r="24"/>' + use("machine", -19, -20, 38)
        label = f"The Incredible Machine on {NAMES[table.machine >> 2]}, aboard: {', '.join(aboard) or 'nobody'}"
        picture.put("the-machine", body, x, y, layer=PIECES, label=label)
    elif piece[0] == "a":
        _put_animal(picture, table, int(piece[1:]), x, y)
    else:
        _put_keeper(picture, table, int(piece[1:]), x, y)


def _put_animal(picture: Scene, table: Table, animal: int, x: float, y: float) -> None:
    sort = table.animals[animal]
    hides = table.hiding >> animal & 1 == 1
    body = f'<circle class="animal edge-{animal}" r="19"/>' + use(sort.id, -14, -15, 29, "hidden" if hides else "")
    if animal == table.active:
        body = '<circle class="acts" r="22.5"/>' + body
    note = ", hiding" if hides else ""
    picture.put(f"animal-{sort.id}", body, x, y, layer=PIECES, label=f"{sort.name} ({LETTERS[animal]}){note}")


def _put_keeper(picture: Scene, table: Table, keeper: int, x: float, y: float) -> None:
    facing = table.facing[keeper]
    is_busy = table.busy >> keeper & 1 == 1
    spot = table.stands[keeper]
    body = _sight(spot >> 2, facing, x, y) if spot >= 0 and facing >= 0 and not is_busy else ""
    body += f'<path class="arrow" d="M-8 -18L0 -28L8 -18z" transform="rotate({facing * 90})"/>' if facing >= 0 else ""
    where = f" on {NAMES[spot >> 2]}, facing {DIRECTIONS[facing]}" if spot >= 0 and facing >= 0 else ", outside"
    busy = ", busy" if is_busy else ""
    if keeper == table.billionaire:
        body += rect(-18, -18, 36, 36, "boss", 6) + use("billionaire", -16, -17, 32)
        picture.put("the-billionaire", body, x, y, layer=PIECES, label=f"The Billionaire{where}{busy}")
        return
    owner = keeper % table.team
    body += rect(-19, -17, 38, 34, f"robot seat-{owner}{' busy' if is_busy else ''}", 5)
    ink = "on-seat-dark" if owner == 2 else "on-seat"
    body += text(f"{LETTERS[owner]}{keeper + 1}", 0, 7, f"{ink} small m{' narrow' if keeper > 8 else ''}")
    if is_busy:
        body += use("hourglass", 7, -24, 18)
    name = table.animals[owner].name
    picture.put(
        f"keeper-{keeper + 1}", body, x, y, layer=PIECES, label=f"Keeper {keeper + 1} of the {name}{where}{busy}"
    )


def _sight(place: int, facing: int, x: float, y: float) -> str:
    """Where the keeper would see its target: its row and column, but not backwards. Shown while it is pointed at."""
    bands = ""
    for side in range(4):
        tiles = 0
        while ahead(place, side, tiles + 1) >= 0:
            tiles += 1
        if side == OPPOSITE[facing] or not tiles:
            continue
        dx, dy = STEP[side]
        first = ahead(place, side, 1 if dx + dy > 0 else tiles)
        across, down = (tiles * TILE, TILE) if dx else (TILE, tiles * TILE)
        bx, by = corner(first)
        bands += rect(bx - x, by - y, across, down, "sight", 4)
    return bands


# Panels.


def _put_animal_panel(picture: Scene, table: Table, animal: int, x: float, y: float, width: float) -> None:
    sort = table.animals[animal]
    body = rect(0, 0, width, PANEL, "paper", 10)
    if animal == table.active or (table.active == NOBODY and not (table.had_turn | table.loaded) >> animal & 1):
        body += rect(1, 1, width - 2, PANEL - 2, "acts", 9)
    body += badge(animal, 24, 26) + use(sort.id, 44, 6, 40) + text(sort.name, 92, 32, "bold")
    body += text(_state_of(table, animal), width - 12, 32, "small soft e")
    for number in range(table.poop_left[animal]):
        body += use("poop", 12 + number * 25, 54, 26, "poop")
    body += use("keeper", 132, 50, 32) + text(f"{len(table.reserve_of(animal))} left", 168, 76, "small")
    label = f"{sort.name} of {LETTERS[table.leader_of(animal)]}: {sort.ability}, {sort.help}"
    picture.put(f"panel-{sort.id}", body, x, y, layer=TILES, label=label)
    cards = [card for card in table.pieces.cards if table.carried[animal] & card.bit]
    pitch = min(CARD + 4.0, (width - 250 - CARD) / max(1, len(cards) - 1))
    for number, card in enumerate(cards):
        _put_card(picture, table, card, x + 236 + number * pitch, y + 46)
    if table.loaded >> animal & 1:
        picture.put(f"animal-{sort.id}", use("machine", -16, -16, 32), x + 216, y + 22, layer=PIECES, label="aboard")


def _state_of(table: Table, animal: int) -> str:
    if table.loaded >> animal & 1:
        return "aboard"
    if animal == table.active:
        moves = "1 move" if table.moves_left == 1 else f"{table.moves_left} moves"
        return f"{moves} left"
    if table.captured >> animal & 1:
        return "captured"
    if table.had_turn >> animal & 1:
        return "turn done"
    return "hiding" if table.hiding >> animal & 1 else ""


def _put_card(picture: Scene, table: Table, card: Card, x: float, y: float) -> None:
    kind = table.pieces.kinds[card.kind] if card.kind >= 0 else "find"
    body = rect(0, 0, CARD, CARD, f"card kind-{card.kind}", 6) + use(card.id, 6, 4, 32)
    body += f'<path class="kind-mark" d="{_KIND_MARKS[min(card.kind, 2)]}"/>' if card.kind >= 0 else ""
    if table.used & card.bit:
        body += f'<path class="used" d="M4 {CARD - 4}L{CARD - 4} 4"/>'
    picture.put(f"card-{card.id}", body, x, y, layer=PIECES, label=f"{card.name} ({kind})")


_KIND_MARKS: Final = ("M34 40a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "M33 42l5 -9l5 9z", "M34 34h8v8h-8z")
"""Beside colour a kind has a shape: drive a wheel, lift a triangle, gadget a box."""


def _put_machine_panel(picture: Scene, table: Table, x: float, y: float) -> None:
    where = f"on {NAMES[table.machine >> 2]}" if table.is_built else "not built"
    missing = [
        kind
        for kind, mask in zip(table.pieces.kinds, table.pieces.of_kind, strict=True)
        if not table.machine_parts & mask
    ]
    note = f"needs {', '.join(missing)}" if missing else "complete"
    body = rect(0, 0, SIDE_PANEL, 118, "paper", 10)
    if table.active == table.team:
        body += rect(1, 1, SIDE_PANEL - 2, 116, "acts", 9)
    body += use("machine", 8, 6, 44) + text("Machine", 60, 30, "bold") + text(where, 168, 30, "small soft")
    body += text(f"{table.loaded.bit_count()} of {table.team} aboard", SIDE_PANEL - 12, 30, "small e")
    body += text(note, 60, 54, "small soft")
    for number in range(table.pieces.machine_parts):
        body += rect(60 + number * (CARD + 6), 64, CARD, CARD, "space", 6)
    picture.put("machine-panel", body, x, y, layer=TILES, label=f"The Machine, {where}, {note}")
    parts = [card for card in table.pieces.cards if table.machine_parts & card.bit]
    for number, card in enumerate(parts):
        _put_card(picture, table, card, x + 60 + number * (CARD + 6), y + 64)


def _put_power(picture: Scene, table: Table, x: float, y: float) -> None:
    body = rect(0, 0, SIDE_PANEL, 180, "paper", 10) + text("Power Cards", 12, 28, "bold")
    supply = [table.supply.count(value) for value in range(len(table.pile))]
    for row, (name, counts) in enumerate((("pile", table.pile), ("discards", table.discards), ("supply", supply))):
        top = 38 + row * 46
        body += text(name, 12, top + 28, "small soft")
        for number, (value, count) in enumerate([pair for pair in enumerate(counts) if pair[1]]):
            left = 104 + number * 84
            body += rect(left, top, 28, 38, f"power power-{min(value, 4)}", 4) + text(
                value, left + 14, top + 27, "bold m"
            )
            body += text(f"x{count}", left + 34, top + 27, "small")
    label = "Power Cards: what lies in the draw pile is open, its order is not"
    picture.put("power-cards", body, x, y, layer=TILES, label=label)


def _put_deck(picture: Scene, table: Table, x: float, y: float) -> None:
    left = len(table.deck) - table.drawn
    body = rect(0, 0, SIDE_PANEL, 120, "paper", 10) + rect(12, 12, 36, 44, "back", 4)
    body += (
        text(left, 30, 41, "on-seat m")
        + text("Building cards", 58, 40, "")
        + text("out of the game", 12, 84, "small soft")
    )
    picture.put("deck", body, x, y, layer=TILES, label=f"{left} Building cards are left")
    gone = [card for card in table.pieces.cards if table.gone & card.bit]
    pitch = min(CARD + 4.0, (SIDE_PANEL - 184 - CARD) / max(1, len(gone) - 1))
    for number, card in enumerate(gone):
        _put_card(picture, table, card, x + 172 + number * pitch, y + 66)


# What is on the table while it can be chosen.


def _put_choices(picture: Scene, table: Table, seat: int) -> None:
    """What is on the table only while it can be chosen: ways to lay a tile, and the numbers of paths."""
    if seat not in table.to_act:
        return
    if table.stack[-1] is LAY_TILE:
        _put_ways(picture, table)
    marks = {target for choice in choices(table, seat) for target in choice.path if target.startswith("path-")}
    for mark in sorted(marks):
        _, name, number = mark.split("-")
        x, y = stand(table, NAMES.index(name) << 2 | int(number) - 1)
        body = '<circle class="mark" r="14"/>' + text(number, 0, 7, "bold m")
        picture.put(mark, body, x, y, layer=ABOVE, label=f"Path {number} of {name}")


def _put_ways(picture: Scene, table: Table) -> None:
    """Above the zoo, so that all of it can be seen, each way in which the tile that was turned up can lie."""
    face = table.zoo[table.turning].face.index
    ways = table.pieces.ways[face]
    left, top = MARGIN + 110, 0
    picture.put("ways", rect(0, 0, ZOO, TILE + 14, "tray", 10), MARGIN, top, layer=ABOVE)
    picture.put("ways-of", text("Turn " + NAMES[table.turning], 0, 0, "bold"), MARGIN + 14, top + 54, layer=ABOVE)
    for number, turns in enumerate(ways):
        body = _face(table.pieces.laid[face][turns], table.level.cameras)
        label = f"Lay the tile like this (r{turns})"
        picture.put(f"way-r{turns}", body, left + number * (TILE + 12), top + 7, layer=ABOVE, label=label)
