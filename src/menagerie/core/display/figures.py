"""The figures of a rules page: positions written in the page itself, drawn by the title.

A fenced block that begins with ```` ```position ```` holds TOML. The moment is one `at` of a `record` in the title's
folder, or the set-up (`players`, `seed`, `options`) with the `decisions` played since; the rest is as in `learn.toml`.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from menagerie.core.content import Entry
from menagerie.core.display import illustration
from menagerie.core.display.illustration import Illustration
from menagerie.core.errors import BadContent, MenagerieError
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.state import State

LANGUAGE: Final = "position"
"""The word after the backticks of a block that is a figure."""

_BLOCK: Final = re.compile(rf"^```{LANGUAGE}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Figure(Illustration):
    """A picture in the rules."""

    line: int
    """The line of the page on which it starts."""


def figures(game: Game, page: str, excerpt: str | None = None) -> list[Figure]:
    """Return the figures of a page or a part of it; raises BadContent naming file and line of a wrong one."""
    records: dict[str, Record] = {}
    return [_figure(game, entry, line, records) for line, entry in _entries(game, page, excerpt)]


def without(page: str) -> str:
    """Return the page without its figures."""
    return re.sub(r"\n{3,}", "\n\n", _BLOCK.sub("", page))


def replaced(page: str, shown: Iterable[str]) -> str:
    """Return the page with its figures replaced."""
    each = iter(shown)
    return _BLOCK.sub(lambda block: next(each), page)


def _entries(game: Game, page: str, excerpt: str | None) -> Iterator[tuple[int, Entry]]:
    for block in _BLOCK.finditer(page if excerpt is None else excerpt):
        before = page[: page.index(block.group())].count("\n")
        where = f"docs/rules/{game.id}.md, line {before + 1}"
        try:
            # Keep the lines before it, so that errors in the block have the page's line numbers.
            values = tomllib.loads("\n" * (before + 1) + block.group(1))
        except tomllib.TOMLDecodeError as error:
            raise BadContent(f"{where}: is not TOML: {error}.") from None
        yield before + 1, Entry(values, where)


def _figure(game: Game, entry: Entry, line: int, records: dict[str, Record]) -> Figure:
    state = _recorded(game, entry, records) if entry.has("record") else _set_up(game, entry)
    figure = Figure(line=line, **illustration.values(state, entry))
    for key, named, known in (
        ("parts", figure.parts, list(figure.scene.parts)),
        ("lit", figure.lit, [id for id, piece in figure.scene.pieces.items() if piece.part in figure.shown]),
    ):
        if not named or not all(fnmatch.filter(known, name) for name in named):
            raise entry.wrong(key, f"of these: {', '.join(known)}")
    if figure.window and len(figure.shown) != 1:
        raise entry.wrong("window", "left out where more than one part is shown")
    return figure


def _recorded(game: Game, entry: Entry, records: dict[str, Record]) -> State:
    name = entry.text("record")
    try:
        if name not in records:
            records[name] = Record.load(game.folder / name)
            records[name].use(game)
        return illustration.moment(records[name], name, entry)
    except BadContent:
        raise
    except MenagerieError as error:
        raise BadContent(f"{entry.where}: {error}") from None


def _set_up(game: Game, entry: Entry) -> State:
    options: dict[str, Any] = entry.entry("options").values if entry.has("options") else {}
    try:
        state = game.new(entry.number("players"), entry.number("seed"), **options)
        for decision in entry.texts("decisions") if entry.has("decisions") else ():
            state.play(decision)
    except BadContent:
        raise
    except MenagerieError as error:
        raise BadContent(f"{entry.where}: {error}") from None
    return state
