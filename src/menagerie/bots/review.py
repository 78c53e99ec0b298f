"""Review a finished game: every player's win chance at every choice, where it changed, which decisions cost something
and what was better, and how much was chance.

Each choice is judged by what the seat could know then, in worlds that it could imagine. There the best plan that a
search finds and the plan that was played are tried side by side, so that

    what changed = what the decision cost + what chance brought

holds for every seat and every choice, and adds up over the whole game (docs/review.md).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, final

from menagerie.bots.bot import Clock
from menagerie.bots.comparing import FEW_WORLDS, compare, mean, proposals, reason
from menagerie.bots.hints import Idea, Step, tell_steps
from menagerie.bots.interrupts import held_back
from menagerie.bots.levels import Director
from menagerie.bots.turn_bot import Mind
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.errors import BadRecord, BadSetup
from menagerie.core.event import Event
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.core.seats import LETTERS
from menagerie.core.state import State

VERSION: Final = 1
"""The version of the format of stored reviews."""
FLOOR: Final = 0.03
"""A smaller loss of win chance isn't a mistake, however certain."""
ERRORS: Final = 2.0
"""A loss of fewer standard errors than this isn't certain."""
TURNING: Final = 0.1
"""The change of a win chance that makes a turning point."""
MOST_TURNING_POINTS: Final = 6
DIGITS: Final = 4
"""The number of digits of stored chances."""
SCALE: Final = 0.05
"""With this average loss per choice the accuracy is 100 / e."""

Tell = Callable[[int, int], None]
"""Called with how many choices are judged, and of how many."""


@final
class ReviewedTurn:
    """A choice: one seat's decisions up to the next thing that no one could foresee."""

    __slots__ = ("actions", "before", "seat", "told")

    def __init__(self, before: State, seat: int) -> None:
        self.before: Final = before
        self.seat: Final = seat
        self.actions: Final[list[Action]] = []
        self.told: Final[list[str]] = []


@final
class Judgement:
    """A judged choice."""

    __slots__ = ("after", "before", "better", "chosen", "decisions", "error", "ply", "seat", "spread", "told")

    def __init__(
        self,
        ply: int,
        seat: int,
        decisions: Sequence[str],
        told: Sequence[str],
        before: Sequence[float],
        spread: Sequence[float],
        chosen: Sequence[float],
        error: float | None,
        better: Idea | None,
    ) -> None:
        self.ply: Final = ply
        """The number of decisions before it."""
        self.seat: Final = seat
        self.decisions: Final = tuple(decisions)
        self.told: Final = tuple(told)
        """What happened in sentences."""
        self.before: Final = _rounded(before)
        """Every seat's expectation: its win chance if the best plan is played."""
        self.spread: Final = _rounded(spread)
        """Their standard deviation over the worlds."""
        self.chosen: Final = _rounded(chosen)
        """Every seat's expectation with the plan that was played, before its outcome was known."""
        self.after: tuple[float, ...] = self.chosen
        """Every seat's expectation at the next choice, or its result at the end."""
        self.error: Final = None if error is None else round(error, DIGITS)
        """The standard error of the loss, or None if unknown."""
        self.better: Final = better
        """What was better and why, if it was a mistake."""

    @property
    def to(self) -> int:
        """The number of decisions after it."""
        return self.ply + len(self.decisions)

    @property
    def loss(self) -> float:
        """What the decision cost its seat, or 0 if nothing is known to be better."""
        return round(self.before[self.seat] - self.chosen[self.seat], DIGITS)

    @property
    def is_mistake(self) -> bool:
        """Whether it cost more than the search's margin of error."""
        return self.better is not None

    def by_decision(self, seat: int) -> float:
        """Return how the decision changed a seat's expectation."""
        return self.chosen[seat] - self.before[seat]

    def by_chance(self, seat: int) -> float:
        """Return how chance and revealed information changed a seat's expectation."""
        return self.after[seat] - self.chosen[seat]

    @property
    def change(self) -> float:
        """Return the largest change of any seat's expectation."""
        return max([abs(after - before) for after, before in zip(self.after, self.before, strict=True)])

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "ply": self.ply,
            "to": self.to,
            "seat": self.seat,
            "decisions": list(self.decisions),
            "told": list(self.told),
            "before": list(self.before),
            "spread": list(self.spread),
            "chosen": list(self.chosen),
            "after": list(self.after),
            "loss": self.loss,
            "error": self.error,
            "better": None if self.better is None else self.better.data(),
        }

    @staticmethod
    def read(data: dict[str, Any]) -> Judgement:
        """Read what `data` returned."""
        kept = data["better"]
        better = None
        if kept is not None:
            steps = [Step(step["decision"], step["words"], step.get("name", "")) for step in kept["steps"]]
            better = Idea(steps, kept["reason"], kept["chance"])
        return Judgement(
            data["ply"],
            data["seat"],
            data["decisions"],
            data["told"],
            data["before"],
            data["spread"],
            data["chosen"],
            data["error"],
            better,
        )


