"""Many games over a grid, written down as a table: Parquet, a row for every game and seat.

Any process may do the tasks, in any order; their rows are written in the order of the grid. Until all games are played
they are in a journal beside the file (`FILE.part`), so that the same command continues where it stopped. The table is
then made from the journal alone. So the same seed makes the same file, bit for bit, on any number of processes and
however often it was interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import menagerie
from menagerie.core.errors import BadSetup
from menagerie.lab import measures
from menagerie.lab.grid import Batch, Grid, batches
from menagerie.lab.parallel import in_order

if TYPE_CHECKING:
    import pyarrow

ROWS: Final = 50_000
"""Of a row group: so much is held in memory at once."""
META: Final = b"menagerie"
"""Under this name the table says what it is."""


def play(batch: Batch) -> list[dict[str, Any]]:
    """A task: play these games; their rows."""
    columns = batch.cell.columns()
    return [{**columns, **row} for number in batch.numbers for row in measures.play(batch.cell.match, number)]


def simulate(grid: Grid, file: Path, executor: Executor, tell: Callable[[int], None]) -> bool:
    """Play all games of a grid and write the table; tell how many more are done. False: it was there already. Raises
    BadSetup."""
    grid.check()
    if file.exists():
        if Table.about_of(file) == _about(grid):
            return False
        raise BadSetup(f"{file} holds another simulation. Give another file, or remove it.")
    journal = Journal(grid, file.with_name(f"{file.name}.part"))
    done = journal.open()
    tasks = list(batches(grid.cells()))
    tell(sum([len(task.numbers) for task in tasks[:done]]))
    try:
        for task, rows in zip(tasks[done:], in_order(play, tasks[done:], executor), strict=True):
            journal.add(rows)
            tell(len(task.numbers))
    finally:
        journal.close()
    _write(grid, journal, file)
    journal.file.unlink()
    return True


def _about(grid: Grid) -> dict[str, Any]:
    """What the table says of itself: what was played, and what its words mean."""
    noted = measures.Measures.of(menagerie.load(grid.title))
    return {
        **grid.about(),
        "command": grid.command,
        "version": menagerie.__version__,
        "depends_on_time": grid.depends_on_time,
        "facts": {fact.name: {"words": fact.words, "own": fact.is_own} for fact in noted.facts},
        "counts": {count.name: count.words for count in noted.counts},
    }


class Journal:
    """What is done so far: a line for the grid, then one for every task, in order."""

    def __init__(self, grid: Grid, file: Path) -> None:
        self.file = file
        self._key = json.dumps(_about(grid)) + "\n"
        self._lines = 0

    def open(self) -> int:
        """How many tasks are done; a line that was cut off is forgotten. Raises BadSetup if it is of another grid."""
        try:
            if not self.file.exists():
                self.file.write_text(self._key, encoding="utf-8")
            with self.file.open("rb") as lines:
                if lines.readline().decode("utf-8", "replace") != self._key:
                    raise BadSetup(
                        f"{self.file} holds another simulation, not yet done. Give another file, or remove it."
                    )
                whole = lines.tell()
                for line in lines:
                    if line.endswith(b"\n"):
                        whole += len(line)
                        self._lines += 1
            self._out = self.file.open("r+b")
            self._out.truncate(whole)
            self._out.seek(whole)
        except OSError as error:
            raise BadSetup(f"{self.file} cannot be written: {error.strerror}.") from None
        return self._lines

    def add(self, rows: list[dict[str, Any]]) -> None:
        """One more task is done."""
        self._out.write(json.dumps(rows).encode() + b"\n")
        self._out.flush()

    def close(self) -> None:
        """No more."""
        self._out.close()

    def rows(self) -> Iterator[dict[str, Any]]:
        """All of them."""
        with self.file.open("rb") as lines:
            for line in islice(lines, 1, None):
                yield from json.loads(line)


def schema() -> pyarrow.Schema:
    """The columns of the table."""
    import pyarrow as pa

    named = pa.list_(pa.struct([("name", pa.string()), ("value", pa.string())]))
    counted = pa.list_(pa.struct([("name", pa.string()), ("piece", pa.string()), ("times", pa.int32())]))
    points = pa.list_(pa.struct([("name", pa.string()), ("points", pa.int32())]))
    return pa.schema(
        [
            ("title", pa.string()),
            ("rules_version", pa.int32()),
            ("content", pa.string()),
            ("players", pa.int8()),
            ("options", pa.string()),
            ("lineup", pa.string()),
            ("game", pa.int32()),
            ("deal", pa.uint64()),
            ("seat", pa.int8()),
            ("place", pa.int8()),
            ("bot", pa.string()),
            ("score", pa.int32()),
            ("rank", pa.int8()),
            ("won", pa.float64()),
            ("margin", pa.int32()),
            ("turns", pa.int32()),
            ("decisions", pa.int32()),
            ("free_decisions", pa.int32()),
            ("choices", pa.int64()),
            ("most_choices", pa.int32()),
            ("points", points),
            ("facts", named),
            ("counts", counted),
            ("game_counts", counted),
        ]
    )


LISTS: Final = {
    "points": ("name", "points"),
    "facts": ("name", "value"),
    "counts": ("name", "piece", "times"),
    "game_counts": ("name", "piece", "times"),
}
"""Columns that hold lists, and what their items are made of."""


def _write(grid: Grid, journal: Journal, file: Path) -> None:
    """The table, made of the journal; it appears when it is whole."""
    import pyarrow as pa
    from pyarrow import parquet

    columns = schema().with_metadata({META: json.dumps(_about(grid)).encode()})
    half = file.with_name(f"{file.name}.half")
    rows = journal.rows()
    try:
        with parquet.ParquetWriter(half, columns, compression="zstd") as writer:
            while portion := list(islice(rows, ROWS)):
                for row in portion:
                    for name, parts in LISTS.items():
                        row[name] = [dict(zip(parts, item, strict=True)) for item in row[name]]
                writer.write_table(pa.Table.from_pylist(portion, columns))
        half.replace(file)
    except OSError as error:
        raise BadSetup(f"{file} cannot be written: {error}.") from None


def write_csv(table: Path, file: Path) -> None:
    """Write a table again as CSV, with its lists as JSON. Raises BadSetup."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    rows = parquet.read_table(table)
    for name in LISTS:
        lists = [json.dumps([list(item.values()) for item in items]) for items in rows[name].to_pylist()]
        rows = rows.set_column(rows.schema.get_field_index(name), name, pa.array(lists, pa.string()))
    half = file.with_name(f"{file.name}.half")
    try:
        csv.write_csv(rows, half)
        half.replace(file)
    except OSError as error:
        raise BadSetup(f"{file} cannot be written: {error}.") from None


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was written before."""

    about: dict[str, Any]
    rows: list[dict[str, Any]]

    @staticmethod
    def read(file: Path) -> Table:
        """What a file holds; raises BadSetup."""
        from pyarrow import parquet

        return Table(Table.about_of(file), parquet.read_table(file).to_pylist())

    @staticmethod
    def about_of(file: Path) -> dict[str, Any]:
        """What a file says of itself; raises BadSetup."""
        import pyarrow as pa
        from pyarrow import parquet

        try:
            found: dict[str, Any] = json.loads((parquet.read_schema(file).metadata or {})[META])
        except (OSError, KeyError, ValueError, pa.ArrowException):
            raise BadSetup(f"{file} is no table that menagerie lab simulate has written.") from None
        return found
