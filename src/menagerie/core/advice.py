"""What a title knows about playing it well: named features of a position, their weights, and where a turn ends.

A title offers a module `advice` with a class `TitleAdvice(Advice)`; its weights are data (`advice.toml` beside it).
Bots know no title: they search with this and nothing else. What is answered about a seat comes from what that seat can
see (`menagerie.testing` checks it); and bots ask about imagined states only.
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
    """How much each feature is worth, and its words.

    A feature may be one of a family, written `family:member`; the family has the words.
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
        """The command, seed and date that made them."""
        self.scale: Final = scale
        """How much worth multiplies the odds of winning by e: as the game begins, and as it ends."""
        self.even: Final = even
        """Where all win or lose together: the worth of a position that is won as often as lost."""

    @staticmethod
    def read(entry: Entry) -> Weights:
        """What `advice.toml` says; raises BadContent."""
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
        """The weight of this feature, or the figure of this name; raises BadContent if there is none."""
        found = self.values.get(name)
        if found is None:
            raise BadContent(f"advice.toml, [weights]: {name!r} is missing; it must be a number.")
        return found

    def overlooking(self, names: Sequence[str]) -> Weights:
        """The weights of somebody who does not think of these features, or families of them."""
        values = {name: 0.0 if name in names or family(name) in names else value for name, value in self.values.items()}
        return Weights(values, self.words, self.made, self.scale, self.even)


def family(feature: str) -> str:
    """The family of a feature: what comes before the colon."""
    return feature.partition(":")[0]


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """A judge of positions of one title, with some weights."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game = game
        self.weights = weights

    # What a title adds.

    def features(self, state: State, seat: int) -> dict[str, float]:
        """The position as that seat's fortunes go by: what differs from 0, by name. All that counts is here."""
        raise NotImplementedError

    def is_quiet(self, state: State, seat: int) -> bool:
        """Whether that seat, having decided something, is at the end of a turn: the position can be judged."""
        return seat not in state.to_act

    def shown(self, state: State) -> int:
        """A number that changes whenever something comes to light that nobody could foresee: a draw, a roll of dice.
        Made of what lies open, so that it is the same in every world that a seat can imagine."""
        raise NotImplementedError

    # What a title may know better.

    @property
    def cooperative(self) -> bool:
        """Whether all seats win or lose together."""
        return False

    @property
    def target(self) -> int:
        """The points that somebody playing alone must reach to win; 0 where winning is something else."""
        return 0

    def worth(self, state: State, seat: int) -> float:
        """The features of a seat, weighed. A title may reckon this faster."""
        values = self.weights.values
        return sum([values[name] * amount for name, amount in self.features(state, seat).items()])

    def value(self, state: State, seat: int) -> float:
        """What a player wants more of: one's own worth less that of the best other."""
        own = self.worth(state, seat)
        if state.players == 1 or self.cooperative:
            return own
        return own - max([self.worth(state, other) for other in range(state.players) if other != seat])

    def candidates(self, state: State, seat: int) -> list[Action]:
        """A prior for decisions: the legal ones that are worth a thought, the most promising first; never none."""
        return state.listing(state.lane(seat)[-1], seat)

    def progress(self, state: State) -> float:
        """How much of the game is over: from 0 to 1."""
        return 0.5

    def stage(self, state: State) -> int:
        """A number that grows whenever a round has ended: turns are played on to there. 0: a title without rounds, in
        which one's own turns are counted."""
        return 0

    def hold(self, state: State) -> None:
        """Let a stage not end by itself any more in this imagined state: when nobody has anything left to decide,
        nobody is to act. So a plan can be judged before chance has answered it. Only asked where all win together and
        there are stages."""
        raise NotImplementedError

    def release(self, state: State, seed: int) -> None:
        """Let a stage that was held end, with chance from this seed."""
        raise NotImplementedError

    def likeness(self, state: State) -> int:
        """A number that is the same for states which nothing tells apart, however they came about. Asked where `hold`
        is."""
        raise NotImplementedError

    # What every title has.

    def contributions(self, state: State, seat: int) -> dict[str, float]:
        """The worth of a seat, by families of features."""
        values = self.weights.values
        found: dict[str, float] = {}
        for name, amount in self.features(state, seat).items():
            kin = family(name)
            found[kin] = found.get(kin, 0.0) + values[name] * amount
        return found

    def chances(self, state: State) -> tuple[float, ...]:
        """How likely each seat is to win (where winners share, its part), as far as the weights know."""
        if state.is_over:
            return self.result(state)
        return self.odds([self.worth(state, seat) for seat in range(state.players)], self.progress(state))

    def odds(self, worths: Sequence[float], progress: float) -> tuple[float, ...]:
        """The chances of seats whose worths are these when so much of the game is over."""
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
        """What each seat has won of a game that is over: 1 between the winners."""
        if self.target and state.players == 1:
            return tuple([1.0 if score >= self.target else 0.0 for score in state.scores])
        winners = state.winners
        if self.cooperative or state.players == 1:
            won = 1.0 if winners else 0.0
            return (won,) * state.players
        return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(state.players)])