def _rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple([round(number, DIGITS) for number in numbers])


def is_mistake(loss: float, error: float | None) -> bool:
    """Return whether a loss is larger than what doesn't matter and than the search's error."""
    return error is not None and loss > FLOOR and loss > ERRORS * error


@final
class Review:
    """A reviewed game."""

    __slots__ = ("end", "is_over", "judgements", "made", "names", "record", "title")

    def __init__(
        self,
        title: str,
        names: Sequence[str],
        record: str,
        made: str,
        judgements: Sequence[Judgement],
        end: Sequence[float],
        is_over: bool,
    ) -> None:
        self.title: Final = title
        self.names: Final = tuple(names)
        self.record: Final = record
        """The fingerprint of its record."""
        self.made: Final = made
        """The weights and the amount of thought."""
        self.judgements: Final = tuple(judgements)
        self.end: Final = _rounded(end)
        """Every seat's part of the win, or in an unfinished game its win chance."""
        self.is_over: Final = is_over
        for judgement, following in zip(self.judgements, self.judgements[1:], strict=False):
            judgement.after = following.before
        if self.judgements:
            self.judgements[-1].after = self.end

    @property
    def has_chance(self) -> bool:
        """Whether anything depended on chance or hidden information. If not, `luck` is what no one foresaw."""
        return any(max(one.spread) > 0 for one in self.judgements)

    def of(self, seat: int) -> list[Judgement]:
        """Return a seat's choices."""
        return [judgement for judgement in self.judgements if judgement.seat == seat]

    @property
    def mistakes(self) -> list[Judgement]:
        """Return the decisions that cost something, in order."""
        return [judgement for judgement in self.judgements if judgement.is_mistake]

    @property
    def turning_points(self) -> list[Judgement]:
        """Return the choices where a win chance changed most, in order."""
        found = [judgement for judgement in self.judgements if judgement.change >= TURNING]
        found.sort(key=lambda judgement: -judgement.change)
        return sorted(found[:MOST_TURNING_POINTS], key=lambda judgement: judgement.ply)

    def accuracy(self, seat: int) -> float | None:
        """Return the accuracy from 100 (nothing was better) to 0: 100 exp(-mean loss / SCALE); None without choices."""
        own = self.of(seat)
        if not own:
            return None
        return 100 * math.exp(-max(0.0, mean([judgement.loss for judgement in own])) / SCALE)

    def skill(self, seat: int) -> float:
        """Return how a seat's own decisions changed its win chance over the whole game."""
        return sum([judgement.by_decision(seat) for judgement in self.of(seat)])

    def gifts(self, seat: int) -> float:
        """Return how the others' decisions changed it."""
        return sum([one.by_decision(seat) for one in self.judgements if one.seat != seat])

    def luck(self, seat: int) -> float:
        """Return how chance changed it."""
        return sum([judgement.by_chance(seat) for judgement in self.judgements])

    def begin(self, seat: int) -> float:
        """Return a seat's expectation at the first choice."""
        return self.judgements[0].before[seat] if self.judgements else self.end[seat]

    def _repr_svg_(self) -> str:
        """Show the chart of win chances in a notebook."""
        from menagerie.bots.display import chances

        return chances.chart(self)

    def data(self) -> dict[str, Any]:
        """As plain data."""
        turning = [judgement.ply for judgement in self.turning_points]
        return {
            "version": VERSION,
            "title": self.title,
            "names": list(self.names),
            "record": self.record,
            "made": self.made,
            "over": self.is_over,
            "chance": self.has_chance,
            "seats": [self._seat_data(seat) for seat in range(len(self.names))],
            "choices": [
                {**judgement.data(), "mistake": judgement.is_mistake, "turning": judgement.ply in turning}
                for judgement in self.judgements
            ],
            "end": list(self.end),
        }

    def _seat_data(self, seat: int) -> dict[str, Any]:
        return {
            "choices": len(self.of(seat)),
            "mistakes": len([judgement for judgement in self.of(seat) if judgement.is_mistake]),
            "accuracy": self.accuracy(seat),
            "begin": self.begin(seat),
            "skill": self.skill(seat),
            "gifts": self.gifts(seat),
            "luck": self.luck(seat),
        }

    @staticmethod
    def read(data: dict[str, Any]) -> Review:
        """Read what `data` returned; raises BadRecord if it has another format."""
        try:
            if data["version"] != VERSION:
                raise BadRecord("The review has an unknown format. Review the game again.")
            judgements = [Judgement.read(one) for one in data["choices"]]
            _check_seats(len(data["names"]), judgements, data["end"])
            return Review(
                data["title"], data["names"], data["record"], data["made"], judgements, data["end"], data["over"]
            )
        except (KeyError, TypeError, ValueError):
            raise BadRecord("The review is damaged.") from None


