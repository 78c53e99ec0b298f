"""A table of Night at the Zoo as text (docs/positions.md)."""

from __future__ import annotations

import re
from typing import Any, Final, final

from menagerie.core.phase import Phase
from menagerie.core.position import OTHERS, Form, Section
from menagerie.core.seats import LETTERS
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.phases.drafting import DRAFTING, END_OF_ROUND, MAINTENANCE
from menagerie.games.night_at_the_zoo.phases.moving import ROUND_MOVE, SECOND_STEP, SPECIAL_MOVE
from menagerie.games.night_at_the_zoo.phases.using import USE_BONUS_TILE, USE_TILES, Resolve, UseBonusTile, resolve
from menagerie.games.night_at_the_zoo.pieces import (
    ANIMALS,
    BUTTERFLY,
    GAIN,
    MOST_POLLEN,
    SLOTH,
    SNAKE,
    SYMBOLS,
    TERRAINS,
    Tile,
    points_in,
    symbol,
)
from menagerie.games.night_at_the_zoo.places import (
    DIRECTIONS,
    FIGURES,
    FIRST_ENTRANCE,
    SPACE_BY_NAME,
    SPACE_NAMES,
    SPACES,
    UNDISCOVERED,
    ZOO,
)
from menagerie.games.night_at_the_zoo.state import Position

_PHASES: Final = ("drafting", "using tiles", "end of round", "over")
_BASES: Final[tuple[list[Phase[Any]], ...]] = ([DRAFTING], [MAINTENANCE], [END_OF_ROUND], [])
_STEPS: Final = {
    "use tiles": USE_TILES,
    "special move": SPECIAL_MOVE,
    "round move": ROUND_MOVE,
    "second step": SECOND_STEP,
}
_DRAFTING: Final = 0
_USING: Final = 1
_END_OF_ROUND: Final = 2
_OVER: Final = 3
_EMPTY: Final = "-"
_HOW: Final = re.compile(r"faces (north|east|south|west)|asleep|pollen ([0-9])")
_BONUS_TILE: Final = "bonus tile "


def exchange(form: Form, state: Position) -> None:
    """Write the table into a form, or lay it out as a form says."""
    table = form.section("table")
    _exchange_animals(table, state)
    box = _Box(state)
    state.draft = table.number("draft", state.draft, 1, 1, state.pieces.rounds * state.pieces.drafts_in_a_round)
    drafters = [*LETTERS[: state.players], "Leo"][: state.drafters]
    state.first = table.choice("first", state.first, drafters, 0)
    state.active = table.choice("turn", state.active, drafters, state.first)
    phase = table.choice("phase", _BASES.index(state.stack[:1]), _PHASES, 0)
    steps = [state.stack[1:]] if state.players == 1 else state.lanes or [[] for _ in range(state.players)]
    for seat in range(state.players):
        section = form.section(f"board {LETTERS[seat]}")
        _exchange_board(section, state, seat, box)
        steps[seat] = _exchange_steps(section, "steps", state, seat, steps[seat], box)
        state.waiting[seat] = _exchange_steps(section, "waiting", state, seat, state.waiting[seat], box)
    state.leftovers = box.exchange(table, "leftovers", state.leftovers)
    _exchange_tiles(form, state, box, phase)
    _exchange_leo(form, state)
    if form.reading:
        state.stack = [*_BASES[phase], *(steps[0] if state.players == 1 and phase != _OVER else [])]
        state.lanes = steps if state.players > 1 and any(steps) else []
        _check(table, state, phase)


def _exchange_animals(table: Section, state: Position) -> None:
    """Rule 1.1."""
    letters = table.numbered("animals", state.letters, ANIMALS, None)
    moons = sum([state.pieces.moons[animal] for animal in letters])
    if len(letters) != 3 or moons < state.pieces.least_moons:
        raise table.wrong("animals", f"three animals with at least {state.pieces.least_moons} moons together")
    state.letters = tuple(letters)


