"""Use bots as anchors: their fixed ratings make people's ratings mean the same on every server.

A title has them in `anchors.toml`, next to the matches they are computed from by `menagerie rate --anchors`."""

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
"""The uncertainty of a bot's rating."""
MIDDLE: Final = "keeper"
"""The bot whose rating new players start with, unless the title's file names another."""
DRAWS: Final = 1.0
"""How many drawn games to add to each match, so that no bot is infinitely better."""
_STEPS: Final = 4000


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one bot against one or several copies of another."""

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
    """The content of a title's file."""

    measured: str = ""
    """When and how the matches were played."""
    middle: str = MIDDLE
    ratings: dict[str, dict[str, float]] = {}
    """By class of player counts and kind of bot."""
    match: list[Match] = []


def read(file: Path) -> Anchors:
    """Return the content of a file of anchors; raise BadContent."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Anchors)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadContent(f"{file}: {error}.") from None


@cache
def of_title(title: str) -> Anchors:
    """Return a title's anchors; none if its file is missing or damaged, or the title isn't installed."""
    try:
        file = load(title).folder / FILE
        return read(file) if file.is_file() else Anchors()
    except UnknownGame:
        return Anchors()
    except BadContent as error:  # a mistake in an installed package: its games are not rated, and all else works
        LOG.error("The bots of %s have no ratings: %s", title, error)
        return Anchors()


def middle(title: str) -> str:
    """Return the bot whose rating new players start with."""
    return of_title(title).middle


def rating(title: str, of: str, kind: str) -> Rating | None:
    """Return a bot's rating; None if it isn't an anchor of this title."""
    mu = of_title(title).ratings.get(of, {}).get(kind)
    return None if mu is None else Rating(mu, SIGMA)


def kinds(title: str) -> list[str]:
    """Return the bots that are anchors in all of a title's classes, the weakest first."""
    scales = list(of_title(title).ratings.values())
    common = set.intersection(*map(set, scales)) if scales else set()
    return sorted(common, key=lambda kind: scales[0][kind])


def why_not_rated(game: Game, players: int) -> str:
    """Return why games of so many players aren't rated on this server; empty if they are."""
    why = rating_scale.why_not(game, players)
    if not why and not kinds(game.id):
        why = f"{game.name} is not rated here because its bots haven't been measured."
    return why


def all_of(kind: str) -> list[Anchor]:
    """Return the scales on which a bot is an anchor."""
    every = [(title, of, rating(title, of, kind)) for title in titles() for of in CLASSES]
    return [Anchor(title, kind, of, at) for title, of, at in every if at is not None]


def measured(anchors: Iterable[Anchor]) -> str:
    """Return when and how these were measured."""
    return "; ".join(dict.fromkeys([of_title(one.title).measured for one in anchors]))


def computed(anchors: Anchors) -> dict[str, dict[str, float]]:
    """Return the ratings computed from the matches, by class of player counts. Raise BadContent."""
    scales: dict[str, list[Match]] = {}
    for match in anchors.match:
        scales.setdefault(class_of(match.players), []).append(match)
    for of, played in scales.items():
        if not any(anchors.middle in (match.better, match.worse) for match in played):
            raise BadContent(
                f"No match with {CLASSES[of]} has {anchors.middle!r}, the bot that all others are compared with."
            )
    return {of: fit(played, anchors.middle) for of, played in scales.items()}


def with_ratings(text: str, ratings: dict[str, dict[str, float]]) -> str:
    """Return the text of a file of anchors with `[ratings]` replaced, or inserted before the first match."""
    lines = text.splitlines()
    begins = next((at for at, line in enumerate(lines) if line.strip() in ("[ratings]", "[[match]]")), len(lines))
    ends = begins
    if ends < len(lines) and lines[ends].strip() == "[ratings]":
        ends = next((at for at in range(begins + 1, len(lines)) if lines[at].startswith("[")), len(lines))
    table = ["[ratings]", *[f"{of} = {_inline(means)}" for of, means in ratings.items()], ""]
    return "\n".join([*lines[:begins], *table, *lines[ends:]]).rstrip("\n") + "\n"


def _inline(means: dict[str, float]) -> str:
    """Return `{ visitor = 7.0, keeper = 25.0 }`, the weakest first."""
    ordered = sorted(means.items(), key=lambda one: one[1])
    return f"{{ {', '.join([f'{kind} = {mean}' for kind, mean in ordered])} }}"


def fit(matches: Iterable[Match], middle: str = MIDDLE) -> dict[str, float]:
    """Return the maximum likelihood means of one scale's matches, with the middle one fixed at 25.

    Against several copies of a weaker bot, a bot wins its share of games by chance; the model gives the rest."""
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
    """Return how often a bot of this lead wins against all others of so many players."""
    strength = math.exp(ahead / (math.sqrt(players) * BETA))
    return strength / (strength + players - 1)
