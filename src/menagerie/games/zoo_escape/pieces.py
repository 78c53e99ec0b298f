"""The box: tiles, Animals, Building cards and set-up, read once from `content/` and checked."""

from typing import Final, final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent
from menagerie.games.zoo_escape.board import (
    LETTERS_OF_SIDES,
    NEIGHBOURS,
    OPPOSITE,
    PLACES,
    SIDE,
    place_named,
    wall_turns,
)

FEATURES: Final = ("", "enclosure", "workshop", "building", "funnel-cake", "sewer", "avian-house", "gate", "pa")
ENCLOSURE: Final = 1
WORKSHOP: Final = 2
BUILDING: Final = 3
FUNNEL_CAKE: Final = 4
SEWER: Final = 5
AVIAN_HOUSE: Final = 6
GATE: Final = 7
PA: Final = 8

INNER_TILE: Final = 0
EDGE_TILE: Final = 1
CORNER_TILE: Final = 2
_PLACE_WORDS: Final = ("inner", "edge", "corner")
_OPEN_SIDES: Final = (0b1111, 0b1110, 0b0110)
_TILES_OF_A_PLACE: Final = (16, 16, 4)

DOES: Final = ("roll", "roll-line", "creep", "hop", "leap", "fly", "scare", "shoo", "shoo-line", "crane", "muck")
ROLL: Final = 0
ROLL_LINE: Final = 1
CREEP: Final = 2
HOP: Final = 3
LEAP: Final = 4
FLY: Final = 5
SCARE: Final = 6
SHOO: Final = 7
SHOO_LINE: Final = 8
CRANE: Final = 9
MUCK: Final = 10
REFILL: Final = 11
WHISTLE: Final = 12

MOST_ANIMALS: Final = 4
HIGHEST_POWER: Final = 9


def _sides_in(letters: str) -> int:
    return sum([1 << side for side, letter in enumerate(LETTERS_OF_SIDES) if letter in letters])


def directions_in(mask: int) -> tuple[int, ...]:
    """Return the directions of a mask of sides."""
    return tuple([side for side in range(4) if mask >> side & 1])


@final
class Face:
    """What is printed on one sort of tile."""

    __slots__ = ("cameras", "count", "feature", "id", "index", "name", "paths", "place")

    def __init__(self, index: int, entry: Entry) -> None:
        self.index: Final = index
        self.id: Final[str] = entry.text("id")
        self.name: Final[str] = entry.text("name")
        word = entry.text("place")
        if word not in _PLACE_WORDS:
            raise entry.wrong("place", f"one of {', '.join(_PLACE_WORDS)}")
        self.place: Final[int] = _PLACE_WORDS.index(word)
        self.count: Final[int] = entry.number("count")
        feature = entry.text("feature") if entry.has("feature") else ""
        if feature not in FEATURES:
            raise entry.wrong("feature", f"one of {', '.join(FEATURES[1:])}")
        self.feature: Final[int] = FEATURES.index(feature)
        self.paths: Final[tuple[int, ...]] = self._read_paths(entry)
        self.cameras: Final[int] = self._read_cameras(entry)
        if self.feature and len(self.paths) > 1:
            raise entry.wrong("paths", "a single path on a tile with a feature")

    def _read_paths(self, entry: Entry) -> tuple[int, ...]:
        texts = entry.texts("paths")
        sides = "".join(texts)
        paths = tuple([_sides_in(text) for text in texts])
        wanted = _OPEN_SIDES[self.place]
        if sum(paths) != wanted or sum([path.bit_count() for path in paths]) != len(sides) or not 1 <= len(paths) <= 2:
            letters = "".join([LETTERS_OF_SIDES[side] for side in directions_in(wanted)])
            raise entry.wrong("paths", f"one or two texts in which each of {letters} stands once")
        return paths

    def _read_cameras(self, entry: Entry) -> int:
        mask = 0
        for path in entry.numbers("cameras") if entry.has("cameras") else []:
            if not 0 <= path < len(self.paths):
                raise entry.wrong("cameras", f"numbers of paths, 0 to {len(self.paths) - 1}")
            mask |= 1 << path
        return mask


