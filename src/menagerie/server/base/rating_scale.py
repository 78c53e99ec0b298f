"""The scale of ratings: OpenSkill (Weng and Lin) with the Plackett-Luce model.

Everybody has a mean and an uncertainty for each title and class of player counts. Plackett-Luce takes a whole ranking
at once, ties too, and predicts games of three and more best of the models that were tried (docs/ratings.md).
Games alone, and those that all win or lose together, are not rated: there is no opponent to be compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from menagerie.core.game import Game
from menagerie.server.base.cooperation import is_cooperative

MU: Final = 25.0
SIGMA: Final = MU / 3
"""Of somebody who has played no rated game: as strong as a keeper, for all that is known."""
BETA: Final = MU / 6
"""How far chance may carry somebody: with so much more strength one wins two games of three."""
TAU: Final = MU / 300
"""What is added to the uncertainty before every game, so that who gets better is noticed."""
ORDER: Final = 1500
STEP: Final = 30
"""What people are shown: differences mean about what they mean in chess. 100 more: 64 of 100 games."""
SURE: Final = 2.0
"""Shown is the mean, and so many uncertainties around it: in 95 of 100 cases the strength lies between."""
CLASSES: Final = {"two": "two players", "many": "three and more players"}


class Rating(NamedTuple):
    """How strong somebody is believed to be."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """As people read it."""
        return round(ORDER + STEP * (self.mu - MU))

    @property
    def margin(self) -> int:
        """How far the truth may be from that."""
        return round(STEP * SURE * self.sigma)


def class_of(players: int) -> str:
    """With two, what is good for me is bad for the other; with more it need not be: that is another skill."""
    return "two" if players == 2 else "many"


def why_not(game: Game, players: int) -> str:
    """Why games of so many are not rated; nothing if they are."""
    if players < 2:
        return "A game alone is not rated: there is nobody to be compared with."
    if is_cooperative(game):
        return f"{game.name} is not rated: all win or lose together, so that nobody can be compared."
    return ""


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Everybody's rating after a game in which they came to these places (1: the best; those who share one have the
    same). Who is named first makes no difference, to the last bit."""
    from openskill.models import PlackettLuce  # not at the top: a start need not wait for it

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
    # Sums of floats depend on their order: it is always the same.
    order = sorted(range(len(before)), key=lambda one: (places[one], before[one]))
    teams = [[model.rating(mu=before[one].mu, sigma=before[one].sigma)] for one in order]
    rated = model.rate(teams, ranks=[places[one] for one in order])
    # Equals who share a place stay equal: the library lets the last bits depend on who is named first.
    found: dict[tuple[int, Rating], Rating] = {}
    for one, (changed,) in zip(order, rated, strict=True):
        found.setdefault((places[one], before[one]), Rating(changed.mu, changed.sigma))
    return [found[place, rating] for place, rating in zip(places, before, strict=True)]
