"""What is asked of the players, and how their game stands."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing


class Grid(Outgoing):
    """A grid on which a piece can be laid: the corner of a cell is at `x + column * cell`, `y + row * cell`."""

    columns: int
    x: float
    y: float
    cell: float


class Choice(Outgoing):
    """A way to decide by pointing. With a `grid` it stands for many: after its path a ghost is placed."""

    notation: str
    """The decision to send when the path is complete. With a grid `{turn}` and `{cell}` are to be filled in."""
    path: Sequence[str]
    """The targets to point at, one after another: ids of pieces, or `button:LABEL` for a button below the table."""
    words: str
    """The decision for people: no codes, no full stop."""
    then: str | UnsetType = UNSET
    """What comes of it as far as the seat can know."""
    amount: float | UnsetType = UNSET
    """The number that the last button stands for: of several the client makes a slider."""
    usual: bool | UnsetType = UNSET
    """Where that slider begins."""
    carries: str | UnsetType = UNSET
    """A piece that can be dragged onto the last target though it is no target itself."""
    ghost: str | UnsetType = UNSET
    """What the table would show, as SVG in the units of `part`."""
    moves: bool | UnsetType = UNSET
    """The first target would go to the last: it can be dragged there."""
    part: str | UnsetType = UNSET
    """The part to which ghosts and grid belong. Missing or empty: the first."""
    by_steps: bool | UnsetType = UNSET
    """More is asked after its path, too much to be listed: the client asks `draw`."""
    grid: Grid | UnsetType = UNSET
    ghosts: dict[str, str] | UnsetType = UNSET
    """By orientation what the piece looks like, as SVG."""
    turned: dict[str, str] | UnsetType = UNSET
    """What a quarter turn makes of each orientation."""
    mirrored: dict[str, str] | UnsetType = UNSET
    """What a mirror makes of each orientation."""
    fits: dict[str, str] | UnsetType = UNSET
    """By orientation a bit map in hexadecimal: bit `row * columns + column` is set where the piece's corner may lie."""


class Question(Outgoing):
    """What a seat may decide now."""

    seat: int
    prompt: str
    choices: Sequence[Choice]


class Coach(Outgoing):
    """What the coach of a lesson says now."""

    step: int
    """What `read` names."""
    steps: int
    """0 where the lesson is a game: there everything is free."""
    words: str
    lit: Sequence[str]
    """The pieces that it speaks of. The bubble belongs to the first one."""
    wanted: Sequence[str]
    """The targets that lead to what is accepted."""
    waits: bool
    """Whether a decision must be made. Else it is to be read."""
    last: bool
    """Whether the lesson is over with these words."""


class OfferedOrder(Outgoing):
    """A standing order that can be given now."""

    order: str
    words: str


class GivenOrder(Outgoing):
    """A standing order that stands."""

    order: str
    words: str
    short: str
    """Words for a chip."""


class EndedOrder(Outgoing):
    """A standing order that has ended since the seat last decided something by hand."""

    words: str
    short: str
    why: str
    """The reason, in a sentence."""


class Orders(Outgoing):
    """The standing orders of a seat. Only its holder is told."""

    seat: int
    offered: Sequence[OfferedOrder]
    given: Sequence[GivenOrder]
    played: Sequence[int]
    """The numbers of the decisions that orders have made."""
    ended: Sequence[EndedOrder]


class UndoRange(Outgoing):
    """How far a player can go back."""

    free: int | None
    """To which decision number without asking. Null: not at all."""
    first: int
    """Down to which one by asking the others."""


class Votes(Outgoing):
    """How many have voted for each choice."""

    wait: int
    bot: int
    lost: int


class VoteChoices(Outgoing):
    """What each choice is called."""

    wait: str
    bot: str
    lost: str


class Overdue(Outgoing):
    """What the others are asked about a player whose time ran out."""

    ask: int
    """What `vote` names."""
    seat: int
    voters: Sequence[int]
    """The seats that are asked."""
    waiting: Sequence[int]
    """The seats that have not answered."""
    votes: Votes
    until: float
    """When it is decided at the latest."""
    sentence: str
    choices: VoteChoices
    told_until: str
    """`until` in words, where moves have days. Else empty."""


class Time(Outgoing):
    """The clocks of a table."""

    days: bool
    """Whether moves have days."""
    team: bool
    """Whether all have the same clock."""
    left: Sequence[float]
    """By seat the seconds that were left when something last happened."""
    due: Sequence[float | None]
    """By seat when what is left will have run out. Null where the clock stands."""
    holidays: dict[int, float]
    """By seat until when a player is on holiday."""
    lost: Sequence[int]
    """The seats that lost before the end, the first one first."""
    overdue: Sequence[Overdue]


class TieBreak(Outgoing):
    """A tie that was broken."""

    first: int
    """The place that was decided."""
    told: str
    """By what, in words: `by 4 landscape tiles to 2`."""
    sentence: str


class ScorePart(Outgoing):
    """What one part of the score was worth."""

    name: str
    points: Sequence[float]
    """By seat."""


class Result(Outgoing):
    """How a game ended."""

    sentence: str
    winners: Sequence[int]
    together: bool
    """Whether all win or lose together, or one plays alone."""
    ranking: Sequence[Sequence[int]]
    """The seats by place."""
    aborted: bool
    """Whether the game ended without a result: its time ran out before the first decision, or everyone left."""
    lost_by_time: Sequence[int]
    lost: dict[int, str]
    """By seat why it lost before the end: `out of time`, `left` or `never came`."""
    ties: Sequence[TieBreak]
    """Every tie that was broken, from the first place to the last."""
    scores: Sequence[float]
    told_scores: Sequence[str]
    """The scores as people read them."""
    points: Sequence[ScorePart]
    """By seat they add up to the score."""
    tie_break: str
    """What parted the winners from the next best, in words. Empty: nothing had to."""


class Turn(Outgoing):
    """How the game stands, which everyone is told alike, and what the viewer's seats are asked."""

    over: bool
    to_act: Sequence[int]
    since: float
    """When the present question was asked."""
    clock: Sequence[float]
    """The seconds that each seat has used so far, without the running question."""
    scores: Sequence[float]
    told_scores: Sequence[str]
    """The scores as people read them: a number, and what it counts if that is not points."""
    hands: Sequence[int] | None
    """The seats that want to talk before the team's turn ends. Null where nobody waits for talk."""
    time: Time | None
    """Null without a clock."""
    result: Result | None
    trials: Sequence[int]
    """The viewer's seats that have something to try out now (`try`)."""
    asks: Sequence[Question]
    """An entry for every seat of the viewer that may decide now."""
    coach: Coach | None
    """What the coach of a lesson says to the viewer."""
    orders: Sequence[Orders]
    """An entry for every seat of the viewer in a game being played whose title has standing orders."""
    undo: UndoRange
