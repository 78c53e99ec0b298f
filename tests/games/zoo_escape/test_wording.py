"""Consequences of the end of a turn come true: which Keepers enter, and what they capture or see."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from menagerie.core.display.consequences import consequence
from menagerie.games.zoo_escape.board import OUTSIDE
from menagerie.games.zoo_escape.state import Position

from .position import GAME, begin, keeper, only, put, zoo


@pytest.mark.parametrize("seed", range(12))
def test_the_consequences_of_the_end_of_a_turn_come_true(seed: int) -> None:
    chance, state = Random(seed), GAME.new(players=1 + seed % 4, seed=seed)
    foretold = 0
    while not state.is_over and state.ply < 150:
        seat = chance.choice(state.to_act)
        action = chance.choice(state.legal(seat))
        then = consequence(state, seat, action)
        log: list[Any] = []
        state.play(action, seat, log=log)
        if then:
            foretold += 1
            check(then, " ".join([str(event) for event in log]), state.is_over)
    assert foretold or state.is_over


def check(then: str, told: str, over: bool) -> None:
    """Check that the log holds all that was foretold. A lost game ends before the last Keepers have moved."""
    first, *others = then.split("; ")
    assert first == "the Keepers move now"
    assert "The Keepers set off." in told
    for words in others:
        numbers = re.findall(r"\d+", words)
        for number in numbers:
            if over and f"Keeper {number} draws" not in told:
                continue
            if " enter" in words:
                assert f"Keeper {number} enters the Zoo" in told, f"{then} | {told}"
            if " captures" in words:
                assert f"Keeper {number} captures" in told, f"{then} | {told}"
            if " sees" in words:
                assert f"Keeper {number} sees" in told, f"{then} | {told}"


def end_of_turn(state: Position, seat: int = 0) -> str:
    state.changed_by_hand()
    return consequence(state, seat, GAME.parse("end turn"))


def last_turn(*animals: str, players: int = 0) -> Position:
    """Return the turn of the first Animal, the last of the round, with no piece near another."""
    state = zoo(*animals, players=players)
    only(state)
    begin(state, animals[0])
    state.had_turn = state.whole_team & ~1
    return state


def test_a_keeper_that_enters_and_sees_its_animal_is_foretold() -> None:
    state = last_turn("gorilla", "owl")
    put(state, "gorilla", "D1")
    only(state, 1)
    state.stands[0] = OUTSIDE
    assert end_of_turn(state) == "the Keepers move now; Keeper 1 enters and sees you"
    state.names = ("Lisa", "Ben")
    assert end_of_turn(state) == "the Keepers move now; Keeper 1 enters and sees you", "no letters, no names"


def test_a_single_player_reads_which_animal() -> None:
    state = last_turn("gorilla", "owl", players=1)
    put(state, "gorilla", "D1")
    only(state, 1)
    state.stands[0] = OUTSIDE
    assert end_of_turn(state) == "the Keepers move now; Keeper 1 enters and sees the Gorilla"


def test_a_certain_capture_comes_first() -> None:
    state = last_turn("gorilla", "owl")
    put(state, "gorilla", "D1")
    put(state, "owl", "D6")
    only(state, 1, 2)
    keeper(state, 1, "A1", "east")
    keeper(state, 2, "C6", "east")
    assert end_of_turn(state) == "the Keepers move now; Keeper 2 captures the Owl; Keeper 1 sees you"


def test_what_an_earlier_keeper_may_change_is_left_out() -> None:
    state = last_turn("gorilla", "owl")
    put(state, "gorilla", "D1")
    put(state, "owl", "E1")
    only(state, 1, 2)
    keeper(state, 1, "A1", "east")
    keeper(state, 2, "E2", "north")
    assert end_of_turn(state) == "the Keepers move now; Keeper 1 sees you"


def test_nothing_is_said_while_another_animal_waits() -> None:
    state = last_turn("gorilla", "owl")
    state.had_turn = 0
    assert end_of_turn(state) == ""