def _check_seats(seats: int, judgements: Sequence[Judgement], end: Sequence[float]) -> None:
    """Whether every seat has its chances, at every choice and in the end; raises BadRecord."""
    lengths = {len(end)}
    for judgement in judgements:
        lengths |= {len(judgement.before), len(judgement.spread), len(judgement.chosen)}
    if not seats or lengths != {seats} or not all(0 <= judgement.seat < seats for judgement in judgements):
        raise BadRecord("The review is damaged.")


def fingerprint(record: Record) -> str:
    """Tells one game from another: the first 16 digits of a SHA-256 over its record."""
    return hashlib.sha256(str(record).encode()).hexdigest()[:16]


def describe(mind: Mind, clock: Clock) -> str:
    """With which weights and how much thought a review is made."""
    thought = f"{clock.seconds:g} s" if clock.seconds is not None else f"{clock.playouts} evaluations"
    return f"{thought} a choice; weights: {mind.advice.weights.made}"


def reviewer(game: Game) -> Mind:
    """Who judges games of a title: the director. Raises BadSetup where the title gives no advice."""
    if not game.gives_advice:
        raise BadSetup(f"{game.name} has no advice on good play, so its games can't be reviewed.")
    return Mind.of_level(game, Director.kind)


@final
class Reviewing:
    """A review in the making. Its choices can be judged in any order and in several places: each has its own chance.

    `mind` is who judges: by default the director. Raises BadSetup where the title gives no advice, BadRecord if the
    record does not replay.
    """

    __slots__ = ("choices", "clock", "last", "mind", "names", "record", "seed")

    def __init__(self, record: Record, clock: Clock, seed: int = 0, mind: Mind | None = None) -> None:
        record.final()
        self.record: Final = record
        self.clock: Final = clock
        self.seed: Final = seed
        self.mind: Final = reviewer(record.game) if mind is None else mind
        self.names: Final = players_of(record)
        self.choices: Final[list[ReviewedTurn]] = []
        self.last: Final = choices(record, self.mind.advice, self.names, self.choices)

    def judge(self, number: int) -> Judgement:
        """Judge one of the choices."""
        choice = self.choices[number]
        return judge(choice, self.mind, Random(f"{self.seed} {choice.before.ply}"), self.clock)

    def end(self) -> tuple[float, ...]:
        """Return every seat's result, or its expectation in an unfinished game."""
        if self.last.is_over:
            return self.mind.advice.result(self.last)
        return _expected(self.last, self.mind, Random(f"{self.seed} end"), self.clock)

    def put_together(self, judgements: Sequence[Judgement], end: Sequence[float]) -> Review:
        """The review, all choices being judged."""
        made = describe(self.mind, self.clock)
        is_over = self.last.is_over
        return Review(self.record.title, self.names, fingerprint(self.record), made, judgements, end, is_over)


