"""The standing orders of New York Zoo: to say yes to what is hardly ever refused, where there is one way to do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.core.orders import Ended, Order
from menagerie.core.phase import Phase
from menagerie.games.new_york_zoo.actions import KEEP_NONE
from menagerie.games.new_york_zoo.phases.acquiring import FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.phases.completing import KeepOne
from menagerie.games.new_york_zoo.state import Position

YES_AND_NO: Final = 2
"""So many choices there are where the question is only whether."""
KEEPING: Final = "keeping"


@final
class SayYes(Order[Position]):
    """Do it wherever the question is only whether, and not where."""

    def __init__(self, id: str, words: str, short: str, about: str, *phases: type[Phase[Position]]) -> None:
        super().__init__(id, words, short, about)
        self._phases = phases

    def can_be_given(self, state: Position, seat: int) -> bool:
        return not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if not isinstance(state.phase(seat), self._phases):
            return None
        choices = state.legal(seat)
        return choices[0] if len(choices) == YES_AND_NO else None


@final
class KeepNone(Order[Position]):
    """Leave the houses free (rule 6.2)."""

    def __init__(self) -> None:
        super().__init__("keep-none", "Keep no animal when an enclosure is full", "Keeping none", KEEPING)

    def can_be_given(self, state: Position, seat: int) -> bool:
        return not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return KEEP_NONE if isinstance(state.phase(seat), KeepOne) else None


def orders(game: Game) -> Sequence[Order[Position]]:
    """All of them."""
    following = "Move an animal from a house along if only one enclosure can take it"
    return (
        SayYes("breed", "Breed whenever only one enclosure can", "Breeding", "breeding", BreedAnimals, BonusBreeding),
        SayYes("follow-up", following, "Following up", "following", FollowUps),
        SayYes("keep-one", "Keep one animal when an enclosure is full", "Keeping one", KEEPING, KeepOne),
        KeepNone(),
    )
