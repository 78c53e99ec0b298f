"""The table of Night at the Zoo as a scene: market and piles above the own board, the other boards beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.scene import Scene, badge, rect, text, use
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.phases.using import UseBonusTile
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    BUTTERFLY,
    POSITIONS,
    SLOTH,
    SNAKE,
    TERRAINS,
    Pieces,
    Tile,
)
from menagerie.games.night_at_the_zoo.places import (
    DIRECTIONS,
    FIGURES,
    SIZE,
    SPACE_NAMES,
    SPACES,
    UNDISCOVERED,
    ZOO,
    opposite,
)
from menagerie.games.night_at_the_zoo.state import Table, place_name

MARGIN: Final = 16
CELL: Final = 74
TILE: Final = 70
RING: Final = 88
"""Depth of the ring around the Neighborhood: an entrance, and behind it the space of an undiscovered animal."""
HEAD: Final = 44
FOOT: Final = 98
WIDTH: Final = SIZE * CELL + 2 * RING
HEIGHT: Final = HEAD + WIDTH + FOOT
TOP: Final = 216
"""Height of the market, the Leftover zone and the piles."""
SMALL: Final = 0.66
"""The size of the other players' boards."""
STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""By direction: x and y."""

FOOD_SYMBOLS: Final = ("meat", "carrot", "apple", "fish", "banana", "leaves", "honey")
"""By food, whatever the content calls it."""

UNDER, ON_BOARD, TILES, ON_TILES, FIGURE = 0, 1, 2, 3, 4
"""Layers."""


class Frame:
    """Where a board lies, and how large it is drawn."""

    def __init__(self, picture: Scene, x: float, y: float, scale: float) -> None:
        self.picture = picture
        self.x = x
        self.y = y
        self.scale = scale

    def put(self, id: str, body: str, x: float, y: float, layer: int, label: str = "") -> None:
        """Lay a piece at a place of the board."""
        if self.scale != 1:
            body = f'<g transform="scale({self.scale:g})">{body}</g>'
        self.picture.put(id, body, self.x + x * self.scale, self.y + y * self.scale, layer=layer, label=label)


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    table = cast(Table, state)
    own = seat or 0
    others = [other for other in range(table.players) if other != own]
    # One other board has room beside the own; more are smaller, two in a column.
    scale, top = (1.0, TOP + 2 * MARGIN) if len(others) == 1 else (SMALL, MARGIN)
    column = WIDTH * scale + MARGIN
    width = WIDTH + 2 * MARGIN + (len(others) + 1) // 2 * column
    picture = Scene(width, TOP + HEIGHT + 3 * MARGIN, _style())
    picture.need(*ANIMALS, *TERRAINS, *FOOD_SYMBOLS, "arrow", "double-arrow", "discover", "bonus", "star")
    picture.need("sleep", "pollen", "gate", "keeper")
    _put_middle(picture, table)
    _put_board(Frame(picture, MARGIN, TOP + 2 * MARGIN, 1), table, own)
    for number, other in enumerate(others):
        x = WIDTH + 2 * MARGIN + number // 2 * column
        y = top + number % 2 * (HEIGHT * scale + MARGIN)
        _put_board(Frame(picture, x, y, scale), table, other)
        area = (x - MARGIN / 2, y - MARGIN / 2, WIDTH * scale + MARGIN, HEIGHT * scale + MARGIN)
        picture.areas[f"seat-{other}"] = area
    picture.areas["table"] = (0, 0, WIDTH + 2 * MARGIN, TOP + MARGIN)
    picture.areas[f"seat-{own}"] = (0, 0, WIDTH + 2 * MARGIN, TOP + HEIGHT + 3 * MARGIN)
    return picture


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


# Tiles and symbols.


@cache
def _symbol(words: str, x: float, y: float, size: float) -> str:
    """A symbol in a square of that size."""
    if words.endswith("points"):
        number = text(words.split()[0], x + size / 2, y + size * 0.5 + 8, "bold m")
        return use("star", x, y - size * 0.04, size, "points") + number
    if words == "double bonus":
        return use("bonus", x - size * 0.12, y, size * 0.72, "g-bonus") + use(
            "bonus", x + size * 0.4, y + size * 0.28, size * 0.72, "g-bonus"
        )
    name = {"move": "arrow", "double move": "double-arrow"}.get(words, words)
    return use(name, x, y, size, "g-bonus" if words == "bonus" else "symbol")


@cache
def _face(tile: Tile) -> str:
    terrain = TERRAINS[tile.terrain]
    body = rect(0, 0, TILE, TILE, f"tile {terrain}", 7) + use(terrain, 4, 44, 22, f"mark-{terrain}")
    if tile.food >= 0:
        food = FOOD_SYMBOLS[tile.food]
        body += use(food, 16, 12, 44, f"t-{food}")
    elif len(tile.gives) == 1:
        body += _symbol(tile.gives[0], 16, 12, 44)
    elif len(tile.gives) == 2:
        body += _symbol(tile.gives[0], 4, 12, 30) + _symbol(tile.gives[1], 37, 12, 30)
        body += '<path class="or" d="M33.5 14v26M37 14v26"/>'
    return body


def _label(pieces: Pieces, tile: Tile) -> str:
    food = "" if tile.food < 0 else pieces.foods[tile.food]
    shows = " or ".join(tile.gives) or food or "no symbol"
    return f"{tile.name}: {shows}"


def _put_tile(frame: Frame, pieces: Pieces, tile: Tile, place: str, x: float, y: float, layer: int = TILES) -> None:
    """An Action tile has one id wherever it lies; Bonus tiles are all alike and are named by their place."""
    frame.put(tile_id(tile, place), _face(tile), x, y, layer, _label(pieces, tile))


def tile_id(tile: Tile, place: str) -> str:
    """Under which id a tile lies there."""
    return f"bonus-{place}" if tile.is_bonus else f"tile-{tile.name}"


# The middle of the table.


def _put_middle(picture: Scene, table: Table) -> None:
    frame = Frame(picture, MARGIN, MARGIN, 1)
    title = f"Round {table.round}, draft {table.draft} of {table.pieces.rounds * table.pieces.drafts_in_a_round}"
    frame.put("round", text(title, 0, 24, "big on-table"), 0, 0, UNDER)
    leo_first = table.first >= table.players
    sign = use("keeper", 0, 0, 30) if leo_first else badge(table.first, 15, 15)
    first = "Leo" if leo_first else LETTERS[table.first]
    frame.put("first", sign + text("first", 38, 22, "on-table"), WIDTH - 84, 0, ON_BOARD, f"{first} is first")
    _put_market(frame, table)
    _put_piles(frame, table)
    _put_leftovers(frame, table)
    _put_animals(frame, table)


def _put_market(frame: Frame, table: Table) -> None:
    for position, tile in enumerate(table.market):
        x = position * (TILE + 6)
        label = f"Position {position + 1} of the market"
        frame.put(f"market-{position + 1}", rect(0, 0, TILE, TILE, "slot", 7), x, 38, UNDER, label)
        if tile is not None:
            _put_tile(frame, table.pieces, tile, "", x, 38)


def _put_piles(frame: Frame, table: Table) -> None:
    for terrain, count in enumerate(table.piles):
        name = TERRAINS[terrain]
        body = "".join(rect(0, -lift, 46, 46, f"tile {name}", 6) for lift in range(0, 2 * min(count, 4), 2))
        body = body or rect(0, 0, 46, 46, "slot", 6)
        lift = 2 * min(count, 4) - 2 if count else 0
        body += use(name, 3, 26 - lift, 18, f"mark-{name}") + text(count, 28, 28 - lift, "bold m")
        body += text("bonus" if terrain == 1 else "", 23, 66, "small on-table m")
        frame.put(f"pile-{name}", body, WIDTH - 148 + terrain * 50, 46, ON_BOARD, f"{count} {name} Bonus tiles")


def _put_leftovers(frame: Frame, table: Table) -> None:
    small = Frame(frame.picture, frame.x, frame.y + 146, 0.7)
    body = text("Left over", 0, -10, "small on-table")
    for number in range(table.pieces.drafts_in_a_round):
        body += rect(number * 54, 0, 49, 49, "slot", 6)
    frame.put(
        "leftovers", body, 0, 146, UNDER, "Leftover zone: most tiles decide which animals move at the end of the round"
    )
    for number, tile in enumerate(table.leftovers):
        _put_tile(small, table.pieces, tile, "", number * 54 / 0.7, 0)
    if table.leo_seen:
        _put_leo(frame, table)


def _put_leo(frame: Frame, table: Table) -> None:
    """Leo's last tile: which position he prefers first, second and third."""
    order = table.leo[table.leo_seen - 1].takes
    body = use("keeper", 0, 0, 28)
    for choice, position in enumerate(order):
        body += rect(36 + position * 27, 2, 24, 24, "paper", 4) + text(
            choice + 1, 48 + position * 27, 21, "small bold m"
        )
    label = f"Leo preferred {', '.join(POSITIONS[position] for position in order)}"
    frame.put("leo", body, 130, 114, UNDER, label)


