"""The box: tiles, board and tables of points, read once from `content/` and checked."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadContent
from menagerie.games.night_at_the_zoo.places import (
    DIRECTIONS,
    ENTRANCES,
    FIRST_ENTRANCE,
    NOWHERE,
    PLACES,
    SPACE_BY_NAME,
    SPACE_NAMES,
    SPACES,
    ZOO,
    neighbour,
    opposite,
)

ROCKS: Final = 0
GRASS: Final = 1
SAND: Final = 2
TERRAINS: Final = ("rocks", "grass", "sand")

PENGUIN: Final = 0
CHEETAH: Final = 1
WOLF: Final = 2
SNAKE: Final = 3
BUTTERFLY: Final = 4
SLOTH: Final = 5
ANIMALS: Final = ("penguin", "cheetah", "wolf", "snake", "butterfly", "sloth")

# An offer is a set of symbols of which one may be resolved, as bits; with GAIN the points stand above them.
MOVE: Final = 1
DOUBLE_MOVE: Final = 2
DISCOVER: Final = 4
BONUS: Final = 8
DOUBLE_BONUS: Final = 16
GAIN: Final = 32
MOVES: Final = MOVE | DOUBLE_MOVE
BONUSES: Final = BONUS | DOUBLE_BONUS
POINTS_SHIFT: Final = 8
SYMBOLS: Final = {
    "move": MOVE,
    "double move": DOUBLE_MOVE,
    "discover": DISCOVER,
    "bonus": BONUS,
    "double bonus": DOUBLE_BONUS,
}

ACTION_TILES: Final = 75
BONUS_TILES: Final = 42
SETUP_TILES: Final = 9
SOLO_TILES: Final = 6
POSITIONS: Final = ("left", "middle", "right")
MOST_POINTS: Final = 9
"""No symbol shows more."""
MOST_POLLEN: Final = 4
MOST_IN_MARKET: Final = 5
FOODS: Final = 7
PROVENANCES: Final = ("rulebook", "reported", "reconstructed", "printed")
"""How we know what a content file says; "printed" is for an owner who copied it from the box."""


def points_in(offer: int) -> int:
    """The points that an offer holds."""
    return offer >> POINTS_SHIFT


def symbol(words: str) -> int:
    """What a symbol's words mean as an offer; 0 if they mean nothing."""
    number, _, unit = words.partition(" ")
    if unit in ("point", "points") and number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_POINTS:
        return GAIN | int(number) << POINTS_SHIFT
    return SYMBOLS.get(words, 0)


@final
class Tile:
    """An Action tile, or one of the three sorts of Bonus tiles."""

    __slots__ = (
        "bonus_tiles",
        "food",
        "gives",
        "index",
        "is_bonus",
        "name",
        "offer",
        "points",
        "sort",
        "terrain",
        "title",
    )

    def __init__(
        self, index: int, name: str, terrain: int, gives: tuple[str, ...], food: int, shows: str, is_bonus: bool
    ) -> None:
        self.index: Final = index
        self.name: Final = name
        kind = f"{TERRAINS[terrain]} {'Bonus tile' if is_bonus else 'tile'}"
        self.title: Final[str] = f"{kind} ({shows})" if shows else kind
        """What people call it: its terrain and what it shows."""
        self.terrain: Final = terrain
        self.gives: Final = gives
        self.food: Final = food
        """The number of its food, or -1."""
        self.is_bonus: Final = is_bonus
        everything = 0
        for words in gives:
            everything |= symbol(words)
        self.points: Final[int] = points_in(everything) if len(gives) == 1 else 0
        """Points that are gained without a choice."""
        self.offer: Final[int] = 0 if self.points else everything
        """What one may be chosen of."""
        self.bonus_tiles: Final[int] = 2 if everything & DOUBLE_BONUS else 1 if everything & BONUS else 0
        """How many Bonus tiles it can bring."""
        self.sort: Final[int] = 2 * terrain + (1 if everything & DISCOVER else 0)
        """What the conditions of spaces look at (rules 4.4 and 4.5)."""

    def __str__(self) -> str:
        return self.name


