"""The decisions of New York Zoo, one class each (docs/rules/new-york-zoo.md). What follows from them: `flow.py`."""

from __future__ import annotations

from typing import Final, cast, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import (
    ACQUIRE_NO_MORE, KEEP_NONE, KEEP_ONE, NO_ATTRACTION, NO_BONUS, NO_BREEDING, NO_FOLLOW_UP, READY, SETTLE_NO_MORE,
    START_OVER, WALK_FREE, Acquire, Bonus, Breed, Complete, FollowUp, Keep, Place, Settle, Walk, WalkFree,
)  # fmt: skip
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE, Space, Tile
from menagerie.games.new_york_zoo.state import Table


class Decision(Phase[Table]):
    """A question to the active seat. What can be answered is found once, when the question comes up."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.active]

    def find(self, state: Table, seat: int) -> list[Action]:
        """Every legal decision, in a stable order."""
        raise NotImplementedError

    def legal(self, state: Table, seat: int) -> list[Action]:
        return list(state.options)

    def settle(self, state: Table) -> bool:
        """A question with one answer is not asked."""
        options = self.find(state, state.active)
        if len(options) == 1:
            self.play(state, state.active, options[0])
            return True
        state.options = options
        return False


def listed(state: Table, action: Action) -> bool:
    """Whether a decision is among those found. Decisions are ready-made: what is legal is the same object."""
    for option in state.options:
        if option is action:
            return True
    return action in state.options


# Walking (rules 3 and 9).


@final
class Turn(Decision):
    """Rule 3.1: move the elephant."""

    def find(self, state: Table, seat: int) -> list[Action]:
        options: list[Action] = []
        populates = can_populate(state, seat)
        houses = can_house(state, seat)
        for walk, space in reach(state):
            if is_usable(state, seat, space, populates, houses):
                options.append(walk)
        if not options:
            # Rule 3.5: who can use no space walks to the next animals space for nothing.
            return [next_animals(state)]
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if listed(state, action):
            return None
        if not isinstance(action, (Walk, WalkFree)):
            return Refusal("Move the elephant first: walk to a slot or to an animals space.", "3.1")
        for walk, space in reach(state):
            if walk == action:
                return self._why_not_there(state, seat, space)
        if state.mode.steps:
            return Refusal(f"The elephant walks 1 to {state.mode.steps} counted spaces.", "3.1")
        return Refusal("You have no marker for that; walk with one that you have, or free.", "9.2")

    def _why_not_there(self, state: Table, seat: int, space: Space) -> Refusal:
        if space.animals:
            return Refusal("You have no free house and no enclosure for a new animal: take an enclosure.", "3.4")
        stack = state.stacks[space.index]
        if not stack:
            return Refusal("That slot is empty: walk on.", "9.2")
        if not can_populate(state, seat):
            return Refusal(
                f"Nobody could move into {stack[-1]}: you need an animal in a house, or two in an enclosure.", "3.3"
            )
        return Refusal(f"{stack[-1]} fits nowhere on your board in any way: walk elsewhere.", "3.3")

    def play(self, state: Table, seat: int, action: Action) -> None:
        space = destination(state, action)
        crossed = self._walk(state, seat, action, space)
        state.received = state.received_twice = state.followed = 0
        state.flow.begin_main_action(state, crossed)
        if state.passed:
            return
        if space.animals:
            state.second = NONE
            state.stack.append(ACQUIRE_FIRST)
        else:
            state.new = state.stacks[space.index][-1]
            state.stack.append(PLACE_ENCLOSURE)

    def _walk(self, state: Table, seat: int, action: Action, space: Space) -> tuple[int, ...]:
        """Move the elephant and return the species whose lines it crosses, in this order (rules 3.6 and 9.4)."""
        crossed: list[int] = []
        strip = state.pieces.strip
        at = state.elephant
        over_start = False
        while at != space.index:
            at += 1
            if at == len(strip):
                at = 0
                over_start = True
            if strip[at].line != NONE:
                crossed.append(strip[at].line)
        state.elephant = at
        if state.mode.steps == 0:
            if isinstance(action, Walk):
                state.markers &= ~(1 << min(action.steps, state.pieces.markers - 1))
            if over_start:
                state.laps += 1
                state.passed = state.memory is None and at > 0 and state.laps >= state.pieces.laps
        if state.log is not None:
            state.log.append(events.Walked(seat, space, state.stacks[at], state.pieces, isinstance(action, WalkFree)))
        return tuple(crossed)

    def prompt(self, state: Table, seat: int) -> str:
        if state.mode.steps:
            return f"Move the elephant 1 to {state.mode.steps} spaces."
        return "Move the elephant with a range marker, or free to the next animals space."


def reach(state: Table) -> list[tuple[Action, Space]]:
    """Where the elephant can go, usable or not (rules 3.1, 3.2, 9.2 and 9.3)."""
    found: list[tuple[Action, Space]] = []
    strip = state.pieces.strip
    walks = state.ready.walks
    steps = state.mode.steps
    solo = steps == 0
    if solo:
        if state.markers & 1:
            found.append((walks[0], strip[state.elephant]))
        steps = len(strip)
    last = state.pieces.markers - 1
    free: Space | None = None
    at = state.elephant
    counted = 0
    for _ in range(len(strip) - 1):
        at += 1
        if at == len(strip):
            at = 0
        space = strip[at]
        if not space.animals and not state.stacks[at]:
            continue
        counted += 1
        if not solo or state.markers >> min(counted, last) & 1:
            found.append((walks[counted], space))
        if counted == steps:
            break
        if free is None and space.animals:
            free = space
    if solo and free is not None:
        found.append((WALK_FREE, free))
    return found


def destination(state: Table, action: Action) -> Space:
    """The space to which a walk leads."""
    strip = state.pieces.strip
    at = state.elephant
    left = action.steps if isinstance(action, Walk) else 0
    free = isinstance(action, WalkFree)
    while left or free:
        at = (at + 1) % len(strip)
        if strip[at].animals:
            if free:
                break
            left -= 1
        elif state.stacks[at]:
            left -= 0 if free else 1
    return strip[at]


def next_animals(state: Table) -> Action:
    """The walk to the next animals space, whether it is of use or not."""
    for walk, space in reach(state):
        if space.animals and (state.mode.steps or isinstance(walk, WalkFree)):
            return walk
    return WALK_FREE


def is_usable(state: Table, seat: int, space: Space, populates: bool, houses: bool) -> bool:
    """Rules 3.3 and 3.4: whether the elephant may stop there."""
    if space.animals:
        return houses
    stack = state.stacks[space.index]
    return populates and len(stack) > 0 and state.can_lay(seat, stack[-1])


def can_populate(state: Table, seat: int) -> bool:
    """Rule 3.3: whether an animal could move into a new enclosure."""
    if state.house_room[seat] < state.boards[seat].houses:
        return True
    for place in state.zoos[seat]:
        if state.animals[place.tile.index] >= 2:
            return True
    return False


def can_house(state: Table, seat: int) -> bool:
    """Rule 3.4: whether some new animal has a place. An enclosure always has one: full ones are emptied at once."""
    return state.house_room[seat] > 0 or len(state.zoos[seat]) > 0


# A new enclosure (rule 4).


@final
class PlaceEnclosure(Decision):
    """Rule 4.1: lay the topmost tile of the slot."""

    def find(self, state: Table, seat: int) -> list[Action]:
        return cast(list[Action], state.ways_to_lay(seat, state.stacks[state.elephant][-1]))

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        tile = state.stacks[state.elephant][-1]
        if not isinstance(action, Place):
            return Refusal(f"Lay the enclosure {tile} on your board first.", "4.1")
        if action.tile is not tile:
            return Refusal(f"The elephant stands at {tile}: that tile must be laid, not {action.tile}.", "4.1")
        return why_not_lay(state, seat, action)

    def play(self, state: Table, seat: int, action: Action) -> None:
        assert isinstance(action, Place)
        state.stacks[state.elephant] = state.stacks[state.elephant][:-1]
        state.lay(seat, action)
        state.stack[-1] = POPULATE_FIRST
        if state.log is not None:
            state.log.append(events.Laid(seat, action, state.open[seat]))

    def prompt(self, state: Table, seat: int) -> str:
        return f"Lay the enclosure {state.stacks[state.elephant][-1]} on your board."


def why_not_lay(state: Table, seat: int, place: Place) -> Refusal | None:
    """Rule 2.3: a tile lies inside the construction area and covers no other."""
    if state.is_free(seat, place):
        return None
    board = state.boards[seat]
    for row, column in place.cells:
        if not 0 <= row < board.height or not 0 <= column < board.width:
            return Refusal(f"{place.tile} would stick out of your board there.", "2.3")
        if not board.is_construction(row, column):
            return Refusal(f"{place.tile} would cover the barn there; lay it on construction spaces only.", "2.3")
    return Refusal(f"{place.tile} would overlap another tile there.", "2.3")


@final
class Populate(Decision):
    """Rules 4.2 to 4.4: one animal must move in, a second of its species may."""

    def __init__(self, is_first: bool) -> None:
        self.is_first: Final = is_first

    def find(self, state: Table, seat: int) -> list[Action]:
        options = self.movers(state, seat)
        if not self.is_first:
            options.append(SETTLE_NO_MORE)
        return options

    def movers(self, state: Table, seat: int) -> list[Action]:
        """Those who could move in: from houses, and from enclosures that keep one (rule 4.3)."""
        options: list[Action] = []
        settle = state.ready.settle
        only = NONE if self.is_first or state.new is None else state.residents[state.new.index]
        kinds = len(state.pieces.species)
        if state.house_room[seat] < state.boards[seat].houses:
            for species in range(kinds):
                if state.houses[seat * kinds + species] and only in (NONE, species):
                    options.append(settle[species][0])
        for place in state.zoos[seat]:
            index = place.tile.index
            if state.animals[index] >= 2 and only in (NONE, state.residents[index]):
                options.append(settle[state.residents[index]][index + 1])
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is SETTLE_NO_MORE:
            return Refusal("At least one animal must move into the new enclosure.", "4.2") if self.is_first else None
        if not isinstance(action, Settle):
            return Refusal(f"Choose an animal that moves into {state.new}.", "4.2")
        if listed(state, action):
            return None
        name = state.pieces.species[action.species].name
        if not self.is_first and state.new is not None and action.species != state.residents[state.new.index]:
            resident = state.pieces.species[state.residents[state.new.index]]
            return Refusal(f"{state.new} holds a {resident.name}; the second animal must be one too.", "4.4")
        if action.origin == HOUSE:
            return Refusal(f"There is no {name} in your houses.", "4.3")
        tile = state.pieces.enclosures[action.origin]
        if not state.owns(seat, tile) or state.residents[tile.index] != action.species:
            return Refusal(f"There is no {name} in an enclosure {tile} of yours.", "4.3")
        return Refusal(f"The last animal never leaves an enclosure: {tile} must keep its {name}.", "4.3")

    def play(self, state: Table, seat: int, action: Action) -> None:
        if not isinstance(action, Settle):
            state.stack.pop()
            return
        assert state.new is not None
        if action.origin == HOUSE:
            state.out_of_house(seat, action.species)
        else:
            state.animals[action.origin] -= 1
        state.into_enclosure(state.new, action.species)
        if state.log is not None:
            origin = None if action.origin == HOUSE else state.pieces.enclosures[action.origin]
            state.log.append(events.Settled(seat, state.pieces.species[action.species], origin, state.new))
        if self.is_first and POPULATE_SECOND.movers(state, seat):
            state.stack[-1] = POPULATE_SECOND
        else:
            state.stack.pop()
            state.flow.end_populating(state)

    def prompt(self, state: Table, seat: int) -> str:
        if self.is_first:
            return f"Choose an animal that moves into the new enclosure {state.new}."
        return f"Choose a second animal of the same species for {state.new}, or none."


# An animals space (rule 5).


@final
class AcquireAnimal(Decision):
    """Rules 5.1 to 5.4: the two animals shown, in either order, or one of any species."""

    def __init__(self, is_first: bool) -> None:
        self.is_first: Final = is_first

    def find(self, state: Table, seat: int) -> list[Action]:
        options: list[Action] = []
        if self.is_first:
            for species in range(len(state.pieces.species)):
                self._add_places(state, seat, species, options)
            if options:
                return options
        elif state.second != NONE:
            self._add_places(state, seat, state.second, options)
        options.append(ACQUIRE_NO_MORE)
        return options

    def _add_places(self, state: Table, seat: int, species: int, options: list[Action]) -> None:
        """Rule 5.3: houses, enclosures of the species, empty enclosures."""
        acquire = state.ready.acquire[species]
        if state.house_room[seat] > 0:
            options.append(acquire[0])
        residents = state.residents
        for place in state.zoos[seat]:
            tile = place.tile
            if (residents[tile.index] == species or residents[tile.index] == NONE) and state.flow.may_enter(state, tile):
                options.append(acquire[tile.index + 1])

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if listed(state, action):
            return None
        if action is ACQUIRE_NO_MORE:
            return Refusal("Acquire one animal at least.", "5.1")
        if not isinstance(action, Acquire):
            return Refusal("Place the new animal first.", "5.2")
        species = state.pieces.species[action.species]
        if not self.is_first and action.species != state.second:
            wanted = state.pieces.species[state.second].name
            return Refusal(f"After one of the two animals shown only the other follows: the {wanted}, or none.", "5.1")
        if action.where == HOUSE:
            return Refusal("All your houses are full.", "5.3")
        return self._why_not_into(state, seat, species.name, action.species, state.pieces.enclosures[action.where])

    def _why_not_into(self, state: Table, seat: int, name: str, species: int, tile: Tile) -> Refusal:
        if not state.owns(seat, tile):
            return Refusal(f"You have no enclosure {tile}.", "5.3")
        resident = state.residents[tile.index]
        if resident not in (NONE, species):
            other = state.pieces.species[resident].plural
            return Refusal(f"{tile} holds {other}; a {name} needs another enclosure, or a house.", "5.3")
        return Refusal(f"{tile} has already received two animals in this action.", "5.7")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.stack.pop()
        if not isinstance(action, Acquire):
            state.second = NONE
            return
        species = action.species
        if self.is_first:
            shown = state.pieces.strip[state.elephant].animals
            if species in shown:
                state.second = shown[1] if species == shown[0] else shown[0]
                state.stack.append(ACQUIRE_SECOND)
        else:
            state.second = NONE
        tile = None if action.where == HOUSE else state.pieces.enclosures[action.where]
        if state.log is not None:
            state.log.append(events.Acquired(seat, state.pieces.species[species], tile))
        if tile is None:
            state.into_house(seat, species)
        else:
            state.into_enclosure(tile, species)
            state.flow.enter(state, tile)

    def prompt(self, state: Table, seat: int) -> str:
        if self.is_first:
            first, second = [state.pieces.species[species].name for species in state.pieces.strip[state.elephant].animals]
            return f"Acquire the {first} and the {second}, one after the other, or one animal of any other species."
        return f"Acquire the {state.pieces.species[state.second].name} as well, or no more."


@final
class FollowUps(Decision):
    """Rules 5.5 and 7.4: a house animal may follow into each enclosure that has just received one."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles: Final = tiles

    def find(self, state: Table, seat: int) -> list[Action]:
        options: list[Action] = [state.ready.follow_up[tile.index] for tile in self.tiles]
        options.append(NO_FOLLOW_UP)
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is NO_FOLLOW_UP:
            return None
        names = " or ".join([tile.id for tile in self.tiles])
        if not isinstance(action, FollowUp):
            return Refusal(f"Say first whether a house animal follows into {names}.", "5.5")
        if action.tile in self.tiles:
            return None
        return Refusal(f"A house animal can follow into {names} only, one into each.", "5.5")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.stack.pop()
        if isinstance(action, FollowUp):
            state.flow.follow_up(state, action.tile)
        else:
            state.flow.no_follow_up(state)

    def prompt(self, state: Table, seat: int) -> str:
        name = state.pieces.species[state.residents[self.tiles[0].index]].name
        return f"Let a {name} from a house follow into {' or '.join([tile.id for tile in self.tiles])}?"


