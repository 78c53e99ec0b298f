"""The round: whose turn may start now (section 3)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import either
from menagerie.games.zoo_escape.actions import Begin
from menagerie.games.zoo_escape.phases.animals import begin_turn
from menagerie.games.zoo_escape.phases.captures import ALL_SEATS
from menagerie.games.zoo_escape.phases.keepers import begin_keepers_phase
from menagerie.games.zoo_escape.phases.machine import begin_machine_turn
from menagerie.games.zoo_escape.pieces import MOST_ANIMALS
from menagerie.games.zoo_escape.state import Position

_SEATS: Final = [tuple([seat for seat in range(MOST_ANIMALS) if mask >> seat & 1]) for mask in range(1 << MOST_ANIMALS)]
"""By the mask of Animals, where each seat plays its own."""


def waiting(state: Position) -> int:
    """Return the mask of Animals that have not had their turn."""
    return state.whole_team & ~(state.loaded | state.had_turn)


def machine_waits(state: Position) -> bool:
    """Return whether the Machine is built and has not had its turn."""
    return state.machine >= 0 and not state.had_turn >> state.team & 1


@final
class Round(Phase[Position]):
    """Rules 3.1 and 3.2: between turns, a player whose Animal has not had its turn may start it."""

    def seats(self, state: Position) -> tuple[int, ...]:
        if machine_waits(state):
            return ALL_SEATS[state.players]
        left = waiting(state)
        if state.players == 1:
            return ALL_SEATS[1 if left else 0]  # no seat while the Keepers are held
        return _SEATS[left]

    def reveals(self, state: Position) -> bool:
        return True  # Who goes first is the team's choice, even if each player has only one Animal to start with.

    def legal(self, state: Position, seat: int) -> list[Action]:
        ready = state.catalogue
        left = waiting(state)
        actions: list[Action] = []
        for number in range(state.team):
            if left >> number & 1 and state.leader_of(number) == seat:
                actions.append(ready.begin[state.animals[number].index])
        if machine_waits(state):
            actions.append(ready.begin_machine)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Begin):
            return Refusal(f"First take {self.whose(state, seat)} turn.", "3.1")
        if action.animal is None and state.is_built:
            return Refusal("The Machine has already had its turn this round.", "3.2")
        if action.animal is None:
            return Refusal("The Machine isn't built yet.", "3.2")
        name = action.animal.name
        number = state.number_of[action.animal.index]
        if number < 0:
            return Refusal(f"The {name} isn't in this game.", "3.1")
        leader = state.leader_of(number)
        if leader != seat:
            return Refusal(f"{state.names[leader]} plays the {name}.", "3.1")
        if state.loaded >> number & 1:
            return Refusal(f"The {name} is aboard the Machine and takes no turns.", "8.3")
        return Refusal(f"The {name} has already had its turn this round.", "3.1")

    def whose(self, state: Position, seat: int) -> str:
        """Return whose turns that seat may take: `the Owl's or the Machine's`."""
        left = waiting(state)
        owners = [
            f"the {animal.name}'s"
            for number, animal in enumerate(state.animals)
            if left >> number & 1 and state.leader_of(number) == seat
        ]
        if machine_waits(state):
            owners.append("the Machine's")
        return either(owners)

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Begin)
        if action.animal is None:
            begin_machine_turn(state, seat)
        else:
            begin_turn(state, seat, state.number_of[action.animal.index])

    def settle(self, state: Position) -> bool:
        """Start the only turn left. After the last one the Keepers set off, unless they are held."""
        left = waiting(state)
        if machine_waits(state):
            if left or state.players > 1:
                return False
            begin_machine_turn(state, 0)
        elif not left:
            if state.held:
                return False
            begin_keepers_phase(state)
        elif left & (left - 1):
            return False
        else:
            animal = left.bit_length() - 1
            begin_turn(state, state.leader_of(animal), animal)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        if state.players > 1:
            return f"Take {self.whose(state, seat)} turn when the team is ready."
        return f"Take {self.whose(state, seat)} turn."


ROUND: Final = Round()
