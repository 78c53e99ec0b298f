"""Bots as anchors: their ratings stand fast, so that people's ratings mean the same on every server.

A title has them in `anchors.toml`, beside the matches that they come from. `menagerie rate --anchors` computes them.
"""

from __future__ import annotations

import logging
import math
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from menagerie.core.errors import BadContent, UnknownGame
from menagerie.core.game import Game
from menagerie.core.registry import load, titles
from menagerie.server.base import rating_scale
from menagerie.server.base.rating_scale import BETA, CLASSES, MU, Rating, class_of

LOG: Final = logging.getLogger("menagerie.server")
FILE: Final = "anchors.toml"
"""The name of the file in a title's folder."""
SIGMA: Final = 1.0
"""How sure we are of a bot's rating."""
MIDDLE: Final = "keeper"
"""The bot that people who have played nothing yet are compared to, unless the title's file names another."""
DRAWS: Final = 1.0
"""So many games that neither won are thought to have been played in every match: nobody is infinitely better."""
_STEPS: Final = 4000


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one bot against another, or several of it."""

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


class Anchors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a title's file says."""

    measured: str = ""
    """When the matches were played, and how."""
    middle: str = MIDDLE
    ratings: dict[str, dict[str, float]] = {}
    """By class of player counts and kind of bot."""
    match: list[Match] = []


def read(file: Path) -> Anchors:
    """Return what a file of anchors says; raise BadContent."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Anchors)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadContent(f"{file}: {error}.") from None


@cache
def of_title(title: str) -> Anchors:
    """Return the anchors of a title; none if it has no such file, or one that cannot be read, or is not here."""
    try:
        file = load(title).folder / FILE
        return read(file) if file.is_file() else Anchors()
    except UnknownGame:
        return Anchors()
    except BadContent as error:  # a mistake in somebody's package: its games are not rated, and all else works
        LOG.error("the bots of %s have no ratings: %s", title, error)
        return Anchors()


def middle(title: str) -> str:
    """Return the bot that people who have played nothing yet are compared to."""
    return of_title(title).middle


def rating(title: str, of: str, kind: str) -> Rating | None:
    """Return the rating of a bot; None if it is not an anchor of this title."""
    mu = of_title(title).ratings.get(of, {}).get(kind)
    return None if mu is None else Rating(mu, SIGMA)


def kinds(title: str) -> list[str]:
    """Return the bots that are anchors of a title in every class that it has, the weakest first."""
    scales = list(of_title(title).ratings.values())
    common = set.intersection(*map(set, scales)) if scales else set()
    return sorted(common, key=lambda kind: scales[0][kind])


def why_not_rated(game: Game, players: int) -> str:
    """Return why games of so many are not rated on this server; nothing if they are."""
    why = rating_scale.why_not(game, players)
    if not why and not kinds(game.id):
        why = f"{game.name} is not rated here: nobody has measured its bots."
    return why


def all_of(kind: str) -> list[Anchor]:
    """Return where a bot is an anchor."""
    every = [(title, of, rating(title, of, kind)) for title in titles() for of in CLASSES]
    return [Anchor(title, kind, of, at) for title, of, at in every if at is not None]


def measured(anchors: Iterable[Anchor]) -> str:
    """Return when these were measured, and how."""
    return "; ".join(dict.fromkeys([of_title(one.title).measured for one in anchors]))


def computed(anchors: Anchors) -> dict[str, dict[str, float]]:
    """Return the ratings that follow from the matches, by class of player counts. Raise BadContent."""
    scales: dict[str, list[Match]] = {}
    for match in anchors.match:
        scales.setdefault(class_of(match.players), []).append(match)
    for of, played in scales.items():
        if not any(anchors.middle in (match.better, match.worse) for match in played):
            raise BadContent(f"No match with {CLASSES[of]} has {anchors.middle!r}, which all bots are compared with.")
    return {of: fit(played, anchors.middle) for of, played in scales.items()}


def with_ratings(text: str, ratings: dict[str, dict[str, float]]) -> str:
    """Return the text of a file of anchors with `[ratings]` replaced, or put before the first match."""
    lines = text.splitlines()
    begins = next((at for at, line in enumerate(lines) if line.strip() in ("[ratings]", "[[match]]")), len(lines))
    ends = begins
    if ends < len(lines) and lines[ends].strip() == "[ratings]":
        ends = next((at for at in range(begins + 1, len(lines)) if lines[at].startswith("[")), len(lines))
    table = ["[ratings]", *[f"{of} = {_inline(means)}" for of, means in ratings.items()], ""]
    return "\n".join([*lines[:begins], *table, *lines[ends:]]).rstrip("\n") + "\n"


def _inline(means: dict[str, float]) -> str:
    """`{ visitor = 7.0, keeper = 25.0 }`, the weakest first."""
    ordered = sorted(means.items(), key=lambda one: one[1])
    return f"{{ {', '.join([f'{kind} = {mean}' for kind, mean in ordered])} }}"


def fit(matches: Iterable[Match], middle: str = MIDDLE) -> dict[str, float]:
    """The means that explain the matches of one scale best (their likelihood is greatest), the middle one's being 25.

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
    return {kind: round(mean - means[middle] + MU, 1) for kind, mean in means.items()}


def share(ahead: float, players: int) -> float:
    """How often a bot wins that is so much better than all others of so many players."""
    strength = math.exp(ahead / (math.sqrt(players) * BETA))
    return strength / (strength + players - 1)
