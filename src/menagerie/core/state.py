"""A game in progress: what is on the table, a stack of phases, and its history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction
from menagerie.core.event import Event
from menagerie.core.phase import Phase
from menagerie.core.rng import Rng, checked_seed
from menagerie.core.seats import LETTERS, counted, listed

if TYPE_CHECKING:
    from menagerie.core.game import Game, Setup

Listener = Callable[["State", Event], None]
"""Called with each event when it happens. It may copy the state but must not change anything."""


@final
class Step:
    """A decision and all before it. Copies of a state share their past."""

    __slots__ = ("action", "before", "number", "seat")

    def __init__(self, seat: int, action: Action, before: Step | None) -> None:
        self.seat: Final = seat
        self.action: Final = action
        self.before: Final = before
        self.number: Final[int] = 1 if before is None else before.number + 1


@final
class Ear:
    """The list that titles append events to while there is a listener, which gets each at once with the current
    state."""

    __slots__ = ("_listener", "_state")

    def __init__(self, state: State, listener: Listener) -> None:
        self._state: Final = state
        self._listener: Final = listener

    def append(self, event: Event) -> None:
        """Pass the event to the listener."""
        # In the middle of a decision its listing is out of date, and a copy must not share it.
        self._state._listing = None
        self._listener(self._state, event)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The contract of every title (see docs/contract.md). A title's `Position` adds what lies on its table.

    `stack` holds the phases, the deciding one on top; an empty stack means that the game is over. While several seats
    act at the same time, each has its own stack in `lanes`, and `stack` waits.
    """

    game: Game
    setup: Setup
    players: int
    rng: Rng
    stack: list[Phase[Any]]
    lanes: list[list[Phase[Any]]]
    past: Step | None
    log: list[Event] | Ear | None
    """The list for events, or None if no one wants them. Titles check, so that unused events cost nothing."""
    imagined: bool
    _by_hand: bool
    """Whether anything was changed other than by `play`, so that the decisions don't lead to this state."""
    names: tuple[str, ...]
    """The players' names in prompts, refusals and results; by default the seats' letters."""
    _listing: list[Action] | None
    """The phase's listing for a seat now, once computed; copies share it."""
    _listing_phase: Phase[Any] | None
    _listing_seat: int
    _notations: set[str] | None
    """The notations of the listing, once needed. Pointing and dragging need them often, and some listings have
    thousands."""

    def prepare(self, game: Game, setup: Setup) -> None:
        """Set what every new game starts with. There is no `__init__`, so that `copy` only costs what it copies."""
        self.game = game
        self.setup = setup
        self.players = setup.players
        self.rng = Rng(setup.seed)
        self.stack = []
        self.lanes = []
        self.past = None
        self.log = None
        self.imagined = False
        self._by_hand = False
        self.names = LETTERS
        self._listing = None
        self._listing_phase = None
        self._listing_seat = 0
        self._notations = None

    # For a title to add.

    def copy(self) -> State:
        """Return an independent twin.

        A title creates an empty `Position`, calls `copy_base`, and copies its own attributes.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> twin = state.copy()
        >>> twin.play("draw")
        >>> twin.ply, state.ply
        (1, 0)
        """
        raise NotImplementedError

    def score(self, seat: int) -> int:
        """Return that seat's points as if the game ended now."""
        raise NotImplementedError

    def told_score(self, seat: int) -> str:
        """Return the score for people: a number, and its unit if that isn't points."""
        return str(self.score(seat))

    def breakdown(self, seat: int) -> dict[str, int]:
        """Return the points by category; they add up to `score` at every moment."""
        return {"points": self.score(seat)}

    def standing(self, seat: int) -> tuple[int, ...]:
        """Return what the ranking compares, the most important first: points, then tie-breaks."""
        return (self.score(seat),)

    def daily_measure(self, seat: int) -> tuple[int, ...]:
        """Return what attempts at the same deal are compared by, the most important first; more is better.

        Leave out figures that mean nothing between two games, such as turn order.
        """
        return self.standing(seat)

    def daily_text(self, seat: int) -> str:
        """Return the result of an attempt in a few words: `41 points`."""
        text = self.told_score(seat)
        return counted(self.score(seat), "point", "points") if text == str(self.score(seat)) else text

    def chapter(self) -> str:
        """Return the current part of the game as a heading for the log: `Round 3`; empty in a title without parts."""
        return ""

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what that seat may see as plain data; None for a spectator.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> view = state.view(0)
        >>> view["tiles_left"], view["drawn"], view["to_act"]
        (49, None, [0])
        """
        raise NotImplementedError

    def secrets(self) -> dict[str, Any]:
        """Return what `view` hides from anyone, as plain data. For tests only: no bot or client ever gets it."""
        raise NotImplementedError

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        """Redeal what that seat doesn't know, using only what it may know and `rng`."""
        raise NotImplementedError

    def tie_break(self, index: int, first: int, second: int) -> str:
        """Return how figure `index` of `standing` separates two seats with equal points: `by 4 landscape tiles to
        2`."""
        raise NotImplementedError

    def tell_result(self, names: Sequence[str]) -> str:
        """Return how the game ended in one sentence. Only called when it is over."""
        winners = self.winners
        wins = "wins" if len(winners) == 1 else "share the win"
        points = counted(self.score(winners[0]), "point", "points")
        return f"{listed(winners, names)} {wins} with {points}{self.told_tie_break()}."

    def told_tie(self, first: int, second: int) -> str:
        """Return `by 4 landscape tiles to 2` if a tie-break separates two seats with equal points, or empty."""
        mine, theirs = self.standing(first), self.standing(second)
        if mine[0] != theirs[0]:
            return ""
        parted = [index for index in range(len(mine)) if mine[index] != theirs[index]]
        return self.tie_break(parted[0], first, second) if parted else ""

    def told_tie_break(self) -> str:
        """Return `, by 4 landscape tiles to 2` if a tie-break separated the winners from the next best, or empty."""
        ranking = self.ranking
        told = self.told_tie(ranking[0][0], ranking[1][0]) if len(ranking) > 1 else ""
        return told and f", {told}"

    # For every title.

    def result(self, names: Sequence[str] | None = None) -> str:
        """Return how the game ended, in one sentence with these names (by default the state's own); empty before its
        end.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> from random import Random
        >>> decisions = menagerie.play_randomly(state, Random(1))
        >>> state.result(["Lisa", "Ben", "Mia"])
        'Lisa wins with 1 point.'
        """
        return self.tell_result(self.names if names is None else names) if self.is_over else ""

    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may decide now; () when the game is over."""
        if self.lanes:
            return tuple([seat for seat, lane in enumerate(self.lanes) if lane])
        stack = self.stack
        return stack[-1].seats(self) if stack else ()

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return not self.stack

    def phase(self, seat: int | None = None) -> Phase[Any] | None:
        """Return the phase in which that seat decides, or None. Without a seat, use the only one to act."""
        if seat is None:
            seat = self.only_seat()
        if self.lanes:
            lane = self.lanes[seat] if 0 <= seat < self.players else []
            return lane[-1] if lane else None
        if not self.stack:
            return None
        phase = self.stack[-1]
        return phase if seat in phase.seats(self) else None

    def only_seat(self) -> int:
        """Return the only seat to act, or -1 if there is none. Raises IllegalAction if several may act."""
        acting = self.to_act
        if len(acting) > 1:
            raise IllegalAction(f"{listed(acting, self.names)} may act now. Say which seat decides.")
        return acting[0] if acting else -1

    def legal(self, seat: int | None = None) -> list[Action]:
        """Return every legal decision of that seat, in a stable order; [] if it is not to act.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> state.legal(), state.legal(1)
        ([<draw>], [])
        """
        if seat is None:
            seat = self.only_seat()
        phase = self.phase(seat)
        return [] if phase is None else self.listing(phase, seat).copy()

    def listing(self, phase: Phase[Any], seat: int) -> list[Action]:
        """Return a phase's listing for that seat now, computed once per moment. Don't change it."""
        listing = self._listing
        if listing is None or self._listing_phase is not phase or self._listing_seat != seat:
            listing = phase.legal(self, seat)
            self._listing = listing
            self._listing_phase = phase
            self._listing_seat = seat
            self._notations = None
        return listing

    def lists(self, phase: Phase[Any], seat: int, action: Action) -> bool:
        """Return whether a phase lists this decision for that seat now: the same object, or one with the same
        notation."""
        listing = self.listing(phase, seat)
        if self._notations is None:
            if self.has_listed(phase, seat, action):
                return True
            self._notations = {str(legal) for legal in listing}
        return str(action) in self._notations

    def has_listed(self, phase: Phase[Any], seat: int, action: Action) -> bool:
        """Return whether this very object is in this moment's listing: callers of `legal` play one of the same objects.
        False proves nothing."""
        listing: list[Any] | None = self._listing  # Any, so that the compiled engine needn't check each one's type
        if listing is None or self._listing_phase is not phase or self._listing_seat != seat:
            return False
        return any(legal is action for legal in listing)

    def changed_by_hand(self) -> None:
        """Call this after changing a state other than by `play`, as tests do: its listing may be out of date, and its
        decisions no longer lead here."""
        self._listing = None
        self._by_hand = True

    def only_choice(self, phase: Phase[Any], seat: int) -> Action | None:
        """Return the only decision that `phase` lists for that seat, for its `settle`, or None if there are several."""
        listing = self.listing(phase, seat)
        return listing[0] if len(listing) == 1 else None

    def prompt(self, seat: int) -> str:
        """Return the prompt for that seat now, in one sentence; empty if it isn't asked anything.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> state.prompt(0), state.prompt(1)
        ('Draw a tile.', '')
        """
        phase = self.phase(seat)
        return "" if phase is None else phase.prompt(self, seat)

    def play(self, action: Action | str, seat: int | None = None, log: list[Event] | Listener | None = None) -> None:
        """Carry out a legal decision, or raise IllegalAction. A list as `log` receives the events; a listener is called
        with each when it happens.

        All or nothing: if this or a listener raises, the state is unchanged.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> log = []
        >>> state.play("draw", log=log)
        >>> print(log[0])
        A draws a meerkat.
        """
        self._play(action, seat, log, False)

    def replay(self, action: Action | str, seat: int | None = None, log: list[Event] | Listener | None = None) -> None:
        """Carry out a decision of a recorded game: like `play`, but decisions that only recorded games may have are
        legal."""
        self._play(action, seat, log, True)

    def _play(self, action: Action | str, seat: int | None, log: list[Event] | Listener | None, recorded: bool) -> None:
        decision = self._genuine(action)
        if seat is None:
            seat = self.only_seat()
        phase = self.phase(seat)
        if phase is None:
            raise self.not_to_act(seat)
        refusal = phase.refuse(self, seat, decision)
        if refusal is not None and not (recorded and phase.accepts_recorded(self, seat, decision)):
            raise IllegalAction(refusal.reason, refusal.rule)
        before = self.copy() if self.imagined or self._by_hand else None
        past = self.past
        try:
            self.carry_out(phase, seat, decision, log)
        except BaseException:
            self._become(self._played_again(past) if before is None else before)
            raise

    def _genuine(self, action: Action | str) -> Action:
        """Return the decision meant; raises IllegalAction if there is none. Listed decisions aren't checked again."""
        if not isinstance(action, Action):
            return self.game.parse(action)
        listing: list[Any] = self._listing if self._listing is not None else []
        return action if any(legal is action for legal in listing) else self.game.genuine(action)

    def _played_again(self, past: Step | None) -> State:
        """Return the state of this game after these decisions. Only for a game that was dealt and played, because no
        decisions lead to a state that was imagined or changed by hand."""
        again = self.game.begin(self.setup.as_begun())
        steps: list[Step] = []
        while past is not None:
            steps.append(past)
            past = past.before
        steps.reverse()
        deals = dict(self.setup.anew)
        for ply in range(len(steps) + 1):
            if ply in deals:
                again.deal_anew(deals[ply])
            if ply < len(steps):
                again.carry_out(again.lane(steps[ply].seat)[-1], steps[ply].seat, steps[ply].action)
        again.names = self.names
        return again

    def _become(self, other: State) -> None:
        """Take over everything from another state of the same title, which must not be used afterwards."""
        for kind in type(other).__mro__:
            for name in (*kind.__dict__.get("__mypyc_attrs__", ()), *kind.__dict__.get("__slots__", ())):
                if name != "__dict__" and hasattr(other, name):
                    setattr(self, name, getattr(other, name))
        if hasattr(other, "__dict__"):
            self.__dict__.update(other.__dict__)

    def carry_out(
        self, phase: Phase[Any], seat: int, action: Action, log: list[Event] | Listener | None = None
    ) -> None:
        """Carry out a decision known to be legal, for code that took it from `listing`. Not all or nothing: if this
        raises, the state must not be used afterwards."""
        self._listing = None
        if log is not None:
            self.log = log if isinstance(log, list) else Ear(self, log)
        self.past = Step(seat, action, self.past)
        together = bool(self.lanes)
        phase.play(self, seat, action)
        if together:
            self._settle_lane(seat)
            self._leave_lanes_when_done()
        self.settle()
        self.log = None

    def refusal(self, action: Action | str, seat: int | None = None) -> str:
        """Return why this decision, or its notation, is not legal now, in plain words; empty if it is legal.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> state.refusal("take 1") != "", state.refusal("draw")
        (True, '')
        """
        try:
            decision = self._genuine(action)
            if seat is None:
                seat = self.only_seat()
        except IllegalAction as error:
            return error.reason
        phase = self.phase(seat)
        if phase is None:
            return self.not_to_act(seat).reason
        refusal = phase.refuse(self, seat, decision)
        return "" if refusal is None else refusal.reason

    def settle(self) -> None:
        """Call the top phases to do what needs no decision."""
        self._listing = None
        stack = self.stack
        while stack and not self.lanes and stack[-1].settle(self):
            self._listing = None

    def act_together(self, first: list[list[Phase[Any]]]) -> None:
        """Give every seat its own stack. When all are empty, the phase now on top continues."""
        self.lanes = first
        for seat in range(len(first)):
            self._settle_lane(seat)
        self._leave_lanes_when_done()

    def lane(self, seat: int) -> list[Phase[Any]]:
        """Return the stack with that seat's phases: its own while several act together, otherwise the common one."""
        return self.lanes[seat] if self.lanes else self.stack

    def _settle_lane(self, seat: int) -> None:
        self._listing = None
        lane = self.lanes[seat]
        while lane and lane[-1].settle(self):
            self._listing = None

    def _leave_lanes_when_done(self) -> None:
        for lane in self.lanes:
            if lane:
                return
        self.lanes = []

    def not_to_act(self, seat: int) -> IllegalAction:
        """Return the error for a decision by a seat that can't act now."""
        if self.is_over:
            return IllegalAction("The game is over. There is nothing left to play.")
        if not 0 <= seat < self.players:
            return IllegalAction(f"There is no seat {seat}. The seats are 0 to {self.players - 1}.")
        return IllegalAction(f"It isn't {self.names[seat]}'s turn. {listed(self.to_act, self.names)} may act now.")

    def copy_base(self, twin: State) -> None:
        """Copy what every state has to a twin. A title's `copy` calls this and adds its own attributes."""
        twin.game = self.game
        twin.setup = self.setup
        twin.players = self.players
        twin.rng = self.rng.copy()
        twin.stack = list(self.stack)
        twin.lanes = [list(lane) for lane in self.lanes] if self.lanes else []
        twin.past = self.past
        twin.log = None
        twin.imagined = self.imagined
        twin._by_hand = self._by_hand
        twin.names = self.names
        twin._listing = self._listing
        twin._listing_phase = self._listing_phase
        twin._listing_seat = self._listing_seat
        twin._notations = self._notations

    def imagine(self, seat: int | None, seed: int) -> State:
        """Return a complete state that this seat cannot tell from the real one, with new future chance.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> world = state.imagine(0, seed=3)
        >>> world.view(0) == state.view(0), world.secrets() == state.secrets()
        (True, False)
        """
        twin = self.copy()
        twin.rng = Rng(seed)
        twin.setup = self.setup.without_seed()
        twin.imagined = True
        twin._listing = None
        twin.deal_unknown(seat, twin.rng)
        return twin

    def deal_anew(self, seed: int) -> None:
        """Redeal from this seed what a spectator doesn't know, and future chance: another game from here on.

        Unlike an imagined state this is a real one, and the seed becomes part of its record.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> view = state.view(None)
        >>> state.deal_anew(seed=11)
        >>> state.view(None) == view, state.setup.anew
        (True, ((0, 11),))
        """
        self.setup = self.setup.dealt_anew(self.ply, checked_seed(seed))
        self.rng = Rng(seed)
        self._listing = None
        self.deal_unknown(None, self.rng)

    def position(self, seat: int | None = None) -> str:
        """Return what is on the table as text (docs/positions.md), from which `Game.from_position` makes a state.

        With a seat, what that seat may not see is left out; without one, everything is given, chance to come included.
        Raises BadSetup if the title has no positions.

        >>> import menagerie
        >>> state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
        >>> print(state.position(seat=0).splitlines()[6])
        kinds: meerkat, llama, rhino, ostrich, wolf
        >>> state.game.from_position(state.position()).view(0) == state.view(0)
        True
        """
        from menagerie.core import position

        return position.write(self, seat)

    def be_laid_out(self, rng: Rng) -> None:
        """Become a state to which no decisions lead, set up by hand, with this future chance."""
        self.setup = self.setup.without_seed()
        self.rng = rng
        self.changed_by_hand()

    @property
    def history(self) -> list[tuple[int, Action]]:
        """Return the decisions so far, each with its seat."""
        steps: list[tuple[int, Action]] = []
        step = self.past
        while step is not None:
            steps.append((step.seat, step.action))
            step = step.before
        steps.reverse()
        return steps

    @property
    def ply(self) -> int:
        """Return how many decisions have been made, which numbers the moments of a game."""
        return 0 if self.past is None else self.past.number

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the points by seat as if the game ended now."""
        return tuple([self.score(seat) for seat in range(self.players)])

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """Return groups of seats, the best first. Seats that tie-breaks cannot separate share a group."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return tuple(
            [
                tuple([seat for seat in range(self.players) if standings[seat] == standing])
                for standing in sorted(set(standings), reverse=True)
            ]
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the winning seats; () before the end of the game."""
        return self.ranking[0] if self.is_over else ()

    # Saving. A state's history determines it.

    def __bytes__(self) -> bytes:
        """Return setup, new deals and decisions, compressed, from which `from_bytes` makes the same state. Raises
        BadRecord if the state is imagined."""
        from menagerie.core.record import Record

        return bytes(Record.of(self))

    @staticmethod
    def from_bytes(data: bytes, game: Game | None = None) -> State:
        """Return the state saved with `bytes`; raises BadRecord. If its pieces weren't the title's own, pass the title
        with those pieces."""
        from menagerie.core.record import Record

        record = Record.from_bytes(data)
        if game is not None:
            record.use(game)
        state = record.final()
        state.names = tuple([record.names.get(seat, letter) for seat, letter in enumerate(LETTERS)])
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_bytes, (bytes(self),)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Return whether the two are indistinguishable: the same game, open and hidden information, and future
        chance."""
        if self is other:
            return True
        if not isinstance(other, State):
            return False
        return (
            (self.game.id, self.game.content_digest) == (other.game.id, other.game.content_digest)
            and self.imagined == other.imagined
            and self.setup == other.setup
            and self.history == other.history
            and (self.rng.seed, self.rng.used) == (other.rng.seed, other.rng.used)
            and self.view(None) == other.view(None)
            and self.secrets() == other.secrets()
        )

    def __hash__(self) -> int:
        raise TypeError("A state changes, so it can't be a key or a member of a set. Use bytes(state).")

    def __repr__(self) -> str:
        asked = "over" if self.is_over else f"{listed(self.to_act, LETTERS)} to act"
        return f"<{self.game.name}, {counted(self.players, 'player', 'players')}, ply {self.ply}, {asked}>"

    def _repr_svg_(self) -> str:
        return self.game.picture(self)
