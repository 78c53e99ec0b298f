"""The pace of a table: live without a clock, live with minutes a player, or by days; and what comes when time runs out.

Both are written in a word, and people read them in a sentence: `30+10` is 30 minutes a player and 10 seconds more for
every turn; `12h` and `3d` are what somebody has for a move. No pace: live, without a clock.
"""

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
"""What somebody may have for a move."""
LONGEST: Final = 180
"""Minutes a player."""
MOST: Final = 300
"""Seconds more for a turn."""
GRACE: Final = 300.0
"""Seconds that the others give somebody by waiting, where the clock counts minutes; at most what it began with."""
RULES: Final = {
    "bot": "a bot goes on",
    "lost": "the game is lost",
    "others": "the others decide: wait, a bot goes on, or the game is lost",
}
"""What may happen when somebody's time runs out."""
_MINUTES: Final = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]{0,2})")


class Pace(msgspec.Struct, frozen=True):
    """How much time players have."""

    seconds: float
    """For the whole game, or (by days) for every move."""
    increment: float = 0.0
    """Seconds more for every turn."""
    by_days: bool = False

    @property
    def grace(self) -> float:
        """What somebody gets whose time has run out, and for whom the others wait."""
        return self.seconds if self.by_days else min(self.seconds, GRACE)

    def told(self) -> str:
        """The pace in words: `30 minutes a player, 10 seconds more a turn`."""
        if self.by_days:
            return f"{span_text(self.seconds)} a move"
        more = f", {counted(int(self.increment), 'second', 'seconds')} more a turn" if self.increment else ""
        return f"{counted(int(self.seconds / 60), 'minute', 'minutes')} a player{more}"


def span_text(seconds: float) -> str:
    """`12 hours` or `3 days`."""
    if seconds < DAY:
        return counted(int(seconds / HOUR), "hour", "hours")
    return counted(int(seconds / DAY), "day", "days")


def read(pace: str | None) -> Pace | None:
    """The pace that is written so; None: there is no clock. Raises Refused."""
    if pace is None:
        return None
    if pace in MOVES:
        return Pace(MOVES[pace], by_days=True)
    found = _MINUTES.fullmatch(pace)
    if found is None or int(found[1]) > LONGEST or int(found[2]) > MOST:
        raise Refused(
            "setup",
            f"A pace is like 30+10 (1 to {LONGEST} minutes a player, 0 to {MOST} seconds more a turn), or one of "
            f"{', '.join(MOVES)} for a move.",
        )
    return Pace(int(found[1]) * 60.0, float(found[2]))


def check_rule(rule: str, pace: Pace | None, game: Game, players: int) -> None:
    """Refuse what cannot happen when time runs out at such a table."""
    if rule not in RULES:
        raise Refused("setup", f"When time runs out, one of these happens: {', '.join(RULES)}.")
    if rule != "others" or pace is None:
        return
    if players == 1:
        raise Refused("setup", "Who plays alone has no others who could decide: choose 'bot' or 'lost'.")
    if is_cooperative(game):
        raise Refused("setup", f"In {game.name} the team has one clock, so no others could decide: 'bot' or 'lost'.")


def sentence(pace: str | None, rule: str) -> str:
    """What is told beforehand, at the table, in the invitation and in the record."""
    told = read(pace)
    if told is None:
        return "No clock."
    return f"{told.told()[0].upper()}{told.told()[1:]}. When time runs out, {RULES[rule]}."
