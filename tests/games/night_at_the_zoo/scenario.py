"""Positions for the tests, set up in a line or two."""

from __future__ import annotations

from typing import cast

import menagerie
from menagerie.games.night_at_the_zoo.phases.drafting import MAINTENANCE
from menagerie.games.night_at_the_zoo.phases.using import USE_TILES
from menagerie.games.night_at_the_zoo.pieces import TERRAINS
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, FIRST_ENTRANCE, SPACE_BY_NAME, UNDISCOVERED, ZOO
from menagerie.games.night_at_the_zoo.state import Table, place_name
from menagerie.games.night_at_the_zoo.title import NightAtTheZoo

GAME = cast(NightAtTheZoo, menagerie.load("night-at-the-zoo"))


def new(players: int = 2, seed: int = 1, **options) -> Table:
    return cast(Table, GAME.new(players, seed=seed, **options))


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
        for number in range(9):
            self.put(self.board.name_of(number), "undiscovered")
        return self.put(figure, place, **how)

    def hold(self, drafted: str = "", *stored: str) -> Scenario:
        """What can be used now."""
        self.board.drafted = self.tiles[drafted] if drafted else None
        self.board.stored = tuple([self.tiles[name] for name in stored])
        return self

    def figure(self, name: str) -> int:
        number = self.state.pieces.entrance_names.index(name.split()[1])
        assert self.board.name_of(number) == name
        return number

    def where(self, figure: str) -> str:
        return place_name(self.state.pieces, self.board.places[self.figure(figure)])

    def faces(self, figure: str) -> str:
        return DIRECTIONS[self.board.posture[self.figure(figure)]]

    def asleep(self, figure: str) -> bool:
        return self.board.posture[self.figure(figure)] == 1

    def pollen(self, figure: str) -> int:
        return self.board.pollen[self.figure(figure)]

    @property
    def legal(self) -> list[str]:
        return [str(action) for action in self.state.legal()]

    def moves(self) -> set[str]:
        """The legal movements."""
        return {text for text in self.legal if text.split()[0] in ("move", "slide", "turn", "wake")}

    def play(self, *decisions: str) -> Scenario:
        for decision in decisions:
            self.state.play(decision, log=self.log)
        return self

    def refused(self, decision: str) -> tuple[str, str]:
        """Reason and rule of a decision that is refused, which must change nothing."""
        before, past = self.state.view(None), self.state.decisions
        try:
            self.state.play(decision)
        except menagerie.IllegalAction as error:
            assert self.state.view(None) == before
            assert self.state.decisions == past
            return error.reason, error.rule
        raise AssertionError(f"{decision} was not refused")

    @property
    def points(self) -> int:
        return self.board.points

    def is_using(self) -> bool:
        """Whether the phase of using tiles goes on with nothing left to resolve."""
        return self.state.stack[-1] is USE_TILES[0]

    def has_used(self) -> bool:
        """Whether the phase of using tiles is over."""
        return USE_TILES[0] not in self.state.stack
