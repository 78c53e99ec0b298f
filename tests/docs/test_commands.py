"""The page of commands names every command, and no other."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from menagerie import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"


def test_the_page_lists_every_command() -> None:
    parser = cli._parser()
    (commands,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    named = set(re.findall(r"`(?:menagerie )?([a-z]+)", PAGE.read_text(encoding="utf-8")))
    assert set(commands.choices) <= named
    assert named <= {*commands.choices, "menagerie"}