def _put_animals(frame: Frame, table: Table) -> None:
    for number, animal in enumerate(table.letters):
        name = ANIMALS[animal]
        each = table.pieces.by_home[animal]
        points = (
            "0-11" if animal == BUTTERFLY else str(each[1]) if each[3] == 3 * each[1] else " ".join(map(str, each[1:]))
        )
        body = rect(0, 0, 82, 76, "paper", 8) + use(name, 20, 4, 42, f"t-{name}") + text(points, 41, 67, "small bold m")
        body += text("ABC"[number], 6, 20, "small soft")
        frame.put(f"animal-{number}", body, WIDTH - 262 + number * 90, 128, UNDER, _animal_label(table.pieces, animal))


def _animal_label(pieces: Pieces, animal: int) -> str:
    rules = (
        "slides as far as it can",
        "goes two steps in a special move",
        "goes one step",
        "goes where it faces, or turns",
        "gains pollen in special moves",
        "falls asleep after a step, and is woken by a movement",
    )
    points = pieces.by_pollen if animal == BUTTERFLY else pieces.by_home[animal][1:]
    by = "by its pollen" if animal == BUTTERFLY else "for one, two and three"
    return f"{ANIMALS[animal].capitalize()}: {rules[animal]}. {', '.join(map(str, points))} points {by}."


