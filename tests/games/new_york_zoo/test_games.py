"""Whole games of New York Zoo: what must hold in every position, and how fast it goes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import menagerie
from menagerie import State
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.state import Position

from .conformance import CASES, census, naive_scores
from .position import GAME


def walk_through(players: int, seed: int, **options: Any) -> list[tuple[Position, list[str]]]:
    """A random game: a copy of every position, and what was told on the way to it."""
    state = GAME.new(players=players, seed=seed, **options)
    assert isinstance(state, Position)
    chance = Random(seed)
    found: list[tuple[Position, list[str]]] = [(state.copy(), [])]
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
    for number, (state, log) in enumerate(positions):
        if number % 4 == 0 or state.is_over:
            assert census(state) == first
            assert state.scores == naive_scores(state)
        assert all(line.endswith(".") and line[0].isupper() for line in log)
        check_animals(state)
        check_breeding_e8(state)
        check_cache(state)
        if number:
            check_one_board_changes_in_the_main_action_f4(positions[number - 1][0], state)
    assert state.is_over
    assert "The game is over." in positions[-1][1][-1]


def check_animals(state: Position) -> None:
    """Houses hold what they hold, and a house's room is what is left."""
    for seat in range(state.players):
        inside = sum(state.in_houses(seat, species.index) for species in state.pieces.species)
        assert inside + state.house_room[seat] == state.boards[seat].houses


def check_breeding_e8(state: Position) -> None:
    """Full enclosures are settled before anyone breeds; a bonus follows offspring only."""
    if state.is_over or state.lanes:
        return
    if isinstance(state.stack[-1], (BreedAnimals, BonusBreeding)):
        assert not any(state.is_full(place.tile) for place in state.zoos[state.active])
    if isinstance(state.stack[-1], BonusBreeding):
        assert state.received


def check_cache(state: Position) -> None:
    """What fits is found by looking through ever shorter lists; it must be all there is."""
    if state.is_over or state.lanes or state.ply % 20:
        return
    for seat in range(state.players):
        for tile in state.pieces.tiles[::5]:
            fresh = [
                place
                for place in state.catalogue.on_board(state.boards[seat])[tile.index]
                if state.is_free(seat, place)
            ]
            assert state.ways_to_lay(seat, tile) == fresh
            assert state.can_lay(seat, tile) == bool(fresh)


def check_one_board_changes_in_the_main_action_f4(before: Position, after: Position) -> None:
    """So no player ties with the mover after a main action."""
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
        assert twin.ply == state.ply - 1
    assert state.view(None) != twin.view(None)


def test_the_log_reads_well() -> None:
    told = [line for _, log in walk_through(2, seed=8) for line in log]
    text = "\n".join(told)
    for beginning in (
        "A moves the elephant to the slot with a ",
        "B moves the elephant to the space with a",
        "A places a 7-space enclosure",
        "places a 1-space attraction",
        "A takes a",
        "Breeding time for the",
        "have offspring in the ",
        " as a bonus in the ",
        "also moves a",
        "fills the ",
        "keeps a",
        "skips the bonus.",
        "The game is over. Open spaces: A ",
    ):
        assert beginning in text, beginning
    assert "a arctic" not in text
    assert "an arctic fox" in text
