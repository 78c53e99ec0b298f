"""The table of Dr. Potamus' Incredible Escape as a scene: the Zoo from above. `panels` has what lies beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import COMMON, MINE, OTHER, READABLE, REFERENCE
from menagerie.core.display.scene import Canvas, Scene, badge, paved, rect, text, use
from menagerie.core.seats import LETTERS, joined
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
from menagerie.games.zoo_escape.display import goal
from menagerie.games.zoo_escape.display.panels import (
    CARDS,
    MACHINE,
    PANEL,
    put_animal_panel,
    put_deck,
    put_machine_panel,
    put_power,
    seen_of,
)
from menagerie.games.zoo_escape.display.pointing import choices
from menagerie.games.zoo_escape.display.wording import tile_text
from menagerie.games.zoo_escape.events import ways_of
from menagerie.games.zoo_escape.phases.keepers import KEEPERS
from menagerie.games.zoo_escape.phases.tiles import LAY_TILE
from menagerie.games.zoo_escape.pieces import ENCLOSURE, FEATURES, GATE, Laid, directions_in
from menagerie.games.zoo_escape.state import NO_TURN, Position

TILE: Final = 84
HALF: Final = TILE / 2
ZOO: Final = SIDE * TILE
WALL: Final = 7
LEFT: Final = 24
"""The wall is wider in the west and in the north: there the columns have letters and the rows numbers."""
TOP: Final = 118
"""Where the Zoo starts: above it are the way out, the round, the Keepers outside, and the wall."""
LEAST: Final = 0.68
"""Several pieces on one tile must stay distinct. Where room is scarce it is enough that all is legible."""
STRIP: Final = 38
"""Height of the way out."""
_STEPS: Final = (112, 106, 76, 112, 98)
"""Widths of its steps, as wide as the zoo together."""
TILES, FLOOR, PIECES, ABOVE = 0, 1, 2, 3
"""Layers."""

STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def scene(state: State, seat: int | None) -> Scene:
    """Return the table as that seat sees it."""
    state = cast(Position, state)
    own = [animal for animal in range(state.team) if state.leader_of(animal) == (seat or 0)]
    picture = Scene(style=_style())
    picture.need(*[animal.id for animal in state.animals], "keeper", "billionaire", "machine", "camera", "poop")
    picture.pave("grass", "gravel", "paper")
    picture.need(*FEATURES[1:], *[card.id for card in state.pieces.cards], "hourglass")
    # The team has one board, which belongs to every player.
    zoo = picture.part("zoo", LEFT + ZOO + WALL, TOP + ZOO + WALL, MINE, least=LEAST, tight=READABLE)
    _put_head(zoo, state)
    turning = state.turning if state.stack and state.stack[-1] is LAY_TILE else NO_TURN
    zoo.show(_put_tiles, state, by=(state.level, state.team, state.up, tuple(state.zoo), tuple(state.loot), turning))
    zoo.show(_put_poop, state, by=(tuple(state.poop), tuple(state.zoo)))
    _put_pieces(zoo, state)
    if seat is not None:
        _put_choices(zoo, state, seat)
    for animal in own:
        panel = picture.part(f"animal {LETTERS[animal]}", *PANEL, MINE, seat=seat or 0, group="own animals")
        panel.show(put_animal_panel, state, animal, by=seen_of(state, animal))
    # Players point at the Machine's Parts as soon as there are any.
    purpose = COMMON if state.machine_parts else REFERENCE
    put_machine_panel(picture.part("Machine", *MACHINE, purpose), state)
    cards = picture.part("cards", *CARDS, REFERENCE)
    cards.show(put_power, state, by=(tuple(state.pile), tuple(state.discards), tuple(state.supply)))
    cards.show(put_deck, state, by=(state.pieces, len(state.deck) - state.drawn, state.gone, state.used))
    for animal in [animal for animal in range(state.team) if animal not in own]:
        leader = state.leader_of(animal)
        panel = picture.part(f"animal {LETTERS[animal]}", *PANEL, OTHER, seat=leader)
        panel.show(put_animal_panel, state, animal, by=seen_of(state, animal))
    return picture


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def corner(place: int) -> tuple[float, float]:
    """Return where a tile's north-west corner is."""
    return LEFT + place % SIDE * TILE, TOP + place // SIDE * TILE


# The zoo.


