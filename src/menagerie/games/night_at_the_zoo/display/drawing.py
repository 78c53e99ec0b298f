"""The table of Night at the Zoo as a scene: the market with the piles, and the boards."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

from menagerie.core.display.arranging import MINE, OTHER
from menagerie.core.display.scene import Canvas, Scene, badge, paved, rect, text, use
from menagerie.core.display.sheet import capital
from menagerie.core.seats import LETTERS, counted, listed
from menagerie.core.state import State
from menagerie.games.night_at_the_zoo import scoring
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.phases import waiting
from menagerie.games.night_at_the_zoo.phases.using import UseBonusTile
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    BUTTERFLY,
    POSITIONS,
    SLOTH,
    SNAKE,
    TERRAINS,
    Pieces,
    SoloTile,
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
from menagerie.games.night_at_the_zoo.state import Position
from menagerie.games.night_at_the_zoo.view import place_name

CELL: Final = 74
TILE: Final = 70
RING: Final = 86
"""Depth of the ring around the Neighborhood: an entrance, and behind it the space of an undiscovered animal."""
HEAD: Final = 44
FOOT: Final = 98
WIDTH: Final = SIZE * CELL + 2 * RING
HEIGHT: Final = HEAD + WIDTH + FOOT
TOP: Final = 204
"""Height of the market, the Leftover zone and the piles."""
LEFT_OVER: Final = 0.7
"""The size of tiles in the Leftover zone."""
STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""By direction: x and y."""

FOOD_SYMBOLS: Final = ("meat", "carrot", "apple", "fish", "banana", "leaves", "honey")
"""By food, whatever the content calls it."""

UNDER, ON_BOARD, TILES, ON_TILES, FIGURE = 0, 1, 2, 3, 4
"""Layers."""


def scene(state: State, seat: int | None) -> Scene:
    """The table as that seat sees it."""
    state = cast(Position, state)
    own = seat or 0
    picture = Scene(style=_style(), open_to_all=True)
    picture.need(*ANIMALS, *TERRAINS, *FOOD_SYMBOLS, "arrow", "double-arrow", "discover", "bonus", "star")
    picture.pave("planks", "sky")
    picture.need("sleep", "pollen", "gate", "keeper")
    _put_middle(picture.part("market", WIDTH, TOP), state)
    for owner in (own, *[other for other in range(state.players) if other != own]):
        purpose = MINE if owner == own else OTHER
        _put_board(picture.part(f"board of {LETTERS[owner]}", WIDTH, HEIGHT, purpose, seat=owner), state, owner)
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
        body += use(food, 16, 12, 44)
    elif len(tile.gives) == 1:
        body += _symbol(tile.gives[0], 16, 12, 44)
    elif len(tile.gives) == 2:
        body += _symbol(tile.gives[0], 4, 12, 30) + _symbol(tile.gives[1], 37, 12, 30)
        body += '<path class="or" d="M33.5 14v26M37 14v26"/>'
    return body


def _label(pieces: Pieces, tile: Tile) -> str:
    food = "" if tile.food < 0 else pieces.foods[tile.food]
    shows = " or ".join(tile.gives) or food or "no symbol"
    return tile.title if tile.is_bonus else f"{TERRAINS[tile.terrain]}: {shows}"


def _put_tile(canvas: Canvas, pieces: Pieces, tile: Tile, place: str, x: float, y: float, layer: int = TILES) -> None:
    """An Action tile has one id wherever it lies; Bonus tiles are all alike and are named by their place."""
    canvas.put(tile_id(tile, place), _face(tile), x, y, layer=layer, label=_label(pieces, tile))


def tile_id(tile: Tile, place: str) -> str:
    """Under which id a tile lies there."""
    return f"bonus-{place}" if tile.is_bonus else f"tile-{tile.name}"


# The middle of the table.


def _put_middle(canvas: Canvas, state: Position) -> None:
    pieces = state.pieces
    canvas.show(_put_round, state, by=(pieces, state.draft, state.first, state.players))
    canvas.show(_put_market, state, by=(pieces, tuple(state.market)))
    canvas.show(_put_piles, state, by=tuple(state.piles))
    canvas.show(_put_leftovers, state, by=(pieces, state.leftovers))
    canvas.show(_put_animals, state, by=(pieces, state.letters))
    if state.leo:
        canvas.show(_put_leo, state, by=(pieces, state.leo_last, state.leo[: state.leo_seen]))


