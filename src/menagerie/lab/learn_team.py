"""Weights of a title in which all win or lose together, made by self-play.

There worth is the logarithm of the odds of winning. The team plays games by the present weights, a few turns are left
to chance, and at the beginning of every stage the features are noted. Logistic regression finds the weights that
explain best which games were won, and are not far from those that there were. What speaks for winning and what against
it is known beforehand, and no weight may say otherwise: left to itself, regression finds that good teams lose games in
which they already carry much, and stops them from carrying anything. At last the new weights play the old ones' deals,
and only if they win clearly more of them they are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import numpy

import menagerie
from menagerie.bots import Clock, decide, first_to_act, make
from menagerie.bots.turn_bot import Mind, TurnBot
from menagerie.core.advice import Advice, family
from menagerie.core.content import Content
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.lab.advice_file import FILE
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

PLAYER: Final = "keeper"
"""Who plays: the level that searches turns but does not play them on."""
POSITIONS: Final = 1000
"""With so many positions a turn."""
ONLY_ONE: Final = "of the deals that only one of them wins, the new weights win"
STEPS: Final = 400
SWEEPS: Final = 30
CLOSE: Final = 2e-4
"""Regression continues until no weight changes more, features being of about the same size."""


def check_team(lesson: Lesson, game: Game) -> None:
    """Whether this can be learned; raises BadSetup."""
    if lesson.afresh:
        raise BadSetup(f"In {game.name} a team that knows nothing never wins, so nothing can be learned afresh.")
    for players in lesson.players:
        game.new(players=players, seed=0)


def learn_team(lesson: Lesson, game: Game, executor: Executor, tell: Tell) -> TrainingResult:
    """Learn with these hands, and try the new weights on the old ones' deals. Nothing is written."""
    old = game.advice().weights.values
    names = learned(game)
    regression = Regression([old[name] for name in names], signs(game, names), lesson.ridge)
    values = practise(lesson, old, names, regression, team_play, executor, tell)
    trials = [Match(lesson, games, values, old) for games in batches(lesson.match)]
    better, worse = 0, 0
    for trial, (more, less) in zip(trials, in_order(play_trial, trials, executor), strict=True):
        better, worse = better + more, worse + less
        tell("new against old", len(trial.numbers))
    return TrainingResult(values, better, max(1, better + worse), ONLY_ONE)


def signs(game: Game, names: Sequence[str]) -> list[int]:
    """By weight 1 if it may not be below 0, -1 if it may not be above, 0 if it may be either: what `advice.toml` lists
    in `worse` speaks against winning, what it lists in `either` says nothing alone, and all else speaks for it."""
    file = Content(game.folder).read(FILE)
    found: list[int] = []
    listed = [file.texts(key) if file.has(key) else [] for key in ("either", "worse")]
    for name in names:
        either, worse = [name in texts or family(name) in texts for texts in listed]
        found.append(0 if either else -1 if worse else 1)
    return found


# Games.


@dataclass(slots=True)
class TeamRows:
    """What games have shown: the features at the beginning of stages, and whether the game was won."""

    features: list[list[float]] = field(default_factory=list)
    won: list[float] = field(default_factory=list)


def team_play(games: Practice) -> TeamRows:
    """Play these games, and say what they have shown."""
    lesson = games.lesson
    game = menagerie.load(lesson.title)
    advice = with_values(game, games.values)
    rows = TeamRows()
    for number in games.numbers:
        seed = seed_of("learn", lesson.title, lesson.seed, games.round, number)
        state = new_game(lesson, game, number, seed)
        moments = play_as_team(advice, state, lesson.explore, seed)
        won = advice.result(state)[0]
        for moment in moments:
            rows.features.append([moment.get(name, 0.0) for name in games.names])
            rows.won.append(won)
    return rows


