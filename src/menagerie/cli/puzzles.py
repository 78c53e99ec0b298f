"""Puzzles: solve, make and check them."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import menagerie
from menagerie.cli.arguments import INTERRUPTED, Add, count, progress
from menagerie.core.errors import BadSetup
from menagerie.core.seats import counted

if TYPE_CHECKING:
    from menagerie.puzzles.book import Puzzle

KEEP: Final = "puzzles"
"""The folder for unfinished work."""


def puzzles(chosen: argparse.Namespace) -> int:
    """Solve, list, make or check puzzles."""
    first = chosen.what[0] if chosen.what else ""
    if first in ("make", "check"):
        if chosen.today:
            raise BadSetup(f"--today is for solving and can't be used with {first}. Try menagerie puzzles --today.")
        if len(chosen.what) != 2:
            raise BadSetup(f"Name a title: menagerie puzzles {first} TITLE, with one of {_titles()}.")
        title = menagerie.load(chosen.what[1]).id
        return _make(chosen, title) if first == "make" else _check(chosen, title)
    if chosen.today:
        if chosen.what:
            raise BadSetup("--today takes no title. Today's puzzle is the same for everyone.")
        return _solve(_today())
    return _list_or_solve(chosen.what)


def _titles() -> str:
    return ", ".join(menagerie.titles())


def _today() -> Puzzle:
    from menagerie.puzzles import book

    return book.of_day(book.today())


def _list_or_solve(what: list[str]) -> int:
    from menagerie.puzzles import book
    from menagerie.terminal.puzzles import heading, listing
    from menagerie.terminal.screen import choose_screen

    screen = choose_screen()
    if not what:
        for title in book.titles_with_puzzles():
            screen.say(f"{title}: {counted(len(book.puzzles(title)), 'puzzle', 'puzzles')}")
        screen.say(f"Today: {heading(_today())}. menagerie puzzles --today plays it.")
        return 0
    title = menagerie.load(what[0]).id
    if len(what) > 2 or (len(what) == 2 and not what[1].isdecimal()):
        raise BadSetup(f"A puzzle has a number: menagerie puzzles {title} 3, not {' '.join(what[1:])!r}.")
    if len(what) == 1:
        listing(title, screen)
        return 0
    return _solve(book.puzzle(title, int(what[1])))


def _solve(puzzle: Puzzle) -> int:
    from menagerie.terminal.puzzles import Solve
    from menagerie.terminal.screen import choose_screen

    return Solve(puzzle, choose_screen()).run()


def _make(chosen: argparse.Namespace, title: str) -> int:
    """Make the puzzles of a title. Finished work is kept, so the same command continues."""
    from menagerie.lab import puzzle_maker
    from menagerie.lab.parallel import hands
    from menagerie.puzzles import book

    themes = tuple([id.strip() for id in chosen.themes.split(",")]) if chosen.themes is not None else ()
    making = puzzle_maker.Making(title, chosen.count, chosen.seed, chosen.thinking, themes)
    folder = Path(chosen.keep)
    found = 0

    def tell(games: int, puzzles: int) -> None:
        nonlocal found
        rate = 60 * puzzles / max(1.0, time.monotonic() - begun)
        what = f"{counted(games, 'game', 'games')}, {puzzles} of {making.count} puzzles, {rate:.1f} a minute"
        advance(what, puzzles - found)
        found = puzzles

    begun = time.monotonic()
    try:
        with hands(chosen.jobs) as executor, progress(making.count) as advance:
            made = puzzle_maker.make(making, executor, tell, folder)
    except KeyboardInterrupt:
        print(f"Stopped with {found} of {making.count} puzzles; the same command continues.", file=sys.stderr)
        return INTERRUPTED
    file = Path(chosen.file) if chosen.file else book.place(menagerie.load(title))
    book.write(file, made.found)
    print(f"{counted(len(made.found), 'puzzle', 'puzzles')} from {counted(made.games, 'game', 'games')} in {file}.")
    return 0


def _check(chosen: argparse.Namespace, title: str) -> int:
    """Check all puzzles of a title again; report or drop those that don't hold."""
    from menagerie.lab import puzzle_maker
    from menagerie.lab.parallel import hands, in_order
    from menagerie.puzzles import book

    found = book.puzzles(title)
    if not found:
        raise BadSetup(
            f"{menagerie.load(title).name} has no puzzles to check. Make some with menagerie puzzles make {title}."
        )
    tasks = [puzzle_maker.Checking(puzzle, chosen.thinking, chosen.seed) for puzzle in found.values()]
    broken: list[int] = []
    with hands(chosen.jobs) as executor, progress(len(tasks)) as advance:
        for done in in_order(puzzle_maker.check, tasks, executor):
            advance(f"puzzle {done.number}", 1)
            if not done.holds:
                broken.append(done.number)
                print(f"Puzzle {done.number} doesn't hold: {done.told}.")
    if broken and chosen.drop:
        book.write(book.place(menagerie.load(title)), [one for one in found.values() if one.number not in broken])
    kept = f"; {len(broken)} dropped" if broken and chosen.drop else ""
    print(f"{len(tasks) - len(broken)} of {counted(len(tasks), 'puzzle', 'puzzles')} hold{kept}.")
    return 1 if broken and not chosen.drop else 0


def add_commands(add: Add) -> None:
    """Add the commands to the parser."""
    command = add(
        puzzles,
        "solve puzzles: find the best turn in a position; make and check them",
        "puzzles --today\npuzzles {0}\npuzzles {0} 3\npuzzles make {0} --count 60 --seed 1\npuzzles check {0} --drop",
    )
    command.add_argument(
        "what",
        metavar="TITLE [N] or make TITLE or check TITLE",
        nargs="*",
        help="a title lists its puzzles and a number plays one; without arguments, list the titles",
    )
    command.add_argument("--today", action="store_true", help="solve solve the puzzle of the day")
    command.add_argument("--count", type=count, default=60, metavar="N", help="make: how many; by default 60")
    command.add_argument(
        "--seed", type=count, default=0, metavar="N", help="make: make: the same seed makes the same puzzles puzzles"
    )
    command.add_argument("--thinking", type=count, metavar="N", help="evaluations per look; by default the title's own")
    command.add_argument("--themes", metavar="ID,ID", help="make: only these themes of the title's puzzles.toml")
    command.add_argument("--jobs", type=count, metavar="N", help="number of processes; by default one per core")
    command.add_argument(
        "--keep", default=KEEP, metavar="DIR", help=f"make: keep unfinished work here; by default {KEEP}"
    )
    command.add_argument("--file", metavar="FILE", help="make: write the book here instead of the title's folder")
    command.add_argument("--drop", action="store_true", help="check: drop puzzles that don't hold")
