"""The player of the levels: it plans whole turns, keeps to its plan until something comes to light, and keeps time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.bots.simple_zoo import mind

import menagerie
from menagerie import State
from menagerie.bots import Clock, TurnBot, decide, make
from menagerie.bots.turn_bot import Manner, Mind
from menagerie.core.advice import Advice
from menagerie.core.content import Entry
from menagerie.lab import arena
from menagerie.lab.entrants import Entrant
from menagerie.lab.match import Match
from menagerie.lab.parallel import Here

GAME = menagerie.load("zooloretto-mini")
LEVELS = ("visitor", "keeper", "director")


class Counting:
    """A clock's time that passes by one at every look."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return float(self.looks)


def after(*decisions: str, players: int = 2, seed: int = 3) -> State:
    state = GAME.new(players=players, seed=seed)
    for decision in decisions:
        state.play(decision)
    return state


def with_truck(players: int = 2) -> State:
    """A truck with two tiles is taken, both of which fit: they are placed one by one."""
    others = ["draw", "load 1"] * (players - 2)
    for seed in range(50):
        state = after("draw", "load 3", "draw", "load 3", *others, "take 3", players=players, seed=seed)
        if len(state.legal()) > 4:
            return state
    raise AssertionError("no such deal")


def play_out(bot: TurnBot, state: State, spend: Callable[[], Clock]) -> list[Clock]:
    """Let a bot play one turn; the clocks of its decisions."""
    seat, clocks = state.to_act[0], []
    advice = bot.mind(state.game).advice
    while True:
        clocks.append(spend())
        state.play(decide(bot, state, seat, clocks[-1]), seat)
        if state.is_over or advice.is_quiet(state, seat):
            return clocks


def used(clock: Clock) -> int:
    assert clock.playouts is not None
    return round(clock.share * clock.playouts)


def test_one_search_plans_the_whole_turn() -> None:
    clocks = play_out(bot_of("director"), with_truck(), lambda: Clock(playouts=300))
    assert len(clocks) > 1, "the turn has several decisions"
    assert used(clocks[0]) > 0
    assert [used(clock) for clock in clocks[1:]] == [0] * (len(clocks) - 1), (
        "the plan is played without another thought"
    )


def test_what_comes_to_light_ends_the_plan() -> None:
    bot = bot_of("director")
    state = after("draw", "load 1")
    seat = state.to_act[0]
    state.play("draw", seat)
    drawn = decide(bot, state, seat, Clock(playouts=200))
    assert bot.planned() == [], "the turn ends with the tile that is loaded"
    state.play(drawn, seat)

    bot = bot_of("director")
    state = after()
    assert str(decide(bot, state, state.to_act[0], Clock(playouts=200))) == "draw"
    assert bot.planned() == [], "nobody knows which tile is drawn"


def test_a_plan_ends_when_something_has_come_to_light_that_nobody_foresaw() -> None:
    """Whatever it was, and whoever brought it to light: what lies open tells it."""
    bot, state = bot_of("director"), with_truck()
    seat, advice = state.to_act[0], bot.mind(GAME).advice
    state.play(decide(bot, state, seat, Clock(playouts=200)), seat)
    plan = bot._plan
    assert plan is not None
    assert plan.fits(state, seat, advice.shown(state))
    assert not plan.fits(state, seat, advice.shown(state) + 1)


def test_a_plan_is_not_played_after_something_else_has_happened() -> None:
    """Somebody takes a decision back and the game goes another way: the same number of decisions, another moment."""
    bot = bot_of("director")
    state = with_truck()
    seat = state.to_act[0]
    before = state.copy()
    state.play(decide(bot, state, seat, Clock(playouts=200)), seat)
    assert bot.planned()
    other = next(action for action in before.legal(seat) if str(action) != str(state.history[-1][1]))
    before.play(other, seat)
    clock = Clock(playouts=200)
    if not before.is_over and seat in before.to_act:
        decide(bot, before, seat, clock)
        assert clock.share > 0, "it thinks anew"


