"""What all lessons have in common: how weights are to be learned, which of them, the rounds, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from menagerie.core.advice import Advice, Weights, family
from menagerie.core.content import Content
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.lab.advice_file import FILE
from menagerie.lab.match_stats import wilson
from menagerie.lab.parallel import in_order

BATCH: Final = 10
"""Games that a core plays before it reports."""
DIGITS: Final = 4
"""Of a weight, after the point."""
Tell = Callable[[str, float], None]
"""Told what is being done, and how many more games of it are."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How weights are to be learned."""

    title: str
    players: tuple[int, ...] = (2,)
    """Games are played with each of these numbers of players, in turn."""
    rounds: int = 12
    games: int = 400
    """In a round."""
    match: int = 400
    """Games of the new weights against the old ones."""
    seed: int = 0
    afresh: bool = False
    """Whether all learned weights start at 0, so that this lesson alone makes them."""
    explore: float = 0.04
    """The share of decisions that chance makes."""
    patience: float = 0.95
    """How far a position's worth is read from the end of the game, not from how the next positions were judged: the
    end is true but says little about one position, judgements say more but may be wrong. The first round has 1."""
    ridge: float = 30.0
    """How many positions that show a feature weigh as much as what was thought of it before."""
    fade: float = 0.5
    """How much a round counts when the next one is over."""

    @property
    def command(self) -> str:
        """What makes the same weights again."""
        parts = [f"menagerie lab learn {self.title} --players {','.join([str(count) for count in self.players])}"]
        parts += [
            f"--{name} {getattr(self, name)}"
            for name in ("rounds", "games", "explore", "patience", "ridge", "fade", "seed")
        ]
        return " ".join([*parts, "--afresh"] if self.afresh else parts)


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """What came of a lesson."""

    values: dict[str, float]
    """All weights, the new among them."""
    wins: float
    games: int
    story: str = "the new weights win"
    """What is counted, in words that a count follows."""

    @property
    def is_better(self) -> bool:
        """Whether the new weights have beaten the old ones significantly."""
        return wilson(self.wins, self.games)[0] > 0.5

    def tell(self) -> str:
        """How the match ended, in a sentence."""
        low, high = wilson(self.wins, self.games)
        return (
            f"{self.story[0].upper()}{self.story[1:]} {self.wins:g} of {self.games} games against the old ones: "
            f"{self.wins / self.games:.1%} (95 %: {low:.1%} to {high:.1%})."
        )


def games_of(lesson: Lesson) -> int:
    """How many games a lesson takes."""
    return lesson.rounds * lesson.games + lesson.match


def learned(game: Game) -> list[str]:
    """The weights that may change: those of the families that `advice.toml` lists as `learned`, or all.

    Figures among them that are no features are never seen in a position, and stay.
    """
    file = Content(game.folder).read(FILE)
    names = list(Weights.read(file).values)
    if not file.has("learned"):
        return names
    families = file.texts("learned")
    for wanted in families:
        if all(family(name) != wanted for name in names):
            raise BadSetup(f"{game.name}: {FILE} lists {wanted!r} as learned, but has no weight of that family.")
    return [name for name in names if family(name) in families]


def batches(games: int) -> list[range]:
    """The numbers of so many games, in portions for a core."""
    return [range(begin, min(games, begin + BATCH)) for begin in range(0, games, BATCH)]


@dataclass(frozen=True, slots=True)
class Practice:
    """Games from which to learn."""

    lesson: Lesson
    round: int
    numbers: range
    values: dict[str, float]
    names: list[str]


@dataclass(frozen=True, slots=True)
class Match:
    """Games of new weights against old ones, or of both on the same deals."""

    lesson: Lesson
    numbers: range
    new: dict[str, float]
    old: dict[str, float]


Rows = TypeVar("Rows", contravariant=True)
"""What games of practice have shown."""


class Explaining(Protocol[Rows]):
    """A regression: finds the weights that explain what games have shown."""

    def add(self, rows: Rows) -> None:
        """More to explain."""

    def fade(self, share: float) -> None:
        """All that was added so far counts this much."""

    def weights(self) -> list[float]:
        """What explains it best."""


def practise(
    lesson: Lesson,
    values: dict[str, float],
    names: list[str],
    regression: Explaining[Rows],
    play: Callable[[Practice], Rows],
    executor: Executor,
    tell: Tell,
) -> dict[str, float]:
    """Play rounds by the present weights; what the games show makes the next ones."""
    for number in range(lesson.rounds):
        tasks = [Practice(lesson, number, games, values, names) for games in batches(lesson.games)]
        for task, rows in zip(tasks, in_order(play, tasks, executor), strict=True):
            regression.add(rows)
            tell(f"round {number + 1}", len(task.numbers))
        values = {**values, **dict(zip(names, regression.weights(), strict=True))}
        regression.fade(lesson.fade)
    return values


def with_values(game: Game, values: dict[str, float]) -> Advice:
    """The title's advice with these weights."""
    advice = game.advice()
    weights = advice.weights
    return type(advice)(game, Weights(values, weights.words, weights.made, weights.scale, weights.even))
