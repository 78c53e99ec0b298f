"""The picture of 18ZOO, and how decisions are pointed at in it."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Sequence
from typing import cast
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie.core.display.arranging import COMMON, MINE, REFERENCE
from menagerie.core.display.choosing import Choice, Placements
from menagerie.games.eighteen_zoo.display.drawing import CELL, PILL, ghost
from menagerie.games.eighteen_zoo.display.map_drawing import MapView, hex_body, hex_label, look, run_line, signs_of
from menagerie.games.eighteen_zoo.display.pointing.trying import lays_to_try
from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.map.ground import lay_hex
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import Position
from tests.games.eighteen_zoo.maps import board, box, chain, lay

GAME = menagerie.load("18zoo")


def positions(players: int, seed: int, every: int, **options: str) -> list[Position]:
    """Positions of a game that is played at random."""
    state = GAME.new(players=players, seed=seed, **options)
    chance = random.Random(seed)
    found: list[Position] = []
    for number in range(600):
        if state.is_over:
            break
        if number % every == 0:
            found.append(cast(Position, state.copy()))
        seat = state.to_act[0]
        state.play(chance.choice(state.legal(seat)), seat)
    return [*found, cast(Position, state)]


def check_paths(choices: Sequence[Choice | Placements], ids: set[str]) -> None:
    """Every target is on the table or a button, and pointing always ends in one decision."""
    paths = [choice.path for choice in choices]
    assert len(set(paths)) == len(paths)
    starts = {path[:length] for path in paths for length in range(1, len(path))}
    assert not starts & set(paths)
    for path in paths:
        for target in path:
            assert target.startswith("button:") or target in ids, target


@pytest.mark.parametrize(
    ("players", "options"), [(2, {"map": "B"}), (3, {"centre": "BASE-3"}), (4, {}), (5, {"map": "F"})]
)
def test_every_decision_can_be_pointed_at(players: int, options: dict[str, str]) -> None:
    for state in positions(players, 40 + players, 7, **options):
        ids = set(GAME.scene(state, 0).pieces)
        for seat in state.to_act:
            choices = GAME.choices(state, seat)
            notations = list(dict.fromkeys([choice.notation for choice in choices if choice.notation]))
            assert notations == [str(action) for action in state.legal(seat)]
            check_paths(choices, ids)


def test_the_picture_is_well_formed_and_shows_every_number_that_decides() -> None:
    state = positions(3, 5, 1000)[-1]
    svg = GAME.picture(state)
    ElementTree.fromstring(svg)
    for seat in range(3):
        assert f"{state.cash[seat]} $N" in svg
        assert f"{state.score(seat)} points" in svg
    for family in state.families:
        assert state.pieces.families[family].name in svg


def test_powers_to_come_are_not_in_the_picture() -> None:
    state = cast(Position, GAME.new(players=3, seed=1))
    pieces = GAME.scene(state, 0).pieces
    seen = {state.pieces.powers[power].id for power in state.power_deck[: state.powers_seen]}
    assert {name.removeprefix("power-") for name in pieces if name.startswith("power-")} == seen
    svg = GAME.picture(state)
    for power in state.power_deck[state.powers_seen :]:
        assert state.pieces.powers[power].name not in svg


def test_what_all_look_at_is_where_the_round_is_played() -> None:
    seen = set()
    for state in positions(3, 5, 40):
        parts = GAME.scene(state, 1).parts
        on_map = bool(state.operating or state.newcomer >= 0)
        seen.add(on_map)
        assert (parts["map"].purpose == COMMON) == on_map
        assert (parts["stock board"].purpose == REFERENCE) == on_map
        assert parts["player B"].purpose == MINE
        assert ("family at work" in parts) == on_map
    assert seen == {True, False}


def test_the_family_at_work_lies_apart_and_nothing_else_moves() -> None:
    at_work = [state for state in positions(3, 5, 1) if state.operator >= 0]
    assert len({state.operator for state in at_work}) > 1
    for state in at_work[::9]:
        scene = GAME.scene(state, 0)
        for family in state.families:
            one = state.pieces.families[family]
            home = "family at work" if family == state.operator else f"the {one.name}"
            assert scene.pieces[f"mat-{one.id}"].part == home


def test_tokens_on_one_cell_can_all_be_read_in_operating_order() -> None:
    compared = 0
    for state in positions(4, 9, 12):
        pieces = GAME.scene(state, 0).pieces
        order = state.operating_order()
        for first, second in itertools.combinations(order, 2):
            if state.cell[first] != state.cell[second]:
                continue
            above = pieces[f"reputation-{state.pieces.families[first].id}"]
            below = pieces[f"reputation-{state.pieces.families[second].id}"]
            assert above.layer > below.layer
            assert math.hypot(above.x - below.x, above.y - below.y) >= 17
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("count", [4, 6, 7])
def test_many_tokens_lie_below_the_figures_of_their_cell_and_beside_each_other(count: int) -> None:
    state = next(one for one in reversed(positions(5, 9, 12, map="F")) if len(one.operating_order()) >= count)
    crowd = state.operating_order()[:count]
    for family in crowd:
        state.cell[family] = state.cell[crowd[0]]
    state.changed_by_hand()
    pieces = GAME.scene(state, 0).pieces
    cell = pieces[f"cell-{state.cell[crowd[0]]}"]
    figures = max(float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', cell.body))
    tokens = [pieces[f"reputation-{state.pieces.families[family].id}"] for family in crowd]
    width = float(re.findall(r' width="([\d.]+)"', tokens[0].body)[0])
    for token in tokens:
        assert token.y - PILL[1] / 2 > cell.y + figures
        assert cell.x < token.x - width / 2
        assert token.x + width / 2 < cell.x + CELL[0]
        assert token.y + PILL[1] / 2 < cell.y + CELL[1]
    for one, other in itertools.combinations(tokens, 2):
        assert abs(one.x - other.x) >= width or abs(one.y - other.y) >= PILL[1], "none lies over another"


def test_squirrels_that_come_later_are_written_on_the_deck_alone() -> None:
    told = {GAME.scene(state, 0).pieces["deck"].body for state in positions(4, 9, 12)}
    coming = {words for body in told for words in re.findall(">(then [^<]+)<", body)}
    assert any("3S Long" in words for words in coming)
    assert max(map(len, coming)) <= 21, "longer lines would run under the kitchen"


def test_a_lay_changes_one_hex_of_the_map() -> None:
    state = cast(Position, GAME.new(players=3, seed=1, map="A"))
    before = GAME.scene(state, 0)
    state.board.lay(lay(state.board, "K9 57 r0"))
    changes = GAME.scene(state, 0).changes_since(before)
    assert list(cast(dict[str, object], changes["set"])) == ["hex-K9"]
    assert changes["del"] == []


def hex_of(made: Board, name: str) -> str:
    """A hex of this board."""
    return hex_body(box(), look(made, made.ground.by_name[name]), 60, False)


def test_a_hex_shows_tile_stations_value_and_markers() -> None:
    made = board("A", "H14 15 r0 LI", "L4 201 r5 WIP", "E11 9 r0", "N12 9 r0", "K9 57 r0 +PB")
    made.sow(4, made.ground.by_name["H14"])

    assert "tile-green" in hex_of(made, "H14")
    assert ">30<" in hex_of(made, "H14")
    assert ">LI<" in hex_of(made, "H14")
    assert "space-kept edge-TI" in hex_of(made, "H14")
    assert "#wheat" in hex_of(made, "H14")
    assert "#crane" in hex_of(made, "L4")
    assert ">MM<" in hex_of(made, "E11")
    assert "pool" in hex_of(made, "N12")
    assert ">PB<" in hex_of(made, "K9")
    assert ">60<" in hex_of(made, "M5")
    assert ">H5<" in hex_of(made, "E15")
    assert ">O<" in hex_of(made, "J2")
    assert ">Y<" in hex_of(made, "E9")


def test_hexes_have_words_for_those_who_cannot_see_them() -> None:
    made = board("A", "H14 15 r0 LI", "L4 201 r5 WIP")
    made.dig(made.ground.by_name["I19"])
    names = ("H14", "N12", "M13", "G11", "M5", "L4", "I19")
    assert [hex_label(box(), look(made, made.ground.by_name[name])) for name in names] == [
        "H14, the Tigers' HOME, tile 15, kept for the Tigers, Lions' station",
        "N12, O area",
        "M13, grey area",
        "G11",
        "M5, R area",
        "L4, Y area, tile 201, blocked",
        "I19, R area, HOLE",
    ]


def test_a_run_follows_its_track_and_ends_on_the_o() -> None:
    made = board("A", "N10 57 r0 PB", "N12 9 r0", "N14 8 r1")
    view = MapView(made.ground, 0, 0)
    line = run_line(view, made, chain(made, "N10 N12 N14"))
    x, y = view.centre(made.ground.by_name["N10"])
    assert line.startswith(f"M{x:.1f} {y:.1f}Q"), "from the station"
    (pool,) = re.findall(r'class="pool" cx="([-\d.]+)" cy="([-\d.]+)"', hex_of(made, "N14"))
    x, y = view.centre(made.ground.by_name["N14"])
    assert line.endswith(f" {x + float(pool[0]):.1f} {y + float(pool[1]):.1f}"), "to where the O is drawn"
    assert float(pool[0]), "which is beside the middle of a curve"


def test_a_run_goes_through_the_middle_of_a_station() -> None:
    made = board("A", "N10 57 r0 PB", "N12 9 r0", "N8 9 r0")
    view = MapView(made.ground, 0, 0)
    x, y = view.centre(made.ground.by_name["N10"])
    assert f"L{x:.1f} {y:.1f}L" in run_line(view, made, chain(made, "N8 N10 N12"))


def test_a_run_that_stays_on_its_hex_is_a_ring() -> None:
    state = next(one for one in positions(3, 9, 1) if one.harvest is not None)
    at = state.board.ground.by_name["H14"]
    state.harvest = Harvest(((at,),), (30,), (0,))
    state.changed_by_hand()
    x, y = MapView(state.board.ground, 0, 0).centre(at)
    assert f'edge-GI" cx="{x:.1f}" cy="{y:.1f}"' in GAME.scene(state, 0).pieces["run-0"].body


def test_the_harvest_of_the_last_family_is_drawn() -> None:
    ran = [one for one in positions(3, 9, 1) if one.harvest and type(one.phase()).__name__ != "RunStep"]
    assert ran
    for state in ran[:5]:
        assert state.harvest is not None
        lines = [name for name in GAME.scene(state, 0).pieces if name.startswith("run-")]
        assert len(lines) == sum(bool(one) for one in state.harvest.chains)


def test_runs_leave_stations_and_values_legible_and_make_way_for_the_next() -> None:
    shown = next(one for one in positions(3, 9, 1) if "run-0" in GAME.scene(one, 0).pieces)
    pieces = GAME.scene(shown, 0).pieces
    stop = next(at for at in shown.harvest.chains[0] if shown.board.spots[at].slots)  # type: ignore[union-attr]
    signs = signs_of(shown.pieces, look(shown.board, stop), 0)
    assert signs in pieces["stops-of-runs"].body
    assert list(pieces).index("stops-of-runs") > list(pieces).index("run-0"), "above the lines"
    steps = [one for one in positions(3, 9, 1) if one.harvest and type(one.phase()).__name__ == "RunStep"]
    choosing = [one for one in steps if one.harvest_of != one.operator]
    assert choosing
    assert not [name for one in choosing for name in GAME.scene(one, 0).pieces if name.startswith("run-")]


def test_a_hex_is_drawn_as_if_it_had_never_been_drawn_before() -> None:
    for state in positions(4, 9, 60):
        r_value = state.pieces.phases[state.phase_number].r_value
        for area in state.board.ground.hexes:
            seen = look(state.board, area.index)
            fresh = hex_body.__wrapped__(state.pieces, seen, r_value, False)
            assert hex_body(state.pieces, seen, r_value, False) == fresh
            assert hex_label(state.pieces, seen) == hex_label.__wrapped__(state.pieces, seen)


# A ghost is what the table will show.

Shape = tuple[str, tuple[float, ...]]


def drawn(
    fragment: str, defs: dict[str, str], angle: float = 0, x: float = 0, y: float = 0, classes: str = ""
) -> list[Shape]:
    """The shapes of a drawing with their places, whatever it is made of; `classes` is what they inherit."""
    found: list[Shape] = []
    for one in ElementTree.fromstring(f"<g>{fragment}</g>"):
        turn = re.search(r"rotate\((\d+)\)", one.get("transform", ""))
        move = re.search(r"translate\((\S+) (\S+)\)", one.get("transform", ""))
        here = place(x, y, angle, *map(float, move.groups() if move else (one.get("x", 0), one.get("y", 0))))
        turned = angle + (float(turn[1]) if turn else 0)
        href = one.get("href", "")[1:]
        look = one.get("class", classes).removeprefix("zoo-")
        if one.tag == "g":
            found += drawn("".join(ElementTree.tostring(part, "unicode") for part in one), defs, turned, *here, look)
        elif href.startswith("zoo-") and href != "zoo-hex":
            found += drawn(defs[href], defs, turned, *here, look)
        elif one.tag == "path":
            found += [(look, line) for line in lines(one.get("d", ""), turned, *here)]
        elif one.tag == "circle":
            middle = place(*here, turned, float(one.get("cx", 0)), float(one.get("cy", 0)))
            found.append((f"{look} {one.get('r')}", middle))
        else:
            assert turned == 0 or href == "zoo-hex", "letters and spaces stand upright"
            found.append((f"{look} {href} {one.get('points')} {one.text}", here))
    return found


def place(x: float, y: float, angle: float, left: float, top: float) -> tuple[float, float]:
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    return x + left * cosine - top * sine, y + left * sine + top * cosine


def lines(path: str, angle: float, x: float, y: float) -> list[tuple[float, ...]]:
    """The curves of a path, each by its two ends from left to right."""
    found: list[tuple[float, ...]] = []
    for curve in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", curve)]
        ends = (place(x, y, angle, *numbers[:2]), place(x, y, angle, *numbers[-2:]))
        first, second = sorted(ends, key=lambda end: (round(end[0]), end[1]))
        found.append((*first, *second))
    return found


def check_alike(some: list[Shape], others: list[Shape]) -> None:
    """The same shapes at the same places; coordinates are written with one digit after the point."""
    assert len(some) == len(others)
    for kind, spot in some:
        assert [1 for name, other in others if name == kind and spot == pytest.approx(other, abs=0.2)], (kind, spot)


def test_a_ghost_looks_as_the_tile_will_lie() -> None:
    compared = 0
    for state in positions(4, 9, 70, map="E") + positions(3, 6, 50):
        scene = GAME.scene(state, 0)
        for code in lays_to_try(state.board, state.operating_order(), 4)[::3]:
            after = state.board.copy()
            after.lay(code, launch=state.newcomer >= 0)
            at = lay_hex(code)
            body = hex_body(state.pieces, look(after, at), 0, False)
            body = re.sub(r'<text class="hex-name[^<]*</text>', "", body)
            piece = scene.pieces[f"hex-{state.board.ground.hexes[at].name}"]
            check_alike(drawn(ghost(state, code), scene.defs), drawn(body, scene.defs, 0, piece.x, piece.y))
            compared += 1
    assert compared > 200


def test_shapes_have_classes_that_hold_wherever_they_are_used() -> None:
    """A selector with an ancestor does not reach into a shape: its tiles would be black."""
    scene = GAME.scene(GAME.new(players=3, seed=1), 0)
    inside = {name for id, shape in scene.defs.items() if id.startswith("zoo-t") for name in classes_in(shape)}
    assert inside == {"zoo-bed-line", "zoo-rail"}
    for name in inside:
        assert re.search(rf"(^|, )\.{name} \{{", scene.style, re.MULTILINE), name


def classes_in(shape: str) -> list[str]:
    return re.findall(r'class="([^"]*)"', shape)
