"""Rule variants: what is printed on the pieces, read from another folder.

A variant is carried along with what is to be played, so that it is the same on every machine of a cluster.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import menagerie
from menagerie.core.errors import BadContent, BadSetup
from menagerie.core.game import Game


@dataclass(frozen=True, slots=True)
class Variant:
    """The content of a title: its own, or the files of a folder."""

    name: str = "own"
    files: tuple[tuple[str, str], ...] = ()
    """By name what stands in them; none: the title's own."""

    @staticmethod
    def read(folder: Path) -> Variant:
        """The content in that folder; raises BadContent."""
        if not folder.is_dir():
            raise BadContent(f"{folder} is not a folder.")
        try:
            files = [(file.name, file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.toml"))]
        except (OSError, UnicodeDecodeError) as error:
            raise BadContent(f"{folder} cannot be read: {error}.") from None
        if not files:
            raise BadContent(f"{folder} holds no content: no .toml file.")
        return Variant(folder.resolve().name, tuple(files))

    def game(self, title: str) -> Game:
        """That title with this content; raises BadContent."""
        return _loaded(title, self) if self.files else menagerie.load(title)


OWN: Final = Variant()


def variants(folders: Sequence[str]) -> tuple[Variant, ...]:
    """The title's own content and that of these folders; raises BadSetup if two of them have the same name."""
    found = (OWN, *[Variant.read(Path(folder)) for folder in folders])
    names = [variant.name for variant in found]
    for name in names:
        if names.count(name) > 1:
            raise BadSetup(f"There are two contents called {name!r}: give folders with names of their own, not 'own'.")
    return found


_FOLDERS: Final[list[tempfile.TemporaryDirectory[str]]] = []
"""Where variants lie as long as this process lives: titles read some of their content when it is first needed."""


@cache
def _loaded(title: str, variant: Variant) -> Game:
    folder = tempfile.TemporaryDirectory(prefix="menagerie-content-", ignore_cleanup_errors=True)
    _FOLDERS.append(folder)
    for name, text in variant.files:
        (Path(folder.name) / name).write_text(text, encoding="utf-8", newline="")
    return menagerie.load(title, folder.name)
