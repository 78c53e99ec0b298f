"""Whether chances are what happens: advice says how likely each seat is to win, and games say whether it does.

Bots play games, or games that were kept are looked at; at some quiet positions a seat's chance is noted, and at the end
whether it has won. Most of the games find the scale of `[chances]` in `advice.toml`, the others say how good it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import menagerie
from menagerie import bots
from menagerie.core.advice import Advice, Weights
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.lab.entrants import Entrant
from menagerie.lab.match_stats import wilson
from menagerie.lab.parallel import in_order, seed_of

BINS: Final = 10
SHARES: Final = 4
"""One game of so many says how good the scale is."""
BATCH: Final = 10
"""Games that a core plays before it reports; bots stay seated, for they read what they know only once."""
LEAST_CHANCE: Final = 1e-4
"""The greatest surprise that counts."""
ROUNDS: Final = 6
"""How often the figures of the scale are searched, one after the other: each depends on the others."""
DIGITS: Final = 3
"""Of the scale, after the point."""

Scale = tuple[float, float, float]
"""How much worth multiplies the odds by e: as the game begins, and as it ends. Then the worth of a position that is won
as often as lost, where all win or lose together; else 0."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What is to be asked."""

    title: str
    players: int
    bot: str = "greedy"
    positions: int = 2000
    """On which chances are checked; others find the scale."""
    seed: int = 0
    each: int = 4
    """Positions that a game gives. Those of one game resemble each other, so few of them say most; but long games take
    long."""
    records: tuple[str, ...] = ()
    """Files of games to look at, by any players; () if they are still to be played."""

    @property
    def games(self) -> int:
        """How many games it takes."""
        return len(self.records) or SHARES * math.ceil(self.positions / self.each)

    @property
    def about(self) -> str:
        """What is looked at, in a few words."""
        if self.records:
            return counted(self.games, "recorded game", "recorded games")
        return f"{counted(self.players, 'player', 'players')}, {counted(self.games, 'game', 'games')} of {self.bot}"


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as it was judged, and what came of it."""

    worths: list[float]
    progress: float
    won: tuple[float, ...]
    """What each seat won in the end."""
    seat: int
    """The seat whose chance is compared with what came of it: one a position, so that positions are counted once."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions whose chances were alike."""

    low: float
    high: float
    count: int
    predicted: float
    """Their mean chance."""
    won: float
    """How many of them were won."""


@dataclass(frozen=True, slots=True)
class Findings:
    """How good chances are, on positions that did not find the scale."""

    scale: Scale
    positions: int
    brier: float
    """The mean square of what was missed: 0 is all-knowing, 0.25 is a coin for two players."""
    brier_before: float
    """The same with the scale that there was."""
    brier_ignorant: float
    """The same if every seat had the same chance."""
    bins: list[Bin]

    def table(self) -> str:
        """For people."""
        rows = [f"{'chance':>13}  {'positions':>9}  {'predicted':>9}  {'won':>6}  {'95 %':>15}"]
        for found in self.bins:
            if found.count:
                low, high = wilson(found.won, found.count)
                rows.append(
                    f"{found.low:>5.0%} - {found.high:>5.0%}  {found.count:>9}  {found.predicted:>9.1%}  "
                    f"{found.won / found.count:>6.1%}  {low:>6.1%} - {high:>6.1%}"
                )
        begin, end, even = self.scale
        rows += [
            "",
            f"Brier score {self.brier:.4f} on {self.positions} positions; before {self.brier_before:.4f}, "
            f"equal chances {self.brier_ignorant:.4f}",
            f"scale {begin:g} as a game begins, {end:g} as it ends"
            + (f"; won as often as lost where worth is {even:g}" if even else ""),
        ]
        return "\n".join(rows)


def calibrate(survey: Survey, executor: Executor, tell: Callable[[str, float], None]) -> Findings:
    """Ask, with these hands; nothing is written."""
    game = _check(survey)
    to_fit: list[Moment] = []
    to_check: list[Moment] = []
    batches = [range(begin, min(survey.games, begin + BATCH)) for begin in range(0, survey.games, BATCH)]
    look = _read if survey.records else _play
    for batch in in_order(look, [(survey, numbers) for numbers in batches], executor):
        for number, moments in batch:
            (to_fit if number % SHARES else to_check).extend(moments)
        tell("games", len(batch))
    if not to_fit or not to_check:
        raise BadSetup("These games are too few: some with a turn or more must find the scale, and others check it.")
    before = game.advice()
    return judged(before, fitted(before, to_fit), to_check[: survey.positions])


def _check(survey: Survey) -> Game:
    """The title, if it can be asked about; raises BadSetup."""
    game = menagerie.load(survey.title)
    game.advice()
    game.new(players=survey.players, seed=0)
    Entrant.parse(survey.bot)
    if survey.positions < 1:
        raise BadSetup(f"Chances are checked on at least one position, not {survey.positions}.")
    if survey.each < 1:
        raise BadSetup(f"A game gives at least one position, not {survey.each}.")
    return game


