"""The themes and settings of a title's puzzles: `puzzles.toml` in its folder.

A puzzle gets the first theme that fits. A theme fits if one of the required decisions matches its `decisions` (a
regular expression) and the answer's main gain over the second best is one of its `gains`: families of features of the
title's advice (`advice.toml`). With `against` it must be an opponent's loss.
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
"""The prefix of a family that an opponent loses."""
TOLD: Final = 3
"""How many families to keep."""


@dataclass(frozen=True)
class Theme:
    """A theme: what a turn gains, in a few words."""

    id: str
    words: str
    """`Fill an enclosure`."""
    decisions: re.Pattern[str] | None = None
    gains: tuple[str, ...] = ()
    against: bool = False

    def fits(self, asked: Sequence[str], gain: str) -> bool:
        """Return whether the theme fits these decisions with this main gain."""
        if self.decisions is not None and not any(self.decisions.search(decision) for decision in asked):
            return False
        if not self.gains and not self.against:
            return True
        if self.against != gain.startswith(THEIRS):
            return False
        return not self.gains or gain.removeprefix(THEIRS) in self.gains


@dataclass(frozen=True)
class Habits:
    """The settings for making a title's puzzles."""

    margin: float
    """A turn is clearly best if its win chance is this much higher."""
    thinking: int
    """The evaluations for a first look at a position; ten times as many for the second look."""
    pace: int
    """The evaluations per turn in the games in which positions are found."""
    looks: int
    """How many positions to look at in each game."""
    setups: tuple[dict[str, Any], ...]
    """The setups of the games, in turn: `players` and options."""
    themes: tuple[Theme, ...] = field(default=())


def has_themes(game: Game) -> bool:
    """Return whether puzzles can be made for a title."""
    return (game.folder / FILE).is_file()


@cache
def habits(title: str) -> Habits:
    """Read a title's settings for puzzles; raises BadSetup if it has none, BadContent if they are wrong."""
    game = load(title)
    if not has_themes(game):
        raise BadSetup(f"{game.name} has no settings for puzzles: {FILE} is missing in its folder.")
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
    """Return the theme with this id. A theme that no longer exists is named by its id."""
    found = [one for one in habits(title).themes if one.id == id]
    return found[0] if found else Theme(id, id.replace("-", " ").capitalize())


def theme_of(title: str, asked: Sequence[str], gains: Sequence[str]) -> Theme:
    """Return the theme of decisions with these gains, the most important first."""
    for one in habits(title).themes:
        if one.fits(asked, gains[0] if gains else ""):
            return one
    return Theme("better", "Find the best turn")


def gains_of(advice: Advice, weighed: Weighed) -> tuple[str, ...]:
    """Return the families in which the best turn beats the second best, the most important first: the seat's gains, or
    an opponent's losses."""
    best, second = weighed.best, weighed.second
    found = differences(advice, best, second)
    if sum([one.amount for one in found]) <= 0:  # it doesn't look better right away
        found = differences(advice, best, second, later=True)
    own = best.seat
    return tuple([(one.family if one.whose == own else THEIRS + one.family) for one in found if one.amount > 0][:TOLD])
