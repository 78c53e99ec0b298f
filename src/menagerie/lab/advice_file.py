"""A title's `advice.toml`, changed by who has found better figures; layout and remarks stay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from menagerie.core.errors import BadSetup, MenagerieError
from menagerie.core.game import Game

FILE: Final = "advice.toml"
INSTALLED: Final = ("site-packages", "dist-packages")
"""Folders that belong to pip."""


def target(game: Game, out: str | None) -> Path:
    """Return where the title's new figures go: the file that was asked for, or its own `advice.toml`. Raises BadSetup
    for a title in an installed package without such a file: the next installation would overwrite the figures."""
    if out is not None:
        file = Path(out)
        if not file.parent.is_dir():
            raise BadSetup(f"{file} cannot be written: there is no folder {file.parent}.")
        return file
    if any(part in INSTALLED for part in game.folder.parts):
        raise BadSetup(
            f"{game.name} is an installed package, whose files the next installation replaces. Add --out FILE."
        )
    return game.folder / FILE


def rewrite(folder: Path, values: dict[str, Mapping[str, float | str]], out: Path | None = None) -> Path:
    """Change values in a title's `advice.toml`, by table and key, and nothing else there, or write the changed file to
    `out`; raises MenagerieError."""
    source = folder / FILE
    file = out or source
    try:
        lines = source.read_text(encoding="utf-8").splitlines()
        table = ""
        for number, line in enumerate(lines):
            if line.startswith("["):
                table = line.strip("[]")
            lines[number] = _changed(line, values.get(table, {}))
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise MenagerieError(f"{file} cannot be changed: {error.strerror}.") from None
    return file


def _changed(line: str, values: Mapping[str, float | str]) -> str:
    """A line of TOML, with another value if its key has one; a remark at its end stays."""
    key, equals, _ = line.partition(" = ")
    name = key.strip('"')
    if not equals or name not in values:
        return line
    _, number_sign, remark = line.partition("  #")
    return f"{key} = {json.dumps(values[name])}{number_sign}{remark}"
