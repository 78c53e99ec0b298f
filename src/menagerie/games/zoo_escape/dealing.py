"""The set-up of Dr. Potamus' Incredible Escape: level, Animals, tiles, Keepers and cards (section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from menagerie.core.errors import BadSetup
from menagerie.core.rng import Rng
from menagerie.games.zoo_escape.board import (
    CORNER_MASK,
    CORNERS,
    EDGE_PLACES,
    INNER_PLACES,
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
)

if TYPE_CHECKING:
    from menagerie.games.zoo_escape.state import Position


def deal(state: Position) -> None:
    """Set up the table for the first round."""
    state.level = _choose_level(state)
    state.team = max(2, state.players)
    state.whole_team = (1 << state.team) - 1
    state.billionaire = state.team * state.pieces.keepers
    _choose_animals(state)
    _deal_tiles(state)
    _place_animals_and_keepers(state)
    _deal_cards(state)


def _choose_level(state: Position) -> Level:
    name: str = state.setup.options["level"]
    if name not in state.pieces.levels:
        raise BadSetup(f"The content has no level {name}; it has {', '.join(state.pieces.levels)}.")
    return state.pieces.levels[name]


def _choose_animals(state: Position) -> None:
    """Rule 2.2: return the Animals chosen in the options, and the others at random."""
    chosen = [_animal_asked_for(state, number) for number in range(1, MOST_ANIMALS + 1)]
    others = [animal for animal in state.pieces.animals if animal not in chosen]
    state.rng.shuffle(others)
    number_of = [-1] * len(state.pieces.animals)
    animals: list[Animal] = []
    for number in range(state.team):
        animal = chosen[number] or others.pop()
        if number_of[animal.index] >= 0:
            raise BadSetup(f"The {animal.name} is chosen twice; each Animal can be led once.")
        number_of[animal.index] = number
        animals.append(animal)
    state.animals = tuple(animals)
    state.number_of = tuple(number_of)


def _animal_asked_for(state: Position, number: int) -> Animal | None:
    name: str = state.setup.options[f"animal_{number}"]
    if name == "any":
        return None
    if number > state.team:
        raise BadSetup(f"There are {state.team} Animals in this game: animal_{number} must be any.")
    for animal in state.pieces.animals:
        if animal.id == name:
            return animal
    raise BadSetup(f"The content has no animal {name}.")


def _deal_tiles(state: Position) -> None:
    """Rule 2.1."""
    zoo: list[Laid | None] = [None] * PLACES
    for places, sort in ((INNER_PLACES, INNER_TILE), (EDGE_PLACES, EDGE_TILE), (CORNERS, CORNER_TILE)):
        _deal_on(state, zoo, places, list(state.level.tiles[sort]), state.rng)
    state.zoo = tuple([laid for laid in zoo if laid is not None])
    for place in INNER_PLACES:
        if state.zoo[place].feature == WORKSHOP:
            state.workshop = place
    state.up = CORNER_MASK | 1 << state.workshop
    state.loot = (0,) * PLACES


def _deal_on(state: Position, zoo: list[Laid | None], places: tuple[int, ...], faces: list[Face], rng: Rng) -> None:
    rng.shuffle(faces)
    laid_at = state.pieces.laid_at
    for number, place in enumerate(places):
        zoo[place] = laid_at[faces[number].index][place]


def _place_animals_and_keepers(state: Position) -> None:
    """Rules 2.2 and 2.3."""
    pieces, team = state.pieces, state.team
    state.spots = [state.home(animal) for animal in range(team)]
    state.poop_left = [pieces.poop] * team
    state.carried = [0] * team
    state.hiding = state.loaded = state.had_turn = state.captured = 0
    state.duty = tuple(range(team))
    state.stands = [OUTSIDE] * team + [RESERVE] * (team * (pieces.keepers - 1)) + [OUTSIDE]
    state.facing = [-1] * len(state.stands)
    state.busy = 0


def _deal_cards(state: Position) -> None:
    """Rules 2.4 and 2.5."""
    power = state.pieces.power[state.team]
    state.pile = list(power.counts)
    state.in_pile = sum(state.pile)
    state.discards = [0] * len(state.pile)
    state.added = 0
    deck = list(range(len(state.pieces.cards)))
    state.rng.shuffle(deck)
    state.deck = tuple(deck)
    state.drawn = 0
    state.gone = 0


def deal_hidden(state: Position, rng: Rng) -> None:
    """Rule 1.8: shuffle what no player knows, the face-down tiles and the order of the Building cards."""
    zoo: list[Laid | None] = list(state.zoo)
    for places in (INNER_PLACES, EDGE_PLACES):
        hidden = tuple([place for place in places if not state.up >> place & 1])
        faces = sorted([state.zoo[place].face for place in hidden], key=lambda face: face.index)
        _deal_on(state, zoo, hidden, faces, rng)
    state.zoo = tuple([laid for laid in zoo if laid is not None])
    cards = sorted(state.deck[state.drawn :])
    rng.shuffle(cards)
    state.deck = state.deck[: state.drawn] + tuple(cards)