@final
class Laid:
    """A tile as it lies: a face and how often it was turned by a quarter."""

    __slots__ = ("cameras", "face", "feature", "onward", "path_at", "sides", "turns")

    def __init__(self, face: Face, turns: int) -> None:
        self.face: Final = face
        self.turns: Final = turns
        self.feature: Final[int] = face.feature
        self.cameras: Final[int] = face.cameras
        self.sides: Final[list[int]] = [((path << turns) | (path << turns >> 4)) & 15 for path in face.paths]
        """By path the mask of sides that it joins."""
        self.path_at: Final[list[int]] = [self._path_at(side) for side in range(4)]
        """By side the path that joins it, -1 for a wall."""
        self.onward: Final[list[tuple[int, ...]]] = [self._onward(direction) for direction in range(4)]
        """Rule 7.5.4: where a keeper that came in that direction may turn on an inner tile."""

    def _path_at(self, side: int) -> int:
        for path, sides in enumerate(self.sides):
            if sides >> side & 1:
                return path
        return -1

    def _onward(self, direction: int) -> tuple[int, ...]:
        path = self.path_at[OPPOSITE[direction]]
        if path < 0 or self.sides[path] >> direction & 1:
            return (direction,)
        return directions_in(self.sides[path] & ~(1 << OPPOSITE[direction])) or (direction,)

    def looks_like(self, other: "Laid") -> bool:
        """Return whether the tile looks the same both ways."""
        return sorted([(sides, self.cameras >> path & 1) for path, sides in enumerate(self.sides)]) == sorted(
            [(sides, other.cameras >> path & 1) for path, sides in enumerate(other.sides)]
        )


@final
class Animal:
    """One of the six animals, and where its ability reaches (rule 4.5)."""

    __slots__ = ("ability", "along_path", "help", "id", "index", "name", "poop", "reach")

    def __init__(self, index: int, entry: Entry) -> None:
        self.index: Final = index
        self.id: Final[str] = entry.text("id")
        self.name: Final[str] = entry.text("name")
        self.ability: Final[str] = entry.text("ability")
        self.help: Final[str] = entry.text("help")
        self.poop: Final[int] = entry.number("poop")
        self.along_path: Final[bool] = entry.flag("along_path")
        offsets = pairs_of_numbers(entry, "reach")
        self.reach: Final[list[int]] = [_reach_from(place, offsets) for place in range(PLACES)]
        """By place the mask of places in reach."""

    def reach_at(self, place: int, sides: int) -> int:
        """Return the places in reach from a Path that joins these sides."""
        return self.reach[place] | NEIGHBOURS[place][sides] if self.along_path else self.reach[place]


def pairs_of_numbers(entry: Entry, key: str) -> list[tuple[int, int]]:
    """Return a list of pairs of whole numbers."""
    value = entry.values.get(key)
    pairs: list[tuple[int, int]] = []
    for pair in value if isinstance(value, list) else [None]:
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(number) is int for number in pair):
            raise entry.wrong(key, "a list of pairs of whole numbers")
        pairs.append((pair[0], pair[1]))
    return pairs


def _reach_from(place: int, offsets: list[tuple[int, int]]) -> int:
    mask = 0
    for down, right in offsets:
        row, column = place // SIDE + down, place % SIDE + right
        if 0 <= row < SIDE and 0 <= column < SIDE:
            mask |= 1 << (row * SIDE + column)
    return mask


@final
class Card:
    """A building card: a Part of some kind, or a find (kind -1)."""

    __slots__ = ("bit", "do", "id", "index", "kind", "name", "reach", "tiles")

    def __init__(self, index: int, entry: Entry, kinds: list[str], does: tuple[str, ...], first_do: int) -> None:
        self.index: Final = index
        self.bit: Final[int] = 1 << index
        self.id: Final[str] = entry.text("id")
        self.name: Final[str] = entry.text("name")
        do = entry.text("do")
        if do not in does:
            raise entry.wrong("do", f"one of {', '.join(does)}")
        self.do: Final[int] = first_do + does.index(do)
        kind = entry.text("kind") if kinds else ""
        if kinds and kind not in kinds:
            raise entry.wrong("kind", f"one of {', '.join(kinds)}")
        self.kind: Final[int] = kinds.index(kind) if kinds else -1
        self.tiles: Final[int] = self._number(entry, "tiles", self.do <= FLY or self.do == MUCK)
        self.reach: Final[int] = self._number(entry, "reach", self.do in (SHOO, SHOO_LINE, WHISTLE))

    def _number(self, entry: Entry, key: str, is_needed: bool) -> int:
        if not is_needed:
            return 0
        number = entry.number(key)
        if not 1 <= number < 2 * SIDE:
            raise entry.wrong(key, f"a number from 1 to {2 * SIDE - 1}")
        return number


