"""Commands for whoever runs a server: people, without a browser and without e-mail."""

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
    """Accounts, or guests too."""
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
    """Another name."""
    return _do(chosen, lambda administration: administration.rename(chosen.person, chosen.name))


def suspend(chosen: argparse.Namespace) -> int:
    """Nothing new for a time."""
    if chosen.lift:
        return _do(chosen, lambda administration: administration.lift(chosen.person))
    return _do(chosen, lambda administration: administration.suspend(chosen.person, chosen.hours, chosen.why))


def delete(chosen: argparse.Namespace) -> int:
    """Everything of somebody."""
    return _do(chosen, lambda administration: administration.delete(chosen.person))


def reset(chosen: argparse.Namespace) -> int:
    """A new way in."""
    return _do(chosen, lambda administration: administration.reset(chosen.person))


def forget_guests(chosen: argparse.Namespace) -> int:
    """Guests who do not come any more."""
    before = time.time() - chosen.days * DAY
    return _do(chosen, lambda administration: administration.forget_guests(before))


def _do(chosen: argparse.Namespace, work: Callable[[Administration], Awaitable[str]]) -> int:
    """Do something, and print what came of it."""
    _extras.need("table", WHAT)
    from menagerie.server.services.administration import run

    print(run(database_of(chosen), work))
    return 0


def add_commands(add: Add, some: str) -> None:
    """Add them to the parser."""
    parser = add(
        _none,
        "list, rename, suspend, delete and reset people",
        "people list\npeople reset Lisa --config /etc/menagerie/server.toml",
        name="people",
    )
    add = adder(parser.add_subparsers(metavar="COMMAND", title="commands", required=True), some, "people ")
    examples = "list\nlist --guests --database tables.db"
    command = add(list_people, "list the accounts; a server may be running", examples, name="list")
    command.add_argument("--guests", action="store_true", help="list guests without an account, too")
    _add_database(command, DATABASE)
    command = add(rename, "give somebody another name", "rename Lisa 'Lisa B'")
    _add_person(command)
    command.add_argument("name", metavar="NAME", help="the new name")
    command = add(
        suspend,
        "keep somebody from beginning anything for a time",
        "suspend Eve --hours 24 --why 'Insults in the chat'\nsuspend Eve --lift",
    )
    _add_person(command)
    command.add_argument("--hours", type=positive, default=24.0, metavar="N", help="how long, by default 24")
    command.add_argument("--why", default="", metavar="TEXT", help="the reason, which the person reads")
    command.add_argument("--lift", action="store_true", help="end what holds for that person instead")
    command = add(delete, "delete somebody, as if they had done it themselves", "delete Eve")
    _add_person(command)
    command = add(
        reset, "end everything that signs an account in, and print new recovery codes for its owner", "reset Lisa"
    )
    _add_person(command)
    command = add(
        forget_guests,
        "delete guests without an account who have not been seen for some time",
        "forget-guests --days 400",
        name="forget-guests",
    )
    command.add_argument("--days", type=positive, required=True, metavar="N", help="how long they were not seen")
    _add_database(command)


def _none(chosen: argparse.Namespace) -> int:
    raise AssertionError("a command is required")


def _add_person(command: argparse.ArgumentParser) -> None:
    command.add_argument("person", metavar="PERSON", help="the name of an account, or the id of anybody (people list)")
    _add_database(command)


def _add_database(command: argparse.ArgumentParser, help: str = f"{DATABASE}; on a file no server may run") -> None:
    command.add_argument("--database", metavar="DATABASE", help=help)
    add_config(command)
