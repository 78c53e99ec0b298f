"""What somebody might say, legal or not: the decisions of a title, and well-formed variations of their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from menagerie.core.action import Action
from menagerie.core.game import Game

_NUMBER = re.compile(r"\d+")
NUMBERS = ("0", "1", "2", "3", "5", "9", "17", "99")


class Vocabulary:
    """The decisions that are ready-made or were offered somewhere, and as many more as chance makes of them."""

    def __init__(self, game: Game, offered: Iterable[Action]) -> None:
        self.game = game
        known = {str(action): action for action in [*ready_made(game), *offered]}
        self.decisions = list(known.values())
        """Every decision that can be written."""
        self.notations = list(known)
        self.words = sorted({word for notation in known for word in notation.split()})

    def some(self, chance: Random, count: int) -> list[Action]:
        """So many decisions, all if there are not more, and half as many variations."""
        found = chance.sample(self.decisions, min(count, len(self.decisions)))
        for _ in range(count // 2):
            action = self.varied(chance)
            if action is not None:
                found.append(action)
        return found

    def varied(self, chance: Random) -> Action | None:
        """A decision that is written like another one, with other words or numbers; None if that says nothing."""
        words = chance.choice(self.notations).split()
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(words))
            if chance.random() < 0.5:
                words[at] = chance.choice(self.words)
            else:
                words[at] = _NUMBER.sub(lambda _: chance.choice(NUMBERS), words[at])
        return self.game.read(" ".join(words))


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
