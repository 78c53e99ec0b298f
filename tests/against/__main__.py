"""`python -m tests.against TITLE FILE...`: replay recorded games of another program and compare every state.

Prints the first difference of each game that differs, and "N of M games agree". Exit codes: 0 all agree, 1 some do
not, 2 the title or a file cannot be read.

A title takes part with a module of its folder's name beside this one, which offers
`run(files: list[str]) -> tuple[int, int]`: how many games agree, and how many there are. It prints the differences,
and raises `Unreadable` for a file that is none of its records.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import menagerie
from menagerie import MenagerieError
from tests.against.files import Unreadable

HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """The command."""
    if len(arguments) < 2:
        print("usage: python -m tests.against TITLE FILE...", file=sys.stderr)
        return 2
    title, files = arguments[0], arguments[1:]
    try:
        folder = menagerie.load(title).folder.name
        if not (HERE / f"{folder}.py").is_file():
            raise Unreadable(f"There are no games of another program for {title}.")
        agreeing, total = importlib.import_module(f"tests.against.{folder}").run(files)
    except (MenagerieError, Unreadable) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{agreeing} of {total} games agree")
    return 0 if agreeing == total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
