"""Decisions made up from those that a title knows: of every kind, with every argument in range and slightly beyond it,
and decisions that a program puts together wrongly."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from random import Random

from menagerie.core.action import Action, parts

_NUMBER = re.compile(r"-?\d+")
_SLIGHTLY = (-1, 1)


class Grammar:
    """How the decisions of every kind are written: which words stand in each place."""

    def __init__(self, decisions: Iterable[Action]) -> None:
        self._examples: dict[tuple[type[Action], int], list[list[str]]] = {}
        for action in decisions:
            words = str(action).split()
            self._examples.setdefault((type(action), len(words)), []).append(words)

    def near(self, chance: Random) -> list[str]:
        """For every kind of decision and every place in it each word that is known there, and those slightly beyond
        them; the rest as in some decision of that kind. In an order in which all kinds come early."""
        by_place = [
            [_with(chance.choice(examples), place, word) for word in _around({words[place] for words in examples})]
            for (_, length), examples in self._examples.items()
            for place in range(length)
        ]
        for notations in by_place:
            chance.shuffle(notations)
        longest = max([len(notations) for notations in by_place], default=0)
        return [notations[turn] for turn in range(longest) for notations in by_place if turn < len(notations)]


def _with(words: list[str], place: int, word: str) -> str:
    return " ".join([*words[:place], word, *words[place + 1 :]])


def _around(words: set[str]) -> list[str]:
    """These words, and like ones with a number or letter that is one more or less."""
    found = set(words)
    for word in words:
        for change in _SLIGHTLY:
            found.add(_NUMBER.sub(lambda number, by=change: str(int(number[0]) + by), word))  # type: ignore[misc]
            if word[0].isupper() and (len(word) == 1 or word[1].isdigit()):  # a seat, or a place on a map
                found.add(chr(ord(word[0]) + change) + word[1:])
    return sorted(found)


def forgeries(action: Action) -> Iterator[Action]:
    """Decisions of the same kind, each with one part that is another one: as programs make them, not people."""
    given = _arguments(action)
    for name, value in given.items():
        for other in _others(value):
            try:
                yield type(action)(**{**given, name: other})
            except (TypeError, ValueError, LookupError, AttributeError):
                continue  # it cannot be put together like this


def _arguments(action: Action) -> dict[str, object]:
    """Return what its class was called with, as far as its parts bear the same names (`text` is its notation); empty if
    they do not."""
    try:
        names = list(inspect.signature(type(action)).parameters)
    except (TypeError, ValueError):
        return {}
    known = {**parts(action), "text": str(action)}
    if not all(name in known or hasattr(action, name) for name in names):
        return {}
    return {name: known[name] if name in known else getattr(action, name) for name in names}


def _others(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, -1, 999]
    if isinstance(value, str):
        return ["", value + "X"]
    if isinstance(value, tuple):
        return [(), value + value]
    return [] if value is None else [None]