# Completed enclosures (rule 6).


@final
class KeepOne(Decision):
    """Rule 6.2: one of the animals may stay in a free house."""

    def __init__(self, species: int) -> None:
        self.species: Final = species

    def find(self, state: Table, seat: int) -> list[Action]:
        return [KEEP_ONE, KEEP_NONE]

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        return None if isinstance(action, Keep) else Refusal("Say first whether you keep one of the animals.", "6.2")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.stack.pop()
        if action is KEEP_ONE:
            state.into_house(seat, self.species)
            if state.log is not None:
                state.log.append(events.Kept(seat, state.pieces.species[self.species]))

    def prompt(self, state: Table, seat: int) -> str:
        return f"Keep one {state.pieces.species[self.species].name} in a house?"


@final
class TakeAttraction(Decision):
    """Rules 6.3 to 6.5: choose an attraction and lay it, or do without."""

    def find(self, state: Table, seat: int) -> list[Action]:
        options: list[Action] = []
        if state.open[seat]:
            for number, tile in enumerate(state.pieces.attractions):
                if state.market[number]:
                    options += state.ways_to_lay(seat, tile)
        options.append(NO_ATTRACTION)
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is NO_ATTRACTION:
            return None
        if not isinstance(action, Place) or not action.tile.is_attraction:
            return Refusal("Choose an attraction and lay it, or do without one.", "6.3")
        if not state.market[action.tile.index - len(state.pieces.enclosures)]:
            return Refusal(f"There is no {action.tile} left in the market.", "6.4")
        return why_not_lay(state, seat, action)

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.stack.pop()
        if isinstance(action, Place):
            state.lay(seat, action)
            if state.log is not None:
                state.log.append(events.Laid(seat, action, state.open[seat]))
        elif state.log is not None:
            state.log.append(events.DidWithoutAttraction(seat))

    def prompt(self, state: Table, seat: int) -> str:
        return "Choose an attraction and lay it on your board, or do without one."