@final
class Gain:
    """What covering a space gives: points at once, and offers to resolve."""

    __slots__ = ("bonus_tiles", "offers", "points", "words")

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words: Final = words
        symbols = [symbol(word) for word in words]
        self.points: Final[int] = sum([points_in(offer) for offer in symbols])
        self.offers: Final[tuple[int, ...]] = tuple([offer for offer in symbols if not offer & GAIN])
        self.bonus_tiles: Final[int] = sum(
            [2 if offer & DOUBLE_BONUS else 1 if offer & BONUS else 0 for offer in symbols]
        )


NOTHING: Final = Gain(())


@final
class Space:
    """What is printed on a space of the Neighborhood."""

    __slots__ = ("gain", "needs", "partner")

    def __init__(self, gain: Gain, needs: str, partner: int) -> None:
        self.gain: Final = gain
        """What it gives; for the half of a pair, what the pair gives."""
        self.needs: Final = needs
        """Its condition: a terrain, "discover", or empty."""
        self.partner: Final = partner
        """The other half of its pair, or NOWHERE."""

    def gives_to(self, sort: int) -> Gain:
        """What it gives when covered by a tile of that sort (rules 4.3 to 4.5); pairs see rule 4.6."""
        if self.partner != NOWHERE:
            return NOTHING
        if self.needs == "discover":
            return self.gain if sort & 1 else NOTHING
        if self.needs:
            return self.gain if self.needs == TERRAINS[sort >> 1] else NOTHING
        return self.gain


@final
class SetupTile:
    """Which entrance belongs to which letter, and which figures begin discovered (rule 1.3)."""

    __slots__ = ("index", "letters", "name", "starters")

    def __init__(self, index: int, name: str, letters: tuple[int, ...], starters: tuple[int, ...]) -> None:
        self.index: Final = index
        self.name: Final = name
        self.letters: Final = letters
        """For every entrance 0, 1 or 2: A, B or C."""
        self.starters: Final = starters


@final
class SoloTile:
    """What Leo prefers (rule 11.2)."""

    __slots__ = ("index", "name", "shuffle", "takes")

    def __init__(self, index: int, name: str, takes: tuple[int, ...], shuffle: bool) -> None:
        self.index: Final = index
        self.name: Final = name
        self.takes: Final = takes
        self.shuffle: Final = shuffle


