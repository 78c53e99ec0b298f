"""Commands for hosts: check, back up, restore, move and count what is stored."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from menagerie import _extras
from menagerie.cli.arguments import Add, count, progress
from menagerie.core.errors import BadSetup
from menagerie.core.registry import titles
from menagerie.core.seats import counted

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from menagerie.server.features.ratings.audit import Audit
    from menagerie.server.store.maintenance.checking import Finding

WHAT = "a server's database"
DATABASE = "a file or a PostgreSQL address; by default the one `menagerie serve` uses"


def database_of(chosen: argparse.Namespace, name: str = "database") -> str:
    """Return the named database, or the one `serve` would use with the same settings."""
    if (named := getattr(chosen, name)) is not None:
        return str(named)
    from menagerie.server.http import configuration

    found = configuration.choose({"config": chosen.config}, os.environ)
    return str(configuration.settings_of(found).database)


def add_config(command: argparse.ArgumentParser) -> None:
    """Let a command find the database in the settings of `serve`."""
    command.add_argument("--config", metavar="FILE", help="the settings file that names the database")


def check(chosen: argparse.Namespace) -> int:
    """Check that what is stored is as it was written."""
    _extras.need("table", WHAT)
    from menagerie.server.features.ratings import audit
    from menagerie.server.store import engines
    from menagerie.server.store.maintenance import checking, older_versions
    from menagerie.server.store.schema.tables import VERSION

    database = database_of(chosen)
    engine = engines.reading_engine(engines.url_of(database), may_be_older=True)
    if (version := older_versions.version_of(engine)) != VERSION:
        return _check_older(engine, version)
    ids = checking.tables(engine)
    events, damaged = _follow(checking.check(engine, ids), len(ids))
    in_file = checking.check_file(engine)
    if in_file:
        print(f"the file: {in_file}")
    in_rows = list(checking.check_rows(engine))
    for found in in_rows:
        print(found)
    if damaged or in_file or in_rows:
        engine.dispose()
        told = f"No table is damaged, but {'the file is' if in_file else 'other rows are'}."
        if damaged:
            told = f"{damaged} of {len(ids)} tables are damaged."
        print(f"menagerie: {told} Restore a backup, or continue: a server still serves the others.", file=sys.stderr)
        return 1
    with engine.connect() as connection:
        book = audit.look(connection)
    engine.dispose()
    print(f"{len(ids)} tables, {events} events: all as written.")
    return _report(book, database)


def _check_older(engine: Engine, version: str) -> int:
    """Check a database that hasn't been upgraded to this version."""
    from menagerie.server.store.maintenance import checking, older_versions

    events, damaged = _follow(older_versions.check(engine, version), 0)
    in_file = checking.check_file(engine)
    engine.dispose()
    if in_file:
        print(f"the file: {in_file}")
    if damaged or in_file:
        print("menagerie: The database is damaged. Restore a backup.", file=sys.stderr)
        return 1
    how = "all as written" if version >= older_versions.CHAINED else "all readable"
    print(f"{events} events: {how} (version {version} of the schema).")
    return 0


def _report(book: Audit, database: str) -> int:
    """Report whether results agree with finished games."""
    for table, problem in book.wrong.items():
        print(f"table {table}: {problem}")
    heals = f"menagerie rate {database}"
    if book.waiting:
        print(f"{counted(book.waiting, 'game waits', 'games wait')} to be counted; a server or `{heals}` counts them.")
    if book.wrong:
        games = counted(len(book.wrong), "result does", "results do")
        print(f"menagerie: {games} not agree with the games. Stop the server and run `{heals}`.", file=sys.stderr)
    return 1 if book.wrong else 0