# Breeding (rule 7).


@final
class BreedAnimals(Decision):
    """Rules 7.2 and 7.3: offspring in up to two enclosures."""

    def find(self, state: Table, seat: int) -> list[Action]:
        tiles = breeders(state, seat, state.breeding)
        ready = state.ready
        options: list[Action] = []
        for number, first in enumerate(tiles):
            options.append(ready.breed[first.index])
            for other, second in enumerate(tiles):
                # The order matters only to the other program (rule 10.6).
                if other > number or (state.memory is not None and other != number):
                    options.append(ready.breed_two[first.index][second.index])
        options.append(NO_BREEDING)
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if listed(state, action):
            return None
        plural = state.pieces.species[state.breeding].plural
        if not isinstance(action, Breed):
            return Refusal(f"Choose where your {plural} breed, or forgo it.", "7.3")
        if action.second is not None and action.first in breeders(state, seat, state.breeding):
            if action.second in breeders(state, seat, state.breeding):
                return Refusal(f"Name the two in the order in which they were laid: breed {action.second} {action.first}.", "7.3")
        return Refusal(f"Only enclosures of yours with at least two {plural} breed now.", "7.2")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.stack.pop()
        if not isinstance(action, Breed):
            state.flow.breed(state, ())
        elif action.second is None:
            state.flow.breed(state, (action.first,))
        else:
            state.flow.breed(state, (action.first, action.second))

    def prompt(self, state: Table, seat: int) -> str:
        return f"Choose up to two enclosures in which your {state.pieces.species[state.breeding].plural} breed."


