"""The box: tiles and tables of points, read once from `content/box.toml`."""

from typing import Final, final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent

PLAIN: Final = 0
MALE: Final = 1
FEMALE: Final = 2
BABY: Final = 3

ENCLOSURES: Final = 3
BARN: Final = ENCLOSURES
"""Where a tile can go in a zoo: enclosure 0, 1, 2, or the barn."""

_KEYS: Final = ("plain", "male", "female", "baby")


@final
class Tile:
    """A tile. Tiles of a sort are alike for the rules; a number of its own lets a picture follow each tile."""

    __slots__ = ("bit", "group", "is_animal", "name", "number", "one", "role", "sort")

    def __init__(
        self, number: int, sort: int, group: str, group_number: int, role: int, is_animal: bool, one: str
    ) -> None:
        self.number: Final = number
        self.sort: Final = sort
        self.group: Final = group
        """The kind of animal or the type of landscape."""
        self.role: Final = role
        self.is_animal: Final = is_animal
        self.bit: Final = 1 << group_number
        """Marks the kind or type in masks."""
        self.name: Final[str] = group if role == PLAIN else f"{_KEYS[role]} {group}"
        self.one: Final[str] = one if role == PLAIN else f"a {self.name}"
        """With its article: `an impala`, `a male impala`."""

    def __str__(self) -> str:
        return self.name


@final
class TableSize:
    """What a number of players changes."""

    __slots__ = ("kinds_removed", "players", "trucks")

    def __init__(self, entry: Entry) -> None:
        self.players: Final = entry.number("players")
        self.kinds_removed: Final = entry.number("kinds_removed")
        self.trucks: Final = tuple(entry.numbers("trucks"))


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, content: Content) -> None:
        box = content.read("box.toml")
        self.kinds: Final = tuple(box.texts("kinds"))
        self._singulars: Final = dict(zip(self.kinds, _singulars(box), strict=False))
        self.plurals: Final = dict(zip(self.kinds, box.texts("plurals"), strict=False))
        self.landscapes: Final = tuple(box.texts("landscapes"))
        self.end_pile: Final = box.number("end_pile")
        self.spaces: Final = box.entry("zoo").number("spaces")
        self._read_tiles(box)
        self._read_points(box.entry("points"))
        self.tables: Final = {size.players: size for size in [TableSize(entry) for entry in box.entries("table")]}
        self._check(box)

    def _check(self, box: Entry) -> None:
        if box.entry("zoo").number("enclosures") != ENCLOSURES:
            raise BadContent(f"box.toml, [zoo]: a zoo has {ENCLOSURES} enclosures.")
        if len(self.plurals) != len(self.kinds):
            raise BadContent("box.toml: there must be as many plurals as kinds.")
        most = max([sum(size.trucks) for size in self.tables.values()], default=0)
        if self.end_pile < most:
            raise BadContent(f"box.toml: end_pile = {self.end_pile} cannot fill all trucks; it must be {most} or more.")

    def _read_tiles(self, box: Entry) -> None:
        counts = box.entry("tiles_of_a_kind")
        self.babies_of_a_kind: int = counts.number(_KEYS[BABY])
        self.tiles: list[Tile] = []
        self.sorts: list[Tile] = []
        """One tile of each sort."""
        for number, kind in enumerate(self.kinds):
            for role in (PLAIN, MALE, FEMALE, BABY):
                self._add_tiles(kind, number, role, True, counts.number(_KEYS[role]))
        for number, landscape in enumerate(self.landscapes, start=len(self.kinds)):
            count = box.entry("tiles_of_a_landscape").number(_KEYS[PLAIN])
            self._add_tiles(landscape, number, PLAIN, False, count)
        self.by_name: dict[str, Tile] = {tile.name: tile for tile in self.sorts}
        self.animal_bits: int = (1 << len(self.kinds)) - 1
        self.landscape_bits: int = ((1 << len(self.landscapes)) - 1) << len(self.kinds)

    def _add_tiles(self, group: str, group_number: int, role: int, is_animal: bool, count: int) -> None:
        sort = len(self.sorts)
        one = self._singulars.get(group, f"a {group}")
        for _ in range(count):
            self.tiles.append(Tile(len(self.tiles), sort, group, group_number, role, is_animal, one))
        self.sorts.append(self.tiles[-count])

    def _read_points(self, points: Entry) -> None:
        self.by_animals: list[int] = points.numbers("by_animals", self.spaces + 1)
        self.landscape_in_enclosures: int = points.number("landscape_in_enclosures")
        self.kind_in_barn: int = points.number("kind_in_barn")
        self.landscape_in_barn: int = points.number("landscape_in_barn")

    def baby_of(self, animal: Tile, left: int) -> Tile:
        """An animal's offspring tile, with so many of its kind left; the four sorts of a kind are neighbours."""
        first = self.sorts[animal.sort - animal.role + BABY]
        return self.tiles[first.number + self.babies_of_a_kind - left]

    def to_draw(self, kinds: tuple[str, ...]) -> list[Tile]:
        """All tiles that go face down when these kinds are in play, in the order of the box."""
        return [tile for tile in self.tiles if tile.role != BABY and (not tile.is_animal or tile.group in kinds)]


