"""Define the time controls of tables: live without a clock, live with minutes per player, or by days, and what happens
when time runs out.

A time control is stored as a word and shown as a sentence: `30+10` is 30 minutes per player and 10 seconds more per
turn; `12h` and `3d` are the time for a move. None is live without a clock."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from menagerie.core.game import Game
from menagerie.core.seats import counted
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.base.errors import Refused

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
MOVES: Final = {
    "12h": 12 * HOUR,
    "1d": DAY,
    "2d": 2 * DAY,
    "3d": 3 * DAY,
    "5d": 5 * DAY,
    "7d": 7 * DAY,
    "14d": 14 * DAY,
}
"""The times for a move."""
LONGEST: Final = 180
"""The most minutes per player."""
MOST: Final = 300
"""The most extra seconds per turn."""
GRACE: Final = 300.0
"""Seconds that the others give a player by waiting, if the clock counts minutes; at most the starting time."""
RULES: Final = {
    "bot": "When time runs out, a bot takes over.",
    "lost": "When time runs out, the game is lost.",
    "others": "When time runs out, the others decide: wait, let a bot take over, or count the game as lost.",
}
"""What may happen when a player's time runs out, as sentences."""
_MINUTES: Final = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]{0,2})")


class Pace(msgspec.Struct, frozen=True):
    """How much time players have."""

    seconds: float
    """For the whole game, or (by days) for each move."""
    increment: float = 0.0
    """Extra seconds per turn."""
    by_days: bool = False

    @property
    def grace(self) -> float:
        """Return the extra time of a player for whom the others decide to wait."""
        return self.seconds if self.by_days else min(self.seconds, GRACE)

    def text(self) -> str:
        """Return the pace in words: `30 minutes per player, 10 seconds more per turn`."""
        if self.by_days:
            return f"{span_text(self.seconds)} per move"
        minutes = counted(int(self.seconds / 60), "minute", "minutes")
        if not self.increment:
            return f"{minutes} per player"
        return f"{minutes} per player, {counted(int(self.increment), 'second', 'seconds')} more per turn"


def span_text(seconds: float) -> str:
    """Return `12 hours` or `3 days`."""
    if seconds < DAY:
        return counted(int(seconds / HOUR), "hour", "hours")
    return counted(int(seconds / DAY), "day", "days")


def read(pace: str | None) -> Pace | None:
    """Return the pace for its word; None if there is no clock. Raises Refused."""
    if pace is None:
        return None
    if pace in MOVES:
        return Pace(MOVES[pace], by_days=True)
    found = _MINUTES.fullmatch(pace)
    if found is None or int(found[1]) > LONGEST or int(found[2]) > MOST:
        raise Refused(
            "setup",
            f"Unknown time control. Use one like 30+10 (1 to {LONGEST} minutes per player, 0 to {MOST} "
            f"seconds more per turn), or one of these per move: {', '.join(MOVES)}.",
        )
    return Pace(int(found[1]) * 60.0, float(found[2]))


def check_rule(rule: str, pace: Pace | None, game: Game, players: int) -> None:
    """Refuse a timeout rule that can't work at such a table."""
    if rule not in RULES:
        raise Refused("setup", f"Unknown timeout rule. Choose one of these: {', '.join(RULES)}.")
    if rule != "others" or pace is None:
        return
    if players == 1:
        raise Refused("setup", "In a solo game there are no others to decide. Choose 'bot' or 'lost'.")
    if is_cooperative(game):
        raise Refused("setup", f"In {game.name} the team shares one clock. Choose 'bot' or 'lost'.")


def sentence(pace: str | None, rule: str) -> str:
    """Return the sentence about time for the table, the invitation and the record."""
    found = read(pace)
    return "No clock." if found is None else f"{found.text()}. {RULES[rule]}"
