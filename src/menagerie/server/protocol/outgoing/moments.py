"""What can be looked up about a game: its moments, score history, help for newcomers, and review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from menagerie.server.protocol.outgoing.answers import Idea
from menagerie.server.protocol.outgoing.base import Outgoing, OutgoingArray
from menagerie.server.protocol.outgoing.log import Entry
from menagerie.server.protocol.outgoing.scene import Scene, SceneChanges


class MomentFacts(Outgoing):
    """The game after so many decisions, apart from its scene."""

    n: int
    to_act: Sequence[int]
    scores: Sequence[float]
    told_scores: Sequence[str]
    entry: Entry | None
    """The log entry of decision `n`."""
    about: Sequence[str] | None
    """The pieces that decision `n` was about, as in a film's step."""
    decisions: int
    """How many decisions are in effect now."""


class Moment(MomentFacts):
    """The table after so many decisions, as the viewer may see it."""

    scene: Scene


class MomentSince(MomentFacts):
    """The same as differences from another moment."""

    scene: SceneChanges


class Chapter(Outgoing):
    """A round, or another part of a title's game."""

    n: int
    """The moment at which it starts."""
    name: str


class TurningPoint(Outgoing):
    """The round that cost most in a lost game."""

    n: int
    chapter: str
    before: float
    """The chance of winning at its start, from 0 to 1."""
    after: float
    """The chance at its end."""


class Course(Outgoing):
    """Everyone's points at every moment, and where rounds start."""

    scores: Sequence[Sequence[float]]
    """By moment, from 0 on, the points by seat."""
    chapters: Sequence[Chapter]
    chances: Sequence[float]
    """In cooperative and solo games: the chance of winning at every moment. Empty otherwise."""
    turned: TurningPoint | None
    """If such a game was lost."""


class DecisionGuide(Outgoing):
    """Help for newcomers about the decisions whose notation starts with this."""

    begins: str
    words: str
    rule: str


class GuideText(OutgoingArray):
    """What the rules say about something in front of the player."""

    name: str
    text: str


class Guide(Outgoing):
    """Help for newcomers with a decision."""

    seat: int
    words: str
    """About the step."""
    rule: str
    decisions: Sequence[DecisionGuide]
    texts: Sequence[GuideText]


class Guides(Outgoing):
    """Help for newcomers with their current decisions."""

    n: int
    guides: Sequence[Guide]


class Judgement(Outgoing):
    """A decision of a game with its verdict. Chances are from 0 to 1, by seat."""

    ply: int
    """The moment before the decision."""
    to: int
    """The moment after it."""
    seat: int
    decisions: Sequence[str]
    told: Sequence[str]
    before: Sequence[float]
    """The chances before the decision."""
    spread: Sequence[float]
    chosen: Sequence[float]
    """The chances with this decision, before chance events."""
    after: Sequence[float]
    """The chances after it."""
    loss: float
    """What the decision cost."""
    error: float | None
    """The margin of error. Null if unknown."""
    better: Idea | None
    """Null if it was no mistake."""
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
    """The stored review of a game."""

    version: int
    title: str
    names: Sequence[str]
    record: str
    """A digest of the reviewed record."""
    made: str
    """How much thought went into it."""
    over: bool
    chance: bool
    """False if there was no chance involved."""
    seats: Sequence[SeatReview]
    choices: Sequence[Judgement]
    end: Sequence[float]


class ReviewProgress(Outgoing):
    """The state of a game's review."""

    status: Literal["none", "working", "done"]
    """`none`: not requested, or failed."""
    done: int
    of: int
    """How many decisions there are. 0 while other games come first."""
    review: Review | None