def breeders(state: Table, seat: int, species: int) -> list[Tile]:
    """The enclosures of a seat with two or more of that species."""
    found: list[Tile] = []
    for place in state.zoos[seat]:
        index = place.tile.index
        if state.residents[index] == species and state.animals[index] >= 2:
            found.append(place.tile)
    return found


def bonus_breeders(state: Table, seat: int) -> list[Tile]:
    """Rule 7.6: enclosures with a pair that have received nothing in this breeding."""
    found: list[Tile] = []
    for place in state.zoos[seat]:
        if state.animals[place.tile.index] >= 2 and not state.received & place.tile.bit:
            found.append(place.tile)
    return found


@final
class BonusBreeding(Decision):
    """Rule 7.6: one more offspring in another enclosure."""

    def find(self, state: Table, seat: int) -> list[Action]:
        options: list[Action] = [state.ready.bonus[tile.index] for tile in bonus_breeders(state, seat)]
        options.append(NO_BONUS)
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if listed(state, action):
            return None
        if not isinstance(action, Bonus):
            return Refusal("Choose an enclosure for the bonus offspring, or forgo it.", "7.6")
        if state.owns(seat, action.tile) and state.received & action.tile.bit:
            return Refusal(f"{action.tile} has already received an animal in this breeding; choose another.", "7.6")
        return Refusal("Only an enclosure of yours with at least two animals can have the bonus offspring.", "7.6")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.stack.pop()
        state.flow.bonus(state, action.tile if isinstance(action, Bonus) else None)

    def prompt(self, state: Table, seat: int) -> str:
        return "Bonus: choose another enclosure for one more offspring."


