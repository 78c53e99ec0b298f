"""What came of a match: wins with their intervals, and whether it is decided."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from menagerie.lab.arena import Played
    from menagerie.lab.match import Match

Z: Final = 1.96
"""Of a 95 % interval."""
ERROR: Final = 0.05
"""How often a match that stops early, or a family of comparisons, may be wrong."""
MARGIN: Final = 0.05
"""How far from the share in question the two sides of that question lie."""


@dataclass(slots=True)
class Line:
    """What one bot has done."""

    name: str
    wins: float = 0.0
    games: int = 0
    score: int = 0
    cpu: float = 0.0
    turns: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of its share of wins."""
        return wilson(self.wins, self.games)

    def figures(self) -> dict[str, Any]:
        """As `--json` prints it."""
        low, high = self.interval
        return {
            "wins": self.wins,
            "games": self.games,
            "low": round(low, 4),
            "high": round(high, 4),
            "mean_score": round(self.score / self.games, 3) if self.games else None,
            "cpu_per_turn": round(self.cpu / self.turns, 5) if self.turns else None,
        }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a share."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


class Result:
    """How a match stands. A bot on several seats counts once a seat; where all win together, once a game."""

    def __init__(self, match: Match, stop: float | None = None) -> None:
        self.match = match
        self.stop = stop
        self._is_together = match.is_together
        self.played: set[int] = set()
        self.won: dict[int, float] = {}
        """By game what the first bot has won of it, on average of its seats."""
        self.lines = {entrant.name: Line(entrant.name) for entrant in match.entrants}
        self._evidence = 0.0

    def add(self, game: Played) -> None:
        """One more game."""
        self.played.add(game.number)
        name = self.match.entrants[0].name
        own = [won for other, won in zip(game.names, game.won, strict=True) if other == name]
        self.won[game.number] = sum(own) / len(own)
        if self._is_together:
            line = self.lines[game.names[0]]
            line.wins += max(game.won)
            line.games += 1
            line.score += max(game.scores)
            line.cpu += sum(game.cpu)
            line.turns += sum(game.turns)
            self._weigh(max(game.won))
            return
        for seat, name in enumerate(game.names):
            line = self.lines[name]
            line.wins += game.won[seat]
            line.games += 1
            line.score += game.scores[seat]
            line.cpu += game.cpu[seat]
            line.turns += game.turns[seat]
            if name == self.match.entrants[0].name:
                self._weigh(game.won[seat])

    def _weigh(self, won: float) -> None:
        """Wald's sequential test: how much more likely a share above the one in question is made than one below."""
        if self.stop is not None:
            above, below = min(0.999, self.stop + MARGIN), max(0.001, self.stop - MARGIN)
            self._evidence += won * math.log(above / below) + (1 - won) * math.log((1 - above) / (1 - below))

    def is_decided(self) -> bool:
        """Whether no more games are needed to answer the question of `stop`."""
        return self.stop is not None and abs(self._evidence) >= math.log((1 - ERROR) / ERROR)

    def verdict(self) -> str:
        """What is known about the question of `stop`, in a sentence."""
        name, share = self.match.entrants[0].name, f"{self.stop:.0%}"
        if not self.is_decided():
            return f"Whether {name} wins more than {share} is not decided after {len(self.played)} games."
        more = "more" if self._evidence > 0 else "less"
        return f"Decided after {len(self.played)} games: {name} wins {more} than {share}."

    @property
    def fair_share(self) -> float:
        """What a bot would win if all were alike."""
        return 0.0 if self._is_together else 1 / self.match.players

    def figures(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "title": self.match.title,
            "players": self.match.players,
            "games": len(self.played),
            "bots": {name: line.figures() for name, line in self.lines.items()},
        }

    def standing(self) -> str:
        """A few words for a progress bar: who has won how often, and what that says about the first one."""
        first, *others = self.lines.values()
        low, high = first.interval
        words = [f"{first.name} {first.wins:g} ({low:.0%} to {high:.0%})"]
        return ", ".join(words + [f"{line.name} {line.wins:g}" for line in others])

    def table(self) -> str:
        """For people: a table, and a chart of the shares with their intervals."""
        width = max([len(name) for name in self.lines] + [3])
        rows = [f"{'bot':<{width}}  {'wins':>8}  {'share':>6}  {'95 %':>13}  {'mean score':>10}  {'CPU a turn':>10}"]
        for line in self.lines.values():
            low, high = line.interval
            share = line.wins / line.games if line.games else 0.0
            rows.append(
                f"{line.name:<{width}}  {line.wins:>4g}/{line.games:<4}  {share:>5.1%}  {low:>5.1%} - {high:>5.1%}  "
                f"{line.score / max(1, line.games):>10.1f}  {line.cpu / max(1, line.turns) * 1000:>7.1f} ms"
            )
        rows.append("")
        rows += [f"{line.name:<{width}}  {chart(line, self.fair_share)}" for line in self.lines.values()]
        rows.append(f"{'':<{width}}  0 %{' ' * 20}50 %{' ' * 19}100 %")
        return "\n".join(rows)


def chart(line: Line, fair: float, width: int = 50) -> str:
    """A bar of the share of wins: its interval as a line, a fair share as a bar."""
    low, high = line.interval
    share = line.wins / line.games if line.games else 0.0
    cells = ["·"] * (width + 1)
    for place in range(round(low * width), round(high * width) + 1):
        cells[place] = "─"
    if fair:
        cells[round(fair * width)] = "│"
    cells[round(share * width)] = "●"
    return "".join(cells)
