"""The command line: one thin function per command, beside its arguments.

A command imports what it needs when it runs, and what its arguments need when it's chosen. So the command line starts
fast, and only server commands import the server. The rooms below must not know the command line, and a command holds
no logic of its own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

import menagerie
from menagerie import _engine
from menagerie.cli import lab, people, playing, puzzles, records, storage, titles
from menagerie.cli.arguments import BAD_ARGUMENTS, INTERRUPTED, Parser, ShowVersions, adder, say_engine
from menagerie.core.errors import MenagerieError

BROKEN_PIPE: Final = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # names may not fit the terminal's letters
    try:
        chosen = _parser().parse_args(arguments)
        if chosen.run is not playing.serve:  # whose log may have to be read by a program
            say_engine()
        _say_problems()
        code: int = chosen.run(chosen)
        sys.stdout.flush()
        return code
    except MenagerieError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output went away; nothing more can be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception:
        return _confess()


def _say_problems() -> None:
    """Report what other packages offer but can't be used."""
    from menagerie.core import plugins

    if plugins.is_offered(plugins.BOTS):  # our own need no check, and loading them would slow every start
        from menagerie import bots

        bots.kinds()
    for problem in plugins.problems():
        print(f"menagerie: {problem}", file=sys.stderr)


def _complain(problem: str) -> int:
    print(f"menagerie: {problem}", file=sys.stderr)
    return BAD_ARGUMENTS


def _confess() -> int:
    """Report a fault of ours: one line for the user, the details in a file for the developers."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile("w", prefix="menagerie-", suffix=".log", delete=False, encoding="utf-8") as file:
        file.write(f"Menagerie {menagerie.__version__}, {_engine.describe()}\n{sys.argv}\n\n{traceback.format_exc()}")
    problem = str(sys.exc_info()[1]) or type(sys.exc_info()[1]).__name__
    print(f"menagerie: unexpected error: {problem.splitlines()[0]} (details in {file.name})", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="menagerie",
        description="Zoo board games with exact rules. Without a command, it opens the table in your browser.",
        epilog="menagerie COMMAND --help explains a command, with examples.",
    )
    parser.add_argument("--version", action=ShowVersions, nargs=0, help="show the version and what is stable in it")
    parser.set_defaults(run=playing.serve, show_settings=False)
    some = menagerie.titles()[0]
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", dest="command")
    add = adder(commands, some)
    playing.add_commands(add)
    records.add_commands(add)
    titles.add_commands(add)
    storage.add_commands(add)
    people.add_commands(add, some)
    puzzles.add_commands(add)
    lab.add_commands(add, some)
    return parser
