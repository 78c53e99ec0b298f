"""The scene: what it shows, what it hides, and how decisions are pointed at. The suite sees no Machine; this does."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from menagerie.core.scene import Scene
from menagerie.games.zoo_escape.state import Table

from .position import GAME, begin, built, cover, keeper, lay, play, put, spot, zoo
from .test_random_games import new


def scene(table: Table, seat: int | None = 0) -> Scene:
    return GAME.scene(table, seat)


def paths(table: Table, seat: int = 0) -> dict[str, tuple[str, ...]]:
    return {choice.notation: choice.path for choice in GAME.choices(table, seat)}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_decision_of_a_whole_game_can_be_pointed_at(players: int) -> None:
    for seed in range(6):
        table = new(players, seed, "standard", stocked=True)
        chance = Random(seed)
        while table.to_act:
            seat = chance.choice(table.to_act)
            offered = paths(table, seat)
            assert sorted(offered) == sorted(str(action) for action in table.legal(seat))
            assert len(set(offered.values())) == len(offered)
            pieces = scene(table, seat).pieces
            for path in offered.values():
                assert all(target in pieces or target.startswith("button:") for target in path), path
            table.play(chance.choice(table.legal(seat)), seat)
        ElementTree.fromstring(scene(table, None).svg())


def test_ids_of_pieces_and_drawings_differ() -> None:
    table = new(2, 3, "standard", stocked=True)
    built(table, "C3", "treads", "kite", "horn")
    table.stands[table.billionaire] = spot("A1")
    table.facing[table.billionaire] = 1
    picture = scene(table)
    assert not set(picture.defs) & set(picture.pieces), "a drawing that uses its own id is not drawn"
    assert {"the-machine", "the-billionaire"} <= set(picture.pieces)


def test_a_face_down_tile_is_named_by_its_place_and_tells_nothing() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "C4 fork")
    hidden = scene(table).pieces["tile-C4"]
    cover(table, "C4 sewer")
    assert scene(table).pieces["tile-C4"] == hidden
    assert hidden.label == "C4: face down"


def test_pieces_keep_their_ids_when_they_move() -> None:
    table = zoo("gorilla", "owl")
    before = scene(table)
    begin(table, "gorilla")
    play(table, "move east")
    after = scene(table)
    assert before.pieces["animal-gorilla"].x < after.pieces["animal-gorilla"].x
    assert set(after.changes_since(before)["set"]) <= {  # type: ignore[call-overload]
        "animal-gorilla",
        "panel-gorilla",
        "panel-owl",
        "tile-B1",
        "tile-A1",
    }


def test_keepers_show_number_owner_direction_and_busy_side() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "C4 fork")
    keeper(table, 4, "C4/-", "east", busy=True)
    keeper(table, 1, "D2", "south")
    pieces = scene(table).pieces
    assert pieces["keeper-4"].label == "Keeper 4 of the Owl on C4, facing east, busy"
    assert ">B4<" in pieces["keeper-4"].body
    assert "busy" in pieces["keeper-4"].body
    assert pieces["keeper-1"].label == "Keeper 1 of the Gorilla on D2, facing south"
    assert pieces["keeper-1"].body.count('class="sight"') == 3, "ahead, left and right, not backwards"
    assert 'class="sight"' not in pieces["keeper-4"].body, "it does not look while busy"
    assert pieces["keeper-2"].label == "Keeper 2 of the Owl, outside"


def test_ways_to_lay_a_tile_are_shown_to_who_chooses_only() -> None:
    table = zoo("gorilla", "owl")
    cover(table, "B2 bends")
    put(table, "gorilla", "B1")
    begin(table, "gorilla")
    play(table, "move south")
    assert {"way-r0", "way-r1"} <= set(scene(table, 0).pieces)
    assert "way-r0" not in scene(table, 1).pieces
    assert paths(table) == {"turn tile r0": ("way-r0",), "turn tile r1": ("way-r1",)}


def test_a_part_is_pointed_at_first_then_where_it_leads() -> None:
    table = zoo("gorilla", "owl")
    lay(table, "C5 bends r0")
    built(table, "C4", "rotor", "treads", "horn", "crane", aboard="gorilla")
    put(table, "owl", "D4")
    keeper(table, 2, "E4", "west")
    begin(table, "machine")
    found = paths(table)
    assert found["machine rotor south path 2"] == ("card-rotor", "tile-C5", "path-C5-2")
    assert found["machine treads east"] == ("card-treads", "tile-D4")
    assert found["machine horn keeper 2"] == ("card-horn", "keeper-2")
    assert found["machine crane owl"] == ("card-crane", "animal-owl")
    assert found["end turn"] == ("button:End turn",)


def test_the_power_deck_shows_what_is_in_it() -> None:
    body = scene(zoo("gorilla", "owl")).pieces["power-cards"].body
    assert body.index(">pile<") < body.index(">x2<") < body.index(">discards<") < body.index(">supply<")