def _put_head(canvas: Canvas, state: Position) -> None:
    _put_goal(canvas, state)
    head = text(f"Round {state.round}", 0, 0, "big on-table") + text(
        f"of {state.pieces.rounds}", 0, 22, "small on-table"
    )
    canvas.put("round", head, LEFT, 64, layer=TILES, label=f"Round {state.round} of {state.pieces.rounds}, then dawn")
    left = len(state.supply)
    supply = rect(0, 0, 28, 34, "power", 4) + text(left, 14, 24, "bold m")
    supply += text("Power", 36, 14, "small on-table") + text("to add", 36, 33, "small on-table")
    words = f"Power Cards left to add: {left}. You lose if a card must be added and none is left"
    canvas.put("supply", supply, LEFT + ZOO - 96, 50, layer=TILES, label=words)
    waiting = [keeper for keeper in state.duty if state.stands[keeper] == OUTSIDE]
    words = "outside:" if waiting else "no Keeper outside"
    canvas.put("outside", text(words, 0, 0, "small on-table"), LEFT + 154, 74, layer=TILES)
    gap = min(42.0, (ZOO - 262 - 120) / max(1, len(waiting) - 1))
    for number, keeper in enumerate(waiting):
        _put_keeper(canvas, state, keeper, LEFT + 250 + number * gap, 68)
    canvas.show(_put_wall, state, by=(state.up, tuple(state.zoo)))


