"""Bots: legal, reproducible, honest, and the searching one better than chance."""

from __future__ import annotations

from random import Random

import pytest

import menagerie
from menagerie import BadSetup, MenagerieError, State
from menagerie.bots import Bot, Clock, decide, kinds, make
from menagerie.core.action import Action

TITLES = menagerie.titles()


def positions(title: str, players: int, seed: int, every: int, count: int) -> list[State]:
    """Moments of a random game."""
    found: list[State] = []
    state, chance = menagerie.load(title).new(players=players, seed=seed), Random(seed)
    while not state.is_over and len(found) < count:
        if state.decisions % every == 0:
            found.append(state.copy())
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    return found


def ends(title: str) -> list[int]:
    players = menagerie.load(title).players
    return sorted({players[0], players[-1]})


CASES = [(title, kind) for title in TITLES for kind in kinds()]


@pytest.mark.parametrize(("title", "kind"), CASES)
def test_the_same_seed_plays_the_same(title: str, kind: str) -> None:
    for players in ends(title):
        for state in positions(title, players, 3, every=15, count=4):
            seat = state.to_act[0]
            choices = {str(decide(make(kind, 5), state, seat, Clock(playouts=6))) for _ in range(2)}
            assert len(choices) == 1


@pytest.mark.parametrize(("title", "kind"), CASES)
def test_what_a_seat_cannot_know_changes_nothing(title: str, kind: str) -> None:
    """Equal views and different secrets: the same choice from the same seed."""
    different = 0
    for players in ends(title):
        for state in positions(title, players, 4, every=11, count=5):
            for seat in state.to_act:
                worlds = [state.imagine(seat, seed) for seed in (1, 2, 3)]
                assert all(world.view(seat) == state.view(seat) for world in worlds)
                different += len({str(world.secrets()) for world in worlds}) > 1
                choices = {str(decide(make(kind, 9), world, seat, Clock(playouts=6))) for world in [state, *worlds]}
                assert len(choices) == 1, f"{kind} sees what is hidden from {seat}: {choices}"
    assert different, "no position had secrets: the test says nothing"


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
    assert state.decisions == 0


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
    assert reasons[0].startswith(f"{chosen}: won ")
    assert make("random").explain() == []


def test_clocks() -> None:
    clock = Clock(playouts=4)
    clock.start()
    assert clock.spent == 0
    clock.tick()
    assert clock.spent == 0.25
    assert Clock().playouts == 400
    by_time = Clock(seconds=1e-9, playouts=4)
    by_time.start()
    assert by_time.spent > 1
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
    assert str(decide(make("montecarlo"), state, state.to_act[0], Clock(seconds=0.01))) == "draw"


def test_unknown_bots_are_named() -> None:
    with pytest.raises(BadSetup, match="There is no bot 'deep-blue'; there are: random, montecarlo"):
        make("deep-blue")
