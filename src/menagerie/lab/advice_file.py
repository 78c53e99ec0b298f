"""A title's `advice.toml`, changed by who has found better figures; layout and remarks stay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError

FILE: Final = "advice.toml"


def rewrite(folder: Path, values: dict[str, Mapping[str, float | str]]) -> Path:
    """Change values in a title's `advice.toml`, by table and key, and nothing else there; raises MenagerieError."""
    file = folder / FILE
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
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
