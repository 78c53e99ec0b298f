"""Which games are simulated: every combination of players, options, lineups and contents, each on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import menagerie
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.lab.entrants import Entrant
from menagerie.lab.match import Match
from menagerie.lab.variants import OWN, Variant

THINKING: Final = 1000
"""Positions that a level looks at in a turn by default: counted, not timed, so that the same seed
makes the same games everywhere."""
BATCH: Final = 5
"""Games of a task."""


@dataclass(frozen=True, slots=True)
class Grid:
    """What is to be simulated."""

    title: str
    lineups: tuple[tuple[Entrant, ...], ...]
    players: tuple[int, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """By name the values that are tried."""
    contents: tuple[Variant, ...] = (OWN,)
    games: int = 100
    """Of each combination."""
    seed: int = 0

    def cells(self) -> list[Cell]:
        """Every combination."""
        names = [name for name, _ in self.options]
        found: list[Cell] = []
        for players, values, lineup, content in product(
            self.players, product(*[tried for _, tried in self.options]), self.lineups, self.contents
        ):
            options = dict(zip(names, values, strict=True))
            found.append(Cell(Match(self.title, players, lineup, self.games, self.seed, options, content)))
        return found

    def check(self) -> None:
        """Whether all of it can be played; raises BadSetup."""
        if not self.players or not self.lineups:
            raise BadSetup("A simulation needs a number of players and a bot.")
        for cell in self.cells():
            cell.match.check()

    @property
    def depends_on_time(self) -> bool:
        """Return whether any entrant plays by the clock, so that another run has other games."""
        return any(entrant.seconds is not None for lineup in self.lineups for entrant in lineup)

    def about(self) -> dict[str, Any]:
        """What tells it from another: plain data, kept with what came of it."""
        game = menagerie.load(self.title)
        return {
            "title": self.title,
            "rules_version": game.rules_version,
            "players": list(self.players),
            "options": {name: list(tried) for name, tried in self.options},
            "lineups": [[entrant.name for entrant in lineup] for lineup in self.lineups],
            "contents": {one.name: one.game(self.title).content_digest for one in self.contents},
            "seed": self.seed,
            "games": self.games,
        }

    @property
    def command(self) -> str:
        """What plays it again."""
        parts = [f"menagerie lab simulate {self.title}"]
        parts += [",".join([entrant.name for entrant in lineup]) for lineup in self.lineups]
        parts.append(f"--players {','.join([str(count) for count in self.players])}")
        parts += [f"--option {name}={value}" for name, tried in self.options for value in tried]
        parts += [f"--content {one.name}" for one in self.contents if one.files]
        return " ".join([*parts, f"--games {self.games} --seed {self.seed}"])


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination, and how its games are called in tables."""

    match: Match

    def columns(self) -> dict[str, Any]:
        """What all its rows have in common."""
        match = self.match
        return {
            "title": match.title,
            "rules_version": match.game.rules_version,
            "content": match.content.name,
            "players": match.players,
            "options": ", ".join([f"{name}={value}" for name, value in match.options.items()]),
            "lineup": ", ".join([entrant.name for entrant in match.entrants]),
        }


@dataclass(frozen=True, slots=True)
class Batch:
    """A task: some games of a cell."""

    cell: Cell
    numbers: range


def batches(cells: Sequence[Cell]) -> Iterator[Batch]:
    """All games of these cells, in portions."""
    for cell in cells:
        for begin in range(0, cell.match.games, BATCH):
            yield Batch(cell, range(begin, min(cell.match.games, begin + BATCH)))


def entrant(text: str, game: Game) -> Entrant:
    """A bot as it plays in simulations: who would think by the clock, and has no limit, counts positions; raises
    BadSetup."""
    found = Entrant.parse(text)
    if found.seconds is None and found.playouts is None and found.make(0).seconds(game) is not None:
        return Entrant.parse(f"{text}:{THINKING}")
    return found
