"""Find all scripts that a page's script needs, so that the page can name them at once.

Otherwise a browser discovers them in waves, because it must load a script to see its imports."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^(?:import|export)\s+(?:[\w$*\s{},]+?\sfrom\s+)?"(\.{1,2}/[^"]+)";', re.MULTILINE)


@lru_cache(64)
def needed_scripts(folder: Path, version: str, script: str) -> tuple[str, ...]:
    """Return everything that a script imports, directly or indirectly: names below the folder, the nearest first.

    Dynamic imports (`import("...")`) are left out. `version` stands for the content of the files."""
    found = [script]
    for name in found:  # grows meanwhile
        found += [other for other in imported_scripts(folder, name) if other not in found]
    return tuple(found[1:])


def imported_scripts(folder: Path, script: str) -> list[str]:
    """Return a script's own imports, each once: names below the folder."""
    paths = _IMPORT.findall((folder / script).read_text(encoding="utf-8"))
    return list(dict.fromkeys([posixpath.normpath(posixpath.join(posixpath.dirname(script), path)) for path in paths]))
