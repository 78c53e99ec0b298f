"""What a player might say, legal or not: the decisions of a title, and well-formed variations of their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from menagerie.core.action import Action
from menagerie.core.game import Game
from menagerie.testing.generating import Grammar, forgeries

_NUMBER = re.compile(r"\d+")
NUMBERS = ("0", "1", "2", "3", "5", "9", "17", "99")
ODD = ("", "0", "-1", "+", "²", "½", "٣", "99999999999999999999", ".5", "r9", "Z9", "/", ",", "@", "\t", "Ä")
"""What is hung onto words."""
FORGED = 4
"""So many decisions are put together wrongly in a position."""


class Vocabulary:
    """The decisions that are ready-made or were offered somewhere, and as many more as chance makes of them."""

    def __init__(self, game: Game, offered: Iterable[Action]) -> None:
        self.game = game
        known = {str(action): action for action in [*ready_made(game), *offered]}
        self.decisions = list(known.values())
        """Every decision that can be written."""
        self.notations = list(known)
        self.words = sorted({word for notation in known for word in notation.split()})
        self._near: list[str] = []

    def some(self, chance: Random, count: int) -> list[Action | str]:
        """So many things to say: decisions that are legal somewhere, decisions of every kind with arguments in range
        and slightly beyond, variations with other words, and decisions that were put together wrongly."""
        if not self._near:
            self._near = Grammar(self.decisions).near(Random(self.game.id))
        known = chance.sample(self.decisions, min(count // 4, len(self.decisions)))
        first = chance.randrange(len(self._near))
        near = (self._near[first:] + self._near[:first])[: count // 2]
        varied = [self.varied(chance) for _ in range(count // 8)]
        forged = [one for action in chance.sample(known, min(FORGED, len(known))) for one in forgeries(action)]
        return [*known, *near, *varied, *forged]

    def varied(self, chance: Random) -> str:
        """What is written like a decision, with other words or numbers."""
        words = chance.choice(self.notations).split()
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(words))
            way = chance.randrange(3)
            if way == 0:
                words[at] = chance.choice(self.words)
            elif way == 1:
                words[at] = _NUMBER.sub(lambda _: chance.choice(NUMBERS), words[at])
            else:
                words[at] = chance.choice((words[at], words[at][:-1])) + chance.choice(ODD)
        return " ".join(words)


def ready_made(game: Game) -> list[Action]:
    """The decisions of the title's catalogue that can be written."""
    catalogue = getattr(game, "catalogue", None)
    if catalogue is None:
        return []
    found: dict[str, Action] = {}
    for name in dir(catalogue):
        if not name.startswith("__"):
            found.update({str(action): action for action in _decisions_in(getattr(catalogue, name))})
    return [action for notation, action in found.items() if game.read(notation) == action]


def _decisions_in(table: Any) -> Iterator[Action]:
    """The decisions in lists of lists and the like."""
    if isinstance(table, Action):
        yield table
    elif isinstance(table, dict):
        for entry in table.values():
            yield from _decisions_in(entry)
    elif isinstance(table, (list, tuple)):
        for entry in table:
            yield from _decisions_in(entry)
