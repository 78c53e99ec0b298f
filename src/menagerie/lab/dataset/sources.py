"""Where the games of a dataset come from: bots that play them now, records in a folder, or a server's tables.

Whatever the source, a game is a record without names, dates and remarks, and a word for who made each decision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from menagerie.core.errors import BadRecord, BadSetup
from menagerie.core.record import SUFFIX, Record
from menagerie.core.seats import counted
from menagerie.lab import arena
from menagerie.lab.match import Match

PERSON: Final = "person"
UNKNOWN: Final = "unknown"
_BOT: Final = " (bot)"
"""How the name of a bot ends in a record that the arena has kept."""


class Game(NamedTuple):
    """A game whose decisions become rows."""

    id: str
    """Always the same for this game; it tells nothing about who played."""
    record: Record
    players: Sequence[str]
    """Who made each decision: a bot, `person`, or `unknown`."""


class Task(Protocol):
    """One game to be fetched; travels to where it is worked on."""

    def game(self) -> Game:
        """The game; raises MenagerieError."""


class Source(NamedTuple):
    """Games of one title."""

    tasks: Sequence[Task]
    key: str
    """Distinguishes these games from others: an interrupted dataset continues only with the same ones."""
    about: tuple[str, ...]
    """How they were made, a sentence each, for the datasheet."""


# Bots.


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game that bots play when it is wanted."""

    match: Match
    number: int

    def game(self) -> Game:
        """Play it."""
        played, text = arena.play(self.match, self.number)
        record = without_names(Record.parse(text))
        players = [played.names[seat] for seat, _ in record.decisions]
        return Game(f"{_digest(self.match.key())[:8]}-{self.number + 1:06}", record, players)


def by_bots(match: Match) -> Source:
    """The games of a match; raises BadSetup if it cannot be played."""
    match.check()
    tasks = [BotGame(match, number) for number in range(match.games)]
    return Source(tasks, f"bots {match.key()} {match.games}", _about_bots(match))


def _about_bots(match: Match) -> tuple[str, ...]:
    names = ", ".join([entrant.name for entrant in match.entrants])
    chosen = "".join([f", {name}={value}" for name, value in match.options.items()])
    players = counted(match.players, "player", "players")
    seated = "It plays for every seat."
    if len(match.entrants) > 1:
        seated = "The last one sits on all seats that are left; every deal is played with every rotation of the seats."
    again = "No bot thinks by the clock: the same command makes the same files, bit for bit."
    if any(entrant.seconds is not None for entrant in match.entrants):
        again = "Some bots think by the clock, so that the same command makes other games of the same kind."
    return (
        f"Bots of Menagerie have played {counted(match.games, 'game', 'games')} with {players}{chosen}: {names}.",
        seated,
        f"The deals come from the seed {match.seed}.",
        again,
        "No person has taken part.",
    )


# Records in a folder.


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A game in a file: a record of ours, or what 18xx.games exports."""

    path: Path

    def game(self) -> Game:
        """Read it; raises BadRecord."""
        is_ours = self.path.suffix == SUFFIX
        record = Record.load(self.path) if is_ours else Record.from_18xx(self.path)
        bots = {seat: name.removesuffix(_BOT) for seat, name in record.names.items() if name.endswith(_BOT)}
        players = [bots.get(seat, UNKNOWN if is_ours else PERSON) for seat, _ in record.decisions]
        record = without_names(record)
        return Game(_digest(str(record)), record, players)


def in_folder(folder: Path) -> Source:
    """All records below a folder; raises BadSetup."""
    files = sorted([path for path in folder.rglob("*") if path.suffix in (SUFFIX, ".json") and _is_game(path)])
    if not files:
        raise BadSetup(f"There are no recorded games in {folder}: neither {SUFFIX} files nor exports of 18xx.games.")
    exported = len([path for path in files if path.suffix != SUFFIX])
    about = [f"They were read from {counted(len(files), 'file', 'files')} with recorded games."]
    if exported:
        are = "is" if exported == 1 else "are"
        about.append(f"{exported} of these {are} as 18xx.games exports a game, played by people there.")
    about.append("Names, dates, times and remarks were removed.")
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    return Source([RecordFile(path) for path in files], f"records {_digest(' '.join(digests))}", tuple(about))


def _is_game(path: Path) -> bool:
    """Whether a file may be a game: a folder of the arena has reviews beside its records."""
    return path.is_file() and not path.name.endswith(".review.json")


# A server's tables.


@dataclass(frozen=True, slots=True)
class GivenGame:
    """A game that was fetched elsewhere."""

    id: str
    text: str
    players: tuple[str, ...]

    def game(self) -> Game:
        """Read it."""
        return Game(self.id, without_names(Record.parse(self.text)), self.players)


def of_people(games: Sequence[GivenGame]) -> Source:
    """Games that people have finished at tables which were offered to research; raises BadSetup without any."""
    if not games:
        raise BadSetup("There are no such games: none was finished at a listed table that was offered to research.")
    about = (
        f"People have played {counted(len(games), 'game', 'games')} at the tables of a server, some also with bots.",
        "Only finished games of listed tables are among them whose makers have agreed that they are used for research; "
        "everyone who sat down could see it.",
        "Names, dates and times were removed, and the numbers of the games say nothing about the tables.",
    )
    # In an order that doesn't reveal when they were played.
    in_order = sorted(games, key=lambda game: game.id)
    return Source(in_order, f"tables {_digest(' '.join([game.id for game in in_order]))}", about)


def without_names(record: Record) -> Record:
    """The same game, and nothing about people."""
    record.names, record.comments = {}, {}
    record.started, record.seconds = "", []
    record.commitment = record.salt = ""
    if record.scores is not None:
        try:
            record.result = record.final().result()  # the sentence may have had names
        except BadRecord:
            record.result = ""  # making rows of it raises the reason
    return record


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