def test_a_plan_survives_what_others_decide_at_the_same_time() -> None:
    """In Night at the Zoo both play their turns at once: what the other does is nothing that upsets a plan."""
    state, bot = menagerie.load("night-at-the-zoo").new(players=2, seed=1), bot_of("director")
    other, kept = make("random", 2), 0
    for _ in range(60):
        seat = 0 if 0 in state.to_act else 1
        if seat == 0:
            was_planned = bool(bot.planned()) and state.history[-1][0] == 1
            clock = Clock(playouts=100)
            state.play(decide(bot, state, 0, clock), 0)
            if was_planned and used(clock) == 0:
                kept += 1
        if 1 in state.to_act:
            state.play(decide(other, state, 1, Clock(playouts=1)), 1)
    assert kept > 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("title", [title for title in menagerie.titles() if menagerie.load(title).gives_advice])
def test_no_level_looks_at_the_clock_more_than_a_few_times_after_it_has_run_out(title: str, level: str) -> None:
    """Time is up after 40 looks at the clock; whoever goes on looking goes on thinking."""
    game = menagerie.load(title)
    for players in (game.players[0], game.players[-1]):
        state = game.new(players=players, seed=2)
        seat = state.to_act[0]
        passes = Counting()
        decide(make(level, 1), state, seat, Clock(seconds=40, now=passes))
        assert passes.looks < 40 + 60, "it goes on when the time is up"


def test_a_plan_in_the_middle_of_a_turn_has_the_time_that_is_left() -> None:
    def taken(*decisions: str) -> float:
        bot, state, clock = bot_of("director"), after(*decisions), Clock(playouts=1000)
        bot.used = 0.8
        decide(bot, state, state.to_act[0], clock)
        return clock.share

    assert taken("draw", "load 1", "draw", "load 2", "draw") < 0.3, "a tile is drawn, and waits to be loaded"
    assert taken("draw", "load 1", "draw", "load 2") > 0.6, "a turn begins: what the last one took does not count"


def test_a_turn_with_one_plan_after_another_keeps_its_time() -> None:
    """Twenty plans, as if something came to light after each of them."""
    state, used = after("draw", "load 1", "draw", "load 2", "draw"), 0.0
    for _ in range(20):
        bot, clock = bot_of("director"), Clock(playouts=1000)
        bot.used = used
        decide(bot, state, state.to_act[0], clock)
        assert clock.share > 0
        used += clock.share
    assert used <= 1.3


def many_choices(players: int, seed: int, ply: int) -> State:
    """A moment of a random game of New York Zoo at which an enclosure can be laid in hundreds of ways."""
    state, chance = menagerie.load("new-york-zoo").new(players=players, seed=seed), Random(seed)
    while state.ply < ply:
        state.play(chance.choice(state.legal()))
    return state


class Undecided(Advice):
    """Judges as a title's own advice does, but holds every decision worth a thought."""

    def __init__(self, own: Advice) -> None:
        super().__init__(own.game, own.weights)
        self.own = own

    def features(self, state: State, seat: int) -> dict[str, float]:
        return self.own.features(state, seat)

    def worth(self, state: State, seat: int) -> float:
        return self.own.worth(state, seat)

    def is_quiet(self, state: State, seat: int) -> bool:
        return self.own.is_quiet(state, seat)

    def shown(self, state: State) -> int:
        return self.own.shown(state)

    def progress(self, state: State) -> float:
        return self.own.progress(state)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("playouts", [100, 1000])
@pytest.mark.parametrize(
    ("players", "seed", "ply", "choices"), [(1, 319, 16, 859), (2, 333, 32, 1147), (3, 6, 52, 730)]
)
def test_a_whole_turn_keeps_its_time_among_hundreds_of_choices(
    level: str, playouts: int, players: int, seed: int, ply: int, choices: int
) -> None:
    """Time is counted in positions that were looked at: what a machine is busy with otherwise makes no difference."""
    state, bot = many_choices(players, seed, ply), bot_of(level)
    assert len(state.legal()) == choices
    mind = Mind.of_level(state.game, level)
    bot.use(Mind(Undecided(mind.advice), mind.manner))
    clocks = play_out(bot, state, lambda: Clock(playouts=playouts))
    assert sum(clock.share for clock in clocks) <= 1.3


