"""The scene: what it shows and what it hides."""

from __future__ import annotations

import re

from menagerie import Event, State
from menagerie.core.display.arranging import READABLE, arrange
from menagerie.core.display.scene import Scene
from menagerie.games.zoo_escape.state import Position

from .position import (
    GAME,
    begin,
    built,
    carry,
    cover,
    keeper,
    lay,
    only,
    paths,
    play,
    put,
    set_power,
    spot,
    zoo,
)
from .test_random_games import new


def scene(state: Position, seat: int | None = 0) -> Scene:
    return GAME.scene(state, seat)


def test_ids_of_pieces_and_drawings_differ() -> None:
    state = new(2, 3, "standard", stocked=True)
    built(state, "C3", "treads", "kite", "horn")
    state.stands[state.billionaire] = spot("A1")
    state.facing[state.billionaire] = 1
    picture = scene(state)
    assert not set(picture.defs) & set(picture.pieces), "a drawing that uses its own id is not drawn"
    assert {"the-machine", "the-billionaire"} <= set(picture.pieces)


def test_a_face_down_tile_is_named_by_its_place_and_tells_nothing() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "C4 fork")
    hidden = scene(state).pieces["tile-C4"]
    cover(state, "C4 sewer")
    assert scene(state).pieces["tile-C4"] == hidden
    assert hidden.label == "Tile C4, face down"


def test_pieces_keep_their_ids_when_they_move() -> None:
    state = zoo("gorilla", "owl")
    before = scene(state)
    begin(state, "gorilla")
    play(state, "move east")
    after = scene(state)
    assert before.pieces["animal-gorilla"].x < after.pieces["animal-gorilla"].x
    assert set(after.changes_since(before)["set"]) <= {  # type: ignore[call-overload]
        "animal-gorilla",
        "panel-gorilla",
        "panel-owl",
        "tile-B1",
        "tile-A1",
    }


def test_keepers_show_number_owner_direction_and_busy_side() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "C4 fork")
    keeper(state, 4, "C4/-", "east", busy=True)
    keeper(state, 1, "D2", "south")
    pieces = scene(state).pieces
    assert pieces["keeper-4"].label == "The Owl's Keeper 4 on tile C4, facing east, busy"
    assert ">4<" in pieces["keeper-4"].body
    assert "cap seat-1" in pieces["keeper-4"].body, "its cap has the colour of its Animal"
    assert "cap-pattern" in pieces["keeper-4"].body, "and its pattern"
    assert "busy" in pieces["keeper-4"].body
    assert pieces["keeper-1"].label == "The Gorilla's Keeper 1 on tile D2, facing south"
    assert pieces["keeper-1"].body.count('class="sight"') == 3, "ahead, left and right, not backwards"
    assert 'class="sight"' not in pieces["keeper-4"].body, "it does not look while busy"
    assert pieces["keeper-2"].label == "The Owl's Keeper 2, outside"


def test_ways_to_turn_a_tile_are_shown_only_to_the_player_who_chooses() -> None:
    state = zoo("gorilla", "owl")
    cover(state, "B2 bends")
    put(state, "gorilla", "B1")
    begin(state, "gorilla")
    play(state, "move south")
    assert {"way-r0", "way-r1"} <= set(scene(state, 0).pieces)
    assert "way-r0" not in scene(state, 1).pieces
    assert paths(state) == {"turn tile r0": ("way-r0",), "turn tile r1": ("way-r1",)}


def test_the_power_deck_shows_what_is_in_it() -> None:
    body = scene(zoo("gorilla", "owl")).pieces["power-cards"].body
    assert body.index(">pile<") < body.index(">x2<") < body.index(">discards<") < body.index(">supply<")


def test_the_card_of_the_keeper_whose_turn_it_is_lies_on_it_with_the_moves_left() -> None:
    state = zoo("gorilla", "owl")
    only(state, 1)
    keeper(state, 1, "C1", "east")
    put(state, "gorilla", "A6")
    cards: list[str] = []

    def listen(moment: State, event: Event) -> None:
        assert isinstance(moment, Position)
        body = scene(moment).pieces["keeper-1"].body
        cards.append(re.findall(r'class="small bold m"[^>]*>(\d)<', body)[-1] if "power-" in body else "")

    set_power(state, [3] * 4)
    begin(state, "owl")
    state.had_turn = 1
    state.changed_by_hand()
    state.play("end turn", 1, listen)
    assert cards[2] == "3", "the card is drawn"
    assert [card for card in cards if card] == sorted([card for card in cards if card], reverse=True)
    assert (cards[1], cards[-1]) == ("", ""), "no Keeper's turn before and afterwards"


def test_the_way_out_is_a_strip_with_the_next_step_lit() -> None:
    state = zoo("gorilla", "owl")
    goal = scene(state).pieces["goal"]
    assert re.findall(r'class="step (\w+)"', goal.body) == ["next", "later", "later", "later", "later"]
    assert "Next: ransack Buildings for Parts (drive, lift and gadget)" in goal.label
    carry(state, "gorilla", "treads", "kite", "horn")
    goal = scene(state).pieces["goal"]
    assert re.findall(r'class="step (\w+)"', goal.body) == ["done", "next", "later", "later", "later"]
    assert "Next: bring the Parts to the Workshop (drive, lift and gadget)" in goal.label
    carry(state, "gorilla")
    built(state, "C3", "treads", "kite", "horn", aboard="gorilla")
    goal = scene(state).pieces["goal"]
    assert re.findall(r'class="step (\w+)"', goal.body) == ["done", "done", "done", "next", "later"]
    assert ">Board 1/2<" in goal.body
    built(state, "C3", "treads", "kite", "horn", aboard="gorilla owl")
    lay(state, "D1 gate")
    goal = scene(state).pieces["goal"]
    assert ">Gate D1<" in goal.body
    assert "leave through the Gate on D1" in goal.label
    assert "Next: leave through the Gate on D1" in str(state), "the terminal tells it, too"


def test_signs_of_kinds_show_what_is_found_and_what_is_brought() -> None:
    state = zoo("gorilla", "owl")
    carry(state, "owl", "kite")
    state.machine_parts = state.pieces.card_named["treads"].bit
    stages = re.findall(r"kind-sign stage-(\d)", scene(state).pieces["goal"].body)
    assert stages == ["2", "1", "0"]


def test_every_place_can_be_found_by_the_letter_of_its_column_and_the_number_of_its_row() -> None:
    names = re.findall(r">(\w)<", scene(zoo("gorilla", "owl")).pieces["wall"].body)
    assert names == list("A1B2C3D4E5F6")


def test_alone_with_two_animals_the_zoo_and_both_panels_fit_on_a_phone() -> None:
    state = new(1, 3, "easy", stocked=True)
    state.machine_parts = 1
    parts = scene(state).parts
    places = arrange(parts, 390, 579, asked={"zoo", "animal A", "animal B"})
    for name in ("zoo", "animal A", "animal B", "Machine"):
        assert places[name].scale >= READABLE * 0.99, name
