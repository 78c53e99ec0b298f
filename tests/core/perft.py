"""Perft: how many sequences of decisions lead from a position to a depth, as in chess programming.

Perft sees openings, so there are also counts of whole games: how many decisions could be made at all moments of a
golden game together (choices), and how often which rule stands against decisions of the other golden games there
(answers). `python -m tests.core.perft` prints the counts of all titles in the form of `perft.toml`, where those of
positions with options stand beside them. A change there means that rules, notation order or chance have changed: never
renew the numbers without knowing why.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import menagerie
from menagerie import Action, Game, Record, State

FILE = Path(__file__).with_name("perft.toml")
GAMES = Path(__file__).resolve().parents[1] / "games"
MOST_LEAVES = 5_000
DEEPEST = 10
TRIED = 40
"""So many decisions of golden games are said at each moment of one."""


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


def answers(path: Path) -> dict[str, int]:
    """How often each rule is cited against decisions of the title's golden games, all moments of one of them together;
    under `legal`, how often nothing is."""
    found: Counter[str] = Counter()
    said = vocabulary(path.parent)
    for state in Record.load(path).replay():
        for action in Random(state.ply).sample(said, min(TRIED, len(said))):
            for seat in state.to_act:
                phase = state.phase(seat)
                assert phase is not None
                refusal = phase.refuse(state, seat, action)
                found["legal" if refusal is None else refusal.rule] += 1
    return dict(sorted(found.items()))


@cache
def vocabulary(folder: Path) -> list[Action]:
    """Every decision that was made in a golden game of this folder."""
    made = {str(action): action for path in folder.glob("*.zoo") for _, action in Record.load(path).final().history}
    return [made[text] for text in sorted(made)]


def golden_games() -> list[Path]:
    """The files of the golden games of all titles."""
    return sorted(GAMES.glob("*/golden/*.zoo"))


def known() -> list[dict[str, Any]]:
    """The positions with their counts in `perft.toml`."""
    found: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return found


def known_of(path: Path, what: str) -> Any:
    """The `choices` or `answers` of a golden game in `perft.toml`, where they stand under the title's folder."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))[what][path.parent.parent.name][path.stem]


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
    paths = [path for path in golden_games() if path.parent.parent.name == game.folder.name]
    yield f"[choices.{game.folder.name}]"
    yield from [f"{path.stem} = {choices(path)}" for path in paths]
    yield f"\n[answers.{game.folder.name}]"
    yield from [f"{path.stem} = {_inline(answers(path))}" for path in paths]
    yield ""


def _inline(counts: dict[str, int]) -> str:
    """As a table of TOML in one line."""
    return "{ " + ", ".join(f'"{key}" = {count}' for key, count in counts.items()) + " }"


if __name__ == "__main__":
    for id in menagerie.titles():
        print("\n".join(_print(menagerie.load(id))))