@final
class Level:
    """What a level changes (section 11)."""

    __slots__ = ("add_all_parts", "cameras", "id", "machine_capture_counts", "tiles")

    def __init__(self, entry: Entry, faces: dict[str, Face]) -> None:
        self.id: Final[str] = entry.text("id")
        self.add_all_parts: Final[bool] = entry.flag("add_all_parts")
        self.cameras: Final[bool] = entry.flag("cameras")
        self.machine_capture_counts: Final[bool] = entry.flag("machine_capture_counts")
        self.tiles: Final[list[list[Face]]] = [_tiles_of(faces, place) for place in range(len(_PLACE_WORDS))]
        """The inner tiles, edge tiles and corners that are dealt."""
        self._swap(entry, faces)

    def _swap(self, entry: Entry, faces: dict[str, Face]) -> None:
        """Rule 11.3: tiles that are exchanged."""
        value = entry.values.get("swap")
        for pair in value if isinstance(value, list) else [None]:
            if not isinstance(pair, list) or len(pair) != 2 or not all(name in faces for name in pair):
                raise entry.wrong("swap", "a list of pairs of tiles' ids")
            tiles = self.tiles[faces[pair[0]].place]
            if faces[pair[0]] not in tiles or faces[pair[1]].place != faces[pair[0]].place:
                raise entry.wrong("swap", "pairs of a tile that is dealt and another one for the same sort of place")
            tiles[tiles.index(faces[pair[0]])] = faces[pair[1]]


def _tiles_of(faces: dict[str, Face], place: int) -> list[Face]:
    tiles: list[Face] = []
    for face in faces.values():
        if face.place == place:
            tiles += [face] * face.count
    return tiles