def _play(task: tuple[Survey, range]) -> list[tuple[int, list[Moment]]]:
    """Play some games of a survey: the number of each, and some of its quiet positions."""
    survey, numbers = task
    game = menagerie.load(survey.title)
    advice = game.advice()
    chance = Random(seed_of("calibrate", survey.title, survey.players, survey.seed, numbers.start))
    entrant = Entrant.parse(survey.bot)
    seated = [entrant.make(chance.getrandbits(64)) for _ in range(survey.players)]
    return [(number, _play_one(survey, advice, entrant, seated, chance)) for number in numbers]


def _play_one(survey: Survey, advice: Advice, entrant: Entrant, seated: list[bots.Bot], chance: Random) -> list[Moment]:
    state = advice.game.new(players=survey.players, seed=chance.getrandbits(64))
    seen = Seen(advice)
    while not state.is_over:
        seat = bots.first_to_act(advice, state, survey.seed + state.ply)
        clock = entrant.clock(seated[seat], advice.game)
        state.play(bots.decide(seated[seat], state, seat, clock), seat)
        seen.note(state, seat)
    return seen.moments(state, survey.each, chance)


def _read(task: tuple[Survey, range]) -> list[tuple[int, list[Moment]]]:
    """Look at some of the games that were kept: the number of each, and some of its quiet positions."""
    survey, numbers = task
    advice = menagerie.load(survey.title).advice()
    chance = Random(seed_of("calibrate", survey.title, survey.seed, numbers.start))
    return [(number, _read_one(survey, advice, survey.records[number], chance)) for number in numbers]


def _read_one(survey: Survey, advice: Advice, file: str, chance: Random) -> list[Moment]:
    """Raises BadSetup if the game is of another title, or was not ended."""
    record = Record.load(file)
    if record.title != survey.title:
        raise BadSetup(f"{file} is a game of {record.title}, not of {survey.title}.")
    state = record.begin()
    seen = Seen(advice)
    for number in record.follow(state):
        seen.note(state, record.decisions[number - 1][0])
    if not state.is_over:
        raise BadSetup(f"{file} is a game that isn't over, so no one has won yet.")
    return seen.moments(state, survey.each, chance)


class Seen:
    """The quiet positions of a game as they were judged."""

    def __init__(self, advice: Advice) -> None:
        self._advice = advice
        self._judged: list[tuple[list[float], float]] = []

    def note(self, state: State, seat: int) -> None:
        """That seat has just decided something."""
        advice = self._advice
        if not state.is_over and advice.is_quiet(state, seat):
            worths = [advice.worth(state, other) for other in range(state.players)]
            self._judged.append((worths, advice.progress(state)))

    def moments(self, final: State, each: int, chance: Random) -> list[Moment]:
        """Some of them, chosen by chance, with what came of the game."""
        won = self._advice.result(final)
        chosen = chance.sample(self._judged, min(each, len(self._judged)))
        return [Moment(worths, progress, won, chance.randrange(len(worths))) for worths, progress in chosen]


def kept_games(folder: Path) -> tuple[str, ...]:
    """The games that the arena has kept in a folder and those below it, always in the same order; raises BadSetup."""
    found = tuple(sorted([str(file) for file in folder.rglob("*.zoo")]))
    if len(found) < SHARES:
        raise BadSetup(f"{folder} holds {len(found)} games (.zoo); at least {SHARES} are needed.")
    return found


# The scale.


def with_scale(advice: Advice, scale: Scale) -> Advice:
    """The same advice with another scale of chances."""
    weights = advice.weights
    begin, end, even = scale
    return type(advice)(advice.game, Weights(weights.values, weights.words, weights.made, (begin, end), even))


def surprise(advice: Advice, moments: Sequence[Moment]) -> float:
    """Return the average surprise of a reader who believes the chances: log loss."""
    total = 0.0
    for moment in moments:
        for chance, won in zip(advice.odds(moment.worths, moment.progress), moment.won, strict=True):
            total -= won * math.log(max(LEAST_CHANCE, chance))
            if advice.cooperative or len(moment.won) == 1:
                total -= (1 - won) * math.log(max(LEAST_CHANCE, 1 - chance))
    return total / len(moments)


def fitted(advice: Advice, moments: Sequence[Moment]) -> Scale:
    """The scale that is surprised least: its figures are searched in turn."""
    first, last = advice.weights.scale
    begin, end, even = first, last, advice.weights.even
    for _ in range(ROUNDS):
        begin = _lowest([(wanted, end, even) for wanted in _around(first)], advice, moments)[0]
        end = _lowest([(begin, wanted, even) for wanted in _around(last)], advice, moments)[1]
        if advice.cooperative:
            even = _lowest([(begin, end, wanted) for wanted in _about_nothing((begin + end) / 2)], advice, moments)[2]
    return begin, end, even


