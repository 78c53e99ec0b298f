"""Rate players on a scale of OpenSkill (Weng and Lin) with the Plackett-Luce model.

Everyone has a mean and an uncertainty for each title and class of player counts. Plackett-Luce takes a whole ranking at
once, with ties, and of the models tried it best predicts games of three or more players (docs/ratings.md). Solo and
cooperative games aren't rated, since they have no opponents to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from menagerie.core.game import Game
from menagerie.server.base.cooperation import is_cooperative

MU: Final = 25.0
SIGMA: Final = MU / 3
"""The uncertainty of a new player, who starts with the keeper's strength."""
BETA: Final = MU / 6
"""The effect of chance: with a lead of this size, a player wins two games of three."""
TAU: Final = MU / 300
"""Added to the uncertainty before every game, so that improvement is noticed."""
ORDER: Final = 1500
STEP: Final = 30
"""Points per unit, chosen so that differences mean about the same as in chess: with 100 more, a player wins 64 of 100
games."""
SURE: Final = 2.0
"""The margin in uncertainties: in 95 of 100 cases the strength is within it."""
CLASSES: Final = {"two": "two players", "many": "three and more players"}


class Rating(NamedTuple):
    """A player's estimated strength."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """Return the rating that people see."""
        return round(ORDER + STEP * (self.mu - MU))

    @property
    def margin(self) -> int:
        """Return the margin that people see."""
        return round(STEP * SURE * self.sigma)


def class_of(players: int) -> str:
    """Return the class of a number of players. With two, my gain is the other's loss; with more it need not be, which
    is another skill."""
    return "two" if players == 2 else "many"


def why_not(game: Game, players: int) -> str:
    """Return why games of so many players aren't rated; empty if they are."""
    if players < 2:
        return "Solo games aren't rated because there are no opponents to compare with."
    if is_cooperative(game):
        return f"{game.name} isn't rated because all players win or lose together."
    return ""


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everyone's rating after a game with these places (1 is best; ties share one). The order of the players
    makes no difference, to the last bit."""
    from openskill.models import PlackettLuce  # not at the top: starting the server doesn't need it

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
    # Sums of floats depend on their order, so fix it.
    order = sorted(range(len(before)), key=lambda one: (places[one], before[one]))
    teams = [[model.rating(mu=before[one].mu, sigma=before[one].sigma)] for one in order]
    rated = model.rate(teams, ranks=[places[one] for one in order])
    # Equal players who tie stay equal; the library's last bits depend on their order.
    found: dict[tuple[int, Rating], Rating] = {}
    for one, (changed,) in zip(order, rated, strict=True):
        found.setdefault((places[one], before[one]), Rating(changed.mu, changed.sigma))
    return [found[place, rating] for place, rating in zip(places, before, strict=True)]
