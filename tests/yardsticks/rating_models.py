"""Which model of OpenSkill predicts games of ours best: `python -m tests.yardsticks.rating_models`.

Twelve players of Zooloretto Mini, from one who plays at random to a keeper, each mixed of both; five hundred games of
two and of three. Each model rates them in order and says before each game, from the hundred and first on, how likely it
thinks the winner is; printed is the mean of minus the logarithm of that. Less is better, and guessing is log(players).
"""

from __future__ import annotations

import math
import random
from statistics import mean
from typing import Any

from openskill.models import MODELS

import menagerie
from menagerie.bots import Clock, decide, make
from menagerie.server.base.rating_scale import BETA, MU, SIGMA, TAU

PLAYERS = 12
GAMES = 500
BEFORE = 100


def play(players: int, chance: random.Random) -> tuple[list[int], list[int]]:
    """A game: who sat there, and at which places they ended."""
    who = chance.sample(range(PLAYERS), players)
    state = menagerie.load("zooloretto-mini").new(players=players, seed=chance.getrandbits(60))
    bot = make("keeper", seed=chance.getrandbits(30))
    while not state.is_over:
        seat = state.to_act[0]
        thinks = chance.random() < who[seat] / (PLAYERS - 1)
        state.play(decide(bot, state, seat, Clock(playouts=20)) if thinks else chance.choice(state.legal(seat)), seat)
    places = {seat: place for place, group in enumerate(state.ranking) for seat in group}
    return who, [places[seat] for seat in range(players)]


def loss(model: Any, games: list[tuple[list[int], list[int]]]) -> float:
    """How surprised a model is by these games."""
    ratings: dict[int, Any] = {}
    surprises = []
    for number, (who, places) in enumerate(games):
        before = [ratings.get(one) or model.rating() for one in who]
        width = math.sqrt(sum([one.sigma**2 + BETA**2 for one in before]))
        strengths = [math.exp(one.mu / width) for one in before]
        winners = [seat for seat, place in enumerate(places) if place == 0]
        if number >= BEFORE and len(winners) == 1:
            surprises.append(-math.log(strengths[winners[0]] / sum(strengths)))
        for one, (after,) in zip(who, model.rate([[rating] for rating in before], ranks=places), strict=True):
            ratings[one] = after
    return mean(surprises)


def main() -> None:
    """Print a line for every model."""
    chance = random.Random(1)
    games = {players: [play(players, chance) for _ in range(GAMES)] for players in (2, 3)}
    for kind in MODELS:
        model = kind(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
        told = ", ".join([f"{players} players {loss(model, played):.3f}" for players, played in games.items()])
        print(f"{kind.__name__}: {told}")


if __name__ == "__main__":
    main()
