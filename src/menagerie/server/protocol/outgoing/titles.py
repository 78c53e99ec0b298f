"""The titles and bots of a server, and how newcomers learn them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from menagerie.server.protocol.outgoing.base import Outgoing


class Symbol(Outgoing):
    """The symbol of a title."""

    id: str
    svg: str
    """A `<symbol>`."""


OptionType = Literal["flag", "choice", "names"]


class TitleOption(Outgoing):
    """An option of a title for tables."""

    name: str
    heading: str
    """The name for people."""
    type: OptionType
    """`flag`: true or false. `choice`: one of `choices`. `names`: a list of some of `choices`."""
    default: Any
    choices: Sequence[str]
    words: Sequence[str]
    """The choices for people, in the same order."""
    help: str


class BotKind(Outgoing):
    """A kind of bot."""

    kind: str
    name: str
    """What it is called on screen."""
    line: str
    """A short description."""


class TitleCard(Outgoing):
    """A title in the list of titles."""

    id: str
    name: str
    players: Sequence[int]
    """The possible numbers of players."""
    line: str
    minutes: Sequence[int]
    """How long a game takes, from and to."""
    difficulty: str
    designer: str
    publisher: str
    year: int
    symbol: Symbol
    options: Sequence[TitleOption]
    first_game: dict[str, dict[str, Any]]
    """By number of players the options that suit newcomers better than the defaults."""
    bots: Sequence[BotKind]
    """The kinds to choose from."""
    usual_bot: str
    """The default kind."""
    team: bool
    """Whether all win or lose together."""
    style: str
    """The address of the title's style sheet."""
    picture: str
    """The address of its cover."""
    learn: str | None
    """The page about how to play. Null if there is none."""
    puzzles: str | None
    """The page with its puzzles. Null if there are none."""
    rated: bool
    """Whether its games can be rated."""


class Titles(Outgoing):
    """All titles, and all kinds of bots, including those for research."""

    titles: Sequence[TitleCard]
    bots: Sequence[BotKind]


class Rules(Outgoing):
    """A title's rules page."""

    title: str
    name: str
    html: str
    """Made from our own text and safe to insert. Section 2.3 has the id `rule-2.3`."""


class LearnCard(Outgoing):
    """A card about a title."""

    heading: str
    words: str
    shows: str
    """What is highlighted in the picture, in words."""
    picture: str
    """The address of the picture, which takes `theme`."""


class Learn(Outgoing):
    """How to play a title, on a few cards."""

    title: str
    name: str
    cards: Sequence[LearnCard]


class Experience(Outgoing):
    """How many games of a title I have finished."""

    title: str
    finished: int
    newcomer: bool
    """Whether that makes me a newcomer."""


class LessonProgress(Outgoing):
    """A lesson, and my progress."""

    number: int
    heading: str
    learn: str
    """What it teaches, in a sentence."""
    done: bool
    table: str | None
    """Where I left it."""
