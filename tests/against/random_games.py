"""18ZOO against 18xx.games on random games: what our engine played and exported, and what the site's made of it.

Beside an exported game lies one JSON line with the table at the start and one after every action. A line with `error`
is the last one: the site refuses the action.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from menagerie.core.errors import MenagerieError
from menagerie.games.eighteen_zoo.state import Position
from tests.against import eighteen_zoo

OVER = ("step", "current", "order")
"""What means nothing any more when a game is over."""


def difference(game: Path) -> str:
    """The first difference; empty if both agree to the end of the game, or refuse the same action."""
    compressed = game.with_suffix(".after.jsonl.gz").read_bytes()
    lines = [json.loads(line) for line in gzip.decompress(compressed).decode().splitlines()]
    reader = eighteen_zoo.reader_of(str(game))
    ids = {seat: name for name, seat in reader.seats.items()}
    number = 0
    try:
        for number, _ in enumerate(reader.steps(), start=1):
            if "error" in lines[number]:
                return f"action {number} is refused there: {lines[number]['error']}"
            theirs, ours = lines[number], table(reader.state, ids)
            names = [name for name in ours if not (theirs["finished"] and name in OVER)]
            problem = eighteen_zoo.compare(
                {name: comparable(name, theirs[name]) for name in names}, {name: ours[name] for name in names}, False
            )
            if problem:
                return f"after action {number}: {problem}"
    except MenagerieError as error:
        return "" if "error" in lines[number + 1] else str(error)
    result = dict(lines[-1]["result"])
    scores = {ids[seat]: score for seat, score in enumerate(reader.state.scores)}
    return "" if result == scores else f"result {result}, not {scores}"


def comparable(name: str, told: Any) -> Any:
    """A part of a line, in a fixed order where theirs has no meaning."""
    if name not in ("families", "players"):
        return told
    return {one: {key: ordered(key, value) for key, value in about.items()} for one, about in told.items()}


def ordered(key: str, value: Any) -> Any:
    return sorted(value) if key in ("tokens", "powers", "shares", "companies") else value


def table(state: Position, ids: dict[int, str]) -> dict[str, Any]:
    """Our table, as such a line tells it."""
    told = eighteen_zoo.snapshot(state, ids)
    families = {
        name: {
            **{key: family[key] for key in ("cash", "cell", "powers", "owner")},
            "trains": [[train["id"], train["name"]] for train in family["trains"]],
            "tokens": [token for token in family["tokens"] if token],
        }
        for name, family in told["families"].items()
    }
    players = {
        name: {
            **{key: player[key] for key in ("cash", "tickets", "penalty")},
            "shares": sorted(player["cards"]),
            "companies": player["powers"],
        }
        for name, player in told["players"].items()
    }
    tiles = {name: [spot["tile"], spot["rot"]] for name, spot in told["hexes"].items()}
    same = {key: told[key] for key in ("phase", "step", "current", "order", "finished")}
    return {**same, "families": families, "players": players, "tiles": tiles}
