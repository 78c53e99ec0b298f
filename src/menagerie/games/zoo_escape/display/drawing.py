"""The table of Dr. Potamus' Incredible Escape as a scene: the zoo from above, panels for animals, Machine and cards."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import COMMON, MINE, OTHER, REFERENCE
from menagerie.core.display.scene import Canvas, Scene, badge, paved, rect, text, use
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
from menagerie.games.zoo_escape.display import goal
from menagerie.games.zoo_escape.display.pointing import choices
from menagerie.games.zoo_escape.events import ways_of
from menagerie.games.zoo_escape.phases.keepers import KEEPERS
from menagerie.games.zoo_escape.phases.tiles import LAY_TILE
from menagerie.games.zoo_escape.pieces import ENCLOSURE, FEATURES, GATE, Card, Laid, directions_in
from menagerie.games.zoo_escape.state import NOBODY, Position

TILE: Final = 84
HALF: Final = TILE / 2
ZOO: Final = SIDE * TILE
WALL: Final = 7
TOP: Final = 106
"""Where the zoo begins: above it the way out, the round, and the Keepers that wait outside."""
STRIP: Final = 38
"""Height of the way out."""
_STEPS: Final = (112, 106, 76, 112, 98)
"""Widths of its steps, as wide as the zoo together."""
PANEL: Final = (452, 98)
MACHINE: Final = (452, 118)
POWER: Final = 180
DECK: Final = 120
"""Heights of the Power Cards and the Building cards."""
CARD: Final = 44

TILES, FLOOR, PIECES, ABOVE = 0, 1, 2, 3
"""Layers."""

STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    state = cast(Position, state)
    own = [animal for animal in range(state.team) if state.leader_of(animal) == (seat or 0)]
    picture = Scene(style=_style())
    picture.need(*[animal.id for animal in state.animals], "keeper", "billionaire", "machine", "camera", "poop")
    picture.pave("grass", "gravel", "paper")
    picture.need(*FEATURES[1:], *[card.id for card in state.pieces.cards], "hourglass")
    # A team has one board, and it is everybody's own. Several pieces stand on one tile, and have to be told apart.
    zoo = picture.part("zoo", ZOO + 2 * WALL, TOP + ZOO + WALL, MINE, least=0.68)
    _put_head(zoo, state)
    turning = state.turning if state.stack and state.stack[-1] is LAY_TILE else NOBODY
    zoo.show(_put_tiles, state, by=(state.level, state.team, state.up, tuple(state.zoo), tuple(state.loot), turning))
    zoo.show(_put_poop, state, by=(tuple(state.poop), tuple(state.zoo)))
    _put_pieces(zoo, state)
    if seat is not None:
        _put_choices(zoo, state, seat)
    for animal in own:
        panel = picture.part(f"animal {LETTERS[animal]}", *PANEL, MINE, seat=seat or 0, group="own animals")
        panel.show(_put_animal_panel, state, animal, by=_seen_of(state, animal))
    # The Machine's Parts are pointed at as soon as there are any.
    purpose = COMMON if state.machine_parts else REFERENCE
    _put_machine_panel(picture.part("Machine", *MACHINE, purpose), state)
    cards = picture.part("cards", MACHINE[0], POWER + 8 + DECK, REFERENCE)
    cards.show(_put_power, state, by=(tuple(state.pile), tuple(state.discards), tuple(state.supply)))
    cards.show(_put_deck, state, by=(state.pieces, len(state.deck) - state.drawn, state.gone, state.used))
    for animal in [animal for animal in range(state.team) if animal not in own]:
        leader = state.leader_of(animal)
        panel = picture.part(f"animal {LETTERS[animal]}", *PANEL, OTHER, seat=leader)
        panel.show(_put_animal_panel, state, animal, by=_seen_of(state, animal))
    return picture


def _seen_of(state: Position, animal: int) -> Hashable:
    """All that an animal's panel shows."""
    turn = (_is_to_move(state, animal), _state_of(state, animal), state.loaded >> animal & 1)
    has = (state.carried[animal], state.carried[animal] & state.used, state.poop_left[animal])
    return state.pieces, state.animals[animal], state.leader_of(animal), turn, has, len(state.reserve_of(animal))


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def corner(place: int) -> tuple[float, float]:
    """Where a tile's north-west corner lies."""
    return WALL + place % SIDE * TILE, TOP + place // SIDE * TILE


