"""What the coach says is true: of the move that he orders, of the others, and of what comes then."""

from __future__ import annotations

import pytest

import menagerie
from menagerie.core.display.coach import Coach
from menagerie.games.zooloretto_mini.state import Position
from tests.games.coaching import at_step, lesson, orders, shortfall

TITLE = "zooloretto-mini"
AMONG_THE_BEST = 0.04
PLAYOUTS = 8000


@pytest.mark.parametrize("number", [1, 2])
def test_a_director_agrees_with_every_move_that_is_ordered(number: int) -> None:
    for step, state, accepted in orders(lesson(TITLE, number)):
        assert shortfall(state, 0, accepted[0], PLAYOUTS) < AMONG_THE_BEST, step


def test_lesson_1_a_third_kind_spoils_the_truck() -> None:
    state = at_step(lesson(TITLE, 1), 5)
    assert shortfall(state, 0, "load 1", PLAYOUTS) > shortfall(state, 0, "load 2", PLAYOUTS)


def test_lesson_1_truck_2_has_two_kinds_and_b_may_take_it() -> None:
    state = at_step(lesson(TITLE, 1), 6)
    assert isinstance(state, Position)
    assert len({tile.group for tile in state.trucks[1]}) == 2
    assert len({tile.group for tile in state.trucks[0]}) == 3
    state.play("draw")
    assert state.to_act == (1,), "the tile can only go onto truck 3"
    assert "take 2" in [str(action) for action in state.legal(1)]


def test_lesson_1_c_is_left_with_a_truck_that_takes_all_enclosures() -> None:
    one = lesson(TITLE, 1)
    coach, state = Coach(one), one.begin()
    while not coach.is_done(state):
        step = coach.step(state.ply)
        if step is None:
            state.play(one.script[state.ply][1])
        elif step.accepts:
            state.play(step.accepts[0].text)
        else:
            coach.read(one.steps.index(step))
    zoos = state.view(0)["zoos"]
    assert [len(tiles) for tiles in zoos[2]["enclosures"]] == [1, 1, 1]
    assert zoos[0]["enclosures"][2] == []


def test_lesson_2_begins_in_the_second_round() -> None:
    assert lesson(TITLE, 2).begin().view(0)["round"] == 2


def test_lesson_2_after_a_draw_c_may_take_the_male_llama() -> None:
    state = at_step(lesson(TITLE, 2), 1)
    state.play("draw")
    assert state.to_act == (2,), "the tile can only go onto truck 3"
    assert "take 2" in [str(action) for action in state.legal(2)]


def test_lesson_2_the_llama_of_truck_3_is_not_male() -> None:
    assert at_step(lesson(TITLE, 2), 1).view(0)["trucks"][2]["tiles"] == ["llama", "pond"]


def test_lesson_2_there_is_no_partner_in_any_other_place() -> None:
    for place in ("enclosure 1", "barn"):
        state = at_step(lesson(TITLE, 2), 2)
        events: list[menagerie.Event] = []
        state.play(f"place male llama in {place}", 0, events)
        assert [type(event).__name__ for event in events] == ["Placed"]


def test_lesson_2_a_second_shrub_scores_nothing() -> None:
    state = at_step(lesson(TITLE, 2), 4)
    assert isinstance(state, Position)
    before = state.score(0)
    state.play("place shrub in enclosure 3")
    assert state.score(0) == before + 2
    state.hand += tuple(tile for tile in state.pieces.tiles if tile.name == "shrub")[1:2]
    state.play("place shrub in enclosure 3")
    assert state.score(0) == before + 2


def test_lesson_3_a_player_who_is_out_is_not_asked_to_keep_drawing() -> None:
    """The visitor takes the second truck: then the round ends."""
    one = lesson(TITLE, 3)
    for decisions, said in (["draw", "load 1", "take 1"], True), (["draw", "load 3", "draw", "load 3"], False):
        coach, state = Coach(one), one.begin()
        coach.seen = len(one.steps)
        heard: set[str] = set()
        for decision in [*decisions, *([] if said else ["take 3"])]:
            seat, events = state.to_act[0], list[menagerie.Event]()
            state.play(decision, seat, events)
            coach.hear(state, seat, events)
            while (bubble := coach.bubble(state)) is not None and bubble.number >= coach.seen:
                heard.add(bubble.words)
                coach.read(bubble.number)
        assert any(words.startswith("The visitor is out") for words in heard) == said


def test_the_last_lesson_names_what_the_lessons_leave_out() -> None:
    assert {one.rule for one in lesson(TITLE, 3).more} == {"4.2", "4.3", "5.4", "6.3", "7.3", "7.4", "7.6"}
