"""Who plays better: bots against each other on the same deals, from every seat, with CPU clocks.

Where one bot plays alone or all seats win together, there is one name, and a game is won or not. What is played is in
`match.py`, what came of it in `match_stats.py`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from menagerie.core.errors import BadSetup
from menagerie.core.record import Record
from menagerie.lab.match import Course, Match
from menagerie.lab.match_stats import Result
from menagerie.lab.parallel import as_done

RESULTS: Final = "games.jsonl"


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went, by seat."""

    number: int
    names: list[str]
    won: list[float]
    scores: list[int]
    cpu: list[float]
    turns: list[int]

    @staticmethod
    def read(line: str) -> Played | None:
        """Return a line of kept results; None if it is something else, or was cut off."""
        try:
            game = Played(**json.loads(line))
        except (ValueError, TypeError):
            return None
        lists = (game.names, game.won, game.scores, game.cpu, game.turns)
        if not isinstance(game.number, int) or not all(isinstance(one, list) for one in lists):
            return None
        numbers = [number for one in lists[1:] for number in one]
        are_numbers = all(isinstance(number, (int, float)) for number in numbers)
        return game if are_numbers and len({len(one) for one in lists}) == 1 else None


def play(match: Match, number: int) -> tuple[Played, str]:
    """Play one game of a match: how it went, and its record."""
    course = Course(match, number)
    while not course.state.is_over:
        course.decide()
    names = [entrant.name for entrant in course.entrants]
    record = Record.of(course.state)
    record.names = {seat: f"{name} (bot)" for seat, name in enumerate(names)}
    return Played(number, names, course.won(), list(course.state.scores), course.cpu, course.turns), str(record)


# Many games.


def run(
    match: Match,
    executor: Executor,
    tell: Callable[[Result], None],
    folder: Path | None = None,
    keep_records: bool = False,
    stop: float | None = None,
) -> Result:
    """Play a match with these hands, and tell how it stands after every game.

    With a folder results are kept there, and games that were played before are not played again. With `stop` the match
    ends as soon as it is decided whether the first bot wins more or less than that share.
    """
    match.check()
    if stop is not None and not match.is_together and len({entrant.name for entrant in match.entrants}) == 1:
        raise BadSetup("Whether a bot wins more than a share can be asked if others play against it.")
    result = Result(match, stop)
    file = None if folder is None else _open_results(match, folder, result)
    known = frozenset(result.played)
    left = (number for number in range(match.games) if number not in known and not result.is_decided())
    try:
        for game, record in as_done(partial(play, match), left, executor):
            result.add(game)
            if folder is not None and file is not None:
                _keep(folder, file, game, record if keep_records else "")
            tell(result)
    finally:
        if file is not None:
            with contextlib.suppress(OSError):  # if there was no room for the last line, there is none now
                file.close()
    return result


def _keep(folder: Path, file: TextIO, game: Played, record: str) -> None:
    """Write down a game, and its record if that is wanted; raises BadSetup if it cannot be written."""
    try:
        if record:
            (folder / f"{game.number + 1:05}.zoo").write_text(record, encoding="utf-8")
        file.write(json.dumps(asdict(game)) + "\n")
        file.flush()
    except OSError as error:
        raise BadSetup(
            f"{folder} cannot be written to any more: {error.strerror}. The same command continues it."
        ) from None


def _open_results(match: Match, folder: Path, result: Result) -> TextIO:
    """The file of results, read and ready to be added to; raises BadSetup if it is of another match."""
    file = folder / RESULTS
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        _read_results(match, file, text.splitlines(), result)
        opened = file.open("a", encoding="utf-8")
        if not text:
            opened.write(match.key() + "\n")
        elif not text.endswith("\n"):
            opened.write("\n")  # cut off when the machine went down: the next game has a line of its own
    except OSError as error:
        raise BadSetup(f"{folder} cannot be used: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{file} is no file of results. Give another folder, or remove it.") from None
    return opened


def _read_results(match: Match, file: Path, lines: list[str], result: Result) -> None:
    """Add the games that were played before; what a line does not tell is played again. Raises BadSetup."""
    if lines and lines[0] != match.key():
        raise BadSetup(f"{file} holds another match: {lines[0][:300]}. Give another folder, or remove it.")
    for line in lines[1:]:
        game = Played.read(line)
        if game is None or game.number in result.played or not 0 <= game.number < match.games:
            continue
        if game.names == [entrant.name for entrant in match.seats(game.number)]:
            result.add(game)