def _put_wall(canvas: Canvas, state: Position) -> None:
    """Put the wall, with the names of columns and rows, each in the middle unless there is a gateway."""
    gates = [place for place in range(PLACES) if state.up >> place & 1 and state.zoo[place].feature == GATE]
    north = {place % SIDE for place in gates if place < SIDE and state.zoo[place].turns == 0}
    west = {place // SIDE for place in gates if place % SIDE == 0 and state.zoo[place].turns == 3}
    outline = (0, TOP - LEFT, LEFT + ZOO + WALL, LEFT + ZOO + WALL)
    wall = rect(*outline, "wall", 10) + paved("gravel", *outline, 10)
    for number in range(SIDE):
        x, y = [number * TILE + (HALF if number not in beside else 12) for beside in (north, west)]
        wall += text(NAMES[number][0], LEFT + x, TOP - 6, "small bold m on-wall")
        wall += text(NAMES[number * SIDE][1], LEFT / 2, TOP + y + 6, "small bold m on-wall")
    canvas.put("wall", wall, layer=TILES)


def _put_tiles(canvas: Canvas, state: Position) -> None:
    for place in range(PLACES):
        _put_tile(canvas, state, place)


def _put_goal(canvas: Canvas, state: Position) -> None:
    """Put the way out as a strip of five steps: how far each is, and which one comes next."""
    steps, lit = goal.steps(state), goal.next_step(state)
    x, middle, body = float(LEFT), STRIP / 2, ""
    for number, step in enumerate(steps):
        stage = "done" if step.is_done else "next" if number == lit else "later"
        tip = x + _STEPS[number] - 1
        back = "" if number == 0 else f"L{x + 9:g} {middle:g}"
        outline = f"M{x:g} 2H{tip - 9:g}L{tip:g} {middle:g}L{tip - 9:g} {STRIP - 2}H{x:g}{back}z"
        body += f'<path class="step {stage}" d="{outline}"/>'
        if number == 0 and not step.is_done:
            body += text(step.name, x + 6, middle + 6, "small") + _kinds_found(state, x + 58, middle)
        else:
            body += text(
                f"{step.name} {step.short}".strip(), (x + tip) / 2 + (3 if number else -3), middle + 6, "small m"
            )
        x = tip + 1
    canvas.put("goal", body, layer=TILES, label=goal.line(state))


def _kinds_found(state: Position, x: float, y: float) -> str:
    """Return the sign of each kind of Part: empty if missing, full if an Animal carries one, ticked in the Machine."""
    body = ""
    for kind, stage in enumerate(goal.kinds(state)):
        sign = f'<path class="kind-sign stage-{stage}" d="{_KIND_SIGNS[min(kind, 2)]}"/>'
        tick = '<path class="tick" d="M-4 0L-1 3L5 -4"/>' if stage == goal.DELIVERED else ""
        body += f'<g transform="translate({x + kind * 18:g} {y:g})">{sign}{tick}</g>'
    return body


_KIND_SIGNS: Final = ("M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z", "M-8 7L0 -8L8 7z", "M-7 -7h14v14h-14z")
"""As on the cards: drive a wheel, lift a triangle, gadget a box."""


def _put_tile(canvas: Canvas, state: Position, place: int) -> None:
    x, y = corner(place)
    name = NAMES[place]
    if not state.up >> place & 1:
        canvas.put(f"tile-{name}", _back(), x, y, layer=TILES, label=f"Tile {name}, face down")
        return
    laid = state.zoo[place]
    body = _face(laid, state.level.cameras)
    if laid.feature == ENCLOSURE and place in state.pieces.enclosures[: state.team]:
        body += badge(state.pieces.enclosures.index(place), *_home_mark(laid))
    for number in range(state.loot[place]):
        body += f'<circle class="loot" cx="{62 + number * 7}" cy="14" r="5.5"/>'
    if place == state.turning and state.stack and state.stack[-1] is LAY_TILE:
        body += rect(2, 2, TILE - 4, TILE - 4, "turning", 6)
    canvas.put(f"tile-{name}", body, x, y, layer=TILES, label=_tile_label(state, place))


def _home_mark(laid: Laid) -> tuple[float, float]:
    """Return the place for an Animal's badge, in the corner of the two walls."""
    return ((20, 20), (64, 20), (64, 64), (20, 64))[laid.turns]


def _tile_label(state: Position, place: int) -> str:
    laid = state.zoo[place]
    sentences = [f"Tile {NAMES[place]}: {laid.face.name}."]
    if state.loot[place]:
        sentences.append(f"Loot: {state.loot[place]}.")
    for path, sides in enumerate(laid.sides):
        if len(laid.sides) == 1:
            sentences.append(f"The Path leads {ways_of(sides)}.")
        else:
            sentences.append(f"Path {path + 1} leads {ways_of(sides)}.")
        if state.level.cameras and laid.cameras >> path & 1:
            sentences.append("A camera watches it.")
    return " ".join(sentences)


@cache
def _back() -> str:
    body = rect(1, 1, TILE - 2, TILE - 2, "back", 6) + rect(9, 9, TILE - 18, TILE - 18, "back-line", 4)
    toes = ((-14, -3), (-5, -13), (5, -13), (14, -3))
    paw = "".join([f'<ellipse cx="{HALF + x:g}" cy="{HALF + y:g}" rx="4" ry="5.5"/>' for x, y in toes])
    pad = f'<path d="M{HALF - 11:g} {HALF + 11:g}c0 -8 6 -12 11 -12s11 4 11 12c0 6 -7 4 -11 4s-11 2 -11 -4z"/>'
    return body + f'<g class="paw">{paw}{pad}</g>'


@cache
def _face(laid: Laid, with_cameras: bool) -> str:
    body = rect(1, 1, TILE - 2, TILE - 2, "ground", 6) + paved("grass", 1, 1, TILE - 2, TILE - 2, 6)
    # Of two Paths that cross, the first is the bridge on top.
    for path in reversed(range(len(laid.sides))):
        line = _line(laid.sides[path])
        body += f'<path class="way-edge" d="{line}"/><path class="way" d="{line}"/>'
    if with_cameras:
        for path in range(len(laid.sides)):
            if laid.cameras >> path & 1:
                x, y = _camera_mark(laid.sides[path])
                body += f'<circle class="seen" cx="{x + 12:g}" cy="{y + 12:g}" r="14"/>' + use("camera", x, y, 24)
    if laid.feature == GATE:
        body += _gateway(laid.turns)
    if laid.feature and laid.feature != ENCLOSURE:
        body += use(FEATURES[laid.feature], 3, _sign(laid), 28)
    return body


def _sign(laid: Laid) -> float:
    """Return how far down a feature's sign is: in the north-west, or south-west if a gateway is beside that corner."""
    return 53 if laid.feature == GATE and laid.turns in (0, 3) else 3


@cache
def _gateway(side: int) -> str:
    """Return two posts and the bars between them, in the wall on that side of the tile."""
    body = (
        rect(22, -8, 40, 11, "gateway", 3)
        + '<path class="gate-bars" d="M31 -7v9M36.5 -7v9M42 -7v9M47.5 -7v9M53 -7v9"/>'
    )
    body += rect(19, -10, 7, 15, "gate-post", 2) + rect(58, -10, 7, 15, "gate-post", 2)
    return f'<g transform="rotate({90 * side} {HALF:g} {HALF:g})">{body}</g>'


def _line(sides: int) -> str:
    """Return a Path as an arc, a line, or lines that meet. A dead end stops short of the middle."""
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
    """Return the place of a camera: in the corner that a bend goes round, else at the end of a straight Path."""
    ways = directions_in(sides)
    if len(ways) == 2 and OPPOSITE[ways[0]] != ways[1]:
        dx = STEP[ways[0]][0] + STEP[ways[1]][0]
        dy = STEP[ways[0]][1] + STEP[ways[1]][1]
        return (2 if dx < 0 else 58), (2 if dy < 0 else 58)
    return (58, 2) if ways[0] == 0 else (2, 58)


def stand(state: Position, spot: int) -> tuple[float, float]:
    """Return where pieces on a spot stand."""
    x, y = corner(spot >> 2)
    path = spot & 3
    if path == NO_PATH:
        return x + HALF, y + HALF
    laid = state.zoo[spot >> 2]
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


def _put_poop(canvas: Canvas, state: Position) -> None:
    for place in range(PLACES):
        for path in range(2):
            if state.poop[path] >> place & 1:
                x, y = stand(state, place << 2 | path)
                name = f"{NAMES[place]}-{path + 1}"
                body = use("poop", -12, -2, 24)
                canvas.put(f"poop-{name}", body, x, y, layer=FLOOR, label=f"Poop on tile {NAMES[place]}")


# Pieces.


def _put_pieces(canvas: Canvas, state: Position) -> None:
    on: dict[int, list[str]] = {}
    for animal, spot in enumerate(state.spots):
        if spot >= 0:
            on.setdefault(spot, []).append(f"a{animal}")
    if state.machine >= 0:
        on.setdefault(state.machine, []).append("m")
    for keeper, spot in enumerate(state.stands):
        if spot >= 0:
            on.setdefault(spot, []).append(f"k{keeper}")
    for spot, pieces in on.items():
        x, y = stand(state, spot)
        close = 0.8 if spot & 3 != NO_PATH and len(state.zoo[spot >> 2].sides) > 1 else 1.0
        for number, piece in enumerate(pieces):
            dx, dy = _offset(number, len(pieces))
            _put_piece(canvas, state, piece, x + dx * close, y + dy * close)


def _offset(number: int, count: int) -> tuple[float, float]:
    """Return how far a piece is moved aside where several share a spot."""
    if count == 1:
        return 0, 0
    if count == 2:
        return ((-17, -6), (17, 8))[number]
    return ((-21, -19), (21, -19), (-21, 20), (21, 20), (0, 0), (0, 28))[number % 6]


def _put_piece(canvas: Canvas, state: Position, piece: str, x: float, y: float) -> None:
    if piece == "m":
        aboard = [animal.name for number, animal in enumerate(state.animals) if state.loaded >> number & 1]
        body = '<circle class="hippo" r="24"/>' + use("machine", -19, -20, 38)
        label = f"The Incredible Machine on tile {NAMES[state.machine >> 2]}. Aboard: {joined(aboard)}"
        canvas.put("the-machine", body, x, y, layer=PIECES, label=label)
    elif piece[0] == "a":
        _put_animal(canvas, state, int(piece[1:]), x, y)
    else:
        _put_keeper(canvas, state, int(piece[1:]), x, y)


def _put_animal(canvas: Canvas, state: Position, animal: int, x: float, y: float) -> None:
    sort = state.animals[animal]
    hides = state.hiding >> animal & 1 == 1
    body = f'<circle class="animal edge-{animal}" r="19"/>' + use(sort.id, -14, -15, 29, "hidden" if hides else "")
    if animal == state.active:
        body = '<circle class="acts" r="22.5"/>' + body
    note = ", hiding" if hides else ""
    canvas.put(f"animal-{sort.id}", body, x, y, layer=PIECES, label=f"{sort.name} ({LETTERS[animal]}){note}")


def _put_keeper(canvas: Canvas, state: Position, keeper: int, x: float, y: float) -> None:
    facing = state.facing[keeper]
    is_busy = state.busy >> keeper & 1 == 1
    spot = state.stands[keeper]
    body = _sight(spot >> 2, facing, x, y) if spot >= 0 and facing >= 0 and not is_busy else ""
    body += f'<path class="beam" d="{_BEAM}" transform="rotate({facing * 90})"/>' if facing >= 0 and not is_busy else ""
    body += f'<path class="arrow" d="M-8 -19L0 -29L8 -19z" transform="rotate({facing * 90})"/>' if facing >= 0 else ""
    where = f" on tile {NAMES[spot >> 2]}, facing {DIRECTIONS[facing]}" if spot >= 0 and facing >= 0 else ", outside"
    card = _card_of_walker(state) if keeper == _walker(state) else ""
    busy = ", busy" if is_busy else ""
    if keeper == state.billionaire:
        body += rect(-18, -18, 36, 36, "boss", 6) + use("billionaire", -16, -17, 32) + card
        canvas.put("the-billionaire", body, x, y, layer=PIECES, label=f"The Billionaire{where}{busy}")
        return
    owner = keeper % state.team
    body += _figure(owner, is_busy) + text(keeper + 1, 0, 14, "small bold m")
    if is_busy:
        body += use("hourglass", 9, -25, 18)
    name = state.animals[owner].name
    canvas.put(
        f"keeper-{keeper + 1}", body + card, x, y, layer=PIECES, label=f"The {name}'s Keeper {keeper + 1}{where}{busy}"
    )


_BEAM: Final = "M-7 -16L-19 -46Q0 -54 19 -46L7 -16z"
"""The light of a Keeper's lamp, to the north."""
_CAP: Final = "M-19 -3.5C-18 -24 18 -24 19 -3.5Q0 -9 -19 -3.5z"
_CAP_PATTERNS: Final = (
    "",
    "M-14 -6L-3 -19M-6 -7L6 -18M3 -7L12 -15",
    "M-10 -9v.1M-4 -14v.1M3 -10v.1M9 -14v.1M11 -7v.1",
    "M-14 -6L-3 -19M-4 -7L8 -17M-12 -15L-3 -7M-2 -19L11 -7",
)
"""The pattern of a seat, besides its colour."""


@cache
def _figure(owner: int, is_busy: bool) -> str:
    """Return a Keeper's face, with its number, and its cap in the colour of its Animal."""
    body = f'<path class="robot{" busy" if is_busy else ""}" d="M-16 -6H16V8Q16 18 6 18H-6Q-16 18 -16 8z"/>'
    body += f'<path class="cap seat-{owner}" d="{_CAP}"/>'
    return body + (f'<path class="cap-pattern" d="{_CAP_PATTERNS[owner]}"/>' if _CAP_PATTERNS[owner] else "")


def _walker(state: Position) -> int:
    """Return the Keeper whose turn it is, as an animation shows it; -1 if it is no Keeper's."""
    if KEEPERS not in state.stack or state.walker < 0:
        return -1
    return state.duty[state.walker] if state.walker < len(state.duty) else state.billionaire


def _card_of_walker(state: Position) -> str:
    """Return its Power Card, with its remaining moves."""
    left = state.walk_left
    return rect(13, -36, 22, 26, f"power power-{min(left, 4)}", 3) + text(left, 24, -17, "small bold m")


def _sight(place: int, facing: int, x: float, y: float) -> str:
    """Return where the Keeper sees: its row and column, but not behind it. Shown while a player points at it."""
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


# Shown only while it can be chosen.


def _put_choices(canvas: Canvas, state: Position, seat: int) -> None:
    """Put what is on the table only while it can be chosen: ways to turn a tile, and the numbers of Paths."""
    if seat not in state.to_act:
        return
    if state.stack[-1] is LAY_TILE:
        _put_ways(canvas, state)
    marks = {target for choice in choices(state, seat) for target in choice.path if target.startswith("path-")}
    for mark in sorted(marks):
        _, name, number = mark.split("-")
        x, y = stand(state, NAMES.index(name) << 2 | int(number) - 1)
        body = '<circle class="mark" r="14"/>' + text(number, 0, 7, "bold m")
        canvas.put(mark, body, x, y, layer=ABOVE, label=f"Path {number} of tile {name}")


def _put_ways(canvas: Canvas, state: Position) -> None:
    """Put each way in which the revealed tile can lie above the Zoo, where it covers no tile."""
    face = state.zoo[state.turning].face.index
    ways = state.pieces.ways[face]
    left, top = LEFT + 110, 0
    canvas.put("ways", rect(0, 0, ZOO, TILE + 14, "tray", 10), LEFT, top, layer=ABOVE)
    canvas.put("ways-of", text("Turn " + NAMES[state.turning], 0, 0, "bold"), LEFT + 14, top + 54, layer=ABOVE)
    for number, turns in enumerate(ways):
        body = _face(state.pieces.laid[face][turns], state.level.cameras)
        label = tile_text(state, state.catalogue.turn_tile[turns])
        canvas.put(f"way-r{turns}", body, left + number * (TILE + 12), top + 7, layer=ABOVE, label=label)
