"""The state of Dr. Potamus' Incredible Escape: the Zoo, its tiles and its pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from menagerie.core.rng import Rng
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.games.zoo_escape import dealing, scoring, view
from menagerie.games.zoo_escape.actions import Catalogue
from menagerie.games.zoo_escape.board import NAMES, OUTSIDE, PLACES, RESERVE
from menagerie.games.zoo_escape.display import text
from menagerie.games.zoo_escape.pieces import Animal, Laid, Level, Pieces

NO_TURN: Final = -1


@final
class Position(State):
    """The whole table. Animals are numbered from 0 to `team` - 1, Keepers from 0 (on screen number 1).

    Masks of animals have bit i for animal i, and bit `team` for the Machine where it has a part in them; masks of
    places bit p for place p; masks of cards the bits of the cards. The Billionaire is kept as the last keeper.
    """

    pieces: Pieces
    catalogue: Catalogue
    level: Level
    team: int
    """How many Animals are in the game."""
    whole_team: int
    """The mask of all animals."""
    billionaire: int
    """His number among the keepers."""
    animals: tuple[Animal, ...]
    number_of: tuple[int, ...]
    """By Animal in the box, its number in the team, -1 for those that are not in the game."""
    zoo: tuple[Laid, ...]
    """By place, the tile, face down or not."""
    up: int
    """The places with face-up tiles."""
    loot: tuple[int, ...]
    """By place, the loot markers left."""
    workshop: int
    """Its place."""
    spots: list[int]
    """By animal; OUTSIDE for those aboard."""
    poop_left: list[int]
    carried: list[int]
    """By Animal, its cards."""
    hiding: int
    loaded: int
    had_turn: int
    captured: int
    """The mask of Animals, and the Machine, captured this round."""
    duty: tuple[int, ...]
    """The keepers that are not in reserve, in order."""
    stands: list[int]
    """By Keeper, its spot."""
    facing: list[int]
    """By Keeper, its direction, -1 outside."""
    busy: int
    """The keepers that cross a face-down tile."""
    poop: list[int]
    """By Path, the places with poop on it."""
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
    """By value, the Power Cards in the draw pile. Their order is decided when they are drawn: no player can tell."""
    in_pile: int
    """How many those are."""
    discards: list[int]
    added: int
    """How many cards of the supply have been added."""
    round: int
    active: int
    """Whose turn it is: an Animal's number, `team` for the Machine, or NO_TURN."""
    leader: int
    """The seat that takes this turn."""
    moves_left: int
    ability_used: bool
    feature_used: bool
    used: int
    """The Parts that the Machine has used this turn."""
    using: int
    """The Part in use."""
    steps_left: int
    line: int
    """The direction in which a Part took the Machine last, -1 before it moved."""
    path_changed: bool
    turning: int
    """The place of a tile just revealed that is about to be entered."""
    entered: int
    """The side over which it is entered, -1 from above."""
    walker: int
    """How many Keepers have started their turns in this Keepers' phase, less one."""
    walk_left: int
    held: bool
    """Whether the Keepers wait after the last turn of a round: a planner judges a round before chance decides."""
    ending: int
    ending_of: int
    """The animal without a keeper, or the kind that is gone."""

    def deal(self, pieces: Pieces, catalogue: Catalogue) -> None:
        """Section 2: the set-up. Nothing is built and no turn has started."""
        self.pieces = pieces
        self.catalogue = catalogue
        dealing.deal(self)
        self.poop = [0, 0]
        self.machine_parts = 0
        self.machine = OUTSIDE
        self.round = 1
        self.active = NO_TURN
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
        self.held = False
        self.ending = scoring.PLAYING
        self.ending_of = -1

    # What everyone can see.

    def home(self, animal: int) -> int:
        """Return the spot of an Animal's Enclosure."""
        return self.pieces.enclosures[animal] << 2

    def leader_of(self, animal: int) -> int:
        """Return the seat that plays an Animal."""
        return animal if self.players > 1 else 0

    def reserve_of(self, animal: int) -> list[int]:
        """Return an Animal's Keepers in reserve."""
        return [keeper for keeper in range(animal, self.billionaire, self.team) if self.stands[keeper] == RESERVE]

    @property
    def is_built(self) -> bool:
        """Return whether the Machine is built."""
        return self.machine >= 0

    @property
    def is_complete(self) -> bool:
        """Return whether the Machine has at least one Part of each kind (rule 4.7.6)."""
        return self.missing_kind(self.machine_parts) < 0

    def missing_kind(self, parts: int) -> int:
        """Return the first kind that is missing among these Parts, -1 if none is."""
        for kind, mask in enumerate(self.pieces.of_kind):
            if not parts & mask:
                return kind
        return -1

    @property
    def supply(self) -> tuple[int, ...]:
        """Return the Power Cards that have not been added, the next one first."""
        return self.pieces.power[self.team].supply[self.added :]

    def draw_power(self) -> int:
        """Rule 7.1: draw a card, discard it and return its value."""
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

    def toss(self, ways: tuple[int, ...]) -> int:
        """Return the only one of these ways, or one of them by coin."""
        return ways[0] if len(ways) == 1 else ways[self.rng.below(len(ways))]

    # The contract.

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.pieces = self.pieces
        twin.catalogue = self.catalogue
        twin.level = self.level
        twin.team = self.team
        twin.whole_team = self.whole_team
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
        twin.held = self.held
        twin.ending = self.ending
        twin.ending_of = self.ending_of
        return twin

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        dealing.deal_hidden(self, rng)

    def score(self, seat: int) -> int:
        return scoring.points(self)

    def told_score(self, seat: int) -> str:
        """Return the Parts that this seat's Animals carry: a team has no points before the end."""
        if self.is_over:
            return str(self.score(seat))
        parts = sum(self.pieces.of_kind)
        carried = [self.carried[animal] & parts for animal in range(self.team) if self.leader_of(animal) == seat]
        return counted(sum([cards.bit_count() for cards in carried]), "Part", "Parts")

    def daily_measure(self, seat: int) -> tuple[int, ...]:
        """Return whether the team escaped, and the rounds that it took: fewer are better."""
        escaped = self.score(seat)
        return (escaped, -self.round if escaped else 0)

    def daily_text(self, seat: int) -> str:
        return f"escaped in {counted(self.round, 'round', 'rounds')}" if self.score(seat) else "not escaped"

    def chapter(self) -> str:
        return f"Round {self.round}"

    def breakdown(self, seat: int) -> dict[str, int]:
        return scoring.breakdown(self)

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return one rank shared by all seats."""
        return (tuple(range(self.players)),)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return all seats, or none."""
        return tuple(range(self.players)) if self.ending == scoring.ESCAPED else ()

    def tell_result(self, names: Sequence[str]) -> str:
        return scoring.result(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self)

    def secrets(self) -> dict[str, Any]:
        """Return the face-down tiles, the deck and the chance used."""
        return {
            "tiles": {NAMES[place]: self.zoo[place].face.id for place in range(PLACES) if not self.up >> place & 1},
            "deck": [self.pieces.cards[card].id for card in self.deck[self.drawn :]],
            "chance": self.rng.used,
        }

    def __str__(self) -> str:
        return text.table(self)
