"""The players' decisions, and the state of their game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from menagerie.server.protocol.outgoing.base import Outgoing


class Grid(Outgoing):
    """A grid for placing a piece: the corner of a cell is at `x + column * cell`, `y + row * cell`."""

    columns: int
    x: float
    y: float
    cell: float


class Choice(Outgoing):
    """A way to decide by pointing. With a `grid` it stands for many: after its path a ghost is placed."""

    notation: str
    """The decision to send when the path is complete. With a grid, fill in `{turn}` and `{cell}`."""
    path: Sequence[str]
    """The targets to point at, in order: ids of pieces, or `button:LABEL` for a button below the table."""
    words: str
    """The decision for people: no codes, no full stop."""
    then: str | UnsetType = UNSET
    """Its consequences, as far as the seat can know them."""
    amount: float | UnsetType = UNSET
    """The number of the last button: of several the client makes a slider."""
    usual: bool | UnsetType = UNSET
    """Where that slider starts."""
    carries: str | UnsetType = UNSET
    """A piece that can be dragged onto the last target though it isn't a target itself."""
    ghost: str | UnsetType = UNSET
    """What the table would show, as SVG in the units of `part`."""
    moves: bool | UnsetType = UNSET
    """The first target would go to the last: it can be dragged there."""
    part: str | UnsetType = UNSET
    """The part of ghosts and grid. Missing or empty: the first."""
    by_steps: bool | UnsetType = UNSET
    """There are too many continuations after its path to list: the client asks `draw`."""
    grid: Grid | UnsetType = UNSET
    ghosts: dict[str, str] | UnsetType = UNSET
    """By orientation the piece's look, as SVG."""
    turned: dict[str, str] | UnsetType = UNSET
    """The result of a quarter turn for each orientation."""
    mirrored: dict[str, str] | UnsetType = UNSET
    """The mirror image of each orientation."""
    fits: dict[str, str] | UnsetType = UNSET
    """By orientation a bit map in hexadecimal: bit `row * columns + column` is set where the piece's corner fits."""


class Question(Outgoing):
    """What a seat may decide now."""

    seat: int
    prompt: str
    choices: Sequence[Choice]


class Coach(Outgoing):
    """What the coach of a lesson says now."""

    step: int
    """The number for `read`."""
    steps: int
    """0 if the lesson is a game with free decisions."""
    words: str
    lit: Sequence[str]
    """The pieces it mentions. The bubble points at the first one."""
    wanted: Sequence[str]
    """The targets that lead to an accepted decision."""
    waits: bool
    """Whether a decision must be made. Otherwise it is to be read."""
    last: bool
    """Whether this is the end of the lesson."""


class OfferedOrder(Outgoing):
    """A standing order that can be given now."""

    order: str
    words: str


class GivenOrder(Outgoing):
    """An active standing order."""

    order: str
    words: str
    short: str
    """A label for a chip."""


class EndedOrder(Outgoing):
    """A standing order that has ended since the seat last decided by hand."""

    words: str
    short: str
    why: str
    """The reason, as a sentence."""


class Orders(Outgoing):
    """The standing orders of a seat. Only its holder gets them."""

    seat: int
    offered: Sequence[OfferedOrder]
    given: Sequence[GivenOrder]
    played: Sequence[int]
    """The numbers of the decisions that orders have made."""
    ended: Sequence[EndedOrder]


class UndoRange(Outgoing):
    """How far a player can go back."""

    free: int | None
    """The decision number to go back to without asking. Null: none."""
    first: int
    """The decision number to go back to by asking the others."""


class Votes(Outgoing):
    """The number of votes for each choice."""

    wait: int
    bot: int
    lost: int


class VoteChoices(Outgoing):
    """The label of each choice."""

    wait: str
    bot: str
    lost: str


class Overdue(Outgoing):
    """The vote on a player whose time ran out."""

    ask: int
    """The number for `vote`."""
    seat: int
    voters: Sequence[int]
    """The seats that vote."""
    waiting: Sequence[int]
    """The seats that haven't voted."""
    votes: Votes
    until: float
    """When the vote ends."""
    sentence: str
    choices: VoteChoices
    told_until: str
    """`until` in words, if there are days per move. Empty otherwise."""


class Time(Outgoing):
    """The clocks of a table."""

    days: bool
    """Whether there are days per move."""
    team: bool
    """Whether all share one clock."""
    left: Sequence[float]
    """By seat the seconds left at the last event."""
    due: Sequence[float | None]
    """By seat when the time left will have run out. Null if the clock isn't running."""
    holidays: dict[int, float]
    """By seat when a player's holiday ends."""
    lost: Sequence[int]
    """The seats that lost before the end, in order."""
    overdue: Sequence[Overdue]


class TieBreak(Outgoing):
    """A tie that was broken."""

    first: int
    """The place that was decided."""
    told: str
    """How, in words: `by 4 landscape tiles to 2`."""
    sentence: str


class ScorePart(Outgoing):
    """One part of the score."""

    name: str
    points: Sequence[float]
    """By seat."""


class Result(Outgoing):
    """How a game ended."""

    sentence: str
    winners: Sequence[int]
    together: bool
    """Whether the game was cooperative or solo."""
    ranking: Sequence[Sequence[int]]
    """The seats by place."""
    aborted: bool
    """Whether the game ended without a result: its time ran out before the first decision, or all players left."""
    lost_by_time: Sequence[int]
    lost: dict[int, str]
    """By seat why it lost before the end: `out of time`, `left` or `never came`."""
    ties: Sequence[TieBreak]
    """Every tie that was broken, from the first place to the last."""
    scores: Sequence[float]
    told_scores: Sequence[str]
    """The scores as text."""
    points: Sequence[ScorePart]
    """By seat they add up to the score."""
    tie_break: str
    """What decided between the winners and the next best, in words. Empty if nothing had to."""


class Turn(Outgoing):
    """The state of the game, the same for everyone, and the decisions of the viewer's seats."""

    over: bool
    to_act: Sequence[int]
    since: float
    """When the current decision began."""
    clock: Sequence[float]
    """The seconds that each seat has used so far, without the current decision."""
    scores: Sequence[float]
    told_scores: Sequence[str]
    """The scores as text: a number, and its unit if that isn't points."""
    hands: Sequence[int] | None
    """The seats that want to talk before the team's turn ends. Null where no one waits for talk."""
    time: Time | None
    """Null without a clock."""
    result: Result | None
    trials: Sequence[int]
    """The viewer's seats that have something to try out now (`try`)."""
    asks: Sequence[Question]
    """An entry for each seat of the viewer that may decide now."""
    coach: Coach | None
    """What the coach of a lesson says to the viewer."""
    orders: Sequence[Orders]
    """An entry for each seat of the viewer in a game in progress whose title has standing orders."""
    undo: UndoRange
