"""A small judge of Zooloretto Mini with weights of its own, so that tests of hints and reviews do not depend on what
has been learned about the title."""

from __future__ import annotations

from typing import Any

import menagerie
from menagerie.bots.turn_bot import Manner, Mind
from menagerie.core.advice import Advice, Weights
from menagerie.core.content import Entry

WORDS = {
    "score": "points",
    "animals": "animals in enclosures",
    "barn": "a barn with few tiles",
    "out": "staying in the round",
}
VALUES = {"score": 1.0, "animals": 0.6, "barn:animals": -1.0, "barn:others": -0.5, "out": -0.3}
MANNER = {
    "seconds": 1.0, "share": 1.0, "worlds": 3, "width": 8, "spread": 1, "finalists": 4, "horizon": 1, "pace": 1,
    "slack": 0.0, "overlooks": [],
}  # fmt: skip


class SimpleAdvice(Advice):
    """Points, animals, tiles in the barn, and who is out."""

    def features(self, state: Any, seat: int) -> dict[str, float]:
        zoo = state.zoo(seat)
        barn = state.barns[seat]
        in_barn = sum(tile.is_animal for tile in barn)
        found = {
            "score": float(state.score(seat)),
            "animals": float(sum(enclosure.animals for enclosure in zoo)),
            "barn:animals": float(in_barn),
            "barn:others": float(len(barn) - in_barn),
            "out": float(state.out >> seat & 1),
        }
        return {name: amount for name, amount in found.items() if amount}

    def shown(self, state: Any) -> int:
        revealed: int = state.revealed
        return revealed

    def progress(self, state: Any) -> float:
        share: float = min(1.0, state.revealed / len(state.pile))
        return share


def mind(**manner: Any) -> Mind:
    """Somebody who thinks so."""
    game = menagerie.load("zooloretto-mini")
    weights = Weights(VALUES, WORDS, "by hand, for tests", (8.0, 4.0))
    return Mind(SimpleAdvice(game, weights), Manner(Entry({**MANNER, **manner}, "a test")))
