"""Records: games as readable text files that replay anywhere (docs/record-format.md)."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, final

from menagerie.core.errors import BadRecord, BadSetup, MenagerieError, UnknownGame
from menagerie.core.event import Event
from menagerie.core.game import Game
from menagerie.core.registry import load, titles
from menagerie.core.seats import LETTERS, counted
from menagerie.core.state import Listener, State

FIRST_LINE: Final = "menagerie record 1"
SUFFIX: Final = ".zoo"
FIRST_BYTES: Final = b"zoo1"
"""The first bytes of a saved game; the text follows, compressed by zlib."""
LARGEST: Final = 64 << 20
"""The greatest length of a record's text in bytes, because a longer one is an attack."""

_ANEW: Final = "- dealt anew from"
_WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_TIME: Final = re.compile(r"[0-9]{1,12}(\.[0-9]+)?")


def _one_line(text: str) -> str:
    """Return a text on one line, so that it can't break the file's lines."""
    return " ".join(text.split())


def _is_number(text: str) -> bool:
    """Return whether a text is a whole number of reasonable length."""
    return text.isascii() and text.isdigit() and len(text) <= 120


@final
class Record:
    """A game: its setup, every decision, the players, and the result."""

    def __init__(
        self,
        title: str,
        players: int,
        seed: int,
        rules_version: int = 1,
        options: dict[str, str] | None = None,
        decisions: list[tuple[int, str]] | None = None,
    ) -> None:
        self.title = title
        self.players = players
        self.seed = seed
        self.rules_version = rules_version
        self.options: dict[str, str] = options or {}
        """The options that differ from their defaults, as text."""
        self.decisions: list[tuple[int, str]] = decisions or []
        self.anew: list[tuple[int, int]] = []
        """Its later deals: after how many decisions, and from which seed."""
        self.seconds: list[float] = []
        """The time of each decision in seconds since the start; may end early or be empty."""
        self.content_digest = ""
        """The digest of the content files, if they weren't the title's own."""
        self.names: dict[int, str] = {}
        self.started = ""
        """The date and time in ISO 8601."""
        self.source = ""
        """The source of a game from another program: the program, and the game's id there."""
        self.commitment = ""
        """The commitment to the last seed, published before its use: the SHA-256 of `SEED:SALT` in hexadecimal."""
        self.salt = ""
        self.comments: dict[int, list[str]] = {}
        """Remarks by the number of the decision that they follow; 0 is before the first."""
        self.scores: tuple[int, ...] | None = None
        self.result = ""
        self._lines: list[int] = []
        self._anew_lines: list[int] = []
        self._header_lines: dict[str, int] = {}
        self._scores_line = 0
        self._game: Game | None = None

    @staticmethod
    def of(state: State, names: dict[int, str] | None = None) -> Record:
        """Return the record of a game so far. The names are the state's own if none are given."""
        if state.imagined:
            raise BadRecord(
                "An imagined state has no record and cannot be saved. Its hidden information was invented, "
                "and it does not hold the real seed."
            )
        if state.setup.seed < 0:
            raise BadRecord(
                "A game that began from a position has no record and cannot be saved as one: the decisions before it "
                "are not known. Write its position instead."
            )
        if names is None:
            names = {seat: state.names[seat] for seat in range(state.players) if state.names[seat] != LETTERS[seat]}
        setup, game = state.setup, state.game
        options = game.write_options(setup.options)
        decisions = [(seat, str(action)) for seat, action in state.history]
        record = Record(game.id, setup.players, setup.seed, setup.rules_version, options, decisions)
        record.anew = list(setup.anew)
        record.content_digest = game.content_digest
        record._game = game
        record.names = dict(names)
        if state.is_over:
            record.scores = state.scores
            record.result = state.result(LETTERS)
        return record

    @property
    def last_seed(self) -> int:
        """The seed in use at the end: that of the last new deal, if there was one."""
        return self.anew[-1][1] if self.anew else self.seed

    # Replaying.

    def use(self, game: Game) -> None:
        """Replay with this title, which has different content."""
        if (game.id, game.content_digest) != (self.title, self.content_digest):
            raise BadRecord(
                f"The record was played with different pieces (content {self.content_digest or 'of the title'})."
            )
        self._game = game

    @property
    def game(self) -> Game:
        """The record's title."""
        if self._game is None:
            if self.content_digest:
                problem = (
                    f"The record was played with different pieces. Name the folder with content {self.content_digest}."
                )
                raise BadRecord(problem, self._header_lines.get("content", 0))
            try:
                self._game = load(self.title)
            except UnknownGame as error:
                raise BadRecord(str(error), self._header_lines.get("title", 0)) from None
        return self._game

    def begin(self) -> State:
        """Return the state before the first decision."""
        game = self.game
        try:
            state = game.begin(game.setup(self.players, self.seed, self.rules_version, dict(self.options)))
        except BadSetup as error:
            raise BadRecord(str(error), self._header_lines.get(self._header_to_blame(game), 0)) from None
        self._deal_anew(state)
        return state

    def _header_to_blame(self, game: Game) -> str:
        """Return the wrong header of an impossible setup."""
        if self.players not in game.players:
            return "players"
        if not 1 <= self.rules_version <= game.rules_version:
            return "rules"
        return f"option {list(self.options)[-1]}" if self.options else "seed"

    def follow(self, state: State, to: int | None = None, log: list[Event] | Listener | None = None) -> Iterator[int]:
        """Continue a state like the record from the same moment, up to that many decisions (None for all), with the
        record's new deals. Yields each decision's number; `log` receives the events, as in `State.play`. Nothing else
        plays the decisions of a record.
        """
        last = len(self.decisions) if to is None else to
        if not 0 <= last <= len(self.decisions):
            raise BadRecord(f"The record has {len(self.decisions)} decisions. There is no number {last}.")
        for number in range(state.ply + 1, last + 1):
            self._play(state, number, log)
            self._deal_anew(state)
            yield number

    def replay(self) -> Iterator[State]:
        """Yield the state at the start and after every decision, each as a copy."""
        state = self.begin()
        yield state.copy()
        for _ in self.follow(state):
            yield state.copy()
        self._check_result(state)

    def at(self, ply: int) -> State:
        """Return the state after that many decisions."""
        state = self.begin()
        for _ in self.follow(state, ply):
            pass
        return state

    def final(self) -> State:
        """Return the state after the last decision, checked against the recorded result."""
        state = self.at(len(self.decisions))
        self._check_result(state)
        return state

    def _play(self, state: State, number: int, log: list[Event] | Listener | None) -> None:
        seat, decision = self.decisions[number - 1]
        try:
            state.replay(decision, seat, log)
        except MenagerieError as error:
            line = self._lines[number - 1] if self._lines else 0
            raise BadRecord(
                f"decision {number}, {LETTERS[seat]} {decision!r}, cannot be played: {error}", line
            ) from None

    def _deal_anew(self, state: State) -> None:
        """Repeat the record's new deal at this moment, if it has one."""
        for number, (ply, seed) in enumerate(self.anew):
            if ply == state.ply:
                try:
                    state.deal_anew(seed)
                except BadSetup as error:
                    raise BadRecord(str(error), self._anew_lines[number] if self._anew_lines else 0) from None

    def _check_result(self, state: State) -> None:
        if self.scores is None:
            return
        if not state.is_over:
            problem = "The record has final scores, but the game isn't over after its last decision."
            raise BadRecord(problem, self._scores_line)
        if self.scores != state.scores:
            problem = f"The record has the scores {self.scores}, but its decisions lead to {state.scores}."
            raise BadRecord(problem, self._scores_line)

    # Showing.

    def __repr__(self) -> str:
        ended = "" if self.scores is None else f", scores {' '.join([str(score) for score in self.scores])}"
        told = f"{counted(self.players, 'player', 'players')}, {counted(len(self.decisions), 'decision', 'decisions')}"
        return f"<record of {self.title}, {told}{ended}>"

    def _repr_html_(self) -> str:
        """Show a replay in a notebook."""
        from menagerie.core.display import replaying

        return replaying.widget(self)

    # Writing.

    def __str__(self) -> str:
        lines = [FIRST_LINE, f"title: {self.title}", f"rules: {self.rules_version}", f"players: {self.players}"]
        lines.append(f"seed: {self.seed}")
        lines += [f"option {name}: {value}" for name, value in self.options.items()]
        if self.content_digest:
            lines.append(f"content: {self.content_digest}")
        lines += [f"name {LETTERS[seat]}: {_one_line(name)}" for seat, name in sorted(self.names.items())]
        if self.started:
            lines.append(f"started: {self.started}")
        if self.source:
            lines.append(f"source: {_one_line(self.source)}")
        if self.commitment:
            lines.append(f"commitment: {self.commitment}")
        if self.salt:
            lines.append(f"salt: {self.salt}")
        lines.append("")
        lines += self._lines_after(0)
        for number, (seat, decision) in enumerate(self.decisions, start=1):
            time = f" @ {self.seconds[number - 1]:.1f}" if len(self.seconds) >= number else ""
            lines.append(f"{number} {LETTERS[seat]} {decision}{time}")
            lines += self._lines_after(number)
        lines.append("")
        if self.scores is not None:
            lines.append(f"scores: {' '.join([str(score) for score in self.scores])}")
            lines.append(f"result: {_one_line(self.result)}")
        lines.append(f"end: {len(self.decisions)}")
        return "\n".join(lines) + "\n"

    def _lines_after(self, number: int) -> list[str]:
        """Return the lines after that decision: remarks and new deals."""
        remarks = [f"; {_one_line(remark)}" for remark in self.comments.get(number, [])]
        return remarks + [f"{_ANEW} {seed}" for ply, seed in self.anew if ply == number]

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all."""
        target = Path(path)
        draft = target.with_name(target.name + ".part")
        try:
            draft.write_text(str(self), encoding="utf-8")
            draft.replace(target)
        except OSError as error:
            raise BadRecord(f"{target} cannot be written: {error.strerror}.") from None

    # The form in bytes, and pickle.

    def __bytes__(self) -> bytes:
        """Return the compressed text."""
        return FIRST_BYTES + zlib.compress(str(self).encode(), 9)

    @staticmethod
    def from_bytes(data: bytes) -> Record:
        """Read the result of `bytes(record)` or `bytes(state)`; raises BadRecord."""
        if not data.startswith(FIRST_BYTES):
            raise BadRecord(f"This isn't a saved game: it doesn't start with {FIRST_BYTES!r}.")
        unpacking = zlib.decompressobj()
        try:
            text = unpacking.decompress(data[len(FIRST_BYTES) :], LARGEST)
            if not unpacking.eof or unpacking.unused_data:
                raise BadRecord("The saved game is damaged: it is too short or too long.")
            return Record.parse(text.decode())
        except zlib.error:
            raise BadRecord("The saved game is damaged: it cannot be unpacked.") from None
        except UnicodeDecodeError:
            raise BadRecord("The saved game is damaged: it doesn't contain text.") from None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy it as its text. A game with different pieces must be named again (`use`)."""
        return Record.from_bytes, (bytes(self),)

    # Games of other programs.

    @staticmethod
    def from_18xx(source: str | Path | dict[str, Any]) -> Record:
        """Read a game exported by 18xx.games, from its file or data; raises BadRecord."""
        data: Any = source
        if not isinstance(source, dict):
            try:
                data = json.loads(Path(source).read_text(encoding="utf-8"))
            except OSError as error:
                raise BadRecord(f"{source} cannot be read: {error.strerror}.") from None
            except ValueError as error:
                raise BadRecord(f"{source} is not a JSON file: {error}.") from None
        if not isinstance(data, dict):
            raise BadRecord("The file contains no game: a JSON object was expected.")
        for title in titles():
            record = load(title).import_record(data)
            if record is not None:
                return record
        raise BadRecord(f"The file holds a game of {str(data.get('title', 'no title'))[:60]!r}, which isn't supported.")

    def to_18xx(self) -> dict[str, Any]:
        """Return the game as 18xx.games would export it; raises BadRecord if that program could not play it."""
        return self.game.export_record(self)

    # Reading.

    @staticmethod
    def load(path: str | Path) -> Record:
        """Read a file; raises BadRecord with the line and what was expected there."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a text file.") from None
        return Record.parse(text)

    @staticmethod
    def parse(text: str) -> Record:
        """Read a record from its text."""
        return _Reader(text).record()


@final
class _Reader:
    """Reads a record line by line, and can name the line of an error."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at = 0
        self.headers: dict[str, str] = {}
        self.footers: dict[str, str] = {}
        self.line_of: dict[str, int] = {}

    def wrong(self, expected: str) -> BadRecord:
        if self.at >= len(self.lines):
            return BadRecord(f"the file ends here; {expected} was expected.", len(self.lines) + 1)
        line = self.lines[self.at]
        shown = line if len(line) <= 60 else line[:57] + "..."
        return BadRecord(f"{shown!r} found where {expected} was expected.", self.at + 1)

    def record(self) -> Record:
        if not self.lines or self.lines[0].strip() != FIRST_LINE:
            raise self.wrong(f"{FIRST_LINE!r}")
        self.at = 1
        while self.at < len(self.lines) and self.lines[self.at].strip():
            if not self.lines[self.at].startswith(";"):
                self._header_line(self.headers, "a header like 'players: 3'")
            self.at += 1
        record = self._from_headers()
        self._decisions(record)
        self._footer(record)
        return record

    def _header_line(self, into: dict[str, str], expected: str) -> None:
        key, colon, value = self.lines[self.at].partition(":")
        if not colon or not key.strip() or key.strip() in into:
            raise self.wrong(expected)
        into[key.strip()] = value.strip()
        self.line_of[key.strip()] = self.at + 1

    def _from_headers(self) -> Record:
        record = Record(self._needed("title"), self._players(), self._number("seed"), self._number("rules"))
        record._header_lines = dict(self.line_of)
        record.started = self.headers.pop("started", "")
        record.source = self.headers.pop("source", "")
        record.commitment = self.headers.pop("commitment", "")
        record.salt = self.headers.pop("salt", "")
        record.content_digest = self.headers.pop("content", "")
        for key, value in self.headers.items():
            kind, _, name = key.partition(" ")
            if kind == "option" and name:
                record.options[name] = value
            elif kind == "name" and name in LETTERS[: record.players]:
                record.names[LETTERS.index(name)] = value
            else:
                raise BadRecord(
                    f"the header {key!r} is not known; 'title', 'rules', 'players', 'seed', 'started', 'source', "
                    "'content', 'commitment', 'salt', 'option NAME' and 'name A' are.",
                    self.line_of[key],
                )
        return record

    def _players(self) -> int:
        players = self._number("players")
        if not 1 <= players <= len(LETTERS):
            problem = f"the header 'players' must be a number from 1 to {len(LETTERS)}, not {players}."
            raise BadRecord(problem, self.line_of["players"])
        return players

    def _needed(self, key: str) -> str:
        if key not in self.headers:
            raise self.wrong(f"the header '{key}: ...'")
        return self.headers.pop(key)

    def _number(self, key: str) -> int:
        value = self._needed(key)
        if not _is_number(value):
            raise BadRecord(f"the header {key!r} must be a whole number, not {value[:40]!r}.", self.line_of[key])
        return int(value)

    def _decisions(self, record: Record) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            if line.startswith(";"):
                record.comments.setdefault(len(record.decisions), []).append(line[1:].strip())
            elif line and line[0].isdigit():
                self._decision(record, line)
            elif line.startswith("-"):
                self._new_deal(record, line)
            elif line:
                return
            self.at += 1

    def _new_deal(self, record: Record, line: str) -> None:
        words, _, seed = line.rpartition(" ")
        if words != _ANEW or not _is_number(seed):
            raise self.wrong(f"'{_ANEW} SEED', the seed a whole number,")
        # Only the last of several deals at one moment leaves a trace.
        if record.anew and record.anew[-1][0] == len(record.decisions):
            record.anew.pop()
            record._anew_lines.pop()
        record.anew.append((len(record.decisions), int(seed)))
        record._anew_lines.append(self.at + 1)

    def _decision(self, record: Record, line: str) -> None:
        number = len(record.decisions) + 1
        parts = line.split(maxsplit=2)
        seats = LETTERS[: record.players]
        if len(parts) < 3 or parts[0] != str(number) or parts[1] not in seats:
            raise self.wrong(f"decision {number} like '{number} {seats[0]} ...'")
        decision, at, seconds = parts[2].rpartition(" @ ")
        if at:
            if not _TIME.fullmatch(seconds):
                raise self.wrong("a time in seconds after '@'")
            if len(record.seconds) < number - 1:
                raise self.wrong("a decision without a time, like the one before,")
            record.seconds.append(float(seconds))
        else:
            decision = parts[2]
        record.decisions.append((seats.index(parts[1]), decision))
        record._lines.append(self.at + 1)

    def _footer(self, record: Record) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at].strip()
            if line and not line.startswith(";"):
                if line.partition(":")[0] not in ("scores", "result", "end"):
                    raise self.wrong(f"decision {len(record.decisions) + 1} or 'end: {len(record.decisions)}'")
                self._header_line(self.footers, "one line each of 'scores', 'result' and 'end'")
            self.at += 1
        if self.footers.get("end") != str(len(record.decisions)):
            self.at = self.line_of.get("end", len(self.lines) + 1) - 1
            raise self.wrong(f"'end: {len(record.decisions)}' as the last line")
        record.result = self.footers.get("result", "")
        if "scores" in self.footers:
            record.scores = self._scores(self.footers["scores"], record.players)
            record._scores_line = self.line_of["scores"]

    def _scores(self, text: str, players: int) -> tuple[int, ...]:
        parts = text.split()
        if len(parts) != players or not all(_WHOLE_NUMBER.fullmatch(part) for part in parts):
            problem = f"the line 'scores' must have {players} whole numbers, not {text[:40]!r}."
            raise BadRecord(problem, self.line_of["scores"])
        return tuple([int(part) for part in parts])
