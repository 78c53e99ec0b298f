"""What a table of simulated games says: balance, pace, choices, sources of points, and which pieces matter.

Seats of one game depend on each other, so whatever is said of scores rests on one figure a game; where seats are
compared, on the difference between seats of the same game.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from menagerie.lab.estimates import Estimate, mean, quantile, rounded, share
from menagerie.lab.simulate import Table
from menagerie.lab.variants import OWN

Row = dict[str, Any]
Game = list[Row]
"""The rows of a game, one a seat."""

CELL: Final = ("players", "options", "lineup")
"""What games have in common that are compared."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The games of one combination of players, options and bots, with one content."""

    players: int
    options: str
    lineup: str
    content: str
    games: list[Game]

    @property
    def name(self) -> str:
        """In a few words."""
        players = "1 player" if self.players == 1 else f"{self.players} players"
        own = "" if self.content == OWN.name else f"content {self.content}"
        return ", ".join([part for part in (players, self.options, self.lineup, own) if part])

    @property
    def is_contest(self) -> bool:
        """Return whether seats compete: otherwise all win or lose together, or one plays alone."""
        return self.games[0][0]["margin"] is not None

    @property
    def has_first(self) -> bool:
        """Return whether there is a first player."""
        return self.games[0][0]["place"] is not None

    # Balance.

    def places(self) -> dict[int, Estimate]:
        """By place in the first turn order the share of wins."""
        return {place: share(self._of_place(place, "won")) for place in range(1, self.players + 1)}

    def ahead(self) -> dict[int, Estimate]:
        """By place in the first turn order the points ahead of the mean of the others."""
        found: dict[int, Estimate] = {}
        for place in range(1, self.players + 1):
            found[place] = mean([_ahead(game, [row for row in game if row["place"] == place]) for game in self.games])
        return found

    def _of_place(self, place: int, column: str) -> Iterator[float]:
        for game in self.games:
            for row in game:
                if row["place"] == place:
                    yield row[column]

    def won(self) -> Estimate:
        """Return how often a team, or a solo player, wins."""
        return share([game[0]["won"] for game in self.games])

    def bots(self) -> dict[str, Estimate]:
        """By bot the share of its seats that won."""
        found: dict[str, list[float]] = defaultdict(list)
        for game in self.games:
            for row in game:
                found[row["bot"]].append(row["won"])
        return {name: share(won) for name, won in found.items()}

    # Points.

    def score(self) -> Estimate:
        """A seat's points."""
        return self.of_games(_mean_score)

    def winning_score(self) -> Estimate:
        """The best score of a game."""
        return self.of_games(lambda game: max([row["score"] for row in game]))

    def winning_margin(self) -> Estimate:
        """How far the best is ahead of the second best."""
        return self.of_games(lambda game: max([row["margin"] for row in game]))

    def sources(self) -> dict[str, tuple[Estimate, Estimate | None]]:
        """By what points are for: those of a seat, and of a winner where there is a contest."""
        names: dict[str, None] = {}
        for game in self.games:
            for row in game:
                names.update(dict.fromkeys([item["name"] for item in row["points"]]))
        found: dict[str, tuple[Estimate, Estimate | None]] = {}
        for name in names:
            every = self.of_games(lambda game, name=name: _mean([_points(row, name) for row in game]))  # type: ignore[misc]
            best = self.of_games(lambda game, name=name: _mean([_points(row, name) for row in _winners(game)]))  # type: ignore[misc]
            found[name] = (every, best if self.is_contest else None)
        return found

    # Pace and choices.

    def decisions(self) -> Estimate:
        """Of a game."""
        return self.of_games(lambda game: sum([row["decisions"] for row in game]))

    def turns(self) -> Estimate:
        """Of a game."""
        return self.of_games(lambda game: sum([row["turns"] for row in game]))

    def choices(self) -> Estimate:
        """Of a decision."""
        return self.of_games(lambda game: sum([row["choices"] for row in game]) / _decisions(game))

    def free(self) -> Estimate:
        """The part of decisions that have more than one choice."""
        return self.of_games(lambda game: sum([row["free_decisions"] for row in game]) / _decisions(game))

    def most_choices(self) -> int:
        """Of the widest decision of all."""
        return max([int(row["most_choices"]) for game in self.games for row in game])

    def lengths(self) -> tuple[float, float, float]:
        """Decisions of a short, a usual and a long game: 5, 50 and 95 of 100 are shorter."""
        all_lengths = [_decisions(game) for game in self.games]
        return quantile(all_lengths, 0.05), quantile(all_lengths, 0.5), quantile(all_lengths, 0.95)

    # Facts and pieces.

    def by_fact(self, name: str) -> dict[str, list[tuple[Game, list[Row]]]]:
        """By value of a fact the games in which it holds, and for which seats."""
        found: dict[str, list[tuple[Game, list[Row]]]] = defaultdict(list)
        for game in self.games:
            values: dict[str, list[Row]] = defaultdict(list)
            for row in game:
                for item in row["facts"]:
                    if item["name"] == name:
                        values[item["value"]].append(row)
            for value, rows in values.items():
                found[value].append((game, rows))
        return found

    def of_games(self, figure: Callable[[Game], float]) -> Estimate:
        """The mean of a figure that every game has."""
        return mean([figure(game) for game in self.games])


