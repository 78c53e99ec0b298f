"""Weights of a title's advice, made by self-play.

All seats play greedily by the present weights, except for some random decisions. Every position of a game then
says what its features were worth: between two seats the difference of their final scores, less what the weights that
are not learned make of the position, is set against the difference of their learned features, and ridge regression
finds the weights. The next round plays by these; what earlier rounds showed still counts. At last the new weights play
the old ones, and only if they win clearly they are kept.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import numpy

import menagerie
from menagerie.bots.bot import Clock
from menagerie.bots.turns import best_decision
from menagerie.core.advice import Advice
from menagerie.core.content import Content
from menagerie.core.errors import BadSetup, MenagerieError
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.lab.advice_file import FILE, rewrite
from menagerie.lab.learn_team import check_team, learn_team
from menagerie.lab.parallel import in_order, seed_of
from menagerie.lab.training import (
    DIGITS,
    Lesson,
    Match,
    Practice,
    Tell,
    TrainingResult,
    batches,
    learned,
    practise,
    with_values,
)

ENDLESS: Final = 1_000_000_000
"""Playouts: greedy players need no clock."""


def learn(lesson: Lesson, executor: Executor, tell: Tell) -> TrainingResult:
    """Learn with these hands, and try the new weights against the old ones. Nothing is written."""
    game = _check(lesson)
    if game.advice().cooperative:
        return learn_team(lesson, game, executor, tell)
    old = game.advice().weights.values
    names = learned(game)
    values = {**old, **dict.fromkeys(names, 0.0)} if lesson.afresh else dict(old)
    regression = Regression([values[name] for name in names], lesson.ridge)
    values = practise(lesson, values, names, regression, self_play, executor, tell)
    duels = [Match(lesson, games, values, old) for games in batches(lesson.match)]
    wins = 0.0
    for duel, won in zip(duels, in_order(play_duel, duels, executor), strict=True):
        wins += won
        tell("new against old", len(duel.numbers))
    return TrainingResult(values, wins, lesson.match)


def _check(lesson: Lesson) -> Game:
    """The title, if this can be learned; raises BadSetup."""
    game = menagerie.load(lesson.title)
    if game.players[1] == 1:
        raise BadSetup(f"In {game.name} there are no opponents, and weights are learned between opponents.")
    if not lesson.players or min(lesson.rounds, lesson.games) < 1:
        raise BadSetup("A lesson needs at least one round of one game.")
    if game.advice().cooperative:
        check_team(lesson, game)
        return game
    for players in lesson.players:
        if players < 2:
            raise BadSetup(f"Weights are learned between opponents: with 2 players or more, not {players}.")
        game.new(players=players, seed=0)
    if lesson.match < 2 or lesson.match % 2:
        raise BadSetup(
            f"New weights play old ones on the same deals from both sides: an even number, not {lesson.match}."
        )
    if lesson.afresh and not Content(game.folder).read(FILE).has("learned"):
        raise BadSetup(
            f"{game.name}: {FILE} does not say which families are learned, so nothing can be learned afresh."
        )
    return game


# Games.


@dataclass(slots=True)
class Rows:
    """What games have shown: for every position and every two seats the features that differ, and what came of it."""

    columns: list[int] = field(default_factory=list)
    """The features that differ, row after row."""
    amounts: list[float] = field(default_factory=list)
    """By how much."""
    lengths: list[int] = field(default_factory=list)
    """How many of them each row has."""
    results: list[float] = field(default_factory=list)
    """What learned weights should make of each row."""


def self_play(games: Practice) -> Rows:
    """Play these games, and say what they have shown."""
    lesson = games.lesson
    game = menagerie.load(lesson.title)
    advice = with_values(game, games.values)
    columns = {name: column for column, name in enumerate(games.names)}
    rows = Rows()
    for number in games.numbers:
        seed = seed_of("learn", lesson.title, lesson.seed, games.round, number)
        state = game.new(players=lesson.players[number % len(lesson.players)], seed=seed)
        moments = _play_curiously(advice, state, lesson.explore, Random(seed))
        patience = 1.0 if games.round == 0 else lesson.patience
        targets = _targets(moments, state.scores, games.values, patience)
        for moment, target in zip(moments, targets, strict=True):
            _add_rows(rows, moment, target, columns, games.values)
    return rows


def _targets(
    moments: list[list[dict[str, float]]], scores: Sequence[int], values: dict[str, float], patience: float
) -> list[list[float]]:
    """What each seat's worth should have been at every moment: with patience 1 what it has in the end, with 0 what the
    present weights say one decision later, between them a mixture."""
    target = [float(score) for score in scores]
    found: list[list[float]] = []
    for moment in reversed(moments):
        found.append(target)
        worths = [sum([values[name] * amount for name, amount in seat.items()]) for seat in moment]
        target = [patience * aim + (1 - patience) * worth for aim, worth in zip(target, worths, strict=True)]
    found.reverse()
    return found


def _play_curiously(advice: Advice, state: State, explore: float, chance: Random) -> list[list[dict[str, float]]]:
    """Play a game to its end; the features of all seats before every decision."""
    moments: list[list[dict[str, float]]] = []
    while not state.is_over:
        moments.append([advice.features(state, seat) for seat in range(state.players)])
        seat = state.to_act[0]
        if chance.random() < explore:
            state.play(chance.choice(state.legal(seat)), seat)
        else:
            _play_greedily(advice, state, seat, chance)
    return moments


def _play_greedily(advice: Advice, state: State, seat: int, chance: Random) -> None:
    imagined = state.imagine(seat, chance.getrandbits(64))
    state.play(best_decision(advice, imagined, seat, Clock(playouts=ENDLESS)), seat)


def _add_rows(
    rows: Rows,
    moment: list[dict[str, float]],
    target: Sequence[float],
    columns: dict[str, int],
    values: dict[str, float],
) -> None:
    """One row for every two seats."""
    known = [sum([values[name] * amount for name, amount in seat.items() if name not in columns]) for seat in moment]
    for first, mine in enumerate(moment):
        for second, theirs in enumerate(moment[:first]):
            length = 0
            for name in mine | theirs:
                amount = mine.get(name, 0.0) - theirs.get(name, 0.0)
                if amount and name in columns:
                    rows.columns.append(columns[name])
                    rows.amounts.append(amount)
                    length += 1
            rows.lengths.append(length)
            rows.results.append(target[first] - target[second] - known[first] + known[second])


def play_duel(games: Match) -> float:
    """How many of these games the new weights win, every deal being played from both sides. They have every second
    seat, and in the next game the others."""
    lesson = games.lesson
    game = menagerie.load(lesson.title)
    sides = [with_values(game, games.new), with_values(game, games.old)]
    wins = 0.0
    for number in games.numbers:
        deal = number // 2
        seed = seed_of("new against old", lesson.title, lesson.seed, deal)
        state = game.new(players=lesson.players[deal % len(lesson.players)], seed=seed)
        chance = Random(seed)
        while not state.is_over:
            seat = state.to_act[0]
            _play_greedily(sides[(seat + number) % 2], state, seat, chance)
        result = sides[0].result(state)
        wins += sum([won for seat, won in enumerate(result) if (seat + number) % 2 == 0])
    return wins


# From games to weights.


class Regression:
    """Ridge regression: the weights that explain all rows best, and are not far from those that there were."""

    def __init__(self, before: Sequence[float], ridge: float) -> None:
        self._before = numpy.array(before)
        self._ridge = numpy.eye(len(before)) * ridge
        self._squares = numpy.zeros((len(before), len(before)))
        self._products = numpy.zeros(len(before))

    def add(self, rows: Rows) -> None:
        """More to explain. Rows have few features of many, so squares are counted and no matrix of all is made."""
        size = len(self._before) + 1
        lengths = numpy.array(rows.lengths)
        inside = numpy.arange(lengths.max(initial=0)) < lengths[:, None]
        columns = numpy.full(inside.shape, size - 1)  # behind a row's end lies a column that is dropped in the end
        amounts = numpy.zeros(inside.shape)
        columns[inside] = rows.columns
        amounts[inside] = rows.amounts
        pairs = columns[:, :, None] * size + columns[:, None, :]
        squares = amounts[:, :, None] * amounts[:, None, :]
        known = (amounts * numpy.append(self._before, 0.0)[columns]).sum(axis=1)
        rest = amounts * (numpy.array(rows.results) - known)[:, None]
        self._squares += numpy.bincount(pairs.ravel(), squares.ravel(), size * size).reshape(size, size)[:-1, :-1]
        self._products += numpy.bincount(columns.ravel(), rest.ravel(), size)[:-1]

    def fade(self, share: float) -> None:
        """All that was added so far counts this much."""
        self._squares *= share
        self._products *= share

    def weights(self) -> list[float]:
        """What explains it best."""
        change = numpy.linalg.solve(self._squares + self._ridge, self._products)
        return [round(float(weight), DIGITS) for weight in self._before + change]


# The file.


def keep(lesson: Lesson, outcome: TrainingResult, folder: Path, out: Path | None = None) -> Path:
    """Write the new weights into `advice.toml` in a title's folder, or a copy of it with them to `out`; raises
    MenagerieError if they are not better."""
    if not outcome.is_better:
        raise MenagerieError(f"{outcome.tell()} That is not significantly better, so the old ones stay.")
    made = f"{lesson.command}; {datetime.date.today().isoformat()}"
    return rewrite(folder, {"": {"made": made}, "weights": outcome.values}, out)
