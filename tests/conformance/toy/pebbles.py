"""Pebbles: everybody has a secret pebble in hand. On your turn draw one from the bag, unseen by the others; keep it on
your heap, or trade: lay down the one in your hand and keep the new one there. The bag empty, most points win, and of
equal points the largest pebble in hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from menagerie import Action, Event, Game, State
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.scene import Scene, text
from menagerie.core.game import Setup
from menagerie.core.phase import Phase, Refusal
from menagerie.core.position import Form
from menagerie.core.rng import Rng

PEBBLES = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


class Draw(Action):
    def __str__(self) -> str:
        return "draw"


class Keep(Action):
    def __str__(self) -> str:
        return "keep"


class Trade(Action):
    def __str__(self) -> str:
        return "trade"


DRAW, KEEP, TRADE = Draw(), Keep(), Trade()
WORDS: dict[str, Action] = {str(action): action for action in (DRAW, KEEP, TRADE)}


class Drew(Event):
    def __init__(self, seat: int) -> None:
        self.seat = seat

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws a pebble."


class Laid(Event):
    def __init__(self, seat: int, pebble: int) -> None:
        self.seat = seat
        self.pebble = pebble

    def tell(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lays a {self.pebble} on the heap."


class Turn(Phase["Position"]):
    """Draw a pebble."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return (state.active,)

    def reveals(self, state: Position) -> bool:
        return True

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [DRAW]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal(f"{state.names[seat]} draws a pebble first.", "1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.drawn = state.bag.pop()
        state.stack[-1] = CHOOSE
        if state.log is not None:
            state.log.append(Drew(seat))

    def prompt(self, state: Position, seat: int) -> str:
        return "Draw a pebble."


class Choose(Turn):
    """Keep the pebble or trade it."""

    def reveals(self, state: Position) -> bool:
        return False

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [KEEP, TRADE]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal("Keep the pebble or trade it.", "2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if action == KEEP:
            state.heaps[seat].append(state.drawn)
        else:
            assert action == TRADE
            state.heaps[seat].append(state.hands[seat])
            state.hands[seat] = state.drawn
        state.drawn = 0
        if state.log is not None:
            state.log.append(Laid(seat, state.heaps[seat][-1]))
        state.active = (seat + 1) % state.players
        if state.bag:
            state.stack[-1] = TURN
        else:
            state.stack.clear()

    def prompt(self, state: Position, seat: int) -> str:
        return "Keep the pebble, or trade it for the one in your hand."


TURN, CHOOSE = Turn(), Choose()


class Position(State):
    bag: list[int]
    hands: list[int]
    heaps: list[list[int]]
    drawn: int
    active: int

    def deal(self) -> None:
        self.bag = list(PEBBLES)
        self.rng.shuffle(self.bag)
        self.hands = [self.bag.pop() for _ in range(self.players)]
        self.heaps = [[] for _ in range(self.players)]
        self.drawn = 0
        self.active = 0
        self.stack.append(TURN)

    def copy(self) -> Position:
        twin = type(self)()
        self.copy_base(twin)
        twin.bag = list(self.bag)
        twin.hands = list(self.hands)
        twin.heaps = [list(heap) for heap in self.heaps]
        twin.drawn = self.drawn
        twin.active = self.active
        return twin

    def score(self, seat: int) -> int:
        return sum(self.heaps[seat])

    def standing(self, seat: int) -> tuple[int, ...]:
        return self.score(seat), self.hands[seat]

    def tie_break(self, index: int, first: int, second: int) -> str:
        return f"by a {self.hands[first]} in hand to a {self.hands[second]}"

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "heaps": [list(heap) for heap in self.heaps],
            "hand": None if seat is None else self.hands[seat],
            "drawn": self.drawn if seat is not None and seat == self.active else None,
            "bag": len(self.bag),
            "active": self.active,
        }

    def secrets(self) -> dict[str, Any]:
        return {"bag": list(self.bag), "hands": list(self.hands), "drawn": self.drawn, "chance": self.rng.used}

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        others = [other for other in range(self.players) if other != seat]
        hides_drawn = self.drawn and seat != self.active
        hidden = self.bag + [self.hands[other] for other in others] + ([self.drawn] if hides_drawn else [])
        hidden.sort()
        rng.shuffle(hidden)
        for other in others:
            self.hands[other] = hidden.pop()
        if hides_drawn:
            self.drawn = hidden.pop()
        self.bag = hidden

    def __str__(self) -> str:
        return f"{len(self.bag)} pebbles in the bag; heaps {self.heaps}"


class Pebbles(Game):
    position: type[Position] = Position

    def __init__(self, folder: Path = Path(__file__).parent, content: Path | None = None) -> None:
        super().__init__(folder, content)

    def deal(self, setup: Setup) -> State:
        state = self.position()
        state.prepare(self, setup)
        state.deal()
        return state

    def read(self, text: str) -> Action | None:
        return WORDS.get(text)

    def scene(self, state: State, seat: int | None = None) -> Scene:
        scene = Scene(200, 100)
        scene.put("all", text(state.view(seat), 0, 0))
        return scene

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [
            Choice(str(action), (button(self.words(state, seat, action)),), words=self.words(state, seat, action))
            for action in state.legal(seat)
        ]

    def words(self, state: State, seat: int, action: Action) -> str:
        return str(action).capitalize()

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        return None

    def trials(self, state: State, seat: int) -> list[Choice]:
        return []

    @property
    def has_positions(self) -> bool:
        return True

    def exchange_position(self, form: Form, state: State) -> None:
        """The broken toys live in another package, where no module `position` is found."""
        from .as_text import exchange

        exchange(form, state)


def census(state: State) -> list[int]:
    assert isinstance(state, Position)
    pebbles = state.bag + state.hands + [pebble for heap in state.heaps for pebble in heap]
    return sorted(pebbles + ([state.drawn] if state.drawn else []))


def naive_scores(state: State) -> tuple[int, ...]:
    return tuple(sum(heap) for heap in state.view(None)["heaps"])
