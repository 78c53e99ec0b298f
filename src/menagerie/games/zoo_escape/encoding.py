"""Dr. Potamus' Incredible Escape in numbers: tiles by place, the viewer's Animal first, Keepers by their numbers.

All seats see the same, so only the order of Animals and seats depends on the viewer.
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Encoding, Layout
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.zoo_escape.actions import Catalogue
from menagerie.games.zoo_escape.board import DIRECTIONS, NAMES, NO_PATH, PLACES, RESERVE
from menagerie.games.zoo_escape.phases.animals import MOVES, TURN
from menagerie.games.zoo_escape.phases.captures import LOSE_PART
from menagerie.games.zoo_escape.phases.keepers import KEEPERS
from menagerie.games.zoo_escape.phases.machine import MACHINE_TURN, PART_USE
from menagerie.games.zoo_escape.phases.rounds import ROUND
from menagerie.games.zoo_escape.phases.tiles import LANDING, LAY_TILE
from menagerie.games.zoo_escape.phases.workshop import AT_WORKSHOP
from menagerie.games.zoo_escape.pieces import FEATURES, HIGHEST_POWER, MOST_ANIMALS, Laid, Pieces
from menagerie.games.zoo_escape.scoring import ENDINGS
from menagerie.games.zoo_escape.state import Position

PATHS: Final = ("path 1", "path 2")
TILE: Final = (
    "face up",
    *FEATURES[1:],
    *[f"{path} {direction}" for path in PATHS for direction in DIRECTIONS],
    "camera 1", "camera 2", "loot", "poop 1", "poop 2",
)  # fmt: skip
"""What an observation holds for every place."""
FACE: Final = TILE.index("loot")
"""How much of it is printed on the tile."""
LOOT: Final = TILE.index("loot")
POOP: Final = TILE.index("poop 1")
TEAM: Final = ("own", "second", "third", "fourth")
"""The Animals, counted from the viewer's."""
MACHINE: Final = MOST_ANIMALS
"""The Machine comes after them."""
CARDS: Final = (*TEAM, "machine", "used this turn", "gone", "not drawn")
USED: Final = 5
GONE: Final = 6
DECK: Final = 7
ANIMAL: Final = ("hiding", "loaded", "captured", "had turn")
BUILT: Final = ("built", "captured", "had turn")
KEEPER: Final = ("outside", "reserve", "busy")
ASKED: Final = (
    (ROUND, "begin a turn"),
    (TURN, "turn of an Animal"),
    (AT_WORKSHOP, "at the Workshop"),
    (MACHINE_TURN, "turn of the Machine"),
    (PART_USE, "use of a Part"),
    (LAY_TILE, "lay a tile"),
    (LANDING, "land on a path"),
    (LOSE_PART, "lose a Part"),
)