def _put_round(canvas: Canvas, state: Position) -> None:
    drafts = state.pieces.rounds * state.pieces.drafts_in_a_round
    title = f"Round {state.round}, draft {state.draft}{'/' if state.leo else ' of '}{drafts}"
    canvas.put("round", text(title, 0, 24, "big on-table"), 0, 0, layer=UNDER)
    leo_first = state.first >= state.players
    sign = use("keeper", 0, 0, 30) if leo_first else badge(state.first, 15, 15)
    first = "Leo" if leo_first else LETTERS[state.first]
    canvas.put(
        "first", sign + text("first", 38, 22, "on-table"), WIDTH - 84, 0, layer=ON_BOARD, label=f"{first} is first"
    )


def _put_market(canvas: Canvas, state: Position) -> None:
    for position, tile in enumerate(state.market):
        x = position * (TILE + 6)
        label = f"Position {position + 1} of the market"
        canvas.put(f"market-{position + 1}", rect(0, 0, TILE, TILE, "slot", 7), x, 38, layer=UNDER, label=label)
        if tile is not None:
            _put_tile(canvas, state.pieces, tile, "", x, 38)


def _put_piles(canvas: Canvas, state: Position) -> None:
    for terrain, count in enumerate(state.piles):
        name = TERRAINS[terrain]
        body = "".join(rect(0, -lift, 46, 46, f"tile {name}", 6) for lift in range(0, 2 * min(count, 4), 2))
        body = body or rect(0, 0, 46, 46, "slot", 6)
        lift = 2 * min(count, 4) - 2 if count else 0
        body += use(name, 3, 26 - lift, 18, f"mark-{name}") + text(count, 28, 28 - lift, "bold m")
        body += text("bonus" if terrain == 1 else "", 23, 66, "small on-table m")
        canvas.put(
            f"pile-{name}", body, WIDTH - 148 + terrain * 50, 46, layer=ON_BOARD, label=f"{count} {name} Bonus tiles"
        )


def _put_leftovers(canvas: Canvas, state: Position) -> None:
    body = text("Left over", 0, -10, "small on-table")
    label = "Leftover zone: the terrain with the most tiles moves at the end of the round"
    if state.leftovers:
        leading = TERRAINS[state.leading]
        body += use(leading, 85, -28, 22, f"mark-{leading}") + text("leads", 111, -10, "small on-table")
        label += f"; {leading} leads"
    for number in range(state.pieces.drafts_in_a_round):
        body += rect(number * 54, 0, 49, 49, "slot", 6)
    canvas.put("leftovers", body, 0, 146, layer=UNDER, label=label)
    for number, tile in enumerate(state.leftovers):
        body = f'<g transform="scale({LEFT_OVER})">{_face(tile)}</g>'
        canvas.put(tile_id(tile, ""), body, number * 54, 146, layer=TILES, label=_label(state.pieces, tile))


def _put_leo(canvas: Canvas, state: Position) -> None:
    """What Leo preferred last, first to third, and which of his six tiles are out of his pile."""
    body = use("keeper", 98, -38, 30)
    label = "Leo has not drafted yet"
    if state.leo_last is not None:
        body += f'<g transform="translate(132 -36)">{_preferences(state.leo_last.takes)}</g>'
        label = f"Leo preferred {', '.join(POSITIONS[position] for position in state.leo_last.takes)}"
    out = state.leo[: state.leo_seen]
    for number, tile in enumerate(state.pieces.solo_tiles):
        x, y = number % 3 * 54, number // 3 * 37
        card = rect(0, 0, 51, 33, "paper2 shuffled" if tile.shuffle else "paper2", 4)
        card += f'<g transform="translate(2.5 4)">{_preferences(tile.takes, 15)}</g>'
        kind = "" if tile in out else ' class="in-pile"'
        body += f'<g{kind} transform="translate({x} {y})">{card}</g>'
    names = ", ".join(map(_in_order, out)) or "none"
    canvas.put("leo", body, 229, 38, layer=UNDER, label=f"{label}; out of his pile: {names}")


def _preferences(takes: tuple[int, ...], width: float = 24) -> str:
    """Left, middle and right of the market, each with its rank."""
    return "".join(
        rect(position * (width + 1), 0, width, 25, "paper", 3)
        + text(choice + 1, position * (width + 1) + width / 2, 19, "small bold m")
        for choice, position in enumerate(takes)
    )


