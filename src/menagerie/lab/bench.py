"""How fast the engine is: uniformly random play from `new` to the end, and copies, in CPU time of one core."""

from __future__ import annotations

import json
import platform
import tracemalloc
from collections.abc import Callable
from dataclasses import MISSING, asdict, dataclass, fields
from itertools import repeat
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

from menagerie import _engine
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.core.playout import play_randomly
from menagerie.core.record import Record
from menagerie.core.state import State

Advance = Callable[[str, float], None]
"""Told what is measured, and how many hundredths more of it are done."""

_PLAY_SHARE: Final = 0.5
_LOOP_SHARE: Final = 0.25
"""The parts of the time that go into our own compiled loop and into a plain one; the rest goes into copying."""
_POSITIONS: Final = 16
_COPIES_FOR_SIZE: Final = 300
_COPIES_AT_ONCE: Final = 200
_REPLAYS: Final = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A title with a number of players."""

    game: Game
    players: int

    def __str__(self) -> str:
        return f"{self.game.id}, {self.players} players" if self.players > 1 else f"{self.game.id}, alone"


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured in one case."""

    title: str
    players: int
    engine: str
    python: str
    decisions_per_game: float
    decisions_per_second: float
    games_per_second: float
    copies_per_second: float
    microseconds_per_copy: float
    bytes_per_state: float
    loop_per_second: float = 0.0
    """Decisions of a plain Python loop of `legal` and `play`. Files of before have none."""


def cases(games: list[Game], players: int | None = None) -> list[Case]:
    """For every title its largest number of players and two (or its fewest), unless one number is asked for."""
    found = []
    for game in games:
        if players is not None:
            game.setup(players, 0, game.rules_version, {})  # complains about a wrong number
            found.append(Case(game, players))
        else:
            small = 2 if 2 in game.players else game.players[0]
            found += [Case(game, count) for count in sorted({small, game.players[-1]})]
    return found


def measure(case: Case, seconds: float, advance: Advance) -> Figures:
    """Measure one case for about that long."""
    games, plies, spent = _play(case, seconds * _PLAY_SHARE, advance)
    positions = _positions(case)
    loop = _loop(case, seconds * _LOOP_SHARE)
    advance(str(case), 100 * _LOOP_SHARE)
    per_copy = _copy(case, positions, seconds * (1 - _PLAY_SHARE - _LOOP_SHARE), advance)
    return Figures(
        title=case.game.id,
        players=case.players,
        engine="compiled" if _engine.COMPILED else "interpreted",
        python=platform.python_version(),
        decisions_per_game=plies / games,
        decisions_per_second=plies / spent,
        games_per_second=games / spent,
        copies_per_second=1 / per_copy,
        microseconds_per_copy=per_copy * 1e6,
        bytes_per_state=sum([_size(state) for state in positions]) / len(positions),
        loop_per_second=loop,
    )


def replays(records: dict[str, Record]) -> str:
    """How long recorded games take: replaying them with every check, and listing what is legal at the hardest place."""
    lines = [f"{'record':<36} {'decisions':>9} {'replay':>10} {'longest list':>14}"]
    for name, record in records.items():
        whole = min([_replay(record) for _ in range(_REPLAYS)])
        lines.append(
            f"{name:<36} {len(record.decisions):>9} {whole * 1e3:>7.2f} ms {_longest_list(record) * 1e3:>11.2f} ms"
        )
    return "\n".join(lines)


def _replay(record: Record) -> float:
    """CPU seconds for one replay, from the first decision's notation to the last state."""
    state = record.begin()
    start = process_time()
    for _ in record.follow(state):
        pass
    return process_time() - start


def _longest_list(record: Record) -> float:
    """CPU seconds for the slowest list of legal decisions in the game, runs and placements included."""
    longest = 0.0
    for state in record.replay():
        for seat in state.to_act:
            state.changed_by_hand()  # so that nothing is listed yet
            start = process_time()
            state.legal(seat)
            longest = max(longest, process_time() - start)
    return longest


def _play(case: Case, seconds: float, advance: Advance) -> tuple[int, int, float]:
    """Play whole games for that long, at least one: how many, their decisions, the time."""
    games = plies = 0
    shown = spent = 0.0
    while not games or spent < seconds:
        start = process_time()
        plies += play_randomly(case.game.new(players=case.players, seed=games), Random(games))
        spent += process_time() - start
        games += 1
        done = min(1.0, spent / seconds) * 100 * _PLAY_SHARE
        advance(str(case), done - shown)
        shown = done
    return games, plies, spent


def _loop(case: Case, seconds: float) -> float:
    """Decisions per second of a loop as anyone would write it in Python."""
    plies, spent, number = 0, 0.0, 0
    while not plies or spent < seconds:
        start = process_time()
        state, chance = case.game.new(players=case.players, seed=number), Random(number)
        while not state.is_over:
            seat = chance.choice(state.to_act)
            state.play(chance.choice(state.legal(seat)), seat)
        spent += process_time() - start
        plies += state.ply
        number += 1
    return plies / spent