@final
class TitleEncoding(Encoding):
    """Decisions and observations of Dr. Potamus' Incredible Escape."""

    def __init__(self, game: Game) -> None:
        pieces, catalogue = game.pieces, game.catalogue  # type: ignore[attr-defined]
        assert isinstance(pieces, Pieces)
        assert isinstance(catalogue, Catalogue)
        layout = Layout(game)
        self._seats: Final = game.players[-1]
        self._kinds: Final = len(pieces.animals)
        self._in_box: Final = len(pieces.cards)
        self._keepers: Final = pieces.keepers * MOST_ANIMALS
        """The most Keepers of a game. The Billionaire follows them."""
        self._levels: Final = list(pieces.levels)
        self._faces: Final = [[_face(laid) for laid in turned] for turned in pieces.laid]
        """By face and quarter turns, what is printed."""
        self._all_cards: Final = (1 << self._in_box) - 1
        self._add_course(layout, pieces)
        self._add_zoo(layout, pieces)
        self._add_turn(layout, pieces)
        layout.leave_out(
            "The names of tiles: two that have the same paths, cameras and feature look the same.",
            "When the game is lost, which Animal had no Keeper left, or which kind of Part was gone.",
        )
        super().__init__(game, layout, list(catalogue.by_notation.values()))

    # What an observation is made of.

    def _add_course(self, layout: Layout, pieces: Pieces) -> None:
        seats, powers = self._seats, HIGHEST_POWER + 1
        cards = max([sum(power.counts) + len(power.supply) for power in pieces.power.values()])
        self._players = layout.add(
            "players", (seats,), 0, 1, "The number of players: 1 for each seat at the table, the viewer's first."
        )
        self._own = layout.add(
            "seat", (seats,), 0, 1, "The viewer's seat: 1 at its place in the order of seats, A first."
        )
        self._to_act = layout.add("to_act", (seats,), 0, 1, "The seats to act, counted from the viewer's.")
        levels = tuple(self._levels)
        self._level = layout.add("level", (len(levels),), 0, 1, "The level.", (levels,))
        self._round = layout.add("round", (), 1, pieces.rounds, "The number of the round.")
        self._ending = layout.add("ending", (len(ENDINGS),), 0, 1, "Whether and how the game has ended.", (ENDINGS,))
        self._pile = layout.add("power_pile", (powers,), 0, cards, "Power Cards in the draw pile, by value.")
        self._discards = layout.add("power_discards", (powers,), 0, cards, "Power Cards discarded, by value.")
        self._added = layout.add("power_added", (), 0, cards, "Power Cards added from the supply.")

    def _add_zoo(self, layout: Layout, pieces: Pieces) -> None:
        kinds = tuple([animal.id for animal in pieces.animals])
        cards = tuple([card.id for card in pieces.cards])
        pieces_there = (*TEAM, "machine")
        loot = max(1, pieces.loot)
        self._tiles = layout.add(
            "tiles",
            (PLACES, len(TILE)),
            0,
            loot,
            "What is on each tile; nothing while it is face down.",
            (NAMES, TILE),
        )
        self._animals = layout.add(
            "animals",
            (MOST_ANIMALS, self._kinds),
            0,
            1,
            "The Animals in the game. A single player has two.",
            (TEAM, kinds),
        )
        self._spots = layout.add(
            "places", (MACHINE + 1, PLACES), 0, 1, "Where Animals and the Machine stand.", (pieces_there, NAMES)
        )
        self._paths = layout.add(
            "paths", (MACHINE + 1, len(PATHS)), 0, 1, "On which Path of the tile they stand.", (pieces_there, PATHS)
        )
        self._state = layout.add(
            "animal_state", (MOST_ANIMALS, len(ANIMAL)), 0, 1, "The state of each Animal.", (TEAM, ANIMAL)
        )
        self._poop = layout.add("poop_left", (MOST_ANIMALS,), 0, pieces.poop, "The poop of each Animal.", (TEAM,))
        self._machine = layout.add("machine_state", (len(BUILT),), 0, 1, "The state of the Machine.", (BUILT,))
        self._cards = layout.add(
            "cards", (len(CARDS), self._in_box), 0, 1, "Where each Building card is.", (CARDS, cards)
        )
        keepers = (*[str(number + 1) for number in range(self._keepers)], "Billionaire")
        many = len(keepers)
        self._of = layout.add(
            "keeper_of", (many, MACHINE + 1), 0, 1, "The target of each Keeper of this game.", (keepers, pieces_there)
        )
        self._stands = layout.add("keeper_places", (many, PLACES), 0, 1, "Where each stands.", (keepers, NAMES))
        self._walks = layout.add(
            "keeper_paths", (many, len(PATHS)), 0, 1, "On which Path; none on a face-down tile.", (keepers, PATHS)
        )
        self._faced = layout.add(
            "keeper_faces", (many, len(DIRECTIONS)), 0, 1, "Which way each faces.", (keepers, DIRECTIONS)
        )
        self._status = layout.add(
            "keeper_state",
            (many, len(KEEPER)),
            0,
            1,
            "Whether each waits outside, is in reserve, or is busy.",
            (keepers, KEEPER),
        )

    def _add_turn(self, layout: Layout, pieces: Pieces) -> None:
        asked = tuple([words for _, words in ASKED])
        steps = max([card.tiles for card in pieces.cards])
        self._asked = layout.add("asked", (len(ASKED),), 0, 1, "What is decided now.", (asked,))
        self._active = layout.add(
            "active", (MACHINE + 1,), 0, 1, "Whose turn it is: an Animal's or the Machine's.", ((*TEAM, "machine"),)
        )
        self._leader = layout.add("led_by", (self._seats,), 0, 1, "The seat that takes the turn, from the viewer's.")
        self._moves = layout.add("moves_left", (), 0, MOVES, "Tiles that the Animal may still move.")
        self._did = layout.add(
            "used", (2,), 0, 1, "Whether ability and feature were used this turn.", (("ability", "feature"),)
        )
        cards = tuple([card.id for card in pieces.cards])
        self._using = layout.add("part", (self._in_box,), 0, 1, "The Part in use.", (cards,))
        self._steps = layout.add("part_steps_left", (), 0, steps, "What is left of its use.")
        self._line = layout.add("part_line", (len(DIRECTIONS),), 0, 1, "Where it went last.", (DIRECTIONS,))
        self._crept = layout.add("path_changed", (), 0, 1, "Whether it has changed Path.")
        self._turning = layout.add("turning", (PLACES,), 0, 1, "The tile that is about to be entered.", (NAMES,))
        self._entered = layout.add(
            "entered_from", (len(DIRECTIONS) + 1,), 0, 1, "Over which side.", ((*DIRECTIONS, "above"),)
        )
        self._walker = layout.add(
            "keepers_walked",
            (2,),
            0,
            255,
            "In the Keepers' phase: how many have started this round, and the moves that the latest one has left.",
            (("keepers", "moves left"),),
        )

    # Writing an observation.

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        assert isinstance(state, Position)
        out[:] = self.blank
        self._tell_course(state, seat, out)
        self._tell_tiles(state, out)
        team = state.team
        number = seat
        for place in range(team):
            self._tell_animal(state, number, place, out)
            number += 1
            if number == team:
                number = 0
        self._tell_machine(state, out)
        self._tell_keepers(state, seat, out)
        if state.stack:
            self._tell_turn(state, seat, out)

    def _tell_course(self, state: Position, seat: int, out: memoryview) -> None:
        players = state.players
        for place in range(players):
            out[self._players + place] = 1
        for other in state.to_act:
            out[self._to_act + (other - seat) % players] = 1
        out[self._own + seat] = 1
        out[self._level + self._levels.index(state.level.id)] = 1
        out[self._round] = state.round
        out[self._ending + state.ending] = 1
        for value in range(HIGHEST_POWER + 1):
            if state.pile[value]:
                out[self._pile + value] = state.pile[value]
            if state.discards[value]:
                out[self._discards + value] = state.discards[value]
        out[self._added] = state.added

    def _tell_tiles(self, state: Position, out: memoryview) -> None:
        faces, up, zoo, loot = self._faces, state.up, state.zoo, state.loot
        first, second = state.poop
        at = self._tiles
        for place in range(PLACES):
            if up >> place & 1:
                laid = zoo[place]
                out[at : at + FACE] = faces[laid.face.index][laid.turns]
                if loot[place]:
                    out[at + LOOT] = loot[place]
                if first >> place & 1:
                    out[at + POOP] = 1
                if second >> place & 1:
                    out[at + POOP + 1] = 1
            at += len(TILE)

    def _tell_animal(self, state: Position, number: int, place: int, out: memoryview) -> None:
        out[self._animals + self._kinds * place + state.animals[number].index] = 1
        self._tell_spot(state.spots[number], place, out)
        at = self._state + len(ANIMAL) * place
        for holds in (state.hiding, state.loaded, state.captured, state.had_turn):
            if holds >> number & 1:
                out[at] = 1
            at += 1
        out[self._poop + place] = state.poop_left[number]
        self._tell_cards(state.carried[number], place, out)

    def _tell_spot(self, spot: int, place: int, out: memoryview) -> None:
        """Write where an Animal or the Machine stands."""
        if spot >= 0:
            out[self._spots + PLACES * place + (spot >> 2)] = 1
            out[self._paths + len(PATHS) * place + (spot & 3)] = 1

    def _tell_cards(self, cards: int, row: int, out: memoryview) -> None:
        at = self._cards + self._in_box * row - 1
        while cards:
            out[at + (cards & -cards).bit_length()] = 1
            cards &= cards - 1

    def _tell_machine(self, state: Position, out: memoryview) -> None:
        self._tell_spot(state.machine, MACHINE, out)
        if state.is_built:
            out[self._machine] = 1
        if state.captured >> state.team & 1:
            out[self._machine + 1] = 1
        if state.had_turn >> state.team & 1:
            out[self._machine + 2] = 1
        self._tell_cards(state.machine_parts, MACHINE, out)
        self._tell_cards(state.used, USED, out)
        self._tell_cards(state.gone, GONE, out)
        drawn = state.machine_parts | state.gone
        for carried in state.carried:
            drawn |= carried
        self._tell_cards(self._all_cards & ~drawn, DECK, out)

    def _tell_keepers(self, state: Position, seat: int, out: memoryview) -> None:
        team, stands = state.team, state.stands
        after = (team - seat) % team
        for keeper in range(state.billionaire):
            out[self._of + (MACHINE + 1) * keeper + after] = 1
            after += 1
            if after == team:
                after = 0
            spot = stands[keeper]
            if spot >= 0:
                self._tell_keeper(state, keeper, keeper, out)
            else:
                out[self._status + len(KEEPER) * keeper + (1 if spot == RESERVE else 0)] = 1
        if stands[state.billionaire] >= 0:
            out[self._of + (MACHINE + 1) * self._keepers + MACHINE] = 1
            self._tell_keeper(state, state.billionaire, self._keepers, out)

    def _tell_keeper(self, state: Position, keeper: int, row: int, out: memoryview) -> None:
        """Write a Keeper in the Zoo."""
        spot = state.stands[keeper]
        out[self._stands + PLACES * row + (spot >> 2)] = 1
        if spot & 3 != NO_PATH:
            out[self._walks + len(PATHS) * row + (spot & 3)] = 1
        out[self._faced + len(DIRECTIONS) * row + state.facing[keeper]] = 1
        if state.busy >> keeper & 1:
            out[self._status + len(KEEPER) * row + 2] = 1

    def _tell_turn(self, state: Position, seat: int, out: memoryview) -> None:
        """Write the current decision and the state of the turn."""
        top = state.stack[-1]
        for number, (phase, _) in enumerate(ASKED):
            if phase is top:
                out[self._asked + number] = 1
        if state.active >= 0:
            is_animal = state.active < state.team
            out[self._active + ((state.active - seat) % state.team if is_animal else MACHINE)] = 1
            out[self._leader + (state.leader - seat) % state.players] = 1
            if is_animal:
                out[self._moves] = state.moves_left
            if state.ability_used:
                out[self._did] = 1
            if state.feature_used:
                out[self._did + 1] = 1
        if state.using >= 0:
            out[self._using + state.using] = 1
            out[self._steps] = state.steps_left
            if state.line >= 0:
                out[self._line + state.line] = 1
            if state.path_changed:
                out[self._crept] = 1
        if state.turning >= 0:
            out[self._turning + state.turning] = 1
            side = state.entered if top is LAY_TILE else -1
            out[self._entered + (side if side >= 0 else len(DIRECTIONS))] = 1
        if KEEPERS in state.stack:
            out[self._walker] = state.walker + 1
            out[self._walker + 1] = state.walk_left


def _face(laid: Laid) -> bytes:
    """Return what is printed on a tile, in the order of `TILE`."""
    numbers = bytearray(FACE)
    numbers[0] = 1
    if laid.feature:
        numbers[laid.feature] = 1
    for path, sides in enumerate(laid.sides):
        for side in range(len(DIRECTIONS)):
            numbers[len(FEATURES) + len(DIRECTIONS) * path + side] = sides >> side & 1
        numbers[TILE.index("camera 1") + path] = laid.cameras >> path & 1
    return bytes(numbers)
