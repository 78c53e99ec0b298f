"""What a title's tests tell the suite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.testing.vocabulary import Vocabulary
from menagerie.testing.walks import Beginning, ByHand, GameByChance, Opening, Recorded

OFFERED = 40
"""So many decisions of a listing are taken into the vocabulary."""


def all_of_it(view: dict[str, Any], seat: int) -> object:
    """For a title whose observations leave nothing out."""
    return view


@dataclass(frozen=True)
class Case:
    """A title, and what its tests know about it."""

    game: Game
    setups: Sequence[tuple[int, dict[str, Any]]]
    """Numbers of players and options that between them reach every mode."""
    census: Callable[[State], object]
    """What must be the same in every position of a game: all pieces, wherever they are."""
    naive_scores: Callable[[State], tuple[int, ...]]
    """The scores, counted a second time from `state.view(None)` in the simplest way."""
    records: Sequence[Path] = ()
    """Files of whole games."""
    starts: Sequence[tuple[str, State]] = ()
    """Positions that were set up by hand, each with a label."""
    only_meant: Sequence[type[Action]] = ()
    """Kinds of decisions that are never legal: what a player who points where nothing is possible has in mind."""
    told: Callable[[dict[str, Any], int], object] = all_of_it
    """What an observation tells of a seat's view, as plain data: all but what its layout says that it leaves out."""

    def __str__(self) -> str:
        return self.game.id

    @cached_property
    def beginnings(self) -> list[Beginning]:
        """Where walks begin: openings, games by chance, recorded games, positions that were set up."""
        openings = [Opening(self.game, players, options) for players, options in self.setups]
        by_chance = [GameByChance(self.game, players, options) for players, options in self.setups]
        by_hand = [ByHand(self.starts)] if self.starts else []
        return [*openings, *by_chance, *map(Recorded, self.records), *by_hand]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What people might say in this title."""
        offered: list[Action] = []
        for beginning in self.beginnings:
            for way in beginning.ways:
                for seat in way.start.to_act:
                    offered += way.start.legal(seat)[:OFFERED]
        return Vocabulary(self.game, offered)
