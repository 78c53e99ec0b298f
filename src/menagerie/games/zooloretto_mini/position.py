"""A table of Zooloretto Mini as text (docs/positions.md)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.position import OTHERS, Form, Section
from menagerie.core.seats import LETTERS
from menagerie.games.zooloretto_mini.phases import BONUS_ACTION, LOAD_TRUCK, PLACE_TILES, TURN
from menagerie.games.zooloretto_mini.pieces import BABY, ENCLOSURES, FEMALE, MALE, Enclosure, Tile
from menagerie.games.zooloretto_mini.state import Position

_TAKEN: Final = "taken"


def exchange(form: Form, state: Position) -> None:
    """Write the table into a form, or lay it out as a form says."""
    table = form.section("table")
    _exchange_kinds(table, state)
    box = _Box(state)
    state.round = table.number("round", state.round, 1, low=1)
    state.active = table.seat("turn", state.active, state.players)
    seats = LETTERS[: state.players]
    state.out = table.mask("out", state.out, seats)
    is_over = table.flag("over", state.is_over)
    drawn = box.exchange(table, "drawn", () if state.drawn is None else (state.drawn,))
    state.drawn = drawn[0] if drawn else None
    state.hand = box.exchange(table, "hand", state.hand)
    state.has_filled = table.flag("filled", state.has_filled)
    _exchange_trucks(form.section("trucks"), state, box)
    for seat in range(state.players):
        _exchange_zoo(form.section(f"zoo {LETTERS[seat]}"), state, seat, box)
    _exchange_piles(form, state, box)
    if form.reading:
        state.supply = box.babies()
        _lay_phase(state, is_over)
        _check(table, state)


def _exchange_kinds(table: Section, state: Position) -> None:
    """Rule 1.1."""
    kinds = state.pieces.kinds
    mask = sum([1 << number for number, kind in enumerate(kinds) if kind in state.kinds])
    mask = table.mask("kinds", mask, kinds, None)
    state.kinds = tuple([kind for number, kind in enumerate(kinds) if mask >> number & 1])
    wanted = len(kinds) - state.size.kinds_removed
    if len(state.kinds) != wanted:
        raise table.wrong("kinds", f"{wanted} kinds of animals, which are in play with {state.players} players")
    if any(kind in state.kinds for kind in state.setup.options["removed"]):
        raise table.problem("kinds", "the option 'removed' takes one of these kinds out of the game.")


@final
class _Box:
    """The tiles that do not lie anywhere yet: each lies in one place only."""

    def __init__(self, state: Position) -> None:
        self.left: Final = [tile for tile in state.pieces.tiles if not tile.is_animal or tile.group in state.kinds]
        self._kinds: Final = state.pieces.kinds
        self._sorts: Final = tuple(dict.fromkeys([tile.name for tile in self.left]))

    def exchange(
        self, section: Section, key: str, tiles: tuple[Tile, ...], default: tuple[str, ...] | None = ()
    ) -> tuple[Tile, ...]:
        """Tiles that lie in one place, in their order. `...` stands for all that lie nowhere else."""
        names = section.names(key, [tile.name for tile in tiles], self._sorts, default)
        return tuple([self._take(section, key, name) for name in names if name != OTHERS]) if section.reading else tiles

    def _take(self, section: Section, key: str, name: str) -> Tile:
        for at, tile in enumerate(self.left):
            if tile.name == name:
                return self.left.pop(at)
        raise section.problem(key, f"there are not so many tiles {name!r} in the game.")

    def babies(self) -> list[int]:
        """By kind, how many offspring tiles are left."""
        babies = [tile.group for tile in self.left if tile.role == BABY]
        return [babies.count(kind) for kind in self._kinds]

    def to_draw(self) -> list[Tile]:
        """The other tiles that are left."""
        return [tile for tile in self.left if tile.role != BABY]


def _exchange_trucks(section: Section, state: Position, box: _Box) -> None:
    in_middle = state.with_room | state.with_tiles
    state.with_room = state.with_tiles = 0
    for truck, spaces in enumerate(state.size.trucks):
        key = str(truck + 1)
        if not section.reading and not in_middle >> truck & 1:
            section.text(key, _TAKEN)
        elif section.has(key) and section.text(key, "") == _TAKEN:
            state.trucks[truck] = ()
        else:
            tiles = state.trucks[truck] = box.exchange(section, key, state.trucks[truck])
            if len(tiles) > spaces:
                raise section.problem(key, f"truck {key} has room for {spaces} tiles, not {len(tiles)}.")
            state.with_tiles |= bool(tiles) << truck
            state.with_room |= (len(tiles) < spaces) << truck


def _exchange_zoo(section: Section, state: Position, seat: int, box: _Box) -> None:
    for where in range(ENCLOSURES):
        at = ENCLOSURES * seat + where
        key = f"enclosure {where + 1}"
        tiles = box.exchange(section, key, state.enclosures[at].tiles)
        if section.reading:
            state.enclosures[at] = _enclosure(section, key, state, tiles)
    state.barns[seat] = box.exchange(section, "barn", state.barns[seat])


def _enclosure(section: Section, key: str, state: Position, tiles: tuple[Tile, ...]) -> Enclosure:
    """Rules 3.2 and 3.3."""
    enclosure = Enclosure(state.pieces, ())
    for tile in tiles:
        if enclosure.is_full:
            raise section.problem(key, f"an enclosure has room for {state.pieces.spaces} tiles, not {len(tiles)}.")
        if not enclosure.accepts & tile.bit:
            raise section.problem(key, "an enclosure holds animals of one kind only.")
        enclosure = enclosure.add(tile)
    return enclosure


def _exchange_piles(form: Form, state: Position, box: _Box) -> None:
    """The tiles that are face down, the end pile last, and those out of the game."""
    section = form.section("tiles")
    state.gone = box.exchange(section, "gone", state.gone)
    if not form.reading:
        if form.tells_hidden:
            box.exchange(section, "pile", state.pile[state.revealed :], None)
        return
    pile = box.exchange(section, "pile", ())
    others = sorted(box.to_draw(), key=lambda tile: tile.number)
    state.rng.shuffle(others)
    if OTHERS in section.text("gone", "", ""):
        state.gone += tuple(others)
    elif section.has("pile") and others and OTHERS not in section.text("pile", ""):
        raise section.problem("pile", f"{len(others)} tiles lie nowhere; end this list or 'gone' with {OTHERS!r}.")
    else:
        pile += tuple(others)
    seen = [tile for tile in state.pieces.to_draw(state.kinds) if tile not in pile]
    state.pile = (*seen, *pile)
    state.revealed = len(seen)
    state.main_pile = len(state.pile) - state.pieces.end_pile


def _lay_phase(state: Position, is_over: bool) -> None:
    """What is asked now follows from what lies on the table."""
    if is_over:
        state.stack = []
    elif state.drawn is not None:
        state.stack = [LOAD_TRUCK]
    elif state.hand:
        state.stack = [PLACE_TILES]
    else:
        state.stack = [BONUS_ACTION if state.has_filled else TURN]


def _check(table: Section, state: Position) -> None:
    """Raise BadSetup for a table to which the rules cannot lead."""
    if state.drawn is not None and state.hand:
        raise table.problem("hand", "a tile that was drawn is loaded before a truck is taken.")
    taken = len(state.trucks) - (state.with_room | state.with_tiles).bit_count()
    if taken != state.out.bit_count():
        raise table.problem("out", f"{state.out.bit_count()} players are out, but {taken} trucks are taken.")
    is_placing = bool(state.hand) or state.has_filled
    if state.stack and bool(state.out >> state.active & 1) != is_placing:
        raise table.problem("turn", "a player who is out has a turn only while placing the tiles of the truck.")
    _check_tiles(table, state)


def _check_tiles(table: Section, state: Position) -> None:
    """There is room for the tile that was drawn, tiles enough are left to draw, and offspring have parents."""
    room = sum(
        [
            spaces - len(state.trucks[truck])
            for truck, spaces in enumerate(state.size.trucks)
            if state.with_room >> truck & 1
        ]
    )
    if state.drawn is not None and not room:
        raise table.problem("drawn", "no truck has room for the tile that was drawn.")
    left = len(state.pile) - state.revealed
    if state.stack and left + (state.drawn is not None) < room:
        raise table.problem("turn", f"{left} tiles are face down, but the trucks have room for {room}.")
    for kind, babies in zip(state.pieces.kinds, state.supply, strict=True):
        if kind in state.kinds and state.pieces.babies_of_a_kind - babies > _pairs(state, kind):
            raise table.problem("kinds", f"there are more offspring of the {kind} than pairs of parents.")


def _pairs(state: Position, kind: str) -> int:
    """How many pairs of a kind live in the enclosures."""
    found = 0
    for enclosure in state.enclosures:
        roles = [tile.role for tile in enclosure.tiles if tile.group == kind]
        found += min(roles.count(MALE), roles.count(FEMALE))
    return found