# The zoo.


def _put_head(canvas: Canvas, state: Position) -> None:
    _put_goal(canvas, state)
    head = text(f"Round {state.round}", 0, 0, "big on-table") + text(
        f"of {state.pieces.rounds}", 0, 25, "small on-table"
    )
    canvas.put("round", head, WALL, 66, layer=TILES, label=f"Round {state.round} of {state.pieces.rounds}, then dawn")
    left = len(state.supply)
    supply = rect(0, 0, 26, 34, "power", 4) + text(left, 13, 24, "bold m") + text("left", 32, 24, "small on-table")
    words = f"{left} Power Cards are left to be added: when one is due and none is left, the game is lost"
    canvas.put("supply", supply, WALL + ZOO - 66, 56, layer=TILES, label=words)
    waiting = [keeper for keeper in state.duty if state.stands[keeper] == OUTSIDE]
    words = "outside" if waiting else "no Keeper waits outside"
    canvas.put("outside", text(words, 0, 0, "small on-table"), WALL + 150, 80, layer=TILES)
    gap = min(50.0, (ZOO - 150 - 66 - 90) / max(1, len(waiting)))
    for number, keeper in enumerate(waiting):
        _put_keeper(canvas, state, keeper, WALL + 244 + number * gap, 74)
    wall = rect(-WALL, -WALL, ZOO + 2 * WALL, ZOO + 2 * WALL, "wall", 10)
    wall += paved("gravel", -WALL, -WALL, ZOO + 2 * WALL, ZOO + 2 * WALL, 10)
    canvas.put("wall", wall, WALL, TOP, layer=TILES)


def _put_tiles(canvas: Canvas, state: Position) -> None:
    for place in range(PLACES):
        _put_tile(canvas, state, place)


def _put_goal(canvas: Canvas, state: Position) -> None:
    """The way out as a strip of five steps: what is done, how the others stand, and which one comes next."""
    steps, lit = goal.steps(state), goal.next_step(state)
    x, middle, body = float(WALL), STRIP / 2, ""
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
                f"{step.name} {step.stands}".strip(), (x + tip) / 2 + (3 if number else -3), middle + 6, "small m"
            )
        x = tip + 1
    words = "the team has escaped" if steps[lit].is_done else f"next: {steps[lit].words}"
    told = ", ".join([f"{step.name} {step.told}" for step in steps])
    canvas.put("goal", body, layer=TILES, label=f"The way out: {told}; {words}")


def _kinds_found(state: Position, x: float, y: float) -> str:
    """The sign of each kind of Part: empty if it is missing, full if somebody carries one, ticked at the Machine."""
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
        canvas.put(f"tile-{name}", _back(name), x, y, layer=TILES, label=f"{name}: face down")
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
    """In the corner of the two walls."""
    return ((20, 20), (64, 20), (64, 64), (20, 64))[laid.turns]


def _tile_label(state: Position, place: int) -> str:
    laid = state.zoo[place]
    paths = []
    for path, sides in enumerate(laid.sides):
        ways = " and ".join(DIRECTIONS[side] for side in directions_in(sides))
        seen = " with a camera" if state.level.cameras and laid.cameras >> path & 1 else ""
        paths.append(f"path {path + 1} {ways}{seen}" if len(laid.sides) > 1 else f"path {ways}{seen}")
    loot = f", {state.loot[place]} loot" if state.loot[place] else ""
    return f"{NAMES[place]}: {laid.face.name}{loot}; {'; '.join(paths)}"


@cache
def _back(name: str) -> str:
    body = rect(1, 1, TILE - 2, TILE - 2, "back", 6) + rect(9, 9, TILE - 18, TILE - 18, "back-line", 4)
    return body + text(name, HALF, HALF + 7, "back-name m")


