"""Where the parts of a table lie, for every title, every number of players and many sizes of screens."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.display import arranging
from menagerie.core.display.arranging import (
    COMMON,
    MINE,
    OTHER,
    PURPOSES,
    READABLE,
    REFERENCE,
    Part,
    Place,
    _arranged,
    arrange,
)
from menagerie.core.display.choosing import Choice, Placements
from menagerie.core.display.scene import Scene
from tests.budget import budget

STAGES = {"1440x900": (1110, 745), "768x1024": (768, 811), "390x844": (390, 579)}
"""What is left for the table beside and between the rest of the page."""
SIZES = [*STAGES.values(), (1280, 620), (1900, 900), (800, 800), (600, 900), (320, 440), (740, 260), (2400, 500)]

QUESTIONS = budget(15, 1000)
"""How many different questions of a game are arranged for."""

ARRANGED = [title for title in menagerie.titles() if title != "zooloretto-mini"]
"""The titles that do not compose their tables on every screen (`test_layout`)."""
each_table = pytest.mark.parametrize(
    ("title", "players"),
    [(title, players) for title in ARRANGED for players in menagerie.load(title).players],
)


@cache
def scenes(title: str, players: int) -> list[Scene]:
    """Some moments of a game, as an onlooker and the last seat see them."""
    state = menagerie.load(title).new(players=players, seed=players)
    chance = Random(players)
    found: list[Scene] = []
    for number in range(160):
        if number % 40 == 0:
            found += [state.game.scene(state, seat) for seat in (None, players - 1)]
        if state.is_over:
            break
        seat = state.to_act[0]
        state.play(chance.choice(state.legal(seat)), seat)
    return found


def box(part: Part, place: Place) -> tuple[float, float, float, float]:
    """Left, top, right, bottom on the screen."""
    return place.x, place.y, place.x + part.width * place.scale, place.y + part.height * place.scale


def check(parts: dict[str, Part], width: float, height: float, asked: Collection[str] = ()) -> None:
    """All parts are inside, and none covers another."""
    places = arrange(parts, width, height, asked)
    assert set(places) == set(parts)
    boxes = [box(parts[name], place) for name, place in places.items()]
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert right > left
        assert min(left, top, width - right, height - bottom) >= 0
        for other_left, other_top, other_right, other_bottom in boxes[:number]:
            assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top


def tables(title: str, players: int) -> Iterator[tuple[dict[str, Part], int, int]]:
    """Each different set of parts, with the sizes of screens; every other size in a short run."""
    for parts in dict.fromkeys(tuple(scene.parts.items()) for scene in scenes(title, players)):
        for width, height in budget(SIZES[players % 2 :: 2], SIZES):
            yield dict(parts), width, height


@each_table
def test_nothing_overlaps_or_lies_outside(title: str, players: int) -> None:
    for parts, width, height in tables(title, players):
        check(parts, width, height)


@each_table
def test_nobodys_board_is_larger_than_the_own(title: str, players: int) -> None:
    for parts, width, height in tables(title, players):
        places = arrange(parts, width, height)
        own = [places[name].scale for name, part in parts.items() if part.purpose == MINE]
        others = [places[name].scale for name, part in parts.items() if part.purpose == OTHER]
        assert not others or min(own) >= max(others)


@each_table
def test_everything_lies_on_its_part(title: str, players: int) -> None:
    for scene in scenes(title, players):
        for id, piece in scene.pieces.items():
            part = scene.parts[piece.part]
            assert -30 <= piece.x <= part.width + 30, id
            assert -30 <= piece.y <= part.height + 30, id


def test_any_parts_find_room() -> None:
    chance = Random(1)
    for _ in range(60):
        parts = {
            f"p{number}": Part(
                chance.randint(20, 1200),
                chance.randint(20, 900),
                chance.choice((MINE, COMMON, OTHER, REFERENCE)),
                chance.choice((0.3, READABLE, 1.0)),
                group=chance.choice(("", "", "rows")),
            )
            for number in range(chance.randint(1, 9))
        }
        check(parts, chance.randint(200, 2000), chance.randint(200, 1200))


@pytest.mark.skipif(not str(arranging.__file__).endswith(".py"), reason="compiled code cannot be looked into")
def test_the_effort_is_bounded_whatever_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone may ask a server for an arrangement of up to 40 parts."""
    tried: list[int] = []
    cut = arranging._panes

    def counting(*asked: Any) -> Any:
        panes, effort = cut(*asked)
        tried.append(effort)
        return panes, effort

    monkeypatch.setattr(arranging, "_panes", counting)
    chance = Random(3)
    for _ in range(12):
        lengths = (1, 10, 100, 1000, chance.randint(1, 20_000))
        parts = {
            f"p{number}": Part(
                chance.choice(lengths),
                chance.choice(lengths),
                chance.choice(PURPOSES),
                chance.choice((0.01, READABLE, 100.0)),
                group=chance.choice(("", "a", f"g{number % 8}")),
                tight=chance.choice((0, 0.1)),
            )
            for number in range(40)
        }
        tried.clear()
        arrange(parts, *chance.choice(((800, 600), (10, 20_000), (390, 844))), set(chance.sample(list(parts), 10)))
        # It is tried three times, and the last sizes may go beyond what is enough.
        assert sum(tried) <= 3 * (arranging._EFFORT + max(tried))
        assert max(tried) <= arranging._EFFORT