# A player's board.


def _put_board(frame: Frame, table: Table, seat: int) -> None:
    board, letter = table.boards[seat], LETTERS[seat]
    frame.put(f"board-{letter}", _board(table.pieces), 0, 0, UNDER)
    frame.put(f"head-{letter}", _head(table, seat), 0, 0, ON_BOARD, f"{letter}: {table.score(seat)} points")
    for space in range(SPACES):
        x, y = _corner(space)
        if space == ZOO:
            frame.put(f"zoo-{letter}", _zoo(), x, y, ON_BOARD, f"Zoo of {letter}: {_names(board, board.home)}")
            continue
        frame.put(
            f"space-{letter}-{SPACE_NAMES[space]}",
            _space(table.pieces, space),
            x,
            y,
            ON_BOARD,
            _space_label(table, space),
        )
        tile = board.tiles[space]
        if tile is not None:
            _put_tile(frame, table.pieces, tile, f"{letter}-{SPACE_NAMES[space]}", x + 2, y + 2)
    _put_pair_signs(frame, table, seat)
    _put_foot(frame, table, seat)
    _put_figures(frame, table, seat)


def _corner(space: int) -> tuple[float, float]:
    row, column = divmod(space, SIZE)
    return RING + column * CELL, HEAD + RING + row * CELL


def _entrance(pieces: Pieces, entrance: int, behind: bool) -> tuple[float, float]:
    """The middle of an entrance, or of the space behind it."""
    x, y = _corner(pieces.before[entrance])
    across, down = STEP[opposite(pieces.inward[entrance])]
    distance = CELL / 2 + (65 if behind else 23)
    return x + CELL / 2 + across * distance, y + CELL / 2 + down * distance


@cache
def _board(pieces: Pieces) -> str:
    body = rect(0, 0, WIDTH, HEIGHT, "board", 14)
    for entrance in range(FIGURES):
        terrain = TERRAINS[pieces.entrance_terrain[entrance]]
        x, y = _entrance(pieces, entrance, behind=False)
        upright = pieces.inward[entrance] % 2 == 0
        width, height = (CELL - 8, 42) if upright else (42, CELL - 8)
        body += rect(x - width / 2, y - height / 2, width, height, f"entrance {terrain}", 8)
        at = (x - width / 2 + 3, y + height / 2 - 20)
        body += use(terrain, *at, 17, f"mark-{terrain}")
        x, y = _entrance(pieces, entrance, behind=True)
        body += f'<circle class="waiting" cx="{x:g}" cy="{y:g}" r="19"/>'
        shift = (30, 7) if upright else (0, 42)
        body += text(
            pieces.entrance_names[entrance], x + shift[0], y + shift[1], f"small on-board {'' if upright else 'm'}"
        )
    return body