@cache
def _face(laid: Laid, with_cameras: bool) -> str:
    body = rect(1, 1, TILE - 2, TILE - 2, "ground", 6) + paved("grass", 1, 1, TILE - 2, TILE - 2, 6)
    # Of two paths that cross, the first is the bridge above.
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
    """How far down a feature's sign stands: in the north-west, or south-west where a gateway is beside that."""
    return 53 if laid.feature == GATE and laid.turns in (0, 3) else 3


@cache
def _gateway(side: int) -> str:
    """Two posts and the bars between them, in the wall on that side of the tile."""
    body = (
        rect(22, -8, 40, 11, "gateway", 3)
        + '<path class="gate-bars" d="M31 -7v9M36.5 -7v9M42 -7v9M47.5 -7v9M53 -7v9"/>'
    )
    body += rect(19, -10, 7, 15, "gate-post", 2) + rect(58, -10, 7, 15, "gate-post", 2)
    return f'<g transform="rotate({90 * side} {HALF:g} {HALF:g})">{body}</g>'


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


def stand(state: Position, spot: int) -> tuple[float, float]:
    """Where pieces on a spot stand."""
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
                canvas.put(f"poop-{name}", body, x, y, layer=FLOOR, label=f"Poop on {NAMES[place]}")


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
    """Pieces on one spot stand side by side."""
    if count == 1:
        return 0, 0
    if count == 2:
        return ((-17, -6), (17, 8))[number]
    return ((-21, -19), (21, -19), (-21, 20), (21, 20), (0, 0), (0, 28))[number % 6]


def _put_piece(canvas: Canvas, state: Position, piece: str, x: float, y: float) -> None:
    if piece == "m":
        aboard = [animal.name for number, animal in enumerate(state.animals) if state.loaded >> number & 1]
        body = '<circle class="hippo" r="24"/>' + use("machine", -19, -20, 38)
        label = f"The Incredible Machine on {NAMES[state.machine >> 2]}, aboard: {', '.join(aboard) or 'nobody'}"
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
    body += f'<path class="arrow" d="M-8 -18L0 -28L8 -18z" transform="rotate({facing * 90})"/>' if facing >= 0 else ""
    where = f" on {NAMES[spot >> 2]}, facing {DIRECTIONS[facing]}" if spot >= 0 and facing >= 0 else ", outside"
    card = _card_of_walker(state) if keeper == _walker(state) else ""
    busy = ", busy" if is_busy else ""
    if keeper == state.billionaire:
        body += rect(-18, -18, 36, 36, "boss", 6) + use("billionaire", -16, -17, 32) + card
        canvas.put("the-billionaire", body, x, y, layer=PIECES, label=f"The Billionaire{where}{busy}")
        return
    owner = keeper % state.team
    half = 19 if keeper < 9 else 23  # letters of their natural width: narrower ones are not drawn at every scale
    body += rect(-half, -17, 2 * half, 34, f"robot seat-{owner}{' busy' if is_busy else ''}", 5)
    ink = "on-seat-dark" if owner == 2 else "on-seat"
    body += text(f"{LETTERS[owner]}{keeper + 1}", 0, 7, f"{ink} small m")
    if is_busy:
        body += use("hourglass", 7, -24, 18)
    name = state.animals[owner].name
    canvas.put(
        f"keeper-{keeper + 1}", body + card, x, y, layer=PIECES, label=f"Keeper {keeper + 1} of the {name}{where}{busy}"
    )


def _walker(state: Position) -> int:
    """The Keeper whose turn it is, as a film shows it; -1 if it is nobody's."""
    if KEEPERS not in state.stack or state.walker < 0:
        return -1
    return state.duty[state.walker] if state.walker < len(state.duty) else state.billionaire


def _card_of_walker(state: Position) -> str:
    """Its Power Card, with the moves that are left of it."""
    left = state.walk_left
    return rect(13, -36, 22, 26, f"power power-{min(left, 4)}", 3) + text(left, 24, -17, "small bold m")


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