def _in_order(tile: SoloTile) -> str:
    """`left-right-middle (then his tiles are shuffled)`."""
    order = "-".join(POSITIONS[position] for position in tile.takes)
    return f"{order} (then his tiles are shuffled)" if tile.shuffle else order


def _put_animals(canvas: Canvas, state: Position) -> None:
    for number, animal in enumerate(state.letters):
        name = ANIMALS[animal]
        each = state.pieces.by_home[animal]
        points = (
            "0-11" if animal == BUTTERFLY else str(each[1]) if each[3] == 3 * each[1] else " ".join(map(str, each[1:]))
        )
        body = rect(0, 0, 82, 76, "paper", 8) + use(name, 20, 4, 42) + text(points, 41, 67, "small bold m")
        body += text("ABC"[number], 6, 20, "small soft")
        canvas.put(
            f"animal-{number}",
            body,
            WIDTH - 262 + number * 90,
            128,
            layer=UNDER,
            label=_animal_label(state.pieces, animal),
        )


def _animal_label(pieces: Pieces, animal: int) -> str:
    rules = (
        "slides as far as it can",
        "may take two steps in a special move",
        "moves one step",
        "moves where it faces, or turns",
        "gains pollen in special moves",
        "falls asleep after a step, and a movement wakes it",
    )
    points = pieces.by_pollen if animal == BUTTERFLY else pieces.by_home[animal][1:]
    by = "by its pollen" if animal == BUTTERFLY else "for one, two and three at home"
    return f"{capital(ANIMALS[animal])}: {rules[animal]}. {', '.join(map(str, points))} points {by}."


# A player's board.


def _put_board(canvas: Canvas, state: Position, seat: int) -> None:
    board, pieces = state.boards[seat], state.pieces
    waits = (tuple(waiting.waited_for(state, seat)), state.names)
    points = (state.score(seat), board.points, scoring.animals_at_home(board), scoring.discovered(board))
    canvas.show(_put_head, state, seat, by=(seat in state.to_act, waits, points, scoring.foods(board)))
    canvas.show(_put_ground, state, seat, by=(pieces, board.animals, board.home))
    canvas.show(_put_tiles, state, seat, by=(pieces, tuple(board.tiles)))
    canvas.show(_put_pair_signs, state, seat, by=(pieces, board.free))
    to_use = (board.drafted, bonus_tile_taken(state, seat))
    canvas.show(_put_foot, state, seat, by=(pieces, to_use, board.stored, board.kept, board.foods))
    postures = (tuple(board.places), tuple(board.posture), tuple(board.pollen), board.hidden, board.out)
    canvas.show(_put_figures, state, seat, by=(pieces, board.animals, postures))


def _put_head(canvas: Canvas, state: Position, seat: int) -> None:
    letter = LETTERS[seat]
    others = waiting.waited_for(state, seat)
    label = f"{letter}: {counted(state.score(seat), 'point', 'points')}"
    if others:
        label = f"{label}, waits for {listed(others, state.names)}"
    canvas.put(f"head-{letter}", _head(state, seat), 0, 0, layer=ON_BOARD, label=label)


def _put_ground(canvas: Canvas, state: Position, seat: int) -> None:
    """The board as it is printed, and who is home."""
    board, letter = state.boards[seat], LETTERS[seat]
    canvas.put(f"board-{letter}", _board(state.pieces), 0, 0, layer=UNDER)
    for entrance, name in enumerate(state.pieces.entrance_names):
        x, y = _entrance(state.pieces, entrance, behind=False)
        label = _entrance_label(state.pieces, entrance)
        canvas.put(f"entrance-{letter}-{name}", _gate(state.pieces, entrance), x, y, layer=ON_BOARD, label=label)
    for space in range(SPACES):
        x, y = _corner(space)
        if space == ZOO:
            canvas.put(
                f"zoo-{letter}", _zoo(), x, y, layer=ON_BOARD, label=f"Zoo of {letter}: {_names(board, board.home)}"
            )
            continue
        canvas.put(
            f"space-{letter}-{SPACE_NAMES[space]}",
            _space(state.pieces, space),
            x,
            y,
            layer=ON_BOARD,
            label=_space_label(state, space),
        )


