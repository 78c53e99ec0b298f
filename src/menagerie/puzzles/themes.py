"""What a title says about its puzzles: `puzzles.toml` in its folder.

Themes come in order; the first that fits is the puzzle's. A theme fits if one of the decisions that are asked for looks
like its `decisions` (a regular expression), and what the answer gains by most, against the second best, is one of its
`gains`: families of features of the title's advice (`advice.toml`). With `against` it must be another player's loss.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from menagerie.bots.comparing import differences
from menagerie.core.advice import Advice
from menagerie.core.content import Content, Entry
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.registry import load
from menagerie.puzzles.weighing import Weighed

FILE: Final = "puzzles.toml"
THEIRS: Final = "their "
"""Before a family that another player has less of."""
TOLD: Final = 3
"""So many families are kept."""


@dataclass(frozen=True)
class Theme:
    """What a turn gains by, in a few words."""

    id: str
    words: str
    """`Fill an enclosure`."""
    decisions: re.Pattern[str] | None = None
    gains: tuple[str, ...] = ()
    against: bool = False

    def fits(self, asked: Sequence[str], gain: str) -> bool:
        """Whether these decisions, which gain most by this, are about it."""
        if self.decisions is not None and not any(self.decisions.search(decision) for decision in asked):
            return False
        if not self.gains and not self.against:
            return True
        if self.against != gain.startswith(THEIRS):
            return False
        return not self.gains or gain.removeprefix(THEIRS) in self.gains


@dataclass(frozen=True)
class Habits:
    """How puzzles of a title are made."""

    margin: float
    """A turn is clearly the best if the chances to win are so much higher."""
    thinking: int
    """Evaluations with which a position is looked at; ten times that when it is looked at again."""
    pace: int
    """Evaluations for a turn of the games in which positions are found."""
    looks: int
    """In each game so many positions are looked at."""
    setups: tuple[dict[str, Any], ...]
    """Games are set up like this, in turn: `players` and options."""
    themes: tuple[Theme, ...] = field(default=())


def has_themes(game: Game) -> bool:
    """Whether puzzles can be made of a title."""
    return (game.folder / FILE).is_file()


@cache
def habits(title: str) -> Habits:
    """What a title says about its puzzles; raises BadSetup if it says nothing, BadContent if that is wrong."""
    game = load(title)
    if not has_themes(game):
        raise BadSetup(f"{game.name} says nothing about puzzles: {FILE} is missing in its folder.")
    entry = Content(game.folder).read(FILE)
    return Habits(
        entry.amount("margin"),
        entry.number("thinking"),
        entry.number("pace"),
        entry.number("looks"),
        tuple([dict(setup.values) for setup in entry.entries("setup")]),
        tuple([_theme(theme) for theme in entry.entries("theme")]),
    )


def _theme(entry: Entry) -> Theme:
    pattern = None
    if entry.has("decisions"):
        try:
            pattern = re.compile(entry.text("decisions"))
        except re.error:
            raise entry.wrong("decisions", "a regular expression") from None
    gains = tuple(entry.texts("gains")) if entry.has("gains") else ()
    return Theme(entry.text("id"), entry.text("words"), pattern, gains, entry.has("against") and entry.flag("against"))


def theme(title: str, id: str) -> Theme:
    """The theme of this id; a theme that is no longer there is called by its id."""
    found = [one for one in habits(title).themes if one.id == id]
    return found[0] if found else Theme(id, id.replace("-", " ").capitalize())


def theme_of(title: str, asked: Sequence[str], gains: Sequence[str]) -> Theme:
    """What decisions are about that gain by these families, the most important first."""
    for one in habits(title).themes:
        if one.fits(asked, gains[0] if gains else ""):
            return one
    return Theme("better", "Find the best turn")


def gains_of(advice: Advice, weighed: Weighed) -> tuple[str, ...]:
    """The families by which the best turn is better than the second best, the most important first: its own, or that of
    another player, who has less of it."""
    best, second = weighed.best, weighed.second
    found = differences(advice, best, second)
    if sum([one.amount for one in found]) <= 0:  # it does not look better at once
        found = differences(advice, best, second, later=True)
    own = best.seat
    return tuple([(one.family if one.whose == own else THEIRS + one.family) for one in found if one.amount > 0][:TOLD])