def review(record: Record, clock: Clock, tell: Tell | None = None, seed: int = 0, mind: Mind | None = None) -> Review:
    """Look at a game again, with the clock's time for each choice. See `Reviewing`."""
    making = Reviewing(record, clock, seed, mind)
    count = len(making.choices)
    judgements: list[Judgement] = []
    for number in range(count):
        if tell is not None:
            tell(number, count)
        judgements.append(making.judge(number))
    end = making.end()
    if tell is not None:
        tell(count, count)
    return making.put_together(judgements, end)


def players_of(record: Record) -> list[str]:
    """What the players are called, each differently: names, or kinds of bots."""
    names = [record.names.get(seat, LETTERS[seat]).removesuffix(" (bot)") for seat in range(record.players)]
    return [f"{name} {LETTERS[seat]}" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def choices(record: Record, advice: Advice, names: Sequence[str], found: list[ReviewedTurn]) -> State:
    """Find where players had a choice and what they chose. Return the last state."""
    state = record.begin()
    state.names = tuple(names)
    current: ReviewedTurn | None = None
    before = state.copy()
    events: list[Event] = []
    for _ in record.follow(state, None, events):
        past = state.past
        assert past is not None
        seat = past.seat
        if current is None or current.seat != seat:
            current = None
            if len(before.legal(seat)) > 1:
                current = ReviewedTurn(before, seat)
                found.append(current)
        if current is not None:
            current.actions.append(past.action)
            current.told.extend([event.tell(names) for event in events])
        events.clear()
        if state.is_over or advice.is_quiet(state, seat) or advice.shown(state) != advice.shown(before):
            current = None
        before = state.copy()
    return state


def judge(choice: ReviewedTurn, mind: Mind, chance: Random, clock: Clock) -> Judgement:
    """What was chosen beside the best that a search finds, in worlds that the seat could imagine."""
    seat = choice.seat
    clock.start()
    imagined = choice.before.imagine(seat, chance.getrandbits(64))
    with held_back(clock.stop):
        best = proposals(mind, imagined, seat, 1, chance, clock)[0]
        if _begins_alike(best, choice.actions):
            best = choice.actions
        plans = [choice.actions] if best is choice.actions else [choice.actions, best]
        comparison = compare(mind, imagined, seat, plans, chance, clock, FEW_WORLDS)
        chosen, better = comparison.outcomes[0], comparison.outcomes[-1]
        loss, error = comparison.lead(better, chosen) if better is not chosen else (0.0, 0.0)
        if loss <= ERRORS * error:
            better = chosen  # nothing is known to be better
        idea: Idea | None = None
        if is_mistake(loss, error):
            steps = tell_steps(mind, imagined, seat, better.plan, chance)
            idea = Idea(steps, reason(mind.advice, better, chosen, True, imagined.names), better.expected[seat])
    return Judgement(
        choice.before.ply,
        seat,
        [str(action) for action in choice.actions],
        choice.told,
        better.expected,
        better.spread,
        chosen.expected,
        None if math.isinf(error) else error,
        idea,
    )


def _begins_alike(plan: Sequence[Action], other: Sequence[Action]) -> bool:
    """Whether two plans are the same as far as both of them go."""
    return all(first == second for first, second in zip(plan, other, strict=False))


def _expected(state: State, mind: Mind, chance: Random, clock: Clock) -> tuple[float, ...]:
    """Return every seat's expectation in an unfinished game."""
    seat = state.to_act[0]
    clock.start()
    imagined = state.imagine(seat, chance.getrandbits(64))
    best = proposals(mind, imagined, seat, 1, chance, clock)[0]
    return compare(mind, imagined, seat, [best], chance, clock, FEW_WORLDS).outcomes[0].expected
