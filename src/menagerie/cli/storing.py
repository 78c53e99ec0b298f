"""Commands for who runs a server: what is stored, checked and kept."""

from __future__ import annotations

import argparse
import sys

from menagerie import _extras
from menagerie.cli.arguments import Add, progress


def check(chosen: argparse.Namespace) -> int:
    """Whether what is stored is as it was written."""
    _extras.need("table", "The table in the browser")
    from menagerie.server import checking, engines

    engine = engines.reading_engine(engines.url_of(chosen.database))
    ids, events, damaged = checking.tables(engine), 0, 0
    with progress(len(ids)) as tell:
        for finding in checking.check(engine, ids):
            tell("Tables", 1)
            events += finding.events
            damaged += bool(finding.problem)
            if finding.problem:
                print(finding.problem)
    in_file = checking.check_file(engine)
    engine.dispose()
    if in_file:
        print(f"the file: {in_file}")
    if damaged or in_file:
        told = f"{damaged} of {len(ids)} tables are damaged. Restore a backup, or go on: the others are served."
        print(f"menagerie: {told}", file=sys.stderr)
        return 1
    print(f"{len(ids)} tables, {events} events: all are as they were written.")
    return 0


def add_commands(add: Add) -> None:
    """Add them to the parser."""
    command = add(
        check,
        "check that what is stored is as it was written; a server may be running",
        "check tables.db\ncheck postgresql://lisa@127.0.0.1/zoo",
    )
    command.add_argument("database", metavar="DATABASE", help="a file, or an address of PostgreSQL")
