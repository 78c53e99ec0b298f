"""Whole games of New York Zoo: what must hold in every position, and how fast it goes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import menagerie
from menagerie import State
from menagerie.games.new_york_zoo import advice
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.state import Table

from .conformance import CASES, census, naive_scores
from .position import GAME, lay, leave_open, position


def walk_through(players: int, seed: int, **options: Any) -> list[tuple[Table, list[str]]]:
    """A random game: a copy of every position, and what was told on the way to it."""
    state = GAME.new(players=players, seed=seed, **options)
    assert isinstance(state, Table)
    chance = Random(seed)
    found: list[tuple[Table, list[str]]] = [(state.copy(), [])]
    while not state.is_over:
        seat = chance.choice(state.to_act)
        log: list[menagerie.Event] = []
        state.play(str(chance.choice(state.legal(seat))), seat, log=log)
        found.append((state.copy(), [str(event) for event in log]))
    return found


@pytest.mark.parametrize(("players", "options"), CASES, ids=str)
def test_random_game(players: int, options: dict[str, Any]) -> None:
    positions = walk_through(players, seed=players, **options)
    first = census(positions[0][0])
    for number, (table, log) in enumerate(positions):
        if number % 4 == 0 or table.is_over:
            assert census(table) == first
            assert table.scores == naive_scores(table)
        assert all(line.endswith(".") and line[0].isupper() for line in log)
        check_animals(table)
        check_breeding_e8(table)
        check_cache(table)
        if number:
            check_one_board_changes_in_the_main_action_f4(positions[number - 1][0], table)
    assert table.is_over
    assert "The game is over." in positions[-1][1][-1]


def check_animals(table: Table) -> None:
    """Houses hold what they hold, and a house's room is what is left."""
    for seat in range(table.players):
        inside = sum(table.in_houses(seat, species.index) for species in table.pieces.species)
        assert inside + table.house_room[seat] == table.boards[seat].houses


def check_breeding_e8(table: Table) -> None:
    """Full enclosures are settled before anyone breeds; a bonus follows offspring only."""
    if table.is_over or table.lanes:
        return
    if isinstance(table.stack[-1], (BreedAnimals, BonusBreeding)):
        assert not any(table.is_full(place.tile) for place in table.zoos[table.active])
    if isinstance(table.stack[-1], BonusBreeding):
        assert table.received


def check_cache(table: Table) -> None:
    """What fits is found by looking through ever shorter lists; it must be all there is."""
    if table.is_over or table.lanes or table.decisions % 20:
        return
    for seat in range(table.players):
        for tile in table.pieces.tiles[::5]:
            fresh = [
                place for place in table.ready.on_board(table.boards[seat])[tile.index] if table.is_free(seat, place)
            ]
            assert table.ways_to_lay(seat, tile) == fresh
            assert table.can_lay(seat, tile) == bool(fresh)


def check_one_board_changes_in_the_main_action_f4(before: Table, after: Table) -> None:
    """So nobody ties with the mover after a main action."""
    if before.lanes or before.breeding >= 0 or after.mover != before.mover:
        return
    for seat in range(before.players):
        if seat != before.mover and after.breeding < 0:
            assert after.open[seat] == before.open[seat]


def test_positions_differ_from_their_copies_only_by_what_is_played() -> None:
    state: State = GAME.new(players=3, seed=5)
    chance = Random(1)
    twin = state.copy()
    for _ in range(120):
        twin = state.copy()
        assert twin.view(None) == state.view(None)
        state.play(chance.choice(state.legal()))
        assert twin.decisions == state.decisions - 1
    assert state.view(None) != twin.view(None)


def test_the_log_reads_well() -> None:
    told = [line for _, log in walk_through(2, seed=8) for line in log]
    text = "\n".join(told)
    for beginning in (
        "A moves the elephant to the slot with E",
        "B moves the elephant to the space with a",
        "A lays the enclosure E",
        "lays the attraction A",
        "A acquires a",
        "Breeding time for the",
        "have offspring in E",
        "As a bonus a",
        "follows from a house into E",
        "has completed E",
        "keeps a",
        "forgoes the bonus.",
        "The game is over. Open spaces: A ",
    ):
        assert beginning in text, beginning
    assert "a arctic" not in text
    assert "An arctic fox" in text


# Advice for bots.


def test_advice_counts_gaps() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]})
    assert advice.gaps(table, 0) == 0
    leave_open(table, 0, "E6", "E7", "E9", "G6", "G7", "G8", "G9")
    assert advice.features(table, 0).gaps == 3, "E6, E7 and E9; the four in column G take an enclosure"
    assert advice.features(table, 0).open == 7


def test_advice_looks_forward_to_near_lines() -> None:
    near = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=2)
    far = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=5)
    none = position(zoos={0: ["E4-01 r0 at E1: 1 fox"]}, elephant=2)
    assert advice.breeding_soon(near, 0) > advice.breeding_soon(far, 0) > advice.breeding_soon(none, 0) == 0


def test_advice_looks_forward_to_completion() -> None:
    table = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]})
    before = advice.completion_soon(table, 0)
    table.animals[0] = 3
    assert advice.completion_soon(table, 0) > before
    best = advice.best_attraction(table, 0)
    assert best is not None
    assert best.id == "A8"
    leave_open(table, 0, "E6", "E7", "E8")
    best = advice.best_attraction(table, 0)
    assert best is not None
    assert best.id == "A3I"


def test_advice_prefers_a_fuller_board() -> None:
    table = position()
    assert advice.evaluate(table, 0) < 0, "A has two more spaces to cover"
    lay(table, 0, "E7-03 r0 at E6: 2 fox")
    assert advice.evaluate(table, 0) > 0
    table.open[0] = 0
    assert advice.evaluate(table, 0) > 25


def test_advice_sees_what_is_about_to_come() -> None:
    table = position(stacks={1: "E7-01"})
    before = advice.worth(table, 0)
    table.play("walk 1")
    assert advice.worth(table, 0) > before + 5


def test_a_player_who_takes_advice_beats_chance() -> None:
    wins = 0
    for seed in range(4):
        state = GAME.new(players=4, seed=seed)
        chance = Random(seed)
        while not state.is_over:
            seat = state.to_act[0]
            actions = state.legal(seat)
            if seat == seed:
                actions = chance.sample(actions, min(12, len(actions)))
                actions = [max(actions, key=lambda action: outlook(state, action, seat))]
            state.play(chance.choice(actions), seat)
        wins += seed in state.winners
    assert wins >= 3


def outlook(state: State, action: Any, seat: int) -> float:
    twin = state.copy()
    twin.play(action, seat)
    assert isinstance(twin, Table)
    return advice.evaluate(twin, seat)
