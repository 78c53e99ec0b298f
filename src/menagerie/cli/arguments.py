"""What commands share: how arguments are described and what they mean."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import menagerie
from menagerie import _engine, _extras
from menagerie.core.errors import BadSetup, MenagerieError

if TYPE_CHECKING:
    from menagerie.core.game import Game
    from menagerie.core.record import Record
    from menagerie.core.state import State

BAD_ARGUMENTS: Final = 2
INTERRUPTED: Final = 130
Run = Callable[[argparse.Namespace], int]
Add = Callable[..., "Parser"]
"""Adds a command: what it runs, its purpose, and examples, in which {0} is a title."""


def say_engine() -> None:
    """Print the start line, on standard error if a program may read the output."""
    place = sys.stdout if sys.stdout.isatty() else sys.stderr
    print(f"Menagerie {menagerie.__version__}, {_engine.describe()}", file=place)


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line, and prepares slow arguments only for the chosen command."""

    add_late: Callable[[], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.add_late is not None:
            add_late, self.add_late = self.add_late, None
            add_late()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("menagerie").strip()
        shows = f"menagerie {name} --help" if name else "menagerie --help"
        self.exit(BAD_ARGUMENTS, f"menagerie: {message} (try {shows})\n")


class ShowVersions(argparse.Action):
    """Print the version of the program and of each promise, and exit."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from menagerie import versions

        print(versions.describe())
        parser.exit()


def adder(commands: argparse._SubParsersAction[Any], some: str, group: str = "") -> Add:
    """Return a function that adds commands: what they run, their purpose, and examples, in which {0} is a title."""

    def add(run: Run, help: str, examples: str, name: str = "") -> Parser:
        command: Parser = commands.add_parser(
            name or run.__name__,
            help=help,
            description=f"{help[0].upper()}{help[1:]}.",
            epilog="examples:\n"
            + "\n".join(f"  menagerie {group}{line}" for line in examples.format(some).splitlines()),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        return command

    return add


def add_hands(command: argparse.ArgumentParser) -> None:
    """Add the options that say which processes do the work."""
    command.add_argument("--jobs", type=count, metavar="N", help="number of processes; by default one per core")
    command.add_argument(
        "--cluster",
        default="",
        metavar="WHERE",
        help="use a Dask cluster: tcp://HOST:PORT, or local:N for N workers here",
    )


def add_variants(command: argparse.ArgumentParser) -> None:
    """Add the option for folders with other content, played beside the title's own."""
    command.add_argument(
        "--content",
        action="append",
        default=[],
        metavar="DIR",
        help="a rule variant: also play the same deals with the content in this folder; may be repeated",
    )


# What an argument may be.


def positive(text: str) -> float:
    """A number above 0."""
    number = float(text)
    if not 0 < number < 1e6:
        raise ValueError
    return number


def not_negative(text: str) -> float:
    """A number, perhaps 0."""
    return 0.0 if float(text) == 0 else positive(text)


def share(text: str) -> float:
    """A share, between 0 and 1."""
    number = float(text)
    if not 0 < number < 1:
        raise ValueError
    return number


def part(text: str) -> float:
    """A share, perhaps all."""
    return 1.0 if float(text) == 1 else share(text)


def count(text: str) -> int:
    """A whole number, perhaps 0."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


positive.__name__ = "number above 0"
not_negative.__name__ = "number"
share.__name__ = "share between 0 and 1"
part.__name__ = "share between 0 and 1"
count.__name__ = "whole number"


# What arguments mean.


def game_of(chosen: argparse.Namespace) -> Game:
    """Return the title that was named. Raises BadSetup."""
    if not chosen.title:
        raise BadSetup(f"Name a title: {', '.join(menagerie.titles())}.")
    return menagerie.load(chosen.title, chosen.content)


def record_of(chosen: argparse.Namespace) -> Record:
    """Return the record that was named, of the title that was named. Raises BadSetup."""
    record = menagerie.Record.load(chosen.record)
    if getattr(chosen, "content", None):
        record.use(menagerie.load(record.title, chosen.content))
    if getattr(chosen, "title", None) and chosen.title != record.title:
        raise BadSetup(f"{chosen.record} is a game of {record.title}, not of {chosen.title}.")
    return record


def is_position(name: str) -> bool:
    """Return whether a file holds a position, not a record."""
    from menagerie.core.position import FIRST_LINE

    try:
        with Path(name).open("rb") as file:
            return file.read(len(FIRST_LINE)) == FIRST_LINE.encode()
    except OSError:
        return False  # the reader of records says what is wrong


def state_of_position(name: str, content: str | None = None, seed: int | None = None) -> State:
    """Return the state that a file with a position describes; raises BadSetup."""
    from menagerie.core.position import title_of

    try:
        text = Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{name} is not a text file.") from None
    try:
        return menagerie.load(title_of(text), content).from_position(text, seed)
    except BadSetup as error:
        raise BadSetup(f"{name}: {error}") from None


def any_record(name: str) -> Record:
    """Return a record of ours or, by its file ending, one exported by 18xx.games."""
    return menagerie.Record.from_18xx(name) if name.endswith(".json") else menagerie.Record.load(name)


def options_of(chosen: argparse.Namespace) -> dict[str, str]:
    """Return what `--option name=value` says. Raises BadSetup."""
    options = {}
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadSetup(f"An option looks like name=value, not {text!r}.")
        if name.strip() in ("players", "seed"):
            raise BadSetup(f"Use --{name.strip()} instead of --option {text}.")
        options[name.strip()] = value.strip()
    return options


def listed(text: str | None) -> list[str]:
    """Return the parts of `a,b,c`."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in `2,3,4`. Raises BadSetup."""
    try:
        return tuple([int(part) for part in listed(text)])
    except ValueError:
        raise BadSetup(f"Numbers of players look like 2,3,4, not {text!r}.") from None


def seat_of(letter: str | None, players: int) -> int | None:
    """Return the seat with this letter. Raises BadSetup."""
    from menagerie.core.seats import LETTERS

    if letter is None:
        return None
    if letter.upper() not in LETTERS[:players]:
        raise BadSetup(f"There is no seat {letter!r}; the seats are {', '.join(LETTERS[:players])}.")
    return LETTERS.index(letter.upper())


# What commands do on the way.


@contextmanager
def progress(total: int) -> Iterator[Callable[[str, float], None]]:
    """Show a bar in a terminal only. Call the result with what is being done and how much more of it is done."""
    if not sys.stderr.isatty() or not _extras.is_installed("terminal"):
        yield lambda what, by: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda what, by: bar.update(task, description=what, advance=by)


def write(target: Path, text: str) -> None:
    """Write a file that the user asked for."""
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise MenagerieError(f"{target} cannot be written: {error.strerror}.") from None
