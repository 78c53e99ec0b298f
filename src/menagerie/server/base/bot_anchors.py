"""Bots as anchors: their ratings stand fast, so that people's ratings mean the same on every server.

`anchors.toml` holds them beside the matches that they come from. `menagerie rate --anchors` computes them anew.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from menagerie.server.base.rating_scale import BETA, CLASSES, MU, Rating, class_of

FILE: Final = Path(__file__).with_name("anchors.toml")
SIGMA: Final = 1.0
"""How sure we are of a bot's rating."""
MIDDLE: Final = "keeper"
"""The bot that people who have played nothing yet are compared to."""
DRAWS: Final = 1.0
"""So many games that neither won are thought to have been played in every match: nobody is infinitely better."""
_STEPS: Final = 4000


class Match(msgspec.Struct, frozen=True):
    """Games of one bot against another, or several of it."""

    title: str
    players: int
    better: str
    worse: str
    won: float
    games: int


class Anchor(NamedTuple):
    """A bot's rating."""

    title: str
    kind: str
    of: str
    """The class of player counts."""
    rating: Rating


class _File(msgspec.Struct):
    measured: str
    about: dict[str, str]
    ratings: dict[str, dict[str, dict[str, float]]]
    match: list[Match]


@cache
def _read() -> _File:
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), _File)


def matches() -> list[Match]:
    """The matches that were played."""
    return _read().match


def measured() -> str:
    """When, and how."""
    return _read().measured


def about(kind: str) -> str:
    """What an anchor is, in a sentence or two; nothing for others."""
    return _read().about.get(kind, "")


def rating(title: str, of: str, kind: str) -> Rating | None:
    """The rating of a bot; None if it is not an anchor of this title."""
    mu = _read().ratings.get(title, {}).get(of, {}).get(kind)
    return None if mu is None else Rating(mu, SIGMA)


def kinds(title: str) -> list[str]:
    """The bots that are anchors of a title in every class, the weakest first."""
    scales = _read().ratings.get(title, {})
    found = scales.get("two", {})
    return sorted(found, key=lambda kind: found[kind])


def all_of(kind: str) -> list[Anchor]:
    """Where a bot is an anchor."""
    every = [(title, of, rating(title, of, kind)) for title in _read().ratings for of in CLASSES]
    return [Anchor(title, kind, of, at) for title, of, at in every if at is not None]


def computed() -> dict[str, dict[str, dict[str, float]]]:
    """The ratings that follow from the matches, by title and class."""
    scales: dict[tuple[str, str], list[Match]] = {}
    for match in matches():
        scales.setdefault((match.title, class_of(match.players)), []).append(match)
    found: dict[str, dict[str, dict[str, float]]] = {}
    for (title, of), played in scales.items():
        found.setdefault(title, {})[of] = fit(played)
    return found


def fit(matches: Iterable[Match]) -> dict[str, float]:
    """The means that explain the matches of one scale best (their likelihood is greatest), the keeper's being 25.

    Against several of the worse one a bot wins by chance one game of so many: the model says how often otherwise.
    """
    played = list(matches)
    means = {kind: MU for match in played for kind in (match.better, match.worse)}
    for _ in range(_STEPS):
        pull = dict.fromkeys(means, 0.0)
        for match in played:
            games, won = match.games + DRAWS, match.won + DRAWS / match.players
            expected = games * share(means[match.better] - means[match.worse], match.players)
            pull[match.better] += (won - expected) / games
            pull[match.worse] -= (won - expected) / games
        means = {kind: mean + pull[kind] for kind, mean in means.items()}
    return {kind: round(mean - means[MIDDLE] + MU, 1) for kind, mean in means.items()}


def share(ahead: float, players: int) -> float:
    """How often a bot wins that is so much better than all others of so many players."""
    strength = math.exp(ahead / (math.sqrt(players) * BETA))
    return strength / (strength + players - 1)
