"""The bot that looks one decision ahead, which shows what a title's advice alone is worth."""

from typing import ClassVar

from menagerie.bots.bot import Bot, Clock
from menagerie.bots.turns import best_decision
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.state import State


class Greedy(Bot):
    """Chooses the decision after which the position looks best in the one world it gets."""

    kind: ClassVar[str] = "greedy"
    line: ClassVar[str] = "looks one decision ahead"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._advice: Advice | None = None

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        if self._advice is None or self._advice.game is not state.game:
            self._advice = state.game.advice()
        return best_decision(self._advice, state, seat, clock)
