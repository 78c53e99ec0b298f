"""The table of Dr. Potamus' Incredible Escape: the zoo, its tiles, and who stands where."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.errors import BadSetup
from menagerie.core.rng import Rng
from menagerie.core.seats import LETTERS
from menagerie.core.state import State
from menagerie.games.zoo_escape import text
from menagerie.games.zoo_escape.actions import Decisions
from menagerie.games.zoo_escape.board import (
    CORNER_MASK,
    CORNERS,
    DIRECTIONS,
    EDGE_PLACES,
    INNER,
    INNER_PLACES,
    NAMES,
    NO_PATH,
    OUTSIDE,
    PLACES,
    RESERVE,
)
from menagerie.games.zoo_escape.pieces import (
    CORNER_TILE,
    EDGE_TILE,
    INNER_TILE,
    MOST_ANIMALS,
    WORKSHOP,
    Animal,
    Face,
    Laid,
    Level,
    Pieces,
)

PLAYING: Final = 0
ESCAPED: Final = 1
ALL_CAPTURED: Final = 2
NO_KEEPER: Final = 3
NO_POWER: Final = 4
KIND_GONE: Final = 5
DAWN: Final = 6
ENDINGS: Final = ("playing", "escaped", "all captured", "no keeper", "no power card", "kind gone", "dawn")

NOBODY: Final = -1


@final
class Table(State):
    """Everything that lies on the table. Animals count from 0 to `team` - 1, keepers from 0 (number 1) on.

    Masks of animals have bit i for animal i, and bit `team` for the Machine where it has a part in them; masks of
    places bit p for place p; masks of cards the bits of the cards. The Billionaire is kept as the last keeper.
    """

    pieces: Pieces
    ready: Decisions
    level: Level
    team: int
    """How many animals are in play."""
    everybody: int
    """The mask of all animals."""
    billionaire: int
    """His number among the keepers."""
    animals: tuple[Animal, ...]
    number_of: tuple[int, ...]
    """By the animals in the box their number in the team, -1 for those that stay in the box."""
    zoo: tuple[Laid, ...]
    """By place the tile, face down or not."""
    up: int
    """The places with face-up tiles."""
    loot: tuple[int, ...]
    """By place the markers left."""
    workshop: int
    """Its place."""
    spots: list[int]
    """By animal; OUTSIDE for those aboard."""
    poop_left: list[int]
    carried: list[int]
    """By animal its cards."""
    hiding: int
    loaded: int
    had_turn: int
    captured: int
    """Who was captured this round."""
    duty: tuple[int, ...]
    """The keepers that are not in reserve, in order."""
    stands: list[int]
    """By keeper its spot."""
    facing: list[int]
    """By keeper its direction, -1 outside."""
    busy: int
    """The keepers that cross a face-down tile."""
    poop: list[int]
    """By path the places where poop lies on it."""
    deck: tuple[int, ...]
    """All building cards in the order in which they come."""
    drawn: int
    """How many of them have been drawn."""
    gone: int
    """The cards that have left the game."""
    machine_parts: int
    """The Parts added to the Machine."""
    machine: int
    """Its spot, OUTSIDE until it is built."""
    pile: list[int]
    """By value the Power Cards in the draw pile. Their order is decided when they are drawn: nobody can tell."""
    in_pile: int
    """How many those are."""
    discards: list[int]
    added: int
    """How many cards of the supply have been added."""
    round: int
    active: int
    """Whose turn it is: an animal's number, `team` for the Machine, or NOBODY."""
    leader: int
    """The seat that makes the decisions of this turn."""
    moves_left: int
    ability_used: bool
    feature_used: bool
    used: int
    """The Parts that the Machine has used this turn."""
    using: int
    """The Part in use."""
    steps_left: int
    line: int
    """The direction in which the Part in use went last, -1 before."""
    path_changed: bool
    turning: int
    """The place that is about to be entered over a tile just turned up."""
    entered: int
    """The side over which it is entered, -1 from above."""
    walker: int
    """How many keepers have begun their turns this keepers' phase, less one."""
    walk_left: int
    ending: int
    ending_of: int
    """The animal without a keeper, or the kind that is gone."""

    def deal(self, pieces: Pieces, ready: Decisions) -> None:
        """Section 2: the set-up."""
        self.pieces = pieces
        self.ready = ready
        self.level = self._choose_level()
        self.team = max(2, self.players)
        self.everybody = (1 << self.team) - 1
        self.billionaire = self.team * pieces.keepers
        self._choose_animals()
        self._deal_tiles()
        self._place_animals_and_keepers()
        self._deal_cards()
        self.poop = [0, 0]
        self.machine_parts = 0
        self.machine = OUTSIDE
        self.round = 1
        self.active = NOBODY
        self.leader = 0
        self.moves_left = 0
        self.ability_used = self.feature_used = False
        self.used = 0
        self.using = -1
        self.steps_left = 0
        self.line = -1
        self.path_changed = False
        self.turning = self.entered = -1
        self.walker = -1
        self.walk_left = 0
        self.ending = PLAYING
        self.ending_of = -1

    def _choose_level(self) -> Level:
        name: str = self.setup.options["level"]
        if name not in self.pieces.levels:
            raise BadSetup(f"The content has no level {name}; it has {', '.join(self.pieces.levels)}.")
        return self.pieces.levels[name]

    def _choose_animals(self) -> None:
        """Rule 2.2: those asked for, the others by chance."""
        chosen = [self._animal_asked_for(number) for number in range(1, MOST_ANIMALS + 1)]
        others = [animal for animal in self.pieces.animals if animal not in chosen]
        self.rng.shuffle(others)
        number_of = [-1] * len(self.pieces.animals)
        animals: list[Animal] = []
        for number in range(self.team):
            animal = chosen[number] or others.pop()
            if number_of[animal.index] >= 0:
                raise BadSetup(f"The {animal.name} is chosen twice; each Animal can be led once.")
            number_of[animal.index] = number
            animals.append(animal)
        self.animals = tuple(animals)
        self.number_of = tuple(number_of)

    def _animal_asked_for(self, number: int) -> Animal | None:
        name: str = self.setup.options[f"animal_{number}"]
        if name == "any":
            return None
        if number > self.team:
            raise BadSetup(f"There are {self.team} Animals in this game: animal_{number} must be any.")
        for animal in self.pieces.animals:
            if animal.id == name:
                return animal
        raise BadSetup(f"The content has no animal {name}.")

    def _deal_tiles(self) -> None:
        """Rule 2.1."""
        zoo: list[Laid | None] = [None] * PLACES
        for places, sort in ((INNER_PLACES, INNER_TILE), (EDGE_PLACES, EDGE_TILE), (CORNERS, CORNER_TILE)):
            self._deal_on(zoo, places, list(self.level.tiles[sort]), self.rng)
        self.zoo = tuple([laid for laid in zoo if laid is not None])
        for place in INNER_PLACES:
            if self.zoo[place].feature == WORKSHOP:
                self.workshop = place
        self.up = CORNER_MASK | 1 << self.workshop
        self.loot = (0,) * PLACES

    def _deal_on(self, zoo: list[Laid | None], places: tuple[int, ...], faces: list[Face], rng: Rng) -> None:
        rng.shuffle(faces)
        laid_at = self.pieces.laid_at
        for number, place in enumerate(places):
            zoo[place] = laid_at[faces[number].index][place]

    def _place_animals_and_keepers(self) -> None:
        """Rules 2.2 and 2.3."""
        pieces, team = self.pieces, self.team
        self.spots = [self.home(animal) for animal in range(team)]
        self.poop_left = [pieces.poop] * team
        self.carried = [0] * team
        self.hiding = self.loaded = self.had_turn = self.captured = 0
        self.duty = tuple(range(team))
        self.stands = [OUTSIDE] * team + [RESERVE] * (team * (pieces.keepers - 1)) + [OUTSIDE]
        self.facing = [-1] * len(self.stands)
        self.busy = 0

    def _deal_cards(self) -> None:
        """Rules 2.4 and 2.5."""
        power = self.pieces.power[self.team]
        self.pile = list(power.counts)
        self.in_pile = sum(self.pile)
        self.discards = [0] * len(self.pile)
        self.added = 0
        deck = list(range(len(self.pieces.cards)))
        self.rng.shuffle(deck)
        self.deck = tuple(deck)
        self.drawn = 0
        self.gone = 0

    # What everyone can see.

    def home(self, animal: int) -> int:
        """The spot of an animal's Enclosure."""
        return self.pieces.enclosures[animal] << 2

    def leader_of(self, animal: int) -> int:
        """The seat that leads an animal."""
        return animal if self.players > 1 else 0

    @property
    def is_built(self) -> bool:
        """Whether the Machine is built."""
        return self.machine >= 0

    @property
    def is_complete(self) -> bool:
        """Whether the Machine has at least one Part of each kind (rule 4.7.6)."""
        return self.missing_kind(self.machine_parts) < 0

    def missing_kind(self, parts: int) -> int:
        """The first kind of which there is none among these Parts, -1 if all are there."""
        for kind, mask in enumerate(self.pieces.of_kind):
            if not parts & mask:
                return kind
        return -1

    @property
    def supply(self) -> tuple[int, ...]:
        """The Power Cards that have not been added, the next one first."""
        return self.pieces.power[self.team].supply[self.added :]

    def draw_power(self) -> int:
        """Rule 7.1: a card from the draw pile, straight onto the discards."""
        if not self.in_pile:
            self.pile, self.discards = self.discards, self.pile
            self.in_pile = sum(self.pile)
        at = self.rng.below(self.in_pile)
        self.in_pile -= 1
        value = 0
        while at >= self.pile[value]:
            at -= self.pile[value]
            value += 1
        self.pile[value] -= 1
        self.discards[value] += 1
        return value

    # The contract.

    def copy(self) -> Table:
        twin = Table()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.ready = self.ready
        twin.level = self.level
        twin.team = self.team
        twin.everybody = self.everybody
        twin.billionaire = self.billionaire
        twin.animals = self.animals
        twin.number_of = self.number_of
        twin.zoo = self.zoo
        twin.up = self.up
        twin.loot = self.loot
        twin.workshop = self.workshop
        twin.spots = self.spots[:]
        twin.poop_left = self.poop_left[:]
        twin.carried = self.carried[:]
        twin.hiding = self.hiding
        twin.loaded = self.loaded
        twin.had_turn = self.had_turn
        twin.captured = self.captured
        twin.duty = self.duty
        twin.stands = self.stands[:]
        twin.facing = self.facing[:]
        twin.busy = self.busy
        twin.poop = self.poop[:]
        twin.deck = self.deck
        twin.drawn = self.drawn
        twin.gone = self.gone
        twin.machine_parts = self.machine_parts
        twin.machine = self.machine
        twin.pile = self.pile[:]
        twin.in_pile = self.in_pile
        twin.discards = self.discards[:]
        twin.added = self.added
        twin.round = self.round
        twin.active = self.active
        twin.leader = self.leader
        twin.moves_left = self.moves_left
        twin.ability_used = self.ability_used
        twin.feature_used = self.feature_used
        twin.used = self.used
        twin.using = self.using
        twin.steps_left = self.steps_left
        twin.line = self.line
        twin.path_changed = self.path_changed
        twin.turning = self.turning
        twin.entered = self.entered
        twin.walker = self.walker
        twin.walk_left = self.walk_left
        twin.ending = self.ending
        twin.ending_of = self.ending_of
        return twin

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Rule 1.8: nobody knows the face-down tiles and the order of the building cards."""
        zoo: list[Laid | None] = list(self.zoo)
        for places in (INNER_PLACES, EDGE_PLACES):
            hidden = tuple([place for place in places if not self.up >> place & 1])
            faces = sorted([self.zoo[place].face for place in hidden], key=lambda face: face.index)
            self._deal_on(zoo, hidden, faces, rng)
        self.zoo = tuple([laid for laid in zoo if laid is not None])
        cards = sorted(self.deck[self.drawn :])
        rng.shuffle(cards)
        self.deck = self.deck[: self.drawn] + tuple(cards)

    def score(self, seat: int) -> int:
        """Rule 10.3: 1 for everybody when they have escaped."""
        return 1 if self.ending == ESCAPED else 0

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """All seats share it."""
        return (tuple(range(self.players)),)

    @property
    def winners(self) -> tuple[int, ...]:
        """Everybody, or nobody."""
        return tuple(range(self.players)) if self.ending == ESCAPED else ()

    def result(self) -> str:
        if not self.is_over:
            return ""
        rounds = "1 round" if self.round == 1 else f"{self.round} rounds"
        if self.ending == ESCAPED:
            return f"Won after {rounds}: the Incredible Machine has escaped with everybody aboard."
        return f"Lost after {rounds}: {self._why_lost()}."

    def _why_lost(self) -> str:
        if self.ending == ALL_CAPTURED:
            return "all Animals were captured in one round"
        if self.ending == NO_KEEPER:
            return f"no Keeper of the {self.animals[self.ending_of].name} is left to add"
        if self.ending == NO_POWER:
            return "no Power Card is left to add"
        if self.ending == KIND_GONE:
            return f"no Part of the kind {self.pieces.kinds[self.ending_of]} is left"
        return "dawn has broken"

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "title": self.game.id,
            "players": self.players,
            "level": self.level.id,
            "round": self.round,
            "rounds": self.pieces.rounds,
            "to_act": list(self.to_act),
            "active": self._view_active(),
            "tiles": [self._view_tile(place) for place in range(PLACES)],
            "turning": NAMES[self.turning] if self.turning >= 0 else None,
            "animals": [self._view_animal(number) for number in range(self.team)],
            "keepers": [self._view_keeper(keeper) for keeper in range(self.billionaire)],
            "billionaire": self._view_keeper(self.billionaire) if self.stands[-1] >= 0 else None,
            "machine": {
                "built": self.is_built,
                "spot": spot_name(self.machine),
                "parts": self.pieces.names_of(self.machine_parts),
                "used": self.pieces.names_of(self.used),
                "captured": bool(self.captured >> self.team & 1),
                "had_turn": bool(self.had_turn >> self.team & 1),
            },
            "poop": [
                spot_name(place << 2 | path)
                for place in range(PLACES)
                for path in range(2)
                if self.poop[path] >> place & 1
            ],
            "power": {
                "pile": [value for value, count in enumerate(self.pile) for _ in range(count)],
                "discards": [value for value, count in enumerate(self.discards) for _ in range(count)],
                "supply": list(self.supply),
            },
            "cards_left": len(self.deck) - self.drawn,
            "gone": self.pieces.names_of(self.gone),
            "scores": list(self.scores),
            "ending": ENDINGS[self.ending],
            "result": self.result(),
        }

    def _view_active(self) -> dict[str, Any] | None:
        if self.active == NOBODY:
            return None
        is_animal = self.active < self.team
        return {
            "piece": self.animals[self.active].id if is_animal else "machine",
            "led_by": LETTERS[self.leader],
            "moves_left": self.moves_left if is_animal else 0,
            "ability_used": self.ability_used,
            "feature_used": self.feature_used,
            "part": self.pieces.cards[self.using].id if self.using >= 0 else None,
        }

    def _view_tile(self, place: int) -> dict[str, Any]:
        if not self.up >> place & 1:
            return {"place": NAMES[place], "up": False, "back": "inner" if INNER[place] else "edge"}
        laid = self.zoo[place]
        return {
            "place": NAMES[place],
            "up": True,
            "tile": laid.face.id,
            "name": laid.face.name,
            "turns": laid.turns,
            "paths": ["".join(["NESW"[side] for side in range(4) if sides >> side & 1]) for sides in laid.sides],
            "cameras": [path + 1 for path in range(2) if laid.cameras >> path & 1],
            "loot": self.loot[place],
        }

    def _view_animal(self, number: int) -> dict[str, Any]:
        animal = self.animals[number]
        return {
            "animal": animal.id,
            "name": animal.name,
            "seat": LETTERS[self.leader_of(number)],
            "home": NAMES[self.pieces.enclosures[number]],
            "spot": spot_name(self.spots[number]),
            "poop": self.poop_left[number],
            "cards": self.pieces.names_of(self.carried[number]),
            "hiding": bool(self.hiding >> number & 1),
            "loaded": bool(self.loaded >> number & 1),
            "captured": bool(self.captured >> number & 1),
            "had_turn": bool(self.had_turn >> number & 1),
            "keepers_left": [keeper + 1 for keeper in self.reserve_of(number)],
        }

    def _view_keeper(self, keeper: int) -> dict[str, Any]:
        spot = self.stands[keeper]
        direction = self.facing[keeper]
        return {
            "number": keeper + 1 if keeper < self.billionaire else 0,
            "of": self.animals[keeper % self.team].id if keeper < self.billionaire else "machine",
            "spot": spot_name(spot),
            "outside": spot == OUTSIDE,
            "facing": DIRECTIONS[direction] if direction >= 0 else None,
            "busy": bool(self.busy >> keeper & 1),
        }

    def reserve_of(self, animal: int) -> list[int]:
        """The keepers of an animal that are in reserve."""
        return [keeper for keeper in range(animal, self.billionaire, self.team) if self.stands[keeper] == RESERVE]

    def secrets(self) -> dict[str, Any]:
        return {
            "tiles": [laid.face.id for laid in self.zoo],
            "deck": [self.pieces.cards[card].id for card in self.deck],
            "chance": self.rng.position,
        }

    def __str__(self) -> str:
        return text.table(self.view(None))


def spot_name(spot: int) -> str | None:
    """`C4`, with the number of the path on a face-up tile (`C4/1`); None for what is not in the zoo."""
    if spot < 0:
        return None
    path = spot & NO_PATH
    return NAMES[spot >> 2] if path == NO_PATH else f"{NAMES[spot >> 2]}/{path + 1}"