def new_game(lesson: Lesson, game: Game, number: int, seed: int) -> State:
    """With the numbers of players in turn, and the choices of the options that `advice.toml` lists in `vary`."""
    players = lesson.players[number % len(lesson.players)]
    file = Content(game.folder).read(FILE)
    options: dict[str, Any] = {}
    for name in file.texts("vary") if file.has("vary") else []:
        choices = next(option.choices for option in game.options if option.name == name)
        options[name] = choices[number // len(lesson.players) % len(choices)]
    return game.new(players=players, seed=seed, **options)


def play_as_team(advice: Advice, state: State, explore: float, seed: int) -> list[dict[str, float]]:
    """Play a game to its end; the features at the beginning of every stage."""
    chance = Random(seed)
    manner = Mind.of_level(advice.game, PLAYER).manner
    team: list[TurnBot] = []
    for seat in range(state.players):
        bot = make(PLAYER, seed + seat)
        assert isinstance(bot, TurnBot)
        bot.use(Mind(advice, manner))
        team.append(bot)
    moments: list[dict[str, float]] = []
    stage = -1
    while not state.is_over:
        if advice.stage(state) != stage:
            stage = advice.stage(state)
            moments.append(advice.features(state, 0))
        seat = first_to_act(advice, state, chance.getrandbits(64))
        if chance.random() < explore:
            state.play(chance.choice(state.legal(seat)), seat)
        else:
            state.play(decide(team[seat], state, seat, Clock(playouts=POSITIONS)), seat)
    return moments


def play_trial(deals: Match) -> tuple[int, int]:
    """How many of these deals only the new weights win, and how many only the old ones."""
    lesson = deals.lesson
    game = menagerie.load(lesson.title)
    better, worse = 0, 0
    for number in deals.numbers:
        seed = seed_of("new against old", lesson.title, lesson.seed, number)
        won: list[float] = []
        for values in (deals.new, deals.old):
            advice = with_values(game, values)
            state = new_game(lesson, game, number, seed)
            play_as_team(advice, state, 0.0, seed)
            won.append(advice.result(state)[0])
        better += won[0] > won[1]
        worse += won[0] < won[1]
    return better, worse


# From games to weights.


class Regression:
    """Logistic regression with a ridge and signs: the weights that explain best what was won."""

    def __init__(self, before: Sequence[float], signs: Sequence[int], ridge: float) -> None:
        self._before = numpy.array(before)
        self._low = numpy.where(numpy.array(signs) > 0, 0.0, -numpy.inf)
        self._high = numpy.where(numpy.array(signs) < 0, 0.0, numpy.inf)
        self._ridge = ridge
        self._features = numpy.zeros((0, len(before)))
        self._won = numpy.zeros(0)
        self._counts = numpy.zeros(0)

    def add(self, rows: TeamRows) -> None:
        """More to explain."""
        if rows.won:
            self._features = numpy.vstack([self._features, numpy.array(rows.features)])
            self._won = numpy.append(self._won, rows.won)
            self._counts = numpy.append(self._counts, numpy.ones(len(rows.won)))

    def fade(self, share: float) -> None:
        """All that was added so far counts this much."""
        self._counts *= share

    def weights(self) -> list[float]:
        """What explains it best: every step solves the problem with the steepest curve that odds can have, so that none
        goes too far; features are first made of about the same size."""
        size = self._features.std(axis=0)
        seen = size > 0.0
        seen |= numpy.abs(self._features).max(axis=0) > 0
        size = numpy.where(size > 0, size, 1.0)
        features = self._features / size
        before = self._before * size
        low, high = self._low * size, self._high * size
        weights = numpy.clip(before, low, high)
        curve = 0.25 * (features * self._counts[:, None]).T @ features + self._ridge * numpy.eye(len(before))
        for _ in range(STEPS):
            chances = 1 / (1 + numpy.exp(-numpy.clip(features @ weights, -30, 30)))
            slope = features.T @ (self._counts * (self._won - chances)) - self._ridge * (weights - before)
            after = _lowest(curve, slope + curve @ weights, weights, low, high)
            change = numpy.abs(after - weights).max()
            weights = after
            if change < CLOSE:
                break
        found = numpy.where(seen, weights / size, self._before)
        return [round(float(weight), DIGITS) for weight in found]


def _lowest(curve: Any, target: Any, start: Any, low: Any, high: Any) -> Any:
    """Where a bowl of this curve is lowest between these bounds: one weight after the other, again and again."""
    weights = start.copy()
    for _ in range(SWEEPS):
        change = 0.0
        for number in range(len(weights)):
            wanted = weights[number] + (target[number] - curve[number] @ weights) / curve[number, number]
            wanted = min(high[number], max(low[number], wanted))
            change = max(change, abs(wanted - weights[number]))
            weights[number] = wanted
        if change < CLOSE / 10:
            break
    return weights
