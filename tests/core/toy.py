"""The smallest title in which all decide at the same time: everyone says a number, twice; the largest sum
wins, and of equal sums the one with the largest number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from menagerie import Action, Event, Game, State
from menagerie.core.game import Setup
from menagerie.core.phase import Phase, Refusal
from menagerie.core.rng import Rng

TITLE = """\
id = "sums"
name = "Sums"
players = [1, 3]
rules_version = 1
examples = "say 2"
longest = 20
"""


class Say(Action):
    def __init__(self, number: int) -> None:
        self.number = number

    def __str__(self) -> str:
        return f"say {self.number}"


class Said(Event):
    def __init__(self, seat: int, number: int) -> None:
        self.seat, self.number = seat, number

    def tell(self, names: Any) -> str:
        return f"{names[self.seat]} says {self.number}."


class OneNumber(Phase["Sums"]):
    """In a lane of its own for every seat."""

    def seats(self, state: Sums) -> tuple[int, ...]:
        return tuple(seat for seat, lane in enumerate(state.lanes) if lane)

    def legal(self, state: Sums, seat: int) -> list[Action]:
        return [Say(number) for number in (1, 2, 3)]

    def accepts(self, state: Sums, seat: int, action: Action) -> bool:
        """Zero is nothing that anybody wants, so that it is not listed."""
        return isinstance(action, Say) and action.number == 0

    def why_not(self, state: Sums, seat: int, action: Action) -> Refusal:
        return Refusal(f"{state.names[seat]}, say a number from 1 to 3.", "1.1")

    def play(self, state: Sums, seat: int, action: Action) -> None:
        assert isinstance(action, Say)
        state.sums[seat] += action.number
        state.largest[seat] = max(state.largest[seat], action.number)
        state.lane(seat).pop()
        if state.log is not None:
            state.log.append(Said(seat, action.number))

    def prompt(self, state: Sums, seat: int) -> str:
        return "Say a number."


class Together(Phase["Sums"]):
    """Opens the lanes; when all are done the game is over."""

    def seats(self, state: Sums) -> tuple[int, ...]:
        return ()

    def settle(self, state: Sums) -> bool:
        if not state.opened:
            state.opened = True
            state.act_together([[OneNumber(), OneNumber()] for _ in range(state.players)])
        else:
            state.stack.pop()
        return True


class Sums(State):
    sums: list[int]
    largest: list[int]
    opened: bool

    def copy(self) -> Sums:
        twin = Sums()
        self.copy_base(twin)
        twin.sums, twin.largest, twin.opened = list(self.sums), list(self.largest), self.opened
        return twin

    def score(self, seat: int) -> int:
        return self.sums[seat]

    def standing(self, seat: int) -> tuple[int, ...]:
        return (self.sums[seat], self.largest[seat])

    def tie_break(self, index: int, first: int, second: int) -> str:
        assert index == 1
        return f"by a largest number of {self.largest[first]} to {self.largest[second]}"

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"sums": list(self.sums)}

    def secrets(self) -> dict[str, Any]:
        return {}

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        pass

    def __str__(self) -> str:
        return f"Sums: {self.sums}"


class SumsGame(Game):
    def deal(self, setup: Setup) -> Sums:
        state = Sums()
        state.prepare(self, setup)
        state.sums, state.largest, state.opened = [0] * setup.players, [0] * setup.players, False
        state.stack.append(Together())
        return state

    def read(self, text: str) -> Action | None:
        return Say(int(text[-1])) if text in ("say 0", "say 1", "say 2", "say 3", "say 4") else None


def make(folder: Path) -> Game:
    """The title, living in that folder."""
    (folder / "title.toml").write_text(TITLE, encoding="utf-8")
    return SumsGame(folder)
