"""The random bot, which every other one must beat."""

from typing import ClassVar

from menagerie.bots.bot import Bot, Clock
from menagerie.core.action import Action
from menagerie.core.state import State


class RandomBot(Bot):
    """Chooses among the legal decisions with equal chances."""

    kind: ClassVar[str] = "random"
    line: ClassVar[str] = "plays at random"

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        actions = state.legal(seat)
        return actions[int(self.chance.random() * len(actions))]
