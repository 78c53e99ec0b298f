"""Who plays better: bots against each other on the same deals, from every seat, with CPU clocks.

The lineup of a game is the bots in the order given, the last of them on all seats that are left; every deal is played
once with every rotation of it. Where one bot plays alone or all seats win together, there is one name, and a game is
won or not. What came of it is in `standing.py`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, TextIO

import menagerie
from menagerie import bots
from menagerie.core.advice import Advice
from menagerie.core.errors import BadSetup, MenagerieError
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.lab.parallel import not_interrupted, processes
from menagerie.lab.standing import Result

RESULTS: Final = "games.jsonl"
LIMITS: Final = tuple("0123456789.-+")
"""How a limit begins, and no name of a class."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as the command line names it: `keeper`, `montecarlo:400` (playouts), `director:0.5s` (seconds of CPU time a
    turn), `my_bot.py:MyBot` (a class in a file), or such a class with a limit: `my_bot.py:MyBot:0.5s`."""

    name: str
    kind: str
    seconds: float | None = None
    playouts: int | None = None

    @staticmethod
    def parse(text: str, seconds: float | None = None) -> Entrant:
        """What this names; `seconds` holds where it says no limit of its own. Raises BadSetup."""
        kind, _, limit = text.rpartition(":")
        if not kind or limit[:1] not in LIMITS:
            entrant = Entrant(text, text, seconds)
        elif limit.isdigit() and int(limit) > 0:
            entrant = Entrant(text, kind, playouts=int(limit))
        elif limit.endswith("s") and _is_positive(limit[:-1]):
            entrant = Entrant(text, kind, seconds=float(limit[:-1]))
        else:
            raise BadSetup(f"{text}: a limit is playouts (montecarlo:400) or seconds (keeper:0.2s), more than none.")
        entrant.make(0)
        return entrant

    def make(self, seed: int) -> bots.Bot:
        """A new bot of this kind; raises BadSetup."""
        file, colon, name = self.kind.rpartition(":")
        if not colon:
            return bots.make(self.kind, seed)
        found = _load(Path(file), name)
        try:
            return found(seed)
        except Exception as error:
            raise BadSetup(f"{self.kind} cannot be made from a seed: {type(error).__name__}: {error}.") from None

    def clock(self, bot: bots.Bot, game: Game) -> bots.Clock:
        """Its time for a turn; where nobody says so, that of its level."""
        seconds = bot.seconds(game) if self.seconds is None and self.playouts is None else self.seconds
        return bots.Clock(seconds, self.playouts, now=time.process_time)


def _is_positive(text: str) -> bool:
    try:
        return 0 < float(text) < math.inf
    except ValueError:
        return False


def _load(file: Path, name: str) -> type[bots.Bot]:
    """A class of a bot in a file; raises BadSetup."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise BadSetup(f"There is no file {file} with a bot {name}.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadSetup(f"{file} cannot be loaded: {type(error).__name__}: {error}.") from None
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, bots.Bot)):
        raise BadSetup(f"{file} has no subclass of menagerie.bots.Bot called {name}.")
    return found


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played."""

    title: str
    players: int
    entrants: tuple[Entrant, ...]
    games: int
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)

    @property
    def lineup(self) -> tuple[Entrant, ...]:
        """Who sits down: the last entrant on all seats that are left."""
        return self.entrants + (self.entrants[-1],) * (self.players - len(self.entrants))

    @property
    def is_together(self) -> bool:
        """Whether all seats win or lose together, or somebody plays alone: then a game is won or not. Else each seat
        has a fair share of the wins."""
        advice = _advice(menagerie.load(self.title))
        return self.players == 1 or (advice is not None and advice.cooperative)

    def key(self) -> str:
        """Tells one match from another, whatever its number of games: results of the same go on."""
        names = [entrant.name for entrant in self.entrants]
        limits = [(entrant.seconds, entrant.playouts) for entrant in self.entrants]
        return json.dumps([self.title, self.players, names, limits, self.seed, self.options])

    def seats(self, number: int) -> list[Entrant]:
        """Who sits where in the game of this number."""
        shift = number % self.players
        return [self.lineup[(seat + shift) % self.players] for seat in range(self.players)]

    def deal(self, number: int) -> int:
        """The seed of the game of this number: the same for all rotations of the seats."""
        text = f"{self.title} {self.players} {self.seed} {number // self.players if len(self.entrants) > 1 else number}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


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
        """A line of kept results; None if it is none, or was cut off."""
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


def check(match: Match) -> None:
    """Whether it can be played; raises BadSetup."""
    game = menagerie.load(match.title)
    if len(match.entrants) > match.players:
        seats = counted(match.players, "seat", "seats")
        raise BadSetup(f"There are {len(match.entrants)} bots for {seats}.")
    if match.games < 1:
        raise BadSetup(f"An arena needs at least one game, not {match.games}.")
    game.new(players=match.players, seed=0, **match.options)
    if match.is_together and len(match.entrants) > 1:
        raise BadSetup(f"In {game.name} all win or lose together here: give one bot, which plays for everybody.")


def _advice(game: Game) -> Advice | None:
    try:
        return game.advice()
    except MenagerieError:
        return None


def play(match: Match, number: int, keep: Path | None = None) -> Played:
    """Play one game of a match; kept as a record in that folder."""
    game = menagerie.load(match.title)
    state = game.new(players=match.players, seed=match.deal(number), **match.options)
    entrants = match.seats(number)
    seated = [entrant.make(match.deal(number) + seat) for seat, entrant in enumerate(entrants)]
    cpu, turns = [0.0] * match.players, [0] * match.players
    advice = _advice(game)
    before = -1
    while not state.is_over:
        seat = state.to_act[0] if advice is None else bots.first_to_act(advice, state, match.deal(number) + state.ply)
        clock = entrants[seat].clock(seated[seat], game)
        start = time.process_time()
        action = bots.decide(seated[seat], state, seat, clock)
        cpu[seat] += time.process_time() - start
        state.play(action, seat)
        if advice is None:
            turns[seat] += seat != before
            before = seat
        elif state.is_over or advice.is_quiet(state, seat):
            turns[seat] += 1
    if keep is not None:
        _keep(state, entrants, keep / f"{number + 1:05}.zoo")
    return Played(number, [e.name for e in entrants], _won(state, advice), list(state.scores), cpu, turns)


def _won(state: State, advice: Advice | None) -> list[float]:
    if advice is not None:
        return list(advice.result(state))
    winners = state.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)]


def _keep(state: State, entrants: list[Entrant], file: Path) -> None:
    record = Record.of(state)
    record.names = {seat: f"{entrant.name} (bot)" for seat, entrant in enumerate(entrants)}
    record.save(file)


# Many games.


def run(
    match: Match,
    jobs: int,
    tell: Callable[[Result], None],
    folder: Path | None = None,
    keep_records: bool = False,
    stop: float | None = None,
) -> Result:
    """Play a match on so many cores, and tell how it stands after every game.

    With a folder results are kept there, and games that were played before are not played again. With `stop` the match
    ends as soon as it is decided whether the first bot wins more or less than that share.
    """
    check(match)
    if stop is not None and not match.is_together and len({entrant.name for entrant in match.entrants}) == 1:
        raise BadSetup("Whether a bot wins more than a share can be asked if others play against it.")
    result = Result(match, stop)
    file = None if folder is None else _open_results(match, folder, result)
    left = iter([number for number in range(match.games) if number not in result.played])
    records = folder if keep_records else None
    try:
        for game in _played(match, left, jobs, records, result):
            result.add(game)
            if file is not None:
                file.write(json.dumps(asdict(game)) + "\n")
                file.flush()
            tell(result)
    finally:
        if file is not None:
            file.close()
    return result


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


def _played(match: Match, left: Iterator[int], jobs: int, records: Path | None, result: Result) -> Iterator[Played]:
    """The games as they end, until none is left or the match is decided."""
    if result.is_decided():
        return
    if jobs == 1:
        for number in left:
            yield play(match, number, records)
            if result.is_decided():
                return
        return
    running: set[Future[Played]] = set()
    with processes(jobs) as pool:
        while True:
            while len(running) < jobs and not result.is_decided() and (number := next(left, -1)) >= 0:
                with not_interrupted():
                    running.add(pool.submit(play, match, number, records))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
