"""What a start of the command line imports: little, and of the server nothing but for the commands of a server."""

import subprocess
import sys

import pytest

from .run import environment

ALL_COMMANDS = """
import argparse, contextlib, io, sys
from menagerie import cli

def commands(parser, path=()):
    yield path
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield from commands(command, (*path, name))

found = list(commands(cli._parser()))
assert ("serve",) in found and ("lab", "simulate") in found
for path in found:
    if path != ("serve",):
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            cli._parser().parse_args([*path, "--help"])
        print(*path, *[name for name in sys.modules if name.startswith("menagerie.server")])
"""

TITLES = """
import sys
before = set(sys.modules)
from menagerie import cli
cli.main(["titles"])
print(*set(sys.modules) - before, file=sys.stderr)
"""

OURS = ("menagerie.server", "menagerie.terminal.menu", "menagerie.bots", "menagerie.lab")
OTHERS = ("rich", "numpy", "asyncio", "importlib.metadata", "email", "difflib")
LARGE = (*OURS, *OTHERS)
MOST = 140
"""Modules; 130 on Python 3.11."""


def python(program: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


def test_no_command_but_serve_imports_anything_of_the_server() -> None:
    lines = python(ALL_COMMANDS).stdout.splitlines()
    assert len(lines) > 20
    assert [line for line in lines if "menagerie.server" in line] == []


def test_a_list_of_titles_imports_no_more_than_a_list_needs() -> None:
    imported = python(TITLES).stderr.splitlines()[-1].split()
    assert [name for name in imported if name.startswith(LARGE)] == []
    assert len(imported) <= MOST


@pytest.mark.parametrize("command", ["titles", "play", "serve"])
def test_a_command_whose_arguments_are_added_late_lists_them(command: str) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "menagerie", command, "--help"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    expected = {"titles": "--help", "play": "--playouts", "serve": "--public-url"}[command]
    assert expected in said.stdout, said.stderr
