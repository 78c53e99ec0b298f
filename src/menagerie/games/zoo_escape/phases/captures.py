"""Alarms, captures, Loading, and how the game ends (sections 5, 6, 8.3 and 10)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import either
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import Remove
from menagerie.games.zoo_escape.board import OUTSIDE, RESERVE
from menagerie.games.zoo_escape.pieces import Card
from menagerie.games.zoo_escape.scoring import ALL_CAPTURED, KIND_GONE, NO_KEEPER, NO_POWER
from menagerie.games.zoo_escape.state import NO_TURN, Position

ALL_SEATS: Final = ((), (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3))
"""By number of players."""


def end_game(state: Position, ending: int, of: int = -1) -> None:
    """Rule 3.4: at once."""
    state.ending = ending
    state.ending_of = of
    state.stack.clear()
    if state.log is not None:
        state.log.append(events.GameEnded(state.result()))


def end_turn(state: Position) -> None:
    """End the turn of the Animal or the Machine. The phase of the round, at the bottom of the stack, stays."""
    stack = state.stack
    while len(stack) > 1:
        stack.pop()
    state.had_turn |= 1 << state.active
    state.active = NO_TURN
    state.using = -1
    state.used = 0


def raise_alarm(state: Position, animal: int, has_camera: bool) -> bool:
    """Section 5. Return whether the game continues."""
    team = state.team
    stands = state.stands
    keeper = animal
    while keeper < state.billionaire and stands[keeper] != RESERVE:
        keeper += team
    is_lost = keeper >= state.billionaire
    if not is_lost:
        stands[keeper] = OUTSIDE
        state.duty = tuple(sorted([*state.duty, keeper]))
    if state.log is not None:
        state.log.append(events.Alarm(state.animals[animal], -1 if is_lost else keeper, has_camera))
    if is_lost:
        end_game(state, NO_KEEPER, animal)
        return False
    return add_power_card(state)


def add_power_card(state: Position) -> bool:
    """Rule 5.2. Return whether the game continues."""
    supply = state.pieces.power[state.team].supply
    if state.added == len(supply):
        end_game(state, NO_POWER)
        return False
    value = supply[state.added]
    state.added += 1
    state.pile[value] += 1
    state.in_pile += 1
    if state.log is not None:
        state.log.append(events.PowerAdded(value))
    return True


def remove_keeper(state: Position, keeper: int, by: str) -> None:
    """Rule 4.5: the Keeper waits outside, without direction or busy side."""
    state.stands[keeper] = OUTSIDE
    state.facing[keeper] = -1
    state.busy &= ~(1 << keeper)
    if state.log is not None:
        state.log.append(events.KeeperRemoved(keeper, by))


def number_in_log(state: Position, keeper: int) -> int:
    """Return the number of a Keeper in events: -1 for the Billionaire."""
    return -1 if keeper == state.billionaire else keeper


def animal_arrives(state: Position, animal: int, spot: int) -> bool:
    """Rule 4.2: an Animal has moved onto a Path. Return whether its turn continues."""
    if state.level.cameras and state.zoo[spot >> 2].cameras >> (spot & 3) & 1 and not raise_alarm(state, animal, True):
        return False
    if spot in state.stands and not state.captured >> animal & 1:
        capture_animal(state, animal, state.stands.index(spot))
        return False
    if spot == state.machine:
        load(state, animal)
        return False
    return True


def capture_animal(state: Position, animal: int, keeper: int) -> None:
    """Rules 6.3, 6.5 and 6.6."""
    state.captured |= 1 << animal
    home = state.home(animal)
    state.spots[animal] = home
    parts = state.carried[animal] & state.pieces.parts
    state.carried[animal] &= ~parts
    state.gone |= parts
    if state.log is not None:
        lost = [card.name for card in state.pieces.cards if parts & card.bit]
        state.log.append(events.Captured(state.animals[animal], number_in_log(state, keeper), lost))
    if parts:
        kind = state.missing_kind(~state.gone)
        if kind >= 0:
            end_game(state, KIND_GONE, kind)
            return
    if not add_power_card(state):
        return
    if state.captured & state.whole_team == state.whole_team:
        end_game(state, ALL_CAPTURED)
        return
    if home == state.machine:
        load(state, animal)


def machine_arrives(state: Position, spot: int) -> None:
    """Rule 8.2: the Machine has moved onto a Path; with a Keeper there its turn is over."""
    if spot in state.stands and not state.captured >> state.team & 1:
        end_turn(state)
        capture_machine(state, state.stands.index(spot))
    else:
        load_all_here(state)


def capture_machine(state: Position, keeper: int) -> None:
    """Rules 6.4 and 6.5: back to the Workshop, add a Power Card, and the team chooses a Part to lose."""
    state.captured |= 1 << state.team
    state.machine = state.workshop << 2
    if state.level.machine_capture_counts:
        state.captured |= state.loaded
    if state.log is not None:
        state.log.append(events.MachineCaptured(number_in_log(state, keeper)))
    if not add_power_card(state):
        return
    if state.captured & state.whole_team == state.whole_team:
        end_game(state, ALL_CAPTURED)
        return
    load_all_here(state)
    state.stack.append(LOSE_PART)


def load(state: Position, animal: int) -> None:
    """Rule 8.3."""
    state.loaded |= 1 << animal
    state.hiding &= ~(1 << animal)
    state.spots[animal] = OUTSIDE
    if state.log is not None:
        state.log.append(events.Loaded(state.animals[animal]))


def load_all_here(state: Position) -> None:
    """Load every Animal on the Machine's Path."""
    machine = state.machine
    for animal in range(state.team):
        if state.spots[animal] == machine:
            load(state, animal)


@final
class LosePart(Phase[Position]):
    """Rule 6.4: the Part that a captured Machine loses. The first player to choose decides."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return ALL_SEATS[state.players]

    def legal(self, state: Position, seat: int) -> list[Action]:
        parts = state.machine_parts
        return [state.catalogue.remove[card.index] for card in state.pieces.cards if parts & card.bit]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Remove):
            return Refusal("The captured Machine must lose a Part first. Choose one.", "6.4")
        parts = either([card.name for card in state.pieces.cards if state.machine_parts & card.bit])
        return Refusal(f"The Machine has no {action.part.name}. Choose from its Parts: {parts}.", "6.4")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Remove)
        self.remove(state, action.part)

    def remove(self, state: Position, part: Card) -> None:
        """Rule 6.6 may end the game."""
        state.machine_parts &= ~part.bit
        state.gone |= part.bit
        state.stack.pop()
        if state.log is not None:
            state.log.append(events.PartLost(part))
        kind = state.missing_kind(state.machine_parts)
        if kind >= 0:
            end_game(state, KIND_GONE, kind)

    def settle(self, state: Position) -> bool:
        """Lose a single Part without asking."""
        return self.take_only_choice(state, 0)

    def prompt(self, state: Position, seat: int) -> str:
        return "The Machine was captured. Choose a Part to lose."


LOSE_PART: Final = LosePart()