def _put_tiles(canvas: Canvas, state: Position, seat: int) -> None:
    for space, tile in enumerate(state.boards[seat].tiles):
        if tile is not None:
            x, y = _corner(space)
            _put_tile(canvas, state.pieces, tile, f"{LETTERS[seat]}-{SPACE_NAMES[space]}", x + 2, y + 2)


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
    body = rect(0, 0, WIDTH, HEIGHT, "board", 14) + paved("sky", 0, 0, WIDTH, HEIGHT, 14)
    for entrance, name in enumerate(pieces.entrance_names):
        x, y = _entrance(pieces, entrance, behind=True)
        body += f'<circle class="waiting" cx="{x:g}" cy="{y:g}" r="19"/>'
        # The gate tells entrance E1 from space E1.
        x, y = (x + 23, y - 6) if pieces.inward[entrance] % 2 == 0 else (min(max(x - 22, 5), WIDTH - 51), y + 31)
        body += use("gate", x, y, 18, "gate-sign") + text(name, x + 20, y + 16, "small on-board")
    return body


@cache
def _gate(pieces: Pieces, entrance: int) -> str:
    """An entrance, its middle at the origin."""
    terrain = TERRAINS[pieces.entrance_terrain[entrance]]
    width, height = (CELL - 8, 42) if pieces.inward[entrance] % 2 == 0 else (42, CELL - 8)
    body = rect(-width / 2, -height / 2, width, height, f"entrance {terrain}", 8)
    return body + use(terrain, 3 - width / 2, height / 2 - 20, 17, f"mark-{terrain}")


def _entrance_label(pieces: Pieces, entrance: int) -> str:
    name, terrain = pieces.entrance_names[entrance], TERRAINS[pieces.entrance_terrain[entrance]]
    direction, space = DIRECTIONS[pieces.inward[entrance]], SPACE_NAMES[pieces.before[entrance]]
    return f"Entrance {name}: {terrain}, leads {direction} onto {space}"


def _head(state: Position, seat: int) -> str:
    board = state.boards[seat]
    body = rect(0, 0, WIDTH, HEAD, "head", 12)
    if seat in state.to_act:
        body += rect(2, 2, WIDTH - 4, HEIGHT - 4, "acts", 13)
    body += badge(seat, 24, 22) + text(counted(state.score(seat), "point", "points"), 48, 29, "bold")
    others = waiting.waited_for(state, seat)
    if others:
        badges = "".join([badge(other, WIDTH - 24 - 34 * at, 22) for at, other in enumerate(reversed(others))])
        return body + text("waits for", WIDTH - 12 - 34 * len(others), 29, "bold e") + badges
    parts = (
        f"{board.points} gained, {scoring.animals_at_home(board)} home, "
        f"{scoring.discovered(board)} out, {scoring.foods(board)} food"
    )
    return body + text(parts, WIDTH - 12, 29, "small soft e")


@cache
def _zoo() -> str:
    return rect(1, 1, CELL - 2, CELL - 2, "zoo", 8) + use("gate", 12, 12, 50, "zoo-sign")


@cache
def _space(pieces: Pieces, space: int) -> str:
    printed = pieces.spaces[space]
    paired = printed.partner >= 0
    body = rect(0, 0, CELL, CELL, "ground dark-pair" if paired else "ground", 4)
    below = printed.partner >= 0 and printed.partner < space  # the sign of a pair lies between the two
    body += text(SPACE_NAMES[space], 5, CELL - 6 if below else 19, "small")
    if paired:
        return body
    words = printed.gain.words
    if len(words) == 2:
        return body + _symbol(words[0], 4, 34, 34) + _symbol(words[1], 38, 36, 32)
    if printed.needs:
        body += '<circle class="condition" cx="57" cy="18" r="14"/>'
        body += use(printed.needs, 47, 8, 20, "symbol" if printed.needs == "discover" else f"mark-{printed.needs}")
    return body + (_symbol(words[0], 20, 32, 36) if words else "")


def _space_label(state: Position, space: int) -> str:
    printed = state.pieces.spaces[space]
    gives = " and ".join(printed.gain.words) or "nothing"
    if printed.partner >= 0:
        return f"Space {SPACE_NAMES[space]} shows {gives} for the same terrain on space {SPACE_NAMES[printed.partner]}"
    needs = f" for a tile with {printed.needs}" if printed.needs else ""
    return f"Space {SPACE_NAMES[space]} shows {gives}{needs}"