def facts(found: Sequence[Cell], name: str, own: bool) -> dict[str, dict[str, Estimate]]:
    """By value of a fact what goes with it, over all cells. Where each seat has its own and seats compete: its share of
    wins above a fair one, and its points ahead of the others of its game. Else how far games with it are above all
    games of their cell: in points of a seat, and if seats compete in none of them, in games won."""
    has_contest = any(cell.is_contest for cell in found)
    if own and has_contest:
        found = [cell for cell in found if cell.is_contest]
    wins: dict[str, list[float]] = defaultdict(list)
    points: dict[str, list[float]] = defaultdict(list)
    for cell in found:
        score, won = cell.score().value, cell.won().value
        for value, played in cell.by_fact(name).items():
            for game, rows in played:
                if own and cell.is_contest:
                    wins[value] += [row["won"] - 1 / cell.players for row in rows]
                    points[value].append(_ahead(game, rows))
                else:
                    points[value].append(_mean_score(game) - score)
                    if not has_contest:
                        wins[value].append(game[0]["won"] - won)
    made: dict[str, dict[str, Estimate]] = {}
    for value, ahead in sorted(points.items()):
        made[value] = {"points": mean(ahead)}
        if wins[value]:
            made[value]["wins"] = mean(wins[value])
    return made


def pieces(games: Sequence[Game], name: str) -> dict[str, dict[str, Estimate]]:
    """By piece of a count how often it happens in a game, in how many games at all, and where it happens to seats that
    compete, how many more points those have to whom it happens most than the others of their game."""
    happened: dict[str, list[tuple[Game, list[int]]]] = defaultdict(list)
    for game in games:
        for piece, times in _tally(game, name).items():
            happened[piece].append((game, times))
    found: dict[str, dict[str, Estimate]] = {}
    for piece, noted in sorted(happened.items()):
        never = [0.0] * (len(games) - len(noted))
        found[piece] = {
            "times": mean([float(sum(times)) for _, times in noted] + never),
            "games": share([1.0] * len(noted) + never),
        }
        ahead = [_ahead(game, _with_most(game, times)) for game, times in noted if _is_uneven(game, times)]
        if ahead:
            found[piece]["ahead"] = mean(ahead)
    return found


def _tally(game: Game, name: str) -> dict[str, list[int]]:
    """Return by piece how often it happened to each seat, and last to no seat in particular."""
    found: dict[str, list[int]] = defaultdict(lambda: [0] * (len(game) + 1))
    for seat, row in enumerate(game):
        for item in row["counts"]:
            if item["name"] == name:
                found[item["piece"]][seat] += item["times"]
    for item in game[0]["game_counts"]:
        if item["name"] == name:
            found[item["piece"]][-1] += item["times"]
    return found


def _is_uneven(game: Game, times: list[int]) -> bool:
    """Whether some seats that compete had more of it than others."""
    return game[0]["margin"] is not None and len(set(times[:-1])) > 1


def _with_most(game: Game, times: list[int]) -> list[Row]:
    most = max(times[:-1])
    return [row for row in game if times[row["seat"]] == most]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _mean_score(game: Game) -> float:
    return _mean([row["score"] for row in game])


def _decisions(game: Game) -> int:
    return sum([int(row["decisions"]) for row in game])


def _ahead(game: Game, rows: list[Row]) -> float:
    """How many more points these seats have than the others of their game, on average."""
    seats = {row["seat"] for row in rows}
    others = [row["score"] for row in game if row["seat"] not in seats]
    return _mean([row["score"] for row in rows]) - _mean(others) if others else 0.0


def _winners(game: Game) -> list[Row]:
    return [row for row in game if row["won"] > 0] or game


def _points(row: Row, name: str) -> int:
    return sum([int(item["points"]) for item in row["points"] if item["name"] == name])


def cells(table: Table) -> list[Cell]:
    """The combinations of a table."""
    games: dict[tuple[Any, ...], dict[int, Game]] = {}
    for row in table.rows:
        key = (*[row[name] for name in CELL], row["content"])
        games.setdefault(key, {}).setdefault(row["game"], []).append(row)
    return [
        Cell(players, options, lineup, content, list(played.values()))
        for (players, options, lineup, content), played in games.items()
    ]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A variant and the title's own content on the same deals: how much more the variant has of something."""

    cell: Cell
    own: Cell
    differences: dict[str, Estimate]


