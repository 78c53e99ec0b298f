"""Uniformly random play to the end, for `menagerie bench` and Monte Carlo search."""

from random import Random

from menagerie.core.errors import MenagerieError
from menagerie.core.state import State


def play_randomly(state: State, chance: Random, limit: int = 1_000_000) -> int:
    """Play a state to its end with uniformly random decisions and return how many there were."""
    played = 0
    draw = chance.random
    while True:
        acting = state.to_act
        if not acting:
            return played
        if played == limit:
            raise MenagerieError(f"A random game of {state.game.name} has not ended after {limit} decisions.")
        seat = acting[0] if len(acting) == 1 else acting[int(draw() * len(acting))]
        phase = state.lane(seat)[-1]
        listing = state.listing(phase, seat)
        state.carry_out(phase, seat, listing[int(draw() * len(listing))])
        played += 1
