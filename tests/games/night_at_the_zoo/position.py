"""Positions of Night at the Zoo in a line or two."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import cast

import pytest

import menagerie
from menagerie.games.night_at_the_zoo.phases.drafting import MAINTENANCE
from menagerie.games.night_at_the_zoo.phases.using import USE_TILES
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, TERRAINS, Tile
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, FIRST_ENTRANCE, SPACE_BY_NAME, UNDISCOVERED, ZOO
from menagerie.games.night_at_the_zoo.state import Position
from menagerie.games.night_at_the_zoo.title import NightAtTheZoo
from menagerie.games.night_at_the_zoo.view import place_name
from tests.games.laying import laid

GAME = cast(NightAtTheZoo, menagerie.load("night-at-the-zoo"))


def new(players: int = 2, seed: int = 1, **options) -> Position:
    return cast(Position, GAME.new(players, seed=seed, **options))


def choices(state: Position, seat: int | None = None) -> list[str]:
    state.changed_by_hand()
    return [str(action) for action in state.legal(state.to_act[0] if seat is None else seat)]


def acting(state: Position) -> tuple[int, ...]:
    """Asked again each time, so that no type checker believes that the answer stays."""
    return state.to_act


def play(state: Position, *decisions: str) -> list[str]:
    """Play decisions of a seat each, `B store rocks-01`, and return the log."""
    state.changed_by_hand()
    log: list[menagerie.Event] = []
    for decision in decisions:
        letter, _, notation = decision.partition(" ")
        state.play(notation, "ABCD".index(letter), log)
    return [str(event) for event in log]


def refused(state: Position, decision: str, seat: int | None = None) -> tuple[str, str]:
    """Reason and rule of a decision that is refused, which must change nothing."""
    state.changed_by_hand()
    before, past = state.view(None), state.ply
    with pytest.raises(menagerie.IllegalAction) as caught:
        state.play(decision, seat)
    assert state.view(None) == before
    assert state.ply == past
    return caught.value.reason, caught.value.rule


def using(first: str, piles: list[int], *drafted: str) -> Position:
    """A table at which all have drafted these tiles; `first` has precedence. `piles`: the Bonus tiles left."""
    gone = [f"{14 - left} {terrain}-bonus" for terrain, left in zip(TERRAINS, piles, strict=True) if left < 14]
    boards = [f"[board {'ABCD'[seat]}]\ndrafted: {name}\nsteps: use tiles" for seat, name in enumerate(drafted)]
    head = f"players: {len(drafted)}\noption animals: cheetah,wolf,sloth\n[table]\nfirst: {first}\nphase: using tiles\n"
    text = head + "\n".join([*boards, f"[tiles]\ngone: {', '.join(gone) or 'none'}"])
    return cast(Position, laid("night-at-the-zoo", text, seed=5))


def owners(folder: Path, name: str, old: str, new: str) -> Path:
    """A content folder as an owner would make it: like ours, but in this file one text takes the place of another."""
    content = folder / "content"
    shutil.copytree(GAME.folder / "content", content)
    text = (content / name).read_text(encoding="utf-8")
    assert old in text
    (content / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return content


def tile(name: str) -> Tile:
    return next(tile for tile in GAME.pieces.tiles if tile.name == name)


class Scenario:
    """One player's board in the phase of using tiles. With setup-1 the first animal has E1 (discovered), E2 and S2, the
    second S1 (discovered), N1 and N2, the third W1 (discovered), N3 and W2."""

    def __init__(self, animals: str = "cheetah,wolf,sloth", setup: str = "setup-1") -> None:
        self.state = new(1, animals=animals, setups=setup)
        self.board = self.state.boards[0]
        self.state.stack = [MAINTENANCE, USE_TILES[0]]
        self.tiles = {tile.name: tile for tile in self.state.pieces.tiles}
        self.log: list[menagerie.Event] = []

    def lay(self, **ground: str) -> Scenario:
        """Cover spaces: `lay(C1="grass")` with a Bonus tile, `lay(C1="grass_19")` with an Action tile."""
        for space, name in ground.items():
            tile = f"{name}-bonus" if name in TERRAINS else name.replace("_", "-")
            self.board.lay(self.tiles[tile], SPACE_BY_NAME[space])
        return self

    def lay_everywhere(self, terrain: str = "sand") -> Scenario:
        return self.lay(
            **{name: terrain for name, at in SPACE_BY_NAME.items() if at != ZOO and self.board.free >> at & 1}
        )

    def put(self, figure: str, place: str, faces: str = "", asleep: bool = False, pollen: int = 0) -> Scenario:
        """Set a figure: `put("wolf N2", "C1")`; the place is a space, `zoo`, `entrance` or `undiscovered`."""
        number = self.figure(figure)
        board = self.board
        board.discover(number)
        if place == "undiscovered":
            board.places[number] = UNDISCOVERED
            board.out &= ~(1 << number)
            board.hidden |= 1 << number
        elif place == "zoo":
            board.places[number] = ZOO
            board.out &= ~(1 << number)
        else:
            board.places[number] = FIRST_ENTRANCE + number if place == "entrance" else SPACE_BY_NAME[place]
        if faces:
            board.posture[number] = DIRECTIONS.index(faces)
        if asleep:
            board.posture[number] = 1
        board.pollen[number] = pollen
        return self

    def alone(self, figure: str, place: str, **how) -> Scenario:
        """Only this figure is discovered."""
        for name in self.figures():
            self.put(name, "undiscovered")
        return self.put(figure, place, **how)

    def hold(self, drafted: str = "", *stored: str) -> Scenario:
        """What can be used now."""
        self.board.drafted = self.tiles[drafted] if drafted else None
        self.board.stored = tuple([self.tiles[name] for name in stored])
        self.state.changed_by_hand()
        return self

    def figures(self) -> list[str]:
        """All nine, as in the notation: `wolf N2`."""
        entrances = self.state.pieces.entrance_names
        return [f"{ANIMALS[animal]} {name}" for animal, name in zip(self.board.animals, entrances, strict=True)]

    def figure(self, name: str) -> int:
        return self.figures().index(name)

    def where(self, figure: str) -> str:
        return place_name(self.state.pieces, self.board.places[self.figure(figure)])

    def faces(self, figure: str) -> str:
        return DIRECTIONS[self.board.posture[self.figure(figure)]]

    def asleep(self, figure: str) -> bool:
        return self.board.posture[self.figure(figure)] == 1

    def pollen(self, figure: str) -> int:
        return self.board.pollen[self.figure(figure)]

    @property
    def choices(self) -> list[str]:
        return choices(self.state)

    def moves(self) -> set[str]:
        """The legal movements."""
        return {text for text in self.choices if text.split()[0] in ("move", "slide", "turn", "wake")}

    def play(self, *decisions: str) -> Scenario:
        self.state.changed_by_hand()
        for decision in decisions:
            self.state.play(decision, log=self.log)
        return self

    def refused(self, decision: str) -> tuple[str, str]:
        """Reason and rule of a decision that is refused, which must change nothing."""
        return refused(self.state, decision)

    @property
    def points(self) -> int:
        return self.board.points

    def is_using(self) -> bool:
        """Return whether the phase of using tiles continues with nothing left to resolve."""
        return self.state.stack[-1] is USE_TILES[0]

    def has_used(self) -> bool:
        """Whether the phase of using tiles is over."""
        return USE_TILES[0] not in self.state.stack
