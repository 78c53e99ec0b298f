"""The table of 18ZOO as a scene: the map, the stock board with the turn track, powers, squirrels; families and players
are in `mats`.

Where the round is played is what all look at: the map while families work, else the stock board, powers and families.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import COMMON, MINE, READABLE, REFERENCE
from menagerie.core.display.scene import Canvas, Scene, paved, rect, text, use
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.display import map_drawing
from menagerie.games.eighteen_zoo.display.map_drawing import (
    define_shapes,
    hex_body,
    hex_label,
    look,
    map_view,
    run_line,
    signs_of,
)
from menagerie.games.eighteen_zoo.display.mats import CARD, MAT, card, put_families, put_players
from menagerie.games.eighteen_zoo.map.ground import R, lay_hex
from menagerie.games.eighteen_zoo.map.tiles import COLOURS
from menagerie.games.eighteen_zoo.phases.operating import RunStep
from menagerie.games.eighteen_zoo.pieces import Cell, Power, Slot
from menagerie.games.eighteen_zoo.running.harvest import Chain
from menagerie.games.eighteen_zoo.state import Position

CELL: Final = (70, 84)
"""A cell of the stock board: figures above, and below them room for tokens."""
PILL: Final = (30, 17)
"""A token on the stock board."""
STOCK: Final = 12 * CELL[0]
TRACK: Final = 56
"""Width of the stock board, and height of the turn track above it."""
CHIP: Final = (202, 43)
"""A power that lies open."""
POWERS: Final = 3 * CHIP[0] + 12
DECK: Final = 240
KITCHEN: Final = 150
"""Widths of the powers, of the squirrels' deck and of the kitchen."""
COMING: Final = 16
"""So many letters of the squirrels that come later fit below the deck."""

TIGHT_MAP: Final = READABLE / 1.65
TIGHT_STOCK: Final = READABLE / 1.35
"""How small map and stock board may be on a phone: what is written there grows so many times (see style.css)."""

UNDER, ON_BOARD, TOKENS, RUNS = 0, 1, 2, 3
"""Layers."""


def scene(state: State, seat: int | None) -> Scene:
    """Return the table as that seat sees it; everything on it is open to all."""
    state = cast(Position, state)
    land = map_view(state.board.ground, 0, 0)
    picture = Scene(style=_style())
    picture.need(*[family.symbol for family in state.pieces.families], *[power.symbol for power in state.pieces.powers])
    picture.pave("paper", "planks")
    picture.need("squirrel", "ticket", "kitchen", "chair", "crown", "acorn", "arrow")
    define_shapes(picture)
    map_drawing.define_ghosts(picture, state.board.ground.tiles)
    on_map = bool(state.operating or state.newcomer >= 0)
    there, here = (COMMON, REFERENCE) if on_map else (REFERENCE, COMMON)
    # In a stock round powers and families are asked about: on a phone they lie above and below all that is small then.
    if not on_map:
        _show_powers(picture, state, here)
    _put_map(picture.part("map", land.width, land.height, there, tight=TIGHT_MAP), state)
    _put_stock(picture.part("stock board", STOCK, TRACK + 6 * CELL[1], here, tight=TIGHT_STOCK), state)
    if on_map:
        _show_powers(picture, state, here)
    if on_map:
        squirrels = picture.part("squirrels", DECK + 6 + KITCHEN, MAT[1], COMMON)
        leader = state.owner(state.operator if state.newcomer < 0 else state.newcomer)
        at_work = picture.part("family at work", *MAT, MINE if leader == seat else COMMON)
    else:
        squirrels, at_work = picture.part("squirrels", DECK + 6 + KITCHEN, MAT[1], REFERENCE), None
    deck = (state.pieces, state.next_squirrel(), state.deck[state.dealt :], state.kitchen)
    squirrels.show(_put_squirrels, state, by=deck)
    put_players(picture, state, seat or 0)
    put_families(picture, state, here, at_work)
    return picture


def _show_powers(picture: Scene, state: Position, purpose: str) -> None:
    powers = picture.part("powers", POWERS, 28 + _rows(state) * (CHIP[1] + 4), purpose)
    powers.show(_put_powers, state, by=(state.pieces, state.on_offer, state.future))


