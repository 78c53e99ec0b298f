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
from menagerie.games.zoo_escape.state import Table

_SEATS: Final = [tuple([seat for seat in range(MOST_ANIMALS) if mask >> seat & 1]) for mask in range(1 << MOST_ANIMALS)]
"""By the mask of animals, where every seat leads its own."""


def waiting(state: Table) -> int:
    """The Animals that have not had their turn."""
    return state.everybody & ~(state.loaded | state.had_turn)


def machine_waits(state: Table) -> bool:
    """Whether the Machine is built and has not had its turn."""
    return state.machine >= 0 and not state.had_turn >> state.team & 1


@final
class Round(Phase[Table]):
    """Rules 3.1 and 3.2: between turns, whoever leads an Animal that has not had its turn may begin it."""

    def seats(self, state: Table) -> tuple[int, ...]:
        if state.players == 1 or machine_waits(state):
            return ALL_SEATS[state.players]
        return _SEATS[waiting(state)]

    def reveals(self, state: Table) -> bool:
        return True  # Who begins is a choice of the team, even if each player has but one Animal to begin with.

    def legal(self, state: Table, seat: int) -> list[Action]:
        ready = state.ready
        left = waiting(state)
        actions: list[Action] = []
        for number in range(state.team):
            if left >> number & 1 and state.leader_of(number) == seat:
                actions.append(ready.begin[state.animals[number].index])
        if machine_waits(state):
            actions.append(ready.begin_machine)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if not isinstance(action, Begin):
            return Refusal("Nobody's turn has begun: begin the turn of an Animal first.", "3.1")
        if action.animal is None:
            return self.why_not_machine(state)
        animal = action.animal
        number = state.number_of[animal.index]
        if number < 0:
            return Refusal(f"The {animal.name} is not in this game.", "3.1")
        if state.leader_of(number) != seat:
            return Refusal(f"The {animal.name} is not yours to lead.", "3.1")
        if state.loaded >> number & 1:
            return Refusal(f"The {animal.name} is aboard the Machine and has no turn of its own.", "8.3")
        if state.had_turn >> number & 1:
            return Refusal(f"The {animal.name} has had its turn this round.", "3.1")
        return None

    def why_not_machine(self, state: Table) -> Refusal | None:
        """Rule 3.2."""
        if not state.is_built:
            return Refusal("The Machine is not built yet.", "3.2")
        if not machine_waits(state):
            return Refusal("The Machine has had its turn this round.", "3.2")
        return None

    def play(self, state: Table, seat: int, action: Action) -> None:
        assert isinstance(action, Begin)
        if action.animal is None:
            begin_machine_turn(state, seat)
        else:
            begin_turn(state, seat, state.number_of[action.animal.index])

    def settle(self, state: Table) -> bool:
        """A single turn left begins by itself; after the last one the keepers set off."""
        left = waiting(state)
        if machine_waits(state):
            if left or state.players > 1:
                return False
            begin_machine_turn(state, 0)
        elif not left:
            begin_keepers_phase(state)
        elif left & (left - 1):
            return False
        else:
            animal = left.bit_length() - 1
            begin_turn(state, state.leader_of(animal), animal)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        left = waiting(state)
        names = [
            animal.name
            for number, animal in enumerate(state.animals)
            if left >> number & 1 and state.leader_of(number) == seat
        ]
        if machine_waits(state):
            names.append("Machine")
        return f"Begin the turn of the {' or the '.join(names)} when it suits the team."


ROUND: Final = Round()