def _head(table: Table, seat: int) -> str:
    board = table.boards[seat]
    body = rect(0, 0, WIDTH, HEAD, "head", 12)
    if seat in table.to_act:
        body += rect(2, 2, WIDTH - 4, HEIGHT - 4, "acts", 13)
    parts = (
        f"{board.points} gained, {scoring.animals_at_home(board)} home, "
        f"{scoring.discovered(board)} out, {scoring.foods(board)} food"
    )
    return (
        body
        + badge(seat, 24, 22)
        + text(f"{table.score(seat)} points", 48, 29, "bold")
        + text(parts, WIDTH - 12, 29, "small soft e")
    )


@cache
def _zoo() -> str:
    return rect(1, 1, CELL - 2, CELL - 2, "zoo", 8) + use("gate", 12, 12, 50, "zoo-sign")


@cache
def _space(pieces: Pieces, space: int) -> str:
    printed = pieces.spaces[space]
    paired = printed.partner >= 0
    body = rect(0, 0, CELL, CELL, "ground dark-pair" if paired else "ground", 4)
    body += text(SPACE_NAMES[space], 5, CELL - 6 if paired else 19, "small soft")
    if paired:
        return body
    words = printed.gain.words
    if len(words) == 2:
        return body + _symbol(words[0], 4, 34, 34) + _symbol(words[1], 38, 36, 32)
    if printed.needs:
        body += '<circle class="condition" cx="57" cy="18" r="14"/>'
        body += use(printed.needs, 47, 8, 20, "symbol" if printed.needs == "discover" else f"mark-{printed.needs}")
    return body + (_symbol(words[0], 20, 32, 36) if words else "")


def _space_label(table: Table, space: int) -> str:
    printed = table.pieces.spaces[space]
    gives = " and ".join(printed.gain.words) or "nothing"
    if printed.partner >= 0:
        return f"{SPACE_NAMES[space]}: with the same terrain on {SPACE_NAMES[printed.partner]} gives {gives}"
    needs = f" for a tile with {printed.needs}" if printed.needs else ""
    return f"{SPACE_NAMES[space]}: gives {gives}{needs}"


def _put_pair_signs(frame: Frame, table: Table, seat: int) -> None:
    """The circled bonus between the two spaces of a pair; faded when it can no longer be gained."""
    board, pieces = table.boards[seat], table.pieces
    for space in range(SPACES):
        partner = pieces.partner[space]
        if partner < space:
            continue
        (x, y), (other_x, other_y) = _corner(space), _corner(partner)
        over = not (board.free >> space & 1 or board.free >> partner & 1)
        body = '<circle class="pair-link" r="19"/>' + _symbol(pieces.spaces[space].gain.words[0], -13, -13, 26)
        if over:
            body = f'<g class="used-up">{body}</g>'
        middle = ((x + other_x + CELL) / 2, (y + other_y + CELL) / 2)
        frame.put(f"pair-{LETTERS[seat]}-{SPACE_NAMES[space]}", body, *middle, ON_TILES)