@final
class _Box:
    """The tiles that do not lie anywhere yet: an Action tile lies in one place only."""

    def __init__(self, state: Position) -> None:
        self.by_name: Final = {tile.name: tile for tile in state.pieces.tiles}
        self.actions: Final = {tile.name: tile for tile in state.pieces.action_tiles}
        self.piles: Final = list(state.pieces.piles)

    def exchange(self, section: Section, key: str, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Tiles that lie in one place, in their order. `...` stands for all that lie nowhere else."""
        names = section.names(key, [tile.name for tile in tiles], tuple(self.by_name))
        return tuple([self.take(section, key, name) for name in names if name != OTHERS]) if section.reading else tiles

    def take(self, section: Section, key: str, name: str) -> Tile:
        """Take a tile out of the box; raises BadSetup if it is not there."""
        tile = self.by_name.get(name)
        if tile is None:
            raise section.wrong(key, "the name of a tile, like rocks-01 or grass-bonus")
        if tile.is_bonus and self.piles[tile.terrain]:
            self.piles[tile.terrain] -= 1
        elif tile.is_bonus or self.actions.pop(name, None) is None:
            raise section.problem(key, f"there are not so many tiles {name} in the game.")
        return tile


# One player's board.


def _exchange_board(section: Section, state: Position, seat: int, box: _Box) -> None:
    board, pieces = state.boards[seat], state.pieces
    setups = [setup.name for setup in pieces.setups]
    setup = pieces.setups[section.choice("setup", board.setup.index, setups, None)]
    fresh = Board()
    fresh.begin(pieces, state.catalogue, setup, state.letters)
    if section.reading:
        board = state.boards[seat] = fresh
    _exchange_spaces(section, board, box)
    for figure in range(FIGURES):
        name = _figure(board, figure)
        text = section.text(name, _where(board, figure), _where(fresh, figure))
        if section.reading and section.has(name):
            _put(section, name, board, figure, text)
    drafted = box.exchange(section, "drafted", () if board.drafted is None else (board.drafted,))
    board.drafted = drafted[0] if drafted else None
    board.stored = box.exchange(section, "warehouse", board.stored)
    board.kept = box.exchange(section, "just stored", board.kept)
    if len(board.stored) + len(board.kept) > pieces.warehouse:
        raise section.problem("warehouse", f"the Warehouse has room for {pieces.warehouse} tiles.")
    board.points = section.number("points", board.points, 0)
    names = [_figure(board, figure) for figure in range(FIGURES)]
    board.movers = section.mask("movers", board.movers, names)
    if board.movers & ~board.out:
        raise section.wrong("movers", "figures that are discovered and not home")
    is_running = any(step is SECOND_STEP[seat] for step in state.lane(seat))
    board.runner = max(0, section.choice("runner", board.runner if is_running else -1, names, -1))


def _figure(board: Board, figure: int) -> str:
    """`wolf N2`."""
    return f"{ANIMALS[board.animals[figure]]} {board.pieces.entrance_names[figure]}"


def _exchange_spaces(section: Section, board: Board, box: _Box) -> None:
    for space in range(SPACES):
        if space == ZOO:
            continue
        name, tile = SPACE_NAMES[space], board.tiles[space]
        text = section.text(name, _EMPTY if tile is None else tile.name, _EMPTY)
        if section.reading and text != _EMPTY:
            board.lay(box.take(section, name, text), space)


def _where(board: Board, figure: int) -> str:
    """`C2, faces north`."""
    animal, place = board.animals[figure], board.places[figure]
    if place == UNDISCOVERED:
        return "undiscovered"
    where = "zoo" if place == ZOO else "entrance" if place >= FIRST_ENTRANCE else SPACE_NAMES[place]
    if animal == SNAKE:
        return f"{where}, faces {DIRECTIONS[board.posture[figure]]}"
    if animal == SLOTH and board.posture[figure] == ASLEEP:
        return f"{where}, asleep"
    return f"{where}, pollen {board.pollen[figure]}" if animal == BUTTERFLY and board.pollen[figure] else where


def _put(section: Section, key: str, board: Board, figure: int, text: str) -> None:
    """Rules 5 to 7: a figure stands at its entrance, on a tile, or in the Zoo."""
    where, comma, how = text.partition(", ")
    board.hidden |= 1 << figure
    board.out &= ~(1 << figure)
    board.places[figure] = UNDISCOVERED
    if text == "undiscovered":
        board.posture[figure] = 0
        return
    space = SPACE_BY_NAME.get(where, ZOO)
    if where not in ("zoo", "entrance") and (space == ZOO or board.tiles[space] is None):
        raise section.wrong(key, "undiscovered, entrance, zoo or a space with a tile, like 'C2' or 'C2, faces north'")
    board.discover(figure)
    if where != "entrance":
        board.places[figure] = space
    if where == "zoo":
        board.out &= ~(1 << figure)
    if comma:
        _set_posture(section, key, board, figure, how)


def _set_posture(section: Section, key: str, board: Board, figure: int, how: str) -> None:
    found, animal = _HOW.fullmatch(how), board.animals[figure]
    if found is not None and found[1] and animal == SNAKE:
        board.posture[figure] = DIRECTIONS.index(found[1])
    elif how == "asleep" and animal == SLOTH:
        board.posture[figure] = ASLEEP
    elif found is not None and found[2] and animal == BUTTERFLY and int(found[2]) <= MOST_POLLEN:
        board.pollen[figure] = int(found[2])
    else:
        raise section.wrong(
            key, f"a place, and for a snake 'faces north', a sloth 'asleep', a butterfly 'pollen 1' to {MOST_POLLEN}"
        )


# What each player still has to do.


def _exchange_steps(
    section: Section, key: str, state: Position, seat: int, steps: list[Phase[Any]], box: _Box
) -> list[Phase[Any]]:
    """The next step last."""
    texts = section.texts(key, [_name(step) for step in steps])
    return [_step(section, key, seat, text, box) for text in texts] if section.reading else steps


def _name(step: Phase[Any]) -> str:
    for name, known in _STEPS.items():
        if step in known:
            return name
    if isinstance(step, UseBonusTile):
        return f"{_BONUS_TILE}{TERRAINS[step.terrain]}"
    assert isinstance(step, Resolve)
    return " and ".join([_offer(offer) for offer in step.offers])


def _offer(offer: int) -> str:
    """`move or 2 points`."""
    words = [word for word, bit in SYMBOLS.items() if offer & bit]
    if offer & GAIN:
        words.append(f"{points_in(offer)} points")
    return " or ".join(words)


def _step(section: Section, key: str, seat: int, text: str, box: _Box) -> Phase[Any]:
    if text in _STEPS:
        return _STEPS[text][seat]
    terrain = text.removeprefix(_BONUS_TILE)
    if text.startswith(_BONUS_TILE) and terrain in TERRAINS:
        box.take(section, key, f"{terrain}-bonus")
        return USE_BONUS_TILE[seat][TERRAINS.index(terrain)]
    offers: list[int] = []
    for offer in text.split(" and "):
        symbols = [symbol(word) for word in offer.split(" or ")]
        if 0 in symbols or len([one for one in symbols if one & GAIN]) > 1:
            names = f"{', '.join(_STEPS)}, bonus tile rocks, or what can be chosen like 'move or 2 points'"
            raise section.wrong(key, f"a list of {names}")
        every = 0
        for one in symbols:
            every |= one
        offers.append(every)
    return resolve(seat, tuple(offers))


# Market and piles.


def _exchange_tiles(form: Form, state: Position, box: _Box, phase: int) -> None:
    table, tiles = form.section("table"), form.section("tiles")
    shown = [_EMPTY if tile is None else tile.name for tile in state.market]
    names = table.texts("market", shown if state.in_market else [])
    state.gone = box.exchange(tiles, "gone", state.gone)
    if not form.reading:
        if form.tells_hidden:
            box.exchange(tiles, "deck", state.deck[state.dealt :])
        return
    market = [None if name == _EMPTY else box.take(table, "market", name) for name in names]
    deck = box.exchange(tiles, "deck", ())
    others = sorted(box.actions.values(), key=lambda tile: tile.index)
    state.rng.shuffle(others)
    if OTHERS in tiles.text("gone", "", ""):
        state.gone += tuple(others)
    elif tiles.has("deck") and others and OTHERS not in tiles.text("deck", ""):
        raise tiles.problem("deck", f"{len(others)} tiles lie nowhere; end this list or 'gone' with {OTHERS!r}.")
    else:
        deck += tuple(others)
    seen = [tile for tile in state.pieces.action_tiles if tile not in deck]
    state.deck, state.dealt = (*seen, *deck), len(seen)
    state.piles = box.piles
    state.in_piles = sum([1 << terrain for terrain, count in enumerate(state.piles) if count])
    is_full = phase == _DRAFTING or (phase == _END_OF_ROUND and not state.is_last_draft)
    if is_full and not table.has("market"):
        state.fill_market()
        return
    state.market = market or [None] * (state.drafters + 1)
    state.in_market = sum([1 << number for number, tile in enumerate(state.market) if tile is not None])


def _exchange_leo(form: Form, state: Position) -> None:
    """Rule 11: his tiles that do not lie open are hidden."""
    if state.players > 1:
        return
    section, tiles = form.section("leo"), state.pieces.solo_tiles
    names = [tile.name for tile in tiles]
    seen = section.numbered("open", [tile.index for tile in state.leo[: state.leo_seen]], names)
    last = section.choice("last", -1 if state.leo_last is None else state.leo_last.index, names, -1)
    state.leo_last = None if last < 0 else tiles[last]
    if not form.reading:
        if form.tells_hidden:
            section.numbered("pile", [tile.index for tile in state.leo[state.leo_seen :]], names)
        return
    others = [number for number in range(len(tiles)) if number not in seen]
    if section.has("pile"):
        pile = section.numbered("pile", (), names)
        if sorted(pile) != others:
            raise section.wrong("pile", f"all tiles that do not lie open: {', '.join([names[at] for at in others])}")
        others = pile
    else:
        section.text("pile", "", "")
        state.rng.shuffle(others)
    state.leo = tuple([tiles[number] for number in [*seen, *others]])
    state.leo_seen = len(seen)


# Checks.


def _check(table: Section, state: Position, phase: int) -> None:
    """Raise BadSetup for a table to which the rules cannot lead."""
    setups = [board.setup for board in state.boards]
    if len(set(setups)) < len(setups):
        raise table.problem("phase", "two players have the same Setup tile.")
    left = state.pieces.rounds * state.pieces.drafts_in_a_round - state.draft
    left -= 1 if phase == _END_OF_ROUND else 0
    if phase != _OVER and len(state.deck) - state.dealt < left * (state.drafters + 1):
        raise table.problem("draft", "the deck is too short for the drafts that are left.")
    _check_market(table, state, phase)
    has_steps = any(state.lanes or [state.stack[1:]])
    if has_steps != (phase in (_USING, _END_OF_ROUND)):
        raise table.problem(
            "phase", "in the phases 'using tiles' and 'end of round', and only there, boards have 'steps' left."
        )


def _check_market(table: Section, state: Position, phase: int) -> None:
    """Rule 2.2: while drafting, from the first player to the one before the active one everyone has a tile."""
    places, have = state.drafters + 1, [False] * state.drafters
    wanted = 0
    if phase == _DRAFTING:
        count = (state.active - state.first) % state.drafters
        for number in range(count):
            have[(state.first + number) % state.drafters] = True
        wanted = places - count
        if have[: state.players] != [board.drafted is not None for board in state.boards]:
            raise table.problem("turn", "those who drafted before this player must have 'drafted', and no one else.")
    elif phase == _END_OF_ROUND and not state.is_last_draft:
        wanted = places
    if len(state.market) != places or state.in_market.bit_count() != wanted:
        raise table.wrong("market", f"{places} positions, {wanted} of them with a tile and the others '-'")
