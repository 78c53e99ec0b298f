"""How a turn continues in the other program (docs/rules/new-york-zoo.md, rule 10), so that its games replay exactly.

That program keeps a list of things to settle, the last one first. Here they lie on the stack, as phases. Two of
them are only marks: that a breeding is open, and that a bonus breeding is. A skipped bonus leaves its mark on the
list; if two players do so in one breeding, marks remain for later turns, and when such a turn comes down to one
of them, that program believes that a breeding has just ended (rule 10.8).
"""

from __future__ import annotations

from typing import Final, final

from menagerie.core.phase import Phase
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.flow import Flow
from menagerie.games.new_york_zoo.phases.acquiring import FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BONUS_BREEDING, BREED_ANIMALS, bonus_breeders, breeders
from menagerie.games.new_york_zoo.phases.completing import complete
from menagerie.games.new_york_zoo.phases.dealing import PlaceDealt
from menagerie.games.new_york_zoo.phases.walking import TURN
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.state import Memory, Position


@final
class NothingOpen(Phase[Position]):
    """Nothing is left to settle: breeding, or the next player's turn."""

    def settle(self, state: Position) -> bool:
        end_main_action(state)
        return True


@final
class OpenBreeding(Phase[Position]):
    """The mark of a breeding."""

    def settle(self, state: Position) -> bool:
        next_breeder(state)
        return True


@final
class OpenBonus(Phase[Position]):
    """The mark of a bonus breeding."""

    def settle(self, state: Position) -> bool:
        next_breeder(state)
        return True


@final
class CheckFull(Phase[Position]):
    """A full enclosure whose turn has come."""

    def __init__(self, tile: Tile) -> None:
        self.tile: Final = tile

    def settle(self, state: Position) -> bool:
        state.stack.pop()
        complete(state, self.tile)
        return True


@final
class FirstTurn(Phase[Position]):
    """The dealt enclosures of the short game are laid."""

    def settle(self, state: Position) -> bool:
        state.stack[-1] = NOTHING_OPEN
        begin_turn(state)
        return True


NOTHING_OPEN: Final = NothingOpen()
OPEN_BREEDING: Final = OpenBreeding()
OPEN_BONUS: Final = OpenBonus()
FIRST_TURN: Final = FirstTurn()


@final
class Reference(Flow):
    """The flow of a turn in the other program."""

    def begin(self, state: Position) -> None:
        state.memory = Memory(state.players)
        if state.mode.id == "short":
            state.stack.append(FIRST_TURN)
            state.act_together([[PlaceDealt(seat)] for seat in range(state.players)])
        else:
            state.stack.append(NOTHING_OPEN)
            begin_turn(state)

    def begin_main_action(self, state: Position, crossed: tuple[int, ...]) -> None:
        """Rule 10.2: it remembers two lines at most, the first and the last in an order of its own."""
        state.stack.pop()
        memory = memory_of(state)
        state.breeding = memory.second_line = NONE
        for species in state.pieces.reference_lines:
            if species in crossed:
                if state.breeding == NONE:
                    state.breeding = species
                else:
                    memory.second_line = species

    def end_populating(self, state: Position) -> None:
        """Here it does not look at what else is on its list."""
        end_main_action(state)

    def may_enter(self, state: Position, tile: Tile) -> bool:
        """Rule 10.4: there is no limit of two."""
        return True

    def enter(self, state: Position, tile: Tile) -> None:
        if state.is_full(tile):
            state.stack.append(CheckFull(tile))
        elif state.in_houses(state.active, state.residents[tile.index]) and not state.followed & tile.bit:
            memory = memory_of(state)
            memory.offered = tile
            memory.offered_species = state.residents[tile.index]
            state.stack.append(FollowUps((tile,)))

    def follow_up(self, state: Position, tile: Tile) -> None:
        """Rule 10.6: the animal goes into the enclosure that it has in mind, which need not be the one asked about."""
        memory = memory_of(state)
        species = memory.offered_species
        target = memory.offered
        if memory.resolving == 2 and not (memory.bonus and target is not None):
            target = memory.offered_second
        if target is None or state.is_full(target) or not has_in_house(state, species):
            # It ends with an error here (rule 10.7); continuing as expected is the best we can do.
            target = tile
            species = state.residents[tile.index]
            if state.is_full(target) or not has_in_house(state, species):
                if state.log is not None:
                    state.log.append(events.NobodyFollowed(state.active, (tile,)))
                return
        state.out_of_house(state.active, species)
        state.into_enclosure(target, species)
        state.followed |= target.bit
        if memory.offered_second is not None:
            if memory.resolving == 2:
                memory.resolving = 0
                memory.offered_second = None
            else:
                memory.resolving = 2
        if state.log is not None:
            state.log.append(events.FollowedUp(state.active, state.pieces.species[species], target))
        if state.is_full(target):
            state.stack.append(CheckFull(target))

    def no_follow_up(self, state: Position) -> None:
        memory = memory_of(state)
        if memory.resolving != 1:
            memory.offered_species = NONE
        if memory.resolving == 2:
            memory.offered_second = None
        else:
            memory.offered = None

    def breed(self, state: Position, tiles: tuple[Tile, ...]) -> None:
        """Rule 10.6: both offspring first; then the list is settled from its end."""
        memory = memory_of(state)
        in_houses = state.in_houses(state.active, state.breeding)
        for tile in tiles:
            state.into_enclosure(tile, state.breeding)
        if state.log is not None:
            state.log.append(events.Bred(state.active, state.pieces.species[state.breeding], tiles))
        for number, tile in enumerate(tiles):
            if state.is_full(tile):
                state.stack.append(CheckFull(tile))
            elif in_houses > number and not state.followed & tile.bit:
                if number == 0:
                    memory.offered = tile
                    memory.offered_species = state.breeding
                else:
                    memory.offered_second = tile
                state.stack.append(FollowUps((tile,)))
        memory.remaining[state.active] = 0
        if tiles:
            memory.bred |= 1 << state.active

    def bonus(self, state: Position, tile: Tile | None) -> None:
        memory_of(state).bonus_done |= 1 << state.active
        if tile is None:
            # The mark stays (rule 10.8).
            if state.log is not None:
                state.log.append(events.ForwentBonus(state.active))
            return
        if state.stack[-1] is OPEN_BONUS:
            state.stack.pop()
        species = state.residents[tile.index]
        state.into_enclosure(tile, species)
        if state.log is not None:
            state.log.append(events.BonusBred(state.active, state.pieces.species[species], tile))
        self.enter(state, tile)


