"""How a title is played as the daily deal: `[daily]` in its `title.toml`."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.core.seats import counted

SEAT: Final = 0
"""The player's seat; bots have the others."""


@final
class DailyGame:
    """One game for everyone: the number of players, one of them a person, and the options."""

    __slots__ = ("bot", "game", "line", "options", "players", "tie_break")

    def __init__(
        self, game: Game, players: int, bot: str, line: str, options: dict[str, Any], tie_break: tuple[str, str]
    ) -> None:
        self.game: Final = game
        self.players: Final = players
        self.bot: Final = bot
        """The kind of bot in the other seats; empty for a solo game."""
        self.line: Final = line
        """The sentence that describes it to players."""
        self.options: Final = options
        self.tie_break: Final = tie_break
        """What the second figure of `State.daily_measure` counts, for one and for several; empty if it has no words."""

    @property
    def title(self) -> str:
        """Return the title's id."""
        return self.game.id

    def tie_text(self, measure: tuple[int, ...]) -> str:
        """Return the figure that decides between attempts with equal points: `5 landscape tiles`."""
        return counted(measure[1], *self.tie_break) if self.tie_break[0] and len(measure) > 1 else ""


def daily_game(game: Game) -> DailyGame | None:
    """Return how a title is played as the daily deal, or None if it has none. Raise BadContent."""
    if not game.about.has("daily"):
        return None
    about = game.about.entry("daily")
    players = about.number("players")
    options = about.entry("options").values if about.has("options") else {}
    try:
        game.setup(players, 0, game.rules_version, options)
    except BadSetup as error:
        raise about.wrong("players" if players not in game.players else "options", f"possible: {error}") from None
    words = about.texts("tie_break") if about.has("tie_break") else ["", ""]
    if len(words) != 2:
        raise about.wrong("tie_break", "a list of two texts, for one of it and for several")
    bot = about.text("bot") if players > 1 else ""
    return DailyGame(game, players, bot, about.text("line"), options, (words[0], words[1]))
