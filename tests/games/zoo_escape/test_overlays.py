"""Danger: where Keepers can come with which card, what they see, and what would end the game."""

from __future__ import annotations

import re

import pytest

from menagerie.core.display.overlays import Overlay
from menagerie.games.zoo_escape.board import NAMES
from menagerie.games.zoo_escape.danger import reach_of
from menagerie.games.zoo_escape.state import Position
from menagerie.games.zoo_escape.view import spot_name

from .position import GAME, built, cover, keeper, lay, only, put, set_off, set_power, spot, where, zoo
from .test_random_games import new


def danger(state: Position) -> Overlay:
    (overlay,) = GAME.overlays(state, 0)
    return overlay


def reach(state: Position, number: int) -> dict[str, int]:
    """Return by tile (or Path) the lowest card that brings this Keeper there."""
    return {str(spot_name(at)): card for at, card in reach_of(state, number - 1).items()}


def test_a_keeper_that_sees_its_animal_goes_straight_to_it() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "E1")
    only(state, 1)
    keeper(state, 1, "B1", "east")
    assert {name: card for name, card in reach(state, 1).items() if card < 4} == {"C1/1": 1, "D1/1": 2, "E1/1": 3}


def test_a_keeper_that_waits_outside_pays_a_move_to_come_in() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "F6")
    only(state, 1)
    assert reach(state, 1)["A1/1"] == 1
    assert {reach(state, 1)["B1/1"], reach(state, 1)["A2/1"]} == {2}, "either way, by coin"


def test_face_down_tiles_are_crossed_and_poop_ends_the_way() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "F6")
    only(state, 1)
    keeper(state, 1, "B2", "east")
    cover(state, "C2 fork")
    assert (reach(state, 1)["C2"], reach(state, 1)["D2/1"]) == (1, 3), "two moves for a face-down tile"
    lay(state, "C2 funnel-cake")
    state.poop[0] |= 1 << (spot("C2") >> 2)
    assert reach(state, 1) == {"C2/1": 1}


@pytest.mark.parametrize("seed", range(20))
def test_no_keeper_comes_where_danger_does_not_say_so(seed: int) -> None:
    state = new(2, seed, "standard", stocked=True)
    only(state, 1)
    keeper(state, 1, NAMES[seed] + ("" if state.up >> seed & 1 else "/-"), "east" if seed % 6 < 5 else "west")
    for card in (1, 2, 3, 4):
        twin = state.copy()
        can_come = {name for name, lowest in reach(state, 1).items() if lowest <= card}
        came = where(state, 1)[0]
        set_off(twin, card, seed)
        if not twin.is_over:
            assert where(twin, 1)[0] in {*can_come, came}


def test_the_lowest_card_of_all_keepers_is_on_the_table_and_each_keepers_own_when_it_is_pointed_at() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "E1")
    put(state, "owl", "E6")
    only(state, 1, 2)
    keeper(state, 1, "B1", "east")
    keeper(state, 2, "D1", "west")
    overlay = danger(state)
    numbers = {
        name: re.findall(r">(\d)<", overlay.pieces[f"reach-{prefix}{spot('C1')}"].body)[0]
        for name, prefix in (("all", ""), ("first", "keeper-1-"), ("second", "keeper-2-"))
    }
    assert numbers == {"all": "1", "first": "1", "second": "1"}
    assert overlay.about[f"reach-keeper-1-{spot('C1')}"] == "keeper-1"
    assert f"reach-{spot('C1')}" not in overlay.about
    assert overlay.pieces["field-keeper-1"].body.count("<rect") == 2, (
        "ahead and south; north is the wall, west is behind"
    )
    assert 'class="looks-at edge-0"' in overlay.pieces["sight-keeper-1"].body
    assert "looks-at" not in overlay.pieces["sight-keeper-2"].body, "the Owl is not in line"


def test_cards_that_cannot_come_are_pale() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "E1")
    only(state, 1)
    keeper(state, 1, "B1", "east")
    set_power(state, [1, 2], (4,))
    overlay = danger(state)
    pale = {name for name, piece in overlay.pieces.items() if " idle" in piece.body and not overlay.about.get(name)}
    assert f"reach-{spot('E1')}" in pale
    assert f"reach-{spot('D1')}" not in pale
    assert any(words.startswith("Pale numbers") for words in overlay.words)


def test_what_ends_the_game_comes_in_order_of_urgency() -> None:
    state = zoo("gorilla", "owl")
    only(state)
    words = danger(state).words
    assert words[0] == "If the Keepers moved now, they couldn't capture anyone."
    lost = [one for one in words if one.startswith("You lose")]
    assert lost[0] == "You lose if all Animals are captured in one round. So far: 0 of 2."
    assert "You lose at dawn, after 59 more rounds." in lost
    state.captured = 1
    state.round = 60
    state.added = len(state.pieces.power[2].supply)
    lost = [one for one in danger(state).words if one.startswith("You lose")]
    assert "You lose at dawn, after this round." in lost[:3]
    assert "You lose if all Animals are captured in one round. So far: 1 of 2." in lost[:3]
    assert "You lose if a Power Card must be added and none is left. Left: 0." in lost
    built(state, "C3", "treads", "kite", "horn")
    assert "You lose if the Machine has no Part of a kind. It has: drive 1, lift 1 and gadget 1." in danger(state).words


def test_the_first_line_shows_the_chances_of_captures() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C1")
    only(state, 1)
    keeper(state, 1, "B1", "east")
    assert danger(state).words[0] == "If the Keepers moved now, they could capture the Gorilla (certain)."
    put(state, "gorilla", "D1")
    set_power(state, [1, 2, 2, 2])
    assert danger(state).words[0] == "If the Keepers moved now, they could capture the Gorilla (about 75 %)."