FIGURES: Final[dict[str, Callable[[Game], float]]] = {
    "points of a seat": _mean_score,
    "best score": lambda game: max([row["score"] for row in game]),
    "decisions of a game": _decisions,
    "turns of a game": lambda game: sum([row["turns"] for row in game]),
    "choices of a decision": lambda game: sum([row["choices"] for row in game]) / _decisions(game),
}
"""What variants are compared by; for some games there is more."""


def comparisons(found: Sequence[Cell]) -> list[Comparison]:
    """Each variant against the title's own content, game by game on the same deals."""
    own = {(cell.players, cell.options, cell.lineup): cell for cell in found if cell.content == OWN.name}
    made: list[Comparison] = []
    for cell in found:
        base = own.get((cell.players, cell.options, cell.lineup))
        if cell.content == OWN.name or base is None:
            continue
        figures = dict(FIGURES)
        if cell.has_first:
            figures["wins of who is first"] = lambda game: math.fsum([r["won"] for r in game if r["place"] == 1])
        if not cell.is_contest:
            figures["games won"] = lambda game: float(game[0]["won"])
        pairs = list(zip(cell.games, base.games, strict=True))
        differences = {
            name: mean([figure(game) - figure(other) for game, other in pairs]) for name, figure in figures.items()
        }
        made.append(Comparison(cell, base, differences))
    return made


# For programs, and for a terminal.


def figures(table: Table) -> dict[str, Any]:
    """All that is said here as plain data: what `--json` prints."""
    found = cells(table)
    return {
        "about": table.about,
        "cells": [_cell_figures(cell, table.about) for cell in found],
        "variants": [
            {"cell": one.cell.name, "differences": {name: diff.data for name, diff in one.differences.items()}}
            for one in comparisons(found)
        ],
    }


def _cell_figures(cell: Cell, about: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "players": cell.players,
        "options": cell.options,
        "lineup": cell.lineup,
        "content": cell.content,
        "games": len(cell.games),
        "score": cell.score().data,
        "decisions": cell.decisions().data,
        "turns": cell.turns().data,
        "choices": cell.choices().data,
        "free_decisions": cell.free().data,
        "most_choices": cell.most_choices(),
        "sources": {
            name: {"seat": every.data, **({"winner": best.data} if best is not None else {})}
            for name, (every, best) in cell.sources().items()
        },
        "facts": {
            name: {value: _data(known) for value, known in facts([cell], name, fact["own"]).items()}
            for name, fact in about["facts"].items()
        },
        "counts": {
            name: {piece: _data(known) for piece, known in pieces(cell.games, name).items()} for name in about["counts"]
        },
    }
    if cell.is_contest:
        made["margin"] = cell.winning_margin().data
        made["bots"] = _data(cell.bots())
    else:
        made["won"] = cell.won().data
    if cell.has_first:
        made["wins_by_place"] = {str(place): won.data for place, won in cell.places().items()}
        made["ahead_by_place"] = {str(place): ahead.data for place, ahead in cell.ahead().items()}
    return made


def _data(known: dict[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.data for name, estimate in known.items()}


def text(table: Table) -> str:
    """A few lines for a terminal; all of it is in the table and in the report."""
    found = cells(table)
    width = max([len(cell.name) for cell in found])
    rows = [f"{'':<{width}}  {'games':>6}  {'points':>14}  {'decisions':>9}  {'choices':>7}  {'first wins':>17}"]
    for cell in found:
        score = cell.score()
        won = cell.places()[1] if cell.has_first else None if cell.is_contest else cell.won()
        first = "" if won is None else f"{won.value:.1%} ({won.low:.0%} - {won.high:.0%})"
        rows.append(
            f"{cell.name:<{width}}  {len(cell.games):>6}  {score.value:>6.1f} ± {score.high - score.value:<5.1f}  "
            f"{cell.decisions().value:>9.1f}  {cell.choices().value:>7.1f}  {first:>17}"
        )
    if not all(cell.has_first or cell.is_contest for cell in found):
        rows.append("Where all win together, or one plays alone, the last column is the share of games won.")
    for one in comparisons(found):
        rows += ["", f"{one.cell.name}, less the title's own content on the same deals:"]
        rows += [
            f"  {name:<22} {rounded(diff.value, 2, True):>8}  ({rounded(diff.low, 2, True)} to "
            f"{rounded(diff.high, 2, True)})"
            for name, diff in one.differences.items()
        ]
    return "\n".join(rows)