def _singulars(box: Entry) -> list[str]:
    """The kinds with their articles; a folder of pieces from before they were named has none."""
    return box.texts("singulars") if box.has("singulars") else []


def find(tiles: tuple[Tile, ...], sort: int) -> int:
    """Where the first tile of that sort lies, or -1."""
    for at, tile in enumerate(tiles):
        if tile.sort == sort:
            return at
    return -1


@final
class Enclosure:
    """The tiles in one enclosure. It never changes: adding a tile makes a new one."""

    __slots__ = (
        "accepts",
        "animals",
        "females",
        "kind_bit",
        "landscape_bits",
        "landscapes",
        "males",
        "pieces",
        "tiles",
    )

    def __init__(self, pieces: Pieces, tiles: tuple[Tile, ...], before: "Enclosure | None" = None) -> None:
        self.pieces: Final = pieces
        self.tiles: Final = tiles
        if before is None:
            self.kind_bit = self.animals = self.males = self.females = self.landscapes = self.landscape_bits = 0
        else:
            tile = tiles[-1]
            self.kind_bit = before.kind_bit
            self.animals = before.animals
            self.males = before.males
            self.females = before.females
            self.landscapes = before.landscapes
            self.landscape_bits = before.landscape_bits
            if tile.is_animal:
                self.kind_bit = tile.bit
                self.animals += 1
                if tile.role == MALE:
                    self.males += 1
                elif tile.role == FEMALE:
                    self.females += 1
            else:
                self.landscapes += 1
                self.landscape_bits |= tile.bit
        self.accepts: int = self._what_fits()

    def _what_fits(self) -> int:
        """Rules 3.2 to 3.4 as a mask of kinds and types: room for six, one kind of animal, any landscape."""
        if len(self.tiles) >= self.pieces.spaces:
            return 0
        return (self.kind_bit or self.pieces.animal_bits) | self.pieces.landscape_bits

    def add(self, tile: Tile) -> "Enclosure":
        """The enclosure with one tile more."""
        return Enclosure(self.pieces, (*self.tiles, tile), self)

    @property
    def is_full(self) -> bool:
        """Whether its last space is taken."""
        return len(self.tiles) >= self.pieces.spaces

    def finds_partner(self, tile: Tile) -> bool:
        """Rule 4.1: whether this animal meets one of the other sex that has not bred. Pairs breed at once, so of
        the fertile animals here as many males as females have bred already."""
        if tile.role == MALE:
            return self.females > self.males
        return tile.role == FEMALE and self.males > self.females
