"""What can be looked up about a game: its moments, its course, what newcomers are told, and its review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from menagerie.server.protocol.outgoing.answers import Idea
from menagerie.server.protocol.outgoing.base import Outgoing, OutgoingArray
from menagerie.server.protocol.outgoing.log import Entry
from menagerie.server.protocol.outgoing.scene import Scene, SceneChanges


class MomentFacts(Outgoing):
    """How a game stood after so many decisions, apart from its scene."""

    n: int
    to_act: Sequence[int]
    scores: Sequence[float]
    told_scores: Sequence[str]
    entry: Entry | None
    """The log's entry of decision `n`."""
    about: Sequence[str] | None
    """The pieces that decision `n` was about, as in a film's step."""
    decisions: int
    """How many decisions stand now."""


class Moment(MomentFacts):
    """The table after so many decisions, as the viewer may see it."""

    scene: Scene


class MomentSince(MomentFacts):
    """The same as differences from another moment."""

    scene: SceneChanges


class Chapter(Outgoing):
    """A round, or what else a title's game is made of."""

    n: int
    """The moment at which it begins."""
    name: str


class TurningPoint(Outgoing):
    """The round that cost most of a game that was lost."""

    n: int
    chapter: str
    before: float
    """The chance to win at its beginning, from 0 to 1."""
    after: float
    """And at its end."""


class Course(Outgoing):
    """Everyone's points at every moment, and where rounds begin."""

    scores: Sequence[Sequence[float]]
    """By moment, from 0 on, the points by seat."""
    chapters: Sequence[Chapter]
    chances: Sequence[float]
    """Where all win or lose together, or one plays alone: the chance to win at every moment. Else empty."""
    turned: TurningPoint | None
    """If such a game was lost."""


class DecisionGuide(Outgoing):
    """What newcomers are told about the decisions whose notation begins so."""

    begins: str
    words: str
    rule: str


class GuideText(OutgoingArray):
    """What the rules say of something that the player has before them."""

    name: str
    text: str


class Guide(Outgoing):
    """What newcomers are told beside a question."""

    seat: int
    words: str
    """About the step."""
    rule: str
    decisions: Sequence[DecisionGuide]
    texts: Sequence[GuideText]


class Guides(Outgoing):
    """What newcomers are told beside the questions that they are asked now."""

    n: int
    guides: Sequence[Guide]


class Judgement(Outgoing):
    """A choice of a game, judged. Chances are from 0 to 1, by seat."""

    ply: int
    """The moment before the choice."""
    to: int
    """The moment after it."""
    seat: int
    decisions: Sequence[str]
    told: Sequence[str]
    before: Sequence[float]
    """The chances before the choice."""
    spread: Sequence[float]
    chosen: Sequence[float]
    """The chances with what was chosen, before chance has its say."""
    after: Sequence[float]
    """The chances after it."""
    loss: float
    """What the choice cost."""
    error: float | None
    """How exact that is. Null where it is not known."""
    better: Idea | None
    """Null where it was no mistake."""
    mistake: bool
    turning: bool
    """Whether the game turned here."""


class SeatReview(Outgoing):
    """A game as one seat played it."""

    choices: int
    mistakes: int
    accuracy: float | None
    begin: float
    skill: float
    gifts: float
    luck: float


class Review(Outgoing):
    """The review of a game, as it is kept with the game."""

    version: int
    title: str
    names: Sequence[str]
    record: str
    """A digest of the record that was judged."""
    made: str
    """How much thought went into it."""
    over: bool
    chance: bool
    """False if nothing was left to chance."""
    seats: Sequence[SeatReview]
    choices: Sequence[Judgement]
    end: Sequence[float]


class ReviewProgress(Outgoing):
    """How the review of a game stands."""

    status: Literal["none", "working", "done"]
    """`none`: nobody has asked, or it failed."""
    done: int
    of: int
    """How many choices there are. 0 while other games come first."""
    review: Review | None