def _rows(state: Position) -> int:
    """Rows of powers, by twos: a power that is bought is to move nothing else."""
    powers = len(state.on_offer) + len(state.future)
    return 2 * max(1, -(-powers // 6))


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# The map.


def _put_map(canvas: Canvas, state: Position) -> None:
    board = state.board
    lies = (tuple(board.spots), board.holes, board.wheat, state.laid)
    canvas.show(_put_hexes, state, by=(state.pieces, board.ground, state.phase_number, lies))
    # While a family chooses its runs, those of the one before would only be in the way.
    is_choosing = isinstance(state.phase(), RunStep) and state.harvest_of != state.operator
    if state.harvest is not None and not is_choosing:
        harvest = state.harvest
        shown = (harvest.chains, harvest.nuts_by_run, state.harvest_of, state.phase_number)
        canvas.show(_put_runs, state, by=(state.pieces, board.ground, lies, shown))


def _put_hexes(canvas: Canvas, state: Position) -> None:
    land = map_view(state.board.ground, 0, 0)
    r_value = state.pieces.phases[state.phase_number].r_value
    for area in state.board.ground.hexes:
        x, y = land.centre(area.index)
        seen = look(state.board, area.index)
        body = hex_body(state.pieces, seen, r_value if area.kind == R else 0, area.index in state.laid)
        # What is written beside a station may stand out over the neighbours.
        layer = ON_BOARD if seen.tile is not None and seen.tile.slots else UNDER
        canvas.put(f"hex-{area.name}", body, x, y, layer=layer, label=hex_label(state.pieces, seen))


def _put_runs(canvas: Canvas, state: Position) -> None:
    assert state.harvest is not None
    for number, chain in enumerate(state.harvest.chains):
        if chain:
            label = f"A run for {state.harvest.nuts_by_run[number]} nuts"
            canvas.put(f"run-{number}", _run(state, state.harvest_of, number, chain), layer=RUNS, label=label)
    canvas.put("stops-of-runs", _stops(state, state.harvest.chains), layer=RUNS)


def _run(state: Position, family: int, number: int, chain: Chain) -> str:
    """Return a squirrel's run in its family's colour, cased so that it shows on every ground. One that stays on its hex
    is a ring."""
    land = map_view(state.board.ground, 0, 0)
    if len(chain) > 1:
        kind, shape = "path", f'd="{run_line(land, state.board, chain)}"'
    else:
        x, y = land.centre(chain[0])
        kind, shape = "circle", f'cx="{x:.1f}" cy="{y:.1f}" r="24"'
    colour = f"run run-{number % 4} edge-{state.pieces.families[family].id}"
    return f'<{kind} class="run casing" {shape}/><{kind} class="{colour}" {shape}/>'


def _stops(state: Position, chains: tuple[Chain, ...]) -> str:
    """Return what lies on the hexes of runs once more, above their lines: stations and values stay legible."""
    land, board = map_view(state.board.ground, 0, 0), state.board
    r_value = state.pieces.phases[state.phase_number].r_value
    body = ""
    for at in sorted({at for chain in chains for at in chain}):
        x, y = land.centre(at)
        signs = signs_of(state.pieces, look(board, at), r_value)
        body += f'<g transform="translate({x:.1f} {y:.1f})">{signs}</g>' if signs else ""
    return f'<g class="run-stops">{body}</g>'


def ghost(state: Position, code: int) -> str:
    """Return a lay as the table would show it."""
    board = state.board
    at = lay_hex(code)
    after = board.spot_after(code, 0, state.newcomer >= 0)
    x, y = map_view(board.ground, 0, 0).centre(at)
    return map_drawing.ghost(state.pieces, look(board, at, after), after.rotation, x, y)


def ghost_of_runs(state: Position, chains: tuple[Chain, ...]) -> str:
    """Runs as the map would show them, one for each squirrel."""
    lines = [_run(state, state.operator, number, chain) for number, chain in enumerate(chains) if chain]
    return "".join(lines) + _stops(state, chains)


# The stock board.


def _put_stock(canvas: Canvas, state: Position) -> None:
    canvas.show(_put_cells, state, by=(state.pieces, state.slot, state.phase_number))
    order = tuple([(family, state.cell[family]) for family in state.operating_order()])
    canvas.show(_put_reputations, state, by=(state.pieces, order))


def _put_cells(canvas: Canvas, state: Position) -> None:
    now = state.pieces.slots[state.slot]
    phase = state.pieces.phases[state.phase_number]
    label = f"{now.name}, phase {phase.name}, a ticket is worth {now.ticket} $N"
    canvas.put("turn-track", _turn_track(state.pieces.slots, state.slot), layer=UNDER, label=label)
    for cell in state.pieces.cells:
        left, top = cell.column * CELL[0], TRACK + cell.row * CELL[1]
        canvas.put(f"cell-{cell.index}", _cell(cell), left, top, layer=UNDER, label=_cell_label(cell))
    # The lower rows of the stock board are short.
    lines = (f"Phase {phase.name}", f"tiles up to {COLOURS[phase.colours]}", f"{phase.limit} squirrels a family")
    body = "".join([text(line, 0, 22 + 26 * number, "on-table") for number, line in enumerate(lines)])
    canvas.put("phase", body, 6 * CELL[0] + 40, TRACK + 4 * CELL[1] + 16, layer=UNDER, label=", ".join(lines))


@cache
def _turn_track(slots: tuple[Slot, ...], now: int) -> str:
    step = STOCK / len(slots)
    body = rect(0, 0, STOCK, 48, "paper", 8) + paved("paper", 0, 0, STOCK, 48, 8)
    for slot in slots:
        middle = (slot.index + 0.5) * step
        if slot.index == now:
            body += rect(slot.index * step + 2, 2, step - 4, 44, "now", 6)
        body += text({"draft": "Draft", "end": "End"}.get(slot.id, slot.id), middle, 21, "m small bold slot")
        worth = f'{slot.ticket}<tspan class="spare"> $N</tspan>'
        body += f'<text class="m small soft" x="{middle:g}" y="41">{worth}</text>'
    return body


@cache
def _cell(cell: Cell) -> str:
    start = f" launch-{cell.launch}" if cell.launch else ""
    right = CELL[0] - 6
    body = rect(1, 1, CELL[0] - 2, CELL[1] - 2, f"cell{start}", 6) + text(cell.value, 6, 22, "figure")
    body += text(cell.dividend, right, 22, "small dividend e")
    body += text("End" if cell.ends_game else cell.threshold, 4, 42, "small soft")
    if cell.bonus:
        body += text(f"+{cell.bonus}", right + 2, 42, "small dividend spare e")
    elif cell.arrow:
        way = "M-6 0L6 0L0 -9z" if cell.arrow == "up" else "M-6 -9L6 -9L0 0z"
        body += f'<path class="way" transform="translate({right - 5} 40)" d="{way}"/>'
    return body


@cache
def _cell_label(cell: Cell) -> str:
    label = f"Value {cell.value}, dividend {cell.dividend}"
    if cell.bonus:
        label = f"Value {cell.value}, dividend {cell.dividend} and {cell.bonus} for the parents"
    return label if cell.ends_game else f"{label}, moves right from {cell.threshold} nuts"


def _put_reputations(canvas: Canvas, state: Position) -> None:
    """Tokens on one cell lie in operating order, left to right and down."""
    stacks: dict[int, list[int]] = {}
    for family in state.operating_order():
        stacks.setdefault(state.cell[family], []).append(family)
    for at, stack in stacks.items():
        cell = state.pieces.cells[at]
        row = 2 if len(stack) <= 4 else -(-len(stack) // 2)
        width = min(PILL[0], CELL[0] / row - 1)
        for depth, family in enumerate(stack):
            one = state.pieces.families[family]
            left, top = cell.column * CELL[0] + _across(depth % row, row, width), TRACK + cell.row * CELL[1]
            label = f"The {one.name}' reputation: {cell.value}"
            if len(stack) > 1:
                label += f", number {depth + 1} of {len(stack)} in this cell"
            spot = (left, top + 55 + depth // row * (PILL[1] + 1))
            layer = TOKENS + len(stack) - depth
            canvas.put(f"reputation-{one.id}", _token(one.id, width), *spot, layer=layer, label=label)


def _across(number: int, row: int, width: float) -> float:
    """Return where a token lies in its row."""
    first, last = width / 2 + 1, CELL[0] - width / 2 - 1
    return first + number * (last - first) / (row - 1)


@cache
def _token(family: str, width: float) -> str:
    """Return a token; one of many on a cell is narrower."""
    narrow = f' textLength="{width - 5:.1f}" lengthAdjust="spacingAndGlyphs"' if width < PILL[0] else ""
    pill = rect(-width / 2, -PILL[1] / 2, width, PILL[1], f"reputation fill-{family}", 8 if not narrow else 4)
    return pill + f'<text class="m token" x="0" y="6.5"{narrow}>{family}</text>'


# Squirrels and powers.


def _put_squirrels(canvas: Canvas, state: Position) -> None:
    """Draw the deck with the next squirrel, and the kitchen."""
    kind = state.next_squirrel().kind
    left = [state.pieces.squirrels[index].kind.code for index in state.deck[state.dealt :]]
    count = "" if kind.unlimited else f"{left.count(kind.code)} left"
    price = " / ".join(f"{price} $N" for price in kind.prices)
    names = " / ".join(face.name for face in kind.faces) if len(kind.faces) > 1 else kind.code
    coming = [code for code in dict.fromkeys(left) if code != kind.code][:3]
    while len(", ".join(coming)) > COMING:
        coming.pop()
    height = MAT[1]
    body = rect(0, 0, DECK, height, "paper", 8) + paved("paper", 0, 0, DECK, height, 8) + use("squirrel", 6, 8, 52)
    body += text(names, 66, 30, "bold") + text(price, 66, 56, "small") + text(count, 66, 80, "small soft")
    body += text("then " + ", ".join(coming) if coming else "", 12, 112, "small soft")
    label = f"Squirrel deck: {names} for {price}, {count or 'never used up'}"
    canvas.put("deck", body, layer=UNDER, label=label)
    body = rect(0, 0, KITCHEN, height, "paper2", 8) + paved("planks", 0, 0, KITCHEN, height, 8)
    body += use("kitchen", 6, 4, 34) + text("Kitchen", 46, 28, "small soft")
    canvas.put("kitchen", body, DECK + 6, layer=UNDER, label="Kitchen: squirrels that families gave up")
    for number, squirrel in enumerate(state.kitchen):
        spot = (DECK + 12 + number % 3 * (CARD[0] + 3), 42 + number // 3 * (CARD[1] + 2))
        label = f"{squirrel.kind.code} in the kitchen"
        canvas.put(f"squirrel-{squirrel.id}", card(squirrel.kind.code, ""), *spot, layer=ON_BOARD, label=label)


def _put_powers(canvas: Canvas, state: Position) -> None:
    words = "Powers for sale, then later ones" if state.future else "Powers for sale"
    canvas.put("powers", text(words, 0, 18, "small on-table"), layer=UNDER)
    for number, power in enumerate((*state.on_offer, *state.future)):
        one = state.pieces.powers[power]
        later = "" if power in state.on_offer else " later"
        spot = (number % 3 * (CHIP[0] + 6), 28 + number // 3 * (CHIP[1] + 4))
        when = "later" if later else f"for {one.cost} $N"
        canvas.put(f"power-{one.id}", _chip(one, later), *spot, layer=ON_BOARD, label=f"{one.name}, {when}: {one.line}")


def _chip(power: Power, later: str) -> str:
    body = rect(0, 0, *CHIP, f"power-{'blue' if power.blue else 'green'}{later}", 8) + use(power.symbol, 5, 5, 33)
    lines = _two_lines(power.name)
    for number, line in enumerate(lines):
        body += text(line, 43, 28 if len(lines) == 1 else 19 + 18 * number, "small")
    return body + text(power.cost, CHIP[0] - 8, 29, "e bold")


@cache
def _two_lines(name: str) -> list[str]:
    """Return a name on one line or two, as even as can be."""
    if len(name) <= 11:
        return [name]
    words = name.split()
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(cuts, key=lambda cut: max(map(len, cut)), default=(name,)))
