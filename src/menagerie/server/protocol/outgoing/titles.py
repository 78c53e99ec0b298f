"""The titles and bots that a server offers, and how newcomers learn them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from menagerie.server.protocol.outgoing.base import Outgoing


class Symbol(Outgoing):
    """The drawing that stands for a title."""

    id: str
    svg: str
    """A `<symbol>`."""


OptionType = Literal["flag", "choice", "names"]


class TitleOption(Outgoing):
    """Something about a title that can be chosen for a table."""

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
    """What it is like, in a few words."""


class TitleCard(Outgoing):
    """A title, as the list of titles shows it."""

    id: str
    name: str
    players: Sequence[int]
    """The numbers of players that are possible."""
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
    """By number of players the options that suit newcomers better than the usual ones."""
    bots: Sequence[BotKind]
    """The kinds that people choose from."""
    usual_bot: str
    """The kind for those who do not choose."""
    team: bool
    """Whether all win or lose together."""
    style: str
    """The address of the title's style sheet."""
    picture: str
    """The address of its cover."""
    learn: str | None
    """The page that tells how to play. Null: there is none."""
    puzzles: str | None
    """The page that lists its puzzles. Null: there are none."""
    rated: bool
    """Whether its games can be rated."""


class Titles(Outgoing):
    """All titles, and all kinds of bots, those for research too."""

    titles: Sequence[TitleCard]
    bots: Sequence[BotKind]


class Rules(Outgoing):
    """A title's rules page."""

    title: str
    name: str
    html: str
    """Made from our own text and safe to insert. Section 2.3 has the id `rule-2.3`."""


class LearnCard(Outgoing):
    """One thing to learn about a title."""

    heading: str
    words: str
    shows: str
    """What is lit in the picture, in words."""
    picture: str
    """The address of the picture, which takes `theme`."""


class Learn(Outgoing):
    """How to play a title, in a few cards."""

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
    """A lesson, and how far I have come with it."""

    number: int
    heading: str
    learn: str
    """What it teaches, in a sentence."""
    done: bool
    table: str | None
    """Where I have left it."""
