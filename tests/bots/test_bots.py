"""Bots: legal, reproducible, honest, and the searching one better than chance."""

from __future__ import annotations

import gc
import signal
from random import Random
from zlib import crc32

import pytest

import menagerie
from menagerie import BadSetup, MenagerieError, Record, State
from menagerie.bots import Bot, Clock, decide, kinds, make
from menagerie.bots.montecarlo import MonteCarlo
from menagerie.core.action import Action

TITLES = menagerie.titles()


def positions(title: str, count: int) -> list[tuple[State, int]]:
    """Moments late in a random game (so that playouts are short) with a few choices, and a seat that has them."""
    game = menagerie.load(title)
    found: list[tuple[State, int]] = []
    for players in sorted({game.players[0], game.players[-1]}):
        state, chance = game.new(players=players, seed=4), Random(4)
        moments = []
        while not state.is_over:
            seat = chance.choice(state.to_act)
            actions = state.legal(seat)
            if 2 <= len(actions) <= 8:
                moments.append((state.copy(), seat))
            state.play(chance.choice(actions), seat)
        late = moments[2 * len(moments) // 3 :]
        found += late[:: max(1, len(late) // count)][:count]
    return found


OPEN = ("new-york-zoo",)
"""Titles in which nothing is hidden once the game has begun."""
CASES = [(title, kind) for title in TITLES for kind in kinds(menagerie.load(title))]


@pytest.mark.parametrize(("title", "kind"), CASES)
def test_the_same_seed_plays_the_same(title: str, kind: str) -> None:
    for state, seat in positions(title, 3):
        choices = {str(decide(make(kind, 5), state, seat, Clock(playouts=6))) for _ in range(2)}
        assert len(choices) == 1


@pytest.mark.parametrize(("title", "kind"), CASES)
def test_what_a_seat_cannot_know_changes_nothing(title: str, kind: str) -> None:
    """Equal views and different secrets: the same choice from the same seed."""
    different = 0
    for state, seat in positions(title, 4):
        worlds = [state.imagine(seat, seed) for seed in (1, 2)]
        assert all(world.view(seat) == state.view(seat) for world in worlds)
        different += str(worlds[0].secrets()) != str(worlds[1].secrets())
        choices = {str(decide(make(kind, 9), world, seat, Clock(playouts=6))) for world in [state, *worlds]}
        assert len(choices) == 1, f"{kind} sees what is hidden from {seat}: {choices}"
    assert bool(different) == (title not in OPEN), "whether anything was hidden in these positions"


def test_even_a_bot_that_peeks_sees_nothing() -> None:
    """It chooses by the tiles to come: differently when asked directly, but not when asked as bots are asked."""

    class Peeking(Bot):
        def choose(self, state: State, seat: int, clock: Clock) -> Action:
            actions = state.legal(seat)
            return actions[crc32(str(state.secrets()).encode()) % len(actions)]

    directly, properly = [], []
    for state, seat in positions("zooloretto-mini", 4):
        worlds = [state.imagine(seat, seed) for seed in range(8)]
        directly.append(len({str(Peeking(1).choose(world, seat, Clock())) for world in worlds}))
        properly.append(len({str(decide(Peeking(1), world, seat, Clock())) for world in worlds}))
    assert max(directly) > 1
    assert max(properly) == 1


@pytest.mark.parametrize("title", TITLES)
def test_bots_are_only_given_imagined_states(title: str) -> None:
    given: list[State] = []

    class Spy(Bot):
        kind = "spy"

        def choose(self, state: State, seat: int, clock: Clock) -> Action:
            given.append(state)
            return state.legal(seat)[0]

    state = menagerie.load(title).new(seed=7)
    decide(Spy(0), state, state.to_act[0], Clock())
    assert (given[0].imagined, given[0].setup.seed, given[0] is state) == (True, -1, False)


def test_a_bot_that_cheats_is_stopped() -> None:
    class Cheat(Bot):
        kind = "cheat"

        def choose(self, state: State, seat: int, clock: Clock) -> Action:
            return state.game.parse("take 1")

    state = menagerie.load("zooloretto-mini").new(seed=7)
    with pytest.raises(MenagerieError, match="The bot cheat chose 'take 1', which is not legal: "):
        decide(Cheat(0), state, state.to_act[0], Clock())
    assert state.ply == 0


@pytest.mark.parametrize("answer", ["draw", None, 0])
def test_what_is_no_decision_is_refused_in_a_sentence(answer: object) -> None:
    class Confused(Bot):
        def choose(self, state: State, seat: int, clock: Clock) -> Action:
            return answer  # type: ignore[return-value]

    state = menagerie.load("zooloretto-mini").new(seed=7)
    with pytest.raises(MenagerieError) as refused:
        decide(Confused(0), state, state.to_act[0], Clock())
    said = f"The bot Confused returned {answer!r}, which isn't a decision. Return one of state.legal(seat)."
    assert str(refused.value) == said


def test_a_bot_without_chance_is_told_so() -> None:
    class Careless(Bot):
        kind = "careless"

        def __init__(self, seed: int) -> None:
            """It forgets to call that of Bot."""

    state = menagerie.load("zooloretto-mini").new(seed=7)
    with pytest.raises(MenagerieError, match=r"The bot careless failed: AttributeError: .*chance"):
        decide(Careless(0), state, state.to_act[0], Clock())


def game_of(strong: str, weak: str, seat: int, seed: int, playouts: int) -> State:
    """A game for two, the stronger bot on that seat."""
    state = menagerie.load("zooloretto-mini").new(players=2, seed=seed)
    bots = {seat: make(strong, seed), 1 - seat: make(weak, seed)}
    while not state.is_over:
        acting = state.to_act[0]
        state.play(decide(bots[acting], state, acting, Clock(playouts=playouts)), acting)
    return state


def test_montecarlo_beats_random_clearly() -> None:
    wins, margin, games = 0.0, 0, 8
    for seed in range(games):
        seat = seed % 2
        state = game_of("montecarlo", "random", seat, seed, playouts=20)
        wins += (seat in state.winners) / len(state.winners)
        margin += state.scores[seat] - state.scores[1 - seat]
    assert wins >= 7
    assert margin / games > 8


def test_montecarlo_explains_itself() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
    state.play("draw")
    bot = make("montecarlo", 1)
    chosen = decide(bot, state, state.to_act[0], Clock(playouts=30))
    reasons = bot.explain()
    assert reasons[0].startswith(f"{chosen}: Won ")
    assert make("random").explain() == []


def test_clocks() -> None:
    clock = Clock(playouts=4)
    clock.start()
    assert clock.spent == 0
    clock.tick()
    assert clock.spent == 0.25
    assert Clock().playouts == 400
    moments = iter([100.0, 105.0, 110.0])
    by_time = Clock(seconds=10, playouts=4, now=lambda: next(moments))
    by_time.start()
    by_time.tick()
    assert (by_time.spent, by_time.spent) == (0.5, 1.0)


def test_who_asks_at_every_playout_whether_time_is_up_makes_nobody_look_each_time() -> None:
    looks = 0

    def now() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    clock = Clock(seconds=10, now=now)
    clock.start()
    playouts = 0
    while not clock.is_up:
        clock.tick()
        playouts += 1
    assert looks == 11
    assert playouts > 5 * looks
    clock.start()
    clock.tick()
    is_up = clock.is_up
    clock.stop()
    assert (is_up, clock.is_up) == (False, True), "Ctrl-C is heard at once"


def test_python_looks_for_garbage_again_when_a_bot_has_answered() -> None:
    state = menagerie.load("zooloretto-mini").new(seed=7)
    was_on: list[bool] = []

    class Watching(Bot):
        def choose(self, state: State, seat: int, clock: Clock) -> Action:
            was_on.append(gc.isenabled())
            return state.legal(seat)[0]

    decide(Watching(0), state, state.to_act[0], Clock())
    assert was_on == [False]
    assert gc.isenabled()


def test_nobody_looks_through_thousands_of_positions_for_garbage_when_a_bot_has_answered() -> None:
    """That would take a turn's time once more, which no clock of the bot counts."""
    state = menagerie.load("new-york-zoo").new(players=1, seed=11)
    looks: list[str] = []

    def look(phase: str, info: dict[str, int]) -> None:
        looks.append(phase)

    gc.collect()
    gc.callbacks.append(look)
    try:
        decide(make("director", 1), state, 0, Clock(playouts=400))
    finally:
        gc.callbacks.remove(look)
    assert looks == []
    assert gc.get_freeze_count() == 0


def test_a_decision_is_timed_from_the_question_on() -> None:
    """`decide` starts the clock, so that no bot can forget it, and one clock can be used again."""
    spent: list[float] = []

    class Slow(Bot):
        def choose(self, state: State, seat: int, clock: Clock) -> Action:
            spent.append(clock.spent)
            clock.tick()
            return state.legal(seat)[0]

    state = menagerie.load("zooloretto-mini").new(seed=7)
    clock = Clock(playouts=4)
    for _ in range(2):
        decide(Slow(0), state, state.to_act[0], clock)
    assert spent == [0, 0]


def many_choices() -> tuple[State, int]:
    """A moment at which an enclosure can be laid in hundreds of ways."""
    state = menagerie.load("new-york-zoo").new(players=2, seed=7)
    while len(state.legal()) < 200:
        state.play(state.legal()[0])
    return state, state.to_act[0]


@pytest.mark.parametrize("clock", ["seconds", "playouts"])
def test_a_clock_holds_on_the_first_pass_over_many_choices(clock: str) -> None:
    """A world in which every look at the clock takes a second: after ten of them montecarlo has chosen."""
    state, seat = many_choices()
    looks = 0

    def now() -> float:
        nonlocal looks
        looks += 1
        return float(looks)

    bot = MonteCarlo(1)
    limit = Clock(seconds=10, now=now) if clock == "seconds" else Clock(playouts=10)
    chosen = decide(bot, state, seat, limit)
    tried = [line for line in bot.explain() if " of 1 imagined games" in line]
    assert looks < 20
    assert sum(candidate.playouts for candidate in bot._tried) <= 10
    assert tried[0].startswith(f"{chosen}: "), "it chose something that it has tried"


def test_unknown_bots_are_named() -> None:
    with pytest.raises(
        BadSetup,
        match=r"There is no bot 'deep-blue'\. Choose one of visitor, keeper, director, greedy, random, montecarlo\.",
    ):
        make("deep-blue")


class Interrupted(Bot):
    """Somebody presses Ctrl-C while it thinks."""

    kind = "interrupted"
    heard: float = 0.0

    def __init__(self, seed: int, times: int = 1) -> None:
        super().__init__(seed)
        self.times = times

    def choose(self, state: State, seat: int, clock: Clock) -> Action:
        for _ in range(self.times):
            signal.raise_signal(signal.SIGINT)
        self.heard = clock.spent
        return state.legal(seat)[0]


def test_ctrl_c_stops_the_clock_and_takes_effect_when_the_bot_has_answered() -> None:
    state, bot = menagerie.load(TITLES[0]).new(seed=1), Interrupted(1)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        decide(bot, state, state.to_act[0], Clock(playouts=1000))
    assert bot.heard == 1.0, "the bot went on thinking to its end, with no time left"
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_second_ctrl_c_does_not_wait() -> None:
    state, bot = menagerie.load(TITLES[0]).new(seed=1), Interrupted(1, times=2)
    with pytest.raises(KeyboardInterrupt):
        decide(bot, state, state.to_act[0], Clock(playouts=1000))
    assert bot.heard == 0.0, "it was not even asked how much time it has"


@pytest.mark.parametrize("title", TITLES)
def test_thinking_leaves_nothing_behind_that_only_a_search_for_garbage_finds(title: str) -> None:
    """Python searches seldom while bots think (`no_garbage`): a worker of a server would grow from day to day."""
    game = menagerie.load(title)
    record = Record.load(game.folder / "learn.zoo")
    state = record.at(len(record.decisions) // 2)
    bot = make("director", seed=1)
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(3):
            seat = state.to_act[0]
            state.play(decide(bot, state, seat, Clock(playouts=100)), seat)
        gc.collect()
        left = {type(one).__qualname__ for one in gc.garbage if type(one).__module__.startswith("menagerie")}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == set()