def test_wide_square_and_tall_are_different_arrangements() -> None:
    parts = {"market": Part(500, 250), "mine": Part(500, 260, MINE, seat=0), "other": Part(500, 260, OTHER, seat=1)}
    tall, wide = arrange(parts, 400, 900), arrange(parts, 1800, 400)
    assert tall["market"].y < tall["mine"].y < tall["other"].y
    assert wide["market"].x < wide["mine"].x < wide["other"].x


def test_parts_of_one_group_lie_at_one_scale_in_rows() -> None:
    parts = {"map": Part(900, 700), **{f"mat {n}": Part(300, 120, REFERENCE, group="mats") for n in range(8)}}
    places = arrange(parts, 1100, 750)
    assert len({place.scale for name, place in places.items() if name != "map"}) == 1
    assert places["map"].scale >= READABLE
    rows = {place.y for name, place in places.items() if name != "map"}
    columns = {place.x for name, place in places.items() if name != "map"}
    assert len(rows) * len(columns) >= 8


def test_the_same_screen_is_arranged_in_the_same_way_whatever_lies_on_the_parts() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=1)
    before = state.game.scene(state, 0).parts
    state.play("draw")
    assert state.game.scene(state, 0).parts == before


@cache
def questions(title: str, players: int) -> list[tuple[tuple[tuple[str, Part], ...], frozenset[str]]]:
    """The parts of many moments, and those that the seat to act is asked about, as the browser finds them: where the
    first targets of its choices lie, or what their buttons would show. Others' boards stay small."""
    state = menagerie.load(title).new(players=players, seed=players)
    chance = Random(players)
    found = {}
    while not state.is_over and state.ply < 240:
        seat = state.to_act[0]
        if state.ply % 2 == 0:
            scene = state.game.scene(state, seat)
            asked = set()
            for choice in state.game.choices(state, seat):
                if isinstance(choice, Placements) and not choice.path:
                    asked.add(choice.part)
                elif choice.path[0] in scene.pieces:
                    asked.add(scene.pieces[choice.path[0]].part)
                elif isinstance(choice, Choice) and choice.ghost:
                    asked.add(choice.part or next(iter(scene.parts)))
            shared = [name for name, part in scene.parts.items() if part.purpose == COMMON]
            asked = {name for name in asked if scene.parts[name].purpose != OTHER} or set(shared[:1])
            found[tuple(scene.parts.items()), frozenset(asked)] = True
        actions = state.legal(seat)
        state.play(chance.choice(actions), seat)
    return list(found) if len(found) <= QUESTIONS else chance.sample(list(found), QUESTIONS)


@each_table
@pytest.mark.parametrize("screen", STAGES)
def test_what_is_asked_about_can_be_read(title: str, players: int, screen: str) -> None:
    """The own board and what is asked about, at the scale at which it can be read; if all that matters fits, all."""
    for those, asked in questions(title, players):
        parts = dict(those)
        places = arrange(parts, *STAGES[screen], asked)
        for name, part in parts.items():
            if part.purpose == MINE or name in asked:
                assert places[name].scale >= (part.tight or part.least) * 0.99, (name, places[name], asked)


@pytest.mark.parametrize("screen", STAGES)
def test_nothing_overlaps_where_room_is_scarce(screen: str) -> None:
    for those, asked in questions("18zoo", 5):
        check(dict(those), *STAGES[screen], asked)


def test_what_fits_is_arranged_alike_whatever_is_asked() -> None:
    parts = {"market": Part(500, 250), "mine": Part(500, 260, MINE, seat=0), "other": Part(500, 260, OTHER, seat=1)}
    plain = arrange(parts, *STAGES["390x844"])
    for name in ("market", "mine"):
        assert arrange(parts, *STAGES["390x844"], {name}) == plain


def test_where_room_is_scarce_the_asked_part_is_large_and_the_others_are_whole() -> None:
    parts = {
        "map": Part(1000, 900, tight=READABLE / 1.65),
        "market": Part(600, 500),
        "mine": Part(300, 160, MINE, seat=0),
        "other": Part(300, 160, OTHER, seat=1),
    }
    on_map, at_market = [arrange(parts, 390, 580, {name}) for name in ("map", "market")]
    assert on_map["map"].scale >= READABLE / 1.65 > at_market["map"].scale
    assert at_market["market"].scale >= READABLE * 0.99 > on_map["market"].scale
    for places in (on_map, at_market):
        assert places["mine"].scale >= READABLE * 0.99
        assert places["mine"].scale >= places["other"].scale > 0


def test_the_own_board_is_the_largest_where_all_could_be_alike() -> None:
    scene = menagerie.load("night-at-the-zoo").scene(menagerie.load("night-at-the-zoo").new(3, seed=1), 0)
    places = arrange(scene.parts, 1110, 745)
    assert places["board of A"].scale > 1.2 * places["board of B"].scale


MOST_WORK = 2_500_000
"""Calls of functions; the largest scene of our titles takes almost a million."""


def work(parts: dict[str, Part], width: float, height: float, asked: Collection[str]) -> int:
    """Return how many functions are called to arrange these parts: the same number on any machine."""
    _arranged.cache_clear()
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        arrange(parts, width, height, asked)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("seed", range(budget(1, 20)))
def test_whatever_parts_a_stranger_names_the_work_is_bounded(seed: int) -> None:
    """As many parts as a request may name, alike in size and in groups of every purpose: there are most ways to cut."""
    chance = Random(seed)
    parts = {
        f"part {number}": Part(
            50 * chance.uniform(0.8, 1.2),
            50 * chance.uniform(0.8, 1.2),
            PURPOSES[number % 4],
            group=f"group {number % 8}",
            tight=0.3,
        )
        for number in range(40)
    }
    assert work(parts, 50, 50, ("part 0", "part 1")) < MOST_WORK
