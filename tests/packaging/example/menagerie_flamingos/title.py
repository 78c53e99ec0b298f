"""Flamingo Race, the smallest title with chance in it: walk one space, or fly as far as the wind carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from menagerie import Action, Event, Game, State
from menagerie.core.game import Setup
from menagerie.core.phase import Phase, Refusal
from menagerie.core.rng import Rng

LENGTH: Final = 10


class Move(Action):
    """`walk` or `fly`."""

    __slots__ = ("word",)

    def __init__(self, word: str) -> None:
        self.word = word

    def __str__(self) -> str:
        return self.word


WALK, FLY = Move("walk"), Move("fly")


class Moved(Event):
    """What a move came to."""

    def __init__(self, seat: int, move: str, space: int) -> None:
        self.seat, self.move, self.space = seat, move, space

    def tell(self, names: Sequence[str]) -> str:
        how = "walks" if self.move == "walk" else "flies"
        return f"{names[self.seat]} {how} to space {self.space}."


class Turn(Phase["Position"]):
    """One flamingo moves."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return (state.turn,)

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [WALK, FLY]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal("A flamingo walks or flies.", "1.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.spaces[seat] += 1 if action == WALK else state.rng.below(4)
        state.turn = (seat + 1) % state.players
        if state.log is not None:
            state.log.append(Moved(seat, str(action), state.spaces[seat]))
        if state.spaces[seat] >= LENGTH:
            state.stack.pop()

    def prompt(self, state: Position, seat: int) -> str:
        return "Walk one space, or fly up to three."


class Position(State):
    """How far everybody is."""

    spaces: list[int]
    turn: int

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.spaces, twin.turn = list(self.spaces), self.turn
        return twin

    def score(self, seat: int) -> int:
        return self.spaces[seat]

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"spaces": list(self.spaces), "turn": self.turn}

    def secrets(self) -> dict[str, Any]:
        return {}

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        return

    def __str__(self) -> str:
        lines = [f"  {'ABCD'[seat]}: space {space}" for seat, space in enumerate(self.spaces)]
        return "\n".join(["Flamingo Race", *lines])


class FlamingoRace(Game):
    """The title."""

    def deal(self, setup: Setup) -> Position:
        state = Position()
        state.prepare(self, setup)
        state.spaces, state.turn = [0] * setup.players, 0
        state.stack.append(Turn())
        return state

    def read(self, text: str) -> Action | None:
        return {"walk": WALK, "fly": FLY}.get(text.strip().lower())