def in_barn(level: str) -> list[int]:
    """How many of two tiles that both fit somewhere each of forty bots of this level puts into the barn."""
    state, counts = with_truck(players=3), []
    for seed in range(40):
        bot = make(level, seed)
        first = decide(bot, state, state.to_act[0], Clock(playouts=400))
        counts.append(len([action for action in [first, *bot.planned()] if str(action).endswith("in barn")]))
    return counts


def test_weaker_means_choosing_among_nearly_equal_turns() -> None:
    """One tile in the barn costs two points, both cost five: some do the one, nobody does the other."""
    visitor, keeper, director = [in_barn(level) for level in LEVELS]
    assert sum(visitor) > sum(keeper) > sum(director) == 0
    assert max(visitor) == 1


def test_who_overlooks_a_feature_does_not_count_it() -> None:
    state = after("draw", "load 1", "draw", "load 2")
    all_of_it = GAME.advice()
    without = GAME.advice(["barn", "truck"])
    assert all_of_it.contributions(state, 0)["truck"] != 0
    assert without.contributions(state, 0)["truck"] == 0
    assert without.contributions(state, 0)["landscapes"] == all_of_it.contributions(state, 0)["landscapes"]


def test_manners_are_checked() -> None:
    with pytest.raises(
        menagerie.MenagerieError, match=r"levels\.toml, \[keeper\]: 'width' is missing; it must be a whole"
    ):
        Manner(Entry({"seconds": 1, "share": 1.0, "worlds": 1}, "levels.toml, [keeper]"))


def first_decisions(players: int, **manner: float) -> set[str]:
    """What bots of such a manner decide first, where a tile can be loaded onto any of several trucks."""
    state, chosen = after("draw", players=players), set()
    for seed in range(40):
        bot = TurnBot(seed)
        bot.use(mind(**manner))
        chosen.add(str(decide(bot, state, state.to_act[0], Clock(playouts=60))))
    return chosen


def test_a_level_may_err_less_at_a_table_of_two():
    assert len(first_decisions(2, slack=50.0)) > 1
    assert len(first_decisions(2, slack=50.0, slack_of_two=0.0)) == 1
    assert len(first_decisions(3, slack=50.0, slack_of_two=0.0)) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "better", "worse", "players", "games"),
    [
        ("zooloretto-mini", "director:800", "keeper:800", 2, 12),
        ("zooloretto-mini", "keeper:150", "visitor:150", 2, 16),
        ("zooloretto-mini", "keeper:150", "visitor:150", 3, 12),
        ("new-york-zoo", "director:2000", "keeper:300", 2, 4),
        ("new-york-zoo", "keeper:150", "visitor:150", 2, 4),
        ("new-york-zoo", "keeper:150", "visitor:150", 3, 3),
        ("night-at-the-zoo", "director:300", "keeper:300", 2, 4),
        ("night-at-the-zoo", "keeper:100", "visitor:100", 2, 8),
        ("18zoo", "keeper:100", "visitor:100", 2, 6),
    ],
)
def test_levels_are_ordered(title: str, better: str, worse: str, players: int, games: int) -> None:
    """Small fixed matches, by playouts and not by seconds: nothing here depends on the machine. One of the better level
    wins more than half against all others together."""
    entrants = (Entrant.parse(better), Entrant.parse(worse))
    result = arena.run(Match(title, players, entrants, games), Here(), lambda result: None)
    assert result.lines[better].wins > games / 2


@pytest.mark.slow
def test_a_team_of_directors_escapes_more_often_than_one_of_keepers() -> None:
    """The same deals for both: where everybody wins together, no level can beat another."""
    won: list[float] = []
    for level in ("director:1500", "keeper:300"):
        match = Match("zoo-escape", 2, (Entrant.parse(level),), 8, options={"level": "easy"})
        won.append(arena.run(match, Here(), lambda result: None).lines[level].wins)
    assert won[0] > won[1]


def bot_of(level: str) -> TurnBot:
    bot = make(level, 1)
    assert isinstance(bot, TurnBot)
    return bot