def memory_of(state: Position) -> Memory:
    """What the other program remembers."""
    assert state.memory is not None
    return state.memory


def has_in_house(state: Position, species: int) -> bool:
    """Whether an animal of that species, if it is one, stands in a house of the active seat."""
    return species != NONE and state.in_houses(state.active, species) > 0


def is_over(state: Position) -> bool:
    """A board is full, or the solo game's laps are done."""
    return 0 in state.open or (state.mode.steps == 0 and state.laps >= state.pieces.laps)


def end_main_action(state: Position) -> None:
    """Breed if a player can breed and no one has finished; otherwise the next player."""
    if not is_over(state) and needs_breeding(state):
        next_breeder(state)
    else:
        next_player(state)


def needs_breeding(state: Position) -> bool:
    """Return whether a player can breed for one of the two lines; if so the first of them is begun (rule 10.2)."""
    memory = memory_of(state)
    needed = anybody_can_breed(state, state.breeding) or anybody_can_breed(state, memory.second_line)
    if state.breeding == NONE:
        state.breeding = memory.second_line
        memory.second_line = NONE
    if needed:
        memory.trigger = state.active
        memory.resolving = 1
        for seat in range(state.players):
            memory.remaining[seat] = len(breeders(state, seat, state.breeding))
        state.received = state.received_twice = state.followed = 0
        state.stack.append(OPEN_BREEDING)
        if state.log is not None:
            state.log.append(events.BreedingTime(state.pieces.species[state.breeding], True))
    return needed


def anybody_can_breed(state: Position, species: int) -> bool:
    """Whether a seat has a pair of that species."""
    return species != NONE and any(state.can_breed(seat, species) for seat in range(state.players))


def next_breeder(state: Position) -> None:
    """Each player breeds and then has the bonus, from the one who crossed the line (rule 7.5)."""
    memory = memory_of(state)
    for number in range(state.players):
        seat = (memory.trigger + number) % state.players
        memory.bonus = False
        if memory.remaining[seat] > 0:
            state.active = seat
            state.stack.append(BREED_ANIMALS)
            return
        if state.mode.bonus_breeding and not memory.bonus_done >> seat & 1:
            if memory.bred >> seat & 1 and bonus_breeders(state, seat):
                memory.bonus = True
                state.active = seat
                state.stack.append(OPEN_BONUS)
                state.stack.append(BONUS_BREEDING)
                return
            memory.bonus_done |= 1 << seat
    end_breeding(state)


def end_breeding(state: Position) -> None:
    """One mark of each sort goes, if it is the last on the list (rule 10.8); then the second line, if there is one."""
    memory = memory_of(state)
    memory.bonus = False
    state.breeding = NONE
    if state.stack[-1] is OPEN_BONUS:
        state.stack.pop()
    if state.stack[-1] is OPEN_BREEDING:
        state.stack.pop()
    memory.resolving = 0
    memory.bonus_done = 0
    state.active = memory.trigger
    needed = needs_breeding(state)
    memory.bred = 0
    if needed:
        # It asks the mover of a second breeding even if there is nothing to choose (rule 10.3).
        memory.resolving = 2
        state.stack.append(BREED_ANIMALS)
    else:
        next_player(state)


def next_player(state: Position) -> None:
    """The turn of the player after the one who is active, if the game continues."""
    if is_over(state):
        state.stack.clear()
        if state.log is not None:
            state.log.append(events.GameEnded(tuple(state.open), False))
        return
    if state.mode.steps == 0 and state.markers == 0:
        state.markers = (1 << state.pieces.markers) - 1
    state.active = (state.active + 1) % state.players
    begin_turn(state)


def begin_turn(state: Position) -> None:
    """A turn lies on top of whatever marks remain."""
    state.mover = state.active
    state.breeding = NONE
    memory_of(state).bonus = False
    state.received = state.received_twice = state.followed = 0
    state.stack.append(TURN)
