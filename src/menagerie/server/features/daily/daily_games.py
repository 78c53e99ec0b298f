"""Find the titles that have a deal of the day, as their `title.toml` describes it."""

from __future__ import annotations

from functools import cache

from menagerie.core.daily import DailyGame, daily_game
from menagerie.core.errors import UnknownGame
from menagerie.core.registry import load, titles
from menagerie.server.base.errors import missing


def all_games() -> list[DailyGame]:
    """Return the games of a day, in catalog order."""
    return [found for title in titles() if (found := _daily_game(title)) is not None]


def find(title: str) -> DailyGame:
    """Return how a title is played as the deal of the day; refuse one that has none."""
    try:
        found = _daily_game(title)
    except UnknownGame:
        found = None
    if found is None:
        raise missing("deal")
    return found


@cache
def _daily_game(title: str) -> DailyGame | None:
    return daily_game(load(title))
