"""A toy title for the browser tests: pieces laid on a grid, turned and mirrored. Only `serve.py` registers it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from menagerie.core.action import Action
from menagerie.core.display.choosing import Choice, Placements, button
from menagerie.core.display.scene import Scene, badge, rect, text
from menagerie.core.game import Game, Setup
from menagerie.core.phase import Phase, Refusal
from menagerie.core.rng import Rng
from menagerie.core.state import State

COLUMNS, ROWS, CELL = 6, 5, 40
LAST: Final = 3
"""Pieces that each player lays at most."""

Cells = tuple[tuple[int, int], ...]


def _turned(cells: Cells) -> Cells:
    return _settled([(-row, column) for column, row in cells])


def _mirrored(cells: Cells) -> Cells:
    return _settled([(-column, row) for column, row in cells])


def _settled(cells: list[tuple[int, int]]) -> Cells:
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    return tuple(sorted((column - left, row - top) for column, row in cells))


def _orientations(cells: Cells) -> dict[str, Cells]:
    found: dict[str, Cells] = {}
    for letter, shape in (("r", _settled(list(cells))), ("m", _mirrored(cells))):
        for number in range(4):
            found[f"{letter}{number}"] = shape
            shape = _turned(shape)
    return found


SHAPES: Final = {"L": _orientations(((0, 0), (0, 1), (0, 2), (1, 2))), "I": _orientations(((0, 0), (0, 1), (0, 2)))}
TURNED: Final = {f"{letter}{n}": f"{letter}{(n + 1) % 4}" for letter in "rm" for n in range(4)}
MIRRORED: Final = {f"{a}{n}": f"{b}{-n % 4}" for a, b in ("rm", "mr") for n in range(4)}


class Lay(Action):
    """Lay a piece, or pass."""

    def __init__(self, notation: str) -> None:
        self.notation = notation

    def __str__(self) -> str:
        return self.notation


class Turn(Phase["Position"]):
    """One player lays a piece or passes."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return (state.turn,)

    def legal(self, state: Position, seat: int) -> list[Action]:
        lays = [
            Lay(f"lay {name} {turn} at {chr(65 + column)}{row + 1}")
            for name, turns in SHAPES.items()
            for turn, cells in turns.items()
            for row in range(ROWS)
            for column in range(COLUMNS)
            if state.fits(seat, cells, column, row)
        ]
        return [*lays, Lay("pass")]

    def refuse(self, state: Position, seat: int, action: Action) -> Refusal | None:
        return None if action in self.legal(state, seat) else Refusal("The piece would not lie on free cells.", "1.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        words = str(action).split()
        if words[0] == "lay":
            column, row = ord(words[4][0]) - 65, int(words[4][1:]) - 1
            state.laid[seat].append((words[1], words[2], column, row))
        else:
            state.passed.add(seat)
        for _ in range(2):
            state.turn = 1 - state.turn
            if state.turn not in state.passed and len(state.laid[state.turn]) < LAST:
                return
        state.stack.clear()

    def prompt(self, state: Position, seat: int) -> str:
        return "Lay a piece on your board, or pass."


class Position(State):
    """Two boards."""

    turn: int
    laid: list[list[tuple[str, str, int, int]]]
    passed: set[int]

    def copy(self) -> Position:
        twin = Position()
        self.copy_base(twin)
        twin.turn, twin.laid, twin.passed = self.turn, [list(laid) for laid in self.laid], set(self.passed)
        return twin

    def covered(self, seat: int) -> set[tuple[int, int]]:
        """The cells that are taken."""
        return {(x + c, y + r) for name, turn, x, y in self.laid[seat] for c, r in SHAPES[name][turn]}

    def fits(self, seat: int, cells: Cells, column: int, row: int) -> bool:
        """Whether a piece may lie there."""
        taken = self.covered(seat)
        spots = [(column + c, row + r) for c, r in cells]
        return all(x < COLUMNS and y < ROWS and (x, y) not in taken for x, y in spots)

    def score(self, seat: int) -> int:
        return len(self.covered(seat))

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"laid": [[list(one) for one in laid] for laid in self.laid], "turn": self.turn}

    def secrets(self) -> dict[str, Any]:
        return {}

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        return


class Paddocks(Game):
    """The title."""

    def deal(self, setup: Setup) -> Position:
        state = Position()
        state.prepare(self, setup)
        state.turn, state.laid, state.passed = 0, [[], []], set()
        state.stack.append(Turn())
        return state

    def parse(self, text: str) -> Action:
        return Lay(" ".join(text.split()))

    def scene(self, state: State, seat: int | None = None) -> Scene:
        state = cast(Position, state)
        picture = Scene(640, 420)
        for owner in range(2):
            x = 20 + owner * 320
            board = rect(0, 0, COLUMNS * CELL + 40, ROWS * CELL + 60, "paper", 8) + badge(owner, 20, 20)
            cells = "".join(
                rect(20 + c * CELL, 40 + r * CELL, CELL, CELL, "space") for c in range(COLUMNS) for r in range(ROWS)
            )
            picture.put(f"board-{owner}", board + cells, x, 20, label=f"Board {'AB'[owner]}")
            for number, (name, turn, column, row) in enumerate(state.laid[owner]):
                place = (x + 20 + column * CELL, 60 + row * CELL)
                picture.put(f"laid-{owner}-{number}", _draw(name, turn, owner), *place, layer=1, label=f"Piece {name}")
        for number, name in enumerate(SHAPES):
            picture.put(f"piece-{name}", _draw(name, "r1", 4), 40 + 180 * number, 300, layer=1, label=f"Piece {name}")
        picture.put("round", text("Take a piece:", 0, 0, "on-table"), 20, 410)
        return picture

    def choices(self, state: State, seat: int) -> list[Any]:
        state = cast(Position, state)
        return [self._places(state, seat, name) for name in SHAPES] + [Choice("pass", (button("Pass"),), words="Pass")]

    def words(self, state: State, seat: int, action: Action) -> str:
        return str(action).capitalize()

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        return None

    def trials(self, state: State, seat: int) -> list[Any]:
        return [self._places(cast(Position, state), seat, name) for name in SHAPES]

    @staticmethod
    def _places(state: Position, seat: int, name: str) -> Placements:
        spots = [(col, row) for row in range(ROWS) for col in range(COLUMNS)]
        fits = {
            turn: f"{sum(1 << (row * COLUMNS + col) for col, row in spots if state.fits(seat, cells, col, row)):x}"
            for turn, cells in SHAPES[name].items()
        }
        ghosts = {turn: _draw(name, turn, seat) for turn in SHAPES[name]}
        notation = f"lay {name} {{turn}} at {{cell}}"
        return Placements(
            notation,
            (f"piece-{name}",),
            COLUMNS,
            40 + 320 * seat,
            60,
            CELL,
            ghosts,
            TURNED,
            MIRRORED,
            fits,
            words="Lay it",
        )


def _draw(name: str, turn: str, seat: int) -> str:
    return "".join(rect(c * CELL, r * CELL, CELL, CELL, f"seat-{seat}") for c, r in SHAPES[name][turn])


GAME = Paddocks(Path(__file__).parent)
