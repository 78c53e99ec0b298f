"""Perft: how many sequences of decisions lead from a position to a depth, as in chess programming.

Perft sees openings, so there are also the choices of whole games: how many decisions could be made at all moments of a
golden game together. `python -m tests.core.perft` prints the counts of all titles in the form of `perft.toml`, where
those of positions with options stand beside them. A change there means that rules, notation order or chance have
changed: never renew the numbers without knowing why.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import menagerie
from menagerie import Game, Record, State

FILE = Path(__file__).with_name("perft.toml")
GAMES = Path(__file__).resolve().parents[1] / "games"
MOST_LEAVES = 5_000
DEEPEST = 10


def perft(state: State, depth: int) -> int:
    """The number of sequences of that many decisions; a game that is over before has none."""
    if depth == 0:
        return 1
    count = 0
    for seat in state.to_act:
        actions = state.legal(seat)
        if depth == 1:
            count += len(actions)
            continue
        for action in actions:
            after = state.copy()
            after.play(action, seat)
            count += perft(after, depth - 1)
    return count


def position(title: str, players: int, seed: int, after: int, options: dict[str, Any] | None = None) -> State:
    """The position after so many random decisions."""
    state, chance = menagerie.load(title).new(players=players, seed=seed, **(options or {})), Random(seed)
    for _ in range(after):
        if state.is_over:
            break
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    return state


def choices(path: Path) -> int:
    """How many decisions could be made in a golden game, all its moments and seats together."""
    return sum(len(state.legal(seat)) for state in Record.load(path).replay() for seat in state.to_act)


def golden_games() -> list[Path]:
    """The files of the golden games of all titles."""
    return sorted(GAMES.glob("*/golden/*.zoo"))


def known() -> list[dict[str, Any]]:
    """The positions with their counts in `perft.toml`."""
    found: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return found


def known_choices() -> dict[str, dict[str, int]]:
    """The choices of golden games in `perft.toml`, by the title's folder and the game's name."""
    found: dict[str, dict[str, int]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["choices"]
    return found


def _print(game: Game) -> Iterator[str]:
    for players in sorted({game.players[0], game.players[-1]}):
        late = min(40, position(game.id, players, 7, game.longest).ply // 2)
        for after in (0, late):
            counts: list[int] = []
            state = position(game.id, players, 7, after)
            while len(counts) < DEEPEST and (not counts or 0 < counts[-1] <= MOST_LEAVES):
                counts.append(perft(state, len(counts) + 1))
            yield f'[[position]]\ntitle = "{game.id}"\nplayers = {players}\nseed = 7\nafter = {after}'
            yield f"counts = {counts}\n"
    yield f"[choices.{game.folder.name}]"
    for path in golden_games():
        if path.parent.parent == GAMES / game.folder.name:
            yield f"{path.stem} = {choices(path)}"
    yield ""


if __name__ == "__main__":
    for id in menagerie.titles():
        print("\n".join(_print(menagerie.load(id))))