def _put_pair_signs(canvas: Canvas, state: Position, seat: int) -> None:
    """The circled bonus between the two spaces of a pair; faded when it can no longer be gained."""
    board, pieces = state.boards[seat], state.pieces
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
        canvas.put(f"pair-{LETTERS[seat]}-{SPACE_NAMES[space]}", body, *middle, layer=ON_TILES)


def _put_foot(canvas: Canvas, state: Position, seat: int) -> None:
    """Below the Neighborhood: the tile to use, the Warehouse, the foods."""
    board, letter, pieces = state.boards[seat], LETTERS[seat], state.pieces
    y = HEAD + WIDTH
    body = rect(8, 0, 82, FOOT - 8, "paper2", 10) + text("to use", 49, 14, "small soft m")
    canvas.put(f"hand-{letter}", body, 0, y, layer=ON_BOARD, label=f"What {letter} must use now")
    if board.drafted is not None:
        _put_tile(canvas, pieces, board.drafted, f"{letter}-hand", 14, y + 20)
    taken = bonus_tile_taken(state, seat)
    if taken is not None:
        shift = 0 if board.drafted is None else 14
        _put_tile(canvas, pieces, taken, f"{letter}-hand", 14 + shift, y + 20 - shift, ON_TILES)
    shelf = (
        rect(0, 0, 166, FOOT - 8, "wood", 10)
        + paved("planks", 0, 0, 166, FOOT - 8, 10)
        + text("Warehouse", 83, 16, "small light m")
    )
    shelf += rect(8, 18, TILE, TILE, "slot-dark", 7) + rect(88, 18, TILE, TILE, "slot-dark", 7)
    canvas.put(f"warehouse-{letter}", shelf, 98, y, layer=ON_BOARD, label=f"Warehouse of {letter}")
    for number, tile in enumerate(board.stored + board.kept):
        _put_tile(canvas, pieces, tile, f"{letter}-store-{number + 1}", 106 + number * 80, y + 18)
    foods = rect(0, 0, 264, FOOT - 8, "paper2", 10)
    for number, food in enumerate(FOOD_SYMBOLS):
        has = board.foods >> number & 1
        foods += use(food, 8 + number % 4 * 44, 4 + number // 4 * 42, 40, "" if has else "missing")
    count = board.foods.bit_count()
    foods += text(scoring.foods(board), 222, 44, "huge m") + text(
        f"{count} of {len(pieces.foods)}", 222, 70, "small soft m"
    )
    label = f"Foods of {letter}: {count} kinds, {scoring.foods(board)} points"
    canvas.put(f"foods-{letter}", foods, 274, y, layer=ON_BOARD, label=label)


def bonus_tile_taken(state: Position, seat: int) -> Tile | None:
    """The Bonus tile that the seat has taken and must use now."""
    phase = state.phase(seat) if seat in state.to_act else None
    return state.pieces.bonus_tiles[phase.terrain] if isinstance(phase, UseBonusTile) else None


# Figures.


def _put_figures(canvas: Canvas, state: Position, seat: int) -> None:
    board, letter = state.boards[seat], LETTERS[seat]
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
            x, y = _entrance(state.pieces, figure, behind=place == UNDISCOVERED)
            size = 34 if place == UNDISCOVERED else 40
        where = place_name(state.pieces, place)
        label = f"{letter}'s {board.name_of(figure)}: {where}{_condition(board, figure)}"
        canvas.put(
            f"figure-{letter}-{state.pieces.entrance_names[figure]}",
            _figure(board, seat, figure, size),
            x,
            y,
            layer=FIGURE,
            label=label,
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
    drawing = use(name, -half * 0.68, -half * 0.68, size * 0.68)
    body += f'<g transform="rotate(90)">{drawing}</g>' if asleep else drawing
    if asleep:
        body += use("sleep", half * 0.1, -half * 1.15, size * 0.5, "sleeping")
    if animal == SNAKE and board.out >> figure & 1:
        tip = half + 5
        body += (
            f'<g transform="rotate({90 * board.posture[figure]})"><path class="faces" d="M0 {-tip:g}l8 11h-16z"/></g>'
        )
    if animal == BUTTERFLY and board.pollen[figure]:
        body += use("pollen", half * 0.1, half * 0.05, size * 0.62)
        body += text(board.pollen[figure], half * 0.72, half * 0.67 + 6, "small bold m")
    return body


def _names(board: Board, figures: int) -> str:
    return ", ".join(board.name_of(figure) for figure in range(FIGURES) if figures >> figure & 1) or "no one yet"
