"""Define a step of a walk, and the list of all of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.server.walk.world import World

Take = Callable[[World], None]


@dataclass(frozen=True)
class Step:
    """Something that people do: how often, and which addresses and commands of the API it uses."""

    take: Take
    weight: int
    uses: tuple[str, ...]


STEPS: Final[list[Step]] = []


def step(weight: int, *uses: str) -> Callable[[Take], Take]:
    """Add a function to the steps."""

    def add(take: Take) -> Take:
        STEPS.append(Step(take, weight, uses))
        return take

    return add


def choose(chance: random.Random) -> Step:
    return chance.choices(STEPS, [one.weight for one in STEPS])[0]
