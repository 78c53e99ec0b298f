"""How bots play for a team: turns judged before the Keepers answer, in an order that helps, with Parts for all."""

from __future__ import annotations

import pytest

from menagerie import bots
from menagerie.bots.coop_search import after_stage, finish_stage, first_to_act, ways_of_turn
from menagerie.core.advice import Advice
from menagerie.games.zoo_escape.danger import risks
from menagerie.games.zoo_escape.state import Position

from .position import (
    GAME,
    begin,
    blocked_way,
    built,
    carry,
    keeper,
    lay,
    only,
    play,
    put,
    set_off,
    set_power,
    spot,
    zoo,
)

ADVICE: Advice = GAME.advice()


def clock() -> bots.Clock:
    found = bots.Clock(playouts=100_000)
    found.start()
    return found


def held(state: Position) -> Position:
    state.changed_by_hand()
    twin = state.copy()
    ADVICE.hold(twin)
    return twin


def last_turn() -> Position:
    """The Owl has the last turn of the round; a Keeper comes along its row."""
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "A5")
    put(state, "owl", "D4")
    keeper(state, 1, "A4", "east")
    only(state, 1)
    set_power(state, [3] * 8)
    begin(state, "gorilla")
    play(state, "end turn")
    return state


# Judged before chance answers.


def test_a_stage_that_is_held_does_not_end_by_itself() -> None:
    state = held(last_turn())
    play(state, "end turn")
    assert (state.to_act, state.is_over, state.round) == ((), False, 1)
    twin = state.copy()
    ADVICE.release(state, 5)
    ADVICE.release(twin, 5)
    assert state.round == twin.round == 2
    assert state.stands == twin.stands, "the same seed, the same Keepers' phase"


def test_every_way_to_play_a_turn_ends_before_the_keepers_set_off() -> None:
    state = held(last_turn())
    ends = ways_of_turn(ADVICE, state, 1, 400, clock())
    assert len(ends) > 20
    assert {ADVICE.stage(line.state) for line in ends} == {1}
    assert [line.value for line in ends] == sorted([line.value for line in ends], reverse=True)
    likenesses = [ADVICE.likeness(line.state) for line in ends]
    assert len(set(likenesses)) == len(likenesses), "nothing twice"
    best = ends[0].state
    assert isinstance(best, Position)
    best.had_turn = best.whole_team
    assert risks(best)[1] == 0, "in two moves it is out of the Keeper's way"


def test_few_positions_are_enough_for_some_way() -> None:
    assert ways_of_turn(ADVICE, held(last_turn()), 1, 1, clock())


def test_what_promises_most_is_looked_at_first() -> None:
    few, all_ways = [ways_of_turn(ADVICE, held(last_turn()), 1, most, clock()) for most in (20, 400)]
    assert len(few) < 10 < len(all_ways)
    assert few[0].decisions == all_ways[0].decisions


def test_what_chance_answers_is_averaged() -> None:
    state = held(last_turn())
    set_power(state, [1, 1, 3, 3])  # with 3 the Keeper comes to D4, with 1 it does not
    play(state, "end turn")
    several = after_stage(ADVICE, state, 1, range(40), clock())
    each = [after_stage(ADVICE, state, 1, [seed], clock()) for seed in range(40)]
    assert several == sum(each) / len(each)
    assert min(each) < several < max(each)


def test_the_others_turns_are_finished() -> None:
    state = zoo("gorilla", "owl", "cobra")
    only(state)
    begin(state, "owl")
    done = finish_stage(ADVICE, held(state), 60, clock())
    assert isinstance(done, Position)
    assert done.had_turn == 0b111
    assert done.round == 1


def test_one_player_finishes_the_turns_of_both_animals() -> None:
    state = held(zoo("gorilla", "owl", players=1))
    only(state)
    done = finish_stage(ADVICE, state, 60, clock())
    assert isinstance(done, Position)
    assert (done.had_turn, done.to_act, done.is_over) == (0b11, (), False)


# A team with people in it.


@pytest.mark.parametrize("waits", [0, 1])
def test_an_animal_that_should_wait_waits(waits: int) -> None:
    """The Kangaroo goes second, for a bot and for a person."""
    state = blocked_way("owl", "kangaroo") if waits else blocked_way("kangaroo", "owl")
    assert {first_to_act(ADVICE, state, seed) for seed in range(5)} == {1 - waits}


def after_turn(state: Position, level: str) -> Position:
    """Where it leads if a bot of this level plays the first seat's turn."""
    state.changed_by_hand()
    end, bot = state.copy(), bots.make(level, seed=1)
    while not end.past or not ADVICE.is_quiet(end, 0):
        end.play(bots.decide(bot, end, 0, bots.Clock(playouts=1500)), 0)
    return end


@pytest.mark.parametrize("level", ["keeper", "director"])
@pytest.mark.parametrize(
    ("watched", "facing", "safe"), [("C1", "south", "E3"), ("A3", "east", "C5")], ids=["column", "row"]
)
def test_of_equal_ways_the_one_on_no_keepers_path_is_taken(level: str, watched: str, facing: str, safe: str) -> None:
    """Over bridges the Gorilla comes to C5 or to E3, both as near to the Workshop. A Keeper comes to one of them."""
    state = zoo("gorilla", "owl", level="easy")
    lay(state, "D5 bridge-camera r0", "E4 bridge-camera r0")
    put(state, "gorilla", "E5")
    put(state, "owl", "F6")
    carry(state, "gorilla", "kite")
    keeper(state, 2, watched, facing)
    only(state, 2)
    set_power(state, [4] * 4)
    assert after_turn(state, level).spots[0] == spot(safe)


@pytest.mark.parametrize("level", ["keeper", "director"])
def test_brings_parts_for_the_others_to_go_on(level: str) -> None:
    """An Animal at the Workshop adds a Part although others are missing."""
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    put(state, "owl", "E2")
    only(state)
    carry(state, "gorilla", "kite")
    end = after_turn(state, level)
    assert end.machine_parts == state.pieces.card_named["kite"].bit


def test_a_captured_machine_loses_what_it_can_spare() -> None:
    """In the middle of the Keepers' phase no turn is left to search, but the bot's clock of positions still runs."""
    state = zoo("gorilla", "owl")
    built(state, "C5", "kite", "horn", "cart-wheels", "treads", aboard="gorilla")
    keeper(state, 1, "C2", "south")
    only(state, 1)
    set_off(state, power=3)
    assert state.to_act == (0, 1)
    action = bots.decide(bots.make("director", seed=1), state, 1, bots.Clock(playouts=200))
    assert str(action) in ("remove treads", "remove cart-wheels")