def _put_animal_panel(canvas: Canvas, state: Position, animal: int) -> None:
    sort = state.animals[animal]
    width, height = PANEL
    body = rect(0, 0, width, height, "paper", 10) + paved("paper", 0, 0, width, height, 10)
    if _is_to_move(state, animal):
        body += rect(1, 1, width - 2, height - 2, "acts", 9)
    body += badge(animal, 24, 26) + use(sort.id, 44, 6, 40) + text(sort.name, 92, 32, "bold")
    body += text(_state_of(state, animal), width - 12, 32, "small soft e")
    for number in range(state.poop_left[animal]):
        body += use("poop", 12 + number * 25, 54, 26)
    body += use("keeper", 132, 50, 32) + text(f"{len(state.reserve_of(animal))} left", 168, 76, "small")
    label = f"{sort.name} of {LETTERS[state.leader_of(animal)]}: {sort.ability}, {sort.help}"
    canvas.put(f"panel-{sort.id}", body, layer=TILES, label=label)
    cards = [card for card in state.pieces.cards if state.carried[animal] & card.bit]
    pitch = min(CARD + 4.0, (width - 250 - CARD) / max(1, len(cards) - 1))
    for number, card in enumerate(cards):
        _put_card(canvas, state, card, 236 + number * pitch, 46)
    if state.loaded >> animal & 1:
        canvas.put(f"animal-{sort.id}", use("machine", -16, -16, 32), 216, 22, layer=PIECES, label="aboard")


def _is_to_move(state: Position, animal: int) -> bool:
    waits = state.active == NOBODY and not (state.had_turn | state.loaded) >> animal & 1
    return animal == state.active or waits


def _state_of(state: Position, animal: int) -> str:
    if state.loaded >> animal & 1:
        return "aboard"
    if animal == state.active:
        moves = "1 move" if state.moves_left == 1 else f"{state.moves_left} moves"
        return f"{moves} left"
    if state.captured >> animal & 1:
        return "captured"
    if state.had_turn >> animal & 1:
        return "turn done"
    return "hiding" if state.hiding >> animal & 1 else ""


def _put_card(canvas: Canvas, state: Position, card: Card, x: float, y: float) -> None:
    kind = state.pieces.kinds[card.kind] if card.kind >= 0 else "find"
    body = rect(0, 0, CARD, CARD, f"card kind-{card.kind}", 6) + use(card.id, 6, 4, 32)
    body += f'<path class="kind-mark" d="{_KIND_MARKS[min(card.kind, 2)]}"/>' if card.kind >= 0 else ""
    if state.used & card.bit:
        body += f'<path class="used" d="M4 {CARD - 4}L{CARD - 4} 4"/>'
    canvas.put(f"card-{card.id}", body, x, y, layer=PIECES, label=f"{card.name} ({kind})")