def _around(figure: float) -> list[float]:
    """Figures from a tenth to ten times this, about 5 % apart."""
    return [round(figure * 10 ** (step / 50), DIGITS) for step in range(-50, 51)]


def _about_nothing(scale: float) -> list[float]:
    """Worths that make even odds up to 150 times better or worse, 5 % apart."""
    return [round(scale * step / 20, DIGITS) for step in range(-100, 101)]


def _lowest(scales: Sequence[Scale], advice: Advice, moments: Sequence[Moment]) -> Scale:
    """The least surprised of these; the surprise goes down to it and then up again, so halving finds it."""
    low, high = 0, len(scales) - 1
    while low < high:
        middle = (low + high) // 2
        left, right = [surprise(with_scale(advice, scale), moments) for scale in scales[middle : middle + 2]]
        if left <= right:
            high = middle
        else:
            low = middle + 1
    return scales[low]


def judged(before: Advice, scale: Scale, moments: Sequence[Moment]) -> Findings:
    """What chances with this scale are worth."""
    after = with_scale(before, scale)
    predicted = [after.odds(moment.worths, moment.progress)[moment.seat] for moment in moments]
    old = [before.odds(moment.worths, moment.progress)[moment.seat] for moment in moments]
    won = [moment.won[moment.seat] for moment in moments]
    together = before.cooperative or len(moments[0].won) == 1
    equal = sum(won) / len(won) if together else 1 / len(moments[0].won)
    return Findings(
        scale,
        len(moments),
        brier(predicted, won),
        brier(old, won),
        brier([equal] * len(won), won),
        bins(predicted, won),
    )


def brier(predicted: Sequence[float], won: Sequence[float]) -> float:
    """The mean square of what was missed."""
    return sum([(chance - came) ** 2 for chance, came in zip(predicted, won, strict=True)]) / len(won)


def bins(predicted: Sequence[float], won: Sequence[float]) -> list[Bin]:
    """Positions by tenths of their chances."""
    found: list[Bin] = []
    for number in range(BINS):
        inside = [at for at, chance in enumerate(predicted) if min(BINS - 1, int(chance * BINS)) == number]
        mean = sum([predicted[at] for at in inside]) / len(inside) if inside else 0.0
        wins = sum([won[at] for at in inside])
        found.append(Bin(number / BINS, (number + 1) / BINS, len(inside), mean, wins))
    return found


# The chart.

SIDE: Final = 320
EDGE: Final = 48


def chart(survey: Survey, findings: Findings) -> str:
    """What was predicted (to the right) and what happened (upwards), as an SVG picture. On the line both are equal."""
    name = menagerie.load(survey.title).name
    who = survey.about if survey.records else counted(survey.players, "player", "players")
    size = SIDE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="12">',
        f"<title>{name}, {who}: predicted chances and what happened</title>",
        f'<rect width="{size}" height="{size}" fill="#fff"/>',
        f'<text x="{EDGE}" y="{EDGE - 26}" font-size="14">{name}, {who}</text>',
        f'<text x="{EDGE}" y="{EDGE - 10}" fill="#555">Brier score {findings.brier:.3f}, {findings.positions} positions'
        "</text>",
        f'<text x="{size // 2}" y="{size - 10}" text-anchor="middle">predicted chance of winning</text>',
        f'<text transform="translate(14 {size // 2}) rotate(-90)" text-anchor="middle">share won</text>',
    ]
    for tenth in range(0, 11, 2):
        at = _across(tenth / 10)
        parts.append(f'<path d="M{at} {_up(0)}V{_up(1)}M{_across(0)} {_up(tenth / 10)}H{_across(1)}" stroke="#ddd"/>')
        parts.append(f'<text x="{at}" y="{_up(0) + 16}" text-anchor="middle">{tenth * 10} %</text>')
        parts.append(f'<text x="{_across(0) - 6}" y="{_up(tenth / 10) + 4}" text-anchor="end">{tenth * 10}</text>')
    parts.append(f'<path d="M{_across(0)} {_up(0)}L{_across(1)} {_up(1)}" stroke="#999" stroke-dasharray="4 4"/>')
    most = max([found.count for found in findings.bins])
    for found in findings.bins:
        if found.count:
            low, high = wilson(found.won, found.count)
            at = _across(found.predicted)
            size_of_dot = 2 + 5 * math.sqrt(found.count / most)
            parts.append(f'<path d="M{at} {_up(low)}V{_up(high)}" stroke="#1f6f54" stroke-width="1.5"/>')
            parts.append(
                f'<circle cx="{at}" cy="{_up(found.won / found.count)}" r="{size_of_dot:.1f}" fill="#1f6f54"/>'
            )
    return "\n".join([*parts, "</svg>", ""])


def _across(share: float) -> float:
    return round(EDGE + SIDE * share, 1)


def _up(share: float) -> float:
    return round(EDGE + SIDE * (1 - share), 1)
