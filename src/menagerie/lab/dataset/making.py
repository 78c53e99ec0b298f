"""Making a dataset: a folder of Parquet files with some games each, and a datasheet beside it.

The folder holds nothing else, so that pandas, pyarrow, polars and others read it as one table: what the dataset is made
of stands in the files themselves.

Whatever the number of workers, the same games make the same files, bit for bit. A file is written whole or not at all:
a dataset that was interrupted continues after the last one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import menagerie
from menagerie.core.encoding import Layout
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.seats import counted
from menagerie.lab.dataset.rows import COLUMNS, Made, make
from menagerie.lab.dataset.sources import Source, Task
from menagerie.lab.parallel import in_order

ABOUT: Final = b"menagerie dataset"
"""Under which key every part says what the dataset is made of."""
PART: Final = "part-{:05}.parquet"
GAMES: Final = 50
"""In a part: few enough for the memory, enough for Parquet to pay."""
COUNTS: Final = b"menagerie counts"
"""Under which key a part says what it holds."""
_NULLABLE: Final = ("choice", "margin")


@dataclass
class Counts:
    """What there is in a dataset, or a part of it."""

    games: int = 0
    rows: int = 0
    unlisted: int = 0
    """Decisions that the list did not have."""
    players: Counter[str] = field(default_factory=Counter)
    """Games by number of players."""
    deciders: Counter[str] = field(default_factory=Counter)
    """Decisions by who made them."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Games that are not in it, by the reason."""

    def add(self, made: Made) -> None:
        """Count a game."""
        if made.left_out:
            self.left_out[made.left_out] += 1
            return
        columns = made.columns
        self.games += 1
        self.rows += len(columns["ply"])
        self.unlisted += columns["choice"].count(None)
        self.players[str(columns["players"][0])] += 1
        self.deciders.update(columns["player"])

    def __add__(self, other: Counts) -> Counts:
        numbers = self.games + other.games, self.rows + other.rows, self.unlisted + other.unlisted
        return Counts(
            *numbers, self.players + other.players, self.deciders + other.deciders, self.left_out + other.left_out
        )

    def told(self) -> str:
        """How much it is, in words."""
        return f"{counted(self.rows, 'decision', 'decisions')} of {counted(self.games, 'game', 'games')}"

    def data(self) -> dict[str, Any]:
        """As plain data, always in the same order."""
        by = {name: dict(sorted(getattr(self, name).items())) for name in ("players", "deciders", "left_out")}
        return {"games": self.games, "rows": self.rows, "unlisted": self.unlisted, **by}

    @staticmethod
    def read(data: dict[str, Any]) -> Counts:
        """What `data` has made."""
        by = [Counter(data[name]) for name in ("players", "deciders", "left_out")]
        return Counts(data["games"], data["rows"], data["unlisted"], *by)


@dataclass(frozen=True)
class Dataset:
    """A dataset to be made, or one that is made."""

    game: Game
    source: Source
    folder: Path

    @property
    def parts(self) -> list[tuple[Path, Sequence[Task]]]:
        """The files, and the games for each."""
        tasks = self.source.tasks
        chunks = [tasks[first : first + GAMES] for first in range(0, len(tasks), GAMES)]
        return [(self.folder / PART.format(number), chunk) for number, chunk in enumerate(chunks)]

    def about(self) -> dict[str, Any]:
        """What it is made of and how its rows are to be read, as plain data."""
        encoding = self.game.encoding()
        return {
            "title": self.game.id,
            "rules_version": self.game.rules_version,
            "encoding": encoding.digest(),
            "decisions": encoding.decisions,
            "observation": encoding.layout.data(),
            "source": self.source.key,
            "games_in_a_part": GAMES,
            "versions": {"menagerie": menagerie.__version__, "pyarrow": version("pyarrow")},
        }

    def make(self, executor: Executor, tell: Callable[[int], None]) -> Counts:
        """Make the parts that are missing, and tell how many more games are done; what there is in all parts. Raises
        BadSetup."""
        self._open()
        schema = schema_of(self.game.observation)
        schema = schema.with_metadata({**(schema.metadata or {}), ABOUT: json.dumps(self.about()).encode()})
        done = Counts()
        missing = []
        for path, tasks in self.parts:
            if path.exists():
                done += counted_in(path)
            else:
                missing.append((path, tasks))
        tell(len(self.source.tasks) - sum([len(tasks) for _, tasks in missing]))
        made = in_order(partial(make, self.game.id), (task for _, tasks in missing for task in tasks), executor)
        for path, tasks in missing:
            done += _make_part(path, schema, islice(made, len(tasks)), tell)
        return done

    def _open(self) -> None:
        """Have the folder; raises BadSetup if there is something else in it, or another dataset."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            files = sorted(self.folder.iterdir())
        except OSError as error:
            raise BadSetup(f"{self.folder} cannot be used: {error.strerror}.") from None
        if any(not path.name.startswith("part-") for path in files):
            raise BadSetup(f"{self.folder} already holds something else. Name a new folder.")
        parts = [path for path in files if path.suffix == ".parquet"]
        if parts and about(parts[0]) != json.loads(json.dumps(self.about())):
            raise BadSetup(f"{self.folder} holds a dataset of other games or versions. Name another folder.")


def about(part: Path) -> dict[str, Any]:
    """Return what the dataset of a part is made of; raises BadSetup if the file does not say so."""
    found: dict[str, Any] = json.loads(_said(part, ABOUT))
    return found


def counted_in(path: Path) -> Counts:
    """Return what a part holds; raises BadSetup if the file is not a whole part."""
    return Counts.read(json.loads(_said(path, COUNTS)))


def _said(part: Path, key: bytes) -> bytes:
    """Return what a part says of itself under a key."""
    try:
        found: bytes = (pq.read_schema(part).metadata or {})[key]
    except (OSError, pa.ArrowInvalid, KeyError):
        raise BadSetup(f"{part} is not a whole part of a dataset. Remove it to have it made again.") from None
    return found


def schema_of(layout: Layout) -> pa.Schema:
    """The columns with their types, what they mean, and the layout of observations."""
    types = {
        "string": pa.string(),
        "int8": pa.int8(),
        "int16": pa.int16(),
        "int32": pa.int32(),
        "float32": pa.float32(),
        "list<int32>": pa.list_(pa.field("element", pa.int32(), nullable=False)),
        "binary": pa.binary(len(layout.buffer().tobytes())),
    }
    fields = [
        pa.field(name, types[kind], nullable=name in _NULLABLE, metadata={b"words": words.encode()})
        for name, (kind, words) in COLUMNS.items()
    ]
    return pa.schema(fields, {b"menagerie observation": json.dumps(layout.data()).encode()})


def _make_part(path: Path, schema: pa.Schema, games: Iterator[Made], tell: Callable[[int], None]) -> Counts:
    """Write a part; what it holds."""
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    counts = Counts()
    for game in games:
        counts.add(game)
        for name, values in game.columns.items():
            columns[name] += values
        tell(1)
    told = {**(schema.metadata or {}), COUNTS: json.dumps(counts.data()).encode()}
    draft = path.with_name(path.name + ".part")
    pq.write_table(pa.table(columns, schema=schema.with_metadata(told)), draft, compression="zstd")
    draft.replace(path)
    return counts