_KIND_MARKS: Final = ("M34 40a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "M33 42l5 -9l5 9z", "M34 34h8v8h-8z")
"""Beside colour a kind has a shape: drive a wheel, lift a triangle, gadget a box."""


def _put_machine_panel(canvas: Canvas, state: Position) -> None:
    where = f"on {NAMES[state.machine >> 2]}" if state.is_built else "not built"
    missing = [
        kind
        for kind, mask in zip(state.pieces.kinds, state.pieces.of_kind, strict=True)
        if not state.machine_parts & mask
    ]
    note = f"needs {', '.join(missing)}" if missing else "complete"
    width, height = MACHINE
    body = rect(0, 0, width, height, "paper", 10) + paved("paper", 0, 0, width, height, 10)
    if state.active == state.team:
        body += rect(1, 1, width - 2, height - 2, "acts", 9)
    body += use("machine", 8, 6, 44) + text("Machine", 60, 30, "bold") + text(where, 168, 30, "small soft")
    body += text(f"{state.loaded.bit_count()} of {state.team} aboard", width - 12, 30, "small e")
    body += text(note, 60, 54, "small soft")
    for number in range(state.pieces.machine_parts):
        body += rect(60 + number * (CARD + 6), 64, CARD, CARD, "space", 6)
    canvas.put("machine-panel", body, layer=TILES, label=f"The Machine, {where}, {note}")
    parts = [card for card in state.pieces.cards if state.machine_parts & card.bit]
    for number, card in enumerate(parts):
        _put_card(canvas, state, card, 60 + number * (CARD + 6), 64)


def _put_power(canvas: Canvas, state: Position) -> None:
    body = rect(0, 0, MACHINE[0], POWER, "paper", 10) + text("Power Cards", 12, 28, "bold")
    supply = [state.supply.count(value) for value in range(len(state.pile))]
    for row, (name, counts) in enumerate((("pile", state.pile), ("discards", state.discards), ("supply", supply))):
        top = 38 + row * 46
        body += text(name, 12, top + 28, "small soft")
        for number, (value, count) in enumerate([pair for pair in enumerate(counts) if pair[1]]):
            left = 104 + number * 84
            body += rect(left, top, 28, 38, f"power power-{min(value, 4)}", 4) + text(
                value, left + 14, top + 27, "bold m"
            )
            body += text(f"x{count}", left + 34, top + 27, "small")
    label = "Power Cards: what lies in the draw pile is open, its order is not"
    canvas.put("power-cards", body, layer=TILES, label=label)


def _put_deck(canvas: Canvas, state: Position) -> None:
    y = POWER + 8
    left = len(state.deck) - state.drawn
    body = rect(0, 0, MACHINE[0], DECK, "paper", 10) + rect(12, 12, 36, 44, "back", 4)
    body += (
        text(left, 30, 41, "on-seat m")
        + text("Building cards", 58, 40, "")
        + text("out of the game", 12, 84, "small soft")
    )
    canvas.put("deck", body, 0, y, layer=TILES, label=f"{left} Building cards are left")
    gone = [card for card in state.pieces.cards if state.gone & card.bit]
    pitch = min(CARD + 4.0, (MACHINE[0] - 184 - CARD) / max(1, len(gone) - 1))
    for number, card in enumerate(gone):
        _put_card(canvas, state, card, 172 + number * pitch, y + 66)


# What is on the table while it can be chosen.


def _put_choices(canvas: Canvas, state: Position, seat: int) -> None:
    """What is on the table only while it can be chosen: ways to lay a tile, and the numbers of paths."""
    if seat not in state.to_act:
        return
    if state.stack[-1] is LAY_TILE:
        _put_ways(canvas, state)
    marks = {target for choice in choices(state, seat) for target in choice.path if target.startswith("path-")}
    for mark in sorted(marks):
        _, name, number = mark.split("-")
        x, y = stand(state, NAMES.index(name) << 2 | int(number) - 1)
        body = '<circle class="mark" r="14"/>' + text(number, 0, 7, "bold m")
        canvas.put(mark, body, x, y, layer=ABOVE, label=f"Path {number} of {name}")


def _put_ways(canvas: Canvas, state: Position) -> None:
    """Above the zoo, so that all of it can be seen, each way in which the tile that was turned up can lie."""
    face = state.zoo[state.turning].face.index
    ways = state.pieces.ways[face]
    left, top = WALL + 110, 0
    canvas.put("ways", rect(0, 0, ZOO, TILE + 14, "tray", 10), WALL, top, layer=ABOVE)
    canvas.put("ways-of", text("Turn " + NAMES[state.turning], 0, 0, "bold"), WALL + 14, top + 54, layer=ABOVE)
    for number, turns in enumerate(ways):
        body = _face(state.pieces.laid[face][turns], state.level.cameras)
        sides = state.pieces.laid[face][turns].sides
        label = f"Lay the tile so that it leads {' and '.join([ways_of(path) for path in sides])}"
        canvas.put(f"way-r{turns}", body, left + number * (TILE + 12), top + 7, layer=ABOVE, label=label)