def backup(chosen: argparse.Namespace) -> int:
    """Write a consistent copy, while the server may run."""
    _extras.need("table", WHAT)
    from menagerie.server.store import engines
    from menagerie.server.store.maintenance import backups

    if chosen.keep == 0:
        raise BadSetup("--keep must be at least 1, or no backup would be left.")
    source, folder = engines.reading_engine(engines.url_of(database_of(chosen)), may_be_older=True), Path(chosen.folder)
    backups.make_folder(folder)
    backups.forget_unfinished(folder)
    file = folder / backups.new_name()
    under_way = backups.begin(source, file)
    events, damaged = _follow(under_way, len(under_way.ids))
    backups.finish(file)
    print(f"{file}: {len(under_way.ids) - damaged} tables, {events} events.")
    if damaged:
        print("menagerie: Damaged tables aren't in it. Older backups are kept.", file=sys.stderr)
        return 1
    for old in backups.forget_old(folder, chosen.keep) if chosen.keep else []:
        print(f"{old}: removed.")
    return 0


def restore(chosen: argparse.Namespace) -> int:
    """Put a backup in place of a database."""
    _extras.need("table", WHAT)
    from menagerie.server.store import engines
    from menagerie.server.store.maintenance import backups

    url = engines.url_of(chosen.database)
    if not engines.is_file(url):
        raise BadSetup(f"To restore to PostgreSQL, run menagerie move {chosen.backup} DATABASE with an empty database.")
    file = Path(str(url.database))
    if file.exists() and not chosen.replace:
        raise BadSetup(f"{file} already exists. Use --replace to put it aside first.")
    under_way = backups.begin(engines.reading_engine(engines.url_of(chosen.backup), may_be_older=True), file)
    events, damaged = _follow(under_way, len(under_way.ids))
    aside = backups.put_in_place(file)
    print(f"{file}: {len(under_way.ids) - damaged} tables, {events} events.")
    if aside:
        print(f"{aside}: the previous file.")
    return 1 if damaged else 0


def move(chosen: argparse.Namespace) -> int:
    """Copy everything to another database."""
    _extras.need("table", WHAT)
    from menagerie.server.store import engines
    from menagerie.server.store.maintenance.backups import Copying
    from menagerie.server.store.storage import Storage

    url = engines.url_of(chosen.database)
    if engines.is_file(url) and not Path(str(url.database)).is_file():
        raise BadSetup(f"There is no file {url.database}. Check the name.")  # opening it would make one
    # Locked, so that no server continues with what is being moved.
    source = Storage(chosen.database)
    try:
        under_way = Copying(source.database.engine, Storage(database_of(chosen, "target")))
        events, damaged = _follow(under_way, len(under_way.ids))
    finally:
        source.close()
    print(f"{len(under_way.ids) - damaged} tables, {events} events copied and verified.")
    return 1 if damaged else 0


def rate(chosen: argparse.Namespace) -> int:
    """Count results and ratings from the stored games."""
    _extras.need("table", WHAT)
    if chosen.anchors is not None:
        return _compute_anchors(chosen.anchors)
    if chosen.database is None:
        raise BadSetup("Name a database, or use --anchors.")
    from menagerie.server.base.errors import mistake
    from menagerie.server.features.ratings.ledger import Ledger
    from menagerie.server.store import engines
    from menagerie.server.store.events import Damaged
    from menagerie.server.store.storage import Storage

    url = engines.url_of(chosen.database)
    if engines.is_file(url) and not Path(str(url.database)).is_file():
        raise BadSetup(f"There is no file {url.database}. Check the name.")  # opening it would make one
    # Locked, so that no server counts the same games meanwhile.
    storage = Storage(chosen.database)
    try:
        book = Ledger(storage.database)
        ids = book.forget() if chosen.again else book.mend()
        left_out = 0
        with progress(len(ids)) as tell:
            for id in ids:
                try:
                    book.count(id)
                except Damaged as error:
                    left_out += 1
                    print(error)
                except Exception as error:  # a mistake of ours at one game: the others are counted all the same
                    left_out += 1
                    print(f"table {id}: could not be counted ({mistake(error)})")
                tell("Games", 1)
        all_games, rated = book.totals()
    finally:
        storage.close()
    print(f"{len(ids) - left_out} games counted. {all_games} games counted in total, {rated} of them rated.")
    return 1 if left_out else 0