def _positions(case: Case) -> list[State]:
    """Positions spread evenly over one game."""
    state, chance = case.game.new(players=case.players, seed=1), Random(1)
    every = [state.copy()]
    while not state.is_over:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
        every.append(state.copy())
    step = max(1, len(every) // _POSITIONS)
    return every[::step]


def _copy(case: Case, positions: list[State], seconds: float, advance: Advance) -> float:
    """Seconds for one copy, the mean over the positions."""
    share = 100 * (1 - _PLAY_SHARE - _LOOP_SHARE) / len(positions)
    total = 0.0
    for state in positions:
        copies, spent, copy = 0, 0.0, state.copy
        while spent < seconds / len(positions):
            start = process_time()
            for _ in repeat(None, _COPIES_AT_ONCE):
                copy()
            spent += process_time() - start
            copies += _COPIES_AT_ONCE
        total += spent / copies
        advance(str(case), share)
    return total / len(positions)


def _size(state: State) -> float:
    """What one more copy of this state takes, in bytes; what copies share is not counted."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        copies = [state.copy() for _ in repeat(None, _COPIES_FOR_SIZE)]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return (after - before) / len(copies)


# Showing and keeping.

NOTE: Final = (
    "decisions/s: our own loop, which is compiled with the engine; plain loop/s: legal() and play() called from Python."
)
_WIDE: Final = 14
_COLUMNS: Final = (
    ("decisions/s", "decisions_per_second", 0),
    ("plain loop/s", "loop_per_second", 0),
    ("games/s", "games_per_second", 1),
    ("decisions/game", "decisions_per_game", 1),
    ("copies/s", "copies_per_second", 0),
    ("us/copy", "microseconds_per_copy", 2),
    ("bytes/state", "bytes_per_state", 0),
)


def heading(found: list[Case]) -> str:
    """What stands above the rows of these cases."""
    return _columns(found, ["title", "players", *[name for name, _, _ in _COLUMNS]])


def row(found: list[Case], line: Figures) -> str:
    """The figures of one of these cases."""
    values = [f"{getattr(line, name):,.{digits}f}" for _, name, digits in _COLUMNS]
    return _columns(found, [line.title, str(line.players), *values])


def _columns(found: list[Case], cells: list[str]) -> str:
    """Cells in columns whose widths are known before anything is measured."""
    first, players, *figures = cells
    wide = max([len(case.game.id) for case in found])
    return "  ".join([first.ljust(wide), players.rjust(7), *[figure.rjust(_WIDE) for figure in figures]])


def comparison(figures: list[Figures], before: list[Figures]) -> str:
    """The change since earlier figures, in percent."""
    known = {(line.title, line.players): line for line in before}
    rows = [["change", "players", *[heading for heading, _, _ in _COLUMNS]]]
    for line in figures:
        old = known.get((line.title, line.players))
        rows.append([line.title, str(line.players), *[_change(line, old, name) for _, name, _ in _COLUMNS]])
    engines = {(line.engine, line.python) for line in before}
    was = ", ".join([f"{engine} engine on Python {python}" for engine, python in sorted(engines)])
    return f"{aligned(rows)}\n(compared with: {was})"


def _change(line: Figures, old: Figures | None, name: str) -> str:
    if old is None or not getattr(old, name):
        return "new"
    return f"{100 * (getattr(line, name) / getattr(old, name) - 1):+.1f} %"


def aligned(rows: list[list[str]]) -> str:
    """Rows in columns, the first one to the left."""
    widths = [max([len(row[column]) for row in rows]) for column in range(len(rows[0]))]
    return "\n".join(
        [
            "  ".join([cell.rjust(wide) if at else cell.ljust(wide) for at, (cell, wide) in enumerate(cells)])
            for cells in [list(zip(row, widths, strict=True)) for row in rows]
        ]
    )


def write(figures: list[Figures], path: Path) -> None:
    """Keep figures as JSON, for `read` and for other programs."""
    try:
        path.write_text(json.dumps([asdict(line) for line in figures], indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise MenagerieError(f"{path} cannot be written: {error.strerror}.") from None


def read(path: Path) -> list[Figures]:
    """Figures that were kept; raises MenagerieError if the file holds none."""
    try:
        lines = json.loads(path.read_text(encoding="utf-8"))
        return [_figures(line) for line in lines]
    except OSError as error:
        raise MenagerieError(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise MenagerieError(f"{path} does not hold figures of menagerie bench --json.") from None


def _figures(line: dict[str, object]) -> Figures:
    """One line, every value of its type."""
    values = {}
    for field in fields(Figures):
        kind = {"str": str, "int": int, "float": float}[str(field.type)]
        if field.default is MISSING or field.name in line:
            values[field.name] = kind(line[field.name])
    return Figures(**values)
