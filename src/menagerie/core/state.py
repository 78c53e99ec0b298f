"""A game in progress: a table, a stack of phases, and how it came to be so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction
from menagerie.core.event import Event
from menagerie.core.phase import Phase
from menagerie.core.rng import Rng, checked_seed
from menagerie.core.seats import LETTERS, letters_of

if TYPE_CHECKING:
    from menagerie.core.game import Game, Setup


@final
class Step:
    """A decision and all that came before it: copies of a state share their past."""

    __slots__ = ("action", "before", "number", "seat")

    def __init__(self, seat: int, action: Action, before: Step | None) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.before: Final = before
        self.number: Final[int] = 1 if before is None else before.number + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The contract of every title (see docs/contract.md). A title's `Table` adds what lies on its table.

    `stack` holds the phases, the deciding one on top; an empty stack means that the game is over. While
    several seats act at the same time each has a stack of its own in `lanes`, and `stack` waits.
    """

    game: Game
    setup: Setup
    players: int
    rng: Rng
    stack: list[Phase[Any]]
    lanes: list[list[Phase[Any]]]
    past: Step | None
    log: list[Event] | None
    imagined: bool

    def prepare(self, game: Game, setup: Setup) -> None:
        """What every new game begins with. There is no `__init__`, so that `copy` pays only for what it copies."""
        self.game = game
        self.setup = setup
        self.players = setup.players
        self.rng = Rng(setup.seed)
        self.stack = []
        self.lanes = []
        self.past = None
        self.log = None
        self.imagined = False

    # What a title adds.

    def copy(self) -> State:
        """An independent twin. A title makes an empty table, calls `copy_base`, and copies its own attributes."""
        raise NotImplementedError

    def score(self, seat: int) -> int:
        """That seat's points, as if the game ended now."""
        raise NotImplementedError

    def standing(self, seat: int) -> tuple[int, ...]:
        """What the ranking compares, the most important first: points, then the tie-breaks."""
        return (self.score(seat),)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may see, as plain data; None: what an onlooker may see."""
        raise NotImplementedError

    def secrets(self) -> dict[str, Any]:
        """What `view` hides from anyone, as plain data. For tests: no bot and no client is ever given it."""
        raise NotImplementedError

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Deal anew what that seat does not know, from nothing but what it may know and `rng`."""
        raise NotImplementedError

    def result(self) -> str:
        """How the game ended, in one sentence with seats' letters; empty while it goes on."""
        if not self.is_over:
            return ""
        winners = self.winners
        points = self.score(winners[0])
        return f"{letters_of(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {points} points."

    # What every title has.

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now; () when the game is over."""
        if self.lanes:
            return tuple([seat for seat, lane in enumerate(self.lanes) if lane])
        stack = self.stack
        return stack[-1].seats(self) if stack else ()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.stack

    def phase(self, seat: int | None = None) -> Phase[Any] | None:
        """The phase in which that seat decides (None: the only seat to act), or None if it does not."""
        if self.lanes:
            if seat is None:
                raise IllegalAction(f"{letters_of(self.to_act)} may act now: say whose decision is meant.")
            lane = self.lanes[seat] if 0 <= seat < self.players else []
            return lane[-1] if lane else None
        if not self.stack:
            return None
        phase = self.stack[-1]
        acting = phase.seats(self)
        if seat is None:
            if len(acting) > 1:
                raise IllegalAction(f"{letters_of(acting)} may act now: say whose decision is meant.")
            return phase
        return phase if seat in acting else None

    def legal(self, seat: int | None = None) -> list[Action]:
        """Every legal decision of that seat, in a stable order; [] if it is not to act."""
        phase = self.phase(seat)
        if phase is None:
            return []
        if seat is None:
            seat = phase.seats(self)[0]
        return phase.legal(self, seat)

    def prompt(self, seat: int) -> str:
        """What is asked of that seat now, in one sentence; empty if nothing is."""
        phase = self.phase(seat)
        return "" if phase is None else phase.prompt(self, seat)

    def play(self, action: Action | str, seat: int | None = None, log: list[Event] | None = None) -> None:
        """Carry out a legal decision, or raise IllegalAction and change nothing."""
        decision = action if isinstance(action, Action) else self.game.parse(action)
        phase = self.phase(seat)
        if phase is None:
            raise self.not_to_act(seat)
        if seat is None:
            seat = phase.seats(self)[0]
        refusal = phase.refuse(self, seat, decision)
        if refusal is not None:
            raise IllegalAction(refusal.reason, refusal.rule)
        self.log = log
        self.past = Step(seat, decision, self.past)
        if self.lanes:
            self._play_in_lane(phase, seat, decision)
        else:
            phase.play(self, seat, decision)
            self.settle()
        self.log = None

    def refusal(self, action: Action, seat: int | None = None) -> str:
        """Why this decision is not legal now, in plain words; empty if it is legal."""
        phase = self.phase(seat)
        if phase is None:
            return str(self.not_to_act(seat))
        refusal = phase.refuse(self, phase.seats(self)[0] if seat is None else seat, action)
        return "" if refusal is None else refusal.reason

    def settle(self) -> None:
        """Let the phases on top do what needs no decision."""
        stack = self.stack
        while stack and not self.lanes and stack[-1].settle(self):
            pass

    def act_together(self, first: list[list[Phase[Any]]]) -> None:
        """From now on every seat has a stack of its own; when all are done the phase now on top goes on."""
        self.lanes = first
        for seat in range(len(first)):
            self._settle_lane(seat)
        self._leave_lanes_when_done()

    def lane(self, seat: int) -> list[Phase[Any]]:
        """The stack on which that seat's phases lie: its own while several act together, else the common one."""
        return self.lanes[seat] if self.lanes else self.stack

    def _play_in_lane(self, phase: Phase[Any], seat: int, action: Action) -> None:
        phase.play(self, seat, action)
        self._settle_lane(seat)
        self._leave_lanes_when_done()
        self.settle()

    def _settle_lane(self, seat: int) -> None:
        lane = self.lanes[seat]
        while lane and lane[-1].settle(self):
            pass

    def _leave_lanes_when_done(self) -> None:
        for lane in self.lanes:
            if lane:
                return
        self.lanes = []

    def not_to_act(self, seat: int | None) -> IllegalAction:
        """The error for a decision of a seat that has none to make now."""
        if self.is_over:
            return IllegalAction("The game is over; nothing more can be played.")
        if seat is None or not 0 <= seat < self.players:
            return IllegalAction(f"There is no seat {seat}: the seats are 0 to {self.players - 1}.")
        return IllegalAction(f"It is not {LETTERS[seat]}'s turn: {letters_of(self.to_act)} may act now.")

    def copy_base(self, twin: State) -> None:
        """Give a new table what every state has; a title's `copy` calls this and adds its own attributes."""
        twin.game = self.game
        twin.setup = self.setup
        twin.players = self.players
        twin.rng = self.rng.copy()
        twin.stack = list(self.stack)
        twin.lanes = [list(lane) for lane in self.lanes] if self.lanes else []
        twin.past = self.past
        twin.log = None
        twin.imagined = self.imagined

    def imagine(self, seat: int | None, seed: int) -> State:
        """A complete state that this seat cannot tell from the real one; chance to come is new as well."""
        twin = self.copy()
        twin.rng = Rng(seed)
        twin.setup = self.setup.without_seed()
        twin.imagined = True
        twin.deal_unknown(seat, twin.rng)
        return twin

    def deal_anew(self, seed: int) -> None:
        """Deal anew from this seed what an onlooker does not know, and chance to come: another game from here on.

        Unlike an imagined state this is a real one: the seed is a part of its record.
        """
        self.setup = self.setup.dealt_anew(self.decisions, checked_seed(seed))
        self.rng = Rng(seed)
        self.deal_unknown(None, self.rng)

    @property
    def history(self) -> list[tuple[int, Action]]:
        """The decisions so far, each with its seat."""
        steps: list[tuple[int, Action]] = []
        step = self.past
        while step is not None:
            steps.append((step.seat, step.action))
            step = step.before
        steps.reverse()
        return steps

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return 0 if self.past is None else self.past.number

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat, as if the game ended now."""
        return tuple([self.score(seat) for seat in range(self.players)])

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Groups of seats, the best first; seats that the tie-breaks cannot part share a group."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return tuple(
            [
                tuple([seat for seat in range(self.players) if standings[seat] == standing])
                for standing in sorted(set(standings), reverse=True)
            ]
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; () while the game goes on."""
        return self.ranking[0] if self.is_over else ()

    def _repr_svg_(self) -> str:
        return self.game.picture(self)
