"""The bot behind the levels: plans a whole turn with the title's advice (`core.advice`) and keeps to its plan.

It searches its turn in imagined worlds, continues the best turns in others, and plays the one that did best on average.
A plan reaches to the next unforeseeable event. Until then no decision needs more thought.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final, final

from mypy_extensions import mypyc_attr

from menagerie.bots.bot import Bot, Clock
from menagerie.bots.coop_search import TeamSearch
from menagerie.bots.long_beam import LongBeam
from menagerie.bots.turns import Line, Option, ends_of_turn, play_on, play_to_stage
from menagerie.core.action import Action
from menagerie.core.advice import Advice
from menagerie.core.content import Content, Entry
from menagerie.core.game import Game
from menagerie.core.state import State, Step

MOST_TIME: Final = 1.25
"""How much of its time a turn may take if one plan after another is upset."""
LAST_PLANS: Final = 0.2
"""Every plan gets this part of the remaining time, however many there were before."""
LEAST_TIME: Final = 0.002
"""Every plan gets at least this part of a turn's time."""


@final
class Manner:
    """How a level thinks: one entry of a title's `levels.toml`."""

    __slots__ = (
        "finalists", "horizon", "overlooks", "pace", "positions", "samples", "seconds", "share", "slack",
        "slack_of_two", "spread", "turn_spread", "width", "worlds",
    )  # fmt: skip

    def __init__(self, entry: Entry) -> None:
        self.seconds: Final = entry.amount("seconds")
        """The default time for a turn."""
        self.share: Final = entry.amount("share")
        """The part of the remaining time for a plan, because there is more to plan after something was revealed."""
        self.worlds: Final = entry.number("worlds")
        """In how many imagined worlds the turn is searched."""
        self.width: Final = entry.number("width")
        self.spread: Final = entry.number("spread")
        """The beam: see `ends_of_turn`."""
        self.finalists: Final = entry.number("finalists")
        """How many turns are played on; 1 for none."""
        self.horizon: Final = entry.number("horizon")
        """How many more own turns they are played on, or stages where the game has some."""
        self.samples: Final = entry.number("samples") if entry.has("samples") else 1
        """How often chance decides then how a stage ends."""
        self.pace: Final = entry.number("pace")
        """The width of the beam for playing on; 1 is greedy."""
        self.slack: Final = entry.amount("slack")
        """A turn that is this much worse is chosen e times less often; 0 always chooses the best."""
        self.slack_of_two: Final = entry.amount("slack_of_two") if entry.has("slack_of_two") else self.slack
        """The same with two players, where no other player's mistakes can make up for it."""
        self.overlooks: Final = tuple(entry.texts("overlooks"))
        """Features that the level overlooks."""
        self.turn_spread: Final = entry.number("turn_spread") if entry.has("turn_spread") else 0
        """Where nothing is hidden: a beam over turns, with so many ways for each first decision of a turn, alone to the
        end of the game, else to the horizon (`long_beam.py`). 0: finalists are played on instead."""
        self.positions: Final = entry.number("positions") if entry.has("positions") else 0
        """Where all win together: so many positions of a turn are looked at, in search of every way to play it, and
        finalists are played on to the end of the stage (`coop_search.py`). 0: the beam searches turns."""


@final
class Mind:
    """What a bot knows about a title, and how it thinks about it."""

    __slots__ = ("advice", "manner")

    def __init__(self, advice: Advice, manner: Manner) -> None:
        self.advice: Final = advice
        self.manner: Final = manner

    @staticmethod
    def of_level(game: Game, level: str) -> Mind:
        """As the title's `levels.toml` describes this level; raises BadSetup where the title gives no advice."""
        manner = Manner(Content(game.folder).read("levels.toml").entry(level))
        return Mind(game.advice(manner.overlooks), manner)


