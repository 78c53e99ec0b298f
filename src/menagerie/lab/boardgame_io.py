"""The same decisions on a boardgame.io server, to compare ours with: where node and npm are, and in a checkout.

Its package is fetched once into `build/`. What is compared and what is not is said in `dev/boardgame_io.cjs`.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from menagerie._engine import CHECKOUT
from menagerie.core.playout import play_randomly
from menagerie.core.registry import load

PACKAGE: Final = "boardgame.io@0.50.2"
FETCHING: Final = 180
RUNNING: Final = 120
"""Seconds that fetching it, and a measurement, may take."""
GAMES: Final = 8


class NotHere(Exception):
    """It cannot be measured here; the reason in a sentence."""


def installed(folder: Path = CHECKOUT / "build" / "boardgame.io") -> Path:
    """The folder with the package, which is fetched if need be. Raises NotHere."""
    if not _script().is_file():
        raise NotHere("boardgame.io is measured from a checkout only.")
    npm = shutil.which("npm")
    if shutil.which("node") is None or npm is None:
        raise NotHere("boardgame.io was not measured: there is no node, or no npm.")
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        fetch = [npm, "install", "--no-audit", "--no-fund", "--omit=peer", "--prefix", str(folder), PACKAGE]
        try:
            subprocess.run(fetch, check=True, capture_output=True, timeout=FETCHING)  # noqa: S603 - ours
        except (OSError, subprocess.SubprocessError):
            raise NotHere("boardgame.io was not measured: npm could not fetch it.") from None
    return folder


def decisions(title: str, most: int | None = None) -> list[list[tuple[int, str]]]:
    """Some random games of two, each as its first decisions with their seats."""
    games = []
    for seed in range(GAMES):
        state = load(title).new(2, seed=seed)
        play_randomly(state, random.Random(seed))
        line: list[tuple[int, str]] = []
        step = state.past
        while step is not None:
            line.insert(0, (step.seat, str(step.action)))
            step = step.before
        games.append(line[:most])
    return games


def measure(title: str, tables: int, think: float = 0.0, most: int | None = None) -> dict[str, Any]:
    """Decisions, seconds, seconds of the server's processor time, and milliseconds (p50, p99) from sending a decision
    to the other's receipt. Raises NotHere."""
    folder, node = installed(), shutil.which("node")
    assert node is not None
    with tempfile.TemporaryDirectory(prefix="menagerie-bench-") as place:
        games = Path(place) / "games.json"
        games.write_text(json.dumps(decisions(title, most)), encoding="utf-8")
        command = [node, str(_script()), str(folder), str(games), str(tables), str(think)]
        try:
            done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=RUNNING)  # noqa: S603
            found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        except (subprocess.SubprocessError, ValueError, IndexError):
            raise NotHere("boardgame.io was not measured: its server did not play the games to their end.") from None
    return found


def lines(title: str, tables: int, clients: int, think: float) -> list[str]:
    """Return both measurements as text, or why they are missing."""
    try:
        full = measure(title, tables)
        usual = measure(title, clients // 2, think, most=60)
    except NotHere as reason:
        return [f"  {reason}"]
    return [
        f"  decisions/s, {tables} tables            {full['decisions'] / full['seconds']:8.0f}",
        f"  server CPU a decision             {1000 * full['cpu'] / full['decisions']:8.2f} ms",
        f"  with {clients} clients that think      {usual['p50']:8.1f} ms p50",
        f"                                    {usual['p99']:8.1f} ms p99",
        f"  server CPU a decision then        {1000 * usual['cpu'] / usual['decisions']:8.2f} ms",
    ]


def _script() -> Path:
    return CHECKOUT / "dev" / "boardgame_io.cjs"
