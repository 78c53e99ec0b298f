"""A title's knowledge of good play: named features of a position, their weights, and where a turn ends.

A title offers a module `advice` with a class `TitleAdvice(Advice)`; its weights are data (`advice.toml` beside it).
Bots know no title: they search with this and nothing else. Answers about a seat may only use what that seat can see
(`menagerie.testing` checks it), and bots ask about imagined states only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.content import Entry
from menagerie.core.errors import BadContent
from menagerie.core.state import State

if TYPE_CHECKING:
    from menagerie.core.game import Game


@final
class Weights:
    """The worth of each feature, and its words.

    A feature may belong to a family, written `family:member`. Then the family has the words.
    """

    __slots__ = ("even", "made", "scale", "values", "words")

    def __init__(
        self,
        values: dict[str, float],
        words: dict[str, str],
        made: str,
        scale: tuple[float, float],
        even: float = 0.0,
    ) -> None:
        self.values: Final = values
        self.words: Final = words
        self.made: Final = made
        """The command, seed and date that produced them."""
        self.scale: Final = scale
        """How much worth multiplies the odds of winning by e, at the start and at the end of the game."""
        self.even: Final = even
        """In team titles, the worth of a position that is won as often as lost."""

    @staticmethod
    def read(entry: Entry) -> Weights:
        """Read the weights from `advice.toml`; raises BadContent."""
        words = entry.entry("words")
        scale = entry.entry("chances")
        weights = entry.entry("weights")
        return Weights(
            {name: weights.amount(name) for name in weights.values},
            {name: words.text(name) for name in words.values},
            entry.text("made"),
            (scale.amount("begin"), scale.amount("end")),
            scale.amount("even") if scale.has("even") else 0.0,
        )

    def of(self, name: str) -> float:
        """Return the weight or figure of this name; raises BadContent if it is missing."""
        found = self.values.get(name)
        if found is None:
            raise BadContent(f"advice.toml, [weights]: {name!r} is missing; it must be a number.")
        return found

    def overlooking(self, names: Sequence[str]) -> Weights:
        """Return the weights of a player who overlooks these features, or families of them."""
        values = {name: 0.0 if name in names or family(name) in names else value for name, value in self.values.items()}
        return Weights(values, self.words, self.made, self.scale, self.even)


def family(feature: str) -> str:
    """Return a feature's family: the part before the colon."""
    return feature.partition(":")[0]


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """Judges a title's positions with given weights."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game = game
        self.weights = weights

    # For a title to add.

    def features(self, state: State, seat: int) -> dict[str, float]:
        """Return that seat's features that differ from 0, by name. Nothing else counts."""
        raise NotImplementedError

    def is_quiet(self, state: State, seat: int) -> bool:
        """Return whether that seat's turn ended with its decision, so that the position can be judged."""
        return seat not in state.to_act

    def shown(self, state: State) -> int:
        """Return a number that changes whenever something unforeseeable is revealed, such as a draw or a dice roll.
        It uses only open information, so that it is the same in every world that a seat can imagine."""
        raise NotImplementedError

    # For a title to override.

    @property
    def cooperative(self) -> bool:
        """Return whether all seats win or lose together."""
        return False

    @property
    def target(self) -> int:
        """Return the points that a solo player needs to win, or 0 if points don't decide."""
        return 0

    def worth(self, state: State, seat: int) -> float:
        """Return the weighted sum of a seat's features. A title may compute it faster."""
        values = self.weights.values
        return sum([values[name] * amount for name, amount in self.features(state, seat).items()])

    def value(self, state: State, seat: int) -> float:
        """Return what a player maximises: their own worth minus that of the best opponent."""
        own = self.worth(state, seat)
        if state.players == 1 or self.cooperative:
            return own
        return own - max([self.worth(state, other) for other in range(state.players) if other != seat])

    def candidates(self, state: State, seat: int) -> list[Action]:
        """Return the legal decisions worth considering, the most promising first; at least one."""
        return state.listing(state.lane(seat)[-1], seat)

    def progress(self, state: State) -> float:
        """Return how much of the game is over, from 0 to 1."""
        return 0.5

    def stage(self, state: State) -> int:
        """Return a number that grows when a round ends, up to which turns are played on; 0 in a title without rounds,
        in which a seat's own turns are counted."""
        return 0

    def hold(self, state: State) -> None:
        """Keep the stage from ending automatically in this imagined state: when no seat has anything left to decide,
        no seat is to act. So a plan can be judged before chance answers it. Only called in team titles with stages."""
        raise NotImplementedError

    def release(self, state: State, seed: int) -> None:
        """End a stage that was held, with chance from this seed."""
        raise NotImplementedError

    def likeness(self, state: State) -> int:
        """Return a number that is the same for indistinguishable states, however they arose. Called where `hold` is."""
        raise NotImplementedError

    # For every title.

    def contributions(self, state: State, seat: int) -> dict[str, float]:
        """Return a seat's worth by families of features."""
        values = self.weights.values
        found: dict[str, float] = {}
        for name, amount in self.features(state, seat).items():
            kin = family(name)
            found[kin] = found.get(kin, 0.0) + values[name] * amount
        return found

    def chances(self, state: State) -> tuple[float, ...]:
        """Return each seat's win chance (its part of a shared win), by these weights."""
        if state.is_over:
            return self.result(state)
        return self.odds([self.worth(state, seat) for seat in range(state.players)], self.progress(state))

    def odds(self, worths: Sequence[float], progress: float) -> tuple[float, ...]:
        """Return the win chances for these worths when this much of the game is over."""
        begin, end = self.weights.scale
        scale = begin + (end - begin) * progress
        if self.cooperative or len(worths) == 1:
            needed = self.weights.even if self.cooperative else self.target
            return tuple([1 / (1 + math.exp(-max(-30.0, min(30.0, (worth - needed) / scale)))) for worth in worths])
        best = max(worths)
        odds = [math.exp(max(-30.0, (worth - best) / scale)) for worth in worths]
        total = sum(odds)
        return tuple([one / total for one in odds])

    def result(self, state: State) -> tuple[float, ...]:
        """Return each seat's part of the win in a finished game; the parts add up to 1."""
        if self.target and state.players == 1:
            return tuple([1.0 if score >= self.target else 0.0 for score in state.scores])
        winners = state.winners
        if self.cooperative or state.players == 1:
            won = 1.0 if winners else 0.0
            return (won,) * state.players
        return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)])
