"""Find the rules: a title's page and its numbered sections."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game

_PACKAGE: Final = Path(__file__).parent.parent
# An installed package contains the pages; a checkout has them beside the sources.
_FOLDERS: Final = (_PACKAGE / "docs" / "rules", _PACKAGE.parent.parent / "docs" / "rules")

_CHAPTER: Final = re.compile(r"#+ +(\d+)\b")
_RULE: Final = re.compile(r"(?:#+ +|(?:- +)?\*\*)(\d+(?:\.\d+)+)\b")


def read(game: Game) -> str:
    """Return a title's whole page."""
    ours = [folder / f"{game.id}.md" for folder in _FOLDERS]
    for path in (*ours, game.folder / "rules.md"):  # a title from another package has it among its own files
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise MenagerieError(f"There is no rules page for {game.name}.")


def number_of(line: str) -> str:
    """Return the number of the chapter or rule that starts with this line, or empty."""
    found = _RULE.match(line) or _CHAPTER.match(line)
    return found.group(1) if found else ""


def numbers(page: str) -> list[str]:
    """Return the numbers of all chapters and rules on a page, in order."""
    return [number for number in map(number_of, page.splitlines()) if number]


def chapters(page: str) -> list[str]:
    """Return the headings of the chapters."""
    return [line.lstrip("# ") for line in page.splitlines() if line.startswith("#") and _CHAPTER.match(line)]


def section(page: str, wanted: str) -> str:
    """Return a chapter ("3") or a rule ("3.2") with all that belongs to it; raises MenagerieError if there is none."""
    wanted = wanted.strip().rstrip(".")
    lines = page.splitlines()
    starts = [at for at, line in enumerate(lines) if wanted and number_of(line) == wanted]
    if not starts:
        known = numbers(page)
        offered = f"; the page has {known[0]} to {known[-1]}" if known else ""
        raise MenagerieError(f"There is no rule {wanted!r}{offered}.")
    end = starts[0] + 1
    while end < len(lines) and _belongs(lines[end], wanted):
        end += 1
    return "\n".join(lines[starts[0] : end]).strip()


def _belongs(line: str, wanted: str) -> bool:
    """Return whether a line after the start of a section still belongs to it, which the next outside number ends."""
    number = number_of(line)
    return number.startswith(wanted + ".") if number else not line.startswith("#")
