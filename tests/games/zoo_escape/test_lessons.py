"""What the coach says is true: of the move that he orders, of the others, and of what comes then."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import menagerie
from menagerie.core.display.step_guide import guide
from menagerie.games.zoo_escape.actions import Build, EndTurn, Move
from menagerie.games.zoo_escape.board import DISTANCE, NAMES, PLACES, place_named
from menagerie.games.zoo_escape.danger import risks
from menagerie.games.zoo_escape.display.overlays import seen_target
from menagerie.games.zoo_escape.display.wording import words
from menagerie.games.zoo_escape.phases.animals import Turn
from menagerie.games.zoo_escape.phases.workshop import AtWorkshop
from menagerie.games.zoo_escape.state import Position
from tests.games.coaching import at_step, lesson, orders, shortfall

from .position import GAME, begin, keeper, put, zoo

TITLE = "zoo-escape"
AMONG_THE_BEST = 0.04
PLAYOUTS = 3000
TO_SHOW_SOMETHING = {(2, 11), (3, 5)}
"""Steps whose words say that another move may be better."""


def table(number: int, step: int) -> Position:
    state = at_step(lesson(TITLE, number), step)
    assert isinstance(state, Position)
    return state


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_director_agrees_with_what_is_ordered(number: int) -> None:
    for step, state, accepted in orders(lesson(TITLE, number)):
        if (number, step) not in TO_SHOW_SOMETHING:
            assert min(shortfall(state, 0, one, PLAYOUTS) for one in accepted) < AMONG_THE_BEST, step


def test_where_another_move_is_better_the_coach_says_so() -> None:
    steps = {(number, step): lesson(TITLE, number).steps[step].says for number, step in TO_SHOW_SOMETHING}
    assert "often better" in steps[2, 11]
    assert "often wise" in steps[3, 5]


# The price of Fling.


def test_lesson_1_fling_costs_the_poop_that_the_coach_names() -> None:
    state = table(1, 12)
    before = state.poop_left[0]
    state.play("ability keeper 1", 0)
    assert before - state.poop_left[0] == state.animals[0].poop == 1
    assert "It costs {content.animals.animal.4.poop} of your" in lesson(TITLE, 1).steps[12].says


def test_lesson_2_trumpet_is_free_and_fling_is_not() -> None:
    state = table(2, 10)
    for animal, price in (("elephant", 0), ("monkey", 1)):
        twin = state.copy()
        twin.play(f"begin {animal}", 0)
        number = twin.active
        before = twin.poop_left[number]
        twin.play("ability keeper 2", 0)
        assert before - twin.poop_left[number] == price, animal


@pytest.mark.parametrize(("animal", "priced"), [("monkey", True), ("gorilla", False)])
def test_the_button_of_an_ability_names_its_price(animal: str, priced: bool) -> None:
    state = zoo(animal, "owl")
    put(state, animal, "B1")
    keeper(state, 1, "C1", "south")
    begin(state, animal)
    text = words(state, 0, GAME.parse("ability keeper 1"))
    assert text.endswith("(costs 1 poop)") == priced


# Lesson 2: other moves.


def test_lesson_2_from_the_building_in_the_east_keeper_2_is_not_in_line() -> None:
    state = table(2, 1)
    state.play("move east", 0)
    assert "ability keeper 2" not in [str(action) for action in state.legal(0)]
    here, there = state.spots[1] >> 2, state.stands[1] >> 2
    assert NAMES[here][0] != NAMES[there][0]
    assert NAMES[here][1] != NAMES[there][1]


def test_lesson_2_the_elephant_ransacks_where_the_monkey_has() -> None:
    state = table(2, 5)
    assert state.pieces.loot - state.loot[place_named("C5")] == 1
    assert state.carried[0], "the Monkey found the Wheels elsewhere or here"
    assert "ransack" in [str(action) for action in state.legal(0)]


# Lesson 3: the Machine.


@pytest.mark.parametrize(("direction", "is_nearer"), [("east", True), ("south", True), ("north", False)])
def test_lesson_3_which_flights_end_nearer_the_billionaire(direction: str, is_nearer: bool) -> None:
    state = table(3, 8)
    before = distance_to_the_billionaire(state)
    for action in [str(one) for one in state.legal(0) if str(one).startswith(f"machine rocket {direction}")]:
        twin = state.copy()
        twin.play(action, 0)
        where = twin.turning if twin.turning >= 0 else twin.machine >> 2
        if is_nearer:
            assert distance_to_the_billionaire(twin, where) < before, action
        else:
            assert distance_to_the_billionaire(twin, where) > before, action
            assert 0 < where // 6 < 5, "not at the edge"


def distance_to_the_billionaire(state: Position, place: int = -1) -> int:
    here = place if place >= 0 else state.machine >> 2
    return DISTANCE[here * PLACES + (state.stands[state.billionaire] >> 2)]


def test_lesson_3_staying_at_the_workshop_is_dangerous_and_the_western_edge_is_safe() -> None:
    assert 0 < risks(table(3, 8))[-1] < 1
    assert risks(table(3, 10))[-1] == 0


def test_lesson_3_the_wheels_work_as_well_as_the_rocket() -> None:
    state = table(3, 11)
    for decision in ("machine cart-wheels east", "machine cart-wheels escape"):
        state.play(decision, 0)
    assert state.winners


# Lesson 4.


def test_lesson_4_two_keepers_see_the_cobra_and_ambush_reaches_the_one_in_its_way() -> None:
    state = lesson(TITLE, 4).begin()
    assert isinstance(state, Position)
    assert [seen_target(state, number) == state.spots[0] for number in (0, 2)] == [True, True]
    state.play("begin cobra", 0)
    assert "ability keeper 4" in [str(action) for action in state.legal(0)]
    assert state.missing_kind(state.machine_parts) == state.pieces.kinds.index("drive")


def test_the_last_lesson_names_what_the_lessons_leave_out() -> None:
    rules = {one.rule for one in lesson(TITLE, 4).more}
    assert rules == {
        "3.5", "4.2", "4.5", "4.7.2", "4.7.3", "4.8", "6.2", "6.5", "7.3", "7.7", "8.4", "11.2", "13.1",
    }  # fmt: skip


# Prompts, the rules page, and names.


def test_prompts_name_only_what_is_possible() -> None:
    seen: set[str] = set()
    for seed in range(8):
        state, chance = menagerie.load(TITLE).new(2, seed, level="easy"), Random(seed)
        while not state.is_over:
            seat = chance.choice(state.to_act)
            legal = state.legal(seat)
            phase, prompt = state.phase(seat), state.prompt(seat)
            if isinstance(phase, Turn):
                assert ("Move" in prompt) == any(isinstance(action, Move) for action in legal)
                can_act = any(not isinstance(action, (Move, EndTurn)) for action in legal)
                assert bool(re.search("act", prompt, re.I)) == can_act, prompt
            elif isinstance(phase, AtWorkshop):
                assert ("Add" in prompt) == any(str(action).startswith("add") for action in legal)
                assert ("uild" in prompt) == any(isinstance(action, Build) for action in legal)
            assert len(prompt) < 60 or "turn when the team is ready" in prompt, prompt
            seen.add(prompt)
            told = guide(state, seat)
            assert told is None or "no way back" not in str(told.data())
            state.play(chance.choice(legal), seat)
    assert len(seen) > 8


def page_of_the_box() -> str:
    page = menagerie.load(TITLE).folder.parents[3] / "docs" / "rules" / "zoo-escape.md"
    return page.read_text(encoding="utf-8").partition("## 13.")[2]


def row_of(tile: str, section: str) -> list[str]:
    found = re.search(rf"^\| {tile} \|(.*)\|$", section, re.M)
    assert found, tile
    return [cell.strip() for cell in found[1].split("|")]


def box(level: str, place: str) -> Counter[str]:
    state = GAME.new(2, 1, level=level)
    assert isinstance(state, Position)
    return Counter(laid.face.name for number, laid in enumerate(state.zoo) if is_edge(number) == (place == "edge"))


def is_edge(place: int) -> bool:
    row, column = divmod(place, 6)
    return (row in (0, 5)) != (column in (0, 5))


def test_rule_13_1_the_inner_tiles() -> None:
    section = page_of_the_box().partition("**13.1**")[2].partition("**13.2**")[0]
    inner = box("standard", "inner")
    del inner["Enclosure"]
    assert inner == {tile: int(row_of(tile, section)[0]) for tile in inner}
    assert section.count("| one,") + section.count("| two,") == len(inner)


@pytest.mark.parametrize(("level", "column"), [("easy", 0), ("standard", 0), ("hard", 1)])
def test_rule_13_2_the_edge_tiles(level: str, column: int) -> None:
    section = page_of_the_box().partition("**13.2**")[2].partition("**13.3**")[0]
    edge = box(level, "edge")
    assert edge == {tile: int(row_of(tile, section)[column]) for tile in edge}
    assert edge.total() == 16


def test_rule_13_3_the_building_cards() -> None:
    section = " ".join(page_of_the_box().partition("**13.3**")[2].split())
    pieces = zoo("gorilla", "owl").pieces
    for kind, plural in enumerate(("Drives are", "Lifts are", "Gadgets are")):
        sentence = section.partition(plural)[2].partition(".")[0]
        for card in pieces.cards:
            assert (card.name in sentence) == (card.kind == kind), (card.name, plural)
    assert [card.name for card in pieces.cards if card.kind < 0] == ["Bag of Peanuts", "Keeper's Whistle"]