TURN: Final = Turn()
PLACE_ENCLOSURE: Final = PlaceEnclosure()
POPULATE_FIRST: Final = Populate(True)
POPULATE_SECOND: Final = Populate(False)
ACQUIRE_FIRST: Final = AcquireAnimal(True)
ACQUIRE_SECOND: Final = AcquireAnimal(False)
TAKE_ATTRACTION: Final = TakeAttraction()
BREED_ANIMALS: Final = BreedAnimals()
BONUS_BREEDING: Final = BonusBreeding()


def complete(state: Table, tile: Tile) -> None:
    """Rule 6.1: the animals leave a full enclosure; keeping one and the attraction come next."""
    species = state.residents[tile.index]
    state.residents[tile.index] = NONE
    state.animals[tile.index] = 0
    if state.log is not None:
        state.log.append(events.Completed(state.active, state.pieces.species[species], tile))
    state.stack.append(TAKE_ATTRACTION)
    if state.house_room[state.active] > 0:
        state.stack.append(KeepOne(species))


# The short game (rule 8).


@final
class PlaceDealt(Phase[Table]):
    """Rules 8.2 and 8.3: both players lay their dealt enclosures, and may start over until they are ready."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Table, seat: int) -> list[Action]:
        options: list[Action] = []
        for tile in state.hands[seat]:
            options += state.ways_to_lay(seat, tile)
        if not state.hands[seat]:
            options.append(READY)
        if state.zoos[seat]:
            options.append(START_OVER)
        return options

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if action is READY and not state.hands[seat]:
            return None
        if action is START_OVER:
            return None if state.zoos[seat] else Refusal("You have not laid anything yet.", "8.3")
        if not isinstance(action, Place):
            return Refusal("Lay all your dealt enclosures before the game begins.", "8.2")
        if action.tile not in state.hands[seat]:
            return Refusal(f"{action.tile} is not among the enclosures dealt to you that are left.", "8.2")
        return why_not_lay(state, seat, action)

    def play(self, state: Table, seat: int, action: Action) -> None:
        if isinstance(action, Place):
            state.lay(seat, action)
            state.hands[seat] = tuple([tile for tile in state.hands[seat] if tile is not action.tile])
            if state.log is not None:
                state.log.append(events.Laid(seat, action, state.open[seat]))
            # The other program does not ask for a confirmation (rule 10.9).
            if not state.hands[seat] and state.memory is not None:
                state.lane(seat).pop()
        elif action is READY:
            state.lane(seat).pop()
            if state.log is not None:
                state.log.append(events.GotReady(seat))
        else:
            state.hands[seat] = tuple([place.tile for place in state.zoos[seat]]) + state.hands[seat]
            state.clear_board(seat)
            if state.log is not None:
                state.log.append(events.StartedOver(seat))

    def settle(self, state: Table) -> bool:
        """If no tile fits any more, all that is left is to start over."""
        for tile in state.hands[self.seat]:
            if state.can_lay(self.seat, tile):
                return False
        if not state.hands[self.seat]:
            return False
        self.play(state, self.seat, START_OVER)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        if state.hands[seat]:
            return "Lay your dealt enclosures on your board, in any order."
        return "All enclosures are laid: say that you are ready, or start over."
