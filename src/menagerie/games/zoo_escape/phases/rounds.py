"""The round: whose turn may begin now (section 3)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.games.zoo_escape.actions import Begin
from menagerie.games.zoo_escape.phases.animals import begin_turn
from menagerie.games.zoo_escape.phases.captures import ALL_SEATS
from menagerie.games.zoo_escape.phases.keepers import begin_keepers_phase
from menagerie.games.zoo_escape.phases.machine import begin_machine_turn
from menagerie.games.zoo_escape.pieces import MOST_ANIMALS
from menagerie.games.zoo_escape.state import Position

_SEATS: Final = [tuple([seat for seat in range(MOST_ANIMALS) if mask >> seat & 1]) for mask in range(1 << MOST_ANIMALS)]
"""By the mask of animals, where every seat leads its own."""


def waiting(state: Position) -> int:
    """The Animals that have not had their turn."""
    return state.everybody & ~(state.loaded | state.had_turn)


def machine_waits(state: Position) -> bool:
    """Whether the Machine is built and has not had its turn."""
    return state.machine >= 0 and not state.had_turn >> state.team & 1


@final
class Round(Phase[Position]):
    """Rules 3.1 and 3.2: between turns, whoever leads an Animal that has not had its turn may begin it."""

    def seats(self, state: Position) -> tuple[int, ...]:
        if machine_waits(state):
            return ALL_SEATS[state.players]
        left = waiting(state)
        if state.players == 1:
            return ALL_SEATS[1 if left else 0]  # nobody while the keepers are held
        return _SEATS[left]

    def reveals(self, state: Position) -> bool:
        return True  # Who begins is a choice of the team, even if each player has but one Animal to begin with.

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
            return Refusal(f"Nobody's turn has begun: begin that of the {self.can_begin(state, seat)} first.", "3.1")
        if action.animal is None:
            had = "has had its turn this round" if state.is_built else "is not built yet"
            return Refusal(f"The Machine {had}.", "3.2")
        name = action.animal.name
        number = state.number_of[action.animal.index]
        if number < 0:
            return Refusal(f"The {name} is not in this game.", "3.1")
        leader = state.leader_of(number)
        if leader != seat:
            return Refusal(f"The {name} is {state.names[leader]}'s to lead.", "3.1")
        if state.loaded >> number & 1:
            return Refusal(f"The {name} is aboard the Machine and has no turn of its own.", "8.3")
        return Refusal(f"The {name} has had its turn this round.", "3.1")

    def can_begin(self, state: Position, seat: int) -> str:
        """Whose turns that seat may begin: `Owl or the Machine`."""
        left = waiting(state)
        names = [
            animal.name
            for number, animal in enumerate(state.animals)
            if left >> number & 1 and state.leader_of(number) == seat
        ]
        if machine_waits(state):
            names.append("Machine")
        return " or the ".join(names)

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Begin)
        if action.animal is None:
            begin_machine_turn(state, seat)
        else:
            begin_turn(state, seat, state.number_of[action.animal.index])

    def settle(self, state: Position) -> bool:
        """A single turn left begins by itself; after the last one the keepers set off, unless they are held."""
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
        when = " when it suits the team" if state.players > 1 else " first"
        return f"Begin the turn of the {self.can_begin(state, seat)}{when}."


ROUND: Final = Round()
