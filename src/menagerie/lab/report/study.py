"""What a report rests on: a table of games, and beside it matches with more and less time, and a check of chances.

A title says in `[report]` of its `measures.toml` what is played. What was measured is kept in files, and a report is
made of the files alone; so it can be made again, and looks the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import menagerie
from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.lab import arena, calibrate, curve
from menagerie.lab.entrants import Entrant
from menagerie.lab.grid import Grid, entrant
from menagerie.lab.match import Match
from menagerie.lab.measures import FILE
from menagerie.lab.simulate import Table, simulate
from menagerie.lab.variants import OWN, Variant

CURVE: Final = "-curve.json"
CHANCES: Final = "-chances.json"
"""How files end that lie beside a table and belong to it."""
Tell = Callable[[str, int], None]
"""Told what is being done, and how many more games of it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played for a report of a title."""

    grid: Grid
    matches: tuple[Match, ...] = ()
    """Of strength against time."""
    survey: calibrate.Survey | None = None
    """Whether chances are what happens."""

    @property
    def games(self) -> int:
        """How many it takes."""
        played = len(self.grid.cells()) * self.grid.games + sum([match.games for match in self.matches])
        return played + (self.survey.games if self.survey else 0)


def plan(game: Game, games: int | None = None, contents: tuple[Variant, ...] = (OWN,)) -> Plan:
    """What `[report]` of a title asks for, perhaps with another number of games; raises BadContent."""
    file = Content(game.folder).read(FILE) if (game.folder / FILE).is_file() else None
    if file is None or not file.has("report"):
        player = "keeper" if game.gives_advice else "montecarlo:100"
        players = tuple([number for number in game.players if number > 1]) or (1,)
        return Plan(Grid(game.id, ((entrant(player, game),),), players, (), contents, games or 100))
    asked = file.entry("report")
    options = tuple([(name, tuple(asked.entry("options").texts(name))) for name in _keys(asked, "options")])
    wanted = games or asked.number("games")
    grid = Grid(
        game.id, ((entrant(asked.text("bot"), game),),), tuple(asked.numbers("players")), options, contents, wanted
    )
    shared = min(1.0, wanted / asked.number("games"))
    return Plan(grid, _matches(game, asked, shared), _survey(game, asked, shared))


def _keys(entry: Entry, key: str) -> list[str]:
    return list(entry.entry(key).values) if entry.has(key) else []


def _matches(game: Game, asked: Entry, shared: float) -> tuple[Match, ...]:
    if not asked.has("curve"):
        return ()
    against = [Entrant.parse(asked.text("against"))] if asked.has("against") else []
    games = max(2, round(shared * asked.number("curve_games")))
    players = asked.number("curve_players")
    options = {name: asked.entry("options").texts(name)[0] for name in _keys(asked, "options")}
    return tuple(
        [Match(game.id, players, (Entrant.parse(name), *against), games, 0, options) for name in asked.texts("curve")]
    )


def _survey(game: Game, asked: Entry, shared: float) -> calibrate.Survey | None:
    if not asked.has("positions"):
        return None
    positions = max(20, round(shared * asked.number("positions")))
    return calibrate.Survey(
        game.id, asked.number("curve_players"), asked.text("chances_by"), positions, 0, asked.number("each")
    )


@dataclass(frozen=True, slots=True)
class Study:
    """What is known about a title from games of bots."""

    table: Table
    points: tuple[curve.Point, ...] = ()
    chances: dict[str, Any] | None = None

    @property
    def title(self) -> str:
        """The title's id."""
        return str(self.table.about["title"])

    @staticmethod
    def read(file: Path) -> Study:
        """A table and what lies beside it; raises BadSetup."""
        if not file.is_file():
            raise BadSetup(f"There is no table {file}, nor a title of that name.")
        table = Table.read(file)
        beside = file.with_name(f"{file.stem}{CURVE}")
        points = [curve.point(figures, beside) for figures in _read(beside)] if beside.is_file() else []
        checked = file.with_name(f"{file.stem}{CHANCES}")
        chances = _read(checked) if checked.is_file() else None
        return Study(table, tuple(sorted(points, key=lambda point: point.seconds)), chances)


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadSetup(f"{file} cannot be read as JSON. Remove it, or make it again.") from None


def carry_out(wanted: Plan, folder: Path, executor: Executor, tell: Tell) -> Path:
    """Play what is not yet in that folder; the table. Raises BadSetup."""
    title = wanted.grid.title
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetup(f"{folder} cannot be used: {error.strerror}.") from None
    file = folder / f"{title}.parquet"
    if not simulate(wanted.grid, file, executor, lambda games: tell(f"{title}: games", games)):
        tell(f"{title}: games", len(wanted.grid.cells()) * wanted.grid.games)
    beside = folder / f"{title}{CURVE}"
    if wanted.matches and not beside.exists():
        figures = [_played(match, executor, tell) for match in wanted.matches]
        beside.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    checked = folder / f"{title}{CHANCES}"
    if wanted.survey is not None and not checked.exists():
        found = calibrate.calibrate(wanted.survey, executor, lambda what, by: tell(f"{title}: chances", int(by)))
        data = {"about": wanted.survey.about, **asdict(found)}
        checked.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return file


def _played(match: Match, executor: Executor, tell: Tell) -> dict[str, Any]:
    name = match.entrants[0].name
    return arena.run(match, executor, lambda result: tell(f"{match.title}: {name}", 1)).figures()


def name_of(title: str) -> str:
    """What a title is called."""
    return menagerie.load(title).name
