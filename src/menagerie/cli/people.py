"""Commands for hosts: accounts and guests, without a browser or e-mail."""

from __future__ import annotations

import argparse
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from menagerie import _extras
from menagerie.cli.arguments import Add, adder, positive
from menagerie.cli.storage import DATABASE, WHAT, add_config, database_of

if TYPE_CHECKING:
    from menagerie.server.services.administration import Administration

DAY = 24 * 3600.0


def list_people(chosen: argparse.Namespace) -> int:
    """List the accounts, and guests if asked."""
    _extras.need("table", WHAT)
    from menagerie.server.services.administration import people
    from menagerie.server.store import engines

    engine = engines.reading_engine(engines.url_of(database_of(chosen)))
    for one in people(engine):
        if one.account or chosen.guests:
            seen = "-" if one.seen is None else time.strftime("%Y-%m-%d", time.gmtime(one.seen))
            print(f"{one.id}  {'account' if one.account else 'guest':7}  last seen {seen:10}  {one.name}")
    engine.dispose()
    return 0


def rename(chosen: argparse.Namespace) -> int:
    """Give an account another name."""
    return _do(chosen, lambda administration: administration.rename(chosen.person, chosen.name))


def suspend(chosen: argparse.Namespace) -> int:
    """Suspend an account, or lift that."""
    if chosen.lift:
        return _do(chosen, lambda administration: administration.lift(chosen.person))
    return _do(chosen, lambda administration: administration.suspend(chosen.person, chosen.hours, chosen.why))


def delete(chosen: argparse.Namespace) -> int:
    """Delete an account."""
    return _do(chosen, lambda administration: administration.delete(chosen.person))


def reset(chosen: argparse.Namespace) -> int:
    """Sign an account out everywhere and print new recovery codes."""
    return _do(chosen, lambda administration: administration.reset(chosen.person))


def forget_guests(chosen: argparse.Namespace) -> int:
    """Delete guests who have not been seen for a while."""
    before = time.time() - chosen.days * DAY
    return _do(chosen, lambda administration: administration.forget_guests(before))


def _do(chosen: argparse.Namespace, work: Callable[[Administration], Awaitable[str]]) -> int:
    """Do the work and print its result."""
    _extras.need("table", WHAT)
    from menagerie.server.services.administration import run

    print(run(database_of(chosen), work))
    return 0


def add_commands(add: Add, some: str) -> None:
    """Add the commands to the parser."""
    parser = add(
        _none,
        "list, rename, suspend, delete and reset people",
        "people list\npeople reset Lisa --config /etc/menagerie/server.toml",
        name="people",
    )
    add = adder(parser.add_subparsers(metavar="COMMAND", title="commands", required=True), some, "people ")
    examples = "list\nlist --guests --database tables.db"
    command = add(list_people, "list the accounts (also while a server runs)", examples, name="list")
    command.add_argument("--guests", action="store_true", help="list guests too")
    _add_database(command, DATABASE)
    command = add(rename, "rename an account", "rename Lisa 'Lisa B'")
    _add_person(command)
    command.add_argument("name", metavar="NAME", help="the new name")
    command = add(
        suspend,
        "suspend an account: running games can be finished, nothing new begins",
        "suspend Eve --hours 24 --why 'Insults in the chat'\nsuspend Eve --lift",
    )
    _add_person(command)
    command.add_argument("--hours", type=positive, default=24.0, metavar="N", help="how long, by default 24")
    command.add_argument("--why", default="", metavar="TEXT", help="the reason the person sees")
    command.add_argument("--lift", action="store_true", help="lift the suspension instead")
    command = add(delete, "delete an account, as its owner could", "delete Eve")
    _add_person(command)
    command = add(reset, "sign an account out everywhere and print new recovery codes for its owner", "reset Lisa")
    _add_person(command)
    command = add(
        forget_guests,
        "delete guests who have not been seen for some time",
        "forget-guests --days 400",
        name="forget-guests",
    )
    command.add_argument("--days", type=positive, required=True, metavar="N", help="days since they were last seen")
    _add_database(command)


def _none(chosen: argparse.Namespace) -> int:
    raise AssertionError("a command is required")


def _add_person(command: argparse.ArgumentParser) -> None:
    command.add_argument("person", metavar="PERSON", help="an account's name, or an id from people list")
    _add_database(command)


def _add_database(
    command: argparse.ArgumentParser, help: str = f"{DATABASE}; with a file, stop the server first"
) -> None:
    command.add_argument("--database", metavar="DATABASE", help=help)
    add_config(command)
