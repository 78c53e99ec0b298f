"""Provide a toy title to test simultaneous play: in each of three rounds all pick two numbers at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from menagerie import Action, Game, IllegalAction, State
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.scene import Scene, text
from menagerie.core.game import Setup
from menagerie.core.phase import Phase, Refusal
from menagerie.core.rng import Rng

ROUNDS, STEPS = 3, 2


class Pick(Action):
    def __init__(self, number: int) -> None:
        self.number = number

    def __str__(self) -> str:
        return f"pick {self.number}"


PICKS = [Pick(number) for number in (1, 2, 3)]


class Picking(Phase["Position"]):
    """One seat picks, while the others do so at the same time."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def seats(self, state: Position) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, state: Position, seat: int) -> list[Action]:
        return list(PICKS)

    def refuse(self, state: Position, seat: int, action: Action) -> Refusal | None:
        return None

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Pick)
        state.picked[seat].append(action.number)
        if len(state.picked[seat]) % STEPS == 0:
            state.lane(seat).pop()

    def prompt(self, state: Position, seat: int) -> str:
        return "Pick a number."


class Round(Phase["Position"]):
    """Once all have picked, the next round."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return ()

    def legal(self, state: Position, seat: int) -> list[Action]:
        return []

    def settle(self, state: Position) -> bool:
        if len(state.picked[0]) == ROUNDS * STEPS:
            state.stack.clear()
        else:
            state.act_together([[Picking(seat)] for seat in range(state.players)])
        return True


class Position(State):
    picked: list[list[int]]

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.picked = [list(picked) for picked in self.picked]
        return twin

    def score(self, seat: int) -> int:
        return sum(self.picked[seat])

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"picked": self.picked}

    def secrets(self) -> dict[str, Any]:
        return {}

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        return


class Together(Game):
    def deal(self, setup: Setup) -> State:
        state = Position()
        state.prepare(self, setup)
        state.picked = [[] for _ in range(state.players)]
        state.stack.append(Round())
        return state

    def parse(self, text: str) -> Action:
        for pick in PICKS:
            if text == str(pick):
                return pick
        raise IllegalAction(f"{text!r} is not a decision in Together.")

    def scene(self, state: State, seat: int | None = None) -> Scene:
        scene = Scene(100, 100)
        for owner, picked in enumerate(state.view(seat)["picked"]):
            scene.put(f"picked-{owner}", text(picked, 0, 0))
        return scene

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [Choice(str(action), (button(str(action)),)) for action in state.legal(seat)]

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        return None

    def trials(self, state: State, seat: int) -> list[Choice]:
        return []


GAME = Together(Path(__file__).parent)
