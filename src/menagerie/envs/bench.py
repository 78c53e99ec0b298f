"""How fast environments are, ours and well-known ones, in one run: `menagerie bench envs`.

All are played alike, in CPU time of one core: look at what `last` tells, choose one of the codes in the mask by chance,
step. Of a batch only the steps are measured, for choosing from its masks takes longer. It is small enough to come to
the end of its games in a run: they begin together, and the first decisions are the fastest. Every environment has
several short runs, in turns with a yardstick, and the median counts.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

import numpy as np

import menagerie
from menagerie import _extras
from menagerie.envs.aec import aec
from menagerie.envs.batch import Batch

Advance = Callable[[str, float], None]
"""Told what is measured, and how many runs more are done."""

ROUNDS: Final = 3
BATCH: Final = 64

YARDSTICK: Final = "PettingZoo connect_four, raw"
PEERS: Final = {
    YARDSTICK: "connect_four.connect_four",
    "PettingZoo hanabi, raw": "hanabi.hanabi",
    "PettingZoo chess, raw": "chess.chess",
}
"""Classic environments, without the wrappers that check what they are given: as ours are."""

SPIEL_PEERS: Final = {
    "OpenSpiel connect_four, C++": "connect_four",
    "OpenSpiel gin_rummy, C++": "gin_rummy",
    "OpenSpiel tic_tac_toe, Python": "python_tic_tac_toe",
}
"""Games that come with OpenSpiel."""

NEEDED: Final = ("chess", "pygame-ce", "shimmy")
"""What those import and PettingZoo does not bring."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is measured: steps per CPU second of what `run` plays for about so many seconds."""

    name: str
    run: Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Figure:
    """What was found out about one environment; without a rate, why not."""

    name: str
    rate: float = 0.0
    ratio: float = 0.0
    """How many times the yardstick's rate; 0 if that could not be measured."""
    why_not: str = ""

    def row(self) -> str:
        """As a row of the table."""
        if self.why_not:
            return f"{self.name:<34}  {self.why_not}"
        return row(self.name, f"{self.rate:,.0f}", f"{self.ratio:.2f}" if self.ratio else "")


def play_at_random(env: Any, seconds: float) -> float:
    """Steps per CPU second of an AEC environment that is played at random."""
    chance = Random(0)
    steps, spent, game = 0, 0.0, 0
    while spent < seconds:
        start = process_time()
        env.reset(seed=game)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            env.step(None if terminated or truncated else choose(seen, info, chance))
            steps += 1
        spent += process_time() - start
        game += 1
    return steps / spent


def choose(seen: dict[str, Any], info: dict[str, Any], chance: Random) -> int:
    """One of the codes in the mask, which is in the observation or beside it."""
    mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
    codes = np.flatnonzero(np.asarray(mask, np.bool_))  # of truths it is ten times as fast as of numbers
    return int(codes[int(chance.random() * len(codes))])


def step_at_random(batch: Batch, seconds: float) -> float:
    """Steps per CPU second of all games of a batch together, observations and masks included."""
    chance = Random(0)
    steps, spent = 0, 0.0
    while spent < seconds:
        # Row by row: a table of random numbers for all codes would be megabytes, and drive the games out of the cache.
        codes = [choose({"action_mask": mask}, {}, chance) for mask in batch.masks]
        start = process_time()
        batch.step(codes)
        spent += process_time() - start
        steps += batch.size
    return steps / spent


def play_spiel(game: Any, seconds: float) -> float:
    """Steps per CPU second of a game of OpenSpiel that is played at random; chance has none of the steps."""
    chance = Random(0)
    steps, spent = 0, 0.0
    while spent < seconds:
        start = process_time()
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                codes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(codes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            codes = state.legal_actions()
            state.apply_action(codes[int(chance.random() * len(codes))])
            steps += 1
        spent += process_time() - start
    return steps / spent


def learnable() -> list[str]:
    """The titles that have an encoding: all of ours, and perhaps others."""
    return [title for title in menagerie.titles() if menagerie.load(title).has_encoding]


def titles() -> Iterator[Subject]:
    """Titles with two players."""
    for title in learnable():
        env = aec(title, players=2)
        yield Subject(f"{title}, AEC", partial(play_at_random, env))


def batches() -> Iterator[Subject]:
    """The same, many games at once."""
    for title in learnable():
        batch = Batch(title, BATCH, players=2)
        yield Subject(f"{title}, Batch of {BATCH}", partial(step_at_random, batch))


def peers() -> Iterator[Subject | Figure]:
    """Other people's environments, or why they are missing."""
    for name, module in PEERS.items():
        try:
            env = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()
        except ImportError as error:
            yield Figure(name, why_not=f"not measured: {error.name or error} is not installed")
        else:
            yield Subject(name, partial(play_at_random, env))


def open_spiel() -> Iterator[Subject | Figure]:
    """Our titles as games of OpenSpiel, and games of its own."""
    try:
        import open_spiel.python.games.tic_tac_toe  # noqa: F401 # registers itself
        import pyspiel

        from menagerie.envs.spiel import spiel_name
    except ImportError as error:
        yield Figure("OpenSpiel", why_not=f"not measured: {error}")
        return
    for title in learnable():
        game = pyspiel.load_game(f"{spiel_name(menagerie.load(title))}(players=2)")
        yield Subject(f"{title}, OpenSpiel", partial(play_spiel, game))
    for name, game in SPIEL_PEERS.items():
        yield Subject(name, partial(play_spiel, pyspiel.load_game(game)))


def install_peers() -> None:
    """Make what the others import importable: from `build/peers` of a checkout, installed there on first use."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if not _extras.LAUNCHER.is_file():
        return
    folder = Path(_extras.LAUNCHER).parent / "build" / "peers"
    if not folder.is_dir():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), *NEEDED]
        subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)  # noqa: S603
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def subjects() -> list[Subject | Figure]:
    """All that is measured."""
    return [*titles(), *batches(), *peers(), *open_spiel()]


def measure(subjects: list[Subject | Figure], seconds: float, advance: Advance) -> Iterator[Figure]:
    """Yield the figures of one after the other. Each is measured in turns with the yardstick, so that neither has the
    machine's better moments."""
    yardstick = next((one for one in subjects if isinstance(one, Subject) and one.name == YARDSTICK), None)
    for subject in subjects:
        if isinstance(subject, Figure):
            advance(subject.name, ROUNDS)
            yield subject
            continue
        rates, others = [], []
        for _ in range(ROUNDS):
            rates.append(subject.run(seconds / ROUNDS))
            if yardstick is not None:
                others.append(rates[-1] if subject is yardstick else yardstick.run(seconds / ROUNDS))
            advance(subject.name, 1)
        yield Figure(subject.name, median(rates), median(rates) / median(others) if others else 0.0)


def row(name: str, rate: str, ratio: str) -> str:
    """Three cells in columns."""
    return f"{name:<34}{rate:>12}{ratio:>17}"