def _put_foot(frame: Frame, table: Table, seat: int) -> None:
    """Below the Neighborhood: the tile to use, the Warehouse, the foods."""
    board, letter, pieces = table.boards[seat], LETTERS[seat], table.pieces
    y = HEAD + WIDTH
    body = rect(8, 0, 82, FOOT - 8, "paper2", 10) + text("to use", 49, 16, "small soft m")
    frame.put(f"hand-{letter}", body, 0, y, ON_BOARD, f"What {letter} must use now")
    if board.drafted is not None:
        _put_tile(frame, pieces, board.drafted, f"{letter}-hand", 14, y + 18)
    taken = bonus_tile_taken(table, seat)
    if taken is not None:
        shift = 0 if board.drafted is None else 14
        _put_tile(frame, pieces, taken, f"{letter}-hand", 14 + shift, y + 18 - shift, ON_TILES)
    shelf = rect(0, 0, 166, FOOT - 8, "wood", 10) + text("Warehouse", 83, 16, "small on-board m")
    shelf += rect(8, 18, TILE, TILE, "slot-dark", 7) + rect(88, 18, TILE, TILE, "slot-dark", 7)
    frame.put(f"warehouse-{letter}", shelf, 98, y, ON_BOARD, f"Warehouse of {letter}")
    for number, tile in enumerate(board.stored + board.kept):
        _put_tile(frame, pieces, tile, f"{letter}-store-{number + 1}", 106 + number * 80, y + 18)
    foods = rect(0, 0, 264, FOOT - 8, "paper2", 10)
    for number, food in enumerate(FOOD_SYMBOLS):
        has = board.foods >> number & 1
        foods += use(food, 8 + number % 4 * 44, 4 + number // 4 * 42, 40, f"t-{food}" if has else "missing")
    count = board.foods.bit_count()
    foods += text(scoring.foods(board), 222, 44, "huge m") + text(
        f"{count} of {len(pieces.foods)}", 222, 70, "small soft m"
    )
    frame.put(
        f"foods-{letter}", foods, 274, y, ON_BOARD, f"Foods of {letter}: {count} kinds, {scoring.foods(board)} points"
    )


def bonus_tile_taken(table: Table, seat: int) -> Tile | None:
    """The Bonus tile that the seat has taken and must use now."""
    phase = table.phase(seat) if seat in table.to_act else None
    return table.pieces.bonus_tiles[phase.terrain] if isinstance(phase, UseBonusTile) else None


# Figures.


def _put_figures(frame: Frame, table: Table, seat: int) -> None:
    board, letter = table.boards[seat], LETTERS[seat]
    together: dict[int, list[int]] = {}
    for figure in range(FIGURES):
        together.setdefault(board.places[figure], []).append(figure)
    for figure in range(FIGURES):
        place = board.places[figure]
        company = together[place]
        if place < SPACES:
            x, y = _corner(place)
            x, y, size = _share(x + CELL / 2, y + CELL / 2, company.index(figure), len(company))
        else:
            x, y = _entrance(table.pieces, figure, behind=place == UNDISCOVERED)
            size = 34 if place == UNDISCOVERED else 40
        name = place_name(table.pieces, place)
        label = f"{board.name_of(figure)} of {letter}: {name}{_condition(board, figure)}"
        frame.put(
            f"figure-{letter}-{table.pieces.entrance_names[figure]}",
            _figure(board, seat, figure, size),
            x,
            y,
            FIGURE,
            label,
        )


def _share(x: float, y: float, number: int, count: int) -> tuple[float, float, float]:
    """Where the figures on one space stand, and how large they are."""
    if count == 1:
        return x, y, 46
    per_row = 2 if count <= 4 else 3
    size = 35 if count <= 4 else 24
    row, column = divmod(number, per_row)
    rows = (count + per_row - 1) // per_row
    return x + (column - (per_row - 1) / 2) * size, y + (row - (rows - 1) / 2) * size, size


def _condition(board: Board, figure: int) -> str:
    if board.hidden >> figure & 1:
        return ""
    animal = board.animals[figure]
    if animal == SNAKE:
        return f", faces {DIRECTIONS[board.posture[figure]]}"
    if animal == SLOTH:
        return ", asleep" if board.posture[figure] == ASLEEP else ", awake"
    return f", {board.pollen[figure]} pollen" if animal == BUTTERFLY else ""


def _figure(board: Board, seat: int, figure: int, size: float) -> str:
    animal, name = board.animals[figure], ANIMALS[board.animals[figure]]
    hidden = board.hidden >> figure & 1
    half = size / 2
    body = f'<circle class="token edge-{seat}" r="{half - 2:g}"/>'
    asleep = animal == SLOTH and board.posture[figure] == ASLEEP and not hidden
    drawing = use(name, -half * 0.68, -half * 0.68, size * 0.68, f"t-{name}")
    body += f'<g transform="rotate(90)">{drawing}</g>' if asleep else drawing
    if asleep:
        body += use("sleep", half * 0.1, -half * 1.15, size * 0.5, "sleeping")
    if animal == SNAKE and board.out >> figure & 1:
        tip = half + 5
        body += (
            f'<g transform="rotate({90 * board.posture[figure]})"><path class="faces" d="M0 {-tip:g}l8 11h-16z"/></g>'
        )
    if animal == BUTTERFLY and board.pollen[figure]:
        body += use("pollen", half * 0.1, half * 0.05, size * 0.62, "pollen-spot")
        body += text(board.pollen[figure], half * 0.72, half * 0.67 + 6, "small bold m")
    return body


def _names(board: Board, figures: int) -> str:
    return ", ".join(board.name_of(figure) for figure in range(FIGURES) if figures >> figure & 1) or "nobody yet"