def _compute_anchors(file: str) -> int:
    """Write the bots' ratings that follow from the matches in a file into it; without a file, print those of all
    titles."""
    from menagerie.server.base import bot_anchors

    if file:
        path = Path(file)
        ratings = bot_anchors.computed(bot_anchors.read(path))
        path.write_text(bot_anchors.with_ratings(path.read_text(encoding="utf-8"), ratings), encoding="utf-8")
        print(f"{path} now has the ratings that follow from its matches.")
        return 0
    for title in titles():
        anchors = bot_anchors.of_title(title)
        if anchors.match:
            print(f"# {title}\n{bot_anchors.with_ratings('', bot_anchors.computed(anchors))}")
    return 0


def _follow(findings: Iterable[Finding], total: int) -> tuple[int, int]:
    """Show progress. Return the number of events and of damaged tables."""
    events, damaged = 0, 0
    with progress(total) as tell:
        for finding in findings:
            tell("Tables", 1)
            events += finding.events
            if finding.problem:
                damaged += 1
                print(finding.problem)
    return events, damaged


def add_commands(add: Add) -> None:
    """Add the commands to the parser."""
    database = "a file or a PostgreSQL address"
    command = add(
        check,
        "check that what is stored is as it was written (also while a server runs)",
        "check tables.db\ncheck postgresql://lisa@127.0.0.1/zoo\ncheck --config /etc/menagerie/server.toml",
    )
    command.add_argument("database", metavar="DATABASE", nargs="?", help=DATABASE)
    add_config(command)
    command = add(
        backup,
        "write a file with everything stored at this moment (also while a server runs)",
        "backup tables.db backups\nbackup tables.db backups --keep 14\nbackup postgresql://lisa@127.0.0.1/zoo backups\n"
        "backup --config /etc/menagerie/server.toml backups",
    )
    command.add_argument("database", metavar="DATABASE", nargs="?", help=DATABASE)
    add_config(command)
    command.add_argument("folder", metavar="FOLDER", help="where to write the backup, readable by you alone")
    command.add_argument("--keep", type=count, metavar="N", help="keep only the newest N backups in the folder")
    command = add(
        restore,
        "put a backup in place of a database (stop the server first)",
        "restore backups/tables-20261117-101500.db tables.db\n"
        "restore backups/tables-20261117-101500.db tables.db --replace",
    )
    command.add_argument("backup", metavar="BACKUP")
    command.add_argument("database", metavar="DATABASE", help="a file")
    command.add_argument("--replace", action="store_true", help="put the existing file aside")
    command = add(
        rate,
        "count finished games that aren't counted yet (stop the server first)",
        "rate tables.db\nrate tables.db --again\nrate --anchors src/menagerie/games/eighteen_zoo/anchors.toml",
    )
    command.add_argument("database", metavar="DATABASE", nargs="?", help=database)
    command.add_argument(
        "--again", action="store_true", help="count all games again, for example after a change of the formula"
    )
    command.add_argument(
        "--anchors",
        nargs="?",
        const="",
        metavar="FILE",
        help="compute the bots' ratings from the matches in a title's anchors.toml and save them there; without a "
        "file, print those of all titles",
    )
    command = add(
        move,
        "copy everything to an empty database, or continue an interrupted copy (stop the server first)",
        "move tables.db postgresql://lisa@127.0.0.1/zoo\nmove postgresql://lisa@127.0.0.1/zoo tables.db\n"
        "move tables.db --config /etc/menagerie/server.toml",
    )
    command.add_argument("database", metavar="DATABASE", help=database)
    command.add_argument(
        "target", metavar="TARGET", nargs="?", help=f"{DATABASE}; empty, or left by an interrupted move"
    )
    add_config(command)
