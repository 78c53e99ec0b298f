"""The box: strip, boards, enclosures and attractions, read once from `content/` and checked.

All boards share one grid, so that a way to lay a tile is the same value on each of them. The grid's construction
spaces are numbered row by row and split into two words, both below 62 bits: what a compiled engine handles fastest.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent

HOUSE: Final = -1
"""Where an animal comes from or goes to, if not an enclosure: tiles have numbers from 0."""

NONE: Final = -1
"""No species."""

WORD: Final = 60
"""Cells of the grid in a word."""
_COLUMNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Cells = tuple[tuple[int, int], ...]


def cell_name(row: int, column: int) -> str:
    """`C4`: a letter for the column, a number for the row."""
    return f"{_COLUMNS[column]}{row + 1}"


@final
class Orientation:
    """A tile turned and mirrored in one of its different ways, in the top left corner of the grid."""

    __slots__ = ("cells", "height", "name", "width")

    def __init__(self, name: str, cells: Cells) -> None:
        self.name: Final = name
        """`r1m`: quarter turns clockwise, after mirroring if there is an m."""
        self.cells: Final = cells
        self.height: Final[int] = 1 + max([row for row, _ in cells])
        self.width: Final[int] = 1 + max([column for _, column in cells])


@final
class Tile:
    """An enclosure (one tile) or an attraction (a shape of which there are several)."""

    __slots__ = ("bit", "count", "id", "index", "is_attraction", "name", "names", "orientations", "size")

    def __init__(self, entry: Entry, index: int, is_attraction: bool) -> None:
        self.index: Final = index
        self.id: Final = entry.text("id")
        self.is_attraction: Final = is_attraction
        self.count: Final[int] = entry.number("count") if is_attraction else 1
        """How many there are; 0 = as many as are wanted."""
        cells = _cells(entry)
        self.size: Final[int] = len(cells)
        self.name: Final[str] = f"{self.size}-space {'attraction' if is_attraction else 'enclosure'}"
        """What people call it."""
        self.bit: Final[int] = 1 << index
        self.orientations: Final[list[Orientation]] = []
        self.names: Final[dict[str, int]] = {}
        """All eight names of orientations; those that look the same mean the same one."""
        for mirror in ("", "m"):
            for turn in range(4):
                self._add(f"r{turn}{mirror}", _turned(cells, turn, mirror != ""))

    def _add(self, name: str, cells: Cells) -> None:
        for number, known in enumerate(self.orientations):
            if known.cells == cells:
                self.names[name] = number
                return
        self.names[name] = len(self.orientations)
        self.orientations.append(Orientation(name, cells))

    def __str__(self) -> str:
        return self.id


def _cells(entry: Entry) -> Cells:
    rows = entry.text("shape").split("/")
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    if not cells or len({len(row) for row in rows}) > 1 or set("".join(rows)) - set("#."):
        raise entry.wrong("shape", 'rows of # and . of the same length, parted by "/"')
    if cells != sorted(_neighbourhood(cells)):
        raise entry.wrong("shape", "one piece")
    return _turned(tuple(cells), 0, False)


def _neighbourhood(cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """What hangs together with the first cell."""
    found = {cells[0]}
    todo = [cells[0]]
    while todo:
        for near in _beside(todo.pop()):
            if near in cells and near not in found:
                found.add(near)
                todo.append(near)
    return found


def _beside(cell: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    row, column = cell
    return ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))


def _turned(cells: Cells, turns: int, mirrored: bool) -> Cells:
    """Mirrored left to right, then turned clockwise, then moved into the corner."""
    moved = [(row, -column if mirrored else column) for row, column in cells]
    for _ in range(turns):
        moved = [(column, -row) for row, column in moved]
    top = min([row for row, _ in moved])
    left = min([column for _, column in moved])
    return tuple(sorted([(row - top, column - left) for row, column in moved]))


@final
class Space:
    """A space of the action strip: it shows two species, or it is a slot for tiles."""

    __slots__ = ("animals", "index", "line", "stack")

    def __init__(self, index: int, animals: tuple[int, ...], stack: tuple[int, ...], line: int) -> None:
        self.index: Final = index
        self.animals: Final = animals
        self.stack: Final = stack
        """Sizes of the tiles laid here, the lowest first."""
        self.line: Final = line
        """The species whose breeding line lies just before this space, or NONE."""


@final
class Board:
    """One face of a zoo board."""

    __slots__ = ("animals", "barn", "blocked_high", "blocked_low", "height", "houses", "id", "spaces", "width")

    def __init__(self, entry: Entry, animals: tuple[int, ...]) -> None:
        self.id: Final = entry.text("id")
        self.width: Final = entry.number("width")
        self.barn: Final = tuple(entry.numbers("barn"))
        """How many cells the barn takes from the left of each row."""
        self.height: Final[int] = len(self.barn)
        self.houses: Final = entry.number("houses")
        self.animals: Final = animals
        self.spaces: Final = entry.number("spaces")
        if self.spaces != sum([max(0, self.width - barn) for barn in self.barn]):
            raise entry.wrong("spaces", "the number of cells beside the barn")
        if len(animals) > self.houses:
            raise entry.wrong("animals", "no more than there are houses")
        self.blocked_low: int = 0
        self.blocked_high: int = 0
        """What cannot be built on, in the grid that all boards share."""

    def is_construction(self, row: int, column: int) -> bool:
        """Whether that cell is to be covered."""
        return 0 <= row < self.height and self.barn[row] <= column < self.width


@final
class Mode:
    """What depends on the number of players."""

    __slots__ = ("boards", "bonus_breeding", "id", "players", "steps", "tiles_left")

    def __init__(self, entry: Entry, boards: dict[str, Board]) -> None:
        self.id: Final = entry.text("id")
        self.players: Final = entry.number("players")
        self.steps: Final = entry.number("steps")
        self.bonus_breeding: Final = entry.flag("bonus_breeding")
        self.tiles_left: Final = entry.number("tiles_left")
        names = entry.texts("boards")
        for name in names:
            if name not in boards:
                raise entry.wrong("boards", "faces in boards.toml")
        self.boards: Final = tuple([boards[name] for name in names])


@final
class Species:
    """One of the five kinds of animals."""

    __slots__ = ("id", "index", "letter", "name", "plural")

    def __init__(self, entry: Entry, index: int) -> None:
        self.index: Final = index
        self.id: Final = entry.text("id")
        self.name: Final = entry.text("name")
        self.plural: Final = entry.text("plural")
        self.letter: Final = entry.text("letter")


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, content: Content) -> None:
        modes = content.read("modes.toml")
        self.species: Final = [Species(entry, i) for i, entry in enumerate(modes.entries("species"))]
        self.species_by_id: Final = {species.id: species.index for species in self.species}
        self._read_strip(content.read("strip.toml"))
        self._read_tiles(content.read("enclosures.toml"), content.read("attractions.toml"))
        self._read_boards(content.read("boards.toml"))
        self._read_modes(modes)

    def _species(self, entry: Entry, key: str) -> tuple[int, ...]:
        names = entry.texts(key)
        for name in names:
            if name not in self.species_by_id:
                raise entry.wrong(key, f"some of {', '.join(self.species_by_id)}")
        return tuple([self.species_by_id[name] for name in names])

    def _read_strip(self, strip: Entry) -> None:
        spaces = strip.entries("space")
        lines: dict[int, int] = {}
        for entry in strip.entries("line"):
            if entry.text("species") not in self.species_by_id:
                raise entry.wrong("species", f"one of {', '.join(self.species_by_id)}")
            if not 0 < entry.number("before") < len(spaces):
                raise entry.wrong("before", "the number of a space")
            lines[entry.number("before")] = self.species_by_id[entry.text("species")]
        self.strip: list[Space] = []
        for index, entry in enumerate(spaces):
            animals = self._species(entry, "animals") if entry.has("animals") else ()
            stack = tuple(entry.numbers("stack")) if entry.has("stack") else ()
            if (len(animals) == 2) == bool(stack) or (animals and animals[0] == animals[1]):
                raise BadContent(f"{entry.where}: a space has either two different animals or a stack of tiles.")
            self.strip.append(Space(index, animals, stack, lines.get(index, NONE)))
        if not self.strip or not self.strip[0].animals:
            raise BadContent("strip.toml: the first space is the start space, which shows two animals.")

    def _read_tiles(self, enclosures: Entry, attractions: Entry) -> None:
        entries = enclosures.entries("enclosure")
        self.enclosures: list[Tile] = [Tile(entry, i, False) for i, entry in enumerate(entries)]
        first = len(self.enclosures)
        self.attractions: list[Tile] = [
            Tile(entry, first + i, True) for i, entry in enumerate(attractions.entries("attraction"))
        ]
        self.tiles: list[Tile] = self.enclosures + self.attractions
        self.tiles_by_id: dict[str, Tile] = {tile.id: tile for tile in self.tiles}
        if len(self.tiles_by_id) < len(self.tiles):
            raise BadContent("enclosures.toml and attractions.toml: two tiles have the same id.")
        for entry in enclosures.entries("counts"):
            size, wanted = entry.number("size"), entry.number("tiles")
            found = len([tile for tile in self.enclosures if tile.size == size])
            used = sum([space.stack.count(size) for space in self.strip])
            if found != wanted or used != wanted:
                raise BadContent(
                    f"{entry.where}: {wanted} tiles of size {size} are announced, {found} described, "
                    f"and the strip takes {used}."
                )
        if not self.attractions or self.attractions[0].size != 1 or self.attractions[0].count:
            raise BadContent("attractions.toml: the first attraction covers one space and has no limit (count = 0).")

    def _read_boards(self, content: Entry) -> None:
        self.boards: dict[str, Board] = {}
        for entry in content.entries("board"):
            board = Board(entry, self._species(entry, "animals"))
            self.boards[board.id] = board
        boards = list(self.boards.values())
        self.rows: int = max([board.height for board in boards])
        self.columns: int = max([board.width for board in boards])
        self.bits: dict[tuple[int, int], int] = {}
        """The number of every cell that is a construction space on some board."""
        for row in range(self.rows):
            for column in range(self.columns):
                if any(board.is_construction(row, column) for board in boards):
                    self.bits[(row, column)] = len(self.bits)
        if len(self.bits) > 2 * WORD or self.columns > len(_COLUMNS):
            raise BadContent(f"boards.toml: together the boards have more than {2 * WORD} cells.")
        self.neighbours: list[tuple[int, ...]] = [
            tuple([self.bits[near] for near in _beside(cell) if near in self.bits]) for cell in self.bits
        ]
        """The numbers of the cells beside each cell."""
        for board in boards:
            blocked = [cell for cell in self.bits if not board.is_construction(cell[0], cell[1])]
            board.blocked_low, board.blocked_high = self.words(tuple(blocked))

    def split(self, low: int, high: int) -> list[bool]:
        """Two words as a list: for every cell, by its number, whether it is in the set."""
        count = len(self.bits)
        found = [low >> bit & 1 == 1 for bit in range(min(count, WORD))]
        return found + [high >> bit & 1 == 1 for bit in range(count - WORD)]

    def has(self, cells: Cells) -> bool:
        """Whether all these cells are on the grid."""
        return all(cell in self.bits for cell in cells)

    def words(self, cells: Cells) -> tuple[int, int]:
        """A set of cells as two words."""
        low = high = 0
        for cell in cells:
            bit = self.bits[cell]
            if bit < WORD:
                low |= 1 << bit
            else:
                high |= 1 << (bit - WORD)
        return low, high

    def _read_modes(self, content: Entry) -> None:
        self.modes: dict[str, Mode] = {}
        for entry in content.entries("mode"):
            mode = Mode(entry, self.boards)
            self.modes[mode.id] = mode
        for id in ("solo", "two", "short", "three", "four", "five"):
            if id not in self.modes:
                raise BadContent(f"modes.toml: there is no [[mode]] with the id {id!r}.")
        self.dealt: list[tuple[int, int]] = [
            (entry.number("size"), entry.number("each")) for entry in content.entries("dealt")
        ]
        """The short game: how many of the tiles set aside each player gets, by size."""
        self.never_dealt: list[str] = content.entry("short").texts("never_dealt_by_reference")
        self.laps: int = content.entry("solo").number("laps")
        self.markers: int = content.entry("solo").number("markers")
        self.reference_lines: tuple[int, ...] = self._species(content.entry("reference"), "lines")