@final
class Plan:
    """Decisions still to be made, and after which one they were to follow."""

    __slots__ = ("after", "before", "decisions", "seat", "shown")

    def __init__(self, decisions: Sequence[Action], seat: int, after: Action, before: Step | None, shown: int) -> None:
        self.decisions: Final = decisions
        self.seat: Final = seat
        self.after: Final = after
        self.before: Final = before
        self.shown: Final = shown

    def fits(self, state: State, seat: int, shown: int) -> bool:
        """Return whether only planned things have happened, or decisions of others who act at the same time."""
        if not self.decisions or seat != self.seat or self.shown != shown:
            return False
        last = state.past
        while state.lanes and last is not None and last.seat != seat:
            last = last.before
        if last is None or last.before is not self.before or last.action is not self.after:
            return False
        return last is state.past or not state.refusal(self.decisions[0], seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnBot(Bot):
    """Plans turns in the manner of its level. A level is a subclass that says its `kind`."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.options: list[Option] = []
        """What was weighed for the last plan, the best first."""
        self._mind: Mind | None = None
        self._plan: Plan | None = None
        self._long_beam: LongBeam | None = None
        self.used = 0.0
        """How much of this turn's time earlier plans have taken. Set it when asking a new bot in the middle of a
        turn."""

    def use(self, mind: Mind) -> None:
        """Think in this manner, whatever the title says about the level."""
        self._mind = mind

    def mind(self, game: Game) -> Mind:
        """What is known about the title, and how this level thinks about it; raises BadSetup."""
        if self._mind is None or self._mind.advice.game is not game:
            self._mind = Mind.of_level(game, self.kind)
        return self._mind

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        mind = self.mind(state.game)
        advice = mind.advice
        plan = self._plan
        if plan is not None and plan.fits(state, seat, advice.shown(state)):
            decisions = plan.decisions
        else:
            if advice.is_quiet(state, seat):  # a turn begins
                self.used = 0.0
            clock.allow(self._allowance(mind.manner.share))
            self.options = self.weigh(state, seat, clock)
            manner = mind.manner
            picked = self._pick(self.options, manner.slack_of_two if state.players == 2 else manner.slack)
            if self._long_beam is not None:
                self._long_beam.play(picked.turn)
            decisions = picked.plan
            self.used += clock.share
        after = state.copy()
        after.carry_out(after.lane(seat)[-1], seat, decisions[0])
        self._plan = Plan(decisions[1:], seat, decisions[0], state.past, advice.shown(after))
        if after.is_over or advice.is_quiet(after, seat):
            self.used = 0.0
        return decisions[0]

    def _allowance(self, share: float) -> float:
        """The part of a turn's time that the next plan may take."""
        return max((1 - self.used) * share, (MOST_TIME - self.used) * LAST_PLANS, LEAST_TIME)

    def weigh(self, state: State, seat: int, clock: Clock) -> list[Option]:
        """What can be planned now, the best first. The state is imagined."""
        mind = self.mind(state.game)
        options = self._weigh_courses(mind, state, seat, clock) if mind.manner.turn_spread else []
        return options or Weighing(mind, self.chance, clock).weigh(state, seat)

    def planned(self) -> list[Action]:
        return [] if self._plan is None else list(self._plan.decisions)

    def seconds(self, game: Game) -> float | None:
        return self.mind(game).manner.seconds

    def _weigh_courses(self, mind: Mind, state: State, seat: int, clock: Clock) -> list[Option]:
        """Value each turn by the best sequence that starts with it. In a solo game the search continues where it
        stopped; with others, they may have played something else."""
        manner = mind.manner
        beam = self._long_beam
        if beam is None or not beam.fits(state):
            beam = LongBeam(mind.advice, state, seat, manner.turn_spread, manner.horizon)
        self._long_beam = beam if state.players == 1 else None
        options: list[Option] = []
        for course in beam.go_on(clock):
            option = Option(course.turns[0])
            option.value = course.value
            options.append(option)
        return options

    def _pick(self, options: list[Option], slack: float) -> Option:
        """Return the best option, or one that seems nearly as good to a level that looks less closely."""
        if slack == 0 or len(options) == 1:
            return options[0]
        odds = [math.exp(max(-30.0, (option.value - options[0].value) / slack)) for option in options]
        return self.chance.choices(options, odds)[0]


@final
class Weighing:
    """One thought about a turn: searched, and its best ways played on."""

    def __init__(self, mind: Mind, chance: Random, clock: Clock) -> None:
        self._advice: Final = mind.advice
        self._manner: Final = mind.manner
        self._chance: Final = chance
        self._clock: Final = clock

    def weigh(self, state: State, seat: int) -> list[Option]:
        """What can be planned now, the best first."""
        candidates = self._advice.candidates(state, seat)
        if len(candidates) == 1:
            after = state.copy()
            after.carry_out(after.lane(seat)[-1], seat, candidates[0])
            only = Option(Line((candidates[0],), 1, False, after, self._advice.value(after, seat)))
            return [only]
        if self._manner.positions:
            return self._weigh_for_team(state, seat)
        options = self._search(state, seat)
        if self._manner.finalists > 1 and self._manner.slack == 0:
            self._play_on(state, seat, options)
        return options

    def _weigh_for_team(self, state: State, seat: int) -> list[Option]:
        manner = self._manner
        search = TeamSearch(self._advice, manner.positions, self._chance, self._clock)
        options = search.search(state, (seat,), manner.worlds)
        if manner.finalists > 1 and manner.slack == 0 and len(options) > 1:
            search.play_on(state, options, manner.finalists, manner.samples)
        return options

    def _search(self, state: State, seat: int) -> list[Option]:
        """Search the turn in some worlds; a plan is worth what it comes to on average."""
        manner = self._manner
        found: dict[tuple[Action, ...], Option] = {}
        for number in range(manner.worlds):
            world = state.imagine(seat, self._chance.getrandbits(64))
            ends = ends_of_turn(self._advice, world, seat, manner.width, manner.spread, self._clock)
            best: dict[tuple[Action, ...], Line] = {}
            for line in ends:
                if line.plan not in best:
                    best[line.plan] = line
            for plan, line in best.items():
                if plan not in found:
                    found[plan] = Option(line, number, ends[-1].value)
                elif line.value > found[plan].turn.value:
                    found[plan].turn = line
            for plan, option in found.items():
                # Who is not found again, because the beam is narrow, has done badly.
                option.add(best[plan].value if plan in best else ends[-1].value)
            if not any(line.has_revealed for line in ends) or self._clock.spent >= (number + 1) / (number + 2):
                break
        return _ranked(list(found.values()))

    def _play_on(self, state: State, seat: int, options: list[Option]) -> None:
        """Continue the best turns in the same imagined worlds, dropping the worse half as time passes."""
        left = options[: self._manner.finalists]
        begin = self._clock.spent
        rounds = max(1, (len(left) - 1).bit_length())
        for option in left:
            option.enter_final()
        for number in range(1, rounds + 1):
            until = begin + (1 - begin) * number / rounds
            is_certain = self._try_all(state, seat, left, until)
            left.sort(key=lambda option: (option.tries == 0, -option.value))
            del left[(len(left) + 1) // 2 :]
            if len(left) == 1 or is_certain:
                break
        tried = options[: self._manner.finalists]
        tried.sort(key=lambda option: (option is not left[0], -option.tries, -option.value))
        options[: self._manner.finalists] = tried

    def _try_all(self, state: State, seat: int, left: list[Option], until: float) -> bool:
        """Try all of them equally often until that part of the clock is spent. Whether there was no chance in it, so
        that trying them again tells nothing."""
        while self._clock.spent < until:
            world = state.imagine(seat, self._chance.getrandbits(64))
            is_certain = True
            seeds = [self._chance.getrandbits(64) for _ in range(self._manner.samples - 1)]
            for option in left:
                if self._try(world.copy(), seat, option, seeds):
                    is_certain = False
                if self._clock.spent >= 1:
                    return False
            if is_certain:
                return True
        return False

    def _try(self, world: State, seat: int, option: Option, seeds: list[int]) -> bool:
        """Play such a turn in this world and continue. Return whether something was revealed."""
        stage = self._advice.stage(world)
        if stage:
            until = stage + self._manner.horizon
            value, is_certain = play_to_stage(self._advice, world, seat, option.plan, until, seeds, self._clock)
            if self._clock.spent < 1 or not option.tries:
                option.add(value)
            return not is_certain
        shown = self._advice.shown(world)
        for action in option.plan:
            world.carry_out(world.lane(seat)[-1], seat, action)
        turns = self._manner.horizon
        if not (world.is_over or self._advice.is_quiet(world, seat)):
            turns += 1
        world = play_on(self._advice, world, seat, turns, self._manner.pace, self._clock)
        if self._clock.spent < 1 or not option.tries:
            option.add(self._advice.value(world, seat))
        return self._advice.shown(world) != shown


def _ranked(options: list[Option]) -> list[Option]:
    options.sort(key=lambda option: -option.value)
    return options
