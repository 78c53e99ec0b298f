"""Which game of each title is the deal of the day, and how tries of it are compared.

Everybody plays against the same bots. Night at the Zoo, New York Zoo and Dr. Potamus are played alone, the last with a
team of two Animals that one person leads. Zooloretto Mini is played whole against two keepers, and so is 18ZOO against
one, on the small map: after its first rounds all worth is still in cards that have earned nothing, so that whoever
invests least would look best; and who begins a try may leave it and come back for a day or two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from menagerie.core.errors import UnknownGame
from menagerie.core.game import Game
from menagerie.core.registry import load, titles
from menagerie.core.seats import counted
from menagerie.core.state import State
from menagerie.server.base.errors import missing

SEAT: Final = 0
"""Where the person sits who tries."""
BOT: Final = "keeper"


@dataclass(frozen=True)
class DayGame:
    """How a title is played as the deal of the day."""

    title: str
    players: int
    line: str
    """What people are told about it."""
    tie_break: tuple[str, str] = ("", "")
    """What decides between tries with equal points: one of it, and several; nothing where `told` says it."""
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The title."""
        return load(self.title)


_GAMES: Final = {
    one.title: one
    for one in (
        DayGame(
            "zooloretto-mini",
            3,
            "A whole game against two keepers; most points.",
            ("landscape tile", "landscape tiles"),
        ),
        DayGame("new-york-zoo", 1, "Alone; a full board counts more the sooner it is full.", ("animal", "animals")),
        DayGame("18zoo", 2, "A whole game against a keeper on map A; most money in the end.", options={"map": "A"}),
        DayGame("night-at-the-zoo", 1, "Alone; most points.", ("animal at home", "animals at home")),
        DayGame("zoo-escape", 1, "You lead a team of two Animals; escape in as few rounds as you can."),
    )
}


def all_games() -> list[DayGame]:
    """The games of a day, in the order of the shelf."""
    return [_GAMES[title] for title in titles() if title in _GAMES]


def find(title: str) -> DayGame:
    """How a title is played; refuses one that has no deal of the day."""
    if title not in _GAMES:
        raise missing("deal")
    try:
        load(title)
    except UnknownGame:
        raise missing("deal") from None
    return _GAMES[title]


def measure(state: State) -> list[int]:
    """What tries are ranked by, the most important first: more is better. Points and the title's own tie-breaks, where
    these mean something between two games: turn order (18ZOO) does not. A team that escapes has no points: who needs
    fewer rounds is better."""
    match state.game.id:
        case "zoo-escape":
            escaped = state.score(SEAT)
            return [escaped, -_round(state) if escaped else 0]
        case "18zoo":
            return [state.score(SEAT)]
        case _:
            return list(state.standing(SEAT))


def told(state: State) -> str:
    """The same in a few words."""
    if state.game.id == "zoo-escape":
        rounds = counted(_round(state), "round", "rounds")
        return f"escaped in {rounds}" if state.score(SEAT) else "not escaped"
    words = state.told_score(SEAT)
    return counted(state.score(SEAT), "point", "points") if words == str(state.score(SEAT)) else words


def told_tie_break(game: DayGame, figures: Sequence[int]) -> str:
    """The figure that decides between tries with equal points, in words: `5 landscape tiles`."""
    return counted(figures[1], *game.tie_break) if game.tie_break[0] and len(figures) > 1 else ""


def _round(state: State) -> int:
    """The round in which a game ended, as the title counts them: `Round 7`."""
    return int(state.chapter().rpartition(" ")[2])
