"""The datasheet of a dataset: what it is, how and by whom it was made, what may be done with it, and how it is read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import menagerie
from menagerie.core.content import Entry
from menagerie.core.seats import counted
from menagerie.lab.dataset.making import Counts, Dataset
from menagerie.lab.dataset.rows import COLUMNS


def write(dataset: Dataset, counts: Counts, by: str, licence: str, command: str) -> Path:
    """Write it beside the dataset's folder, which holds nothing but Parquet files; return where."""
    file = dataset.folder.with_name(f"{dataset.folder.name}.md")
    file.write_text(text(dataset, counts, by, licence, command), encoding="utf-8")
    return file


def text(dataset: Dataset, counts: Counts, by: str, licence: str, command: str) -> str:
    """The datasheet as Markdown. It tells no date: the same dataset has the same one."""
    game = dataset.game
    chapters = [
        f"# Decisions in {game.name}",
        f"{counts.told()}: what the seat saw that decided, what it could have done, what it did, and what came of it. "
        "For learning by imitation, and for learning what positions are worth.",
        "## How it was made",
        " ".join(dataset.source.about),
        f"```sh\n{command}\n```",
        _versions(dataset),
        "## Who made it, and what may be done with it",
        f"Made by: {by or 'not stated'}.",
        f"Licence: {licence or 'not stated; ask who made it before you pass it on'}.",
        "## What is in it",
        _counts(counts),
        "## What a row holds",
        "Nothing of a position that was hidden from the seat is in its row. What came of the game (`win`, `score`, "
        "`margin`, `length`) was unknown to all seats when it decided.",
        _table(("column", "type", ""), [(f"`{name}`", kind, words) for name, (kind, words) in COLUMNS.items()]),
        "## What an observation tells",
        _observation(dataset),
        "## How it is read",
        _reading(dataset),
        "## What to keep in mind",
        *_limits(dataset, counts),
    ]
    return "\n\n".join(chapters) + "\n"


def _versions(dataset: Dataset) -> str:
    about = dataset.about()
    return (
        f"Menagerie {menagerie.__version__}, {dataset.game.name} with rules version {about['rules_version']}, encoding "
        f"`{about['encoding']}`, pyarrow {about['versions']['pyarrow']}."
    )


def _counts(counts: Counts) -> str:
    rows = [("games", counts.games), ("decisions", counts.rows)]
    rows += [
        (f"games with {counted(int(number), 'player', 'players')}", many) for number, many in _most(counts.players)
    ]
    rows += [(f"decisions by `{who}`", many) for who, many in _most(counts.deciders)]
    rows += [(f"games left out: {reason}", many) for reason, many in _most(counts.left_out)]
    if counts.unlisted:
        rows.append(("decisions that the list did not have (`choice` is null)", counts.unlisted))
    return _table(("", ""), [(what, str(many)) for what, many in rows])


def _most(counter: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))


def _observation(dataset: Dataset) -> str:
    layout = dataset.game.observation
    rows = [
        (
            f"`{part.name}`",
            str(part.start),
            "x".join(map(str, part.shape)) or "1",
            f"{part.low} to {part.high}",
            part.words,
        )
        for part in layout.slices
    ]
    told = f"{layout.size} numbers of type {layout.dtype}"
    told += "." if layout.dtype == "uint8" else f", the {sys.byteorder} end first."
    missing = "".join([f"\n- {sentence}" for sentence in layout.left_out])
    left_out = f"\n\nWhat the seat could see and the observation does not tell:\n{missing}" if missing else ""
    return told + "\n\n" + _table(("part", "from", "shape", "values", ""), rows) + left_out


def _reading(dataset: Dataset) -> str:
    return f"""As one table with any program that reads Parquet, such as `pandas.read_parquet("{dataset.folder.name}")`,
or as arrays:

```python
import menagerie
from menagerie.lab.dataset.reading import Rows

rows = Rows("{dataset.folder.name}")
rows.observations, rows.masks, rows.column("choice"), rows.column("win")
menagerie.load("{dataset.game.id}").observation.decode(rows.observations[0])  # the first one, with names
```"""


def _limits(dataset: Dataset, counts: Counts) -> list[str]:
    limits = [
        "Decisions of one game belong together: to test what was learned, leave out whole games, not rows.",
        "Rows with one listed decision are no choice.",
    ]
    if not {"person", "unknown"} & set(counts.deciders):
        limits.append(
            "All decisions were made by bots: they show how these bots play, not how the game is played well."
        )
    if "reconstructed" in [part.values.get("provenance") for part in _content(dataset)]:
        limits.append("What is printed on some pieces is a reconstruction: results may differ from those with the box.")
    return limits


def _content(dataset: Dataset) -> list[Entry]:
    content = dataset.game.content
    return [content.read(file.name) for file in sorted(dataset.game.content_folder.glob("*.toml"))]


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join([f"| {' | '.join([cell.replace('|', '/') for cell in line])} |" for line in lines])