@final
class Pieces:
    """Everything in the box."""

    def __init__(self, content: Content) -> None:
        self.content: Final = content
        self.provenance: Final[dict[str, str]] = {}
        """How we know what each file says."""
        self._read_game(self._file("game.toml"))
        self._read_animals(self._file("animals.toml"))
        self._read_board(self._file("board.toml"))
        self._read_action_tiles(self._file("action_tiles.toml"))
        self._read_bonus_tiles(self._file("bonus_tiles.toml"))
        self._read_setup_tiles(self._file("setup_tiles.toml"))
        self._read_solo_tiles(self._file("solo_tiles.toml"))

    def _file(self, name: str) -> Entry:
        entry = self.content.read(name)
        if entry.text("provenance") not in PROVENANCES:
            raise entry.wrong("provenance", f"one of {', '.join(PROVENANCES)}")
        self.provenance[name] = entry.text("provenance")
        return entry

    # The rules in numbers.

    def _read_game(self, game: Entry) -> None:
        if game.texts("terrains") != list(TERRAINS):
            raise game.wrong("terrains", f"{list(TERRAINS)}")
        self.foods: tuple[str, ...] = tuple(game.texts("foods"))
        if len(self.foods) != FOODS or len(set(self.foods)) != FOODS:
            raise game.wrong("foods", f"a list of {FOODS} different names")
        self.rounds: int = _at_least(game, "rounds", 1)
        self.drafts_in_a_round: int = _at_least(game, "drafts_in_a_round", 1)
        if self.rounds * self.drafts_in_a_round * MOST_IN_MARKET > ACTION_TILES:
            raise game.wrong("rounds", f"so many that {ACTION_TILES} Action tiles last for all drafts")
        self.warehouse: int = _at_least(game, "warehouse", 1)
        self.for_discovered: int = game.entry("points").number("discovered")
        self.by_foods: list[int] = game.entry("points").numbers("by_foods", len(self.foods) + 1)
        ranks = game.entries("rank")
        self.ranks: list[tuple[int, str]] = [(rank.number("from"), rank.text("name")) for rank in ranks]
        if not ranks or self.ranks[-1][0] > 0 or self.ranks != sorted(self.ranks, reverse=True):
            raise BadContent("game.toml, [[rank]]: the ranks go from the best down to one from 0 points.")

    def _read_animals(self, file: Entry) -> None:
        entries = file.entries("animal")
        if [entry.text("name") for entry in entries] != list(ANIMALS):
            raise BadContent(f"animals.toml, [[animal]]: the six animals are, in this order, {', '.join(ANIMALS)}.")
        self.least_moons: int = file.number("least_moons")
        self.moons: list[int] = [_at_least(entry, "moons", 1) for entry in entries]
        if sum(sorted(self.moons)[-3:]) < self.least_moons:
            raise file.wrong("least_moons", "a number that three animals can reach")
        self.by_home: list[list[int]] = [
            [0] * 4 if animal == BUTTERFLY else entry.numbers("points", 4) for animal, entry in enumerate(entries)
        ]
        """Points by animal and number at home; butterflies score by their pollen."""
        self.by_pollen: list[int] = entries[BUTTERFLY].numbers("points_by_pollen", MOST_POLLEN + 1)

    # The player board.

    def _read_board(self, file: Entry) -> None:
        self._read_spaces(file)
        self.gain_for: list[list[Gain]] = [[space.gives_to(sort) for sort in range(6)] for space in self.spaces]
        """By space and sort of the covering tile; pairs apart."""
        self.partner: list[int] = [space.partner for space in self.spaces]
        self.bonus_spaces: list[int] = [i for i, space in enumerate(self.spaces) if space.gain.bonus_tiles]
        self._read_entrances(file)

    def _read_spaces(self, file: Entry) -> None:
        printed: dict[int, Space] = {}
        for entry in file.entries("space"):
            at = _space(entry, "at")
            if at in printed:
                raise entry.wrong("at", "a space that is not listed twice")
            needs = entry.text("needs") if entry.has("needs") else ""
            if needs and needs != "discover" and needs not in TERRAINS:
                raise entry.wrong("needs", f"discover or one of {', '.join(TERRAINS)}")
            words = entry.texts("gives") if entry.has("gives") else []
            printed[at] = Space(Gain(_symbols(entry, words)), needs, NOWHERE)
        if len(printed) != SPACES - 1:
            raise BadContent(f"board.toml, [[space]]: there are {SPACES - 1} spaces, not {len(printed)}.")
        for entry in file.entries("pair"):
            self._read_pair(entry, printed)
        printed[ZOO] = Space(NOTHING, "", NOWHERE)
        self.spaces: list[Space] = [printed[at] for at in range(SPACES)]

    def _read_pair(self, entry: Entry, printed: dict[int, Space]) -> None:
        names = entry.texts("spaces")
        if len(names) != 2 or names[0] == names[1]:
            raise entry.wrong("spaces", "two different spaces")
        gain = Gain(_symbols(entry, [entry.text("gives")]))
        for name, other in ((names[0], names[1]), (names[1], names[0])):
            at = SPACE_BY_NAME.get(name, ZOO)
            if at == ZOO or printed[at].gain.words or printed[at].needs or printed[at].partner != NOWHERE:
                raise entry.wrong("spaces", "two spaces that show nothing of their own and are in no other pair")
            printed[at] = Space(gain, "", SPACE_BY_NAME.get(other, ZOO))

    def _read_entrances(self, file: Entry) -> None:
        entries = file.entries("entrance")
        if len(entries) != ENTRANCES:
            raise BadContent(f"board.toml, [[entrance]]: there are {ENTRANCES} entrances, not {len(entries)}.")
        self.entrance_names: tuple[str, ...] = tuple([entry.text("name") for entry in entries])
        if len(set(self.entrance_names)) < ENTRANCES:
            raise BadContent("board.toml, [[entrance]]: two entrances have the same name.")
        self.entrance_terrain: list[int] = [_terrain(entry) for entry in entries]
        self.before: list[int] = [_space(entry, "before") for entry in entries]
        """The space in front of each entrance."""
        self.inward: list[int] = []
        for entry, before in zip(entries, self.before, strict=True):
            if entry.text("inward") not in DIRECTIONS:
                raise entry.wrong("inward", f"one of {', '.join(DIRECTIONS)}")
            inward = DIRECTIONS.index(entry.text("inward"))
            if neighbour(before, opposite(inward)) != NOWHERE:
                raise entry.wrong("inward", f"a direction that leads onto {SPACE_NAMES[before]} from outside")
            self.inward.append(inward)
        self._join_places()

    def _join_places(self) -> None:
        """What is next to what, computed once: steps, and which steps a tile makes possible."""
        self.next: list[list[int]] = [[NOWHERE] * 4 for _ in range(PLACES)]
        """By place and direction."""
        self.opens: list[list[tuple[int, int]]] = [[] for _ in range(SPACES)]
        """By space: from which places it can be entered, each with the direction's bit."""
        for space in range(SPACES):
            for direction in range(4):
                there = neighbour(space, direction)
                if space != ZOO and there != NOWHERE:
                    self.next[space][direction] = there
                    self.opens[there].append((space, 1 << direction))
        for entrance in range(ENTRANCES):
            place, inward = FIRST_ENTRANCE + entrance, self.inward[entrance]
            self.next[place][inward] = self.before[entrance]
            self.opens[self.before[entrance]].append((place, 1 << inward))
        self.first_ways: list[int] = [0] * PLACES
        """By place the directions that are open while no tile lies: those into the Zoo."""
        for place, bit in self.opens[ZOO]:
            self.first_ways[place] |= bit
        self.first_ground: list[int] = [0, 0, 0]
        """By terrain the places that have it while no tile lies: the entrances."""
        for entrance, terrain in enumerate(self.entrance_terrain):
            self.first_ground[terrain] |= 1 << (FIRST_ENTRANCE + entrance)

    # The tiles.

    def _read_action_tiles(self, file: Entry) -> None:
        self.tiles: list[Tile] = []
        """The Action tiles, then the three sorts of Bonus tiles: `index` is the place in this list."""
        seen: set[str] = set()
        for entry in file.entries("tile"):
            tile = self._action_tile(len(self.tiles), entry)
            if tile.name in seen:
                raise entry.wrong("name", "a name that no other tile has")
            seen.add(tile.name)
            self.tiles.append(tile)
        if len(self.tiles) != ACTION_TILES:
            raise BadContent(
                f"action_tiles.toml, [[tile]]: there are {ACTION_TILES} Action tiles, not {len(self.tiles)}."
            )
        self.action_tiles: list[Tile] = list(self.tiles)

    def _action_tile(self, index: int, entry: Entry) -> Tile:
        terrain = _terrain(entry)
        name = entry.text("name")
        number = name.removeprefix(f"{TERRAINS[terrain]}-")
        if number == name or not number.isascii() or not number.isdigit():
            raise entry.wrong("name", f"its terrain and a number, like {TERRAINS[terrain]}-07")
        gives = _symbols(entry, entry.texts("gives")) if entry.has("gives") else ()
        food = -1
        if entry.has("food"):
            if entry.text("food") not in self.foods:
                raise entry.wrong("food", f"one of {', '.join(self.foods)}")
            food = self.foods.index(entry.text("food"))
        if len(gives) > 2:
            raise entry.wrong("gives", "at most two symbols")
        if len(gives) == 2 and _kind(gives[0]) == _kind(gives[1]):
            raise entry.wrong("gives", "two different things to choose from")
        shows = " or ".join(gives) or (self.foods[food] if food >= 0 else "")
        return Tile(index, name, terrain, gives, food, shows, False)

    def _read_bonus_tiles(self, file: Entry) -> None:
        pile = file.entry("pile")
        self.piles: list[int] = [_at_least(pile, terrain, 0) for terrain in TERRAINS]
        if sum(self.piles) != BONUS_TILES:
            raise BadContent(f"{pile.where}: there are {BONUS_TILES} Bonus tiles, not {sum(self.piles)}.")
        self.bonus_tiles: list[Tile] = [
            Tile(len(self.tiles) + terrain, f"{TERRAINS[terrain]}-bonus", terrain, (), -1, "", True)
            for terrain in range(3)
        ]
        self.tiles += self.bonus_tiles

    def _read_setup_tiles(self, file: Entry) -> None:
        self.setups: list[SetupTile] = [
            self._setup_tile(index, entry) for index, entry in enumerate(file.entries("setup"))
        ]
        names = [setup.name for setup in self.setups]
        if names != [f"setup-{number}" for number in range(1, SETUP_TILES + 1)]:
            raise BadContent(
                f"setup_tiles.toml, [[setup]]: the tiles are setup-1 to setup-{SETUP_TILES}, in this order."
            )

    def _setup_tile(self, index: int, entry: Entry) -> SetupTile:
        letters = [-1] * ENTRANCES
        starters: list[int] = []
        for number, letter in enumerate("ABC"):
            names = entry.texts(letter)
            if len(names) != 3:
                raise entry.wrong(letter, "three entrances, first the one where a figure begins discovered")
            for name in names:
                if name not in self.entrance_names:
                    raise entry.wrong(letter, f"entrances from {', '.join(self.entrance_names)}")
                entrance = self.entrance_names.index(name)
                if letters[entrance] >= 0:
                    raise entry.wrong(letter, f"entrances that have no other figure; {name} has one already")
                letters[entrance] = number
            starters.append(self.entrance_names.index(names[0]))
        return SetupTile(index, entry.text("name"), tuple(letters), tuple(starters))

    def _read_solo_tiles(self, file: Entry) -> None:
        self.solo_tiles: list[SoloTile] = []
        for entry in file.entries("solo"):
            takes = entry.texts("takes")
            if sorted(takes) != sorted(POSITIONS):
                raise entry.wrong("takes", "left, middle and right in the order in which Leo prefers them")
            order = tuple([POSITIONS.index(position) for position in takes])
            self.solo_tiles.append(SoloTile(len(self.solo_tiles), entry.text("name"), order, entry.flag("shuffle")))
        if len(self.solo_tiles) != SOLO_TILES:
            raise BadContent(
                f"solo_tiles.toml, [[solo]]: there are {SOLO_TILES} Solo tiles, not {len(self.solo_tiles)}."
            )

    def figure_name(self, animal: int, figure: int) -> str:
        """`wolf of entrance N2`. In words an entrance is always called so: a bare E1 is a space."""
        return f"{ANIMALS[animal]} of entrance {self.entrance_names[figure]}"

    def rank(self, points: int) -> str:
        """Rule 11.4: what a solo result is called."""
        for least, name in self.ranks:
            if points >= least:
                return name
        return self.ranks[-1][1]


def _at_least(entry: Entry, key: str, least: int) -> int:
    number = entry.number(key)
    if number < least:
        raise entry.wrong(key, f"a whole number from {least} on")
    return number


def _space(entry: Entry, key: str) -> int:
    space = SPACE_BY_NAME.get(entry.text(key), ZOO)
    if space == ZOO:
        raise entry.wrong(key, "a space from A1 to E5 other than the Zoo, C3")
    return space


def _terrain(entry: Entry) -> int:
    if entry.text("terrain") not in TERRAINS:
        raise entry.wrong("terrain", f"one of {', '.join(TERRAINS)}")
    return TERRAINS.index(entry.text("terrain"))


def _symbols(entry: Entry, words: list[str]) -> tuple[str, ...]:
    for word in words:
        if not symbol(word):
            raise entry.wrong("gives", f"symbols like '2 points' or of {', '.join(SYMBOLS)}; not {word!r}")
    return tuple(words)


def _kind(words: str) -> int:
    """What a symbol is about, however many of it: moves, discovering, Bonus tiles or points."""
    bits = symbol(words)
    return MOVES if bits & MOVES else BONUSES if bits & BONUSES else bits & (DISCOVER | GAIN)
