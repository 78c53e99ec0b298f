"""The table of 18ZOO as a scene: the map, and beside it the turn track, the stock board, squirrels and powers; below
the families' mats and the players."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.scene import Scene, badge, rect, text, use
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.eighteen_zoo import map_drawing
from menagerie.games.eighteen_zoo.ground import R, lay_hex
from menagerie.games.eighteen_zoo.map_drawing import (
    MapView,
    define_shapes,
    hex_body,
    hex_label,
    look,
    map_view,
    run_line,
)
from menagerie.games.eighteen_zoo.phases.stock import nearby
from menagerie.games.eighteen_zoo.pieces import COUSIN, PARENTS, Cell, Power, Slot
from menagerie.games.eighteen_zoo.state import Hired, Table

MARGIN: Final = 16
CELL: Final = (64, 68)
"""A cell of the stock board."""
SIDE: Final = 12 * CELL[0]
"""Width of the column beside the map."""
CHIP: Final = (250, 44)
"""A power that lies open."""
ICON: Final = 36
"""A power in a hand or on a mat."""
CARD: Final = (62, 40)
"""A squirrel."""
MAT: Final = 172
"""Height of a mat and of a player's panel."""
COLUMNS: Final = 5
POWER_ROWS: Final = 6

UNDER, ON_BOARD, TOKENS, RUNS = 0, 1, 2, 3
"""Layers."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it; everything on it is open to all."""
    table = cast(Table, state)
    view = map_view(table.board.ground, MARGIN, MARGIN)
    side_height = 60 + 6 * CELL[1] + 120 + POWER_ROWS * (CHIP[1] + 4) + 60
    top = max(view.height, side_height) + 2 * MARGIN
    rows = (len(table.families) + COLUMNS - 1) // COLUMNS
    width = view.width + SIDE + 3 * MARGIN
    picture = Scene(width, top + (rows + 1) * (MAT + 12) + MARGIN, _style())
    picture.need(*[family.symbol for family in table.pieces.families], *[power.symbol for power in table.pieces.powers])
    picture.need("squirrel", "ticket", "kitchen", "acorn", "arrow")
    _put_map(picture, table, view)
    _put_side(picture, table, view.width + 2 * MARGIN)
    panel = (width - 2 * MARGIN - (COLUMNS - 1) * 12) / COLUMNS
    for number, family in enumerate(table.families):
        x = MARGIN + number % COLUMNS * (panel + 12)
        _put_mat(picture, table, family, x, top + number // COLUMNS * (MAT + 12), panel)
    for number, player in enumerate(table.order):
        x = MARGIN + number * (panel + 12)
        _put_player(picture, table, player, number, x, top + rows * (MAT + 12), panel)
    picture.areas["table"] = (0, 0, view.width + 2 * MARGIN, view.height + 2 * MARGIN)
    picture.areas["stock board"] = (view.width + MARGIN, 0, SIDE + 2 * MARGIN, top)
    picture.areas["families"] = (0, top - 8, width, rows * (MAT + 12) + 8)
    if seat is not None:
        # What a phone shows first is where this round is played.
        on_map = table.operating or table.newcomer >= 0
        picture.areas[f"seat-{seat}"] = picture.areas["table" if on_map else "stock board"]
    return picture


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# The map.


def _put_map(picture: Scene, table: Table, view: MapView) -> None:
    define_shapes(picture)
    map_drawing.define_ghosts(picture, table.board.ground.tiles)
    r_value = table.pieces.phases[table.phase_number].r_value
    for area in table.board.ground.hexes:
        x, y = view.centre(area.index)
        seen = look(table.board, area.index)
        body = hex_body(table.pieces, seen, r_value if area.kind == R else 0, area.index in table.laid)
        picture.put(f"hex-{area.name}", body, x, y, layer=UNDER, label=hex_label(table.pieces, seen))
    if table.harvest is not None:
        for number, chain in enumerate(table.harvest.chains):
            if chain:
                body = f'<path class="run run-{number % 4}" d="{run_line(view, chain)}"/>'
                label = f"A run for {table.harvest.nuts_by_run[number]} nuts"
                picture.put(f"run-{number}", body, layer=RUNS, label=label)


def ghost(table: Table, code: int) -> str:
    """A lay as the table would show it."""
    board = table.board
    at = lay_hex(code)
    after = board.spot_after(code, 0, table.newcomer >= 0)
    x, y = map_view(board.ground, MARGIN, MARGIN).centre(at)
    return map_drawing.ghost(table.pieces, look(board, at, after), after.rotation, x, y)


# Beside the map.


def _put_side(picture: Scene, table: Table, x: float) -> None:
    _put_turn_track(picture, table, x, MARGIN)
    y = MARGIN + 60
    for cell in table.pieces.cells:
        left, top = x + cell.column * CELL[0], y + cell.row * CELL[1]
        picture.put(f"cell-{cell.index}", _cell(cell), left, top, layer=UNDER, label=_cell_label(cell))
    _put_reputations(picture, table, x, y)
    # The lower rows of the stock board are short; deck and kitchen lie in the space beside them.
    _put_bank(picture, table, x + 6 * CELL[0] + 24, y + 4 * CELL[1] + 8)
    _put_powers(picture, table, x, y + 6 * CELL[1] + 12)


def _put_turn_track(picture: Scene, table: Table, x: float, y: float) -> None:
    now = table.pieces.slots[table.slot]
    phase = table.pieces.phases[table.phase_number].name
    label = f"{now.id}, phase {phase}; a ticket is worth {now.ticket} $N"
    picture.put("turn-track", _turn_track(table.pieces.slots, table.slot), x, y, layer=UNDER, label=label)


@cache
def _turn_track(slots: tuple[Slot, ...], now: int) -> str:
    step = SIDE / len(slots)
    body = rect(0, 0, SIDE, 48, "paper", 8)
    for slot in slots:
        middle = (slot.index + 0.5) * step
        if slot.index == now:
            body += rect(slot.index * step + 2, 2, step - 4, 44, "now", 6)
        body += text({"draft": "Draft", "end": "End"}.get(slot.id, slot.id), middle, 21, "m small bold")
        body += text(f"{slot.ticket} $N", middle, 41, "m small soft")
    return body


@cache
def _cell(cell: Cell) -> str:
    start = f" launch-{cell.launch}" if cell.launch else ""
    bonus = f"+{cell.bonus}" if cell.bonus else ""
    body = rect(1, 1, CELL[0] - 2, CELL[1] - 2, f"cell{start}", 6) + text(cell.value, 6, 23, "figure")
    body += text(f"{cell.dividend}{bonus}", 6, 43, "small dividend")
    body += text("End" if cell.ends_game else cell.threshold, 6, CELL[1] - 7, "small soft")
    if cell.arrow:
        way = "M-6 0L6 0L0 -9z" if cell.arrow == "up" else "M-6 -9L6 -9L0 0z"
        body += f'<path class="way" transform="translate({CELL[0] - 12} {CELL[1] - 8})" d="{way}"/>'
    return body


@cache
def _cell_label(cell: Cell) -> str:
    bonus = f" and {cell.bonus} for PARENTS" if cell.bonus else ""
    return f"Value {cell.value}, dividend {cell.dividend}{bonus}" + (
        "" if cell.ends_game else f", from {cell.threshold} nuts right"
    )


def _put_reputations(picture: Scene, table: Table, x: float, y: float) -> None:
    """The first to come lies on top: it is drawn last, and the others show below it."""
    stacks: dict[int, int] = {}
    order = table.operating_order()
    for family in order:
        stacks[table.cell[family]] = stacks.get(table.cell[family], 0) + 1
    placed: dict[int, int] = {}
    for family in order:
        cell = table.cell_of(family)
        depth = placed.get(cell.index, 0)
        placed[cell.index] = depth + 1
        one = table.pieces.families[family]
        step = min(14, 28 / max(1, stacks[cell.index] - 1))
        left, top = x + cell.column * CELL[0] + 47, y + cell.row * CELL[1] + 20 + depth * step
        body = f'<circle class="reputation fill-{one.id}" r="15"/>' + text(one.id, 0, 6.5, "m token")
        label = f"Reputation of the {one.name}: {cell.value}"
        picture.put(f"reputation-{one.id}", body, left, top, layer=TOKENS + len(order) - depth, label=label)


def _put_bank(picture: Scene, table: Table, x: float, y: float) -> None:
    card = table.next_squirrel()
    kind = card.kind
    left = [table.pieces.squirrels[index].kind.code for index in table.deck[table.dealt :]]
    count = "" if kind.unlimited else f"{left.count(kind.code)} left"
    price = " / ".join(f"{price} $N" for price in kind.prices)
    names = " / ".join(face.name for face in kind.faces) if len(kind.faces) > 1 else kind.code
    body = rect(0, 0, 216, 118, "paper", 8) + use("squirrel", 6, 6, 46)
    body += text(names, 58, 30, "bold") + text(price, 58, 54, "small") + text(count, 58, 78, "small soft")
    coming: list[str] = []
    for code in left:
        if code != kind.code and code not in coming:
            coming.append(code)
    body += text("then " + ", ".join(coming[:3]) if coming else "", 8, 106, "small soft")
    label = f"Squirrel deck: {names} for {price}, {count or 'never used up'}"
    picture.put("deck", body, x, y, layer=UNDER, label=label)
    body = rect(0, 0, 140, 118, "paper2", 8) + use("kitchen", 6, 6, 34) + text("Kitchen", 46, 28, "small soft")
    picture.put("kitchen", body, x + 222, y, layer=UNDER, label="Kitchen: squirrels that families gave up")
    for number, squirrel in enumerate(table.kitchen):
        body = _card(squirrel.kind.code, "")
        spot = (x + 226 + number % 2 * (CARD[0] + 6), y + 42 + number // 2 * 22)
        picture.put(
            f"squirrel-{squirrel.id}", body, *spot, layer=ON_BOARD, label=f"{squirrel.kind.code} in the kitchen"
        )


def _card(name: str, state: str) -> str:
    short = {"3S Long": "3SL", "4S Perm": "4SP"}.get(name, name)
    return rect(0, 0, *CARD, f"card {state}".strip(), 6) + text(short, CARD[0] / 2, 27, "m bold")


def _put_powers(picture: Scene, table: Table, x: float, y: float) -> None:
    label = "Powers for sale" + (", then those to come" if table.future else "")
    picture.put("powers", text(label, 0, 18, "small on-table"), x, y, layer=UNDER)
    for number, power in enumerate((*table.on_offer, *table.future)):
        card = table.pieces.powers[power]
        later = "" if power in table.on_offer else " later"
        spot = (x + number % 3 * (CHIP[0] + 9), y + 28 + number // 3 * (CHIP[1] + 4))
        when = "later" if later else f"for {card.cost} $N"
        picture.put(
            f"power-{card.id}", _chip(card, later), *spot, layer=ON_BOARD, label=f"{card.name}, {when}: {card.line}"
        )


def _chip(power: Power, later: str) -> str:
    body = rect(0, 0, *CHIP, f"power-{'blue' if power.blue else 'green'}{later}", 8) + use(power.symbol, 5, 5, 34)
    squeeze = ' textLength="164" lengthAdjust="spacingAndGlyphs"' if len(power.name) > 18 else ""
    body += f'<text class="small" x="44" y="28"{squeeze}>{power.name}</text>'
    return body + text(power.cost, CHIP[0] - 10, 29, "e bold")


def _put_icons(picture: Scene, table: Table, powers: tuple[int, ...], x: float, y: float, whose: str) -> None:
    for number, power in enumerate(powers):
        card = table.pieces.powers[power]
        body = rect(0, 0, ICON, ICON, f"power-{'blue' if card.blue else 'green'}", 7) + use(card.symbol, 3, 3, 30)
        if card.uses > 1:
            body += text(table.uses[power], ICON - 3, ICON - 3, "small bold e")
        label = f"{card.name} of {whose}: {card.line}"
        picture.put(f"power-{card.id}", body, x + number * (ICON + 6), y, layer=ON_BOARD, label=label)


# Mats and players.


def _put_mat(picture: Scene, table: Table, family: int, x: float, y: float, width: float) -> None:
    one = table.pieces.families[family]
    launched = table.cell[family] >= 0
    body = rect(0, 0, width, MAT, "paper" if launched else "paper2", 10)
    if family == table.operator:
        body += rect(2, 2, width - 4, MAT - 4, "acts", 9)
    body += f'<circle class="reputation fill-{one.id}" cx="28" cy="28" r="22"/>' + use(one.symbol, 11, 11, 34)
    body += text(one.name, 58, 26, "bold") + text(f"H{one.index + 1} {one.id}", 58, 48, "small soft")
    holdings = table.holdings[family]
    label = f"The {one.name}, not launched"
    if launched:
        body += text(f"{table.treasury[family]} $N", width - 48, 28, "big e") + badge(holdings.owner, width - 24, 22)
        body += _stations_left(table, family, width - 14, 60)
        label = f"The {one.name}: treasury {table.treasury[family]} $N, value {table.value(family)} $N"
    else:
        following = nearby(table)
        body += text(
            "may come next" if not following or family in following else "later", width - 12, 28, "small soft e"
        )
    lounge = sum(1 for card in holdings.in_lounge if card != COUSIN or table.day == 3)
    cards = f"lounge {lounge}" + (f", kitchen {len(holdings.in_kitchen)}" if holdings.in_kitchen else "")
    body += text(f"Cards: {cards}", 12, MAT - 14, "small soft")
    picture.put(f"mat-{one.id}", body, x, y, layer=UNDER, label=label)
    for number, hired in enumerate(table.squirrels[family]):
        name = f"{hired.name} of the {one.name}{_condition(hired)}"
        body = _card(hired.name, _state(hired))
        picture.put(
            f"squirrel-{hired.card.id}", body, x + 12 + number * (CARD[0] + 6), y + 62, layer=ON_BOARD, label=name
        )
    icons = width - 12 - len(table.mats[family]) * (ICON + 6)
    _put_icons(picture, table, table.mats[family], x + icons, y + MAT - ICON - 10, f"the {one.name}")


def _state(hired: Hired) -> str:
    return "patched" if hired.patched else "last-run" if hired.last_run else "asleep" if hired.asleep else ""


def _condition(hired: Hired) -> str:
    return {"patched": " with PATCH", "last-run": " before its last run", "asleep": ", asleep"}.get(_state(hired), "")


def _stations_left(table: Table, family: int, right: float, y: float) -> str:
    body = ""
    one = table.pieces.families[family]
    for number, price in enumerate(reversed(table.stations_left[family])):
        x = right - 17 - number * 40
        body += f'<circle class="station edge-{one.id}" cx="{x:g}" cy="{y + 20:g}" r="16"/>' + text(
            price, x, y + 27, "m token"
        )
    return body


def _put_player(picture: Scene, table: Table, seat: int, place: int, x: float, y: float, width: float) -> None:
    letter = LETTERS[seat]
    body = rect(0, 0, width, MAT, "paper", 10)
    if seat in table.to_act:
        body += rect(2, 2, width - 4, MAT - 4, "acts", 9)
    body += badge(seat, 26, 26) + text(f"{table.cash[seat]} $N", 52, 34, "big")
    debt = f", debt {table.debts[seat]}" if table.debts[seat] else ""
    body += text(f"{place + 1}.{debt}", 150, 33, "small soft")
    body += text(f"{table.score(seat)} points", width - 12, 30, "small e")
    cards = f"cards {table.cards_held(seat)}/{table.card_limit}"
    body += text(cards, 12, MAT - 14, "small soft")
    body += use("ticket", 140, MAT - 42, 34) + text(f"x {table.tickets[seat]}", 178, MAT - 18, "small")
    label = f"{letter}: {table.cash[seat]} $N, {table.tickets[seat]} tickets, {table.score(seat)} points"
    picture.put(f"player-{letter}", body, x, y, layer=UNDER, label=label)
    picture.areas[f"seat-{seat}"] = (x - 8, y - 8, width + 16, MAT + 16)
    _put_cards(picture, table, seat, x + 12, y + 52, width - 24)
    icons = width - 12 - len(table.hands[seat]) * (ICON + 6)
    _put_icons(picture, table, table.hands[seat], x + icons, y + MAT - ICON - 8, letter)


def _put_cards(picture: Scene, table: Table, seat: int, x: float, y: float, width: float) -> None:
    """A player's animals, one chip for each family; the crown is PARENTS."""
    held = [family for family in table.families if table.holdings[family].places[seat]]
    step = min(82.0, width / 4)
    for number, family in enumerate(held):
        one = table.pieces.families[family]
        units = table.holdings[family].units[seat]
        parents = PARENTS in table.holdings[family].places[seat]
        body = rect(0, 0, step - 6, 32, f"animal fill-{one.id}", 6) + text(f"{one.id} {units}", 6, 23, "token")
        if parents:
            body += use("crown", step - 28, 6, 20)
        whose = " with PARENTS" if parents else ""
        label = f"{units} {one.name} of {LETTERS[seat]}{whose}"
        spot = (x + number % 4 * step, y + number // 4 * 36)
        picture.put(f"cards-{LETTERS[seat]}-{one.id}", body, *spot, layer=ON_BOARD, label=label)