@final
class Power:
    """The Power Cards for a number of animals (rule 2.4)."""

    __slots__ = ("animals", "counts", "supply")

    def __init__(self, entry: Entry) -> None:
        self.animals: Final[int] = entry.number("animals")
        if not 2 <= self.animals <= MOST_ANIMALS:
            raise entry.wrong("animals", f"2 to {MOST_ANIMALS}")
        pile = self._cards(entry, "pile")
        self.counts: Final[list[int]] = [pile.count(value) for value in range(HIGHEST_POWER + 1)]
        """By value the cards in the draw pile."""
        self.supply: Final = tuple(self._cards(entry, "supply"))

    def _cards(self, entry: Entry, key: str) -> list[int]:
        cards = entry.numbers(key)
        if not cards or min(cards) < 1 or max(cards) > HIGHEST_POWER:
            raise entry.wrong(key, f"a list of Power Cards from 1 to {HIGHEST_POWER}")
        return cards


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, content: Content) -> None:
        self._read_tiles(content.read("tiles.toml"))
        self._read_animals(content.read("animals.toml"))
        self._read_cards(content.read("cards.toml"))
        self._read_setup(content.read("setup.toml"))

    def _read_tiles(self, file: Entry) -> None:
        self.faces: list[Face] = [Face(index, entry) for index, entry in enumerate(file.entries("tile"))]
        self.face_named: dict[str, Face] = {face.id: face for face in self.faces}
        _check_unique("tiles.toml, [[tile]]", [face.id for face in self.faces])
        for place, wanted in enumerate(_TILES_OF_A_PLACE):
            found = sum([face.count for face in self.faces if face.place == place])
            if found != wanted:
                word = _PLACE_WORDS[place]
                raise BadContent(f"tiles.toml: there are {found} {word} tiles; the zoo has {wanted} places for them.")
        for feature, place in ((ENCLOSURE, CORNER_TILE), (WORKSHOP, INNER_TILE), (GATE, EDGE_TILE), (PA, EDGE_TILE)):
            for face in self.faces:
                if face.feature == feature and face.place != place:
                    word = _PLACE_WORDS[place]
                    name = FEATURES[feature]
                    raise BadContent(f"tiles.toml, tile {face.id!r}: the feature {name} belongs on a tile for {word}.")
        if sum([face.count for face in self.faces if face.feature == WORKSHOP]) != 1:
            raise BadContent("tiles.toml: there must be exactly one tile with the feature workshop.")
        if not sum([face.count for face in self.faces if face.feature == GATE]):
            raise BadContent("tiles.toml: there is no tile with the feature gate.")
        self.laid: list[list[Laid]] = [[Laid(face, turns) for turns in range(4)] for face in self.faces]
        """By face and quarter turns."""
        self.laid_at: list[list[Laid]] = [[laid[wall_turns(place)] for place in range(PLACES)] for laid in self.laid]
        """By face and place, before anyone turns it: an edge tile or corner has its wall outside."""
        self.ways: list[tuple[int, ...]] = [_ways(laid) for laid in self.laid]
        """Rule 4.3: by face the quarter turns that look different."""

    def _read_animals(self, file: Entry) -> None:
        self.animals: list[Animal] = [Animal(index, entry) for index, entry in enumerate(file.entries("animal"))]
        _check_unique("animals.toml, [[animal]]", [animal.id for animal in self.animals])
        if len(self.animals) < MOST_ANIMALS:
            raise BadContent(f"animals.toml: there are {len(self.animals)} animals; {MOST_ANIMALS} are needed.")

    def _read_cards(self, file: Entry) -> None:
        self.kinds: list[str] = file.texts("kinds")
        _check_unique("cards.toml, kinds", self.kinds)
        if not self.kinds:
            raise file.wrong("kinds", "a list of at least one kind")
        parts = file.entries("part")
        self.cards: list[Card] = [Card(index, entry, self.kinds, DOES, 0) for index, entry in enumerate(parts)]
        for entry in file.entries("find"):
            self.cards.append(Card(len(self.cards), entry, [], ("refill", "whistle"), REFILL))
        _check_unique("cards.toml", [card.id for card in self.cards])
        if len(self.cards) > 60:
            raise BadContent(f"cards.toml: there are {len(self.cards)} cards; at most 60 are possible.")
        self.card_named: dict[str, Card] = {card.id: card for card in self.cards}
        self.of_kind: list[int] = [
            sum([card.bit for card in self.cards if card.kind == kind]) for kind in range(len(self.kinds))
        ]
        """By kind the mask of its Parts."""
        for kind, mask in zip(self.kinds, self.of_kind, strict=True):
            if not mask:
                raise BadContent(f"cards.toml: there is no part of the kind {kind}.")
        self.parts: int = sum(self.of_kind)
        self.whistles: int = sum([card.bit for card in self.cards if card.do == WHISTLE])

    def _read_setup(self, file: Entry) -> None:
        self.keepers: int = _at_least(file, "keepers", 1)
        self.poop: int = _at_least(file, "poop", 0)
        self.loot: int = _at_least(file, "loot", 1)
        self.rounds: int = _at_least(file, "rounds", 1)
        self.machine_parts: int = _at_least(file, "machine_parts", len(self.kinds))
        self.enclosures: list[int] = [place_named(name) for name in file.texts("enclosures")]
        if sorted(self.enclosures) != [0, SIDE - 1, PLACES - SIDE, PLACES - 1]:
            raise file.wrong("enclosures", "the four corners A1, F1, A6 and F6 in any order")
        powers = [Power(entry) for entry in file.entries("power")]
        self.power: dict[int, Power] = {power.animals: power for power in powers}
        for animals in range(2, MOST_ANIMALS + 1):
            if animals not in self.power:
                raise BadContent(f"setup.toml: there is no [[power]] for {animals} animals.")
        self.levels: dict[str, Level] = {
            level.id: level for level in [Level(entry, self.face_named) for entry in file.entries("level")]
        }

    def names_of(self, mask: int) -> list[str]:
        """Return the ids of the cards in a mask."""
        return [card.id for card in self.cards if mask & card.bit]


def _ways(laid: list[Laid]) -> tuple[int, ...]:
    ways: list[int] = []
    for turns in range(4):
        if not any(laid[turns].looks_like(laid[other]) for other in ways):
            ways.append(turns)
    return tuple(ways)


def _at_least(entry: Entry, key: str, least: int) -> int:
    number = entry.number(key)
    if number < least:
        raise entry.wrong(key, f"a number from {least} on")
    return number


def _check_unique(where: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadContent(f"{where}: {name!r} stands there twice.")
